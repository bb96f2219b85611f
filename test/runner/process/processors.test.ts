import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { onSpareProcessors } from '../../../src/runner/process/processors.ts';

const hasTaskset = existsSync('/usr/bin/taskset') || existsSync('/bin/taskset');

test('runs get every processor but the first, also where the first is not number 0', { skip: !hasTaskset }, () => {
  assert.deepEqual(onSpareProcessors([0, 1]).slice(1), ['--cpu-list', '1']);
  assert.deepEqual(onSpareProcessors([2, 3, 8]).slice(1), ['--cpu-list', '3,8']);
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
