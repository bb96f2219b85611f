import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Status } from '../../src/contract/index.ts';
import { makeProject, scanOnly, startTestService, type TestService, until } from '../service.ts';

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
