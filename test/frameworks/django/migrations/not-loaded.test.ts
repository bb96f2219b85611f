/** Migrations that the running project cannot load, though their text looks well. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../../../src/contract/index.ts';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import { settings } from '../agreement.ts';
import { inputFor, runProbe, writeProject } from '../throwaway.ts';

const first = `from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Note", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))]),
    ]
`;

const second = (body: string): string => `from django.db import migrations

${body}


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = []
`;

const files = (body: string): Record<string, string> => ({
  ...settings(),
  'core/__init__.py': '',
  'core/models.py': 'from django.db import models\n\n\nclass Note(models.Model):\n    pass\n',
  'core/migrations/__init__.py': '',
  'core/migrations/0001_initial.py': first,
  'core/migrations/0002_more.py': second(body),
});

test('migrations that the running project cannot load are told with the line that stops it, where the text shows no reason, and once where it does', async (context) => {
  const problems = async (body: string): Promise<Problem[]> => {
    const root = writeProject(context, files(body));
    const live = { output: runProbe(root), readAt: '2026-01-01T00:00:00.000Z' };
    return (await read(inputFor(root, { live }), createReadingMemory())).migrations.problems;
  };
  assert.deepEqual(await problems('fill = importlib.import_module("core.migrations.0001_initial")'), [
    {
      code: 'migrations_fail',
      severity: 'error',
      message: "The project cannot load its migrations: NameError: name 'importlib' is not defined.",
      file: 'core/migrations/0002_more.py',
      line: 3,
    },
  ]);
  const [broken, ...more] = await problems('fill = (');
  assert.equal(broken?.code, 'syntax_error');
  assert.ok(more.every(({ code }) => code !== 'migrations_fail'));
  assert.deepEqual(await problems('fill = None'), []);
});
