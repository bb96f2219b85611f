/** Whatever lies in a migrations folder, readings end and do not throw. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import { randomFrom } from '../changing-project.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fuzz-migrations-')));
describe('migration files cut anywhere', () => {
  after(() => rmSync(root, { recursive: true, force: true }));

  const whole = `from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


def forwards(apps, schema_editor):
    apps.get_model("shop", "Item").objects.update(name="x")


class Migration(migrations.Migration):
    initial = True
    replaces = [("shop", "0000_old")]
    run_before = [("other", "__first__")]
    dependencies = [("other", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.CreateModel(
            name="Item",
            fields=[("id", models.AutoField(primary_key=True)), ("owner", models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=django.db.models.deletion.CASCADE))],
            options={"ordering": ["name"], "constraints": [models.CheckConstraint(check=models.Q(a__gt=1) & ~models.Q(b=2), name="c")]},
            bases=("shop.base", models.Model),
        ),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RenameModel("Item", "Thing")], database_operations=[]),
        migrations.RenameField("thing", "owner", "keeper"),
        migrations.RunPython(forwards, migrations.RunPython.noop),
        migrations.AlterUniqueTogether("thing", {("id", "keeper")}),
        migrations.RenameIndex("thing", new_name="n", old_fields=("id",)),
    ]
`;

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

  test('a migration with bytes that nobody would write is read around them', async () => {
    const random = randomFrom(5);
    for (let round = 0; round < 300; round += 1) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 1 + random.next(12); change += 1)
        bytes[random.next(bytes.length)] = random.next(256);
      write('shop/migrations/0001_initial.py', bytes);
      await readAll(`round ${round}`);
    }
    for (let round = 0; round < 60; round += 1) {
      const bytes = Buffer.from(Array.from({ length: random.next(3000) }, () => random.next(256)));
      write('shop/migrations/0002_noise.py', bytes);
      await readAll(`noise ${round}`);
    }
  });

  test('words of migrations in any order end as well', async () => {
    const random = randomFrom(6);
    const words = whole.match(/\w+|[^\w\s]|\n */g) ?? [];
    for (let round = 0; round < 150; round += 1) {
      const text = Array.from({ length: random.next(400) }, () => random.pick(words)).join(
        random.next(3) === 0 ? '' : ' ',
      );
      write('shop/migrations/0003_words.py', `${random.next(2) === 0 ? whole : ''}${text}`);
      await readAll(`words ${round}`);
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
