/**
 * One process per data folder. The lock is an open exclusive transaction on a small SQLite file: the system releases it when the
 * process ends, however it ends, so that no stale lock file is ever left to judge.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskFull, InspectorError, messageOf } from '../kit/errors.ts';

/** Of SQLite's result codes. */
const busy = 5;
const full = 13;

export type Lock = { release(): void };

export const lockFile = (dataDir: string): string => join(dataDir, 'lock.sqlite3');

/** Undefined when another process holds it. */
export const takeLock = (dataDir: string): Lock | undefined => {
  const file = lockFile(dataDir);
  let database: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { timeout: 0 });
    database = opened;
    chmodSync(file, 0o600);
    opened.exec('BEGIN EXCLUSIVE');
    return { release: () => opened.close() };
  } catch (error) {
    database?.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === busy) return undefined;
    const unusable = `The lock ${file} cannot be used (${messageOf(error)}). It holds no data: move it away and try again.`;
    const words = code === full ? diskFull : unusable;
    throw new InspectorError('unavailable', words, { cause: error });
  }
};
