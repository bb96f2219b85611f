/**
 * What an SQLite database has recorded as applied, and its tables, read without touching it. This is the one place outside `store/` that speaks SQL:
 * the file belongs to the project, and going through the store would mix its data with ours.
 *
 * Never a lock, never a `-wal`, `-shm` or `-journal` beside the original:
 * - small, or with a log or journal beside it → a private copy of both, where SQLite may recover as it likes (so an unfinished
 *   transaction of a dead writer is rolled back, and a live writer's log is seen);
 * - large and idle → opened in place as immutable, which takes no lock and creates nothing.
 * Both can catch a writer in the middle; so the files must look the same before and after, else it is tried again.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Folder, openFolder } from '../../folder/folder.ts';
import { messageOf } from '../../kit/errors.ts';
import { parseTimestamp } from './logs/lines/timestamps.ts';
import { readTables } from './tables/sqlite-tables.ts';
import type { Tables } from './tables/tables.ts';

export type AppliedMigration = { app: string; name: string; appliedAt: string | null };

/** `note` says in words what was found when it is not simply a record; two records with the same `mark` say the same. */
export type AppliedRecord =
  | { known: true; applied: AppliedMigration[]; tables: Tables | null; note: string | null; mark: string }
  | { known: false; note: string };

// Copying 32 MiB costs about 20 ms; beyond it an idle file is read in place. 2 GiB bounds the copy of a busy one.
const copyAlways = 32 * 1024 * 1024;
const copyLimit = 2 * 1024 ** 3;
const rowsLimit = 200_000;
const attempts = 3;

const magic = Buffer.from('SQLite format 3\0');

/** The state of the database and what lies beside it; two equal ones mean that nobody wrote in between. */
const fingerprint = (folder: Folder, file: string): string =>
  ['', '-wal', '-journal']
    .map((suffix) => {
      const stamp = folder.stamp(file + suffix);
      return stamp ? `${stamp.inode}:${stamp.size}:${stamp.mtimeMs}:${stamp.ctimeMs}` : '-';
    })
    .join(' ');

/** SQLite keeps times without a zone: Django writes them in one that its settings tell. */
const moment = (value: unknown, zone: string | null): string | null => {
  if (typeof value !== 'string' || zone === null) return null;
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,3})?/.exec(value);
  const text = match ? `${match[1]}T${match[2]}${match[3] ?? ''}` : '';
  const time = zone === 'UTC' ? Date.parse(`${text}Z`) : (parseTimestamp(text, zone) ?? Number.NaN);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

const nothingApplied = (note: string): AppliedRecord => ({
  known: true,
  applied: [],
  tables: null,
  note,
  mark: note,
});

const query = (database: DatabaseSync, zone: string | null): AppliedRecord => {
  // The file is someone else's: no functions from its schema, no trust in its cells, nothing written.
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON');
  // A view of that name could run for ever.
  const table = database.prepare("SELECT type FROM sqlite_master WHERE name = 'django_migrations'").get();
  if (table?.type !== 'table')
    return nothingApplied('The database has no django_migrations table: migrate has not run yet.');
  const applied: AppliedMigration[] = [];
  const mark = createHash('sha256');
  const rows = database
    .prepare('SELECT app, name, applied FROM django_migrations ORDER BY id LIMIT ?')
    .iterate(rowsLimit);
  for (const { app, name, applied: at } of rows) {
    if (typeof app !== 'string' || typeof name !== 'string') continue;
    applied.push({ app, name, appliedAt: moment(at, zone) });
    mark.update(JSON.stringify([app, name, String(at)]));
  }
  const tables = readTables(database);
  mark.update(JSON.stringify([...(tables?.columns ?? [])]));
  return { known: true, applied, tables, note: null, mark: mark.digest('base64') };
};

const queryPath = (path: string | URL, options: { readOnly: boolean }, zone: string | null): AppliedRecord => {
  const database = new DatabaseSync(path, { ...options, timeout: 1000, allowExtension: false });
  try {
    return query(database, zone);
  } finally {
    database.close();
  }
};

const queryCopy = (folder: Folder, file: string, zone: string | null): AppliedRecord => {
  const scratch = mkdtempSync(join(tmpdir(), 'inspector-database-'));
  try {
    const copy = join(scratch, 'copy.sqlite3');
    const main = folder.copy(file, copy, copyLimit);
    if (!main.ok) return { known: false, note: main.message };
    for (const suffix of ['-wal', '-journal']) {
      if (!folder.stamp(file + suffix)?.size) continue;
      const beside = folder.copy(file + suffix, copy + suffix, copyLimit);
      if (!beside.ok && beside.refusal !== 'missing') return { known: false, note: beside.message };
    }
    return queryPath(copy, { readOnly: false }, zone);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

const queryInPlace = (folder: Folder, file: string, zone: string | null): AppliedRecord => {
  const path = folder.realPath(file);
  if (path === undefined) return { known: false, note: `${file} does not exist.` };
  const url = pathToFileURL(path);
  url.search = 'immutable=1';
  return queryPath(url, { readOnly: true }, zone);
};

const readOnce = (folder: Folder, file: string, size: number, zone: string | null): AppliedRecord => {
  const busy = ['-wal', '-journal'].some((suffix) => (folder.stamp(file + suffix)?.size ?? 0) > 0);
  try {
    return busy || size <= copyAlways ? queryCopy(folder, file, zone) : queryInPlace(folder, file, zone);
  } catch (error) {
    return { known: false, note: `The database ${file} cannot be read: ${messageOf(error)}.` };
  }
};

/** Records by file, so that a rescan of an unchanged database costs a stat. What could not be read may be readable the next time. */
const remembered = new Map<string, { fingerprint: string; record: AppliedRecord }>();

/**
 * `file`: an SQLite file, relative to the folder or absolute below it. `findZone` tells that of the times in it, and is asked only where
 * there are any; null when it cannot be told, and then they are left out.
 */
export const readAppliedMigrations = (
  folder: Folder,
  file: string,
  findZone: () => string | null = () => 'UTC',
): AppliedRecord => {
  const head = folder.readPart(file, 0, magic.length);
  if (!head.ok) {
    if (head.refusal !== 'missing') return { known: false, note: head.message };
    return nothingApplied('The database file does not exist yet: migrate has not run.');
  }
  if (head.stamp.size === 0) return nothingApplied('The database file is empty: migrate has not run.');
  if (!head.value.equals(magic)) return { known: false, note: 'The database file is not an SQLite database.' };
  const zone = findZone();
  const key = `${zone} ${join(folder.root, file)}`;
  let record: AppliedRecord = { known: false, note: `The database ${file} is being written all the time; try again.` };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = fingerprint(folder, file);
    const known = remembered.get(key);
    if (known?.fingerprint === before) return known.record;
    const read = readOnce(folder, file, head.stamp.size, zone);
    if (fingerprint(folder, file) !== before) continue;
    record = read;
    if (record.known) remembered.set(key, { fingerprint: before, record });
    break;
  }
  return record;
};

export const readMark = (root: string, file: string): string | null => {
  const record = readAppliedMigrations(openFolder(root), file);
  return record.known ? record.mark : null;
};
