/** Migrations whose own code says what they do: in `__init__`, of theirs or of a class above them, or in `mutate_state`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { manage, plainSettings, readAll, sitePackages, writeProject } from '../../throwaway.ts';

const model = (...fields: string[]): string =>
  ['from django.db import models', 'class Note(models.Model):', '    text = models.TextField()', ...fields].join('\n');

const number = (name: string): string => `    ${name} = models.IntegerField(null=True)`;
const adds = (name: string): string => `migrations.AddField("note", "${name}", models.IntegerField(null=True))`;
const head = 'from django.db import migrations, models\n';
const after = (name: string): string => `dependencies = [("core", "${name}")]`;
const first = firstMigration(['"text", models.TextField()']);

test('what the code of a migration adds to its operations and dependencies, or puts in their place, is theirs', (context) => {
  agrees(context, {
    ...settings(),
    ...first,
    'core/models.py': `${model(number('a'), number('b'), number('c'), number('d'))}\n`,
    'core/migrations/0002_a.py': `${head}
class Migration(migrations.Migration):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.operations += [${adds('a')}]
        self.dependencies.append(("core", "0001_initial"))
`,
    'core/migrations/0003_b.py': `${head}
class Migration(migrations.Migration):
    ${after('0002_a')}
    later = [${adds('b')}]
    def __init__(self, name, app_label):
        super(Migration, self).__init__(name, app_label)
        if name.startswith("0003"):
            self.operations = self.later
`,
    'core/migrations/0004_c.py': `${head}
class Migration(migrations.Migration):
    def __init__(self, name, app_label):
        self.name = name
        self.app_label = app_label
        self.run_before = []
        self.replaces = []
        self.dependencies = [("core", "0003_b")]
        self.operations = [${adds('c')}, migrations.RunPython(self.fill)]
    def fill(self, apps, schema_editor):
        pass
`,
    'core/migrations/0005_d.py': `${head}
class Migration(migrations.Migration):
    ${after('0004_c')}
    operations = [${adds('d')}]
    def __init__(self, name, app_label):
        super().__init__(name, app_label)
        self.started = now()
def now():
    import time
    return time.time()
`,
  });
});

const bases = `
from django.conf import settings
from django.db import migrations
class Staged(migrations.Migration):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.should_run():
            self.operations = []
class ByStage(Staged):
    def should_run(self):
        return self.__class__.in_test is True if settings.STAGE == "test" else True
class Renamed(migrations.Migration):
    def __init__(self, name, app_label):
        super().__init__(name, app_label)
        self.replaces = [("old", self.__class__.__module__.rsplit(".", 1)[-1])]
`;

test('a class above a migration that takes its operations away, by a setting, or says what it replaces, is followed', (context) => {
  const staged = (name: string, before: string, isRun: string): string => `${head}
from core.bases import ByStage
class Migration(ByStage):
    in_test = ${isRun}
    ${after(before)}
    operations = [${adds(name)}]
`;
  agrees(context, {
    ...settings('STAGE = "test"\n'),
    ...first,
    'core/models.py': `${model(number('b'), number('c'))}\n`,
    'core/bases.py': bases,
    'core/migrations/0002_a.py': staged('a', '0001_initial', 'False'),
    'core/migrations/0003_b.py': staged('b', '0002_a', 'True'),
    'core/migrations/0004_c.py': `${head}
from core.bases import Renamed
class Migration(Renamed):
    ${after('0003_b')}
    operations = [${adds('c')}]
`,
  });
});

test('a migration whose class is imported from another module is that one', (context) => {
  agrees(context, {
    ...settings(),
    ...first,
    'core/models.py': `${model(number('a'))}\n`,
    'core/later.py': `${head}class Migration(migrations.Migration):\n    ${after('0001_initial')}\n    operations = [${adds('a')}]\n`,
    'core/migrations/0002_a.py': 'from core.later import Migration\n',
  });
});

test('where only code tells what a migration of a package builds on, no conflict is told of that package', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    ...Object.fromEntries(Object.entries(first).map(([path, text]) => [`site-packages/${path}`, text])),
    'site-packages/core/__init__.py': '',
    'site-packages/core/models.py': model(),
    'site-packages/core/migrations/0002_a.py': `${head}
class Migration(migrations.Migration):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.dependencies = [("core", before())]
def before():
    import uuid
    return "0001_initial" if uuid.uuid4().hex else "0000"
`,
  });
  const input = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const { apps, problems } = readMigrations({ ...input, live: null, liveProblem: null }).detail;
  const core = apps.find(({ label }) => label === 'core');
  assert.deepEqual([core?.own, core?.migrations.length, core?.conflict], [false, 2, false]);
  assert.deepEqual(problems, []);
});

const line = `import fnmatch
import os
from pathlib import Path
from django.db import migrations
here = Path(__file__).resolve(strict=True).parent
class Migration(migrations.Migration):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.dependencies = [("core", "0001_initial")]
        found = sorted(fnmatch.filter(os.listdir(here), "000*.py"))
        if len(found) == 3:
            self.dependencies.insert(0, ("core", os.path.splitext(found[1])[0]))
`;
const looking = {
  ...first,
  'core/models.py': `${model(number('a'))}\n`,
  'core/migrations/0002_a.py': `${head}class Migration(migrations.Migration):\n    ${after('0001_initial')}\n    operations = [${adds('a')}]\n`,
  'core/migrations/0003_line.py': line,
};

test('a migration that looks among the files of its folder for what it builds on is read', (context) => {
  agrees(context, { ...settings(), ...looking });
});

test('a migration of a package looks for them in the folder of that package', (context) => {
  const packages = writeProject(context, { 'core/__init__.py': '', ...looking });
  const root = writeProject(context, { 'proj/settings.py': plainSettings(['core']) });
  const input = readAll(root, { sitePackages: [packages, ...sitePackages] });
  const { apps } = readMigrations({ ...input, live: null, liveProblem: null }).detail;
  const read = apps.find(({ label }) => label === 'core')?.migrations.map(({ dependencies }) => dependencies);
  assert.deepEqual(read, [[], ['core.0001_initial'], ['core.0002_a', 'core.0001_initial']]);
});

const read = (context: TestContext, fields: readonly string[], migration: string) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    ...first,
    'core/models.py': `${model(...fields)}\nclass New(models.Model):\n    pass\n`,
    'core/migrations/0002_more.py': head + migration,
  });
  const { apps, problems } = readMigrations({ ...readAll(root), live: null, liveProblem: null }).detail;
  const unmade = apps.find(({ label }) => label === 'core')?.unmade.map(({ description }) => description);
  return { unmade, codes: problems.filter(({ file }) => file?.endsWith('0002_more.py')).map(({ code }) => code) };
};

const undecided = `from django.db import connection
class Migration(migrations.Migration):
    ${after('0001_initial')}
    later = [${adds('size')}]
    def __init__(self, name, app_label):
        super().__init__(name, app_label)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations WHERE app = 'old'")
            if cursor.fetchone():
                self.operations = self.later
`;

test('operations that the code of a migration sets where the database says so are said not to be known, and nothing is claimed of them', (context) => {
  for (const fields of [[], [number('size')]])
    assert.deepEqual(read(context, fields, undecided), { unmade: [], codes: ['migration_dynamic'] });
});

test('what the code of a migration sets before Django fills in the rest is not taken for what it does', (context) => {
  const early = `class Migration(migrations.Migration):
    ${after('0001_initial')}
    operations = [${adds('size')}]
    def __init__(self, name, app_label):
        self.operations = []
        super().__init__(name, app_label)
`;
  assert.deepEqual(read(context, [number('size')], early), { unmade: [], codes: ['migration_dynamic'] });
});

const mutating = {
  'leaves the models as they are': `class Migration(migrations.Migration):
    ${after('0001_initial')}
    operations = [${adds('size')}]
    def mutate_state(self, project_state, preserve=True):
        return project_state
`,
  'does more than the operations say': `class Migration(migrations.Migration):
    ${after('0001_initial')}
    def mutate_state(self, project_state, preserve=True):
        state = super().mutate_state(project_state, preserve)
        ${adds('size')}.state_forwards("core", state)
        return state
`,
};

for (const [what, text] of Object.entries(mutating))
  test(`a migration whose mutate_state ${what} is said not to be known, and nothing is claimed of it`, (context) => {
    for (const fields of [[], [number('size')]])
      assert.deepEqual(read(context, fields, text), { unmade: [], codes: ['migration_dynamic'] });
  });
