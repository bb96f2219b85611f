import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { InspectorError } from '../../src/kit/errors.ts';
import { createCheckpoints } from '../../src/store/dialects/checkpoint.ts';
import { createDisk } from '../../src/store/dialects/disk.ts';
import { openSqlite } from '../../src/store/dialects/sqlite.ts';
import { backUpStore, openEmbeddedStore } from '../../src/store/index.ts';
import { takeLock } from '../../src/store/lock.ts';
import { openStore } from '../../src/store/store.ts';
import { storeContract } from '../contracts/store.ts';
import { makeFolder, until } from '../service.ts';

const openIn = async (folder: string) => {
  const store = await openStore(openSqlite(join(folder, 'store.sqlite3')));
  return {
    store,
    end: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

storeContract('SQLite', () => openIn(makeFolder()));

const rejectsWith = (pattern: RegExp) => (error: unknown) =>
  error instanceof InspectorError && error.code === 'unavailable' && pattern.test(error.message);

const user = (name: string) => ({ name, role: 'viewer' as const, password: null, created_at: 1 });

describe('the file of the store', () => {
  test('D11 a schema of a newer version is refused with a clear message', async () => {
    const folder = makeFolder();
    const database = new DatabaseSync(join(folder, 'store.sqlite3'));
    database.exec('PRAGMA user_version = 9999');
    database.close();
    await assert.rejects(openIn(folder), rejectsWith(/newer Workspace Inspector/));
    rmSync(folder, { recursive: true });
  });

  test('a damaged file is named, refused and left byte for byte', async () => {
    const folder = makeFolder();
    const file = join(folder, 'store.sqlite3');
    const { store } = await openIn(folder);
    for (let index = 0; index < 200; index++) await store.users.insert(user(`user-${index}-${'x'.repeat(200)}`));
    await store.close();
    const bytes = readFileSync(file);
    bytes.fill(0xab, 8192, bytes.length - 100);
    writeFileSync(file, bytes);
    await assert.rejects(openIn(folder), rejectsWith(/store\.sqlite3 is damaged.*left untouched/));
    assert.deepEqual(readFileSync(file), bytes);
    writeFileSync(file, 'this is no database at all, but long enough to look like one '.repeat(100));
    await assert.rejects(openIn(folder), rejectsWith(/damaged/));
    rmSync(folder, { recursive: true });
  });

  test('D05 a short lock of another process is waited for, a long one is told', { timeout: 30_000 }, async () => {
    const folder = makeFolder();
    const { store, end } = await openIn(folder);
    const other = new DatabaseSync(join(folder, 'store.sqlite3'));
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    const waiting = store.users.insert(user('patient'));
    setTimeout(() => other.exec('COMMIT'), 1000);
    assert.equal(await waiting, true);
    assert.ok(turns > 20, `the process went on meanwhile (${turns} turns)`);
    clearInterval(ticking);
    other.exec('BEGIN IMMEDIATE');
    await assert.rejects(store.users.insert(user('impatient')), rejectsWith(/locked by another program/));
    other.exec('COMMIT');
    other.close();
    await end();
  });

  test('what had to wait for a lock is not undone by a transaction that another caller gives up', async () => {
    const folder = makeFolder();
    const { store, end } = await openIn(folder);
    const other = new DatabaseSync(join(folder, 'store.sqlite3'));
    // Whichever of the two comes first when the lock is free.
    for (const ms of [20, 50, 80]) {
      other.exec('BEGIN IMMEDIATE');
      const written = store.soon.users.insert(user(`written-${ms}`));
      const givenUp = store.transaction(async () => {
        await sleep(60);
        throw new Error('given up');
      });
      setTimeout(() => other.exec('ROLLBACK'), ms);
      await Promise.all([written, assert.rejects(givenUp, /given up/)]);
      assert.ok(await store.users.find(`written-${ms}`), `kept, as was said, after ${ms} ms`);
    }
    other.close();
    await end();
  });

  test('what is written moves from the log into the file while the store is in use, and the log does not grow for ever', async () => {
    const folder = makeFolder();
    const { store, end } = await openIn(folder);
    const [file, alone] = [join(folder, 'store.sqlite3'), join(folder, 'alone.sqlite3')];
    /** The file without its log. */
    const countMoved = (): number => {
      copyFileSync(file, alone);
      const database = new DatabaseSync(alone);
      try {
        return Number(database.prepare('SELECT count(*) AS moved FROM users').get()?.moved);
      } catch {
        return 0;
      } finally {
        database.close();
      }
    };
    const [rounds, nameBytes] = [5, 100_000];
    for (let round = 1; round <= rounds; round += 1) {
      for (let index = 0; index < 10; index += 1) {
        await store.users.insert(user(`user-${round}-${index}-${'x'.repeat(nameBytes)}`));
      }
      await until(
        async () => countMoved(),
        (moved) => moved === round * 10,
        `round ${round} in the file`,
      );
    }
    // Each name is written twice, in its row and for the index. A round may begin before the log is known to be moved, not every one.
    const written = rounds * 10 * nameBytes * 2;
    const { size } = statSync(`${file}-wal`);
    assert.ok(size < written * 0.75, `${size} bytes of log`);
    await end();
  });

  test('where no thread is to be had for moving what is written into the file, that is told once and nothing ends', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let lost = 0;
    // Nothing that a thread could be handed: it cannot be made.
    const file = (() => {}) as unknown as string;
    const checkpoints = createCheckpoints(file, () => {
      lost += 1;
    });
    for (let time = 0; time < 2; time += 1) {
      checkpoints.due();
      t.mock.timers.tick(1000);
    }
    assert.equal(lost, 1);
    await checkpoints.close();
  });

  test('D08 a file that was removed takes no more writes', async () => {
    const folder = makeFolder();
    const { store } = await openIn(folder);
    rmSync(join(folder, 'store.sqlite3'));
    await assert.rejects(store.users.insert(user('x')), rejectsWith(/was removed while the service runs/));
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('a write whose log could not be opened is told, and the next one is kept', async () => {
    const folder = makeFolder();
    const file = join(folder, 'store.sqlite3');
    const database = openSqlite(file);
    await database.soon.run('CREATE TABLE notes (text TEXT)');
    renameSync(`${file}-wal`, `${file}-away`);
    await assert.rejects(database.run("INSERT INTO notes VALUES ('one')"), rejectsWith(/cannot be read or written/));
    renameSync(`${file}-away`, `${file}-wal`);
    assert.equal(await database.run("INSERT INTO notes VALUES ('two')"), 1);
    await database.close();
    rmSync(folder, { recursive: true });
  });

  test('a backup is whole, private, and made while the store is in use', async () => {
    const folder = makeFolder();
    const store = await openEmbeddedStore(folder);
    await store.users.insert(user('ada'));
    for (let index = 0; index < 500; index++) await store.soon.users.insert(user(`user-${index}-${'x'.repeat(2000)}`));
    const copy = join(folder, 'copy.sqlite3');
    const seen = new Set<number>();
    let isMade = false;
    const making = backUpStore(folder, copy).finally(() => {
      isMade = true;
    });
    for (; !isMade; await setImmediate()) seen.add((statSync(copy, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777);
    await making;
    assert.deepEqual([...seen.add(statSync(copy).mode & 0o777)], [0o600], 'at no moment can others read it');
    await assert.rejects(backUpStore(folder, copy), { code: 'EEXIST' });
    const opened = await openStore(openSqlite(copy));
    assert.deepEqual(
      (await opened.users.list()).map((row) => row.name.slice(0, 4)),
      ['ada', ...Array(500).fill('user')],
    );
    await opened.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('a backup makes no store where there is none', async () => {
    const folder = makeFolder();
    await assert.rejects(
      backUpStore(folder, join(folder, 'copy')),
      rejectsWith(/There is no store in .*nothing was written/),
    );
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
  });

  test('a backup leaves a store of an earlier version as it is: a service of that version may be using it', async () => {
    const folder = makeFolder();
    const file = join(folder, 'inspector.sqlite3');
    const copy = join(folder, 'copy.sqlite3');
    const versionOf = (path: string, change = ''): unknown => {
      const database = new DatabaseSync(path);
      database.exec(change);
      const version = database.prepare('PRAGMA user_version').get()?.user_version;
      database.close();
      return version;
    };
    assert.equal(versionOf(file, 'CREATE TABLE meta (key TEXT); PRAGMA user_version = 1'), 1);
    await backUpStore(folder, copy);
    assert.deepEqual([versionOf(file), versionOf(copy)], [1, 1]);
    rmSync(folder, { recursive: true });
  });

  test('a disk that is closed is reached first for everybody who waits for it', async () => {
    const folder = makeFolder();
    const file = join(folder, 'log');
    writeFileSync(file, 'written');
    for (let times = 0; times < 8; times++) {
      const disk = createDisk(file);
      await disk.reach();
      let reached = 0;
      const waiting = [disk.reach(), disk.reach()].map((each) =>
        each.then(() => {
          reached += 1;
        }),
      );
      // All threads that wait for disks are taken, so that what comes first is done first.
      const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)('x', 'y', 5_000, 64, 'sha512'));
      await disk.close();
      assert.equal(reached, waiting.length);
      await Promise.all([...waiting, ...busy]);
    }
    rmSync(folder, { recursive: true });
  });

  test('a data folder is held by one, and free again when that one lets go', () => {
    const folder = makeFolder();
    const lock = takeLock(folder);
    assert.ok(lock);
    assert.equal(takeLock(folder), undefined);
    lock.release();
    const again = takeLock(folder);
    assert.ok(again);
    again.release();
    rmSync(folder, { recursive: true });
  });
});
