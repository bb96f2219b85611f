/** The tables that a database has, whichever way they were read: they are held against the models in `hold-tables.ts`. */

export type Column = {
  /** In small letters, as most databases compare names. */
  name: string;
  /** A row has to be given one: it may not be null, and the database has none of its own. */
  needsValue: boolean;
};

/** By name, in small letters. null where it is there, but its columns are not told: a view, say. */
export type Tables = ReadonlyMap<string, readonly Column[] | null>;
