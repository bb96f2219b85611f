/** What the running project answers: what makemigrations would do, by a command or for models of its own, and what its text left open. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createReadingMemory, read } from '../../../src/frameworks/django/read.ts';
import type { ReadingInput } from '../../../src/frameworks/framework.ts';
import { askLive, inputFor, plainSettings, runProbe, writeProject } from './throwaway.ts';

const ID = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),';

const unmadeOf = (context: TestContext, models: string, fields: string, more: Record<string, string> = {}): unknown => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': models,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel("Box", [${ID} ${fields}])]
`,
    ...more,
  });
  const { changes, problem } = askLive(root).migrations?.unmade ?? {};
  return changes === null ? problem : changes?.map(({ description }) => description);
};

const ownCommand = (body: string): Record<string, string> => ({
  'core/management/__init__.py': '',
  'core/management/commands/__init__.py': '',
  'core/management/commands/makemigrations.py': `from django.core.management.commands.makemigrations import Command as Parent
from django.db import models

class Command(Parent):
    def handle(self, *args, **options):
${body}
`,
});

const quiet = `        deconstruct = models.Field.deconstruct
        def without_help(field):
            name, path, args, kwargs = deconstruct(field)
            kwargs.pop("help_text", None)
            return name, path, args, kwargs
        models.Field.deconstruct = without_help
        print("Looking …")
        return super().handle(*args, **options)
`;

const model = (size: number): string => `from django.db import models
class Box(models.Model):
    name = models.CharField(max_length=${size}, help_text="Any.")
    count = models.IntegerField()
`;

test('a makemigrations of the project’s own is asked itself, which may leave out what Django would write', (context) => {
  const fields = '("name", models.CharField(max_length=5)), ("count", models.IntegerField())';
  assert.deepEqual(unmadeOf(context, model(5), fields, ownCommand(quiet)), []);
  assert.equal((unmadeOf(context, model(6), fields, ownCommand(quiet)) as string[]).length, 1);
  // One value for the rows that are there is needed, which the command would ask for.
  const added = unmadeOf(context, model(5), '("name", models.CharField(max_length=5))', ownCommand(quiet));
  assert.equal((added as string[]).length, 1);
});

test('a makemigrations that fails is told, and nothing is claimed', (context) => {
  const fails = '        raise RuntimeError("Only on Mondays.")';
  const fields = '("name", models.CharField(max_length=5)), ("count", models.IntegerField())';
  assert.equal(unmadeOf(context, model(5), fields, ownCommand(fails)), 'RuntimeError: Only on Mondays.');
});

test('models that are others where migrations are made are asked for there', (context) => {
  const ways = [
    '"makemigrations" in sys.argv',
    'any(command in sys.argv for command in ["migrate", "makemigrations"])',
    'set(sys.argv) & {"makemigrations", "migrate"}',
    'sys.argv[1] == "makemigrations"',
    'sys.argv[1:2] != ["check"] and sys.argv[1] in ("makemigrations", "migrate")',
  ];
  for (const way of ways) {
    const models = `import sys
from django.db import models
class Box(models.Model):
    count = models.IntegerField(default=0 if ${way} else 5)
`;
    assert.deepEqual(unmadeOf(context, models, '("count", models.IntegerField(default=0))'), [], way);
  }
});

test('a project that does not start as makemigrations says so, and nothing is claimed', (context) => {
  const models = `import sys
from django.db import models
if "makemigrations" in sys.argv:
    raise RuntimeError("Not here.")
class Box(models.Model):
    count = models.IntegerField()
`;
  const said = 'RuntimeError: The project does not start as makemigrations.';
  assert.equal(unmadeOf(context, models, '("count", models.IntegerField())'), said);
});

test('what the text leaves open of models is said until the project has answered, and no longer', async (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `import os
from django.db import models
if os.getpid() > 1:
    class Box(models.Model):
        count = models.IntegerField()
`,
  });
  const codesOf = async (live: ReadingInput['live']): Promise<string[]> =>
    (await read(inputFor(root, { live }), createReadingMemory())).schema.problems.map(({ code }) => code);
  assert.deepEqual(await codesOf(null), ['condition_not_known']);
  assert.deepEqual(await codesOf({ readAt: '2026-01-01T00:00:00Z', output: runProbe(root) }), []);
});
