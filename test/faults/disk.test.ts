import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { inspector } from '../cli/rig.ts';
import { makeFolder, makeProject, until } from '../service.ts';
import { startProcess } from './service-process.ts';

const folder = makeFolder();
const small = join(folder, 'small');
const isRoot = process.getuid?.() === 0;

afterEach(() => {
  if (isRoot) execFileSync('umount', ['-l', small], { stdio: 'ignore' });
  rmSync(small, { recursive: true, force: true });
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('D04 D08 a full disk is 503, the service stays up and recovers; a removed data folder is 503 too', {
  timeout: 120_000,
  skip: !isRoot && 'mounting needs root',
}, async () => {
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]);
  const dataDir = join(small, 'data');
  const logFile = join(small, 'service.log');
  const log = openSync(logFile, 'a');
  const service = await startProcess(dataDir, ['--log-level', 'info'], log);
  closeSync(log);
  const add = (name: string) => service.client.post('/api/workspaces/', { path: makeProject(folder, name) });
  assert.equal((await add('before')).status, 201);
  const filler = join(small, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
  } catch {}
  const full = await until(
    async () => add(`full-${Math.random().toString(36).slice(2)}`),
    (answer) => answer.status === 503,
    'the full disk is told',
  );
  assert.equal(full.json().code, 'unavailable');
  assert.match(full.text, /full|cannot be read or written/);
  assert.equal(
    (await service.client.get('/api/workspaces/before/status/')).status,
    200,
    'what is in memory is still answered',
  );
  // More lines than the last page of the log has room for, while whatever is given free is taken at once.
  for (let asked = 0; asked < 100; asked += 1) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(4096));
    } catch {}
    await service.client.get('/api/session/');
  }
  const run = await until(
    async () => service.client.post('/api/task-runs/', { workspace: 'before', preset: 'check', confirm_safe: 'on' }),
    (answer) => answer.status === 503,
    'so is a run',
  );
  assert.equal(run.json().code, 'unavailable');
  const doctor = await inspector(['doctor'], dataDir);
  assert.match(doctor.out, /! disk: 0 MiB are free for .*\n +Free some space/);
  rmSync(filler);
  await until(
    async () => add(`again-${Math.random().toString(36).slice(2)}`),
    (answer) => answer.status === 201,
    'it recovers when there is space',
  );
  await until(
    () => readFileSync(logFile, 'utf8').split('\n').at(-2) ?? '',
    (last) => /^\{.*"POST".*"status":201.*\}$/.test(last),
    'so does its log on the same disk, with whole lines',
  );
  rmSync(dataDir, { recursive: true });
  const gone = await add('gone');
  assert.equal(gone.status, 503, gone.text);
  assert.equal(service.child.exitCode, null, 'and does not fall over');
  await service.kill('SIGKILL');
});

test('a service that is started on a full disk says so, and what to do', {
  timeout: 60_000,
  skip: !isRoot && 'mounting needs root',
}, async () => {
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
  mkdirSync(join(small, 'data'), { mode: 0o700 });
  try {
    writeFileSync(join(small, 'filler'), Buffer.alloc(2 * 1024 * 1024));
  } catch {}
  const { code, err } = await inspector(['list'], join(small, 'data'));
  assert.deepEqual([code, err], [69, 'The disk with the data folder is full. Free some space and try again.\n']);
});
