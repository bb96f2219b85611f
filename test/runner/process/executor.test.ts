/** The process that carries runs out: it may be lost at any moment, and it forgets to close nothing. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTools } from '../../../src/runner/sandbox/tools.ts';
import { djangoPython } from '../../django-python.ts';
import { begin, findProcesses, makeFolder, makeProject, makeRunner, runOnce, until } from '../workbench.ts';

const findExecutor = (scratchDir: string): number => {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return Number(children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(scratchDir)));
};

for (const sandbox of ['auto', 'none'] as const) {
  test(`an executor that is killed (sandbox ${sandbox}) costs its runs, which say so; nothing of them stays, and the next run works`, async (t) => {
    const project = makeProject(t, 'misbehaves');
    const scratchDir = makeFolder(t);
    const runner = makeRunner(t, { scratchDir, sandbox });
    const run = begin(runner, project, { behaviour: 'forever' });
    await until(() => run.text().includes('ready'), 'its first line');
    process.kill(findExecutor(scratchDir), 'SIGKILL');
    const end = await run.finished;
    assert.deepEqual([end.exitCode, end.text], [137, 'ready']);
    assert.match(end.cause ?? '', /ended unexpectedly.*Run it again/);
    const next = await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: '0' } });
    assert.deepEqual([next.exitCode, next.text], [0, 'out\nerr']);
    await until(() => findProcesses(project).length === 0, 'the end of what it had started');
    assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
  });
}

test('Ctrl-C in the terminal reaches the service alone: its runs are still there to be ended in order', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const run = begin(makeRunner(t, { scratchDir }), project, { behaviour: 'forever' });
  await until(() => run.text().includes('ready'), 'its first line');
  const groupOf = (pid: number): string =>
    execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)])
      .toString()
      .trim();
  assert.notEqual(groupOf(findExecutor(scratchDir)), groupOf(process.pid));
  run.cancel();
  assert.equal((await run.ended).ended, 'cancelled');
});

test('many runs at once and one after another leave no folder, no pipe open and no process behind', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir });
  const countDescriptors = (): number[] =>
    ['self', findExecutor(scratchDir)].map((pid) => readdirSync(`/proc/${pid}/fd`).length);
  await runOnce(runner, project, { behaviour: 'exits', environment: { HOW: '0' } });
  const before = countDescriptors();
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
  assert.deepEqual(countDescriptors(), before);
  assert.deepEqual(findProcesses(project), []);
  assert.equal(existsSync(path.join(project, '__pycache__')), false);
});

const plenty = 4096;

/** Descriptors below this number may be opened by a process that is there already. */
const limitDescriptors = (pid: number, most: number): void => {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:${plenty}`]);
};

test('an executor without descriptors to spare refuses what comes, goes on with what runs, and keeps no pipe of it', {
  skip: process.platform !== 'linux' && 'prlimit is of Linux',
}, async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir });
  const quick = { behaviour: 'exits', environment: { HOW: '0' } };
  await runOnce(runner, project, quick);
  const going = begin(runner, project, { behaviour: 'forever' });
  await until(() => going.text().includes('ready'), 'its first line');
  await runOnce(runner, project, quick);
  const executor = findExecutor(scratchDir);
  const listOpen = (): string[] =>
    readdirSync(`/proc/${executor}/fd`).map((descriptor) => readlinkSync(`/proc/${executor}/fd/${descriptor}`));
  const before = listOpen().length;
  const refusals = new Set<string>();
  // Wherever on its way a run finds that there are no more.
  for (let room = 0; room < 24; room += 1) {
    limitDescriptors(executor, before + room);
    const { exitCode, cause } = await runOnce(runner, project, quick);
    assert.ok(
      exitCode === 0 || /could not be started: The service may open too few files/.test(cause ?? ''),
      `${room}: ${cause}`,
    );
    if (cause !== null) refusals.add(cause);
  }
  assert.ok(refusals.size > 0, 'some found none');
  limitDescriptors(executor, plenty);
  assert.deepEqual([findExecutor(scratchDir), (await runOnce(runner, project, quick)).exitCode], [executor, 0]);
  assert.equal(
    listOpen().filter((file) => file.startsWith(path.join(scratchDir, 'pipes'))).length,
    1,
    'of that which runs',
  );
  going.cancel();
  assert.equal((await going.ended).ended, 'cancelled', 'it was not lost');
});

test('a run for which no executor can be made could not be started, and the next one works', {
  skip: process.platform !== 'linux' && 'prlimit is of Linux',
}, async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir });
  const quick = { behaviour: 'exits', environment: { HOW: '0' } };
  await runOnce(runner, project, quick);
  const executor = findExecutor(scratchDir);
  process.kill(executor, 'SIGKILL');
  await until(() => !existsSync(`/proc/${executor}`), 'the end of the executor');
  // Started before: afterwards there are no descriptors for it either.
  const relief = spawn('sh', ['-c', `read go; exec prlimit --pid ${process.pid} --nofile=${plenty}:${plenty}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  limitDescriptors(process.pid, readdirSync('/proc/self/fd').length - 1);
  const { exitCode, cause } = await runOnce(runner, project, quick);
  relief.stdin.end('go\n');
  await once(relief, 'exit');
  assert.equal(exitCode, 126);
  assert.match(cause ?? '', /^The run could not be started: The service may open too few files at once\. Raise/);
  assert.equal((await runOnce(runner, project, quick)).exitCode, 0);
});

