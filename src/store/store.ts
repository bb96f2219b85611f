/** Remembers: all SQL of the house. Use cases see the nouns; a database sees Kysely through its dialect. */
import { Kysely } from 'kysely';
import { InspectorError } from '../kit/errors.ts';
import type { OpenDialect } from './dialects/dialect.ts';
import { migrations } from './migrations/index.ts';
import { presetQueries } from './queries/presets.ts';
import { runQueries } from './queries/runs.ts';
import { logQueries, readingQueries, scanQueries } from './queries/scans.ts';
import { sessionQueries, userQueries } from './queries/users.ts';
import { docLinkQueries, workspaceQueries } from './queries/workspaces.ts';
import type { Tables } from './tables.ts';

const nouns = (db: Kysely<Tables>) => ({
  workspaces: workspaceQueries(db),
  docLinks: docLinkQueries(db),
  presets: presetQueries(db),
  users: userQueries(db),
  sessions: sessionQueries(db),
  runs: runQueries(db),
  scans: scanQueries(db),
  readings: readingQueries(db),
  logs: logQueries(db),
  /** The value under a key, made once and kept. */
  remember: async (key: string, make: () => string): Promise<string> => {
    await db
      .insertInto('meta')
      .values({ key, value: make() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirstOrThrow();
    return row.value;
  },
});

export type StoreNouns = ReturnType<typeof nouns>;
export type Store = StoreNouns & {
  /** All of it or nothing of it. */
  transaction<T>(work: (nouns: StoreNouns) => Promise<T>): Promise<T>;
  backup(file: string): Promise<void>;
  close(): Promise<void>;
};

const migrate = async (db: Kysely<Tables>, dialect: OpenDialect): Promise<void> => {
  const version = await dialect.readVersion();
  if (version > migrations.length) {
    throw new InspectorError(
      'unavailable',
      `The data folder was written by a newer Workspace Inspector (schema ${version}, this one knows ${migrations.length}). Update, or use another --data-dir.`,
    );
  }
  for (const [index, change] of migrations.entries()) {
    if (index < version) continue;
    await db.transaction().execute(async (transaction) => {
      await change(transaction as unknown as Kysely<unknown>);
      await dialect.writeVersion(index + 1);
    });
  }
};

export const openStore = async (dialect: OpenDialect): Promise<Store> => {
  const db = new Kysely<Tables>({ dialect: dialect.kysely });
  try {
    await migrate(db, dialect);
  } catch (error) {
    dialect.close();
    throw error;
  }
  return {
    ...nouns(db),
    transaction: (work) => db.transaction().execute((transaction) => work(nouns(transaction))),
    backup: dialect.backup,
    close: async () => dialect.close(),
  };
};
