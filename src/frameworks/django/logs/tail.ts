/**
 * The part of a log file that has not been read yet. A position is kept per file: inode, offset, and a mark of the bytes before
 * the offset, because a file that was cut and has grown again, or a new file that got the old inode, looks the same by numbers.
 *
 * - same inode, mark fits → from the offset;
 * - other inode → the file was rotated: the rest of the old one, which lies among its rotated copies, then those copies that are new
 *   (`rotated.ts`), then the new file; where the old one is not found and the mark fits, the file was copied: from the offset;
 * - smaller, or the mark does not fit → it was cut: the rest from the copy that was made of it, if there is one, then from the beginning;
 * - never seen → only its end.
 */
import { createHash } from 'node:crypto';
import type { FileRead, Folder } from '../../../folder/folder.ts';
import type { LogPosition } from '../../framework.ts';
import { type Copy, findUnread, listCopies } from './rotated.ts';

type Position = LogPosition[string];

export type Part = { bytes: Buffer; writtenAt: number };

export type Tail = {
  /** In order, the file itself last; more than one after a rotation. */
  parts: Part[];
  /** Where the last part began. */
  inode: number;
  offset: number;
  skippedBytes: number;
  /** Lines were left out before this part, the last of them written at this time at the latest; null where none were. */
  gap: { part: number; writtenAt: number } | null;
  /** Rotated copies that are compressed and may hold lines that were not read. */
  packed: string[];
  /** Keys of the rotated copies that are there now. */
  copies: string[];
};

/** First sight of a file: a scan shows the newest 50 and pages through some thousands, not years. */
const firstReadBytes = 256 * 1024;
/** More than this between two readings is a flood; its end is read and the rest said to be skipped. */
const nextReadBytes = 1024 * 1024;
const markBytes = 128;

const markOf = (folder: Folder, path: string, offset: number): string => {
  const length = Math.min(markBytes, offset);
  const read = folder.readPart(path, offset - length, length);
  return read.ok ? createHash('sha256').update(read.value).digest('base64url').slice(0, 16) : '';
};

export const positionAt = (folder: Folder, path: string, tail: Tail, read: number, writtenAt: number): Position => ({
  inode: tail.inode,
  offset: tail.offset + read,
  mark: markOf(folder, path, tail.offset + read),
  copies: tail.copies,
  writtenAt,
});

const isSame = (folder: Folder, path: string, size: number, position: Position): boolean =>
  size >= position.offset && (position.mark === undefined || position.mark === markOf(folder, path, position.offset));

/** From `offset` to the end, but at most the last `limit` bytes, beginning with a whole line where something was skipped. */
const readFrom = (
  folder: Folder,
  path: string,
  offset: number,
  limit: number,
): FileRead<{ bytes: Buffer; from: number; skipped: number }> => {
  const size = folder.stamp(path)?.size ?? 0;
  const skip = Math.max(0, size - offset - limit);
  // One byte more in front tells whether the part begins with a line.
  const from = skip > 0 ? offset + skip - 1 : offset;
  const read = folder.readPart(path, from, limit + 1);
  if (!read.ok) return read;
  const newline = skip > 0 ? read.value.indexOf(10) : -1;
  const bytes = read.value.subarray(newline + 1);
  return {
    ok: true,
    stamp: read.stamp,
    value: { bytes, from: from + newline + 1, skipped: from + newline + 1 - offset },
  };
};

/** The old file, if it is still there under another name; of a log that is copied and cut, its copy. */
const findOld = (folder: Folder, copies: readonly Copy[], position: Position): Copy | undefined => {
  const fits = (copy: Copy): boolean => !copy.packed && isSame(folder, copy.path, copy.size, position);
  const isCopied = position.mark !== undefined && position.offset > 0;
  return (
    copies.find((copy) => copy.inode === position.inode && fits(copy)) ??
    (isCopied ? copies.find((copy) => !position.copies?.includes(copy.key) && fits(copy)) : undefined)
  );
};

/** What was written to rotated copies after we last looked, oldest first; of a flood the newest. */
const readCopies = (
  folder: Folder,
  copies: readonly { path: string; size: number; mtimeMs: number; from: number }[],
): { parts: Part[]; skipped: number } => {
  let room = nextReadBytes;
  let skipped = 0;
  const parts: Part[] = [];
  for (const { path, size, from, mtimeMs } of copies.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    const read = room > 0 ? readFrom(folder, path, from, room) : undefined;
    skipped += read?.ok ? read.value.skipped : size - from;
    if (!read?.ok) continue;
    room -= read.value.bytes.length;
    if (read.value.bytes.length > 0) parts.unshift({ bytes: read.value.bytes, writtenAt: mtimeMs });
  }
  return { parts, skipped };
};

const readRotated = (
  folder: Folder,
  copies: readonly Copy[],
  position: Position,
  old: Copy | undefined,
): { parts: Part[]; skipped: number; packed: string[] } => {
  const { unread, packed } = findUnread(copies, position, old);
  const whole = unread.map((copy) => ({ ...copy, from: 0 }));
  return { ...readCopies(folder, old ? [{ ...old, from: position.offset }, ...whole] : whole), packed };
};

const nothing = { parts: [], skipped: 0, packed: [] };

/** `unseen`: the newest of the copies that lay beside a file when it was first seen, of which nothing is read. */
const findGap = (
  skipped: number,
  rotated: ReturnType<typeof readRotated>,
  mtimeMs: number,
  unseen: Copy | undefined,
): Tail['gap'] => {
  if (skipped > 0) return { part: rotated.parts.length, writtenAt: mtimeMs };
  if (rotated.skipped > 0 || rotated.packed.length > 0) return { part: 0, writtenAt: mtimeMs };
  return unseen ? { part: 0, writtenAt: unseen.mtimeMs } : null;
};

export const readTail = (folder: Folder, path: string, position: Position | undefined): FileRead<Tail> => {
  const stamp = folder.stamp(path);
  const fits = position !== undefined && stamp !== undefined && isSame(folder, path, stamp.size, position);
  const isStill = fits && stamp.inode === position.inode;
  const copies = isStill && position.copies !== undefined ? undefined : listCopies(folder, path);
  const old = position && copies && !isStill ? findOld(folder, copies, position) : undefined;
  // Another inode and the same bytes: the file was copied to its place, with a project that was moved say.
  const isKnown = isStill || (fits && old === undefined && position.mark !== undefined);
  const limit = position === undefined ? firstReadBytes : nextReadBytes;
  const read = readFrom(folder, path, isKnown ? position.offset : 0, limit);
  if (!read.ok) return read;
  const rotated = position && copies && !isKnown ? readRotated(folder, copies, position, old) : nothing;
  const { bytes, from, skipped } = read.value;
  const { inode, mtimeMs } = read.stamp;
  return {
    ok: true,
    stamp: read.stamp,
    value: {
      parts: [...rotated.parts, { bytes, writtenAt: mtimeMs }],
      inode,
      offset: from,
      skippedBytes: position === undefined ? 0 : skipped + rotated.skipped,
      gap: findGap(skipped, rotated, mtimeMs, position === undefined ? copies?.[0] : undefined),
      packed: rotated.packed,
      copies: copies?.map(({ key }) => key) ?? position?.copies ?? [],
    },
  };
};
