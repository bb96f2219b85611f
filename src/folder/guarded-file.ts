/**
 * Opening one file of someone else's folder without being hurt by it: only regular files (a FIFO would wait for a writer, a
 * device could act), never through a link that leads out of the folder, never more bytes than asked for.
 */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, writeSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { messageOf, systemCodeOf } from '../kit/errors.ts';
import { type FileStamp, stampOf } from './stamp.ts';

export type Refusal = 'missing' | 'outside' | 'not_a_file' | 'too_large' | 'unreadable';

export type Refused = { ok: false; refusal: Refusal; message: string };

/** What was read, and the state of the file at that moment. */
export type FileRead<T> = { ok: true; value: T; stamp: FileStamp } | Refused;

/** Real paths of the folders met so far; undefined for one that does not resolve. */
export type FolderMemory = Map<string, string | undefined>;

// O_NONBLOCK: opening a FIFO returns at once. O_NOFOLLOW: a link as last part is looked at first.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export const refuse = (refusal: Refusal, message: string): Refused => ({ ok: false, refusal, message });

export const isInside = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);

const refusalOf = (path: string, error: unknown): Refused => {
  const code = systemCodeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return refuse('missing', `${path} does not exist.`);
  if (code === 'ELOOP') return refuse('missing', `${path} is a link that leads nowhere.`);
  // Opening a socket gives ENXIO.
  if (code === 'ENXIO' || code === 'ENODEV') return refuse('not_a_file', `${path} is not a regular file.`);
  return refuse('unreadable', `${path} cannot be read: ${messageOf(error)}`);
};

const realFolder = (folder: string, memory: FolderMemory): string | undefined => {
  if (memory.has(folder)) return memory.get(folder);
  let real: string | undefined;
  try {
    real = realpathSync.native(folder);
  } catch {
    real = undefined;
  }
  memory.set(folder, real);
  return real;
};

/** Empty, absolute, with empty parts or with dots that mean folders. */
const crooked = /^$|^\/|\/$|\/\/|(?:^|\/)\.\.?(?:\/|$)|\\/;

/**
 * The real path of `path` if it stays below `root`; links inside the folder that lead inside are followed. With
 * `lastLink: 'keep'` a link as last part is not resolved (the caller opens with O_NOFOLLOW).
 */
export const resolveInside = (
  root: string,
  path: string,
  memory: FolderMemory,
  lastLink: 'keep' | 'follow',
): { ok: true; path: string } | Refused => {
  if (path.includes('\0')) return refuse('missing', 'A path cannot hold a NUL character.');
  // A plain path below the root needs no normalising, which costs more than the open itself.
  const below = path.startsWith(root + sep) ? path.slice(root.length + 1) : path;
  const asked = crooked.test(below) ? resolve(root, path) : `${root}${sep}${below}`;
  if (!isInside(root, asked)) return refuse('outside', `${path} lies outside the folder.`);
  if (asked === root) return { ok: true, path: root };
  const end = asked.lastIndexOf(sep);
  const parent = realFolder(asked.slice(0, end) || sep, memory);
  if (parent === undefined) return refuse('missing', `${path} does not exist.`);
  if (!isInside(root, parent)) return refuse('outside', `${path} leads outside the folder.`);
  const place = (parent.endsWith(sep) ? parent : parent + sep) + asked.slice(end + 1);
  if (lastLink === 'keep') return { ok: true, path: place };
  try {
    const real = realpathSync.native(place);
    return isInside(root, real) ? { ok: true, path: real } : refuse('outside', `${path} leads outside the folder.`);
  } catch (error) {
    return refusalOf(path, error);
  }
};

const openRegular = (
  root: string,
  path: string,
  memory: FolderMemory,
): { ok: true; descriptor: number; stats: Stats } | Refused => {
  const place = resolveInside(root, path, memory, 'keep');
  if (!place.ok) return place;
  let descriptor: number;
  try {
    descriptor = openSync(place.path, openFlags);
  } catch (error) {
    if (systemCodeOf(error) !== 'ELOOP') return refusalOf(path, error);
    const target = resolveInside(root, path, memory, 'follow');
    if (!target.ok) return target;
    try {
      descriptor = openSync(target.path, openFlags);
    } catch (cause) {
      return refusalOf(path, cause);
    }
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { ok: true, descriptor, stats };
  closeSync(descriptor);
  return refuse('not_a_file', `${path} is not a regular file.`);
};

/** Reads until `length` bytes are there or the file ends. */
const readFully = (descriptor: number, offset: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(descriptor, bytes, filled, length - filled, offset + filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
};

export const readWhole = (root: string, path: string, memory: FolderMemory, limitBytes: number): FileRead<Buffer> => {
  const opened = openRegular(root, path, memory);
  if (!opened.ok) return opened;
  try {
    if (opened.stats.size > limitBytes) {
      return refuse('too_large', `${path} has ${opened.stats.size} bytes; at most ${limitBytes} are read.`);
    }
    return { ok: true, value: readFully(opened.descriptor, 0, opened.stats.size), stamp: stampOf(opened.stats) };
  } catch (error) {
    return refusalOf(path, error);
  } finally {
    closeSync(opened.descriptor);
  }
};

/** At most `length` bytes from `offset`; a negative offset counts from the end. */
export const readPart = (
  root: string,
  path: string,
  memory: FolderMemory,
  offset: number,
  length: number,
): FileRead<Buffer> => {
  const opened = openRegular(root, path, memory);
  if (!opened.ok) return opened;
  try {
    const { size } = opened.stats;
    const from = offset < 0 ? Math.max(0, size + offset) : Math.min(offset, size);
    const value = readFully(opened.descriptor, from, Math.max(0, Math.min(length, size - from)));
    return { ok: true, value, stamp: stampOf(opened.stats) };
  } catch (error) {
    return refusalOf(path, error);
  } finally {
    closeSync(opened.descriptor);
  }
};

/** Copies to a new file that only this user can read; at most `limitBytes`, else nothing. */
export const copyWhole = (
  root: string,
  path: string,
  memory: FolderMemory,
  target: string,
  limitBytes: number,
): FileRead<number> => {
  const opened = openRegular(root, path, memory);
  if (!opened.ok) return opened;
  let copy: number | undefined;
  try {
    const { size } = opened.stats;
    if (size > limitBytes) return refuse('too_large', `${path} has ${size} bytes; at most ${limitBytes} are copied.`);
    copy = openSync(target, 'wx', 0o600);
    let done = 0;
    while (done < size) {
      const part = readFully(opened.descriptor, done, Math.min(1024 * 1024, size - done));
      if (part.length === 0) break;
      // A disk that fills up takes a part of it; the next write then says why.
      done += writeSync(copy, part);
    }
    return { ok: true, value: done, stamp: stampOf(opened.stats) };
  } catch (error) {
    return refusalOf(path, error);
  } finally {
    if (copy !== undefined) closeSync(copy);
    closeSync(opened.descriptor);
  }
};
