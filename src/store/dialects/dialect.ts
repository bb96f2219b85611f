/** The seam under the queries: what one kind of database must offer. `test/contracts/store.ts` runs on every one of them. */
import type { Dialect } from 'kysely';

export type OpenDialect = {
  kysely: Dialect;
  /** Number of the last migration that the database has seen; 0 for an empty one. */
  readVersion(): Promise<number>;
  writeVersion(version: number): Promise<void>;
  /** A consistent copy of everything, made while the service runs. */
  backup(file: string): Promise<void>;
  close(): void;
};
