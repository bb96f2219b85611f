/**
 * The part of a log file that has not been read yet. A position is kept per file: inode, offset, and a mark of the bytes before
 * the offset, because a file that was cut and has grown again, or a new file that got the old inode, looks the same by numbers.
 *
 * - same inode, mark fits → from the offset;
 * - other inode → the file was rotated: the rest of the old one (found by inode among its rotated names), then the new one; where
 *   the old one is not found and the mark fits, the file was copied, with a project that was moved say: from the offset;
 * - smaller, or the mark does not fit → it was cut: from the beginning;
 * - never seen → only its end.
 */
import { createHash } from 'node:crypto';
import type { FileRead, Folder } from '../../../folder/folder.ts';
import type { LogPosition } from '../../framework.ts';
import { rotatedNames } from './files.ts';

type Position = LogPosition[string];

export type Part = { bytes: Buffer; writtenAt: number };

export type Tail = {
  /** In order; more than one after a rotation. */
  parts: Part[];
  /** Where the last part began. */
  inode: number;
  offset: number;
  skippedBytes: number;
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

export const positionAt = (folder: Folder, path: string, inode: number, offset: number): Position => ({
  inode,
  offset,
  mark: markOf(folder, path, offset),
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

/** The old file, if it is still there under another name. */
const findRotated = (folder: Folder, path: string, position: Position): string | undefined =>
  rotatedNames(folder, path).find((name) => {
    const stamp = folder.stamp(name);
    return stamp?.inode === position.inode && isSame(folder, name, stamp.size, position);
  });

/** What was written to the old file after we last looked and before it was renamed. */
const restOf = (folder: Folder, name: string, position: Position): Part[] => {
  const read = readFrom(folder, name, position.offset, nextReadBytes);
  return read.ok && read.value.bytes.length > 0 ? [{ bytes: read.value.bytes, writtenAt: read.stamp.mtimeMs }] : [];
};

export const readTail = (folder: Folder, path: string, position: Position | undefined): FileRead<Tail> => {
  const stamp = folder.stamp(path);
  const isOther = position !== undefined && stamp !== undefined && stamp.inode !== position.inode;
  const rotated = isOther ? findRotated(folder, path, position) : undefined;
  const known =
    position !== undefined &&
    stamp !== undefined &&
    isSame(folder, path, stamp.size, position) &&
    (!isOther || (rotated === undefined && position.mark !== undefined));
  const limit = position === undefined ? firstReadBytes : nextReadBytes;
  const read = readFrom(folder, path, known ? position.offset : 0, limit);
  if (!read.ok) return read;
  const parts = position && rotated !== undefined ? restOf(folder, rotated, position) : [];
  if (read.value.bytes.length > 0) parts.push({ bytes: read.value.bytes, writtenAt: read.stamp.mtimeMs });
  const skippedBytes = position === undefined ? 0 : read.value.skipped;
  return {
    ok: true,
    stamp: read.stamp,
    value: { parts, inode: read.stamp.inode, offset: read.value.from, skippedBytes },
  };
};
