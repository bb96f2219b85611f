/** What a person sees of each migration, with a database that the real Django has written. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type MigrationsInput, readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { readModels } from '../../../../src/frameworks/django/models/read-models.ts';
import { liveRecord } from '../../../../src/frameworks/django/probe/merge-migrations.ts';
import { readProject } from '../../../../src/frameworks/django/project/read-project.ts';
import { djangoInterpreter } from '../../../django-python.ts';
import { askPython } from '../../../warm-python.ts';
import { askLive, lacking, runCommand } from '../throwaway.ts';

let root: string;

const settings = (database: string): string =>
  `from pathlib import Path\nBASE_DIR = Path(__file__).resolve().parent\nSECRET_KEY = "x"\nDEFAULT_AUTO_FIELD = "django.db.models.AutoField"\nUSE_TZ = True\nINSTALLED_APPS = ["shop"]\nDATABASES = {"default": ${database}}\n`;

const sqlite = '{"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}';

const migration = (body: string): string =>
  `from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n${body.replaceAll(/^/gm, '    ')}\n`;

const files: Record<string, string> = {
  'manage.py':
    'import os, sys\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n',
  'settings.py': settings(sqlite),
  'shop/__init__.py': '',
  'shop/models.py':
    'from django.db import models\n\n\nclass Item(models.Model):\n    name = models.CharField(max_length=5)\n    size = models.IntegerField(null=True)\n',
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': migration(
    'initial = True\ndependencies = []\noperations = [migrations.CreateModel("Item", [("id", models.AutoField(primary_key=True, auto_created=True, serialize=False, verbose_name="ID")), ("name", models.CharField(max_length=5))])]',
  ),
  'shop/migrations/0002_item_size.py': migration(
    'dependencies = [("shop", "0001_initial")]\noperations = [migrations.AddField("item", "size", models.IntegerField(null=True))]',
  ),
};

const write = (more: Record<string, string>): void => {
  for (const [path, text] of Object.entries(more)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const manage = (...args: string[]): string => runCommand(root, ...args);

describe('the state that migrations add up to', () => {
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'states-')));
    write(files);
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const readAll = (more: Partial<MigrationsInput> = {}, sitePackages = djangoInterpreter.sitePackages) => {
    const { pythonVersion, djangoVersion } = djangoInterpreter;
    const input = { root, sitePackages, pythonVersion, djangoVersion, live: null, liveProblem: null };
    const project = readProject(input);
    return readMigrations({
      project,
      models: readModels(project),
      live: null,
      liveProblem: 'There is no interpreter.',
      ...more,
    });
  };

  const read = (more?: Partial<MigrationsInput>) => readAll(more).detail;

  test('of a project that has no default database it is said that nothing can be applied, by its text and by itself', () => {
    const note = 'The settings name no default database, so that no migration can be applied.';
    const none = settings('{}').replace(/^DATABASES.*\n/m, '');
    const dummy = '{"ENGINE": "django.db.backends.dummy"}';
    for (const text of [none, settings('{}'), settings(dummy), `${none}DATABASES = {}\n`]) {
      write({ 'settings.py': text });
      const { applied, database } = read();
      assert.deepEqual([applied.source, applied.note, database], ['unknown', note, null]);
      const project = readProject({ ...djangoInterpreter, root, live: null, liveProblem: null });
      assert.deepEqual(liveRecord(askLive(root), 'now', project), { record: null, problem: note, project });
    }
    for (const made of [
      'import os\nDATABASES = {"default": json.loads(os.environ["DB"])}\n',
      'from settings_of_mine import *\n',
    ]) {
      write({ 'settings.py': none + made });
      assert.match(read().applied.note ?? '', /^Which database the project uses cannot be told/);
    }
  });

  const states = (detail = read()): string[] =>
    detail.apps.flatMap((app) => app.migrations.map(({ name, state }) => `${name} ${state}`));

  test('applied and pending migrations are told apart, with the time of the record', () => {
    manage('migrate', 'shop', '0001', '-v0');
    const detail = read();
    assert.deepEqual(states(detail), ['0001_initial applied', '0002_item_size pending']);
    assert.equal(detail.applied.source, 'database');
    assert.equal(detail.database, join(root, 'db.sqlite3'));
    const [app] = detail.apps;
    assert.equal(app?.pending, 1);
    assert.equal(app?.conflict, false);
    assert.deepEqual(app?.unmade, []);
    const [first, second] = app?.migrations ?? [];
    assert.ok(Math.abs(Date.parse(first?.applied_at ?? '') - Date.now()) < 60_000);
    assert.equal(second?.applied_at, null);
    assert.deepEqual(second?.dependencies, ['shop.0001_initial']);
    assert.deepEqual(second?.operations, [
      { kind: 'AddField', description: 'Add field size to item', model: 'item', field: 'size' },
    ]);
    assert.deepEqual(second?.source, { file: 'shop/migrations/0002_item_size.py', line: 4 });
    assert.equal(second?.leaf, true);
  });

  for (const [what, more] of [
    ['local times of TIME_ZONE', 'USE_TZ = False\nTIME_ZONE = "Asia/Tokyo"\n'],
    ["local times of Django's own default zone", 'USE_TZ = False\n'],
    [
      'times in the zone of the connection',
      'TIME_ZONE = "Asia/Tokyo"\nDATABASES["default"]["TIME_ZONE"] = "America/Lima"\n',
    ],
  ]) {
    test(`a record in ${what} is shown at the moment it was made`, () => {
      write({ 'settings.py': settings(sqlite) + more });
      manage('migrate', '-v0');
      const at = read().apps[0]?.migrations[0]?.applied_at ?? '';
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, at);
    });
  }

  test('where the zone of a record cannot be told, no time is shown', () => {
    write({ 'settings.py': `${settings(sqlite)}import os\nUSE_TZ = os.cpu_count() > 1\n` });
    manage('migrate', '-v0');
    const [first] = read().apps[0]?.migrations ?? [];
    assert.equal(first?.state, 'applied');
    assert.equal(first?.applied_at, null);
  });

  test('a history table that a package makes is not taken for an unmade change', {
    skip: lacking('simple_history'),
  }, () => {
    const apps = '["django.contrib.auth", "django.contrib.contenttypes", "simple_history", "kept"]';
    write({
      'settings.py': settings(sqlite).replace('["shop"]', apps),
      'kept/__init__.py': '',
      'kept/models.py':
        'from django.db import models\nfrom simple_history.models import HistoricalRecords\n\n\nclass Thing(models.Model):\n    code = models.CharField(max_length=5, unique=True)\n    history = HistoricalRecords()\n',
    });
    manage('makemigrations', 'kept', '-v0');
    const unmade = () => read().apps.flatMap((app) => app.unmade.map(({ description }) => description));
    assert.deepEqual(unmade(), []);
    const models = join(root, 'kept/models.py');
    writeFileSync(
      models,
      readFileSync(models, 'utf8').replace('    history', '    size = models.IntegerField()\n    history'),
    );
    assert.deepEqual(unmade(), ['Add field size to historicalthing', 'Add field size to thing']);
  });

  test('a database that does not exist yet means that all is pending, and nothing is created', () => {
    const detail = read();
    assert.deepEqual(states(detail), ['0001_initial pending', '0002_item_size pending']);
    const told = { source: 'database', note: 'The database file does not exist yet: migrate has not run.' };
    const asked = read({
      live: { applied: [], tables: null, readAt: detail.applied.read_at, database: join(root, 'db.sqlite3') },
    });
    for (const { applied } of [detail, asked])
      assert.deepEqual({ ...applied, read_at: undefined }, { ...told, read_at: undefined });
    assert.deepEqual(states(asked), states(detail));
  });

  test('with another database the record is unknown, everything counts as pending, and the reason is told', () => {
    write({ 'settings.py': settings('{"ENGINE": "django.db.backends.postgresql", "NAME": "shop"}') });
    const detail = read();
    assert.equal(detail.applied.source, 'unknown');
    assert.match(
      detail.applied.note ?? '',
      /^What a database of PostgreSQL has recorded is known only .*There is no interpreter\. Every migration counts as pending until/,
    );
    assert.equal(detail.apps[0]?.pending, 2);
  });

  const live = {
    applied: [{ app: 'shop', name: '0001_initial', appliedAt: null }],
    tables: null,
    readAt: '2026-01-01T00:00:00.000Z',
    database: 'live',
  };

  test('what another database held when it could last be asked stands until it can be asked again, with its age and why', () => {
    const postgres = (name: string) =>
      settings(`{"ENGINE": "django.db.backends.postgresql", "NAME": "${name}", "HOST": "db"}`);
    write({ 'settings.py': postgres('shop') });
    const { record: lastRecord } = readAll({ live });
    const asking = read({ lastRecord, liveProblem: null });
    assert.deepEqual(states(asking), ['0001_initial applied', '0002_item_size pending']);
    assert.deepEqual(asking.applied, { source: 'live', read_at: live.readAt, note: null });
    const failed = read({ lastRecord, liveProblem: 'The project does not start.' });
    assert.deepEqual(states(failed), states(asking));
    assert.equal(failed.applied.note, 'It could not be asked again: The project does not start.');
    write({ 'settings.py': postgres('other') });
    assert.equal(read({ lastRecord }).applied.source, 'unknown');
    write({ 'settings.py': postgres('shop').replace('"db"', '"elsewhere"') });
    assert.equal(read({ lastRecord }).applied.source, 'unknown');
  });

  test("the live project's record comes before the file", () => {
    manage('migrate', '-v0');
    const { detail, record } = readAll({ live });
    assert.equal(record, null, 'the file itself tells later readings');
    assert.deepEqual(states(detail), ['0001_initial applied', '0002_item_size pending']);
    assert.deepEqual(detail.applied, { source: 'live', read_at: '2026-01-01T00:00:00.000Z', note: null });
  });

  test('models after an import that fails are not taken for removed', () => {
    const text = (files['shop/models.py'] as string).replace('(models.Model)', '(Base)');
    write({ 'shop/models.py': `from not_installed.models import Base\n${text}` });
    // Its fields show that it is meant to be a model.
    assert.deepEqual(read().apps[0]?.unmade, []);
    const [name] = /(?<=class )\w+/.exec(text) ?? [];
    write({ 'shop/models.py': `from not_installed.models import Base\nclass ${name}(Base):\n    pass\n` });
    const detail = read();
    assert.deepEqual(detail.apps[0]?.unmade, []);
    assert.match(detail.problems.map(({ message }) => message).join(), /1 comparison .* in shop could not be decided/);
  });

  test('what a line with a syntax error may have said is not taken for removed, and what other files say is still told', () => {
    const other = {
      'shelf/__init__.py': '',
      'shelf/migrations/__init__.py': '',
      'shelf/migrations/0001_initial.py': files['shop/migrations/0001_initial.py'] as string,
      'shelf/models.py': `${files['shop/models.py']}`,
      'settings.py': settings(sqlite).replace('["shop"]', '["shop", "shelf"]'),
    };
    write({ ...other, 'shop/models.py': (files['shop/models.py'] as string).replace('size = ', 'size = = ') });
    const detail = read();
    assert.deepEqual(
      detail.apps.map(({ label, unmade }) => [label, unmade.map(({ description }) => description)]),
      [
        ['shelf', ['Add field size to item']],
        ['shop', []],
      ],
    );
    assert.match(detail.problems.map(({ message }) => message).join(), /1 comparison .* in shop could not be decided/);
    write({
      'shop/models.py': files['shop/models.py'] as string,
      'shop/migrations/0002_item_size.py': 'class Migration(:',
    });
    assert.deepEqual(
      read().apps.map(({ unmade }) => unmade.length),
      [1, 0],
    );
  });

  test('an environment without Django takes no model away', () => {
    const empty = join(root, '.venv/lib/python3.11/site-packages');
    mkdirSync(empty, { recursive: true });
    const { detail } = readAll({}, [empty]);
    assert.deepEqual(states(detail), ['0001_initial pending', '0002_item_size pending']);
    assert.deepEqual(
      detail.apps.flatMap(({ unmade }) => unmade),
      [],
    );
  });

  test('an applied migration whose file is gone is told', () => {
    manage('migrate', '-v0');
    rmSync(join(root, 'shop/migrations/0002_item_size.py'));
    const detail = read();
    assert.deepEqual(states(detail), ['0001_initial applied', '0002_item_size file_missing']);
    assert.deepEqual(
      detail.problems.map(({ code }) => code),
      ['migration_file_missing'],
    );
    assert.deepEqual(
      detail.apps[0]?.unmade.map(({ description, source }) => [description, source]),
      [['Add field size to item', { file: 'shop/models.py', line: 6 }]],
    );
  });

  test('the next migration is the one that migrate would apply first, of own apps before those of packages', () => {
    const plan = (): string[] =>
      [...manage('showmigrations', '--plan').matchAll(/\[ \] {2}(\S+)/g)].map(([, key = '']) => key);
    const next = (): string => Object.values(readAll().nextPending ?? {}).join('.');
    write({
      'settings.py': `${settings(sqlite)}INSTALLED_APPS += ["basket"]\n`,
      'basket/__init__.py': '',
      'basket/migrations/__init__.py': '',
      'basket/migrations/0001_initial.py': migration('dependencies = [("shop", "0002_item_size")]\noperations = []'),
    });
    assert.equal(next(), plan()[0]);
    assert.equal(next(), 'shop.0001_initial');
    manage('migrate', '-v0');
    assert.equal(next(), '');
    write({
      'settings.py': `${settings(sqlite)}INSTALLED_APPS += ["django.contrib.auth", "django.contrib.contenttypes"]\n`,
    });
    assert.equal(next(), plan()[0]);
    assert.equal(next(), 'contenttypes.0001_initial');
    const later = 'dependencies = [("shop", "0002_item_size"), ("auth", "0001_initial")]\noperations = []';
    write({ 'shop/migrations/0003_owner.py': migration(later) });
    assert.equal(next(), 'shop.0003_owner');
  });

  test('two leaves are a conflict', () => {
    write({ 'shop/migrations/0002_other.py': migration('dependencies = [("shop", "0001_initial")]\noperations = []') });
    const detail = read();
    assert.equal(detail.apps[0]?.conflict, true);
    assert.deepEqual(
      detail.problems.map(({ code }) => code),
      ['migration_conflict'],
    );
  });

  test('where a migration that another builds on has no file, its neighbours are no conflict and what it did is no unmade change', () => {
    const last = 'dependencies = [("shop", "0002_item_size")]\noperations = []';
    write({ 'shop/migrations/0003_last.py': migration(last) });
    rmSync(join(root, 'shop/migrations/0002_item_size.py'));
    assert.throws(() => manage('makemigrations', '--merge', '--noinput'), /NodeNotFoundError/);
    const { apps, problems } = read();
    assert.equal(apps[0]?.conflict, false);
    assert.deepEqual(apps[0]?.unmade, []);
    const codes = (list = problems) => list.map(({ code }) => code);
    assert.deepEqual(codes(), ['migration_dependency_missing', 'change_unclear']);
    write({ 'shop/models.py': (files['shop/models.py'] ?? '').replace(/ {4}size.*\n/, '') });
    assert.deepEqual(codes(read().problems), codes(), 'nor is it free of changes');
  });

  const squash = {
    'shop/migrations/0001_squashed_0002.py': migration(
      'replaces = [("shop", "0001_initial"), ("shop", "0002_item_size")]\ndependencies = []\noperations = [migrations.CreateModel("Item", [("id", models.AutoField(primary_key=True, auto_created=True, serialize=False, verbose_name="ID")), ("name", models.CharField(max_length=5)), ("size", models.IntegerField(null=True))])]',
    ),
  };

  test('a squashed migration counts as applied once all it replaces are, and stands aside while only some are', () => {
    manage('migrate', 'shop', '0001', '-v0');
    write(squash);
    assert.deepEqual(states(), ['0001_initial applied', '0001_squashed_0002 squashed', '0002_item_size pending']);
    assert.deepEqual(read().apps[0]?.unmade, []);
    manage('migrate', '-v0');
    assert.deepEqual(states(), ['0001_initial squashed', '0001_squashed_0002 applied', '0002_item_size squashed']);
    assert.match(manage('showmigrations'), /\[X\] 0001_squashed_0002/);
  });

  test('on a fresh database only the squashed migration is pending', () => {
    write(squash);
    assert.deepEqual(states(), ['0001_initial squashed', '0001_squashed_0002 pending', '0002_item_size squashed']);
    assert.equal(read().apps[0]?.pending, 1);
  });

  test('a migration applied before its dependency is told', () => {
    manage('migrate', '-v0');
    const python =
      'import sqlite3; c = sqlite3.connect("db.sqlite3"); c.execute("delete from django_migrations where name = \'0001_initial\'"); c.commit()';
    askPython(['-c', python], { cwd: root });
    assert.deepEqual(
      read().problems.map(({ message }) => message),
      ['Migration shop.0002_item_size is applied before its dependency shop.0001_initial.'],
    );
  });

  test('a broken migration costs its own lines, not the scan', () => {
    write({ 'shop/migrations/0003_broken.py': 'class Migration(\n', 'shop/migrations/0004_empty.py': '' });
    const detail = read();
    assert.deepEqual(states(detail), ['0001_initial pending', '0002_item_size pending']);
    assert.deepEqual(
      detail.problems.map(({ code, file }) => [code, file]),
      [
        ['syntax_error', 'shop/migrations/0003_broken.py'],
        ['migration_without_class', 'shop/migrations/0004_empty.py'],
      ],
    );
  });

  test('a folder that Django does not take for a migrations package has no migrations and no unmade changes', () => {
    rmSync(join(root, 'shop/migrations/__init__.py'));
    assert.deepEqual(read().apps, []);
  });

  test('an operation of its own is told, and what it may have changed is not claimed', () => {
    write({
      'shop/migrations/0003_own.py':
        `${migration('dependencies = [("shop", "0002_item_size")]\noperations = [Own("item")]')}`.replace(
          '\n\n\nclass',
          '\n\n\nclass Own(migrations.operations.base.Operation):\n    def state_forwards(self, app_label, state):\n        state.models[app_label, "item"].fields.clear()\n\n\nclass',
        ),
      'shop/models.py': `${files['shop/models.py']}    more = models.IntegerField()\n`,
    });
    const detail = read();
    assert.deepEqual(detail.apps[0]?.unmade, []);
    assert.deepEqual(detail.problems.map(({ code }) => code).sort(), ['change_unclear', 'migration_operation_unknown']);
  });

  test('a migration that depends on a model named in another module leads to that model’s app', () => {
    write({
      'shop/names.py':
        'from django.conf import settings\n\nOWNER_MODEL = getattr(settings, "SHOP_OWNER_MODEL", "shop.Owner")\n',
      'shop/migrations/0003_owner.py': migration(
        'dependencies = [("shop", "0002_item_size"), migrations.swappable_dependency(OWNER_MODEL)]\noperations = []',
      ).replace('\n\n\nclass', '\nfrom shop.names import OWNER_MODEL\n\n\nclass'),
    });
    const { apps, problems } = read();
    assert.deepEqual(apps[0]?.migrations.at(-1)?.dependencies, ['shop.0002_item_size', 'shop.__first__']);
    assert.deepEqual(
      problems.map(({ code }) => code).filter((code) => code.startsWith('migration')),
      [],
    );
  });
});
