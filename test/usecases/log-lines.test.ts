import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ErrorReply, LogPage, Status } from '../../src/contract/index.ts';
import { logLevels } from '../../src/contract/words.ts';
import { executeScan } from '../../src/usecases/scans/execute.ts';
import { renewHour } from '../../src/usecases/scans/insights.ts';
import { logBytesKept, logLinesKept } from '../../src/usecases/scans/kept-lines.ts';
import { memoryOf } from '../../src/usecases/scans/memory.ts';
import { addOwnLogLine } from '../../src/usecases/scans/own-log.ts';
import { requestScans } from '../../src/usecases/scans/request.ts';
import { askNoProject, makeProject, scanOnly, startTestService } from '../service.ts';
import { allEnded } from './scans.ts';

/** A service with one project, whose first scans have ended. */
const startShop = async () => {
  const service = await startTestService();
  askNoProject(service);
  const { context } = service.app;
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await allEnded(service);
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  return { service, context, id };
};

test("errors of the last hour are the project's own, and fewer as the hour goes on", async () => {
  const { service, context, id } = await startShop();
  const minute = 60_000;
  const now = context.clock.now();
  const line = { workspace_id: id, level: 'error', logger: null, message: 'x', detail: null } as const;
  await context.store.logs.append([
    { ...line, source: 'django.log', at: now - 50 * minute },
    { ...line, source: 'django.log', at: now - 5 * minute },
    { ...line, source: 'django.log', at: now + 300 * minute },
    { ...line, source: 'inspector', at: now - 5 * minute },
    { ...line, source: 'django.log', level: 'critical', at: now - 4 * minute },
    { ...line, source: 'django.log', level: 'warning', at: now - 4 * minute },
  ]);
  const shown = async () => {
    const { insights } = (await service.owner.get('/api/workspaces/shop/status/')).json<Status>();
    return insights.find(({ title }) => title === 'Errors in the last hour')?.value;
  };
  const counted = async () => {
    const page = await service.owner.get('/api/workspaces/shop/logs/?level=error,critical&source=*&since=1h');
    return String(page.json<LogPage>().lines.length);
  };
  await requestScans(context, id, ['logs']);
  await allEnded(service);
  assert.equal(await shown(), '3');
  assert.equal(await counted(), '3', 'and the lines can be asked for');
  context.clock.now = () => now + 20 * minute;
  await renewHour(context);
  assert.equal(await shown(), '2');
  assert.equal(await counted(), '2');
  await service.end();
});

test('of lines of many kilobytes fewer are kept, and errors of the last hour that went with them are said to be more', async () => {
  const { service, context, id } = await startShop();
  const at = context.clock.now() - 60_000;
  const row = { workspace_id: id, at, level: 'error', source: 'django.log', logger: null, detail: null } as const;
  const message = 'é'.repeat(512 * 1024);
  const shown = async () => {
    const { insights } = (await service.owner.get('/api/workspaces/shop/status/')).json<Status>();
    return insights.find(({ title }) => title === 'Errors in the last hour')?.value;
  };
  const log = join(service.folder, 'shop', 'shop.log');
  const readOne = async () => {
    appendFileSync(log, `ERROR ${new Date(at).toISOString()} one more\n`);
    await requestScans(context, id, ['logs']);
    await allEnded(service);
  };
  await context.store.soon.logs.append(Array.from({ length: 30 }, () => ({ ...row, message })));
  // A store of an earlier time, whose lines this service has not written.
  memoryOf(context, id).logBytes = null;
  await readOne();
  assert.equal(await shown(), '31', 'all that fit are kept');
  await context.store.soon.logs.append(Array.from({ length: 30 }, () => ({ ...row, message })));
  memoryOf(context, id).logBytes = null;
  await readOne();
  const kept = await context.store.logs.countBytes(id);
  assert.ok(kept <= logBytesKept && kept > logBytesKept / 2, `${kept} bytes`);
  assert.match((await shown()) ?? '', /^\d\d\+$/);
  await service.end();
});

test('however often its log is read, the last scan of every other kind is shown, and one that waits is not lost', async () => {
  const { service, context, id } = await startShop();
  scanOnly(service);
  await requestScans(context, id, ['fixtures']);
  const { insert } = context.store.scans;
  const scan = { workspace_id: id, kind: 'logs', status: 'completed', progress: 100, summary: '' } as const;
  for (let look = 0; look < 205; look += 1) await insert({ ...scan, created_at: look, ended_at: look });
  await executeScan(context, await insert({ ...scan, status: 'running', created_at: 205, ended_at: null }));
  const { scans } = (await service.owner.get('/api/workspaces/shop/status/')).json<Status>();
  assert.deepEqual([...new Set(scans.map(({ kind }) => kind))].sort(), ['fixtures', 'logs', 'migrations', 'schema']);
  assert.equal((await context.store.scans.findPending(id, 'fixtures'))?.status, 'pending');
  await service.end();
});

test('events of our own push out older lines though no log is read', async () => {
  const { service, context, id } = await startShop();
  const row = { workspace_id: id, at: 1, level: 'info', source: 'django.log', logger: null, detail: null } as const;
  const rows = Array.from({ length: logLinesKept }, () => ({ ...row, message: 'x' }));
  await context.store.transaction((store) => store.logs.append(rows), 'soon');
  for (let event = 0; event < 3; event += 1) await addOwnLogLine(context, id, 'info', `event ${event}`);
  assert.equal((await context.store.logs.newest(id, 2 * logLinesKept)).length, logLinesKept);
  const message = 'x'.repeat(1024 * 1024);
  for (let event = 0; event < 40; event += 1) await addOwnLogLine(context, id, 'info', message);
  assert.ok((await context.store.logs.countBytes(id)) <= logBytesKept);
  await service.end();
});