test('a Python that cannot be looked at for want of descriptors is not said to be damaged', {
  skip: process.platform !== 'linux' && 'prlimit is of Linux',
}, async (t) => {
  const runner = makeRunner(t);
  const project = makeProject(t, 'misbehaves');
  const find = () => runner.findInterpreter(project, djangoPython);
  assert.ok('found' in (await find()));
  // A finding is good for a second.
  await sleep(1100);
  const taken: number[] = [];
  limitDescriptors(process.pid, 200);
  try {
    assert.throws(() => {
      for (;;) taken.push(openSync('/dev/null', 'r'));
    }, /EMFILE/);
    await assert.rejects(find(), /The service may open too few files at once\. Raise its limit/);
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
    limitDescriptors(process.pid, plenty);
  }
});

test('what could not be written for runs while there was no room is written when there is', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir });
  const quick = { behaviour: 'exits', environment: { HOW: '0' } };
  writeFileSync(path.join(scratchDir, 'etc'), 'in the way');
  assert.match((await runOnce(runner, project, quick)).cause ?? '', /could not be started/);
  rmSync(path.join(scratchDir, 'etc'));
  assert.equal((await runOnce(runner, project, quick)).exitCode, 0);
});

/** The executor inherits the flags of its service. */
const withFlags = (t: TestContext, ...flags: string[]): void => {
  const count = process.execArgv.push(...flags);
  t.after(() => process.execArgv.splice(count - flags.length));
};

test('collecting garbage during runs closes nothing that they still use, and they leave nothing to it', async (t) => {
  withFlags(t, '--import', path.join(import.meta.dirname, '../../fixtures/collects.ts'));
  const project = makeProject(t, 'misbehaves');
  const runner = makeRunner(t);
  const outputFile = path.join(makeFolder(t), 'output.gz');
  const whole = begin(runner, project, { behaviour: 'forever' });
  for (let round = 0; round < 3; round += 1) {
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
  whole.cancel();
  assert.equal((await whole.ended).ended, 'cancelled', 'the executor has lived through all of it');
});

test('a run that is asked for in the moment in which an idle executor is let go is carried out all the same', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const project = makeProject(t, 'misbehaves');
  let answer = (): void => undefined;
  let asked = Promise.resolve();
  const runner = makeRunner(t, { findTools: () => asked.then(() => findTools()) });
  const succeeds = { behaviour: 'exits', environment: { HOW: '0' } };
  assert.equal((await runOnce(runner, project, succeeds)).exitCode, 0);
  asked = new Promise((resolve) => {
    answer = resolve;
  });
  // Whether there is a sandbox is looked for anew, and takes a while.
  const probing = runner.probeSandbox();
  const second = runOnce(runner, project, succeeds);
  t.mock.timers.tick(10 * 60_000);
  answer();
  await probing;
  assert.deepEqual([(await second).ended, (await second).exitCode], ['exited', 0]);
});

test('what lies in the scratch folder between runs may be removed: the next run makes it again', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const runner = makeRunner(t, { scratchDir });
  const quick = { behaviour: 'exits', environment: { HOW: '0' } };
  for (const swept of ['nothing', 'etc/hosts', 'etc', 'runs', 'pipes', '.']) {
    rmSync(path.join(scratchDir, swept), { recursive: true, force: true });
    const { exitCode, cause } = await runOnce(runner, project, quick);
    assert.deepEqual([exitCode, cause], [0, null], swept);
  }
});
