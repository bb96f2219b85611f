/**
 * The seam under the queries: what one kind of database must offer. The queries keep to SQL that SQLite and PostgreSQL share, with
 * `?` for values, and two functions that a dialect brings along: `lower_letters`, small letters of every script, and `instr`, which SQLite has.
 * `test/contracts/store.ts` runs on every dialect.
 */
export type Value = string | number | null | Uint8Array;

export interface Database {
  all<R>(sql: string, ...values: Value[]): Promise<R[]>;
  first<R>(sql: string, ...values: Value[]): Promise<R | undefined>;
  /** How many rows it changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/**
 * `durable`, as every write is unless told otherwise: the caller goes on when it is safe from a power cut. `soon`: it is safe with the next durable
 * one; for what nobody was promised, such as a line of a log. Both survive the end of the process, however it ends.
 */
export type Keeping = 'durable' | 'soon';

export interface Dialect extends Database {
  /** The same, each write kept as a transaction that is to be kept `soon`. */
  readonly soon: Database;
  /** All of it or nothing of it. Others wait meanwhile. */
  transaction<T>(work: (database: Database) => Promise<T>, keeping?: Keeping): Promise<T>;
  /** Settles when everything that was committed so far is safe from a power cut. */
  onDisk(): Promise<void>;
  /** Number of the last migration that the database has seen; 0 for an empty one. */
  readVersion(): Promise<number>;
  writeVersion(database: Database, version: number): Promise<void>;
  close(): Promise<void>;
}
