/**
 * One process per data folder. The lock is an open exclusive transaction on a small SQLite file: the system releases it when the
 * process ends, however it ends, so that no stale lock file is ever left to judge.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Lock = { release(): void };

/** Undefined when another process holds it. */
export const takeLock = (dataDir: string): Lock | undefined => {
  const file = join(dataDir, 'lock.sqlite3');
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined;
    throw error;
  }
};
