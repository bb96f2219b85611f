import assert from 'node:assert/strict';
import { test } from 'node:test';
import { django } from '../../src/frameworks/django/index.ts';
import type { RunEnd } from '../../src/runner/runner.ts';
import { causeOf } from '../../src/usecases/runs/cause.ts';

const say = (output: string, end: Partial<RunEnd> = {}): string =>
  causeOf(django, { exitCode: 1, ended: 'exited', cause: null, ...end } as RunEnd, output);

test('of a failure that nobody knows the last words of the command are told, and never that it said nothing', () => {
  assert.equal(
    say('starting up\nX is not set, see README\n\n'),
    'The command ended with exit code 1 and said last: X is not set, see README',
  );
  const library = 'python: error while loading shared libraries: libpython3.12.so.1.0: cannot open shared object file';
  assert.match(say(library, { exitCode: 127 }), /exit code 127 and said last: python: error while loading shared lib/);
  assert.equal(say(' \n'), 'The command ended with exit code 1 and no message.');
  assert.ok(say('word '.repeat(10_000)).length < 400);
  assert.match(say(`x${'😀'.repeat(400)}`), /x(😀){299}$/u, 'no half of a character at its end');
});

test('what is known of a failure goes before its last words', () => {
  assert.equal(say('CommandError: not today\n'), 'not today');
  assert.equal(say('words', { cause: 'The command used too much memory.' }), 'The command used too much memory.');
  assert.equal(say('words', { ended: 'signalled', exitCode: 139 }), 'The command was ended by signal 11.');
});
