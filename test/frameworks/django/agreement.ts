/** A project with packages of its own, held against the real Django. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { compare } from '../../../bench/truth/compare.ts';
import { compareMigrations } from '../../../bench/truth/migrations.ts';
import { readMigrations } from '../../../src/frameworks/django/migrations/read-migrations.ts';
import type { ReadModel } from '../../../src/frameworks/django/models/model.ts';
import { askLive, manage, plainSettings, readAll, sitePackages, writeProject } from './throwaway.ts';

const withSite = manage().replace(
  'import sys\n',
  'import sys\nsys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site-packages"))\n',
);

const hold = (context: TestContext, files: Record<string, string>) => {
  const root = writeProject(context, { 'manage.py': withSite, 'core/__init__.py': '', ...files });
  const { project, models } = readAll(root, { sitePackages: [join(root, 'site-packages'), ...sitePackages] });
  const live = askLive(root);
  const { detail } = readMigrations({ project, models, live: null, liveProblem: null });
  const differences = [
    ...compare(live, project.apps, models).differences,
    ...compareMigrations(live, detail).differences,
  ];
  assert.deepEqual(differences, []);
  assert.deepEqual(project.problems, []);
  return { models: models.filter(({ app }) => app === 'core'), detail };
};

/** Fails where the reading and the real Django differ; the models of the app `core`. */
export const agrees = (context: TestContext, files: Record<string, string>): ReadModel[] => hold(context, files).models;

/** The same, and fails where the reading leaves anything undecided. */
export const decides = (context: TestContext, files: Record<string, string>): ReadModel[] => {
  const { models, detail } = hold(context, files);
  assert.deepEqual(
    detail.problems.map(({ message }) => message),
    [],
  );
  return models;
};

export const settings = (more = '', apps: readonly string[] = []): Record<string, string> => ({
  'proj/settings.py': plainSettings([...apps, 'core'], more),
});

/** The first migration of `core`, which makes the model Note: what it imports beside Django's own, its fields, and further operations. */
export const firstMigration = (fields: readonly string[], imports = '', more = ''): Record<string, string> => ({
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': `from django.db import migrations, models
${imports}
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
${fields.map((field) => `                (${field}),\n`).join('')}            ],
        ),
${more}    ]
`,
});
