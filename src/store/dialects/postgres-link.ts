/**
 * One connection to a PostgreSQL server that holds the lock of its database: one service has a database, and who has lost the lock has lost with
 * it the only connection through which it could write.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, CustomTypesConfig } from 'pg';
import { InspectorError, messageOf } from '../../kit/errors.ts';
import type { Keeping, Value } from './dialect.ts';
import { explain, isLoss, notReached, type Place, schema, toPostgres } from './postgres-words.ts';

type Answer<R> = { rows: R[]; changed: number; command: string };

export type Link = {
  readonly place: Place;
  readonly isLost: boolean;
  /** Those who ask at the same time are answered in turn. */
  ask<R>(sql: string, values?: readonly Value[]): Promise<Answer<R>>;
  /** How what is written from now on is kept. */
  keep(keeping: Keeping): Promise<void>;
  end(): Promise<void>;
};

const connectMs = 5000;
/** A server that says nothing for so long is as good as gone. No statement of ours takes a tenth of it. */
const answerMs = 30_000;
const goodbyeMs = 2000;
/** A service that just ended may still be on its way out. */
const lockPatienceMs = 1000;
/** What it does for a connection of ours that we have lost comes to its end first. */
const ghostPatienceMs = 10_000;
/** Queries are built from code, so their number is small; the bound is for `IN` lists of many lengths. */
const statementsKept = 500;
/** Two numbers that name our lock among all advisory locks of a database. */
const lockKeys = [0x1725, 0x2ec70] as const;

/** By PostgreSQL's numbers of types; all else that we ask for is text. Of ours every int8, int4 and numeric fits into a number. */
const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  23: Number,
  1700: Number,
  17: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
};

const types: CustomTypesConfig = { getTypeParser: (id) => parsers[id] ?? ((text: string) => text) };

/** A text of PostgreSQL's cannot hold the sign of number 0: its picture stands for it. */
const bound = (value: Value): Value | Buffer => {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u2400') : value;
};

const createClient = async (url: string): Promise<Client> => {
  const { default: pg } = await import('pg');
  // What lies in between may forget a connection over which nothing goes.
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
  try {
    return new pg.Client({ connectionString: url, types, ...alive, connectionTimeoutMillis: connectMs });
  } catch (error) {
    // A file of a certificate that it names, for one.
    const words = `The address of --database cannot be used (${messageOf(error)}). Correct it and try again.`;
    throw new InspectorError('unavailable', words, { cause: error });
  }
};

const connect = async (url: string): Promise<{ client: Client; place: Place }> => {
  const client = await createClient(url);
  const { host, port, database = '', user = '' } = client;
  // Unless somebody listens, an error between two statements would end the process.
  client.on('error', () => undefined);
  const place = { server: host.startsWith('/') ? host : `${host}:${port}`, database, user };
  try {
    await client.connect();
  } catch (error) {
    client.end().catch(() => undefined);
    throw explain(place, error);
  }
  return { client, place };
};

/** The statement as PostgreSQL reads it, and the name under which the server keeps it. */
const createStatements = (): ((sql: string) => { text: string; name?: string }) => {
  const known = new Map<string, { text: string; name: string }>();
  return (sql) => {
    const statement = known.get(sql);
    if (statement) return statement;
    const text = toPostgres(sql);
    if (known.size >= statementsKept || !/^(?:SELECT|INSERT|UPDATE|DELETE)/.test(sql)) return { text };
    const named = { text, name: `inspector_${known.size}` };
    known.set(sql, named);
    return named;
  };
};

