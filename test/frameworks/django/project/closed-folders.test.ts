import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Problem } from '../../../../src/contract/index.ts';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { missingModels } from '../../../../src/frameworks/django/project/gaps.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const model = 'from django.db import models\nclass Item(models.Model):\n    pass\n';

const app = (path: string): Record<string, string> => ({
  [`${path}/__init__.py`]: '',
  [`${path}/models/__init__.py`]: model,
  [`${path}/migrations/__init__.py`]: '',
});

const migration = (dependencies: readonly (readonly string[])[]): string =>
  `from django.db import migrations\nclass Migration(migrations.Migration):\n    dependencies = [${dependencies.map(([app, name]) => `("${app}", "${name}")`).join(', ')}]\n    operations = []\n`;

/** Read as a user who owns none of it. */
const readClosed = (
  context: TestContext,
  closed: Record<string, number>,
  settings = plainSettings(['shop', 'stock', 'parts.wheels']),
) => {
  const root = writeProject(context, {
    'proj/settings.py': settings,
    ...app('shop'),
    ...app('stock'),
    'parts/__init__.py': '',
    ...app('parts/wheels'),
    'stock/migrations/0001_initial.py': migration([['shop', '0001_initial']]),
    'shop/migrations/0001_initial.py': migration([]),
    'some-data/shop/models.py': model,
  });
  chmodSync(root, 0o755);
  for (const [path, mode] of Object.entries(closed)) chmodSync(join(root, path), mode);
  const asRoot = process.geteuid?.() === 0;
  if (asRoot) process.seteuid?.(65534);
  try {
    const { project, models } = readAll(root);
    const own = models.filter((each) => each.id.startsWith('shop.') || /^(?:stock|wheels)\./.test(each.id));
    const { detail } = readMigrations({ project, models, live: null, liveProblem: null, lastRecord: null });
    return { project, detail, models: own.map(({ id }) => id) };
  } finally {
    if (asRoot) process.seteuid?.(0);
    // Or they could not be removed.
    for (const path of Object.keys(closed)) chmodSync(join(root, path), 0o755);
  }
};

type Told = ReturnType<typeof readClosed>;
const inShort = ({ code, file }: Problem): string => `${code} ${file}`;
const told = ({ project }: Told) => project.problems.map(inShort).sort();

test('a folder of an app that cannot be read is a problem that names it, and its models count as not known', (context) => {
  const read = readClosed(context, { stock: 0 });
  assert.deepEqual(told(read), ['file_unreadable stock']);
  assert.match(read.project.problems[0]?.message ?? '', /^The folder stock cannot be read .* the app stock .*chmod/);
  assert.deepEqual(read.models, ['shop.Item', 'wheels.Item']);
  assert.deepEqual(missingModels(read.project), {
    modelsProblem: 'Part of stock could not be read.',
    cutApps: ['stock'],
  });
});

test('so is one that is listed and cannot be entered, one around the app, and one of its models or migrations', (context) => {
  assert.deepEqual(told(readClosed(context, { stock: 0o644 })), ['file_unreadable stock']);
  assert.deepEqual(told(readClosed(context, { parts: 0 })), ['file_unreadable parts']);
  assert.deepEqual(told(readClosed(context, { 'shop/models': 0 })), ['file_unreadable shop/models']);
  assert.deepEqual(told(readClosed(context, {})), []);
});

test('of migrations that cannot be read nothing is claimed: neither that none is pending, nor that one is missing or unmade', (context) => {
  for (const [path, mode] of [
    ['shop/migrations', 0],
    ['shop/migrations', 0o644],
    ['shop', 0],
  ] as const) {
    const read = readClosed(context, { [path]: mode });
    assert.deepEqual(read.detail.problems.map(inShort), [`migrations_unreadable ${path}`], path);
    assert.match(read.detail.problems[0]?.message ?? '', /not known which migrations of shop are pending.*chmod/);
    assert.deepEqual(
      read.detail.apps.flatMap(({ label, unmade }) => (unmade.length > 0 ? label : [])).filter((app) => app === 'shop'),
      [],
    );
    if (path !== 'shop') assert.deepEqual(told(read), [], 'of its models nothing is missing');
  }
});

test('where apps are looked for in folders, because the settings do not tell them, a closed one is told too', (context) => {
  const unresolved = 'from os import environ\nINSTALLED_APPS = environ["APPS"].split()\n';
  const closed = (files: Record<string, number>) => {
    const read = readClosed(context, files, unresolved);
    return { read, told: told(read).filter((each) => each.includes('unreadable')) };
  };
  const { read, told: said } = closed({ stock: 0, 'some-data': 0 });
  assert.deepEqual(said, ['folder_unreadable stock'], 'what is no name of a module holds no app');
  assert.deepEqual(read.models, ['shop.Item', 'wheels.Item']);
  assert.equal(missingModels(read.project).modelsProblem, 'Part of stock could not be read.');
  assert.deepEqual(closed({ parts: 0 }).told, ['folder_unreadable parts']);
  assert.deepEqual(closed({ stock: 0o644 }).told, ['folder_unreadable stock']);
  assert.deepEqual(closed({ 'shop/models': 0 }).told, ['file_unreadable shop/models']);
  assert.deepEqual(closed({}).told, []);
});
