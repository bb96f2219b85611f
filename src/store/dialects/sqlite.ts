/** The embedded store: one SQLite file through `node:sqlite`. */
import { chmodSync, existsSync, statSync } from 'node:fs';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { InspectorError, messageOf } from '../../kit/errors.ts';
import type { OpenDialect } from './dialect.ts';

/** SQLite's primary result codes that are not our fault, and what to do about each. */
const mishaps: Record<number, string> = {
  5: 'The store is locked by another program. Close what has it open and try again.',
  6: 'The store is locked by another program. Close what has it open and try again.',
  8: 'The data folder is read-only. Make it writable and try again.',
  10: 'The data folder cannot be read or written. Check the disk and try again.',
  11: 'The store is damaged. Stop the service and restore a backup.',
  13: 'The disk with the data folder is full. Free some space and try again.',
  14: 'The data folder cannot be opened. Check that it is there and writable.',
  26: 'The file of the store is not a database. Stop the service and restore a backup.',
};

const busyCodes = new Set([5, 6]);
/** SQLite's own wait blocks the whole process, so it is short, and the rest of the wait is ours. */
const busyTimeoutMs = 20;
const busyLimitMs = 5000;

const resultCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

const explain = (error: unknown): unknown => {
  const code = resultCodeOf(error);
  const words = code === undefined ? undefined : mishaps[code];
  return words === undefined ? error : new InspectorError('unavailable', words, { cause: error, retryAfterSeconds: 5 });
};

type SqliteValue = null | number | bigint | string | Uint8Array;

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();
  readonly #assertInPlace: () => void;

  constructor(database: DatabaseSync, assertInPlace: () => void) {
    this.#database = database;
    this.#assertInPlace = assertInPlace;
  }

  #prepare(sql: string): { statement: StatementSync; reads: boolean } {
    let entry = this.#statements.get(sql);
    if (!entry) {
      const statement = this.#database.prepare(sql);
      entry = { statement, reads: statement.columns().length > 0 };
      // Queries are built from code, so their number is small; the bound is for `IN` lists of many lengths.
      if (this.#statements.size > 500) this.#statements.clear();
      this.#statements.set(sql, entry);
    }
    return entry;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const giveUpAt = performance.now() + busyLimitMs;
    for (;;) {
      try {
        return this.#execute<R>(query);
      } catch (error) {
        if (!busyCodes.has(resultCodeOf(error) ?? 0) || performance.now() > giveUpAt) throw explain(error);
        await sleep(25);
      }
    }
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reads } = this.#prepare(query.sql);
    if (!reads || query.sql.startsWith('insert')) this.#assertInPlace();
    const parameters = query.parameters as SqliteValue[];
    if (reads) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store reads whole pages, it does not stream.');
  }
}

class SqliteFileDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  // IMMEDIATE: a transaction waits for the lock at its start, where a retry is safe, and never in its middle.
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

const openFile = (file: string): DatabaseSync => {
  try {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    // FULL: what a client has been told must survive a power cut, so each commit reaches the disk.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;');
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600);
    return database;
  } catch (error) {
    throw damaged(file, error);
  }
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

const quickCheck = (file: string, database: DatabaseSync): void => {
  let verdict: unknown;
  try {
    verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  } catch (error) {
    verdict = messageOf(error);
  }
  if (verdict !== 'ok') {
    database.close();
    throw damaged(file, Object.assign(new Error(String(verdict)), { errcode: 11 }));
  }
};

export const openSqlite = (file: string): OpenDialect => {
  const database = openFile(file);
  quickCheck(file, database);
  const inode = statSync(file).ino;
  // An unlinked file still takes writes, which would be lost: a client must not be told that they were kept.
  const assertInPlace = (): void => {
    if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) {
      throw new InspectorError('unavailable', `The store ${file} was removed while the service runs. Restart the service.`);
    }
  };
  const connection = new SqliteConnection(database, assertInPlace);
  return {
    kysely: {
      createDriver: () => new SqliteFileDriver(connection),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
    readVersion: async () => Number(database.prepare('PRAGMA user_version').get()?.user_version),
    writeVersion: async (version) => database.exec(`PRAGMA user_version = ${version}`),
    backup: async (target) => {
      await backup(database, target);
      chmodSync(target, 0o600);
    },
    close: () => database.close(),
  };
};
