/** A project whose settings cannot be read: what only they tell is not made up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../../../src/contract/index.ts';
import { read } from '../../../../src/frameworks/django/read.ts';
import { digestReading } from '../../../../src/scanner/digest.ts';
import { manage, plainSettings, sitePackages, writeProject } from '../throwaway.ts';

const shop = {
  'shop/__init__.py': '',
  'shop/models.py': `from django.conf import settings
from django.db import models

class Order(models.Model):
    buyer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    note = models.TextField()
`,
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': `from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [migrations.swappable_dependency("people.User"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.CreateModel(
            name="Order",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("buyer", models.ForeignKey(on_delete=models.CASCADE, to="people.User")),
            ],
        ),
    ]
`,
};

const readingOf = (root: string) =>
  read({
    root,
    sitePackages,
    pythonVersion: '3.11',
    djangoVersion: '3.2',
    live: null,
    liveProblem: 'The project does not start: no settings',
  });

test('without its settings a project has no unmade change and lacks no app: that is not known, and it is said', async (context) => {
  const reading = await readingOf(writeProject(context, { ...shop, 'manage.py': manage('gone.settings') }));
  assert.equal(reading.appsProblem, 'The settings module gone.settings could not be found.');
  const { apps, problems } = reading.migrations;
  assert.deepEqual(
    apps.map(({ label, unmade }) => [label, unmade]),
    [['shop', []]],
  );
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['change_unclear', 'info']],
  );
});

test('of an app whose models are not read to the end it is said that there may be more of them', async (context) => {
  const settings = plainSettings(['shop'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n');
  const toldWith = async (more: Record<string, string>) => {
    const root = writeProject(context, { ...shop, 'proj/settings.py': settings, ...more });
    const { modelsProblem, apps } = digestReading(await readingOf(root));
    const { models } = (JSON.parse(apps) as App[]).find(({ label }) => label === 'shop') ?? { models: 'not shown' };
    return { modelsProblem, models };
  };
  const whole = await toldWith({});
  assert.equal(whole.modelsProblem, null);
  assert.equal(typeof whole.models, 'number');
  const modelsProblem = 'Part of shop/models.py could not be read.';
  const broken = `${shop['shop/models.py']}\nclass Later(models.Model:\n    pass\n`;
  assert.deepEqual(await toldWith({ 'shop/models.py': broken }), { modelsProblem, models: undefined });
  const alone = `${settings}\nclass Later(:\n`;
  assert.deepEqual(await toldWith({ 'proj/settings.py': alone }), whole, 'no models stand there');
});

test('what cannot be told of settings that lie in an app hides no model of that app', async (context) => {
  const parts = 'if uuid.getnode() > 1:\n    LOGGING = {}\n    TEMPLATES.append({})\nelse:\n    TEMPLATES.clear()\n';
  const root = writeProject(context, {
    ...shop,
    'manage.py': manage('shop.settings'),
    'shop/settings.py': plainSettings(['shop'], `import uuid\nTEMPLATES = [{}]\n${parts}`),
  });
  const reading = await readingOf(root);
  assert.deepEqual(
    reading.schema.problems.map(({ file }) => file),
    ['shop/settings.py'],
  );
  assert.deepEqual([reading.modelsProblem, reading.cutApps], [null, []]);
});

test('of apps within each other only the one whose text breaks off may have more models', async (context) => {
  const settings = plainSettings(['shop', 'shop.parts'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n');
  // Nothing else says that there is such an app.
  const parts = { 'shop/parts/__init__.py': '', 'shop/parts/models.py': 'class Part(models.Model:\n' };
  const reading = await readingOf(writeProject(context, { ...shop, 'proj/settings.py': settings, ...parts }));
  const own = (JSON.parse(digestReading(reading).apps) as App[]).filter(({ label }) => label.startsWith('shop'));
  assert.deepEqual(
    own.map(({ label, models }) => [label, models]),
    [
      ['shop', 1],
      ['shop.parts', undefined],
    ],
  );
});

test('with settings the same project has its unmade change, and an app that is not installed is missed', async (context) => {
  const settings = plainSettings(['shop'], 'DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\n');
  const reading = await readingOf(writeProject(context, { ...shop, 'proj/settings.py': settings }));
  assert.equal(reading.appsProblem, null);
  const own = reading.migrations.apps.find(({ label }) => label === 'shop');
  assert.ok(own?.unmade.some(({ description }) => description === 'Add field note to order'));
  assert.ok(reading.migrations.problems.some(({ code }) => code === 'migration_dependency_missing'));
});

test('why the apps are not known is said for each kind of settings that tell none', async (context) => {
  const problemWith = async (files: Record<string, string>) =>
    (await readingOf(writeProject(context, files))).appsProblem;
  assert.equal(await problemWith({ 'manage.py': 'print("none")\n' }), 'No settings module is named.');
  assert.equal(
    await problemWith({ 'proj/settings.py': 'import os\nINSTALLED_APPS = os.environ["APPS"].split()\n' }),
    'INSTALLED_APPS could not be told from the text of proj.settings.',
  );
  assert.equal(
    await problemWith({ 'proj/settings.py': 'INSTALLED_APPS = [\n    "shop",\nDEBUG = True\n' }),
    'INSTALLED_APPS could not be told from the text of proj.settings.',
  );
  assert.equal(
    await problemWith({ 'proj/settings.py': 'from .gone import *\nINSTALLED_APPS += ["shop"]\n' }),
    '1 of the entries of INSTALLED_APPS could not be told from the text.',
  );
  assert.equal(await problemWith({ 'proj/settings.py': 'INSTALLED_APPS = []\n' }), null);
});

test('of settings that Python cannot read it is not said that they name no database', async (context) => {
  const broken = ['DEBUG = True\nINSTALLED_APPS = [\n', `${plainSettings(['shop'])}\nDATABASES = {\n`];
  for (const text of broken) {
    const reading = await readingOf(
      writeProject(context, {
        ...shop,
        'manage.py': manage('conf'),
        'conf.py': text.replace(/^DATABASES = .*\}$/m, ''),
      }),
    );
    const { note } = reading.migrations.applied;
    assert.match(
      note ?? '',
      /^Which database the project uses cannot be told from its text\. The project does not start: /,
    );
  }
});

test('a manage.py that Python cannot read is told as a problem, with its line', async (context) => {
  const text = manage('conf').replace('import os', 'if True\n    pass');
  const reading = await readingOf(writeProject(context, { 'manage.py': text, 'conf.py': plainSettings([]) }));
  assert.deepEqual(
    reading.schema.problems.map(({ code, file, line }) => [code, file, line]),
    [['syntax_error', 'manage.py', 2]],
  );
  assert.equal(reading.schema.project.settings_module, 'conf', 'what it names is read all the same');
});
