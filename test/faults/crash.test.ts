import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { RunSummary, TaskRun } from '../../src/contract/index.ts';
import { isFinal, makeFolder, makeProject, queueRun, slowSettings, until, waitForRun } from '../service.ts';
import { processesWith, type ServiceProcess, startProcess } from './service-process.ts';

const folder = makeFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

const readRun = async (service: ServiceProcess, id: number): Promise<TaskRun> =>
  (await service.client.get(`/api/task-runs/${id}/`)).json<TaskRun>();

test('D01 D02 a service that is killed loses no run that it answered for, and leaves nothing running', {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder, 'data');
  const mark = `mark${process.pid}forever`;
  makeProject(folder, mark, {
    'config/settings.py': slowSettings('import time, sys\nprint("begun", flush=True)\ntime.sleep(600)'),
  });
  const first = await startProcess(dataDir);
  await first.client.post('/api/workspaces/', { path: join(folder, mark) });
  const running = await queueRun(first.client, mark, 'check');
  await until(
    () => readRun(first, running.id),
    (run) => run.log.includes('begun'),
    'the command has begun',
  );
  const waiting = await queueRun(first.client, mark, 'version');
  await first.kill('SIGKILL');
  // As if it had been killed while it removed a run: the record goes first.
  const output = join(dataDir, 'output');
  writeFileSync(join(output, '999.gz'), 'what it printed');
  await until(
    () => processesWith(mark),
    (pids) => pids.length === 0,
    'nothing of the run is alive',
  );

  const second = await startProcess(dataDir);
  const lost = await readRun(second, running.id);
  assert.equal(lost.status, 'failed');
  assert.equal(lost.progress, 100);
  assert.equal(lost.metadata.command.exit_code, 137);
  assert.match(lost.metadata.command.error ?? '', /ended unexpectedly/);
  assert.match(lost.log, /begun/, 'its log is kept');
  assert.ok(existsSync(join(output, `${running.id}.gz`)), 'and its output');
  assert.ok(!existsSync(join(output, '999.gz')), 'of a run that is forgotten nothing stays');
  const events = await second.client.get(`/api/workspaces/${mark}/logs/?source=inspector`);
  assert.match(events.text, new RegExp(`Run ${running.id} \\(Check project\\) failed: The service ended unexpectedly`));
  const queued = await until(
    () => readRun(second, waiting.id),
    (run) => run.status !== 'queued',
    'what waited runs now',
  );
  assert.notEqual(queued.status, 'failed');
  await second.kill('SIGTERM');
});

const rounds = Number(process.env.INSPECTOR_TEST_KILLS ?? 5);

test('killed again and again under load: no id is lost, no run stays between two states, the store is sound', {
  timeout: 200_000 + rounds * 20_000,
}, async () => {
  const dataDir = join(folder, 'rounds');
  // Short runs, so that most kills meet one on its way; room for all that the kills leave waiting.
  const flags = ['--queue-limit', '100000', '--keep-runs', '100000'];
  for (const name of ['one', 'two']) makeProject(folder, name, { 'manage.py': 'print("3.2")\n' });
  const seen = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const service = await startProcess(dataDir, flags);
    if (round === 0)
      for (const name of ['one', 'two']) await service.client.post('/api/workspaces/', { path: join(folder, name) });
    const burst = Array.from({ length: 12 }, (_, index) =>
      queueRun(service.client, index % 2 ? 'one' : 'two', 'version').then((run) => seen.add(run.id)),
    );
    const all = Promise.allSettled(burst);
    await Promise.all(burst.slice(0, 4 + (round % 8)));
    await service.kill('SIGKILL');
    await all;
  }
  const last = await startProcess(dataDir, flags);
  const runs = new Map<number, string>();
  for (let before: number | null = 0; before !== null; ) {
    const answer = await last.client.get(`/api/task-runs/${before ? `?before=${before}` : ''}`);
    const page: RunSummary[] = answer.json<RunSummary[]>();
    for (const run of page) runs.set(run.id, run.status);
    before = page.at(-1)?.id ?? null;
  }
  for (const id of seen) assert.ok(runs.has(id), `run ${id} was answered for`);
  for (const id of seen) {
    const run = await waitForRun(last.client, id, 120_000);
    assert.ok(isFinal(run) && run.progress === 100);
  }
  await last.kill('SIGTERM');
  const store = new DatabaseSync(join(dataDir, 'inspector.sqlite3'), { readOnly: true });
  assert.equal(store.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  store.close();
});
