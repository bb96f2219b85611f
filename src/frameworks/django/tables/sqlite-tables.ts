/**
 * The tables of an SQLite database. The file is someone else's: only what its schema says of columns is asked. Views, whose columns SQLite
 * finds by working them out, and virtual tables, which belong to modules that are not here, are there and no more.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Column, Tables } from './tables.ts';

// 5,000 models of 20 fields have half of that.
const columnsLimit = 200_000;

// A name may have as many characters as the file has room for; one that Django makes has at most a few dozen.
const isName = 'length(name) < 1000';

const namesQuery = `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND ${isName}`;

// xinfo tells generated columns, too, which have no need of a value.
const columnsQuery = `
  SELECT m.name AS "table", c.name AS "column", c."notnull" = 1 AND c.dflt_value IS NULL AND c.pk = 0 AND c.hidden = 0 AS needs
  FROM (SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND ${isName}) m
  JOIN pragma_table_xinfo(m.name) c
  WHERE length(c.name) < 1000
  LIMIT ?`;

/** null where there are more than are read: then none is said to be missing. */
export const readTables = (database: DatabaseSync): Tables | null => {
  const tables = new Map<string, Column[] | null>();
  for (const { name } of database.prepare(`${namesQuery} LIMIT ?`).iterate(columnsLimit))
    if (typeof name === 'string') tables.set(name.toLowerCase(), null);
  let count = 0;
  for (const { table, column, needs } of database.prepare(columnsQuery).iterate(columnsLimit)) {
    count++;
    if (typeof table !== 'string' || typeof column !== 'string') continue;
    const read = { name: column.toLowerCase(), needsValue: needs === 1 };
    const known = tables.get(table.toLowerCase());
    if (known) known.push(read);
    else tables.set(table.toLowerCase(), [read]);
  }
  return count < columnsLimit && tables.size < columnsLimit ? { isExact: false, columns: tables } : null;
};
