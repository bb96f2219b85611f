import assert from 'node:assert/strict';
import { appendFileSync, cpSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { kindOfChange } from '../../src/scanner/watch/changes.ts';
import { listPlaces } from '../../src/scanner/watch/places.ts';
import type { WatchInput, watchFolder } from '../../src/scanner/watch/watch.ts';
import { countWatches, isLinux, makeWatching, nothing, type Watching } from './watching.ts';

let root: string;
let watch: ReturnType<typeof watchFolder>;
let seen: string[];
let started: Watching;

beforeEach(() => {
  started = makeWatching();
  ({ root, seen } = started);
  mkdirSync(join(root, 'shop'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'shop/models.py'), '');
  writeFileSync(join(root, 'app.log'), '');
});

afterEach(() => started.end());

const start = async (input: Partial<WatchInput> = {}): Promise<void> => {
  watch = await started.start(input);
};
const told = (count: number, limitMs?: number): Promise<string[]> => started.told(count, limitMs);
const areLinesTold = (folder: string): Promise<boolean> => started.areLinesTold(folder);

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
  await start({ watched: { ...nothing, logFiles: [join(root, 'shop/django.out')] } });
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

test('a copy put in the place of the project is told, and so are edits in it', async () => {
  await start();
  cpSync(root, `${root}-copy`, { recursive: true });
  renameSync(root, `${root}-old`);
  renameSync(`${root}-copy`, root);
  assert.deepEqual((await told(1)).slice(0, 1), ['files']);
  assert.ok(await areLinesTold(''));
  assert.ok(await areLinesTold('shop'));
});

test('a project that was gone for a while is told when it goes, when it is back, and edits in it from then on', async () => {
  await start();
  renameSync(root, `${root}-old`);
  assert.deepEqual(await told(1), ['files']);
  renameSync(`${root}-old`, root);
  assert.deepEqual(await told(2), ['files', 'files']);
  assert.ok(await areLinesTold('shop'));
});

test('a project whose folder was not there when watching began is told when it comes, and edits in it from then on', async () => {
  renameSync(root, `${root}-old`);
  await start();
  renameSync(`${root}-old`, root);
  assert.deepEqual(await told(1), ['files']);
  assert.ok(await areLinesTold('shop'));
});

test('a folder swapped by two quick renames is told every time, and so are later edits in it', async () => {
  mkdirSync(join(root, 'shop/migrations'));
  cpSync(join(root, 'shop'), join(root, 'next'), { recursive: true });
  await start();
  for (let swap = 0; swap < 10; swap += 1) {
    const before = seen.length;
    renameSync(join(root, 'shop'), join(root, 'last'));
    renameSync(join(root, 'next'), join(root, 'shop'));
    renameSync(join(root, 'last'), join(root, 'next'));
    assert.ok((await told(before + 1)).length > before, `swap ${swap} is told`);
    assert.ok(await areLinesTold('shop'), `an edit after swap ${swap}`);
    assert.ok(await areLinesTold('shop/migrations'), `an edit below after swap ${swap}`);
  }
});

test('a link to a folder that leads to another one from now on is told', async () => {
  for (const name of ['first', 'second']) mkdirSync(join(root, 'releases', name), { recursive: true });
  const lead = (target: string): void => {
    symlinkSync(target, join(root, 'next'));
    renameSync(join(root, 'next'), join(root, 'current'));
  };
  lead('releases/first');
  await start();
  lead('releases/second');
  assert.deepEqual(await told(1), ['files']);
});

test('a link to a folder that is removed or leads nowhere from now on is told, whether it was there before or came meanwhile', async () => {
  mkdirSync(join(root, 'apps/kiosk'), { recursive: true });
  symlinkSync('apps/kiosk', join(root, 'kiosk'));
  symlinkSync('app.log', join(root, 'a-file'));
  await start();
  rmSync(join(root, 'kiosk'));
  assert.deepEqual(await told(1), ['files']);
  symlinkSync('apps/kiosk', join(root, 'kiosk'));
  assert.deepEqual(await told(2), ['files', 'files']);
  symlinkSync('nowhere', join(root, 'next'));
  renameSync(join(root, 'next'), join(root, 'kiosk'));
  assert.deepEqual(await told(3), ['files', 'files', 'files']);
  rmSync(join(root, 'a-file'));
  assert.ok(await areLinesTold('shop'));
  assert.deepEqual(seen.slice(3), ['logs'], 'what led to no folder goes unheard');
});

test('what is written to a file of any name that a link leads to is told as what the link is', async () => {
  writeFileSync(join(root, 'shop/local.example'), 'x');
  writeFileSync(join(root, 'shop/second.example'), 'x');
  symlinkSync('local.example', join(root, 'shop/local.py'));
  await start();
  writeFileSync(join(root, 'shop/local.example'), 'y');
  assert.deepEqual(await told(1), ['files']);
  symlinkSync('second.example', join(root, 'shop/second.py'));
  await told(2);
  // Until then: where a link leads is watched a moment after it appeared.
  for (let time = 0; seen.length < 3 && time < 20; time += 1) {
    writeFileSync(join(root, 'shop/second.example'), `y${time}`);
    await told(3, 500);
  }
  assert.deepEqual(seen.slice(0, 3), ['files', 'files', 'files'], 'of a link that came meanwhile');
});

test('a folder that was removed and made again at once is watched, though it may have got the same number', async () => {
  await start();
  for (let time = 0; time < 5; time += 1) {
    rmSync(join(root, 'shop'), { recursive: true });
    mkdirSync(join(root, 'shop'));
    assert.ok(await areLinesTold('shop'), `after time ${time}`);
  }
});

test('folders that could not be listed are watched as soon as they can be', async () => {
  let isBroken = true;
  await start({
    listPlaces: async (folder, limit) => {
      if (isBroken) throw new Error('the reader was lost');
      return listPlaces(folder, limit);
    },
    limits: { lookMs: 50 },
  });
  isBroken = false;
  assert.deepEqual(await told(1), ['files']);
  assert.ok(await areLinesTold('shop'));
});

test('a folder whose coming was not seen, as when events are lost, is told and watched after the next reading', async () => {
  let isLost = true;
  await start({
    listPlaces: async (root, limit) => {
      const places = listPlaces(root, limit);
      return { ...places, folders: places.folders.filter(({ path }) => !isLost || !path.endsWith('shop')) };
    },
    limits: { relistMs: 0 },
  });
  isLost = false;
  watch.renew(nothing);
  assert.deepEqual(await told(1), ['files']);
  assert.ok(await areLinesTold('shop'));
});

test('folders that never look the same do not have the project read for ever', async () => {
  let number = 0;
  const identityOf = (): string => {
    number += 1;
    return String(number);
  };
  await start({
    listPlaces: async (root, limit) => {
      const places = listPlaces(root, limit);
      return { ...places, folders: places.folders.map((place) => ({ ...place, identity: identityOf() })) };
    },
    // What is told is read, as the service does.
    onChange: (what) => {
      seen.push(what);
      if (what === 'files') watch.renew(nothing);
    },
    limits: { lookMs: 1_000_000, relistMs: 0 },
  });
  watch.renew(nothing);
  assert.deepEqual(await told(1), ['files']);
  for (let time = 0; time < 3; time += 1) assert.ok(await areLinesTold('shop'));
  assert.equal(seen.filter((what) => what === 'files').length, 1);
});

test('a log that a reading finds is told as a log from then on, and what was about to be told still is', async () => {
  await start();
  writeFileSync(join(root, 'shop/models.py'), 'x');
  watch.renew({ ...nothing, logFiles: [join(root, 'shop/django.out')] });
  assert.deepEqual(await told(1), ['files']);
  appendFileSync(join(root, 'shop/django.out'), 'line\n');
  assert.deepEqual(await told(2), ['files', 'logs']);
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
  await start({ onPartly: (message) => said.push(message), limits: { folders: 3, rereadMs: 200 } });
  assert.deepEqual(await told(2), ['files', 'files']);
  mkdirSync(join(root, 'e'));
  await told(3);
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /^Only 3 of its folders are watched: the project is read anew every 1 seconds/);
});

