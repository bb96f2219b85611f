/** A service that is stopped, that another program keeps from its store; one whose folder is read-only. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { TaskRun } from '../../src/contract/index.ts';
import { inspector } from '../cli/rig.ts';
import { makeFolder, makeProject, queueRun, until, waitForRun } from '../service.ts';
import { processesWith, type ServiceProcess, startProcess } from './service-process.ts';

const folder = makeFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

const readRun = async (service: ServiceProcess, id: number): Promise<TaskRun> =>
  (await service.client.get(`/api/task-runs/${id}/`)).json<TaskRun>();

/** `check` goes on for ever and hears no signal, everything else ends at once. */
const manage = `import signal, sys, time
if sys.argv[1] == "check":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("begun", flush=True)
    time.sleep(600)
print("3.2")
`;

test('Q06 a stop during five runs cancels them within five seconds, and those that waited run at the next start', {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder, 'data');
  const names = Array.from({ length: 5 }, (_, index) => `stop${process.pid}site${index}`);
  const first = await startProcess(dataDir, ['--runs-at-once', '5']);
  const begun: number[] = [];
  const waiting: number[] = [];
  for (const name of names) {
    const path = makeProject(folder, name, { 'manage.py': manage });
    assert.equal((await first.client.post('/api/workspaces/', { path })).status, 201);
    begun.push((await queueRun(first.client, name, 'check')).id);
    waiting.push((await queueRun(first.client, name, 'version')).id);
  }
  for (const id of begun)
    await until(
      () => readRun(first, id),
      ({ log }) => log.includes('begun'),
      `run ${id} has begun`,
    );
  const asked = performance.now();
  await first.kill('SIGTERM');
  assert.equal(first.child.exitCode, 0, first.errors());
  assert.ok(performance.now() - asked < 5000, `${performance.now() - asked} ms`);
  assert.deepEqual(processesWith(`stop${process.pid}site`), []);

  const second = await startProcess(dataDir);
  for (const id of begun) {
    const { status, progress, metadata } = await readRun(second, id);
    assert.deepEqual([status, progress, metadata.command.exit_code], ['cancelled', 100, 130]);
    assert.equal(metadata.command.error, 'The service was stopped.');
  }
  for (const id of waiting) assert.equal((await waitForRun(second.client, id)).status, 'succeeded');
  await second.kill('SIGTERM');
});

test('D05 a store that another program keeps locked is 503 in words, and answers again when it is let go', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(folder, 'locked');
  const service = await startProcess(dataDir);
  const add = (name: string) => service.client.post('/api/workspaces/', { path: makeProject(folder, name) });
  assert.equal((await add('before')).status, 201);
  const other = new DatabaseSync(join(dataDir, 'inspector.sqlite3'));
  await until(
    () => {
      try {
        other.exec('BEGIN IMMEDIATE');
        return true;
      } catch {
        return false;
      }
    },
    (isTaken) => isTaken,
    'the other program has the lock',
  );
  const refused = await add('meanwhile');
  assert.deepEqual([refused.status, refused.json().code], [503, 'unavailable'], refused.text);
  assert.match(refused.text, /locked by another program/);
  assert.equal((await service.client.get('/api/workspaces/')).status, 200, 'what is only read is answered');
  other.exec('ROLLBACK');
  other.close();
  assert.equal((await add('afterwards')).status, 201);
  await service.kill('SIGTERM');
});

test('D08 a data folder that is read-only is told in one sentence, whatever is asked', {
  timeout: 120_000,
  skip: process.getuid?.() !== 0 && 'mounting needs root',
}, async (t) => {
  const mounted = join(folder, 'mounted');
  mkdirSync(mounted);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mounted]);
  t.after(() => execFileSync('umount', ['-l', mounted], { stdio: 'ignore' }));
  const dataDir = join(mounted, 'data');
  assert.equal((await inspector(['list'], dataDir)).code, 0);
  execFileSync('mount', ['-o', 'remount,ro', mounted]);
  for (const args of [['list'], [], ['users'], ['doctor']]) {
    const { code, out, err } = await inspector(args, dataDir);
    assert.equal(code, args[0] === 'doctor' ? 1 : 69, `${args} ${out}${err}`);
    assert.match(out + err, /read-only|cannot be written/i, `${args} ${out}${err}`);
    assert.doesNotMatch(err, /\n +at /);
  }
});

test('a service that cannot be opened leaves no store open: an agent tries again with every question', {
  timeout: 60_000,
  skip: process.platform !== 'linux' && 'open files are told by /proc',
}, async () => {
  const dataDir = join(folder, 'closed-again');
  const config = readConfig({ 'data-dir': dataDir }, {});
  await (await openApp(config))?.close();
  const other = new DatabaseSync(join(dataDir, 'inspector.sqlite3'));
  other.exec('BEGIN IMMEDIATE');
  // Its log: the file itself is kept open in this process for as long as the other has it locked.
  const openLogs = (): string[] =>
    readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        const file = readlinkSync(`/proc/self/fd/${name}`);
        return file === join(dataDir, 'inspector.sqlite3-wal') ? [file] : [];
      } catch {
        return [];
      }
    });
  const before = openLogs();
  await assert.rejects(openApp(config), /locked by another program/);
  assert.deepEqual(openLogs(), before);
  other.close();
});
