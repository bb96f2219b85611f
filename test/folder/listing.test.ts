import assert from 'node:assert/strict';
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openFolder } from '../../src/folder/folder.ts';

let base: string;

before(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'listing-')));
});

after(() => rmSync(base, { recursive: true, force: true }));

const plant = (name: string, files: string[]): string => {
  const root = join(base, name);
  mkdirSync(root);
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return root;
};

const pythonFiles = { accept: (name: string) => name.endsWith('.py') };

test('the project is listed without packages, caches, virtualenvs and assets', () => {
  const root = plant('ignores', [
    'manage.py',
    'shop/models.py',
    'media/__init__.py',
    'media/models.py',
    'mediafiles/models.py',
    'static/tool.py',
    'shop/static/deep/x.py',
    '.git/hook.py',
    'node_modules/a/gyp.py',
    'shop/__pycache__/c.py',
    'my-env/pyvenv.cfg',
    'my-env/lib/python3.11/site-packages/django/x.py',
    'thing.egg-info/x.py',
  ]);
  const listing = openFolder(root).list(pythonFiles);
  assert.deepEqual(listing.files, [
    'manage.py',
    'media/__init__.py',
    'media/models.py',
    'mediafiles/models.py',
    'shop/models.py',
  ]);
  assert.deepEqual(listing.cuts, []);
  assert.deepEqual(listing.folders, ['', 'media', 'mediafiles', 'shop']);
});

test('links are not followed, so a loop ends and nothing is listed twice', () => {
  const root = plant('links', ['a/x.py']);
  symlinkSync('..', join(root, 'a/loop'));
  symlinkSync('a', join(root, 'b'));
  symlinkSync('/usr', join(root, 'usr'));
  const { files, links } = openFolder(root).list(pythonFiles);
  assert.deepEqual(files, ['a/x.py']);
  assert.deepEqual(links, ['b', 'usr', 'a/loop']);
});

test('a listing below a folder keeps paths relative to the root, and none leads out', () => {
  const root = plant('under', ['a/b/x.py', 'c/y.py']);
  const folder = openFolder(root);
  assert.deepEqual(folder.list({ ...pythonFiles, under: 'a' }).files, ['a/b/x.py']);
  assert.deepEqual(folder.list({ ...pythonFiles, under: '../links' }), {
    files: [],
    cuts: ['unreadable'],
    entriesSeen: 0,
    folders: [],
    links: [],
  });
});

test('a folder of 200,000 files is listed within its limits and says what was cut', () => {
  const root = plant('many', ['manage.py']);
  for (let part = 0; part < 20; part += 1) {
    mkdirSync(join(root, `part${part}`));
    writeFileSync(join(root, `part${part}/f0.dat`), '');
    // Links, because making them is ten times faster than making files.
    for (let file = 1; file < 10_000; file += 1)
      linkSync(join(root, `part${part}/f0.dat`), join(root, `part${part}/f${file}.dat`));
  }
  const folder = openFolder(root);
  const whole = folder.list({ ...pythonFiles, limits: { timeMs: 60_000 } });
  assert.deepEqual(whole.files, ['manage.py']);
  assert.equal(whole.entriesSeen, 200_021);
  assert.deepEqual(whole.cuts, []);
  const few = folder.list({ accept: () => true, limits: { entries: 25_000 } });
  assert.ok(few.cuts.includes('entries'));
  assert.equal(few.entriesSeen, 25_000);
  const kept = folder.list({ accept: () => true, limits: { files: 1000 } });
  assert.equal(kept.files.length, 1000);
  assert.ok(kept.cuts.includes('files'));
  assert.ok(folder.list({ accept: () => true, limits: { timeMs: 0 } }).cuts.includes('time'));
});

test('a folder 500 levels deep is cut at the depth limit and the rest still listed', () => {
  const root = plant('deep', ['z/last.py']);
  mkdirSync(join(root, Array(500).fill('d').join('/')), { recursive: true });
  writeFileSync(join(root, 'd/d/near.py'), '');
  const listing = openFolder(root).list(pythonFiles);
  assert.deepEqual(listing.files, ['z/last.py', 'd/d/near.py']);
  assert.deepEqual(listing.cuts, ['depth']);
});

test('an unreadable folder costs its own files and is flagged', () => {
  const root = plant('closed', ['open/x.py', 'shut/y.py']);
  chmodSync(join(root, 'shut'), 0);
  chmodSync(base, 0o755);
  const asRoot = process.geteuid?.() === 0;
  if (asRoot) process.seteuid?.(65534);
  try {
    const listing = openFolder(root).list(pythonFiles);
    assert.deepEqual(listing.files, ['open/x.py']);
    assert.deepEqual(listing.cuts, ['unreadable']);
  } finally {
    if (asRoot) process.seteuid?.(0);
    chmodSync(join(root, 'shut'), 0o755);
  }
});
