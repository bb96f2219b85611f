/** What is shown stays true while a project is worked on, without anybody asking for it. */
import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { FixturesDetail } from '../../src/contract/index.ts';
import { requestScans } from '../../src/usecases/scans/request.ts';
import { readStatus, type TestService, until, waitForScans } from '../service.ts';
import { models, openShop, settings } from './shop.ts';

const logTo = (file: string): string =>
  `LOGGING = {"version": 1, "handlers": {"file": {"class": "logging.FileHandler", "filename": BASE_DIR / "${file}"}}}\n`;

const migration = `from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = []
    operations = [migrations.CreateModel(name="Order", fields=[("id", models.AutoField(primary_key=True))])]
`;

const showsLine = (service: TestService, words: string) =>
  until(
    async () => (await readStatus(service.owner, 'shop')).log_excerpt.map(({ message }) => message),
    (messages) => messages.some((message) => message.includes(words)),
    `"${words}" is shown`,
    20_000,
  );

test('a line that its writer has not ended and a traceback whose end does not come are shown without another write', async (t) => {
  const service = await openShop(t, { 'app.log': '' });
  appendFileSync(join(service.project, 'app.log'), 'ERROR half a line');
  await showsLine(service, 'half a line');
  appendFileSync(
    join(service.project, 'app.log'),
    '\nERROR broken\nTraceback (most recent call last):\n  File "x.py", line 1\n',
  );
  await showsLine(service, 'broken');
  const { log_excerpt } = await readStatus(service.owner, 'shop');
  assert.equal(log_excerpt.filter(({ message }) => message.includes('half a line')).length, 1);
});

test('a log that LOGGING names from now on is read though nobody writes to it again', async (t) => {
  const service = await openShop(t, { 'var/journal.txt': 'ERROR written before\n' });
  writeFileSync(join(service.project, 'config/settings.py'), settings(logTo('var/journal.txt')));
  await showsLine(service, 'written before');
});

test('what is applied to a database that a site has open in write-ahead mode is shown by itself, and nothing else is read for it', async (t) => {
  const service = await openShop(t, {
    'shop/migrations/__init__.py': '',
    'shop/migrations/0001_initial.py': migration,
    'var/.keep': '',
  });
  const pending = async () =>
    (await readStatus(service.owner, 'shop')).insights.find(({ title }) => title === 'Pending migrations')?.value;
  assert.equal(await pending(), '1');
  const site = new DatabaseSync(join(service.project, 'var/shop.data'));
  t.after(() => site.close());
  site.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
  site.exec('CREATE TABLE django_migrations (id integer primary key, app text, name text, applied text)');
  await until(
    async () => (await service.owner.get('/api/workspaces/shop/migrations/')).text,
    (text) => !text.includes('has not run yet') && !text.includes('not been created'),
    'the empty record is read',
  );
  await waitForScans(service.owner, 'shop');
  const schemaScans = async () =>
    (await readStatus(service.owner, 'shop')).scans.filter(({ kind }) => kind === 'schema').map(({ id }) => id);
  const before = await schemaScans();
  site.exec(
    "INSERT INTO django_migrations (app, name, applied) VALUES ('shop', '0001_initial', '2026-01-01 00:00:00')",
  );
  await until(pending, (value) => value === '0', 'the migration is applied');
  assert.deepEqual(await schemaScans(), before);
});

test('fixtures are held against the models that are there now, also those that came while something else was read', async (t) => {
  const service = await openShop(
    t,
    { 'shop/fixtures/a.json': '[{"model": "shop.line", "pk": 1, "fields": {}}]' },
    true,
  );
  const { context } = service.app;
  const problems = async () =>
    (await service.owner.get('/api/workspaces/shop/fixtures/')).json<FixturesDetail>().problems.length;
  assert.equal(await problems(), 1);
  const [workspace] = await context.store.workspaces.list();
  const id = workspace?.id ?? 0;
  const { read } = context.scanner;
  const reading = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  context.scanner.read = async (...args) => {
    const value = await read(...args);
    reading.resolve();
    await held.promise;
    return value;
  };
  await requestScans(context, id, ['migrations', 'fixtures']);
  await reading.promise;
  writeFileSync(join(service.project, 'shop/models.py'), models('Order', 'Line'));
  await requestScans(context, id);
  held.resolve();
  await until(problems, (count) => count === 0, 'the fixture fits');
});

test('a scan that finds what the one before it found adds no line to the logs, and one that finds more does', async (t) => {
  const service = await openShop(t, {}, true);
  const { context } = service.app;
  const [workspace] = await context.store.workspaces.list();
  const linesAfterScan = async (): Promise<string[]> => {
    const before = (await readStatus(service.owner, 'shop')).log_excerpt.length;
    await requestScans(context, workspace?.id ?? 0);
    return (await waitForScans(service.owner, 'shop')).log_excerpt.slice(before).map(({ message }) => message);
  };
  assert.deepEqual(await linesAfterScan(), []);
  writeFileSync(join(service.project, 'shop/models.py'), models('Order', 'Line'));
  assert.deepEqual(await linesAfterScan(), ['Scan of schema: 2 models in 1 app, 0 problems']);
});
