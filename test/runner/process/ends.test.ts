/** How a run ends: by itself, by a signal, by its time-out, by a cancel; and that nothing of it is alive then. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { RunnerOptions } from '../../../src/runner/index.ts';
import { defaultLimits } from '../../../src/runner/limits.ts';
import { createPipePool } from '../../../src/runner/process/pipe.ts';
import { startRun } from '../../../src/runner/run.ts';
import { findTools } from '../../../src/runner/sandbox/tools.ts';
import { createScratch } from '../../../src/runner/scratch.ts';
import { djangoInterpreter } from '../../django-python.ts';
import { begin, findProcesses, makeFolder, makeProject, makeRunner, requestOf, runOnce, until } from '../workbench.ts';

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
  const tryWith = (file: string) => runOnce(runner, project, { interpreter: { ...djangoInterpreter, path: file } });
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

/** Also without a namespace, where descriptors of the service could be anywhere. */
const ways: [string, Partial<RunnerOptions>][] = [
  ['the best sandbox', {}],
  ['the reduced sandbox', { without: ['copy-on-write', 'read-only', 'private-copy'] }],
  ['no sandbox', { sandbox: 'none' }],
];
for (const [way, options] of ways) {
  test(`in ${way} a script of our own runs with the workspace as its folder, and holds nothing of the service open`, async (t) => {
    const project = makeProject(t, 'misbehaves');
    const script = path.join(makeFolder(t), 'probe.py');
    writeFileSync(
      script,
      `import os, sys
def is_open(number):
    try:
        # An inherited descriptor may stand there as /dev/null.
        return os.fstat(number).st_rdev != os.stat("/dev/null").st_rdev
    except OSError:
        return False
def is_writable():
    try:
        open(__file__, "a").close()
    except OSError:
        return False
    return True
print(os.getcwd(), sys.argv[1:], [number for number in range(3, 300) if is_open(number)], is_writable())
`,
    );
    const end = await runOnce(makeRunner(t, options), project, {
      command: { kind: 'script', file: script, argv: ['--all', 'x'] },
    });
    const changes = options.sandbox === 'none' ? 'True' : 'False';
    assert.equal(end.text, `${project} ['--all', 'x'] [] ${changes}`, 'nor may it change the script');
    assert.equal(end.exitCode, 0);
    const count = options.sandbox === 'none' ? null : 0;
    assert.deepEqual(end.sandbox.discarded, { files: count, bytes: count }, 'and nothing is told that nobody counted');
  });
}

test('a run whose process cannot be remembered, as on a full disk, fails and leaves nothing at its gate', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const homeDir = makeFolder(t);
  const scratch = createScratch(makeFolder(t), homeDir);
  const tools = await findTools();
  const full = (): never => {
    throw new Error('ENOSPC: no space left on device');
  };
  const { ended } = startRun(
    requestOf(project, { name: 'full' }),
    {},
    {
      tools,
      profiles: ['copy-on-write'],
      problem: '',
      log: { info: () => undefined, warn: () => undefined },
      limits: defaultLimits,
      scratch: { ...scratch, create: async (name) => ({ ...(await scratch.create(name)), remember: full }) },
      homeDir,
      servicePaths: [],
      pipes: createPipePool(scratch.pipes, tools.mkfifo ?? 'mkfifo'),
      groups: null,
    },
  );
  const end = await ended;
  assert.equal(end.ended, 'could_not_start');
  assert.match(end.cause ?? '', /no space left/);
  await until(() => findProcesses(project).length === 0, 'the end of the sandbox', 5000);
});
