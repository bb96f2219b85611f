/** The service may be killed at any moment: nothing that it started outlives it, and the next start clears up. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { defaultLimits } from '../../../src/runner/limits.ts';
import { withGate } from '../../../src/runner/sandbox/launch.ts';
import { findProcesses, makeFolder, makeProject, makeRunner, until } from '../workbench.ts';

const service = path.join(import.meta.dirname, '../../fixtures/service.ts');

/** The service's own command line names the project too. */
const findSandboxes = (project: string, child: ChildProcess): number[] =>
  findProcesses(project).filter((pid) => pid !== child.pid);

/** `left`: a descriptor that whoever started the service left open for it. */
const startService = (scratchDir: string, project: string, runs: number, left: number[] = []): ChildProcess =>
  spawn(process.execPath, [service, scratchDir, project, String(runs)], {
    stdio: ['ignore', 'pipe', 'inherit', ...Array(left.length && 17).fill('ignore'), ...left],
  });

const listOpen = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).map((descriptor) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
    } catch {
      return '';
    }
  });

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

test('D02 S08 no sandbox process has what the service had open; after kill -9 of the service none is alive, and its scratch folders go at the next start', async (t) => {
  const project = makeProject(t, 'misbehaves');
  const scratchDir = makeFolder(t);
  const secret = path.join(makeFolder(t), 'secret');
  writeFileSync(secret, 'private');
  const left = openSync(secret, 'r');
  t.after(() => closeSync(left));
  const child = startService(scratchDir, project, 3, [left]);
  let lines = 0;
  child.stdout?.on('data', (text: Buffer) => {
    lines += text.toString().split('line').length - 1;
  });
  await until(() => lines >= 3, 'three runs to speak');
  assert.ok(findSandboxes(project, child).length >= 9, 'of each the sandbox, its first process and the command');
  assert.ok(listOpen(child.pid as number).includes(secret), 'the service has it');
  for (const pid of findSandboxes(project, child)) assert.ok(!listOpen(pid).includes(secret), 'and they do not');
  await killed(child);
  await until(() => findSandboxes(project, child).length === 0, 'the end of every sandbox', 20_000);
  assert.equal(readdirSync(path.join(scratchDir, 'runs')).length, 3);
  const runner = makeRunner(t, { scratchDir });
  await runner.clearLeftovers();
  assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
  assert.doesNotMatch(readFileSync('/proc/self/mountinfo', 'utf8'), new RegExp(scratchDir), 'no mount is left');
});

test('D02 whenever during the building of its sandboxes the service is killed, nothing outlives it', async (t) => {
  const project = makeProject(t, 'misbehaves');
  // Two runs are eight processes when both commands run: each round waits for one more of them, then kills.
  for (let processes = 1; processes <= 8; processes += 1) {
    const child = startService(makeFolder(t), project, 2);
    await until(() => findSandboxes(project, child).length >= processes, `${processes} processes`);
    await killed(child);
    await until(
      () => findSandboxes(project, child).length === 0,
      `the end of every sandbox after ${processes} processes`,
      20_000,
    );
  }
});

test('a command whose service is gone before it is let go never begins', (t) => {
  const file = path.join(makeFolder(t), 'began');
  const [shell = '', ...argv] = withGate(['/usr/bin/touch', file], defaultLimits);
  const begin = (word: string) => {
    const gate = path.join(makeFolder(t), 'gate');
    writeFileSync(gate, word);
    const stdio = ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', openSync(gate, 'r'), 'ignore'] as const;
    return spawnSync(shell, argv, { stdio: [...stdio] }).status;
  };
  assert.deepEqual([begin(''), existsSync(file)], [125, false], 'its gate closed without a word');
  assert.deepEqual([begin('go\n'), existsSync(file)], [0, true]);
});

test('a sandbox that an earlier service left is ended, another process with its pid is not', async (t) => {
  const scratchDir = makeFolder(t);
  const victim = spawn('sleep', ['60']);
  const other = spawn('sleep', ['60']);
  t.after(() => other.kill('SIGKILL'));
  t.after(() => victim.kill('SIGKILL'));
  const startTime = (pid: number | undefined): string =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  for (const [name, text] of [
    ['left', `${victim.pid} ${startTime(victim.pid)}`],
    ['stale', `${other.pid} 1`],
    ['broken', 'x'],
  ] as const) {
    mkdirSync(path.join(scratchDir, 'runs', name), { recursive: true });
    writeFileSync(path.join(scratchDir, 'runs', name, 'process'), text);
  }
  const gone = new Promise((resolve) => victim.once('exit', resolve));
  await makeRunner(t, { scratchDir }).clearLeftovers();
  await gone;
  assert.equal(other.exitCode, null);
  assert.ok(existsSync(`/proc/${other.pid}`));
  assert.deepEqual(readdirSync(path.join(scratchDir, 'runs')), []);
});
