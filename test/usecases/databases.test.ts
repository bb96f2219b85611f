/** A site in use writes to its database all day: the project is started for what is applied, not for every row. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { requestScansAfterWrites } from '../../src/usecases/scans/request.ts';
import { makeProject, type ProjectFiles, readStatus, startTestService, until, waitForScans } from '../service.ts';

const tables = `CREATE TABLE django_migrations (id integer primary key, app text, name text, applied text);
  CREATE TABLE django_session (session_key text)`;
const session = "INSERT INTO django_session VALUES ('a session')";
const applied = (name: string): string =>
  `INSERT INTO django_migrations (app, name, applied) VALUES ('contenttypes', '${name}', '2026-01-01 00:00:00')`;

/** A project with a database, and a service that watches it and has asked it; starts are counted. */
const openSite = async (t: TestContext, files: ProjectFiles = {}) => {
  const service = await startTestService({ 'no-watch': false });
  t.after(() => service.end());
  const { context } = service.app;
  const count = { starts: 0 };
  const { start } = context.runner;
  context.runner.start = (...args) => {
    count.starts += 1;
    return start(...args);
  };
  const project = makeProject(service.folder, 'work/site', files);
  const open = (name: string): DatabaseSync => {
    const database = new DatabaseSync(join(project, name));
    t.after(() => database.close());
    return database;
  };
  const database = open('db.sqlite3');
  database.exec(tables);
  await service.owner.post('/api/workspaces/', { path: project });
  await waitForScans(service.owner, 'site');
  /** Settled when the rows are known to be no reason to ask the project. */
  const passOver = async (write: () => void): Promise<void> => {
    const [known] = context.memories.values();
    assert.ok(known);
    const memory = known.databases;
    memory.isWritten = false;
    write();
    await until(
      () => memory.isWritten,
      (isWritten) => isWritten,
      'the rows are passed over',
    );
    await waitForScans(service.owner, 'site');
  };
  const askFor = async (write: () => void): Promise<void> => {
    const { starts } = count;
    write();
    await until(
      () => count.starts,
      (now) => now === starts + 1,
      'the project is asked',
    );
    await waitForScans(service.owner, 'site');
  };
  return { ...service, context, project, count, database, open, passOver, askFor };
};

// Beside each other: most of their time they wait for a folder to come to rest.
describe('a project whose database is written', { concurrency: 4 }, () => {
  test('a site that writes sessions has its project neither started nor read again, one that migrates has', async (t) => {
    const { owner, count, database, passOver, askFor } = await openSite(t);
    const pending = async () =>
      Number((await readStatus(owner, 'site')).insights.find(({ title }) => title === 'Pending migrations')?.value);
    const scans = async () => (await readStatus(owner, 'site')).scans.map(({ id }) => id);
    const [first, scansBefore, startsBefore] = [await pending(), await scans(), count.starts];
    await passOver(() => database.exec(session));
    await passOver(() => database.exec(session));
    assert.equal(count.starts, startsBefore);
    assert.deepEqual(await scans(), scansBefore);
    await askFor(() => database.exec(applied('0001_initial')));
    assert.equal(await pending(), first - 1);
    await passOver(() => database.exec(session));
    await askFor(() => database.exec('DELETE FROM django_migrations'));
    assert.equal(await pending(), first);
  });

  test('a database of another name has the project asked once, and from then on for what is applied in it', async (t) => {
    const { open, passOver, askFor } = await openSite(t);
    const other = open('schedule.db');
    await askFor(() => other.exec('CREATE TABLE jobs (name text)'));
    await passOver(() => other.exec("INSERT INTO jobs VALUES ('a job')"));
    await askFor(() => other.exec(`${tables}; ${applied('0001_initial')}`));
  });

  test('a database that cannot be read has the project asked at each write', async (t) => {
    const { project, askFor } = await openSite(t);
    await askFor(() => writeFileSync(join(project, 'db.sqlite3'), 'no database'));
    await askFor(() => writeFileSync(join(project, 'db.sqlite3'), 'still no database'));
  });

  const settings = `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "x"
INSTALLED_APPS = ["django.contrib.contenttypes", "late.apps.Late"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
`;

  const waitingApp = `import sqlite3
from django.apps import AppConfig
from django.conf import settings
class Late(AppConfig):
    name = "late"
    def ready(self):
        database = sqlite3.connect(str(settings.DATABASES["default"]["NAME"]))
        if not database.execute("SELECT 1 FROM django_session").fetchall():
            raise RuntimeError("there is no session")
`;

  test('a project that could not be started is asked again, once a minute at most, when rows were written that it may have waited for', async (t) => {
    const site = await openSite(t, {
      'config/settings.py': settings,
      'late/__init__.py': '',
      'late/apps.py': waitingApp,
    });
    const source = async () =>
      (await site.owner.get('/api/workspaces/site/migrations/')).json<{ applied: { source: string } }>().applied.source;
    assert.equal(await source(), 'database');
    await site.passOver(() => site.database.exec(session));
    await site.askFor(() => void requestScansAfterWrites(site.context));
    assert.equal(await source(), 'live');
    const { starts } = site.count;
    await site.passOver(() => site.database.exec(session));
    await requestScansAfterWrites(site.context);
    await waitForScans(site.owner, 'site');
    assert.equal(site.count.starts, starts);
  });
});
