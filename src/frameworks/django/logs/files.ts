/** Which files are logs: those that LOGGING names, and `*.log` below the project, without the rotated copies of either. */
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';

// Each file costs a stat and a read per look; a folder of a thousand old logs is not read on every change.
const filesLimit = 40;
const listingLimits = { entries: 200_000, files: 2000, depth: 12, timeMs: 5000 };

const packing = /\.(?:tar\.)?(?:gz|bz2|xz|zst|zip|lzma)$/;
/** A day, perhaps with a time, and as loguru has it with a fraction. */
const moment = String.raw`\d{4}-?\d\d-?\d\d(?:[_T-]?\d\d(?:[-:]?\d\d){0,2}(?:_\d{6})?)?`;
/** `app.log.1`, `app.log.2025-11-15`, `app.log-20251115`. */
const rotatedSuffix = new RegExp(String.raw`^(.+)[.-](?:\d{1,4}|${moment}|old|bak)$`);
/** Beside `app.log`, where the ending is kept: `app.1.log`, `app-20251115.log`, and of two in one moment `app.2025-11-15_03-07-10_123456.2.log`. */
const rotatedInfix = new RegExp(String.raw`^(.+?)(?:\.\d{1,4}|[.-]${moment}(?:\.\d{1,4})?)\.log$`);

export const isPacked = (name: string): boolean => packing.test(name);

/** The name of the log that a file is a rotated copy of, going by its name alone. */
const rotatedFrom = (name: string): string | undefined => {
  const plain = name.replace(packing, '');
  const infix = rotatedInfix.exec(plain);
  return infix ? `${infix[1]}.log` : rotatedSuffix.exec(plain)?.[1];
};

const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

/** Rotated copies of a log that lie beside it. */
export const rotatedNames = (folder: Folder, path: string): string[] =>
  folder
    .entries(folderOf(path))
    .filter((entry) => entry.kind === 'file' && rotatedFrom(entry.name) === basename(path))
    .map((entry) => join(folderOf(path), entry.name));

const insideRoot = (folder: Folder, file: string): string | undefined => {
  if (!isAbsolute(file)) return file;
  const path = relative(folder.root, file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? undefined : path.split(sep).join('/');
};

const named = (folder: Folder, files: readonly string[], problems: Problem[]): string[] =>
  files.flatMap((file) => {
    const path = insideRoot(folder, file);
    if (path !== undefined) return [path];
    problems.push({
      code: 'log_outside',
      severity: 'info',
      message: `LOGGING writes to ${file}, which lies outside the workspace and is not read.`,
      file: null,
      line: null,
    });
    return [];
  });

/** `named` in LOGGING and not written yet: nothing to worry about, but who waits for its lines should know, and what will not come by itself. */
export const missingNote = (folder: Folder, path: string): Problem => {
  const at = folderOf(path);
  const made = at === '' || folder.isFolder(at) ? '' : ` Its folder does not exist either: logging makes none.`;
  return {
    code: 'log_missing',
    severity: 'info',
    message: `LOGGING names ${path}, which does not exist yet: its lines are shown from when the project writes them.${made}`,
    file: null,
    line: null,
  };
};

const noFile: Problem = {
  code: 'log_none',
  severity: 'info',
  message:
    'There is no log file: LOGGING names none, as far as the settings can be read, and no *.log file lies in the project. To see its lines here, give LOGGING a handler that writes to a file in the project; what goes to a terminal alone cannot be read.',
  file: null,
  line: null,
};

const found = (folder: Folder, problems: Problem[]): string[] => {
  const listing = folder.list({ accept: (name) => name.endsWith('.log'), limits: listingLimits });
  if (listing.cuts.some((cut) => cut !== 'unreadable')) {
    problems.push({
      code: 'listing_cut',
      severity: 'warning',
      message: 'The folder is too large to look everywhere for log files; those that LOGGING names are read.',
      file: null,
      line: null,
    });
  }
  const all = new Set(listing.files);
  return listing.files.filter((path) => {
    const origin = rotatedFrom(basename(path));
    return origin === undefined || !all.has(join(folderOf(path), origin));
  });
};

export const findLogFiles = (folder: Folder, logFiles: readonly string[]): { files: string[]; problems: Problem[] } => {
  const problems: Problem[] = [];
  const first = named(folder, logFiles, problems);
  const others = found(folder, problems).filter((path) => !first.includes(path));
  const newest = others
    .map((path) => ({ path, at: folder.stamp(path)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .map(({ path }) => path);
  const files = [...new Set([...first, ...newest])];
  if (files.length === 0 && logFiles.length === 0) problems.push(noFile);
  if (files.length > filesLimit) {
    problems.push({
      code: 'logs_cut',
      severity: 'info',
      message: `${files.length} log files found; ${filesLimit} are read: those that LOGGING names, then those written last.`,
      file: null,
      line: null,
    });
  }
  return { files: files.slice(0, filesLimit), problems };
};
