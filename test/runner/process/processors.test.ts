import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import test from 'node:test';
import { onSpareProcessors } from '../../../src/runner/process/processors.ts';

const hasTaskset = existsSync('/usr/bin/taskset') || existsSync('/bin/taskset');

test('runs get every processor but the first', { skip: !hasTaskset || availableParallelism() < 2 }, () => {
  assert.deepEqual(onSpareProcessors([0, 1]).slice(1), ['-c', '1']);
});

test('where a processor cannot be chosen, nothing stands before the program', () => {
  assert.deepEqual(onSpareProcessors([0, 100_000]), []);
});

test('a single processor is shared, and where nobody can tell nothing is chosen', () => {
  assert.deepEqual(onSpareProcessors([0]), []);
  assert.deepEqual(onSpareProcessors([]), []);
});

test('a program started so has those processors and no other', { skip: !hasTaskset }, (t) => {
  const [file, ...argv] = onSpareProcessors();
  if (!file) return t.skip('this machine has one processor');
  const list = (command: string[]): number =>
    Number(execFileSync(command[0] ?? '', command.slice(1), { encoding: 'utf8' }).trim());
  assert.equal(list([file, ...argv, 'nproc']), list(['nproc']) - 1);
});
