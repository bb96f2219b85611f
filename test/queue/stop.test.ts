import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { StatusWithRun } from '../../src/contract/index.ts';
import { makeProject, neverAnswer, queueRun, scanOnly, startTestService, type TestService, until } from '../service.ts';

const add = async (service: TestService): Promise<void> => {
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
};

test('a service that stops does not wait for a project that a scan was about to ask', { timeout: 30_000 }, async () => {
  const service = await startTestService();
  const count = neverAnswer(service);
  const { context } = service.app;
  const sandbox = context.sandbox;
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  context.sandbox = async () => {
    asked.resolve();
    await goOn.promise;
    return sandbox();
  };
  await add(service);
  await asked.promise;
  const stopped = service.end();
  goOn.resolve();
  await stopped;
  assert.equal(count.asked, 0);
});

/** Of the kinds that ask the project, and the errors that were noted. */
const scansLeft = ({ dataDir }: TestService) => {
  const file = new DatabaseSync(join(dataDir, 'inspector.sqlite3'), { readOnly: true });
  const scans = file.prepare("SELECT kind, status, summary FROM scans WHERE kind IN ('schema', 'migrations')").all();
  const errors = file.prepare("SELECT message FROM log_lines WHERE level = 'error'").all();
  file.close();
  return { scans: scans.map((row) => ({ ...row })), errors };
};

const waitingScans = ['schema', 'migrations'].map((kind) => ({ kind, status: 'pending', summary: 'Waiting' }));

test('a scan that is cut short by the end of the service waits for the next one, and is not told as failed', {
  timeout: 30_000,
}, async () => {
  const service = await startTestService();
  const count = neverAnswer(service);
  await add(service);
  await until(
    () => count.asked,
    (asked) => asked > 0,
    'the project is asked',
  );
  await service.stop();
  assert.deepEqual(scansLeft(service), { scans: waitingScans, errors: [] });
  await service.end();
});

test('one that is cut short while the next of its kind waits already leaves that one alone, and is not told as failed', {
  timeout: 30_000,
}, async () => {
  const service = await startTestService();
  const count = neverAnswer(service);
  await add(service);
  await until(
    () => count.asked,
    (asked) => asked > 0,
    'the project is asked',
  );
  await service.owner.post('/api/workspaces/shop/scans/', { kind: 'schema' });
  await service.stop();
  // Later than the scan of migrations.
  assert.deepEqual(scansLeft(service), { scans: waitingScans.toReversed(), errors: [] });
  await service.end();
});

test('a service that stops cancels a run that it was just about to begin', { timeout: 30_000 }, async () => {
  const service = await startTestService();
  neverAnswer(service);
  const { store } = service.app.context;
  await add(service);
  const [claiming, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const nextQueued = store.runs.nextQueued;
  store.runs.nextQueued = async (busy) => {
    const run = await nextQueued(busy);
    if (run) {
      claiming.resolve();
      await goOn.promise;
    }
    return run;
  };
  const fields = { workspace: 'shop', preset: 'check', confirm_safe: 'on' };
  assert.equal((await service.owner.post('/api/task-runs/', fields)).status, 201);
  await claiming.promise;
  const stopped = service.stop();
  goOn.resolve();
  await stopped;
  const file = new DatabaseSync(join(service.dataDir, 'inspector.sqlite3'), { readOnly: true });
  const row = file.prepare('SELECT status, error FROM runs').get();
  assert.deepEqual({ ...row }, { status: 'cancelled', error: 'The service was stopped.' });
  file.close();
  await service.end();
});

test('whoever waits for the end of a run is answered when the service stops, also where the run has not begun', {
  timeout: 30_000,
}, async () => {
  const service = await startTestService({ tasks: 'immediate' });
  neverAnswer(service);
  scanOnly(service);
  await add(service);
  const { store } = service.app.context;
  const fields = { workspace: 'shop', preset: 'check', confirm_safe: 'on' };
  const answers = [1, 2].map(() => service.owner.post('/api/task-runs/', fields));
  await until(
    () => store.runs.list({ limit: 2 }),
    (runs) => runs.length === 2 && runs.some(({ status }) => status === 'running'),
    'one runs and one waits',
  );
  await service.stop();
  const told = (await Promise.all(answers)).map((answer) => answer.json<StatusWithRun>().task_run.status);
  assert.deepEqual(told.sort(), ['cancelled', 'queued']);
  await service.end();
});

test('a stop is carried out also where the file that tells of the service cannot be removed', async () => {
  const service = await startTestService();
  neverAnswer(service);
  scanOnly(service);
  await add(service);
  const { id } = await queueRun(service.owner, 'shop', 'check');
  await until(
    () => service.app.context.liveRuns.size,
    (live) => live === 1,
    'it runs',
  );
  const told = join(service.dataDir, 'service.json');
  rmSync(told);
  mkdirSync(told);
  await service.stop();
  const file = new DatabaseSync(join(service.dataDir, 'inspector.sqlite3'), { readOnly: true });
  assert.equal(file.prepare('SELECT status FROM runs WHERE id = ?').get(id)?.status, 'cancelled');
  file.close();
  await service.end();
});

test('a service whose store takes no more writes does not wait for the ends of its scans', {
  timeout: 30_000,
}, async () => {
  const service = await startTestService();
  const { soon } = service.app.context.store;
  const { transition } = soon.scans;
  const refused = Promise.withResolvers<void>();
  soon.scans.transition = async (id, from, changes) => {
    if (changes.ended_at === undefined) return transition(id, from, changes);
    refused.resolve();
    throw new Error('The disk is full.');
  };
  await add(service);
  await refused.promise;
  await service.end();
});
