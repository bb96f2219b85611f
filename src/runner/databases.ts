/**
 * Which database files are shown as they are. Bound read-only, a file shares its locks with the app that has it open, so a reader is told
 * "locked" instead of reading a torn state; the other states work only where SQLite may write beside the file.
 */
import { lstat, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFolder, isInside } from './interpreter/reading.ts';

export type DatabasePlan = {
  /** Files to bind read-only. */
  bound: string[];
  /** Those of them beside which a journal waits: if SQLite wants to roll it back, the run is tried again without the bind. */
  hot: string[];
  /** Named by the settings and not there: SQLite makes an empty one in the layer. */
  missing: string[];
  /** Folders that those of them would lie in and that are not there either: SQLite makes none. */
  missingFolders: string[];
  /** Never shown. In their place is something that cannot be opened: SQLite would make an empty one, in which nothing is applied. */
  withheld: string[];
  /** Bytes that opening the others copies into the layer. */
  copiedBytes: number;
};

/** Settings may name any number of them, and bubblewrap takes some thousand arguments. Those of the workspace are seen all the same. */
const mostLooked = 100;

const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
};

/** What lies beside a database under a name of SQLite's own: bound as it is, a link would show whatever file of this machine it leads to. */
const isOwnFile = async (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isFile(),
    () => false,
  );

/** 1: rollback journal, 2: write-ahead log; undefined: not an SQLite file. */
const readWriteVersion = async (file: string): Promise<number | undefined> => {
  try {
    const handle = await open(file, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(20), 0, 20, 0);
      return bytesRead === 20 && buffer.toString('latin1', 0, 15) === 'SQLite format 3' ? buffer[18] : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
};

/** A settings file can name any file; outside the workspace a hidden folder (a browser's, ours) is never shown. */
export const isHiddenOutside = (file: string, workspacePath: string): boolean =>
  !isInside(file, workspacePath) && file.split('/').some((part) => part.startsWith('.'));

const isForbidden = (file: string, workspacePath: string, servicePaths: readonly string[]): boolean =>
  isHiddenOutside(file, workspacePath) ||
  (!isInside(file, workspacePath) && servicePaths.some((kept) => isInside(file, kept)));

export const planDatabases = async (
  files: readonly string[],
  workspacePath: string,
  servicePaths: readonly string[],
): Promise<DatabasePlan> => {
  const plan: DatabasePlan = { bound: [], hot: [], missing: [], missingFolders: [], withheld: [], copiedBytes: 0 };
  // Without `..`: a name that is handed to bubblewrap with one leads out of the sandbox that it makes.
  const names = new Set(files.map((file) => path.resolve(workspacePath, file)));
  for (const named of [...names].slice(0, mostLooked)) {
    // By its name alone: whether a hidden file exists is not told either.
    if (isForbidden(named, workspacePath, servicePaths)) {
      plan.withheld.push(named);
      continue;
    }
    const size = await sizeOf(named);
    if (size === undefined) {
      plan.missing.push(named);
      if (!(await isFolder(path.dirname(named)))) plan.missingFolders.push(path.dirname(named));
    }
    const file = size === undefined ? undefined : await realpath(named).catch(() => undefined);
    if (!file || size === undefined) continue;
    if (isForbidden(file, workspacePath, servicePaths)) continue;
    const version = await readWriteVersion(file);
    if (version === undefined) continue;
    if (version === 1) plan.bound.push(file);
    else if ((await isOwnFile(`${file}-wal`)) && (await isOwnFile(`${file}-shm`)))
      plan.bound.push(file, `${file}-wal`, `${file}-shm`);
    else if (isInside(file, workspacePath)) plan.copiedBytes += size;
    else plan.bound.push(file);
    if (plan.bound.includes(file) && ((await sizeOf(`${file}-journal`)) ?? 0) > 0) plan.hot.push(file);
  }
  return plan;
};

/** What stands behind a database that cannot be opened, or has no tables, and that its own words do not tell. */
export const explainDatabase = (
  { missing, missingFolders, withheld }: DatabasePlan,
  exitCode: number,
  lastText: string,
): string | null => {
  if (exitCode === 0) return null;
  if (missing.length > 0 && /\bno such table: /.test(lastText))
    return 'The database file does not exist yet: run migrate in the project first.';
  if (!/\bunable to open database file\b/.test(lastText)) return null;
  if (withheld.length > 0)
    return `The database ${withheld[0]} lies outside of the project in a hidden folder, or in one of this service: a run never sees those.`;
  return missingFolders.length > 0 ? `The folder of the database is not there: make ${missingFolders[0]} first.` : null;
};
