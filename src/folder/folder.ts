/**
 * The guarded view of a project folder (or of a folder of installed packages): no path leaves it, no file too large, nothing
 * that hangs. Synchronous on purpose: it is used in processes that only read, where 859 files took 14 ms this way and 52 ms with promises.
 *
 * A view is meant for one reading. It remembers where folders lead; open a fresh one for the next reading.
 */
import { type Dirent, lstatSync, opendirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { InspectorError } from '../kit/errors.ts';
import { type Fingerprint, isSurelySame, listingFingerprint } from './fingerprint.ts';
import { copyWhole, type FileRead, type FolderMemory, readPart, readWhole, resolveInside } from './guarded-file.ts';
import { type Listing, type ListingOptions, listFiles } from './listing.ts';
import { type FileStamp, stampOf } from './stamp.ts';

export { type Fingerprint, fingerprintOf, isSurelySame, stampedFingerprint } from './fingerprint.ts';
export type { FileRead, Refusal, Refused } from './guarded-file.ts';
export type { Listing, ListingCut, ListingLimits, ListingOptions } from './listing.ts';
export type { FileStamp } from './stamp.ts';

/** Source files beyond this are generated data, not something a person wrote. */
const sourceLimitBytes = 8 * 1024 * 1024;

// A package or a `migrations` folder with more entries than this is not one; bounds `entries`.
const entriesLimit = 50_000;

type FolderEntry = { name: string; kind: 'file' | 'folder' };

/** `fingerprint`: null where the folder itself cannot tell whether it still holds the same, because links in it lead elsewhere. */
export type FolderContents = { entries: readonly FolderEntry[]; fingerprint: Fingerprint | null };

/** Paths are relative to the root with `/`, or absolute below it. */
export interface Folder {
  /** Canonical. */
  readonly root: string;
  readBytes(path: string, limitBytes?: number): FileRead<Buffer>;
  /** UTF-8 without a byte order mark; what is not UTF-8 becomes U+FFFD. */
  readText(path: string, limitBytes?: number): FileRead<string>;
  /** At most `length` bytes from `offset`; a negative offset counts from the end of the file. */
  readPart(path: string, offset: number, length: number): FileRead<Buffer>;
  /** Copies a file to `target`, which must not exist yet; bytes copied. */
  copy(path: string, target: string, limitBytes: number): FileRead<number>;
  /** The canonical path of a file or folder; undefined when it is not there or leads out. For those who must open by path. */
  realPath(path: string): string | undefined;
  /** Enough to tell whether a file changed; undefined when it is not a regular file inside the folder. */
  stamp(path: string): FileStamp | undefined;
  /** The same for many files of one folder, whose place is looked up once. */
  stamps(path: string, names: readonly string[]): (FileStamp | undefined)[];
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** What lies directly in a folder, by name; links that lead inside count as what they lead to. Empty when there is none. */
  entries(path: string): FolderEntry[];
  /** The same, to be asked again later: `before` itself when nothing was added to the folder, removed or renamed since. */
  contents(path: string, before: FolderContents | null): FolderContents;
  /** Walks the folder without following links, ignoring what holds no source. */
  list(options: ListingOptions): Listing;
}

const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  const isPlain = text.length === bytes.length && !text.includes('\ufffd');
  return isPlain ? text : (textByDeclaration(bytes, text) ?? text);
};

// As Python looks for it: in a comment of the first two lines.
const declaration = /^(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)/;

/** The text of a file that says how it is written; undefined when it does not, or that is not known. */
const textByDeclaration = (bytes: Buffer, start: string): string | undefined => {
  const name = declaration.exec(start.slice(0, 400))?.[1]?.toLowerCase().replaceAll('_', '-');
  if (name === undefined || /^utf-?8/.test(name)) return undefined;
  if (/^(?:latin-?1|l1|iso-?8859-1)$/.test(name)) return bytes.toString('latin1');
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return undefined;
  }
};

