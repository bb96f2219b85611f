/** The tables that a database has, whichever way they were read: they are held against the models in `hold-tables.ts`. */

export type Column = {
  name: string;
  /** A row has to be given one: it may not be null, and the database has none of its own. */
  needsValue: boolean;
};

export type Tables = {
  /** Names are compared as PostgreSQL does: a capital letter makes another one. Most databases take them in any case. */
  isExact: boolean;
  /** By name, in small letters unless exact. null where it is there, but its columns are not told: a view, say. */
  columns: ReadonlyMap<string, readonly Column[] | null>;
};

const exactBytes = 63;

/** What the database calls a table or column that Django makes with this name: PostgreSQL cuts a long one without a word. */
export const nameIn = (name: string, { isExact }: Pick<Tables, 'isExact'>): string => {
  if (!isExact) return name.toLowerCase();
  if (Buffer.byteLength(name) <= exactBytes) return name;
  // A streaming decoder leaves out the part of a character that is cut through.
  return new TextDecoder().decode(Buffer.from(name).subarray(0, exactBytes), { stream: true });
};
