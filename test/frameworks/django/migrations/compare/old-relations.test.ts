/** Relations of projects that are older than Django 2.0. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../../../../src/frameworks/django/migrations/read-migrations.ts';
import { plainSettings, readAll, writeProject } from '../../throwaway.ts';

const writeOldProject = (context: TestContext, now: string, before = now): string =>
  writeProject(context, {
    'requirements.txt': 'Django==1.10.1\n',
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models


class OwnKey(models.ForeignKey):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("on_delete", models.PROTECT)
        super(OwnKey, self).__init__(*args, **kwargs)


class Book(models.Model):
    other = ${now}
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `import core.models
from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.AutoField(verbose_name="ID", serialize=False, auto_created=True, primary_key=True)),
                ("other", ${before}),
            ],
        ),
    ]
`,
  });

const unmade = (context: TestContext, now: string, before: string): string[] => {
  const root = writeOldProject(context, now, before);
  const { project, models } = readAll(root, { sitePackages: [] });
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  return detail.apps.flatMap((app) => app.unmade.map(({ description }) => description));
};

const key = (onDelete: string): string => `models.ForeignKey("core.Book"${onDelete})`;
const CASCADE = ', on_delete=models.CASCADE';

test('a relation that does not say what happens to it cascades, in models and in migrations', (context) => {
  assert.deepEqual(unmade(context, key(''), key(CASCADE)), []);
  assert.deepEqual(unmade(context, key(CASCADE), key('')), []);
  assert.deepEqual(
    unmade(context, 'models.OneToOneField("self")', 'models.OneToOneField(to="core.Book", on_delete=models.CASCADE)'),
    [],
  );
  const altered = ['Alter field other on book'];
  assert.deepEqual(unmade(context, key(''), key(', on_delete=models.PROTECT')), altered);
  assert.deepEqual(unmade(context, key(', on_delete=models.PROTECT'), key('')), altered);
});

test('a relation of an own class may say it itself', (context) => {
  assert.deepEqual(
    unmade(context, 'OwnKey("self")', 'core.models.OwnKey(to="core.Book", on_delete=models.PROTECT)'),
    [],
  );
});

test('what happens to a relation that does not say so is shown, and left open for an own class', (context) => {
  const shown = (field: string) => {
    const { models } = readAll(writeOldProject(context, field), { sitePackages: [] });
    return models.find(({ name }) => name === 'Book')?.fields.at(-1)?.relation?.on_delete;
  };
  assert.equal(shown('models.ForeignKey("self")'), 'CASCADE');
  assert.equal(shown('models.OneToOneField("self", null=True)'), 'CASCADE');
  assert.equal(shown('models.ForeignKey("self", on_delete=models.PROTECT)'), 'PROTECT');
  assert.equal(shown('models.ForeignKey("self", **options)'), null);
  assert.equal(shown('OwnKey("self")'), 'PROTECT');
});
