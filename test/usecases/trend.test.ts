import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InsightHistory } from '../../src/contract/index.ts';
import type { Reading } from '../../src/scanner/scanner.ts';
import { migrationFigures } from '../../src/usecases/scans/figures.ts';
import { renewInsights, renewLogInsights } from '../../src/usecases/scans/insights.ts';
import { keepNewestLines, logLinesKept } from '../../src/usecases/scans/kept-lines.ts';
import { makeProject, readStatus, scanOnly, startTestService } from '../service.ts';

/** A service with one project, whose clock goes on by a second with each figure. */
const startCounting = async () => {
  const service = await startTestService();
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const { context } = service.app;
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  let now = context.clock.now();
  context.clock.now = () => now;
  const goOn = (byMs: number): void => {
    now += byMs;
  };
  const count = async (value: string, isLast = true): Promise<string | undefined> => {
    goOn(1000);
    await renewInsights(context, id, 'fixtures', [{ title: 'Fixture problems', value }], isLast);
    return (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title === 'Fixture problems')?.delta;
  };
  const trend = async () => (await service.owner.get('/api/workspaces/shop/insights/')).json<InsightHistory>().series;
  return { service, context, id, goOn, count, trend };
};

test('a figure says how it differs from the scan before it, and what it was where that was no number', async () => {
  const { service, count } = await startCounting();
  const told = [];
  for (const value of ['4', '7', '7', '5', 'unknown', '6']) told.push(await count(value));
  assert.deepEqual(told, [undefined, '+3', 'no change', '−2', 'was 5', 'was unknown']);
  assert.deepEqual([await count('9', false), await count('8')], ['+3', '+2'], 'what a scan shows first is not its end');
  await service.end();
});

test('a figure that is shown only where there is something to count is held against the scan before it, which had none', async (t) => {
  const { service, context, id, goOn } = await startCounting();
  t.after(() => service.end());
  const read = async (migrationProblems: number) => {
    const counts = { pending: 0, unmade: 0, unclear: 0, closedApps: 0, conflicts: 0, migrationProblems };
    const reading = { counts, appsProblem: null, applied: { source: 'database', note: null } } as unknown as Reading;
    goOn(1000);
    await renewInsights(context, id, 'migrations', migrationFigures(reading), false);
    await renewInsights(context, id, 'migrations', migrationFigures(reading));
    return (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title === 'Migration problems');
  };
  const title = 'Migration problems';
  await read(2);
  assert.deepEqual(await read(2), { title, value: '2', delta: 'no change' });
  assert.equal(await read(0), undefined);
  assert.deepEqual(await read(2), { title, value: '2', delta: '+2' });
});

test('the trend of a figure is one number of each of its last 200 scans, and nothing of those that found none', async () => {
  const { service, count, trend } = await startCounting();
  for (const value of ['unknown', '3', '2']) await count(value);
  await count('9', false);
  const [{ title, points } = { title: '', points: [] }, ...others] = await trend();
  assert.deepEqual([title, points.map(({ value }) => value), others], ['Fixture problems', [3, 2], []]);
  assert.equal(Date.parse(points[1]?.at ?? '') - Date.parse(points[0]?.at ?? ''), 1000);
  for (let value = 1; value <= 200; value += 1) await count(String(value));
  assert.deepEqual(
    (await trend())[0]?.points.map(({ value }) => value),
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
  await service.end();
});

test('where the last hour had more lines than are kept, its errors are said to be at least so many', async () => {
  const { service, context, id } = await startCounting();
  const row = { workspace_id: id, source: 'django.log', logger: null, message: 'x', detail: null } as const;
  const at = context.clock.now() - 60_000;
  const errors = async (lines: number) => {
    const rows = Array.from({ length: lines }, (_, index) => ({
      ...row,
      at,
      level: index < 3 ? ('info' as const) : ('error' as const),
    }));
    await context.store.transaction((store) => store.logs.append(rows), 'soon');
    await keepNewestLines(context, id, rows);
    await renewLogInsights(context, id, 1);
    return (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title.startsWith('Errors'))?.value;
  };
  assert.equal(await errors(5), '2');
  assert.equal(await errors(logLinesKept), `${logLinesKept - 3}+`);
  await service.end();
});

test('lines that a clock which was set back had called unread or removed count for an hour more, not until it is there again', async (t) => {
  const { service, context, id, goOn } = await startCounting();
  t.after(() => service.end());
  const start = context.clock.now();
  for (const kind of ['log_unread', 'log_removed'])
    await context.store.readings.save({ workspace_id: id, kind, data: String(start), read_at: start });
  const errorsAfter = async (hours: number) => {
    goOn(hours * 3_600_000);
    const now = context.clock.now();
    const line = { workspace_id: id, source: 'django.log', logger: null, message: 'x', detail: null } as const;
    await context.store.logs.append([{ ...line, at: now, level: 'error' }]);
    await renewLogInsights(context, id, 1);
    return (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title.startsWith('Errors'))?.value;
  };
  assert.equal(await errorsAfter(-24), '1+');
  assert.equal(await errorsAfter(2), '1');
});
