/** Settings that name folders outside the project, from the settings' text to what a run says. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { MigrationsDetail, TaskRun } from '../../src/contract/index.ts';
import { djangoVersion } from '../django-python.ts';
import { hashTree } from '../runner/workbench.ts';
import {
  makeProject,
  queueRun,
  readStatus,
  scanOnly,
  slowSettings,
  startTestService,
  type TestService,
  until,
  waitForRun,
  waitForScans,
} from '../service.ts';

describe('folders outside of a project', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service, 'computed', 'each-time');
  });
  after(() => service.end());

  test('a project that logs outside of its folder runs, and nothing comes to lie there', async () => {
    const outside = makeProject(service.folder, 'log-folder', {});
    const logging = (file: string) =>
      slowSettings(
        `LOGGING = {"version": 1, "handlers": {"file": {"class": "logging.FileHandler", "filename": "${file}"}}, "root": {"handlers": ["file"]}}`,
      );
    const root = makeProject(service.folder, 'logs-away', { 'config/settings.py': logging(`${outside}/app.log`) });
    await service.owner.post('/api/workspaces/', { path: root });
    const before = hashTree(outside);
    const run = await waitForRun(service.owner, (await queueRun(service.owner, 'logs-away', 'check')).id);
    assert.equal(run.status, 'succeeded', run.metadata.command.error);
    assert.equal(hashTree(outside), before);
    writeFileSync(join(root, 'config/settings.py'), logging(`${outside}/no-such-folder/app.log`));
    const failed = await waitForRun(service.owner, (await queueRun(service.owner, 'logs-away', 'check')).id);
    assert.match(failed.metadata.command.error ?? '', /^LOGGING: .*no-such-folder.* has to be there, writable/);
  });

  /** A project that computes where its database lies, outside of it; one migration is applied there. */
  const computeDatabase = (name: string): { root: string; data: string } => {
    const data = makeProject(service.folder, `${name}-data`, {});
    const database = new DatabaseSync(join(data, 'shop.db'));
    database.exec(
      "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime); INSERT INTO django_migrations VALUES (1, 'contenttypes', '0001_initial', '2026-01-01 00:00:00')",
    );
    database.close();
    const root = makeProject(service.folder, name, {
      'config/settings.py': slowSettings(`DATABASES["default"]["NAME"] = eval("'${data}/shop.db'")`),
    });
    return { root, data };
  };
  const runAlone = async (slug: string, preset: string, { owner } = service) =>
    waitForRun(owner, (await queueRun(owner, slug, preset)).id);
  const oneApplied = /contenttypes\n.*\[X\] 0001_initial\n.*\[ \] 0002/;

  test('a database outside that only the running project names is shown as it is, once the project named it', async () => {
    const { root, data } = computeDatabase('computed');
    await service.owner.post('/api/workspaces/', { path: root });
    await until(
      async () => (await service.owner.get('/api/workspaces/computed/migrations/')).json<MigrationsDetail>(),
      ({ applied }) => applied?.source === 'live',
      'the record of the database is read',
    );
    const before = hashTree(data);
    assert.match((await runAlone('computed', 'showmigrations')).log, oneApplied);
    assert.equal(hashTree(data), before);
  });

  test('a run that comes before the first scan tells the truth about a database that only the running project names', async () => {
    const { root } = computeDatabase('unread');
    await service.owner.post('/api/workspaces/', { path: root });
    assert.match((await runAlone('unread', 'showmigrations')).log, oneApplied);
    const moved = computeDatabase('unread-moved');
    const settings = readFileSync(join(moved.root, 'config/settings.py'), 'utf8').replace('shop.db', 'other.db');
    renameSync(join(moved.data, 'shop.db'), join(moved.data, 'other.db'));
    writeFileSync(join(root, 'config/settings.py'), settings);
    // As while a check-out goes on: the folder has not come to rest.
    const writing = setInterval(() => writeFileSync(join(root, 'config/more.py'), `NOW = ${Date.now()}`), 20);
    const { id } = await queueRun(service.owner, 'unread', 'showmigrations');
    await until(
      () => service.app.context.liveRuns.get(id)?.handle,
      (handle) => handle !== null && handle !== undefined,
      'the project is asked',
    );
    clearInterval(writing);
    assert.match((await waitForRun(service.owner, id)).log, oneApplied);
  });

  const countAtOnce = async (slug: string, at: TestService): Promise<void> => {
    const { root } = computeDatabase(slug);
    await at.owner.post('/api/workspaces/', { path: root });
    assert.match((await runAlone(slug, 'showmigrations', at)).log, oneApplied);
    const moved = computeDatabase(`${slug}-moved`);
    copyFileSync(join(moved.root, 'config/settings.py'), join(root, 'config/settings.py'));
    assert.match((await runAlone(slug, 'showmigrations', at)).log, oneApplied);
  };

  test('where nothing is watched, settings that were changed just now count for the next run', () =>
    countAtOnce('unwatched', service));

  test('settings that are changed before their folder is watched count for the next run', async (context) => {
    const watching = await startTestService({ 'no-watch': false });
    context.after(() => watching.end());
    // As where it takes long to list the folders.
    context.mock.method(watching.app.context.scanner, 'watch', () => ({
      ready: new Promise(() => undefined),
      renew: async () => undefined,
      close: () => undefined,
    }));
    scanOnly(watching);
    await countAtOnce('not-yet-watched', watching);
  });

  test('a variable that is handed to runs and names a database outside is followed by the first run', async () => {
    const { root, data } = computeDatabase('by-variable');
    const settings = 'import os\nDATABASES["default"]["NAME"] = os.environ.get("SHOP_DATABASE", "db.sqlite3")';
    writeFileSync(join(root, 'config/settings.py'), slowSettings(settings));
    const { options } = service.app.context;
    options.environment = { ...options.environment, SHOP_DATABASE: join(data, 'shop.db') };
    await service.owner.post('/api/workspaces/', { path: root, environment: 'SHOP_DATABASE' });
    assert.match((await runAlone('by-variable', 'showmigrations')).log, oneApplied);
  });

  test('a project that hangs when it is asked for its database is ended at the time-out of the run', async () => {
    const root = makeProject(service.folder, 'hangs', {
      'config/settings.py': slowSettings('DATABASES["default"]["NAME"] = eval("\'x\'")\nimport time; time.sleep(600)'),
    });
    await service.owner.post('/api/workspaces/', { path: root });
    const { id } = await queueRun(service.owner, 'hangs', 'check');
    await until(
      () => service.app.context.liveRuns.get(id)?.handle,
      (handle) => handle !== null && handle !== undefined,
      'the project is asked',
    );
    const cancelled = await service.owner.post(`/api/task-runs/${id}/cancel/`);
    assert.equal(cancelled.json<TaskRun>().status, 'cancelled');
    const { options } = service.app.context;
    const { runTimeoutMs } = options;
    options.runTimeoutMs = 1500;
    const run = await runAlone('hangs', 'check').finally(() => {
      options.runTimeoutMs = runTimeoutMs;
    });
    assert.deepEqual(
      [run.status, run.metadata.command.exit_code, run.metadata.command.timed_out],
      ['failed', 124, true],
    );
    assert.ok(run.metadata.command.duration_seconds < 10, `${run.metadata.command.duration_seconds} s`);
  });

  test('the time of a run is that of all it starts, also where its project is asked for its database first', async () => {
    const root = makeProject(service.folder, 'slow-start', {
      'config/settings.py': slowSettings('DATABASES["default"]["NAME"] = eval("\'x\'")\nimport time; time.sleep(2)'),
    });
    await service.owner.post('/api/workspaces/', { path: root });
    const { options } = service.app.context;
    const { runTimeoutMs } = options;
    options.runTimeoutMs = 3500;
    const { metadata } = await runAlone('slow-start', 'check').finally(() => {
      options.runTimeoutMs = runTimeoutMs;
    });
    assert.deepEqual([metadata.command.exit_code, metadata.command.timed_out], [124, true]);
    assert.match(metadata.command.error ?? '', /within 3\.5 seconds/);
    const took = metadata.command.duration_seconds;
    // With a time of its own, the command would end 3.5 s after the two seconds of the question.
    assert.ok(took >= 3.5 && took < 5.5, `${took} s`);
  });

  test('a project that names another database each time it starts is not asked for ever', async () => {
    const folder = makeProject(service.folder, 'many-databases', {});
    const root = makeProject(service.folder, 'each-time', {
      'config/settings.py': slowSettings(
        `import uuid\nDATABASES["default"]["NAME"] = "${folder}/" + str(uuid.uuid4()) + ".db"`,
      ),
    });
    await service.owner.post('/api/workspaces/', { path: root });
    await waitForScans(service.owner, 'each-time');
    await service.owner.post('/api/workspaces/each-time/scans/', { kind: 'migrations' });
    // What a scan asks for beside itself is there before it has ended.
    const asked = Math.max(...(await readStatus(service.owner, 'each-time')).scans.map(({ id }) => id));
    const { scans } = await waitForScans(service.owner, 'each-time');
    assert.equal(Math.max(...scans.map(({ id }) => id)), asked);
  });

  test('a folder of static files outside of the project is there for check, and one that is missing is told', async () => {
    const outside = makeProject(service.folder, 'static-folder', {});
    const root = makeProject(service.folder, 'static-away', {
      'config/settings.py': slowSettings(
        `INSTALLED_APPS = ["django.contrib.staticfiles"]\nSTATICFILES_DIRS = [BASE_DIR.parent / "static-folder", ("more", "${outside}/missing")]`,
      ),
    });
    await service.owner.post('/api/workspaces/', { path: root });
    const before = hashTree(outside);
    const { metadata } = await waitForRun(service.owner, (await queueRun(service.owner, 'static-away', 'check')).id);
    assert.ok(metadata.result?.kind === 'check');
    const told = metadata.result.findings.map(({ id, message }) => `${id}: ${message.replace(service.folder, '')}`);
    // Older ones do not look.
    const expected = djangoVersion >= 4 ? /^staticfiles\.W004: The directory '\/static-folder\/missing' [^;]*$/ : /^$/;
    assert.match(told.join('; '), expected);
    assert.equal(hashTree(outside), before);
  });
});
