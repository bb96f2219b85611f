import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InspectorError } from '../kit/errors.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { lockFile } from './lock.ts';
import { openStore, type Store } from './store.ts';

export { type Lock, takeLock } from './lock.ts';
export type { Store } from './store.ts';

const storeFile = (dataDir: string): string => join(dataDir, 'inspector.sqlite3');

const hasStore = (dataDir: string): boolean => existsSync(storeFile(dataDir));

/** Whether a folder has been a data folder: one whose store was moved away still has its lock. */
export const isDataFolder = (folder: string): boolean => hasStore(folder) || existsSync(lockFile(folder));

export const openEmbeddedStore = (dataDir: string): Promise<Store> => openStore(openSqlite(storeFile(dataDir)));

/**
 * A consistent copy of the store in a new file, also while a service has it open. The store itself stays as it is: it is not made where there is none, and not
 * brought up to date, which would be done under a service that may be older.
 */
export const backUpStore = async (dataDir: string, target: string): Promise<void> => {
  if (!hasStore(dataDir))
    throw new InspectorError(
      'unavailable',
      `There is no store in the data folder ${dataDir}: nothing was written. Name another with --data-dir.`,
    );
  const dialect = openSqlite(storeFile(dataDir));
  try {
    await dialect.backup(target);
  } finally {
    await dialect.close();
  }
};
