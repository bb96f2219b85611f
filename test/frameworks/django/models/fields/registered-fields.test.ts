/** Fields that a package adds to the models that apps register with it: read where they can be followed, else not taken for removed. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, settings } from '../../agreement.ts';
import { readAll, sitePackages, writeProject } from '../../throwaway.ts';

const models = `from django.db import models


class News(models.Model):
    title = models.CharField(max_length=9)


class Other(models.Model):
    name = models.CharField(max_length=9)
`;

const translation = `from spoken.registry import registry
from .models import News

registry.register(News, ["title"])
`;

const migration = `from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="News",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=9)),
                ("title_de", models.CharField(max_length=9, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Other",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=9)),
                ("name_de", models.CharField(max_length=9, null=True)),
            ],
        ),
    ]
`;

const files = (ready: string, register: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...settings('', ['spoken']),
  'site-packages/spoken/__init__.py': '',
  'site-packages/spoken/apps.py': `from django.apps import AppConfig


class SpokenConfig(AppConfig):
    name = "spoken"

    def ready(self):
${ready}
`,
  'site-packages/spoken/registry.py': `from django.db import models


class Registry:
    def __init__(self):
        self.seen = {}

    def register(self, model, names):
${register}


registry = Registry()
`,
  'core/__init__.py': '',
  'core/models.py': models,
  'core/translation.py': translation,
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': migration,
  ...more,
});

const plainRegister = `        for name in names:
            model.add_to_class(name + "_de", models.CharField(max_length=9, null=True))`;

const byLoop = `        from importlib import import_module
        from django.apps import apps
        from django.utils.module_loading import module_has_submodule
        from spoken import registry
        for config in apps.get_app_configs():
            try:
                import_module("%s.translation" % config.name)
            except ImportError:
                if module_has_submodule(config.module, "translation"):
                    raise`;

for (const [how, ready] of [
  [
    'Django looks for',
    '        from django.utils.module_loading import autodiscover_modules\n        autodiscover_modules("translation")',
  ],
  ['a package looks for', byLoop],
  ['a package looks for by the names of the apps', byLoop.replace('get_app_configs()', 'app_configs.values()')],
] as const)
  test(`fields that are added by a module which ${how} in each app are read`, (context) => {
    const [news] = agrees(context, files(ready, plainRegister));
    assert.deepEqual(
      news?.fields.map(({ name }) => name),
      ['id', 'title', 'title_de'],
    );
  });

const read = (context: Parameters<typeof agrees>[0], written: Record<string, string>) => {
  const root = writeProject(context, written);
  const { project, models } = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const unmade = detail.apps.find(({ label }) => label === 'core')?.unmade.map(({ description }) => description);
  return { problems: project.problems.map(({ message, file, line }) => [message, `${file}:${line}`]), unmade };
};

const hiddenRegister = `        opts = type("Opts", (), {})
        if unheard_of(model):
            self.seen[model] = opts
        for name in self.seen[model].fields:
            model.add_to_class(name + "_de", models.CharField(max_length=9, null=True))`;

test('a model that is handed to code which cannot be followed may have more fields, the others have not', (context) => {
  const { problems, unmade } = read(context, files(byLoop, hiddenRegister));
  assert.deepEqual(unmade, ['Remove field name_de from other']);
  assert.deepEqual(problems, [
    [
      'core.News may have more fields than are shown: code that adds fields to it could not be followed.',
      'core/models.py:4',
    ],
  ]);
});

test('where it cannot be told which models are handed to such code, no field is taken for removed', (context) => {
  const ready = `        from spoken import registry
        for name in unheard_of():
            registry.load(name)`;
  const { problems, unmade } = read(context, files(ready, plainRegister));
  assert.deepEqual(unmade, []);
  assert.deepEqual(problems, [
    ['spoken adds fields to models when the project starts; which ones could not be followed.', 'null:null'],
  ]);
});
