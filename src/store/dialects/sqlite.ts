/** The embedded store: one SQLite file through `node:sqlite`. */
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFull, InspectorError, messageOf } from '../../kit/errors.ts';
import { createCheckpoints } from './checkpoint.ts';
import type { Database, Dialect, Value } from './dialect.ts';
import { createDisk } from './disk.ts';

/** SQLite's primary result codes that are not our fault, and what to do about each. */
const mishaps: Record<number, string> = {
  5: 'The store is locked by another program. Close what has it open and try again.',
  6: 'The store is locked by another program. Close what has it open and try again.',
  8: 'The data folder is read-only. Make it writable and try again.',
  10: 'The data folder cannot be read or written. Check the disk and try again.',
  11: 'The store is damaged. Stop the service and restore a backup.',
  13: diskFull,
  14: 'The data folder cannot be opened. Check that it is there and writable.',
  26: 'The file of the store is not a database. Stop the service and restore a backup.',
};

const busyCodes = new Set([5, 6]);
/** SQLite's own wait blocks the whole process, so it is short, and the rest of the wait is ours. */
const busyTimeoutMs = 20;
const busyLimitMs = 5000;
/** Queries are built from code, so their number is small; the bound is for `IN` lists of many lengths. */
const statementsKept = 500;

const resultCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

const explain = (error: unknown): unknown => {
  const code = resultCodeOf(error);
  const words = code === undefined ? undefined : mishaps[code];
  return words === undefined ? error : new InspectorError('unavailable', words, { cause: error, retryAfterSeconds: 5 });
};

/** The file is left as it is: whoever repairs it needs every byte. */
const damaged = (file: string, error: unknown): unknown => {
  const code = resultCodeOf(error);
  if (code !== 11 && code !== 26) return explain(error);
  return new InspectorError(
    'unavailable',
    `The store ${file} is damaged (${messageOf(error)}). It was left untouched. Move it away to start anew, or put a backup in its place.`,
    { cause: error },
  );
};

const openFile = (file: string): DatabaseSync => {
  try {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    // A commit only writes: `createDisk` waits for the disk and `createCheckpoints` tidies up, without holding up the whole process as SQLite would.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = 0',
    );
    // SQLite's own `lower` leaves all but ASCII as it is.
    database.function('lower_letters', { deterministic: true }, (text) => String(text).toLowerCase());
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600);
    return database;
  } catch (error) {
    throw damaged(file, error);
  }
};

const quickCheck = (file: string, database: DatabaseSync): void => {
  let verdict: unknown;
  try {
    verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  } catch (error) {
    verdict = messageOf(error);
  }
  if (verdict === 'ok') return;
  database.close();
  throw damaged(file, Object.assign(new Error(String(verdict)), { errcode: 11 }));
};

/** There is one connection. What others have going on in it; undefined when it is free. */
type Going = () => Promise<unknown> | undefined;

/**
 * Runs `work`, again and again while another program holds the lock, for a while. Each time it waits for what is going on: within somebody
 * else's transaction it would be undone with it. Between that look and `work` nothing is awaited.
 */
const patiently = async <T>(going: Going, work: () => T): Promise<T> => {
  let giveUpAt: number | undefined;
  for (;;) {
    for (let other = going(); other; other = going()) await other.catch(() => undefined);
    try {
      return work();
    } catch (error) {
      giveUpAt ??= performance.now() + busyLimitMs;
      if (!busyCodes.has(resultCodeOf(error) ?? 0) || performance.now() > giveUpAt) throw explain(error);
      await sleep(25);
    }
  }
};

const createPrepare = (database: DatabaseSync): ((sql: string) => StatementSync) => {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= statementsKept) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
};

const isWrite = (sql: string): boolean => !sql.startsWith('SELECT');

