import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Status } from '../../src/contract/index.ts';
import { renewInsights } from '../../src/usecases/scans/insights.ts';
import { requestScans } from '../../src/usecases/scans/request.ts';
import { askNoProject, makeProject, neverAnswer, startTestService, type TestService, until } from '../service.ts';
import { allEnded, scans } from './scans.ts';

/** Counts readings; the first of them is held until `letGo`. */
const countReadings = (service: TestService) => {
  const { context } = service.app;
  const read = context.scanner.read;
  const held = Promise.withResolvers<void>();
  const count = { text: 0, live: 0, letGo: held.resolve };
  context.scanner.read = async (input, events) => {
    count[input.live === null && input.liveProblem === null ? 'text' : 'live'] += 1;
    await held.promise;
    return read(input, events);
  };
  return count;
};

test('schema and migrations that are asked for together are read together, once', async () => {
  const service = await startTestService();
  const count = countReadings(service);
  count.letGo();
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const ended = await allEnded(service);
  assert.deepEqual(ended.map(({ kind, status }) => `${kind} ${status}`).toSorted(), [
    'fixtures completed',
    'logs completed',
    'migrations completed',
    'schema completed',
  ]);
  assert.deepEqual([count.text, count.live], [1, 1]);
  for (const kind of ['schema', 'migrations'])
    assert.equal((await service.owner.get(`/api/workspaces/shop/${kind}/`)).status, 200);
  await service.end();
});

