/** Operations of Django's whose model, field, options or parts nobody can tell from the text. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { firstMigration, settings } from '../agreement.ts';
import { manage, readAll, writeProject } from '../throwaway.ts';
import { both, tell } from './untold.ts';

const note = (...more: string[]): string =>
  ['class Note(models.Model):', '    text = models.TextField()', ...more, ''].join('\n');
const size = '    size = models.IntegerField(null=True)';
const ordered = '    class Meta:\n        ordering = ["id"]';
const indexed = '    class Meta:\n        indexes = [models.Index(fields=["text"], name="one")]';
const either = (one: string, other: string): string => `${one} if time.time() > 5 else ${other}`;
const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';
const field = 'models.IntegerField(null=True)';

const read = (context: TestContext, operation: string, models: string) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    ...settings(),
    'core/__init__.py': '',
    ...firstMigration(['"text", models.TextField()'], '', 'migrations.CreateModel("Other", [ID]),'.replace('ID', id)),
    'core/models.py': `from django.db import models\n${models}class Other(models.Model):\n    word = models.TextField()\n`,
    'core/migrations/0002_more.py': `import time
from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [${operation}]
`,
  });
  const { apps, problems } = readMigrations({ ...readAll(root), live: null, liveProblem: null }).detail;
  const unmade = apps.find(({ label }) => label === 'core')?.unmade ?? [];
  return {
    unmade: unmade.map(({ description }) => description),
    dynamic: problems.filter(({ code }) => code === 'migration_dynamic').map(({ file }) => file),
    unclear: problems.filter(({ code }) => code === 'change_unclear').map(({ message }) => message),
  };
};

/** What is done, and a model that has it done; beside it stands one with a field that has no migration. */
const ofNote: Record<string, readonly [operation: string, models: string]> = {
  'a field that is removed': [
    `migrations.RemoveField("note", ${either('"text"', '"word"')})`,
    'class Note(models.Model):\n    pass\n',
  ],
  'the new name of a field': [
    `migrations.RenameField("note", "text", ${either('"body"', '"word"')})`,
    'class Note(models.Model):\n    body = models.TextField()\n',
  ],
  options: [`migrations.AlterModelOptions("note", ${either('{"ordering": ["id"]}', '{}')})`, note(ordered)],
  'the name of an index': [
    `migrations.AddIndex("note", models.Index(fields=["text"], name=${either('"one"', '"two"')}))`,
    note(indexed),
  ],
  'an index': [
    `migrations.AddIndex("note", ${either('models.Index(fields=["text"], name="one")', 'None')})`,
    note(indexed),
  ],
  'an index that is removed': [
    `migrations.AddIndex("note", models.Index(fields=["text"], name="one")), migrations.RemoveIndex("note", ${either('"one"', '"two"')})`,
    note(),
  ],
};

for (const [what, [operation, models]] of Object.entries(ofNote))
  test(`${what} of a model that an operation of Django's leaves to code: nothing is claimed of that model, and it is said`, (context) => {
    const { unmade, dynamic, unclear } = read(context, operation, models);
    assert.deepEqual(unmade, ['Add field word to other']);
    assert.deepEqual(dynamic, ['core/migrations/0002_more.py']);
    assert.match(unclear.join(), /: Note\./);
  });

/** Which model it is. */
const ofAny: Record<string, readonly [operation: string, models: string]> = {
  'a field is added to': [`migrations.AddField(${either('"note"', '"other"')}, "size", ${field})`, note(size)],
  'an operation is about, behind arguments of which nothing is known,': [
    `migrations.AddField(**${either(`dict(model_name="note", name="size", field=${field})`, '{}').replace(/^(.*)$/, '($1)')})`,
    note(size),
  ],
  'is made': [
    `migrations.CreateModel(${either('"Pad"', '"Book"')}, [${id}])`,
    `${note()}class Pad(models.Model):\n    pass\n`,
  ],
  'is deleted': [`migrations.DeleteModel(${either('"Note"', '"Other"')})`, ''],
  'is renamed': [
    `migrations.RenameModel(${either('"Note"', '"Other"')}, "Memo")`,
    'class Memo(models.Model):\n    text = models.TextField()\n',
  ],
};

for (const [what, [operation, models]] of Object.entries(ofAny))
  test(`where code decides which model ${what} nothing is claimed of any of the app, and it is said`, (context) => {
    const { unmade, dynamic, unclear } = read(context, operation, models);
    assert.deepEqual(unmade, []);
    assert.deepEqual(dynamic, ['core/migrations/0002_more.py']);
    assert.equal(unclear.length, 1);
  });

/** A model that is made. */
const ofPad = {
  options: ['[ID]', `options=${either('{"ordering": ["id"]}', '{}')}`, ordered],
  fields: [either('[ID]', '[ID, ("word", models.TextField())]'), 'options={}', '    pass'],
  indexes: [
    '[ID]',
    `options={"indexes": ${either('[models.Index(fields=["id"], name="one")]', '[]')}}`,
    indexed.replace('text', 'id'),
  ],
};

for (const [what, [fields = '', options, body]] of Object.entries(ofPad))
  test(`a model that is made with ${what} that nobody can tell is not said to have changed, others are`, (context) => {
    const operation = `migrations.CreateModel("Pad", ${fields.replaceAll('ID', id)}, ${options})`;
    const { unmade, unclear } = read(context, operation, `${note()}class Pad(models.Model):\n${body}\n`);
    assert.deepEqual(unmade, ['Add field word to other']);
    assert.match(unclear.join(), /: Pad\./);
  });

test('a model that type() makes under a name that cannot be told leaves open which of those that migrations know are gone', (context) => {
  const told = (models: string): unknown[] => {
    const found = tell(context, models, both);
    return [found.told, found.open, found.codes];
  };
  const make = (name: string, base = 'models.Model'): string =>
    `type(${name}, (${base},), {"__module__": __name__, "name": models.CharField(max_length=9)})\n`;
  const keep = 'class Kept(models.Model):\n    name = models.CharField(max_length=9)\n';
  assert.deepEqual(told(`${keep}${make('WORDS[0].title().replace("One", "Gone")')}`), [[], 1, ['not_evaluated']]);
  assert.deepEqual(told(`${keep}${make('f"{\'Go\'}ne"')}`), [[], 0, []]);
  // What is no model has no table.
  assert.deepEqual(told(`${keep}${make('WORDS[0]', 'object')}`), [['core model_removed gone'], 0, []]);
});