test('of a log so large that only its end is read, the errors of the last hour are said to be more, and none of them is no zero', async () => {
  const { service, context, id } = await startShop();
  const log = join(service.folder, 'shop', 'shop.log');
  const minute = 60_000;
  const now = context.clock.now();
  const write = (level: string) =>
    Array.from({ length: 6000 }, (_, index) => {
      const at = new Date(now - 30 * minute + index * 200).toISOString();
      return `${JSON.stringify({ timestamp: at, level: index < 5990 ? 'INFO' : level, message: `request ${index}` })}\n`;
    }).join('');
  const look = async () => {
    await requestScans(context, id, ['logs']);
    await allEnded(service);
    return shown();
  };
  const shown = async () => {
    const { insights } = (await service.owner.get('/api/workspaces/shop/status/')).json<Status>();
    return insights.find(({ title }) => title === 'Errors in the last hour')?.value;
  };
  writeFileSync(log, write('INFO'));
  assert.equal(await look(), 'unknown');
  appendFileSync(log, write('ERROR').split('\n').slice(-11).join('\n'));
  assert.equal(await look(), '10+');
  const { problems } = (await service.owner.get('/api/workspaces/shop/logs/?q=nowhere')).json<LogPage>();
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['log_unread', 'info']],
    'and whoever looks for a line in vain is told',
  );
  context.clock.now = () => now + 45 * minute;
  await renewHour(context);
  assert.equal(await shown(), '10', 'all of the hour that is counted now was read');
  await service.end();
});

test('log lines are asked for by one level or several, and a word that is no level is refused by name', async () => {
  const { service, context, id } = await startShop();
  const line = { workspace_id: id, at: 1, source: 'django.log', logger: null, message: 'x', detail: null };
  await context.store.logs.append(logLevels.map((level) => ({ ...line, level })));
  const ask = (level: string) => service.owner.get(`/api/workspaces/shop/logs/?source=django.log&level=${level}`);
  const levels = async (level: string) => (await ask(level)).json<LogPage>().lines.map((each) => each.level);
  assert.deepEqual(await levels('error'), ['error']);
  assert.deepEqual(await levels('error,critical'), ['critical', 'error']);
  assert.deepEqual((await levels('')).toSorted(), logLevels.toSorted());
  const refused = await ask('error,fatal');
  assert.equal(refused.status, 400);
  assert.match(refused.json<ErrorReply>().errors.level?.[0] ?? '', /^"fatal" is not one of debug, /);
  await service.end();
});

test('log lines are asked for since a moment or for a span that ends now, and anything else is refused', async () => {
  const { service, context, id } = await startShop();
  const minute = 60_000;
  const now = Date.parse('2026-03-01T12:00:00Z');
  context.clock.now = () => now;
  const line = { workspace_id: id, level: 'info', source: 'django.log', logger: null, detail: null } as const;
  const ages = [3_000, 90, 20, -5];
  await context.store.logs.append(ages.map((age) => ({ ...line, message: String(age), at: now - age * minute })));
  const ask = (since: string) =>
    service.owner.get(`/api/workspaces/shop/logs/?source=django.log&since=${encodeURIComponent(since)}`);
  const found = async (since: string) => (await ask(since)).json<LogPage>().lines.map(({ message }) => message);
  assert.deepEqual(await found('30m'), ['20']);
  assert.deepEqual(await found('2h'), ['20', '90']);
  assert.deepEqual(await found('7d'), ['20', '90', '3000']);
  assert.deepEqual(await found('2026-03-01T11:00:00Z'), ['-5', '20']);
  assert.deepEqual(await found('2026-03-01T13:45:00+02:00'), ['-5']);
  assert.equal((await found('')).length, ages.length);
  for (const wrong of ['yesterday', '1', '2026-03-01', '2026-03-01T11:00:00', '1 h', '2026-13-01T00:00:00Z']) {
    const refused = await ask(wrong);
    assert.equal(refused.status, 400, wrong);
    assert.match(refused.json<ErrorReply>().errors.since?.[0] ?? '', /^Give a span such as 30m/);
  }
  await service.end();
});

test('log lines of one file are given page by page, each once, newest first, and the last page says that it is', async () => {
  const { service, context, id } = await startShop();
  const line = { workspace_id: id, level: 'info', logger: null, detail: null, at: context.clock.now() } as const;
  const rows = Array.from({ length: 400 }, (_, index) => ({ ...line, source: 'django.log', message: String(index) }));
  await context.store.logs.append([...rows, { ...line, source: 'other.log', message: 'of another file' }]);
  const pages: string[][] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const at = before === undefined ? '' : `&before=${before}`;
    const page = (await service.owner.get(`/api/workspaces/shop/logs/?source=django.log${at}`)).json<LogPage>();
    assert.deepEqual(page.sources, ['django.log', 'inspector', 'other.log']);
    pages.push(page.lines.map(({ message }) => message));
    before = page.before;
  }
  assert.deepEqual(
    pages.map((page) => page.length),
    [200, 200],
  );
  assert.deepEqual(pages.flat(), rows.map(({ message }) => message).reverse());
  await service.end();
});