const createConnection = (
  prepare: (sql: string) => StatementSync,
  beforeWrite: () => void,
  going: Going = () => undefined,
): Database => {
  const all = <R>(sql: string, ...values: Value[]): Promise<R[]> =>
    patiently(going, () => {
      if (isWrite(sql)) beforeWrite();
      return prepare(sql).all(...values) as R[];
    });
  return {
    all,
    first: async <R>(sql: string, ...values: Value[]) => (await all<R>(sql, ...values))[0],
    run: (sql, ...values) =>
      patiently(going, () => {
        beforeWrite();
        return Number(prepare(sql).run(...values).changes);
      }),
  };
};

/** What a client is told must survive a power cut: a write is answered for when it is on the disk. */
const createDurable = (database: Database, onDisk: () => Promise<void>): Database => {
  const kept = async <T>(sql: string, result: Promise<T>): Promise<T> => {
    await result;
    if (isWrite(sql)) await onDisk();
    return result;
  };
  return {
    all: (sql, ...values) => kept(sql, database.all(sql, ...values)),
    first: (sql, ...values) => kept(sql, database.first(sql, ...values)),
    run: (sql, ...values) => kept(sql, database.run(sql, ...values)),
  };
};

/** An unlinked file still takes writes, which would be lost: a client must not be told that they were kept. */
const createPlaceCheck = (file: string): (() => void) => {
  const inode = statSync(file).ino;
  return () => {
    if (statSync(file, { throwIfNoEntry: false })?.ino === inode) return;
    throw new InspectorError(
      'unavailable',
      `The store ${file} was removed while the service runs. Restart the service.`,
    );
  };
};

/** `backup`: a consistent copy of everything in a new file, made while the service runs. Half a copy is none. */
type Embedded = Dialect & { backup(file: string): Promise<void> };

export const openSqlite = (file: string): Embedded => {
  const database = openFile(file);
  quickCheck(file, database);
  const assertInPlace = createPlaceCheck(file);
  const checkpoints = createCheckpoints(file, () => database.exec('PRAGMA wal_autocheckpoint = 1000'));
  const beforeWrite = (): void => {
    assertInPlace();
    checkpoints.due();
  };
  const disk = createDisk(`${file}-wal`);
  const onDisk = async (): Promise<void> => {
    try {
      await disk.reach();
    } catch (error) {
      throw new InspectorError('unavailable', mishaps[10] as string, { cause: error, retryAfterSeconds: 5 });
    }
  };
  let transaction: Promise<unknown> | undefined;
  const prepare = createPrepare(database);
  const inside = createConnection(prepare, beforeWrite);
  const outside = createConnection(prepare, beforeWrite, () => transaction);

  const inTransaction = async <T>(work: (inside: Database) => Promise<T>): Promise<T> => {
    // IMMEDIATE: it waits for the lock at its start, where a retry is safe, and never in its middle.
    await inside.run('BEGIN IMMEDIATE');
    try {
      const result = await work(inside);
      await inside.run('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

  return {
    ...createDurable(outside, onDisk),
    soon: outside,
    transaction: async (work, keeping = 'durable') => {
      while (transaction) await transaction.catch(() => undefined);
      const running = inTransaction(work).finally(() => {
        transaction = undefined;
      });
      transaction = running;
      const result = await running;
      if (keeping === 'durable') await onDisk();
      return result;
    },
    onDisk,
    readVersion: async () => Number(database.prepare('PRAGMA user_version').get()?.user_version),
    writeVersion: async (_inside, version) => database.exec(`PRAGMA user_version = ${version}`),
    backup: async (target) => {
      // Private from its first byte, and never in the place of a file that is there: that may be the only good backup.
      writeFileSync(target, '', { mode: 0o600, flag: 'wx' });
      await backup(database, target).catch((error: unknown) => {
        rmSync(target, { force: true });
        throw error;
      });
    },
    close: async () => {
      while (transaction) await transaction.catch(() => undefined);
      await disk.close();
      await checkpoints.close();
      database.close();
    },
  };
};
