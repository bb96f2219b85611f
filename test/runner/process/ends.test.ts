/** How a run ends: by itself, by a signal, by its time-out, by a cancel; and that nothing of it is alive then. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  begin,
  findProcesses,
  makeFolder,
  makeProject,
  makeRunner,
  runOnce,
  systemInterpreter,
  until,
} from '../workbench.ts';

test('X01 a command that ignores every signal it can is ended at its time-out, with no survivor', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const runner = makeRunner(t);
  let text = '';
  // A busy machine may take longer than a second until the command speaks: then it is given more.
  for (let seconds = 1; text === '' && seconds < 60; seconds *= 3) {
    const end = await runOnce(runner, project, { behaviour: 'forever', timeoutMs: seconds * 1000 });
    assert.equal(end.ended, 'timed_out');
    assert.equal(end.exitCode, 124);
    assert.match(end.cause ?? '', new RegExp(`did not end within ${seconds} second`));
    assert.ok(end.durationMs < seconds * 1000 + 10_000, `ended after ${end.durationMs} ms`);
    assert.deepEqual(findProcesses(project), []);
    text = end.text;
  }
  assert.equal(text, 'ready', 'what it had written is kept');
});

test('X02 a daemon that left its session and holds the output ends with the run', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const end = await runOnce(makeRunner(t), project, { behaviour: 'daemonizes' });
  assert.equal(end.exitCode, 0);
  assert.equal(end.text, 'left a daemon behind');
  assert.ok(end.durationMs < 20_000);
  assert.deepEqual(findProcesses(project), []);
});

test('X03 cancelling ends the whole tree, keeps the output and may be done twice', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const run = begin(makeRunner(t), project, { behaviour: 'forever' });
  await until(() => run.text().includes('ready'), 'its first line');
  run.cancel();
  run.cancel();
  const end = await run.finished;
  assert.equal(end.ended, 'cancelled');
  assert.equal(end.exitCode, 130);
  assert.equal(end.text, 'ready');
  assert.deepEqual(findProcesses(project), []);
  run.cancel();
  assert.equal((await run.ended).ended, 'cancelled', 'a cancel after the end changes nothing');
});

test('X03 a run cancelled before it began never begins', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const run = begin(makeRunner(t), project, { behaviour: 'forever' });
  run.cancel();
  const end = await run.finished;
  assert.equal(end.ended, 'cancelled');
  assert.equal(end.exitCode, 130);
  assert.deepEqual(findProcesses(project), []);
});

test('X08 exit codes and signals are told apart, and both streams come in the order they were written', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const runner = makeRunner(t);
  const tryWith = async (how: string) => {
    const { exitCode, ended, text } = await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: how } });
    assert.equal(text, 'out\nerr');
    return { exitCode, ended };
  };
  assert.deepEqual(await tryWith('0'), { exitCode: 0, ended: 'exited' });
  assert.deepEqual(await tryWith('3'), { exitCode: 3, ended: 'exited' });
  assert.deepEqual(await tryWith('signal:SIGSEGV'), { exitCode: 139, ended: 'signalled' });
  assert.deepEqual(await tryWith('signal:SIGTERM'), { exitCode: 143, ended: 'signalled' });
});

test('X10 a missing or unusable interpreter is a failed run with its reason', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const folder = makeFolder(t);
  const runner = makeRunner(t);
  const tryWith = (file: string) => runOnce(runner, project, { interpreter: { ...systemInterpreter, path: file } });
  const missing = await tryWith(path.join(folder, 'python'));
  assert.deepEqual([missing.ended, missing.exitCode], ['could_not_start', 127]);
  assert.match(missing.cause ?? '', /does not exist/);
  const text = path.join(folder, 'text');
  writeFileSync(text, 'not a program');
  const forbidden = await tryWith(text);
  assert.deepEqual([forbidden.ended, forbidden.exitCode], ['could_not_start', 126]);
  assert.match(forbidden.cause ?? '', /not executable/);
  chmodSync(text, 0o755);
  const nonsense = await tryWith(text);
  assert.deepEqual([nonsense.ended, nonsense.exitCode], ['could_not_start', 126]);
  assert.match(nonsense.cause ?? '', /not a program that this machine can run/);
  mkdirSync(path.join(folder, 'folder'));
  assert.match((await tryWith(path.join(folder, 'folder'))).cause ?? '', /is not a file/);
  assert.equal((await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: '0' } })).exitCode, 0);
});

test('X11 a command that asks for input gets an end of file at once', async (t) => {
  const end = await runOnce(makeRunner(t), makeProject(t, 'misbehaves'), { behaviour: 'reads_stdin' });
  assert.equal(end.exitCode, 0);
  assert.equal(end.text, 'name? eof');
});

test('a script of our own runs with the workspace as its folder', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const script = path.join(makeFolder(t), 'probe.py');
  writeFileSync(script, 'import os, sys\nprint(os.getcwd(), sys.argv[1:])\n');
  const end = await runOnce(makeRunner(t), project, {
    command: { kind: 'script', file: script, argv: ['--all', 'x'] },
  });
  assert.equal(end.text, `${project} ['--all', 'x']`);
  assert.equal(end.exitCode, 0);
  assert.deepEqual(end.sandbox.discarded, { files: 0, bytes: 0 });
});

test('collecting garbage during runs closes nothing that they still use', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const project = makeProject(t, 'misbehaves');
  const runner = makeRunner(t);
  const complaints: string[] = [];
  const complain = (error: Error): unknown => complaints.push(error.message);
  process.on('uncaughtException', complain).on('warning', complain);
  const timer = setInterval(collect, 50);
  t.after(() => {
    clearInterval(timer);
    process.off('uncaughtException', complain).off('warning', complain);
  });
  const outputFile = path.join(makeFolder(t), 'output.gz');
  for (let round = 0; round < 2; round += 1) {
    const ends = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        runOnce(runner, project, {
          behaviour: 'exits',
          environment: { HOW: '0' },
          outputFile: `${outputFile}-${name}`,
        }),
      ),
    );
    for (const end of ends) assert.deepEqual([end.exitCode, end.text], [0, 'out\nerr']);
  }
  // What was forgotten instead of closed shows up now.
  for (let turn = 0; turn < 20; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(complaints, []);
});

test('many runs at once and one after another leave no folder, no pipe open and no process behind', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir });
  const descriptors = (): number => readdirSync('/proc/self/fd').length;
  await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: '0' } });
  const before = descriptors();
  for (let round = 0; round < 5; round += 1) {
    const ends = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        runOnce(runner, project, { behaviour: 'exits', environment: { HOW: String(index) } }),
      ),
    );
    assert.deepEqual(
      ends.map((end) => end.exitCode),
      [0, 1, 2, 3],
    );
  }
  assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
  assert.equal(readdirSync(path.join(scratchDir, 'pipes')).length, 4, 'pipes are used again');
  assert.equal(descriptors(), before);
  assert.deepEqual(findProcesses(project), []);
  assert.equal(existsSync(path.join(project, '__pycache__')), false);
});
