/** Operations of a project's own that leave the state to those of Django, held against the real one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const files = {
  ...settings(),
  'core/models.py': `from django.db import models

class Note(models.Model):
    size = models.TextField()
    other = models.IntegerField(null=True)
`,
  'core/operations.py': `from django.db import migrations

class Add(migrations.AddField):
    def state_forwards(self, app_label, state):
        """As Django does."""
        super().state_forwards(app_label, state)
    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        super().database_forwards(app_label, schema_editor, from_state, to_state)

class AddAll(migrations.AddField):
    def state_forwards(self, *args, **kwargs):
        return super(AddAll, self).state_forwards(*args, **kwargs)

class Run(migrations.RunPython):
    def state_forwards(self, app_label, state):
        super().state_forwards(app_label=app_label, state=state)

class AddElsewhere(migrations.AddField):
    def state_forwards(self, app_label, state):
        super().state_forwards("auth", state)
`,
  ...firstMigration(['"size", models.IntegerField()']),
  'core/migrations/0002_more.py': `from django.db import migrations, models
from core import operations
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [
        operations.Add("note", "gone", models.IntegerField(null=True)),
        operations.AddAll("note", "other", models.IntegerField(default=1)),
        operations.Run(migrations.RunPython.noop),
    ]
`,
};

test('an operation that hands the state on as it was given it is the one of Django that it derives from', (context) => {
  agrees(context, files);
});

test('one that hands on something else may do anything', (context) => {
  const more = files['core/migrations/0002_more.py'].replace('operations.Add(', 'operations.AddElsewhere(');
  const root = writeProject(context, { ...files, 'core/__init__.py': '', 'core/migrations/0002_more.py': more });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
});

const removing = `from enum import Enum
from django.db.migrations import Migration, RemoveField

class Deletion(Enum):
    LATER = 0
    NOW = 1

class Checked(Migration):
    def apply(self, project_state, schema_editor, collect_sql=False):
        return super().apply(project_state, schema_editor, collect_sql)

class SafeRemoveField(RemoveField):
    def __init__(self, model_name, name, deletion):
        super().__init__(model_name, name)
        self.deletion = deletion
    def state_forwards(self, app_label, state):
        if self.deletion == Deletion.LATER:
            super().state_forwards(app_label, state)
        else:
            pass
`;

const remover = (number: number, before: string, deletion: string): Record<string, string> => ({
  [`core/migrations/000${number}_remove.py`]: `from core.removing import Checked, Deletion, SafeRemoveField
class Migration(Checked):
    dependencies = [("core", "${before}")]
    operations = [SafeRemoveField("note", "size", deletion=Deletion.${deletion})]
`,
});

test('one that hands on where a condition holds is followed by what it was made with', (context) => {
  const removed = {
    ...settings(),
    'core/models.py': 'from django.db import models\n\nclass Note(models.Model):\n    other = models.IntegerField()\n',
    'core/removing.py': removing,
    ...firstMigration(['"size", models.IntegerField()', '"other", models.TextField()']),
    ...remover(2, '0001_initial', 'LATER'),
    ...remover(3, '0002_remove', 'NOW'),
  };
  const [note] = agrees(context, removed);
  assert.ok(note);
  // With the text of it alone it must be told what is left to be made: the change of `other`, and nothing else.
  const root = writeProject(context, { ...removed, 'core/__init__.py': '' });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const unmade = detail.apps.find(({ label }) => label === 'core')?.unmade ?? [];
  assert.deepEqual(
    unmade.map(({ kind, field }) => [kind, field]),
    [['field_altered', 'other']],
  );
  assert.deepEqual(detail.problems, []);
});

test('operations that a version of Django or the kind of database decides are told', (context) => {
  const decided = {
    ...settings(),
    'core/models.py': 'from django.db import models\n\nclass Note(models.Model):\n    old = models.IntegerField()\n',
    ...firstMigration(['"old", models.TextField()']),
    'core/migrations/0002_decided.py': `import django
from django.db import connection, migrations, models
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = []
    if django.VERSION >= (2, 0):
        operations.append(migrations.AlterField("note", "old", models.IntegerField()))
    if connection.vendor == "postgresql":
        operations.append(migrations.AddField("note", "new", models.IntegerField()))
`,
  };
  agrees(context, decided);
  const root = writeProject(context, { ...decided, 'core/__init__.py': '' });
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  assert.deepEqual(detail.apps.find(({ label }) => label === 'core')?.unmade, []);
  assert.deepEqual(detail.problems, []);
});
