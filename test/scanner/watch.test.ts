import assert from 'node:assert/strict';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openFolder } from '../../src/folder/folder.ts';
import { kindOfChange } from '../../src/scanner/changes.ts';
import { watchFolder } from '../../src/scanner/watch.ts';

let root: string;
let watch: ReturnType<typeof watchFolder>;
let seen: string[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')));
  mkdirSync(join(root, 'shop'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'shop/models.py'), '');
  writeFileSync(join(root, 'app.log'), '');
  seen = [];
});

afterEach(() => {
  watch.close();
  rmSync(root, { recursive: true, force: true });
});

const listFolders = async (under: string, limit: number): Promise<string[]> =>
  openFolder(root)
    .list({ accept: () => false, under })
    .folders.slice(0, limit);

const start = async (logFiles: string[] = []): Promise<void> => {
  watch = watchFolder({ root, logFiles, onChange: (what) => seen.push(what), listFolders });
  await watch.ready;
};

/** Waits until `count` changes were told; fails after ten seconds. */
const told = async (count: number): Promise<string[]> => {
  const end = Date.now() + 10_000;
  while (seen.length < count && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  return seen;
};

test('an edited model file is told once, however often it is written at a time', async () => {
  await start();
  for (let edit = 0; edit < 20; edit += 1) writeFileSync(join(root, 'shop/models.py'), `x = ${edit}`);
  assert.deepEqual(await told(1), ['files']);
});

test('a file saved by an editor that writes beside and renames is told', async () => {
  await start();
  writeFileSync(join(root, 'shop/models.py.tmp'), 'x = 1');
  renameSync(join(root, 'shop/models.py.tmp'), join(root, 'shop/models.py'));
  assert.deepEqual(await told(1), ['files']);
});

test('a log that grows is told as a log, also one that only LOGGING names', async () => {
  await start([join(root, 'shop/django.out')]);
  appendFileSync(join(root, 'app.log'), 'line\n');
  assert.deepEqual(await told(1), ['logs']);
  appendFileSync(join(root, 'shop/django.out'), 'line\n');
  assert.deepEqual(await told(2), ['logs', 'logs']);
});

test('a new app with its folders is watched from then on', async () => {
  await start();
  mkdirSync(join(root, 'blog/migrations'), { recursive: true });
  writeFileSync(join(root, 'blog/models.py'), '');
  await told(1);
  const before = seen.length;
  // The new folder is watched a moment after it appeared: write until it is seen.
  const end = Date.now() + 10_000;
  for (let number = 0; seen.length === before && Date.now() < end; number += 1) {
    writeFileSync(join(root, `blog/migrations/000${number % 9}.py`), '');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(seen.at(-1), 'files');
  assert.ok(seen.length > before);
});

test('packages, caches and files that are no source are not told', async () => {
  mkdirSync(join(root, 'shop/__pycache__'));
  await start();
  writeFileSync(join(root, 'node_modules/x.py'), '');
  writeFileSync(join(root, 'shop/__pycache__/models.py'), '');
  writeFileSync(join(root, 'shop/page.html'), '');
  writeFileSync(join(root, 'shop/.models.py.swp'), '');
  // What comes last is told; what was told before it would stand in front.
  appendFileSync(join(root, 'app.log'), 'line\n');
  assert.deepEqual(await told(1), ['logs']);
});

test('where not every folder can be watched, that is said once and the project is told as changed now and then', async () => {
  for (const app of ['a', 'b', 'c', 'd']) mkdirSync(join(root, app));
  const said: string[] = [];
  watch = watchFolder({
    root,
    logFiles: [],
    onChange: (what) => seen.push(what),
    onPartly: (message) => said.push(message),
    listFolders,
    limits: { folders: 3, rereadMs: 200 },
  });
  await watch.ready;
  assert.deepEqual(await told(2), ['files', 'files']);
  mkdirSync(join(root, 'e'));
  await told(3);
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /^Only 3 of its folders are watched: the project is read anew every 1 seconds/);
});

test('nothing is told after closing', async () => {
  await start();
  writeFileSync(join(root, 'shop/models.py'), 'x');
  watch.close();
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.deepEqual(seen, []);
});

test('a folder of many files costs a watch per folder, not per file', async () => {
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'data/f0.py'), '');
  for (let file = 1; file < 20_000; file += 1) linkSync(join(root, 'data/f0.py'), join(root, `data/f${file}.py`));
  const before = performance.now();
  await start();
  assert.ok(performance.now() - before < 20_000);
  writeFileSync(join(root, 'shop/models.py'), 'x');
  assert.deepEqual(await told(1), ['files']);
});

test('what a change means is told by its name', () => {
  const kind = (path: string) => kindOfChange('/p', path, new Set(['/p/logs/out.txt']));
  assert.deepEqual(
    ['shop/models.py', 'shop/fixtures/a.json', 'poetry.lock', 'requirements-dev.txt', '.env'].map(kind),
    Array(5).fill('files'),
  );
  assert.deepEqual(['a.log', 'a.log.1', 'logs/out.txt', 'a.log.2025-11-15'].map(kind), Array(4).fill('logs'));
  assert.deepEqual(['db.sqlite3', 'x.db'].map(kind), ['database', 'database']);
  assert.deepEqual(
    ['a.html', 'db.sqlite3-wal', 'db.sqlite3-journal', '.models.py.swp', 'models.py~', 'a.pyc', '4913'].map(kind),
    Array(7).fill(undefined),
  );
});
