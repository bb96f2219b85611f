/** A workspace that is removed while it is run or read: nothing of that stays, neither going on nor on the disk. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAfterWrite } from '../../src/usecases/scans/databases.ts';
import { memoryOf } from '../../src/usecases/scans/memory.ts';
import { makeProject, queueRun, scanOnly, startTestService, until } from '../service.ts';

test('a run that begins while its workspace is being removed ends with it, and leaves no output behind', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  const { context } = service.app;
  const output = join(service.dataDir, 'output');
  const path = makeProject(service.folder, 'shop', {
    'manage.py': 'import time\nprint("begun", flush=True)\ntime.sleep(600)\n',
  });
  await service.owner.post('/api/workspaces/', { path });
  // Asked for right after one has looked which there are.
  const { listUnfinished } = context.store.runs;
  let late: Promise<unknown> | undefined;
  context.store.runs.listUnfinished = async () => {
    const runs = await listUnfinished();
    late ??= queueRun(service.owner, 'shop', 'version');
    await until(
      () => (existsSync(output) ? readdirSync(output).length : 0),
      (files) => files > 0,
      'the run has begun',
    );
    return runs;
  };
  const removed = await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop');
  assert.equal(removed.status, 204, removed.text);
  await Promise.allSettled([late]);
  assert.deepEqual([context.liveRuns.size, readdirSync(output)], [0, []]);
});

test('a workspace that is removed while it is read leaves no fault in the log', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service, 'shop');
  const { context } = service.app;
  const faults = t.mock.method(context.log, 'error', () => undefined);
  const released = Promise.withResolvers<never>();
  const reads = (['read', 'readLogs'] as const).map((name) =>
    t.mock.method(context.scanner, name, () => released.promise),
  );
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await until(
    () => reads.map(({ mock }) => mock.callCount()),
    (counts) => counts.every((count) => count > 0),
    'it is being read',
  );
  assert.equal((await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop')).status, 204);
  released.reject(new Error('There is nothing to read.'));
  // What is under way has ended then.
  await service.stop();
  assert.deepEqual(
    faults.mock.calls.map((call) => call.arguments),
    [],
  );
});

test('what is known of a workspace, secrets among it, goes with it, also what was found while it was removed', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { context } = service.app;
  const { read } = context.scanner;
  const order: string[] = [];
  const forget = t.mock.method(context.scanner, 'forget', () => order.push('forgotten'));
  const [found, goOn] = [Promise.withResolvers<string[]>(), Promise.withResolvers<void>()];
  context.scanner.read = async (...args) => {
    const reading = await read(...args);
    found.resolve(reading.secrets);
    await goOn.promise;
    order.push('read');
    return reading;
  };
  const path = makeProject(service.folder, 'shop');
  await service.owner.post('/api/workspaces/', { path });
  assert.deepEqual(await found.promise, ['planted-secret-key-of-the-tiny-project']);
  assert.equal((await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop')).status, 204);
  goOn.resolve();
  // What is under way has ended then.
  await service.stop();
  assert.deepEqual([...context.memories.values()], []);
  assert.ok(forget.mock.calls.every(({ arguments: told }) => String(told) === path));
  assert.deepEqual(
    [order[0], order.at(-1)],
    ['forgotten', 'forgotten'],
    'the readers are told, also after the last reading',
  );
});

test('a database that is still looked at when its workspace is removed leaves nothing of it in memory', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  const { context } = service.app;
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const [workspace] = await context.store.workspaces.list();
  assert.ok(workspace);
  const file = join(workspace.path, 'db.sqlite3');
  memoryOf(context, workspace.id).databases.marks.set(file, { mark: 'same', seenAt: 0 });
  const [asked, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  context.scanner.readMark = () => {
    asked.resolve();
    return looked.promise;
  };
  const told = readAfterWrite(context, workspace, [file]);
  await asked.promise;
  assert.equal((await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop')).status, 204);
  looked.resolve('same');
  await told;
  assert.deepEqual([...context.memories.keys()], []);
});

test('of a workspace that is moved the readers forget the folder that it was in', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  const forget = t.mock.method(service.app.context.scanner, 'forget');
  const path = makeProject(service.folder, 'shop');
  await service.owner.post('/api/workspaces/', { path });
  const fields = { path: makeProject(service.folder, 'elsewhere') };
  assert.equal((await service.owner.send('PATCH', '/api/workspaces/shop/', { fields })).status, 200);
  assert.deepEqual(
    forget.mock.calls.map(({ arguments: told }) => told),
    [[path]],
  );
});

test('a workspace that is removed while it is moved is not there: no fault of ours', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  scanOnly(service);
  const { context } = service.app;
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  // Somebody else is a moment faster than the look at the new folder.
  t.mock.method(context.store.workspaces, 'findByPath', async () => {
    await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop');
    return undefined;
  });
  const fields = { path: makeProject(service.folder, 'elsewhere') };
  const moved = await service.owner.send('PATCH', '/api/workspaces/shop/', { fields });
  assert.deepEqual([moved.status, moved.json().code], [404, 'not_found'], moved.text);
  assert.equal(context.memories.size, 0, 'and nothing of it is remembered');
});
