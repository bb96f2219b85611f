import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { listPlaces } from '../../src/scanner/watch/places.ts';
import { makeWatching, nothing, type Watching } from './watching.ts';

const watchShop = (t: TestContext): Watching => {
  const watching = makeWatching();
  t.after(() => watching.end());
  mkdirSync(join(watching.root, 'shop'));
  return watching;
};

/** As `python -m venv` leaves it, without its programs. */
const makeEnvironment = (folder: string): string => {
  const packages = join(folder, 'lib/python3.11/site-packages');
  mkdirSync(packages, { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'pyvenv.cfg'), 'home = /usr/bin\n');
  return packages;
};

const install = (packages: string, name: string): void => {
  mkdirSync(join(packages, name));
  writeFileSync(join(packages, name, '__init__.py'), '');
  mkdirSync(join(packages, `${name}-1.0.dist-info`));
};

// Beside each other: most of their time they wait for a folder to come to rest.
describe('installs', { concurrency: 4 }, () => {
  test('a package installed into the environment of the project is told, and so is its removal', async (t) => {
    const watching = watchShop(t);
    const { root } = watching;
    const packages = makeEnvironment(join(root, '.venv'));
    await watching.start();
    install(packages, 'django');
    assert.deepEqual(await watching.told(1), ['files']);
    rmSync(join(packages, 'django'), { recursive: true });
    rmSync(join(packages, 'django-1.0.dist-info'), { recursive: true });
    assert.deepEqual(await watching.told(2), ['files', 'files']);
  });

  for (const name of ['venv', '.pixi/envs/default'])
    test(`an environment ${name} that is made is told, what is installed into it, and that it is removed`, async (t) => {
      const watching = watchShop(t);
      const { root } = watching;
      await watching.start();
      const packages = makeEnvironment(join(root, name));
      assert.deepEqual((await watching.told(1))[0], 'files');
      const before = watching.seen.length;
      install(packages, 'django');
      assert.ok((await watching.told(before + 1)).length > before);
      const after = watching.seen.length;
      rmSync(join(root, name), { recursive: true });
      assert.ok((await watching.told(after + 1)).length > after);
    });

  test('an environment beside the project is told when it comes, and what is installed into it', async (t) => {
    const watching = watchShop(t);
    await watching.start();
    const packages = makeEnvironment(join(watching.beside, '.venv'));
    assert.deepEqual(await watching.told(1), ['files']);
    const before = watching.seen.length;
    install(packages, 'django');
    assert.ok((await watching.told(before + 1)).length > before);
  });

  test('an environment swapped for another is told, and what is installed into the new one', async (t) => {
    const watching = watchShop(t);
    const { root } = watching;
    makeEnvironment(join(root, '.venv'));
    makeEnvironment(join(root, 'next/env'));
    await watching.start();
    renameSync(join(root, '.venv'), join(root, 'next/old'));
    renameSync(join(root, 'next/env'), join(root, '.venv'));
    await watching.told(1);
    const before = watching.seen.length;
    install(join(root, '.venv/lib/python3.11/site-packages'), 'django');
    assert.ok((await watching.told(before + 1)).length > before);
  });

  test('packages elsewhere, known from a reading, are watched from then on; a chosen environment also when it is made again', async (t) => {
    const watching = watchShop(t);
    const elsewhere = join(watching.beside, 'python/far/away');
    const environment = join(elsewhere, 'chosen');
    const packages = makeEnvironment(environment);
    const system = join(elsewhere, 'dist-packages');
    mkdirSync(system);
    const watch = await watching.start();
    watch.renew({ ...nothing, sitePackages: [packages, system], environments: [environment] });
    // Watched a moment later: install until it is told.
    for (let number = 0; watching.seen.length === 0; number += 1) {
      install(system, `package${number}`);
      await watching.told(1, 3000);
      assert.ok(number < 5, 'an install into the packages of the system is told');
    }
    rmSync(environment, { recursive: true });
    const before = watching.seen.length;
    assert.ok((await watching.told(before + 1)).length > before);
    watch.renew({ ...nothing, sitePackages: [system], environments: [environment] });
    makeEnvironment(environment);
    const after = watching.seen.length;
    assert.ok((await watching.told(after + 1)).length > after);
  });

  test('a package that is copied for a long time is told when it is whole', async (t) => {
    const watching = watchShop(t);
    const { root } = watching;
    const packages = makeEnvironment(join(root, '.venv'));
    let looks = 0;
    await watching.start({
      listPlaces: async (folder, limit) => {
        const places = listPlaces(folder, limit);
        if (!folder.startsWith(packages)) return places;
        looks += 1;
        // Deep below the package, where nobody watches, something was written just now.
        if (looks > 1) return places;
        return { ...places, folders: places.folders.map((place) => ({ ...place, changedMs: Date.now() })) };
      },
    });
    mkdirSync(join(packages, 'django/contrib/admin'), { recursive: true });
    assert.deepEqual(await watching.told(1), ['files']);
    assert.ok(looks > 1);
  });

  test('a package that is a link is told, and where it leads is not looked through', async (t) => {
    const watching = watchShop(t);
    const { root } = watching;
    const packages = makeEnvironment(join(root, '.venv'));
    const looked: string[] = [];
    await watching.start({
      listPlaces: async (folder, limit) => {
        looked.push(folder);
        return listPlaces(folder, limit);
      },
    });
    symlinkSync(watching.beside, join(packages, 'linked'));
    assert.deepEqual(await watching.told(1), ['files']);
    assert.deepEqual([...new Set(looked)], [root]);
  });

  test('bytecode and files that no import finds are not told as an install', async (t) => {
    const watching = watchShop(t);
    const { root } = watching;
    const packages = makeEnvironment(join(root, '.venv'));
    install(packages, 'django');
    await watching.start();
    mkdirSync(join(packages, '__pycache__'));
    writeFileSync(join(packages, 'django/models.py'), '');
    writeFileSync(join(root, '.venv/bin/activate'), '');
    mkdirSync(join(watching.beside, 'other'));
    // Each is told after what came before it: by the last, an install would have been told too.
    for (let time = 0; time < 8; time += 1) assert.ok(await watching.areLinesTold('shop'));
    assert.ok(!watching.seen.includes('files'));
  });

  test('a file that is named as an environment may be is told once, as a file', async (t) => {
    const watching = watchShop(t);
    const { root } = watching;
    await watching.start();
    writeFileSync(join(root, '.env'), 'DEBUG=1');
    assert.deepEqual(await watching.told(1), ['files']);
    writeFileSync(join(root, '.env.tmp'), 'DEBUG=0');
    renameSync(join(root, '.env.tmp'), join(root, '.env'));
    assert.deepEqual(await watching.told(2), ['files', 'files']);
    for (let time = 0; time < 8; time += 1) assert.ok(await watching.areLinesTold('shop'));
    assert.equal(watching.seen.filter((what) => what === 'files').length, 2);
  });
});
