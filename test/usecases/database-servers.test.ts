/** Projects on a database server, which tells nobody that something was applied. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Context } from '../../src/usecases/context.ts';
import { memoryOf } from '../../src/usecases/scans/memory.ts';
import { requestOverdueScans } from '../../src/usecases/scans/request.ts';
import { askNoProject, makeProject, queueRun, readStatus, startTestService, until, waitForRun } from '../service.ts';
import { allEnded } from './scans.ts';

/** Of migrations. */
const countScans = async ({ store }: Context, id: number): Promise<number> =>
  (await store.scans.listShown(id, 50)).filter(({ kind }) => kind === 'migrations').length;

/** A project whose applied migrations only the project itself could tell, and a clock that is set by hand. */
const openShop = async (t: TestContext) => {
  const service = await startTestService({ 'no-watch': false });
  t.after(() => service.end());
  askNoProject(service);
  const { context } = service.app;
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await allEnded(service);
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  const [now, ticks] = [context.clock.now(), Math.ceil(context.clock.ticks())];
  const memory = memoryOf(context, id);
  memory.changedAt = ticks;
  let laterMs = 0;
  t.mock.method(context.clock, 'now', () => now + laterMs);
  t.mock.method(context.clock, 'ticks', () => ticks + Math.abs(laterMs));
  const setClock = (secondsLater: number): void => {
    laterMs = secondsLater * 1000;
  };
  const isAsked = async (): Promise<boolean> => {
    const before = await countScans(context, id);
    await requestOverdueScans(context);
    await allEnded(service);
    return (await countScans(context, id)) > before;
  };
  const keepRecord = () =>
    context.store.readings.save({ workspace_id: id, kind: 'record', data: 'null', read_at: now });
  return { service, context, id, memory, setClock, isAsked, keepRecord };
};

test('a database server is asked again soon after files changed, then ever less often, and every five minutes at least', async (t) => {
  const { memory, context, setClock, isAsked, keepRecord } = await openShop(t);
  setClock(3600);
  assert.equal(await isAsked(), false, 'the file of SQLite is watched');
  await keepRecord();
  setClock(25);
  assert.equal(await isAsked(), false, 'it has just been asked');
  const askedAt: number[] = [];
  for (let seconds = 30; seconds < 1500; seconds += 10) {
    setClock(seconds);
    if (await isAsked()) askedAt.push(seconds);
  }
  assert.deepEqual(askedAt, [30, 60, 120, 240, 480, 780, 1080, 1380]);
  memory.changedAt = context.clock.ticks();
  setClock(1530);
  assert.equal(await isAsked(), true, 'files have changed');
});

test('what changed since the scan before is told until something changes again, however often a database server is asked meanwhile', async (t) => {
  const { service, context, id, setClock, isAsked, keepRecord } = await openShop(t);
  await keepRecord();
  const title = 'Unmade changes';
  const deltaNow = async () =>
    (await readStatus(service.owner, 'shop')).insights.find((insight) => insight.title === title)?.delta;
  const countPoints = async () =>
    (await context.store.readings.listInsightPoints(id)).filter((point) => point.title === title).length;
  const scan = async () => {
    await service.owner.post('/api/workspaces/shop/scans/', { kind: 'migrations' });
    await allEnded(service);
  };
  setClock(5);
  await context.store.readings.addInsightPoints(
    [{ workspace_id: id, title, at: context.clock.now(), value: '2' }],
    200,
  );
  setClock(10);
  await scan();
  assert.equal(await deltaNow(), '−2');
  const points = await countPoints();
  for (const seconds of [600, 1200, 1800]) {
    setClock(seconds);
    assert.equal(await isAsked(), true);
    assert.equal(await deltaNow(), '−2');
  }
  assert.equal(await countPoints(), points, 'nor is the trend a line of what is the same');
  setClock(1810);
  await scan();
  assert.equal(await deltaNow(), 'no change', 'who asks for a scan is told of that one');
});

test('a clock that was set back does not put the question to a database server off', async (t) => {
  const { setClock, isAsked, keepRecord } = await openShop(t);
  await keepRecord();
  setClock(-3600);
  assert.equal(await isAsked(), true);
});

test('a project on a database server that takes long to start is not started all the time', async (t) => {
  const { memory, setClock, isAsked, keepRecord } = await openShop(t);
  await keepRecord();
  memory.probe.tookMs = 8000;
  setClock(150);
  assert.equal(await isAsked(), false);
  setClock(160);
  assert.equal(await isAsked(), true);
});

test('what a run has just said of migrations is what is shown of them: a database server is asked again after it', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { context } = service.app;
  // What Django would print.
  const files = { 'manage.py': 'print("shop\\n [X] 0001_initial")\n' };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop', files) });
  await allEnded(service);
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  const count = () => countScans(context, id);
  const run = async (preset: string): Promise<void> => {
    const { status } = await waitForRun(service.owner, (await queueRun(service.owner, 'shop', preset)).id);
    assert.equal(status, 'succeeded');
  };
  const before = await count();
  await context.store.readings.save({ workspace_id: id, kind: 'record', data: 'null', read_at: 0 });
  await run('version');
  assert.equal(await count(), before, 'it says nothing of migrations');
  await run('showmigrations');
  await until(count, (scans) => scans > before, 'migrations are read anew');
  await allEnded(service);
});
