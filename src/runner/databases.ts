/**
 * Which database files are shown as they are. Bound read-only, a file shares its locks with the app that has it open, so a reader is told
 * "locked" instead of reading a torn state; the other states work only where SQLite may write beside the file.
 */
import { open, realpath, stat } from 'node:fs/promises';
import { isInside } from './interpreter/reading.ts';

export type DatabasePlan = {
  /** Files to bind read-only. */
  bound: string[];
  /** Those of them beside which a journal waits: if SQLite wants to roll it back, the run is tried again without the bind. */
  hot: string[];
  /** Named by the settings and not there: SQLite makes an empty one in the layer. */
  missing: string[];
  /** Bytes that opening the others copies into the layer. */
  copiedBytes: number;
};

const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
};

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
  const plan: DatabasePlan = { bound: [], hot: [], missing: [], copiedBytes: 0 };
  for (const named of new Set(files)) {
    const size = await sizeOf(named);
    if (size === undefined) plan.missing.push(named);
    const file = size === undefined ? undefined : await realpath(named).catch(() => undefined);
    if (!file || size === undefined || isForbidden(file, workspacePath, servicePaths)) continue;
    const version = await readWriteVersion(file);
    if (version === undefined) continue;
    const [log, index] = [await sizeOf(`${file}-wal`), await sizeOf(`${file}-shm`)];
    if (version === 1) plan.bound.push(file);
    else if (log !== undefined && index !== undefined) plan.bound.push(file, `${file}-wal`, `${file}-shm`);
    else if (isInside(file, workspacePath)) plan.copiedBytes += size;
    else plan.bound.push(file);
    if (plan.bound.includes(file) && ((await sizeOf(`${file}-journal`)) ?? 0) > 0) plan.hot.push(file);
  }
  return plan;
};

/** A table that is missing from a database that does not exist says less than the database that is missing. */
export const explainMissingDatabase = (plan: DatabasePlan, exitCode: number, lastText: string): string | null =>
  exitCode !== 0 && plan.missing.length > 0 && /\bno such table: /.test(lastText)
    ? 'The database file does not exist yet: run migrate in the project first.'
    : null;
