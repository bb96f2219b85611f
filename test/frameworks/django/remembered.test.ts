import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { read } from '../../../src/frameworks/django/read.ts';
import { inputFor, plainSettings, writeProject } from './throwaway.ts';

const model = (name: string): string =>
  `from django.db import models\nclass ${name}(models.Model):\n    x = models.IntegerField()\n`;

test('every edit shows in the next reading: a changed file, a new one, a removed one, changed settings', async (context) => {
  const root = writeProject(context, {
    'proj/settings.py': `${plainSettings(['shop', 'other'])}\ntry:\n    from .local import *\nexcept ImportError:\n    pass\n`,
    'shop/__init__.py': '',
    'shop/models.py': model('First'),
    'other/__init__.py': '',
    'other/models.py': 'from shop.models import *\ntry:\n    from .more import *\nexcept ImportError:\n    pass\n',
  });
  const own = async (): Promise<string[]> =>
    (await read(inputFor(root))).schema.models.filter((each) => each.own).map(({ id }) => id);
  assert.deepEqual(await own(), ['shop.First']);
  assert.deepEqual(await own(), ['shop.First']);
  writeFileSync(join(root, 'shop/models.py'), model('Second'));
  assert.deepEqual(await own(), ['shop.Second']);
  writeFileSync(join(root, 'other/more.py'), model('Third'));
  assert.deepEqual(await own(), ['shop.Second', 'other.Third']);
  rmSync(join(root, 'shop/models.py'));
  writeFileSync(join(root, 'proj/local.py'), 'INSTALLED_APPS = ["django.contrib.contenttypes", "other"]\n');
  writeFileSync(join(root, 'other/models.py'), model('Fourth'));
  assert.deepEqual(await own(), ['other.Fourth']);
});

test('readings of the same text say the same, problems included, however often they are asked for', async (context) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['shop', 'not_there']),
    'shop/__init__.py': '',
    'shop/models.py': `${model('A')}    broken = = 1\n`,
  });
  const once = (await read(inputFor(root))).schema;
  const again = (await read(inputFor(root))).schema;
  assert.deepEqual(again.problems, once.problems);
  assert.deepEqual(again.models, once.models);
  assert.deepEqual(
    once.problems.map(({ code }) => code),
    ['app_not_found', 'syntax_error'],
  );
});

test('progress counts towards all files from its first word on', async (context) => {
  const migration = 'from django.db import migrations\nclass Migration(migrations.Migration):\n    operations = []\n';
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['shop']),
    'shop/__init__.py': '',
    'shop/models.py': model('First'),
    'shop/migrations/__init__.py': '',
    'shop/migrations/0001_initial.py': migration,
    'shop/migrations/0002_more.py': migration,
  });
  const steps: [number, number][] = [];
  await read({ ...inputFor(root), onProgress: (done, total) => steps.push([done, total]) });
  const files = steps[0]?.[1] ?? 0;
  assert.deepEqual(
    steps.slice(-3),
    [2, 1, 0].map((left) => [files - left, files]),
  );
});

test('in a folder of migrations that has long been quiet every change shows, and so does one of what a link leads to', async (context) => {
  const migration = (operations = ''): string =>
    `from django.db import migrations\nclass Migration(migrations.Migration):\n    operations = [${operations}]\n`;
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['shop']),
    'shop/__init__.py': '',
    'shop/migrations/__init__.py': '',
    'shop/migrations/0001_initial.py': migration(),
  });
  const folder = join(root, 'shop/migrations');
  // As if everything had been written ten seconds ago: younger files are read again anyway.
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 10_000 });
  const shown = async (): Promise<string[]> => {
    const { migrations } = await read(inputFor(root));
    const shop = migrations.apps.find(({ label }) => label === 'shop');
    return [...(shop?.migrations ?? []).map(({ name }) => name), ...(shop?.unmade ?? []).map(({ kind }) => kind)];
  };
  assert.deepEqual(await shown(), ['0001_initial']);
  assert.deepEqual(await shown(), ['0001_initial']);
  writeFileSync(join(folder, '0002_more.py'), migration());
  assert.deepEqual(await shown(), ['0001_initial', '0002_more']);
  writeFileSync(join(folder, '0001_initial.py'), migration('migrations.CreateModel(name="Item", fields=[])'));
  assert.deepEqual(await shown(), ['0001_initial', '0002_more', 'model_removed']);
  rmSync(join(folder, '0001_initial.py'));
  assert.deepEqual(await shown(), ['0002_more']);
  symlinkSync('../later.py', join(folder, '0003_later.py'));
  assert.deepEqual(await shown(), ['0002_more']);
  writeFileSync(join(root, 'shop/later.py'), migration());
  assert.deepEqual(await shown(), ['0002_more', '0003_later']);
  rmSync(join(root, 'shop/later.py'));
  assert.deepEqual(await shown(), ['0002_more']);
});
