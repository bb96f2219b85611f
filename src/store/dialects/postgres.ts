/** The store of a team: a schema of our own in a PostgreSQL database, through `pg`. */
import { randomUUID } from 'node:crypto';
import { InspectorError } from '../../kit/errors.ts';
import type { Database, Dialect, Keeping, Value } from './dialect.ts';
import { type Link, openLink } from './postgres-link.ts';
import { schema } from './postgres-words.ts';

/** How long it is said that a server cannot be reached before it is tried again: everybody who waits would try by himself. */
const retryMs = 1000;

type Found = { has_schema: number; has_state: number; others: number; encoding: string; letters: string | null };

/** In which language small letters are made of capital ones: of every script, whatever the language of the database. */
const letters = ['und-x-icu', 'pg_c_utf8', 'C.UTF-8', 'C.utf8', 'en_US.utf8', 'en_US.UTF-8'];

const lookAt = async (link: Link): Promise<Found> => {
  const sql = `SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = ?) AS has_schema,
    (SELECT count(*) FROM pg_tables WHERE schemaname = ? AND tablename = 'state') AS has_state,
    (SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = ?) AS others,
    current_setting('server_encoding') AS encoding,
    (SELECT collname::text FROM pg_collation WHERE collname = ANY (string_to_array(?, ' ')) AND collencoding IN (-1, pg_char_to_encoding('UTF8'))
       ORDER BY array_position(string_to_array(?, ' '), collname::text) LIMIT 1) AS letters`;
  const names = letters.join(' ');
  const { rows } = await link.ask<Found>(sql, [schema, schema, schema, names, names]);
  return rows[0] as Found;
};

const makeSchema = async (link: Link, found: Found): Promise<void> => {
  const small = found.letters === null ? 'lower($1)' : `lower($1 COLLATE "${found.letters}")`;
  const asFunction = 'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE';
  await link.ask('BEGIN');
  if (!found.has_schema) await link.ask(`CREATE SCHEMA ${schema}`);
  await link.ask('CREATE TABLE state (version INTEGER NOT NULL, owner TEXT NOT NULL)');
  await link.ask("INSERT INTO state (version, owner) VALUES (0, '')");
  await link.ask(`CREATE FUNCTION lower_letters(text) RETURNS text ${asFunction} AS 'SELECT ${small}'`);
  await link.ask(`CREATE FUNCTION instr(text, text) RETURNS integer ${asFunction} AS 'SELECT strpos($1, $2)'`);
  await link.ask('COMMIT');
};

/** Before anything of ours is read or written. Whoever has the lock has the schema. */
const prepare = async (link: Link): Promise<void> => {
  const { database } = link.place;
  const refuse = (words: string): InspectorError => new InspectorError('unavailable', words);
  const found = await lookAt(link);
  if (found.encoding !== 'UTF8')
    throw refuse(
      `The database "${database}" keeps text as ${found.encoding}, which has no room for every name. Make one with createdb --encoding=UTF8 --template=template0, and name it with --database.`,
    );
  if (found.has_state) return;
  if (found.others)
    throw refuse(
      `The schema ${schema} of the database "${database}" holds something else already. Name another database with --database.`,
    );
  await makeSchema(link, found);
};

/** Whoever was here since we lost the connection has told our runs as lost, and may have changed anything: what we have in memory is not true any more. */
const requireUnchanged = async (link: Link, owner: string): Promise<void> => {
  const { rows } = await link.ask<{ owner: string }>('SELECT owner FROM state');
  if (rows[0]?.owner === owner) return;
  throw new InspectorError(
    'unavailable',
    `Another service of Workspace Inspector has used the database "${link.place.database}" while it could not be reached from here. Restart this one.`,
  );
};

/** The one connection: made anew when it was lost, and the database is as it was left. */
const createReach = (url: string): { reach(): Promise<Link>; end(): Promise<void> } => {
  const owner = randomUUID();
  let link: Link | undefined;
  let isKnown = false;
  let isOver = false;
  let failed: { error: unknown; at: number } | undefined;

  const open = async (): Promise<Link> => {
    const opened = await openLink(url, owner);
    try {
      if (isKnown) await requireUnchanged(opened, owner);
      else {
        await prepare(opened);
        await opened.ask('UPDATE state SET owner = ?', [owner]);
      }
    } catch (error) {
      await opened.end();
      throw error;
    }
    isKnown = true;
    return opened;
  };
  return {
    reach: async () => {
      if (isOver) throw new InspectorError('unavailable', 'The store is closed.');
      if (link && !link.isLost) return link;
      if (failed && performance.now() - failed.at < retryMs) throw failed.error;
      try {
        link = await open();
        failed = undefined;
        return link;
      } catch (error) {
        failed = { error, at: performance.now() };
        throw error;
      }
    },
    end: async () => {
      isOver = true;
      await link?.end();
    },
  };
};

/** One by one, as they came, whatever becomes of each. */
const createTurns = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

type Statement = <R>(sql: string, values: readonly Value[]) => Promise<{ rows: R[]; changed: number }>;

const databaseOf = (ask: Statement): Database => ({
  all: async <R>(sql: string, ...values: Value[]) => (await ask<R>(sql, values)).rows,
  first: async <R>(sql: string, ...values: Value[]) => (await ask<R>(sql, values)).rows[0],
  run: async (sql, ...values) => (await ask(sql, values)).changed,
});

const inTransaction = async <T>(link: Link, work: (inside: Database) => Promise<T>): Promise<T> => {
  await link.ask('BEGIN');
  try {
    const result = await work(databaseOf(link.ask));
    const { command } = await link.ask('COMMIT');
    // After a statement that failed nothing is kept, and that is no error to PostgreSQL.
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed: nothing of it was kept.');
    return result;
  } catch (error) {
    // Where this fails, too, the connection is lost, and the server does it by itself.
    await link.ask('ROLLBACK').catch(() => undefined);
    throw error;
  }
};

export const openPostgres = async (url: string): Promise<Dialect> => {
  const { reach, end } = createReach(url);
  const inTurn = createTurns();
  const withLink = <T>(keeping: Keeping | undefined, work: (link: Link) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const link = await reach();
      if (keeping) await link.keep(keeping);
      return work(link);
    });
  const outside = (keeping: Keeping): Database =>
    databaseOf(<R>(sql: string, values: readonly Value[]) =>
      withLink(sql.startsWith('SELECT') ? undefined : keeping, (link) => link.ask<R>(sql, values)),
    );
  const durable = outside('durable');
  await withLink(undefined, async () => undefined);
  return {
    ...durable,
    soon: outside('soon'),
    transaction: (work, keeping = 'durable') => withLink(keeping, (link) => inTransaction(link, work)),
    // Its log is written in order: what is durable now makes all before it so.
    onDisk: async () => {
      await durable.run('UPDATE state SET version = version');
    },
    readVersion: async () => (await durable.first<{ version: number }>('SELECT version FROM state'))?.version ?? 0,
    writeVersion: async (database, version) => {
      await database.run('UPDATE state SET version = ?', version);
    },
    close: () => inTurn(end),
  };
};