test('a project with more in it than is looked through for its folders is told as changed now and then, and that is said', async () => {
  const said: string[] = [];
  writeFileSync(join(root, 'manage.py'), '');
  await start({
    limits: { rereadMs: 50 },
    listPlaces: async (folder, limit) => listPlaces(folder, limit, { entries: 1 }),
    onPartly: (message) => said.push(message),
  });
  assert.ok((await told(2)).length >= 2);
  assert.equal(said.length, 1);
  assert.match(
    said[0] ?? '',
    /^It holds more than can be looked through for folders to watch: the project is read anew/,
  );
});

test('where the system watches whole trees, edits, new apps and a copy in the place of the project are told', async () => {
  await start({ watchesTrees: true });
  assert.ok(await areLinesTold('shop'));
  const before = seen.length;
  mkdirSync(join(root, 'blog'));
  assert.ok((await told(before + 1)).slice(before).includes('files'));
  cpSync(root, `${root}-copy`, { recursive: true });
  renameSync(root, `${root}-old`);
  renameSync(`${root}-copy`, root);
  const after = seen.length;
  assert.ok((await told(after + 1)).slice(after).includes('files'));
  assert.ok(await areLinesTold('shop'));
});

test('closing ends every watch, also of folders that are just being looked for', { skip: !isLinux }, async () => {
  const before = countWatches();
  await start();
  assert.ok(countWatches() >= before + 2);
  writeFileSync(join(root, 'shop/models.py'), 'x');
  mkdirSync(join(root, 'blog'));
  watch.renew({ ...nothing, sitePackages: [join(root, '..')] });
  watch.close();
  assert.equal(countWatches(), before);
  await watch.ready;
  watch.renew(nothing);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.equal(countWatches(), before);
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

const known = {
  logs: new Set(['/p/logs/out.txt']),
  databases: new Set(['/p/var/shop.data']),
  data: new Set(['/p/conf/secret-key', '/p/conf.d/', '/p/']),
};

test('what a change means is told by its name', () => {
  const kind = (path: string) => kindOfChange('/p', path, known);
  assert.deepEqual(
    [
      ...['shop/models.py', 'shop/fixtures/a.json', 'shop/fixtures/a.json.gz', 'poetry.lock', '.env', 'runtime.txt'],
      ...['requirements-dev.txt', 'requirements/base.txt', 'reqs/prod/web.in', 'requirements.in', 'constraints.txt'],
      'conf/secret-key',
    ].map(kind),
    Array(12).fill('files'),
  );
  assert.deepEqual(['a.log', 'a.log.1', 'logs/out.txt', 'a.log.2025-11-15'].map(kind), Array(4).fill('logs'));
  assert.deepEqual(
    ['db.sqlite3', 'x.db', 'db.sqlite3-wal', 'var/shop.data', 'var/shop.data-wal'].map(kind),
    Array(5).fill('database'),
  );
  assert.deepEqual(['.venv', 'venv/bin/x.py', 'env/pyvenv.cfg'].map(kind), Array(3).fill('packages'));
  assert.deepEqual(
    [
      'a.html',
      'notes.txt',
      'db.sqlite3-shm',
      'db.sqlite3-journal',
      '.models.py.swp',
      'models.py~',
      'a.pyc',
      '4913',
    ].map(kind),
    Array(8).fill(undefined),
  );
});

test('a name that comes to a folder which the project lists is told, and what is written in it is not', () => {
  const come = (path: string) => kindOfChange('/p', path, known, 'rename');
  assert.deepEqual(['conf.d/mail', 'DEVELOPMENT'].map(come), ['files', 'files']);
  assert.deepEqual(['conf.d/below/mail', 'mail/x', 'x.data-wal', 'x.data-journal'].map(come), Array(4).fill(undefined));
  assert.equal(kindOfChange('/p', 'conf.d/mail', known), undefined);
});
