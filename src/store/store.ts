/** Remembers: all SQL of the house. Use cases see the nouns; a database is seen through its dialect. */
import { InspectorError } from '../kit/errors.ts';
import type { Database, Dialect, Keeping } from './dialects/dialect.ts';
import { migrations } from './migrations/index.ts';
import { logQueries } from './queries/logs.ts';
import { presetQueries } from './queries/presets.ts';
import { runLogQueries, runQueries } from './queries/runs.ts';
import { documentQueries, readingQueries, scanQueries } from './queries/scans.ts';
import { sessionQueries, userQueries } from './queries/users.ts';
import { docLinkQueries, workspaceQueries } from './queries/workspaces.ts';

const nouns = (db: Database) => ({
  workspaces: workspaceQueries(db),
  docLinks: docLinkQueries(db),
  presets: presetQueries(db),
  users: userQueries(db),
  sessions: sessionQueries(db),
  runs: runQueries(db),
  runLogs: runLogQueries(db),
  scans: scanQueries(db),
  readings: readingQueries(db),
  documents: documentQueries(db),
  logs: logQueries(db),
  /** The value under a key, made once and kept. */
  remember: async (key: string, make: () => string): Promise<string> => {
    await db.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING', key, make());
    const row = await db.first<{ value: string }>('SELECT value FROM meta WHERE key = ?', key);
    return row?.value ?? '';
  },
});

export type StoreNouns = ReturnType<typeof nouns>;
export type Store = StoreNouns & {
  /** For what nobody was promised and can be had again: a write waits for no disk, and is lost by a power cut at most. */
  soon: StoreNouns;
  /** All of it or nothing of it. */
  transaction<T>(work: (nouns: StoreNouns) => Promise<T>, keeping?: Keeping): Promise<T>;
  /** Settles when everything that was committed so far is safe from a power cut. */
  onDisk(): Promise<void>;
  close(): Promise<void>;
};

const migrate = async (dialect: Dialect): Promise<void> => {
  const version = await dialect.readVersion();
  if (version > migrations.length) {
    throw new InspectorError(
      'unavailable',
      `The store was written by a newer Workspace Inspector (schema ${version}, this one knows ${migrations.length}). Update, or use another --data-dir or --database.`,
    );
  }
  for (const [index, change] of migrations.entries()) {
    if (index < version) continue;
    await dialect.transaction(async (database) => {
      await change(database);
      await dialect.writeVersion(database, index + 1);
    });
  }
};

export const openStore = async (dialect: Dialect): Promise<Store> => {
  try {
    await migrate(dialect);
  } catch (error) {
    await dialect.close();
    throw error;
  }
  return {
    ...nouns(dialect),
    soon: nouns(dialect.soon),
    transaction: (work, keeping) => dialect.transaction((database) => work(nouns(database)), keeping),
    onDisk: dialect.onDisk,
    close: dialect.close,
  };
};
