import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from './dialects/sqlite.ts';
import { openStore, type Store } from './store.ts';

export { takeLock } from './lock.ts';

const storeFile = (dataDir: string): string => join(dataDir, 'inspector.sqlite3');

export const hasStore = (dataDir: string): boolean => existsSync(storeFile(dataDir));

export const openEmbeddedStore = (dataDir: string): Promise<Store> => openStore(openSqlite(storeFile(dataDir)));