const createLink = (client: Client, place: Place): Link => {
  let isLost = false;
  let last: Promise<unknown> = Promise.resolve();
  let kept: Keeping | undefined;
  let durable = 'on';
  const statementOf = createStatements();
  client.on('end', () => {
    isLost = true;
  });
  const lose = (error: Error): void => {
    isLost = true;
    client.connection.stream.destroy(error);
  };
  const send = async <R>(sql: string, values: readonly Value[]): Promise<Answer<R>> => {
    if (isLost) throw notReached(place, new Error('the connection was lost'));
    const timer = setTimeout(() => lose(new Error(`no answer for ${answerMs / 1000} s`)), answerMs);
    try {
      const { rows, rowCount, command } = await client.query({ ...statementOf(sql), values: values.map(bound) });
      return { rows: rows as R[], changed: rowCount ?? 0, command };
    } catch (error) {
      if (isLoss(error)) lose(error as Error);
      throw explain(place, error);
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = <R>(sql: string, values: readonly Value[] = []): Promise<Answer<R>> => {
    const answer = last.then(() => send<R>(sql, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  return {
    place,
    get isLost() {
      return isLost;
    },
    ask,
    keep: async (keeping) => {
      if (kept === keeping) return;
      // What the server does by itself may be more: it may wait for a copy of it, too.
      if (kept === undefined) {
        const { rows } = await ask<{ kept: string }>("SELECT current_setting('synchronous_commit') AS kept");
        if (rows[0] && rows[0].kept !== 'off') durable = rows[0].kept;
      }
      await ask("SELECT set_config('synchronous_commit', ?, false)", [keeping === 'soon' ? 'off' : durable]);
      kept = keeping;
    },
    end: async () => {
      isLost = true;
      // A server that cannot be reached does not answer to this either.
      const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
      await client.end().catch(() => undefined);
      clearTimeout(timer);
    },
  };
};

type Holder = { pid: number; name: string | null };

/** Who has the lock; undefined when nobody has it any more. */
const findHolder = async (link: Link): Promise<Holder | undefined> => {
  const sql = `SELECT locks.pid, activity.application_name AS name FROM pg_locks AS locks
    LEFT JOIN pg_stat_activity AS activity ON activity.pid = locks.pid
    WHERE locktype = 'advisory' AND granted AND classid::bigint = ? AND objid::bigint = ? AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await link.ask<Holder>(sql, lockKeys)).rows[0];
};

/** `workspace-inspector TOKEN PROCESS HOST`: the server keeps 63 signs of it, and shows it to whoever looks who is connected. */
const nameOf = (token: string): string =>
  `workspace-inspector ${token.slice(0, 12)} ${process.pid} ${hostname()}`.slice(0, 63);

const taken = ({ database }: Place, holder: Holder | undefined): InspectorError => {
  const [, pid, host] = /^workspace-inspector \S+ (\d+) (\S+)/.exec(holder?.name ?? '') ?? [];
  const who = pid === undefined ? '' : ` (process ${pid} on ${host})`;
  const words = `Another service of Workspace Inspector has the database "${database}"${who}. Stop it, or name another with --database.`;
  return new InspectorError('unavailable', words, { retryAfterSeconds: 5 });
};

const takeLock = async (link: Link, token: string): Promise<void> => {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await link.ask<{ has: string }>('SELECT pg_try_advisory_lock(?, ?)::text AS has', lockKeys);
    if (rows[0]?.has === 'true') return;
    const holder = await findHolder(link);
    // A connection of our own that we have lost, and of which the server does not know it yet.
    const isOurs = holder?.name?.startsWith(`workspace-inspector ${token.slice(0, 12)} `) === true;
    if (isOurs) await link.ask('SELECT pg_terminate_backend(?)', [(holder as Holder).pid]);
    if (performance.now() - startedAt > (isOurs ? ghostPatienceMs : lockPatienceMs)) throw taken(link.place, holder);
    await sleep(50);
  }
};

/** `token` names the service: it knows by it the connections that were its own. */
export const openLink = async (url: string, token: string): Promise<Link> => {
  const { client, place } = await connect(url);
  const link = createLink(client, place);
  try {
    // A machine that lost its power lets go of the lock within a minute.
    const settings = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };
    const own = { application_name: nameOf(token), search_path: schema, statement_timeout: '0', bytea_output: 'hex' };
    const all = { ...own, ...settings };
    for (const setting of Object.entries(all)) await link.ask('SELECT set_config(?, ?, false)', setting);
    await takeLock(link, token);
    return link;
  } catch (error) {
    await link.end();
    throw error;
  }
};
