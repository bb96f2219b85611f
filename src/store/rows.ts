/** Rows as objects: the columns come from code, never from a client; the values are always bound. */
import type { Database, Value } from './dialects/dialect.ts';

export type Row = Record<string, Value>;

export const insertRow = async <R>(
  database: Database,
  table: string,
  row: Row,
  conflict = '',
): Promise<R | undefined> => {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  const rows = await database.all<R>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${conflict} RETURNING *`,
    ...(Object.values(row) as Value[]),
  );
  return rows[0];
};

/** The stored row with what the database added to it. */
export const insertOne = async <R>(database: Database, table: string, row: Row): Promise<R> =>
  (await insertRow<R>(database, table, row)) as R;

/** `UPDATE table SET …`; `where` and its values follow. Undefined changes nothing of a column. How many rows it changed. */
export const updateRows = async (
  database: Database,
  table: string,
  changes: object,
  where: string,
  ...values: Value[]
): Promise<number> => {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined) as [string, Value][];
  if (entries.length === 0) return 0;
  const columns = entries.map(([column]) => `${column} = ?`).join(', ');
  return database.run(`UPDATE ${table} SET ${columns} WHERE ${where}`, ...entries.map(([, value]) => value), ...values);
};

/** `?, ?, ?` for a list of values. */
export const places = (list: readonly unknown[]): string => list.map(() => '?').join(', ');

/** Not one of a list, which may be empty: PostgreSQL knows no empty list. */
export const noneOf = (column: string, list: readonly unknown[]): string =>
  list.length === 0 ? '1 = 1' : `${column} NOT IN (${places(list)})`;

/** A `WHERE` from the conditions that are given; undefined ones are left out. */
export const conditions = (given: Record<string, Value | undefined>): { sql: string; values: Value[] } => {
  const set = Object.entries(given).filter((entry): entry is [string, Value] => entry[1] !== undefined);
  return {
    sql: set.length === 0 ? '1 = 1' : set.map(([condition]) => condition).join(' AND '),
    values: set.map(([, value]) => value),
  };
};
