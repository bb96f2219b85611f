/** Migrations that say what they do in a class above them, or by code that cannot be followed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, settings } from '../../agreement.ts';
import { manage, plainSettings, readAll, writeProject } from '../../throwaway.ts';

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';
const head = 'from django.db import migrations, models\n';
const models = 'from django.db import models\nclass Note(models.Model):\n    text = models.TextField()\n';
const base = `class First(migrations.Migration):
    operations = [migrations.CreateModel("Note", [${id}, ("text", models.TextField())])]
`;

test('what a migration inherits, from its own file or another, counts as its own', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `${models}    size = models.IntegerField(null=True)\n    more = models.IntegerField(null=True)\n`,
    'core/bases.py': head + base,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': 'from core.bases import First\nclass Migration(First):\n    initial = True\n',
    'core/migrations/0002_size.py': `${head}
class After(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [migrations.AddField("note", "size", models.IntegerField(null=True))]
class Migration(After):
    operations = After.operations + [migrations.AddField("note", "more", models.IntegerField(null=True))]
`,
  });
});

const untold = {
  'a class of a package that is not at hand': 'from away import First\nclass Migration(First):\n    initial = True\n',
  'code that cannot be followed': `${head}from away import operations_of
class Migration(migrations.Migration):
    operations = operations_of("core")
`,
};

for (const [what, text] of Object.entries(untold))
  test(`of models whose migration is told by ${what} none is called new, and that is said`, (context) => {
    const root = writeProject(context, {
      'manage.py': manage(),
      'proj/settings.py': plainSettings(['core']),
      'core/__init__.py': '',
      'core/models.py': models,
      'core/migrations/__init__.py': '',
      'core/migrations/0001_initial.py': text,
    });
    const read = readAll(root);
    const { apps, problems } = readMigrations({ ...read, live: null, liveProblem: null }).detail;
    assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
    const codes = problems.filter(({ file }) => file?.startsWith('core/')).map(({ code }) => code);
    assert.ok(codes.includes('migration_dynamic'), `${codes}`);
    assert.equal(new Set(codes).size, codes.length);
  });
