/** Secrets of a project, from its settings and logs to everything that is answered or kept. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { makeProject, queueRun, slowSettings, startTestService, waitForRun, waitForScans } from '../service.ts';

test('no secret of the settings reaches an answer, a log line, a file or a table', async () => {
  const canary = 'canary-4f1d-secret-value';
  const service = await startTestService();
  const path = makeProject(service.folder, 'secrets', {
    'config/settings.py': slowSettings(
      `SECRET_KEY = "${canary}"\nEMAIL_HOST_PASSWORD = "${canary}2"\nSTRIPE_API_KEY = "${canary}3"\nprint("loaded with", SECRET_KEY)\nCACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "redis://user:${canary}4@localhost/0"}}`,
    ),
    'logs/app.log': `2026-01-01 10:00:00,000 ERROR app key is ${canary}\n`,
  });
  await service.owner.post('/api/workspaces/', { path });
  await waitForScans(service.owner, 'secrets');
  const answers: string[] = [];
  for (const preset of ['diffsettings', 'check', 'showmigrations']) {
    const { id } = await queueRun(service.owner, 'secrets', preset);
    await waitForRun(service.owner, id);
    for (const more of ['', 'log/', 'output/'])
      answers.push((await service.owner.get(`/api/task-runs/${id}/${more}`)).text);
  }
  for (const more of ['status/', 'schema/', 'migrations/', 'fixtures/', 'logs/', ''])
    answers.push((await service.owner.get(`/api/workspaces/secrets/${more}`)).text);
  assert.ok(answers.join().includes('SECRET_KEY'), 'the settings were printed');
  assert.doesNotMatch(answers.join(), new RegExp(canary));
  await service.stop();
  for (const file of readdirSync(join(service.dataDir, 'output'))) {
    assert.ok(
      !gunzipSync(readFileSync(join(service.dataDir, 'output', file)))
        .toString()
        .includes(canary),
      file,
    );
  }
  const store = new DatabaseSync(join(service.dataDir, 'inspector.sqlite3'), { readOnly: true });
  for (const { name } of store.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()) {
    assert.ok(!JSON.stringify(store.prepare(`SELECT * FROM "${name}"`).all()).includes(canary), String(name));
  }
  const documents = store
    .prepare('SELECT gzip FROM documents')
    .all()
    .map(({ gzip }) => gunzipSync(gzip as Uint8Array).toString());
  assert.equal(documents.length, 3);
  assert.ok(documents.every((text) => !text.includes(canary)));
  store.close();
  await service.end();
});

test('a secret in a variable that is handed to a project is masked wherever the project prints or logs it', async () => {
  const canary = 'canary-9c2e';
  const service = await startTestService();
  Object.assign(service.app.context.options, {
    environment: {
      MAILER_API_TOKEN: `${canary}-token`,
      DATABASE_URL: `postgres://me:${canary}%40pass@db.example/plain-name`,
      SHOP_PASSWORD: 'shop',
      REGION: 'plain-region',
      NOT_ASKED_FOR_TOKEN: 'plain-words',
    },
  });
  const path = makeProject(service.folder, 'handed', {
    'config/settings.py': slowSettings(
      `import os
from urllib.parse import unquote, urlparse
INSTALLED_APPS += ["shop"]
print("it is", os.environ["MAILER_API_TOKEN"], unquote(urlparse(os.environ["DATABASE_URL"]).password), os.environ["REGION"], "plain-words in shop")
raise ValueError("cannot use " + os.environ["MAILER_API_TOKEN"])`,
    ),
    'shop/__init__.py': '',
    'logs/app.log': `2026-01-01 10:00:00,000 ERROR shop refused ${canary}-token and ${canary}@pass\n`,
  });
  const environment = 'MAILER_API_TOKEN DATABASE_URL SHOP_PASSWORD REGION';
  await service.owner.post('/api/workspaces/', { path, environment });
  await waitForScans(service.owner, 'handed');
  const { id } = await queueRun(service.owner, 'handed', 'check');
  const run = await waitForRun(service.owner, id);
  assert.match(run.log, /it is \*\*\* \*\*\* plain-region plain-words in shop$/m);
  assert.match(run.metadata.command.error ?? '', /ValueError: cannot use \*\*\*/);
  const answers = [JSON.stringify(run), (await service.owner.get(`/api/task-runs/${id}/output/`)).text];
  for (const more of ['status/', 'schema/', 'logs/'])
    answers.push((await service.owner.get(`/api/workspaces/handed/${more}`)).text);
  assert.match(answers.join(), /shop refused \*\*\* and \*\*\*/);
  assert.doesNotMatch(answers.join(), new RegExp(canary));
  await service.end();
});
