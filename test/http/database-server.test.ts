/** A real project on a real PostgreSQL. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { MigrationsDetail, Status } from '../../src/contract/index.ts';
import { requestScans } from '../../src/usecases/scans/request.ts';
import { djangoPython, noPsycopg } from '../django-python.ts';
import { noPostgres, type Postgres, postgres } from '../postgres.ts';
import {
  makeProject,
  queueRun,
  readStatus,
  slowSettings,
  startTestService,
  type TestService,
  until,
  waitForRun,
  waitForScans,
} from '../service.ts';

const settingsFor = ({ host, port, user, password }: Postgres): string =>
  slowSettings(`INSTALLED_APPS += ["shop.apps.Shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "shop", "USER": "${user}",
    "PASSWORD": "${password}", "HOST": "${host}", "PORT": "${port}"}}`);

/** It writes whenever it starts, as no project should. */
const careless = `from django.apps import AppConfig
from django.db import connection
class Shop(AppConfig):
    name = "shop"
    def ready(self):
        try:
            connection.cursor().execute("INSERT INTO visits VALUES (1)")
        except Exception as error:
            print(error)
`;

const migrationOf = (before: string, operations: string): string => `from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [${before}]
    operations = [${operations}]
`;

const files = {
  'shop/__init__.py': '',
  'shop/apps.py': careless,
  'shop/models.py':
    'from django.db import models\nclass Order(models.Model):\n    number = models.IntegerField()\n    paid = models.BooleanField(default=False)\n',
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': migrationOf(
    '',
    'migrations.CreateModel("Order", [("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")), ("number", models.IntegerField())])',
  ),
  'shop/migrations/0002_order_paid.py': migrationOf(
    '("shop", "0001_initial")',
    'migrations.AddField("order", "paid", models.BooleanField(default=False))',
  ),
};

describe('a project on PostgreSQL', { skip: noPostgres || noPsycopg }, () => {
  let server: Postgres;
  let service: TestService;
  let project: string;

  const manage = (...args: string[]): void => {
    execFileSync(djangoPython, ['-B', join(project, 'manage.py'), ...args], { stdio: 'pipe' });
  };
  const migrations = async (): Promise<MigrationsDetail> =>
    (await service.owner.get('/api/workspaces/shop/migrations/')).json<MigrationsDetail>();
  const pendingOfShop = async (): Promise<number | undefined> =>
    (await migrations()).apps.find(({ label }) => label === 'shop')?.pending;
  const appliedState = ({ insights }: Status) => insights.find(({ title }) => title === 'Applied state');
  const scanAgain = async (): Promise<Status> => {
    const id = (await service.app.context.store.workspaces.list())[0]?.id ?? 0;
    await requestScans(service.app.context, id, ['migrations']);
    return waitForScans(service.owner, 'shop');
  };
  const run = async (preset: string) => waitForRun(service.owner, (await queueRun(service.owner, 'shop', preset)).id);

  before(async () => {
    server = await postgres();
    await server.sql('CREATE DATABASE shop');
    await server.sql('CREATE TABLE visits (number integer)', 'shop');
    service = await startTestService();
    project = makeProject(service.folder, 'shop', { ...files, 'config/settings.py': settingsFor(server) });
    manage('migrate', 'shop', '0001');
    await server.sql('TRUNCATE visits', 'shop');
    await service.owner.post('/api/workspaces/', { path: project });
    await waitForScans(service.owner, 'shop');
  });
  after(() => service?.end());

  test('without the network what is applied is unknown, every migration counts as pending, and it is said why', async () => {
    assert.equal(await pendingOfShop(), 2);
    const state = appliedState(await readStatus(service.owner, 'shop'));
    assert.equal(state?.value, 'unknown');
    assert.match(state?.delta ?? '', /server could not be reached.*no network unless it is allowed/);
    const { status, metadata } = await run('showmigrations');
    assert.equal(status, 'failed');
    assert.match(metadata.command.error ?? '', /no network unless it is allowed/);
  });

  test('where the network is allowed it shows what the server has recorded, and again after migrate', async () => {
    const allowed = await service.owner.send('PATCH', '/api/workspaces/shop/', { fields: { network: 'true' } });
    assert.equal(allowed.status, 200, allowed.text);
    const status = await scanAgain();
    assert.equal(appliedState(status), undefined);
    assert.equal((await migrations()).applied.source, 'live');
    assert.equal(await pendingOfShop(), 1);
    manage('migrate', 'shop');
    await server.sql('TRUNCATE visits', 'shop');
    assert.equal((await run('showmigrations')).status, 'succeeded');
    await until(pendingOfShop, (pending) => pending === 0, 'what the run said is shown');
    await waitForScans(service.owner, 'shop');
  });

  test('what a careless project writes as it starts does not reach the server, and its password is shown nowhere', async () => {
    const { id, status } = await run('diffsettings');
    assert.equal(status, 'succeeded');
    const log = (await service.owner.get(`/api/task-runs/${id}/`)).text;
    assert.match(log, /cannot execute INSERT in a read-only transaction/);
    assert.equal(await server.sql('SELECT count(*) FROM visits', 'shop'), '0');
    for (const path of ['status', 'schema', 'migrations', 'logs'])
      assert.doesNotMatch((await service.owner.get(`/api/workspaces/shop/${path}/`)).text, /pässwörd/, path);
    assert.doesNotMatch(log, /pässwörd/);
  });

  test('a table that was changed on the server, which no record knows, is told', async () => {
    assert.ok(((await migrations()).tables ?? 0) > 0);
    await server.sql('ALTER TABLE shop_order RENAME paid TO settled', 'shop');
    await scanAgain();
    const told = (await migrations()).problems.filter(({ code }) => code.startsWith('column_'));
    assert.deepEqual(
      told.map(({ code, severity }) => `${code} ${severity}`),
      ['column_missing error', 'column_left warning'],
    );
    await server.sql('ALTER TABLE shop_order RENAME settled TO paid', 'shop');
  });

  test('a server that is away leaves what it last said, with why it was not renewed, and is asked again when it is back', async () => {
    await server.stop();
    const away = appliedState(await scanAgain());
    assert.equal(await pendingOfShop(), 0);
    assert.equal(away?.value, 'not renewed');
    assert.match(away?.delta ?? '', /could not be reached/);
    await server.start();
    assert.equal(appliedState(await scanAgain()), undefined);
  });
});
