import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LogPage, Status } from '../../src/contract/index.ts';
import { recover } from '../../src/usecases/recovery.ts';
import { makeProject, queueRun, scanOnly, startTestService, type TestService, until, waitForRun } from '../service.ts';

const keys = ['workspace', 'insights', 'apps', 'schema', 'log_excerpt', 'scans', 'tasks', 'doc_links'];

const addShop = async (service: TestService): Promise<number> => {
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  assert.equal((await service.owner.get('/api/workspaces/shop/status/')).json<Status>().scans.length, 4);
  const workspace = await service.app.context.store.workspaces.findBySlug('shop');
  assert.ok(workspace);
  return workspace.id;
};

test('a part of the status that could not be read once is there the next time', async () => {
  const service = await startTestService();
  const { board, store } = service.app.context;
  const id = await addShop(service);
  const { listShown } = store.scans;
  store.scans.listShown = () => Promise.reject(new Error('The disk is gone.'));
  board.touch(id, 'scans');
  assert.equal((await service.owner.get('/api/workspaces/shop/status/')).status, 500);
  store.scans.listShown = listShown;
  assert.deepEqual(Object.keys((await service.owner.get('/api/workspaces/shop/status/')).json<Status>()), keys);
  await service.end();
});

test('all who ask for the status while it changes are given the whole of it, as it is at the end', async () => {
  const service = await startTestService();
  const { board, store } = service.app.context;
  const id = await addShop(service);
  const { listShown } = store.scans;
  const held = Promise.withResolvers<void>();
  let asked = 0;
  store.scans.listShown = async (...args) => {
    asked += 1;
    if (asked === 1) await held.promise;
    return asked === 1 ? listShown(...args) : [];
  };
  board.touch(id, 'scans');
  const answers = [1, 2, 3].map(() => board.read('shop', 'http://inspector.localhost/'));
  await until(
    () => asked,
    (times) => times === 1,
    'the scans are being read',
  );
  board.touch(id, 'scans');
  answers.push(board.read('shop', 'http://inspector.localhost/'));
  held.resolve();
  const payloads = (await Promise.all(answers)).map((ready) => JSON.parse(String(ready?.bytes)) as Status);
  assert.equal(asked, 2, 'what changed while it was read is read again, once for all');
  for (const payload of payloads) {
    assert.deepEqual(Object.keys(payload), keys);
    assert.deepEqual(payload.scans, []);
  }
  await service.end();
});

const readStatus = async (service: TestService): Promise<Status> =>
  (await service.owner.get('/api/workspaces/shop/status/')).json<Status>();

test('whoever asks before a service that starts knows what was lost is told of it afterwards', async () => {
  const service = await startTestService();
  const { context } = service.app;
  const { runs, scans } = context.store;
  await addShop(service);
  const { id } = await queueRun(service.owner, 'shop', 'version');
  await waitForRun(service.owner, id);
  // As a service that was killed leaves them.
  await runs.transition(id, 'succeeded', { status: 'running', progress: 10 });
  const [first] = (await readStatus(service)).scans;
  await scans.transition(first?.id ?? 0, 'pending', { status: 'running' });
  context.board.touchAll();
  const before = await readStatus(service);
  assert.deepEqual([before.tasks[0]?.status, before.scans[0]?.status], ['running', 'running']);
  await recover(context);
  const after = await readStatus(service);
  assert.deepEqual([after.tasks[0]?.status, after.scans[0]?.status], ['failed', 'failed']);
  await service.end();
});

test('a run that is forgotten stands in the status no longer', async () => {
  const service = await startTestService({ 'keep-runs': '1' });
  const { runs } = service.app.context.store;
  await addShop(service);
  const { listBeyond } = runs;
  runs.listBeyond = async (...args) => {
    await readStatus(service);
    return listBeyond(...args);
  };
  const idsShown = async () => (await readStatus(service)).tasks.map(({ id }) => id);
  await waitForRun(service.owner, (await queueRun(service.owner, 'shop', 'version')).id);
  const { id } = await queueRun(service.owner, 'shop', 'version');
  await waitForRun(service.owner, id);
  await until(
    () => runs.list({ limit: 2 }),
    (rows) => rows.length === 1,
    'the first is forgotten',
  );
  await until(idsShown, (ids) => ids.length === 1 && ids[0] === id, 'the status says so', 5000);
  await service.end();
});

test('long lines of a log are cut in the status, which says so, and whole in the logs', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { board, store } = service.app.context;
  const workspace_id = await addShop(service);
  const message = `${'x'.repeat(999)}😀${'y'.repeat(15_000)}`;
  const line = { workspace_id, at: 0, level: 'error', source: 'app.log', logger: null, message, detail: null } as const;
  await store.logs.append(Array(50).fill(line));
  board.touch(workspace_id, 'log_excerpt');
  const answer = await service.owner.get('/api/workspaces/shop/status/');
  assert.ok(answer.text.length < 100_000, `${answer.text.length} characters`);
  assert.equal(
    answer.json<Status>().log_excerpt[0]?.message,
    `${'x'.repeat(999)} … (15002 more characters in the logs)`,
  );
  const logs = (await service.owner.get('/api/workspaces/shop/logs/')).json<LogPage>();
  assert.equal(logs.lines[0]?.message, message);
});
