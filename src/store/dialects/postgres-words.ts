/** What the queries say in SQL as PostgreSQL says it, and what it answers as a person can act on it. */
import { InspectorError, messageOf, systemCodeOf } from '../../kit/errors.ts';

/** Everything of ours lies in it, and nothing else is touched. */
export const schema = 'workspace_inspector';

/**
 * SQLite keeps every whole number in eight bytes, and sorts and compares text by its bytes, whatever the language of the machine. An id is never
 * used twice in either.
 */
const columnWords: readonly (readonly [RegExp, string])[] = [
  [/\bINTEGER PRIMARY KEY AUTOINCREMENT\b/g, 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY'],
  [/\bINTEGER\b/g, 'BIGINT'],
  [/\bTEXT\b/g, 'TEXT COLLATE "C"'],
  [/\bBLOB\b/g, 'BYTEA'],
  [/ WITHOUT ROWID\b/g, ''],
];

const makesColumns = /^(?:CREATE|ALTER) TABLE\b/;

/** No text of ours holds a question mark: values are always bound. */
export const toPostgres = (sql: string): string => {
  let count = 0;
  const words = makesColumns.test(sql) ? columnWords : [];
  return words
    .reduce((text, [ours, theirs]) => text.replace(ours, theirs), sql)
    .replace(/\?/g, () => {
      count += 1;
      return `$${count}`;
    });
};

/** Where the store is, as it may be told. */
export type Place = { server: string; database: string; user: string };

type Words = (place: Place, said: string) => string;

const gone: Words = ({ database }, said) =>
  `The schema ${schema} of the database "${database}" was removed or changed while the service runs (${said}). Restart the service.`;

/** By PostgreSQL's codes: what is not our fault. */
const mishaps: Record<string, Words> = {
  '28P01': ({ server, user }, said) =>
    `The database server ${server} refuses the user "${user}" (${said}). Check the user and the password of --database.`,
  '28000': ({ server, user }, said) =>
    `The database server ${server} refuses the user "${user}" (${said}). Check --database, and pg_hba.conf on the server.`,
  '3D000': ({ server, database }) =>
    `There is no database "${database}" on ${server}. Create it (createdb ${database}), or name another with --database.`,
  '42501': ({ database, user }, said) =>
    `The user "${user}" may not do this in the database "${database}" (${said}). It needs a schema ${schema} of its own: GRANT CREATE ON DATABASE "${database}" TO "${user}".`,
  '25006': ({ server, database }) =>
    `The database "${database}" on ${server} is read-only: it may be a copy of another. Name the one that is written with --database.`,
  '53100': ({ server }) => `The disk of the database server ${server} is full. Free some space there and try again.`,
  '53300': ({ server }) =>
    `The database server ${server} takes no more connections. Close some, or raise its max_connections.`,
  '42P01': gone,
  '3F000': gone,
  '54000': (_, said) => `A name is too long to be kept in PostgreSQL (${said}).`,
  XX001: ({ server }, said) => `The database on ${server} is damaged (${said}). Stop the service and restore a backup.`,
  XX002: ({ server }, said) => `The database on ${server} is damaged (${said}). Stop the service and restore a backup.`,
};

/** It is about to stop or to start, or somebody has ended our connection. */
const isGoing = /^(?:08|57P0)/;

/** What PostgreSQL says has a code of five signs. All else is said by what lies between. */
const stateOf = (error: unknown): string | undefined => {
  const code = systemCodeOf(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && error instanceof Error && 'severity' in error
    ? code
    : undefined;
};

/** Whether a connection is of no use any more after this. */
export const isLoss = (error: unknown): boolean => {
  const state = stateOf(error);
  return state === undefined || isGoing.test(state);
};

export const notReached = ({ server }: Place, error: unknown): InspectorError => {
  // An attempt at several addresses has no words of its own.
  const said = messageOf(error) || systemCodeOf(error) || 'no reason is told';
  const words = `The database server ${server} cannot be reached (${said}). Start it, or check --database.`;
  return new InspectorError('unavailable', words, { cause: error, retryAfterSeconds: 5 });
};

const lacking = ({ server, user }: Place, cause: unknown): InspectorError =>
  new InspectorError(
    'unavailable',
    `The database server ${server} asks for a password of the user "${user}", and --database has none.`,
    { cause },
  );

/** As the driver says it. */
const lacksPassword = /password must be a (?:non-empty )?string|password must not be empty/i;

export const explain = (place: Place, error: unknown): unknown => {
  if (error instanceof InspectorError) return error;
  if (lacksPassword.test(messageOf(error))) return lacking(place, error);
  if (isLoss(error)) return notReached(place, error);
  const words = mishaps[stateOf(error) ?? '']?.(place, messageOf(error));
  return words === undefined ? error : new InspectorError('unavailable', words, { cause: error, retryAfterSeconds: 5 });
};
