/** Settings that name folders outside the project, from the settings' text to what a run says. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { djangoVersion } from '../django-python.ts';
import { hashTree } from '../runner/workbench.ts';
import {
  makeProject,
  queueRun,
  scanOnly,
  slowSettings,
  startTestService,
  type TestService,
  waitForRun,
} from '../service.ts';

describe('folders outside of a project', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
    scanOnly(service);
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
