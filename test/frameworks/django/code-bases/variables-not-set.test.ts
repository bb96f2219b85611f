/** Settings that ask for environment variables which a clone does not have. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import type { StaticReading } from '../../../../src/frameworks/framework.ts';
import { plainSettings, writeProject } from '../throwaway.ts';

const readClone = (context: TestContext, settings: string, models = ''): Promise<StaticReading> =>
  read(
    {
      root: writeProject(context, {
        'proj/settings.py': `${plainSettings(['core'])}\nimport os\nimport environ\nenv = environ.Env()\n${settings}`,
        'core/__init__.py': '',
        'core/models.py': `from django.db import models\n\n\nclass Book(models.Model):\n    id = models.AutoField(primary_key=True)\n${models}`,
        'core/migrations/__init__.py': '',
        'core/migrations/0001_initial.py': `from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[("id", models.AutoField(primary_key=True)), ("pages", models.IntegerField())],
        ),
    ]
`,
      }),
      sitePackages: [],
      pythonVersion: null,
      djangoVersion: null,
      live: null,
      liveProblem: null,
    },
    createReadingMemory(),
  );

const variables = ({ schema }: StaticReading): [string | null, string][] =>
  schema.problems.flatMap(({ file, message }) => (/are? not set|is not set/.test(message) ? [[file, message]] : []));

test('all environment variables that the settings lack are named in one sentence', async (context) => {
  const reading = await readClone(
    context,
    'KEY = env("KEY")\nHOST: str = os.environ["HOST"]\nMAIL = env("MAIL")\nAGAIN = f"https://{os.environ[\'HOST\']}"\n',
  );
  assert.deepEqual(variables(reading), [
    ['proj/settings.py', 'These environment variables are not set: KEY, HOST, MAIL.'],
  ]);
  const one = await readClone(context, 'KEY = env("KEY")\n');
  assert.deepEqual(variables(one), [['proj/settings.py', 'The environment variable KEY is not set.']]);
  const many = await readClone(context, Array.from({ length: 23 }, (_, at) => `V${at} = env("V${at}")\n`).join(''));
  assert.match(variables(many)[0]?.[1] ?? '', /: V0, V1, .*, V19 and 3 more\.$/);
});

test('variables behind the first of a dict of the settings are named with it', async (context) => {
  const reading = await readClone(
    context,
    'DATABASES = {"default": {"NAME": os.environ["DB_NAME"], "USER": env("DB_USER"), "HOST": os.environ.get("DB_HOST")}}\n',
  );
  assert.deepEqual(variables(reading), [
    ['proj/settings.py', 'These environment variables are not set: DB_NAME, DB_USER.'],
  ]);
});

const unmade = ({ migrations }: StaticReading): (string | undefined)[] =>
  migrations.apps.flatMap((app) => app.unmade.map(({ description }) => description));

test('a setting whose variable is not set leaves no doubt about a field that is gone', async (context) => {
  assert.deepEqual(unmade(await readClone(context, 'KEY = env("KEY")\n')), ['Remove field pages from book']);
});

test('what the variable decides, beyond a setting of its own, leaves a field that is gone open', async (context) => {
  for (const settings of [
    'if os.environ["SHOP"] == "big":\n    INSTALLED_APPS += ["more"]\n',
    'INSTALLED_APPS.append(os.environ["SHOP"])\n',
    'DATABASES["default"]["NAME"] = os.environ["SHOP"]\n',
  ])
    assert.deepEqual(unmade(await readClone(context, settings)), [], settings);
  const asked = '    if settings.WITH_PAGES:\n        pages = models.IntegerField()\n';
  const reading = await readClone(
    context,
    'WITH_PAGES = env("WITH_PAGES")\n',
    `    from django.conf import settings\n${asked}`,
  );
  assert.deepEqual(unmade(reading), []);
});
