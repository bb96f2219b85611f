import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { missingModels } from '../../../../src/frameworks/django/project/gaps.ts';
import { plainSettings, readAll, writeProject } from '../throwaway.ts';

const model = 'from django.db import models\nclass Item(models.Model):\n    pass\n';

const app = (path: string): Record<string, string> => ({
  [`${path}/__init__.py`]: '',
  [`${path}/models/__init__.py`]: model,
  [`${path}/migrations/__init__.py`]: '',
});

/** Read as a user who owns none of it. */
const readClosed = (context: TestContext, closed: Record<string, number>) => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['shop', 'stock', 'parts.wheels']),
    ...app('shop'),
    ...app('stock'),
    'parts/__init__.py': '',
    ...app('parts/wheels'),
  });
  chmodSync(root, 0o755);
  for (const [path, mode] of Object.entries(closed)) chmodSync(join(root, path), mode);
  const asRoot = process.geteuid?.() === 0;
  if (asRoot) process.seteuid?.(65534);
  try {
    const { project, models } = readAll(root);
    const own = models.filter((each) => each.id.startsWith('shop.') || /^(?:stock|wheels)\./.test(each.id));
    return { project, models: own.map(({ id }) => id) };
  } finally {
    if (asRoot) process.seteuid?.(0);
    // Or they could not be removed.
    for (const path of Object.keys(closed)) chmodSync(join(root, path), 0o755);
  }
};

const told = ({ project }: ReturnType<typeof readClosed>) =>
  project.problems.map(({ code, file }) => `${code} ${file}`).sort();

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
  const read = readClosed(context, { 'shop/migrations': 0 });
  assert.deepEqual(told(read), ['migrations_unreadable shop/migrations']);
  assert.deepEqual(missingModels(read.project).cutApps, []);
  assert.deepEqual(told(readClosed(context, {})), []);
});
