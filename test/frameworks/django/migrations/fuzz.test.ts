/** Whatever lies in a migrations folder, readings end and do not throw. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { migration as whole } from '../../../../bench/fuzz/samples.ts';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fuzz-migrations-')));
describe('migration files cut anywhere', () => {
  after(() => rmSync(root, { recursive: true, force: true }));

  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  write('manage.py', 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")\n');
  write('settings.py', 'INSTALLED_APPS = ["shop", "other"]\n');
  for (const app of ['shop', 'other']) {
    for (const path of ['__init__.py', 'migrations/__init__.py']) write(`${app}/${path}`, '');
    write(
      `${app}/models.py`,
      'from django.db import models\nclass Item(models.Model):\n    name = models.TextField()\n',
    );
  }

  const input = { root, sitePackages: [], pythonVersion: null, djangoVersion: null, live: null, liveProblem: null };
  const memory = createReadingMemory();

  /** Long enough for a loaded machine; a reading that hangs takes for ever. */
  const limitMs = 20_000;

  const readAll = async (what: string): Promise<void> => {
    const start = performance.now();
    const { migrations } = await read(input, memory);
    assert.ok(performance.now() - start < limitMs, what);
    JSON.stringify(migrations);
  };

  test('a migration that is cut off anywhere is read as far as it goes', async () => {
    for (let length = 0; length < whole.length; length += 7) {
      write('shop/migrations/0001_initial.py', whole.slice(0, length));
      write('other/migrations/0001_initial.py', whole.slice(length).replaceAll('shop', 'other'));
      await readAll(`cut at ${length}`);
    }
  });

  test('migrations that depend on each other in a circle, or replace each other, are told and do not hang', async () => {
    const circle = (name: string, other: string): string =>
      `from django.db import migrations\nclass Migration(migrations.Migration):\n    dependencies = [("shop", "${other}"), ("shop", "${name}"), ("other", "__latest__")]\n    replaces = [("shop", "${other}"), ("shop", "${name}")]\n    run_before = [("shop", "${other}")]\n`;
    write('shop/migrations/0004_a.py', circle('0004_a', '0005_b'));
    write('shop/migrations/0005_b.py', circle('0005_b', '0004_a'));
    await readAll('circle');
  });
});
