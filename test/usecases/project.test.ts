/** What is remembered of a project between two signals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryOf } from '../../src/usecases/scans/memory.ts';
import { rememberProject, scanInput } from '../../src/usecases/scans/project.ts';
import { requestScans } from '../../src/usecases/scans/request.ts';
import { askNoProject, makeProject, startTestService, until } from '../service.ts';
import { allEnded } from './scans.ts';

test('what is known of a project is taken from a reading that goes on, and looked for beside one that takes long', async () => {
  const service = await startTestService({ 'no-watch': false });
  const { context } = service.app;
  askNoProject(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await allEnded(service);
  const [workspace] = await context.store.workspaces.list();
  assert.ok(workspace);
  const known = await rememberProject(context, workspace, null);
  const { look, read } = context.scanner;
  const reading = await read(scanInput(workspace.path, null));
  let held = Promise.withResolvers<void>();
  const count = { begun: 0, looks: 0 };
  context.scanner.read = async () => {
    count.begun += 1;
    await held.promise;
    return reading;
  };
  context.scanner.look = (input) => {
    count.looks += 1;
    return look(input);
  };
  const beginReading = async (number: number): Promise<void> => {
    held = Promise.withResolvers();
    memoryOf(context, workspace.id).changedAt = context.clock.ticks();
    await requestScans(context, workspace.id, ['schema']);
    await until(
      () => count.begun,
      (begun) => begun === number,
      `reading ${number} began`,
    );
  };
  await beginReading(1);
  const asked = rememberProject(context, workspace, null);
  held.resolve();
  assert.ok((await asked).begunAt > known.begunAt);
  assert.equal(count.looks, 0);
  await allEnded(service);
  const before = count.begun;
  await beginReading(before + 1);
  await rememberProject(context, workspace, null);
  assert.equal(count.looks, 1, 'longer than anybody waits');
  held.resolve();
  await allEnded(service);
  await service.end();
});

test('what was read of a folder that the workspace was moved from meanwhile is not taken for that of the new one', async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  const withSecret = (name: string, secret: string) =>
    makeProject(service.folder, name, { 'config/settings.py': `SECRET_KEY = "${secret}"\nINSTALLED_APPS = []\n` });
  await service.owner.post('/api/workspaces/', { path: withSecret('shop', 'the-old-secret-key') });
  await allEnded(service);
  const [before] = await context.store.workspaces.list();
  assert.ok(before);
  const memory = memoryOf(context, before.id);
  const read = memory.project;
  assert.deepEqual(read?.secrets, ['the-old-secret-key']);
  const path = withSecret('moved', 'the-new-secret-key');
  assert.equal((await service.owner.send('PATCH', '/api/workspaces/shop/', { fields: { path } })).status, 200);
  await allEnded(service);
  // As a reading of the old folder leaves it that ends after the move.
  memory.project = read;
  const [after] = await context.store.workspaces.list();
  assert.deepEqual((await rememberProject(context, after ?? before, null)).secrets, ['the-new-secret-key']);
  await service.end();
});
