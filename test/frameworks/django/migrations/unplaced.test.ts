/** A migration of which nobody can tell from its text when it comes, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMigrations } from '../../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { firstMigration, settings } from '../agreement.ts';
import { askLive, readAll, writeProject } from '../throwaway.ts';

const files = {
  ...settings(),
  'core/__init__.py': '',
  'core/models.py': `from django.db import models

class Note(models.Model):
    size = models.TextField()
    later = models.IntegerField(null=True)

class Other(models.Model):
    word = models.TextField()
`,
  'core/before.py': `import os, sys
def last_of(prefix):
    folder = os.path.join(os.path.dirname(__file__), "migrations")
    return [("core", name[:-3]) for name in os.listdir(folder) if name.startswith(prefix) and sys.getsizeof(name)]
`,
  ...firstMigration([]),
  'core/migrations/0002_size.py': `from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [
        migrations.AddField("note", "size", models.IntegerField(null=True)),
        migrations.AddField("note", "old", models.IntegerField(null=True)),
        migrations.CreateModel("other", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')), ("word", models.CharField(max_length=1))]),
    ]
`,
  'core/migrations/0000_text.py': `from django.db import migrations, models
from core.before import last_of
class Migration(migrations.Migration):
    dependencies = last_of("0002")
    operations = [migrations.AlterField("note", "size", models.TextField()), migrations.RenameField("note", "old", "later")]
`,
};

test('what a migration changes whose dependency cannot be told is no change without a migration; other models are told', (context) => {
  const root = writeProject(context, files);
  const { project, models } = readAll(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const unmade = detail.apps.find(({ label }) => label === 'core')?.unmade ?? [];
  const { differences } = compareMigrations(askLive(root), detail);
  assert.deepEqual(
    unmade.map(({ kind, model, field }) => [kind, model.toLowerCase(), field]),
    [['field_altered', 'other', 'word']],
  );
  assert.deepEqual(differences, ['link core.0000_text dependencies core.0002_size is live but not read']);
});
