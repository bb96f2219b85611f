/** Projects that keep labels, help texts and the like out of their migrations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ID, migration, readFiles } from './text.ts';

const patch = `
from django.db import models
from django.db.migrations.operations import AlterModelOptions
SILENT = ("choices", "help_text", "verbose_name")
deconstruct = models.Field.deconstruct
def quiet(field):
    name, path, args, kwargs = deconstruct(field)
    for attribute in SILENT:
        kwargs.pop(attribute, None)
    return name, path, args, kwargs
AlterModelOptions.ALTER_OPTION_KEYS.remove("verbose_name")
`;

const command = `from django.core.management.commands.makemigrations import Command as Parent
from . import quiet
class Command(Parent):
    pass
`;

const files = (length: number, more: Record<string, string>): Record<string, string> => ({
  'requirements.txt': 'Django==5.2.1\n',
  'proj/__init__.py': '',
  'proj/settings.py': `INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "core"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
`,
  'core/__init__.py': '',
  'core/models.py': `from django.db import models
class Line(models.Model):
    code = models.CharField("the code", max_length=${length}, help_text="Any.")
    state = models.CharField(max_length=1, choices=[("a", "A")], default="a")
    class Meta:
        verbose_name = "a line"
        ordering = ["code"]
`,
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': migration(
    `migrations.CreateModel("Line", [${ID}
      ("code", models.CharField(max_length=9)),
      ("state", models.CharField(default="a", max_length=1)),
    ], options={"ordering": ["code"]}),`,
  ),
  ...more,
});

const inApp = {
  'core/quiet.py': patch,
  'core/apps.py': `from django.apps import AppConfig
from django.db import models
from django.db.migrations.operations import AlterModelOptions
from core.quiet import quiet
AlterModelOptions.ALTER_OPTION_KEYS.remove("verbose_name")
models.Field.deconstruct = quiet
class CoreConfig(AppConfig):
    name = "core"
`,
};
const inCommand = {
  'core/management/__init__.py': '',
  'core/management/commands/__init__.py': `${patch}models.Field.deconstruct = quiet\n`,
  'core/management/commands/makemigrations.py': command.replace('quiet', 'quiet  # deconstruct'),
};
const unrelated = {
  'core/management/__init__.py': '',
  'core/management/commands/__init__.py': '',
  'core/management/commands/makemigrations.py': command.replace('from . import quiet\n', ''),
};

test('what a project keeps out of its migrations is no unmade change, what tables rest on is', (context) => {
  for (const more of [inApp, inCommand]) {
    assert.deepEqual(readFiles(context, files(9, more)).unmade, []);
    assert.deepEqual(readFiles(context, files(10, more)).unmade, ['Alter field code on line']);
  }
});

test('a makemigrations of the project’s own that only adds to Django’s changes nothing', (context) => {
  assert.deepEqual(readFiles(context, files(9, unrelated)).unmade, [
    'Change Meta options on line',
    'Alter field code on line',
    'Alter field state on line',
  ]);
});

test('what such a makemigrations may leave out as well as not is undecided, and neither a change nor none', (context) => {
  const more = {
    ...inCommand,
    'core/migrations/0001_initial.py': (files(9, {})['core/migrations/0001_initial.py'] ?? '').replace(
      'max_length=9)',
      'default="x", max_length=9)',
    ),
  };
  const { unmade, problems } = readFiles(context, files(9, more));
  assert.deepEqual(unmade, []);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['change_unclear'],
  );
});