test('what is asked for while a reading goes on is read anew', async () => {
  const service = await startTestService();
  askNoProject(service);
  const count = countReadings(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await until(
    () => count.text,
    (readings) => readings > 0,
    'the first reading began',
  );
  const { context } = service.app;
  const [workspace] = await context.store.workspaces.list();
  await requestScans(context, workspace?.id ?? 0, ['migrations']);
  count.letGo();
  await allEnded(service);
  assert.deepEqual([count.text, count.live], [2, 2]);
  await service.end();
});

test('logs are read while the project itself is still being read', async () => {
  const service = await startTestService();
  askNoProject(service);
  const count = countReadings(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const rows = await until(
    () => scans(service),
    (some) => some.some(({ kind, status }) => kind === 'logs' && status === 'completed'),
    'the logs were read',
  );
  assert.equal(rows.find(({ kind }) => kind === 'schema')?.status, 'running');
  // Without the models that exist, every fixture would name models that do not.
  assert.equal(rows.find(({ kind }) => kind === 'fixtures')?.status, 'pending');
  count.letGo();
  await allEnded(service);
  await service.end();
});

test('models, migrations and figures are shown from the text before the project itself has answered, and counted once', async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  const read = context.scanner.read;
  const answer = Promise.withResolvers<void>();
  context.scanner.read = async (input, events) => {
    if (input.live !== null || input.liveProblem !== null) await answer.promise;
    return read(input, events);
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const { insights } = await until(
    async () => (await service.owner.get('/api/workspaces/shop/status/')).json<Status>(),
    (status) =>
      ['Own models', 'Pending migrations'].every((wanted) => status.insights.some(({ title }) => title === wanted)),
    'the figures of the text',
  );
  assert.ok(insights.every(({ delta }) => delta !== 'no change'));
  assert.equal((await scans(service)).find(({ kind }) => kind === 'schema')?.status, 'running');
  for (const kind of ['schema', 'migrations'])
    assert.equal((await service.owner.get(`/api/workspaces/shop/${kind}/`)).status, 200);
  answer.resolve();
  await allEnded(service);
  const points = await context.store.readings.listInsightPoints((await context.store.workspaces.list())[0]?.id ?? 0);
  assert.equal(points.filter(({ title }) => title === 'Own models').length, 1);
  await service.end();
});

test('models are shown while migrations are still being read, and no app is said to have none pending until then', async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  const read = context.scanner.read;
  const migrationsRead = Promise.withResolvers<void>();
  context.scanner.read = async (input, events) => {
    const reading = await read(input, events);
    await migrationsRead.promise;
    return reading;
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const status = await until(
    async () => (await service.owner.get('/api/workspaces/shop/status/')).json<Status>(),
    ({ insights }) => insights.some(({ title }) => title === 'Own models'),
    'the figures of the models',
  );
  assert.deepEqual(status.apps, []);
  assert.ok(!status.insights.some(({ title }) => title === 'Pending migrations'));
  assert.equal((await service.owner.get('/api/workspaces/shop/schema/')).status, 200);
  assert.equal((await service.owner.get('/api/workspaces/shop/migrations/')).status, 503);
  migrationsRead.resolve();
  await allEnded(service);
  assert.equal((await service.owner.get('/api/workspaces/shop/migrations/')).status, 200);
  const points = await context.store.readings.listInsightPoints((await context.store.workspaces.list())[0]?.id ?? 0);
  assert.equal(points.filter(({ title }) => title === 'Own models').length, 1);
  await service.end();
});

test('a scan that fails says why, and that a result is kept only where there is one', async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  const saveDocument = context.store.soon.documents.save;
  context.store.soon.documents.save = async () => {
    context.store.soon.documents.save = saveDocument;
    throw new Error('The disk is full.');
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const ended = await allEnded(service);
  const failed = ended.filter(({ status }) => status === 'failed');
  assert.deepEqual(
    failed.map(({ summary }) => summary),
    ['Failed: The disk is full.'],
  );
  context.scanner.readFixtures = () => Promise.reject(new Error('no reader to be had'));
  await service.owner.post('/api/workspaces/shop/scans/', { kind: 'fixtures' });
  const again = await until(
    () => scans(service),
    (rows) => rows.some(({ kind, status }) => kind === 'fixtures' && status === 'failed'),
    'the fixtures failed',
  );
  assert.ok(again.some(({ summary }) => summary === 'Failed: no reader to be had. The last good result is kept.'));
  await service.end();
});

/** Writes the project with so many models, and gives its path. */
const editModels = (service: TestService, models: number): string =>
  makeProject(service.folder, 'shop', {
    'config/settings.py': 'SECRET_KEY = "x"\nINSTALLED_APPS = ["shop"]\n',
    'shop/__init__.py': '',
    'shop/models.py': `from django.db import models\n${'ABCDE'.slice(0, models).replaceAll(/./g, 'class $&(models.Model): pass\n')}`,
  });

const showsModels = (service: TestService, number: number) =>
  until(
    async () => (await service.owner.get('/api/workspaces/shop/status/')).json<Status>().insights,
    (insights) => insights.find(({ title }) => title === 'Own models')?.value === String(number),
    `${number} models`,
  );

const isAsked = (count: { asked: number }, times: number) =>
  until(
    () => count.asked,
    (asked) => asked === times,
    `asked ${times} times`,
  );

test('an edit is shown at once though the project has not yet answered what was asked before it, and the project is asked all the same when edits do not end', async (t) => {
  const service = await startTestService();
  const { context } = service.app;
  const count = neverAnswer(service);
  await service.owner.post('/api/workspaces/', { path: editModels(service, 1) });
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  for (const number of [1, 2, 3]) {
    await isAsked(count, number);
    await showsModels(service, number);
    editModels(service, number + 1);
    await requestScans(context, id);
    assert.equal(count.givenUp, number);
  }
  await isAsked(count, 4);
  const { now, ticks } = context.clock;
  t.mock.method(context.clock, 'ticks', () => ticks() + 3 * 60_000);
  t.mock.method(context.clock, 'now', () => now() - 3_600_000);
  await requestScans(context, id);
  assert.equal(count.givenUp, 3, 'an answer is waited for, also when the clock was set back');
  await service.end();
});

test('an edit that comes after the text was read and before the project is asked is read first', async () => {
  const service = await startTestService();
  const { context } = service.app;
  const count = neverAnswer(service);
  const read = context.scanner.read;
  const [isRead, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  context.scanner.read = async (input, events) => {
    const reading = await read(input, events);
    isRead.resolve();
    await held.promise;
    return reading;
  };
  await service.owner.post('/api/workspaces/', { path: editModels(service, 1) });
  await isRead.promise;
  editModels(service, 2);
  await requestScans(context, (await context.store.workspaces.list())[0]?.id ?? 0);
  held.resolve();
  await showsModels(service, 2);
  await isAsked(count, 1);
  assert.equal(count.givenUp, 0, 'it is not asked about what is no longer so');
  await service.end();
});

test('what is asked of a project about its models is not given up for a scan of its migrations alone', async () => {
  const service = await startTestService();
  const { context } = service.app;
  const count = neverAnswer(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await until(
    () => count.asked,
    (asked) => asked === 1,
    'the project is asked',
  );
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  await requestScans(context, id, ['migrations']);
  assert.equal(count.givenUp, 0, 'its models would be left as the text tells them');
  await requestScans(context, id);
  assert.equal(count.givenUp, 1);
  await service.end();
});

test('a scan says that it waits for the project itself', async () => {
  const service = await startTestService();
  neverAnswer(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await until(
    () => scans(service),
    (rows) => rows.some(({ kind, summary }) => kind === 'schema' && summary === 'Asking the project itself'),
    'what the scan is at',
  );
  await service.end();
});

test('a project whose workspace is removed is no longer asked', async () => {
  const service = await startTestService();
  const count = neverAnswer(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await until(
    () => count.asked,
    (asked) => asked === 1,
    'the project is asked',
  );
  const removal = await service.owner.send('DELETE', '/api/workspaces/shop/?confirm=shop');
  assert.equal(removal.status, 204);
  assert.equal(count.givenUp, 1);
  await service.end();
});

test('figures that are renewed at the same time are all kept', async () => {
  const service = await startTestService();
  askNoProject(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await allEnded(service);
  const { context } = service.app;
  const [workspace] = await context.store.workspaces.list();
  await Promise.all([
    renewInsights(context, workspace?.id ?? 0, 'logs', [{ title: 'Errors in the last hour', value: '7' }]),
    renewInsights(context, workspace?.id ?? 0, 'fixtures', [{ title: 'Fixture problems', value: '3' }]),
  ]);
  const { insights } = (await service.owner.get('/api/workspaces/shop/status/')).json<Status>();
  const figureOf = (wanted: string) => insights.find(({ title }) => title === wanted)?.value;
  assert.deepEqual([figureOf('Errors in the last hour'), figureOf('Fixture problems')], ['7', '3']);
  await service.end();
});

test('what only the running project told of its database is handed to later readings', async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  const read = context.scanner.read;
  const handed: (string | null | undefined)[] = [];
  context.scanner.read = async (input, events) => {
    handed.push(input.lastRecord);
    const reading = await read(input, events);
    return { ...reading, record: handed.length === 2 ? 'as it was' : null };
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await allEnded(service);
  const [workspace] = await context.store.workspaces.list();
  await requestScans(context, workspace?.id ?? 0, ['migrations']);
  await allEnded(service);
  assert.deepEqual(handed, [null, null, 'as it was', 'as it was']);
  await service.end();
});

test('a scan whose companion failed reads by itself', async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  const read = context.scanner.read;
  let readings = 0;
  context.scanner.read = async (input, events) => {
    readings += 1;
    if (readings === 1) throw new Error('no reader to be had');
    return read(input, events);
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const ended = await allEnded(service);
  assert.deepEqual(
    ended.filter(({ status }) => status === 'failed').map(({ summary }) => summary),
    ['Failed: no reader to be had.'],
  );
  assert.equal(readings, 3);
  await service.end();
});

test('a scan whose end cannot be stored for a while, as on a full disk, does not stay running', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  askNoProject(service);
  const { soon } = service.app.context.store;
  const { transition } = soon.scans;
  let refused = 0;
  soon.scans.transition = async (id, from, changes) => {
    if (changes.ended_at === undefined || refused >= 2) return transition(id, from, changes);
    refused += 1;
    throw new Error('The disk is full.');
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const ended = await allEnded(service);
  assert.deepEqual([refused, ...new Set(ended.map(({ status }) => status))], [2, 'completed']);
});
