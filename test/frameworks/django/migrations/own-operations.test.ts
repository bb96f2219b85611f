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
