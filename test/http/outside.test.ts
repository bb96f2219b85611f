/** Settings that name folders outside the project, from the settings' text to what a run says. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { MigrationsDetail } from '../../src/contract/index.ts';
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

  test('a database outside that only the running project names is shown as it is, once the project named it', async () => {
    const file = join(makeProject(service.folder, 'data-folder', {}), 'shop.db');
    const database = new DatabaseSync(file);
    database.exec(
      "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime); INSERT INTO django_migrations VALUES (1, 'contenttypes', '0001_initial', '2026-01-01 00:00:00')",
    );
    database.close();
    const root = makeProject(service.folder, 'computed', {
      'config/settings.py': slowSettings(`DATABASES["default"]["NAME"] = eval("'${file}'")`),
    });
    await service.owner.post('/api/workspaces/', { path: root });
    await until(
      async () => (await service.owner.get('/api/workspaces/computed/migrations/')).json<MigrationsDetail>(),
      ({ applied }) => applied?.source === 'live',
      'the record of the database is read',
    );
    const before = hashTree(join(file, '..'));
    const { id } = await queueRun(service.owner, 'computed', 'showmigrations');
    const run = await waitForRun(service.owner, id);
    assert.match(run.log, /contenttypes\n.*\[X\] 0001_initial\n.*\[ \] 0002/);
    assert.equal(hashTree(join(file, '..')), before);
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