/** What cannot be looked at is not there: below a file, behind a closed folder, with a name too long. */
const look = (stat: typeof lstatSync | typeof statSync, path: string): Stats | undefined => {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/** Most files are no links: these cost one lstat, not a walk along their path. */
const statInside = (root: string, path: string, memory: FolderMemory) => {
  const place = resolveInside(root, path, memory, 'keep');
  if (!place.ok) return undefined;
  const stats = look(lstatSync, place.path);
  if (!stats?.isSymbolicLink()) return stats;
  const target = resolveInside(root, path, memory, 'follow');
  return target.ok ? look(statSync, target.path) : undefined;
};

/** Of a file in a folder whose real path is known to lie inside. */
const stampAt = (root: string, folder: string, name: string, memory: FolderMemory): FileStamp | undefined => {
  if (/[/\0]/.test(name)) return undefined;
  const stats = look(lstatSync, folder + sep + name);
  if (stats?.isFile()) return stampOf(stats);
  const target = stats?.isSymbolicLink() ? statInside(root, join(folder, name), memory) : undefined;
  return target?.isFile() ? stampOf(target) : undefined;
};

const entryKind = (
  root: string,
  path: string,
  entry: Dirent,
  memory: FolderMemory,
): FolderEntry['kind'] | undefined => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return undefined;
  const stats = statInside(root, join(path, entry.name), memory);
  return stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : undefined;
};

/** `isSteady`: as long as the folder itself does not change these are its entries. */
type Entries = { found: FolderEntry[]; isSteady: boolean };

const readEntries = (root: string, path: string, memory: FolderMemory): Entries => {
  const found: FolderEntry[] = [];
  let isSteady = true;
  const place = resolveInside(root, path, memory, 'follow');
  if (!place.ok) return { found, isSteady: false };
  try {
    const folder = opendirSync(place.path, { bufferSize: 256 });
    try {
      for (let entry = folder.readSync(); entry !== null && found.length < entriesLimit; entry = folder.readSync()) {
        const kind = entryKind(root, path, entry, memory);
        if (kind) found.push({ name: entry.name, kind });
        if (entry.isSymbolicLink()) isSteady = false;
      }
    } finally {
      folder.closeSync();
    }
  } catch {
    return { found, isSteady: false };
  }
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { found, isSteady };
};

const readContents = (
  root: string,
  path: string,
  memory: FolderMemory,
  before: FolderContents | null,
): FolderContents => {
  const lookedAtMs = Date.now();
  const stats = statInside(root, path, memory);
  const stamp = stats?.isDirectory() ? stampOf(stats) : undefined;
  if (before?.fingerprint && isSurelySame(before.fingerprint, stamp)) return before;
  const { found, isSteady } = readEntries(root, path, memory);
  return { entries: found, fingerprint: isSteady ? listingFingerprint(stamp, lookedAtMs) : null };
};

/** Throws `not_found` when the folder itself is not there: then there is nothing to read at all. */
export const openFolder = (path: string): Folder => {
  let root: string;
  try {
    root = realpathSync(path);
  } catch (cause) {
    throw new InspectorError('not_found', `The folder ${path} does not exist.`, { cause });
  }
  if (!statSync(root).isDirectory()) throw new InspectorError('not_found', `${path} is not a folder.`);
  const memory: FolderMemory = new Map();
  const readBytes = (file: string, limitBytes = sourceLimitBytes): FileRead<Buffer> =>
    readWhole(root, file, memory, limitBytes);
  return {
    root,
    readBytes,
    readText: (file, limitBytes) => {
      const read = readBytes(file, limitBytes);
      return read.ok ? { ...read, value: textOf(read.value) } : read;
    },
    readPart: (file, offset, length) => readPart(root, file, memory, offset, length),
    copy: (file, target, limitBytes) => copyWhole(root, file, memory, target, limitBytes),
    realPath: (file) => {
      const place = resolveInside(root, file, memory, 'follow');
      return place.ok ? place.path : undefined;
    },
    stamp: (file) => {
      const stats = statInside(root, file, memory);
      return stats?.isFile() ? stampOf(stats) : undefined;
    },
    stamps: (folder, names) => {
      const place = resolveInside(root, folder, memory, 'follow');
      return names.map((name) => (place.ok ? stampAt(root, place.path, name, memory) : undefined));
    },
    isFile: (file) => statInside(root, file, memory)?.isFile() ?? false,
    isFolder: (folder) => statInside(root, folder, memory)?.isDirectory() ?? false,
    entries: (folder) => readEntries(root, folder, memory).found,
    contents: (folder, before) => readContents(root, folder, memory, before),
    list: (options) => {
      const place = resolveInside(root, options.under ?? '', memory, 'follow');
      if (place.ok) return listFiles(root, options);
      return { files: [], cuts: ['unreadable'], entriesSeen: 0, folders: [], links: [] };
    },
  };
};
