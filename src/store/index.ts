import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InspectorError } from '../kit/errors.ts';
import { shellWord } from '../kit/shell.ts';
import { schema } from './dialects/postgres-words.ts';
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

/** In a PostgreSQL database. Its driver is loaded by those alone who have one. */
export const openTeamStore = async (url: string): Promise<Store> => {
  const { openPostgres } = await import('./dialects/postgres.ts');
  return openStore(await openPostgres(url));
};

/** Such a store is saved by the tools of the database. `url`: as it may be shown. */
export const refuseBackup = (url: string, target: string): InspectorError =>
  new InspectorError(
    'unavailable',
    `The store is in PostgreSQL. Save it with its own tool: pg_dump --schema=${schema} --file=${shellWord(target)} --dbname=${shellWord(url)}`,
  );

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
