/** Projects to look into: a copy of the sample, and small ones that behave as a test needs it. */
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copySampleTo } from '../../sample.ts';

export type Project = { path: string; remove(): Promise<void> };

/** In a folder of its own, or beside others in one that the caller removes. */
export async function inTempFolder(
  name: string,
  fill: (path: string) => Promise<void>,
  within?: string,
): Promise<Project> {
  const folder = within ?? (await mkdtemp(join(tmpdir(), 'inspector-e2e-project-')));
  const path = join(folder, name);
  await fill(path);
  return { path, remove: () => rm(within ? path : folder, { recursive: true, force: true }) };
}

async function writeFiles(folder: string, contents: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${text}\n`);
  }
}

export const copySample = (name = 'atlas', within?: string): Promise<Project> =>
  inTempFolder(name, async (path) => copySampleTo(path), within);

const files: Record<string, string> = {
  'manage.py': [
    '#!/usr/bin/env python3',
    'import os, sys',
    "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'site_settings')",
    'from django.core.management import execute_from_command_line',
    'execute_from_command_line(sys.argv)',
  ].join('\n'),
  'site_settings.py': [
    "SECRET_KEY = 'for tests only'",
    "INSTALLED_APPS = ['jobs']",
    "DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'db.sqlite3'}}",
    "DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'",
  ].join('\n'),
  'jobs/__init__.py': '',
  'jobs/models.py':
    'from django.db import models\n\n\nclass Job(models.Model):\n    name = models.CharField(max_length=80)\n',
  'jobs/management/__init__.py': '',
  'jobs/management/commands/__init__.py': '',
};

/** A project with an app and not one model, database or log: what every page says when there is nothing yet. */
export const makeBare = (name: string, within?: string): Promise<Project> =>
  inTempFolder(name, (path) => writeFiles(path, { ...files, 'jobs/models.py': '' }), within);

/** A project whose `manage.py` names settings that are not there, without an app of its own, but with a fixture. */
export const makeLost = (name: string): Promise<Project> =>
  inTempFolder(name, (path) =>
    writeFiles(path, {
      'manage.py': (files['manage.py'] ?? '').replace('site_settings', 'gone.settings'),
      'fixtures/first.json': '[{"model": "shop.order", "pk": 1, "fields": {}}]',
    }),
  );

/** A project with one model in an app of this dotted name. */
export const makeNamed = (name: string, app: string): Promise<Project> => {
  const parts = app.split('.');
  const packages = parts.map((_, index) => [`${parts.slice(0, index + 1).join('/')}/__init__.py`, '']);
  const settings = (files['site_settings.py'] ?? '').replace("'jobs'", `'${app}'`);
  const own = { ...Object.fromEntries(packages), [`${parts.join('/')}/models.py`]: files['jobs/models.py'] ?? '' };
  return inTempFolder(name, (path) => writeFiles(path, { ...files, 'site_settings.py': settings, ...own }));
};

/** Of sixty characters each: what a generator or a careful person writes. */
export const longNames = {
  app: 'warehouse_inventory_reconciliation_and_returns_of_northwind1',
  model: 'ReconciliationOfReturnedGoodsWithTheInventoryOfAllWarehouses',
  field: 'expected_quantity_according_to_the_inventory_of_last_quarter',
  migration: '0001_reconciliation_of_returned_goods_with_all_the_warehouses',
};

/** A project whose app, model, fields, migration and fixture all have such a name; it has an unmade change and a fixture with a problem. */
export const makeLongNamed = (name: string): Promise<Project> => {
  const { app, model, field, migration } = longNames;
  const settings = (files['site_settings.py'] ?? '').replace("'jobs'", `'${app}'`);
  const own = {
    [`${app}/__init__.py`]: '',
    [`${app}/models.py`]: [
      'from django.db import models\n\n',
      `class ${model}(models.Model):`,
      `    ${field} = models.IntegerField(null=True)`,
      `    parent_${field} = models.ForeignKey('self', null=True, on_delete=models.CASCADE)`,
    ].join('\n'),
    [`${app}/migrations/__init__.py`]: '',
    [`${app}/migrations/${migration}.py`]: [
      'from django.db import migrations, models\n\n',
      'class Migration(migrations.Migration):',
      "    operations = [migrations.CreateModel('Older', [('id', models.BigAutoField(primary_key=True))])]",
    ].join('\n'),
    [`${app}/fixtures/${migration}.json`]: JSON.stringify([
      { model: `${app}.${model.toLowerCase()}`, pk: 1, fields: { [`no_${field}`]: 1 } },
    ]),
  };
  return inTempFolder(name, (path) => writeFiles(path, { ...files, 'site_settings.py': settings, ...own }));
};

/** The sample after a bad day: a model file and a migration that do not parse, an app that is not there, a database that is none. */
export async function makeBroken(name: string, within?: string): Promise<Project> {
  const project = await copySample(name, within);
  const at = (file: string) => join(project.path, file);
  await appendFile(at('atlas/lending/models.py'), '\n\nclass Loan(models.Model:\n    pass\n');
  await appendFile(at('atlas/settings/base.py'), "\nINSTALLED_APPS += ['atlas.gone']\n");
  await appendFile(at('atlas/people/migrations/0001_initial.py'), '\n    )\n');
  await writeFile(at('db.sqlite3'), 'not a database\n');
  return project;
}

/** A project of its own making whose `check` prints `lines` lines, one every `everySeconds`. */
export const makeTalker = (name: string, lines: number, everySeconds: number): Promise<Project> =>
  inTempFolder(name, async (path) => {
    const check = [
      'import time',
      'from django.core.management.base import BaseCommand',
      '',
      '',
      'class Command(BaseCommand):',
      '    requires_system_checks = []',
      '',
      '    def handle(self, *args, **options):',
      `        for number in range(1, ${lines + 1}):`,
      "            self.stdout.write(f'line {number} of a command that takes its time')",
      ...(everySeconds > 0 ? ['            self.stdout.flush()', `            time.sleep(${everySeconds})`] : []),
    ].join('\n');
    await writeFiles(path, { ...files, 'jobs/management/commands/check.py': check });
  });
