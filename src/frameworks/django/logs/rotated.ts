/**
 * Rotated copies of a log: which of them were written since the last look. A log may be rotated several times between two looks, while
 * the service is not running say; the files in the middle have then never been the log that was looked at.
 *
 * Copies are known by inode and first line, not by name or time: names move on with each rotation, an inode is used again by the next
 * new file, and a process that has not noticed a rotation goes on writing to the old file.
 */
import { createHash } from 'node:crypto';
import type { Folder } from '../../../folder/folder.ts';
import type { LogPosition } from '../../framework.ts';
import { isPacked, rotatedNames } from './files.ts';

type Position = LogPosition[string];

/** Looked at with each rotation; the newest of them are told apart, which is more than a look misses. */
const namesLimit = 2000;
const copiesLimit = 20;
const firstLineBytes = 128;

export type Copy = { path: string; key: string; inode: number; size: number; mtimeMs: number; packed: boolean };

const firstLineOf = (folder: Folder, path: string): Buffer => {
  const read = folder.readPart(path, 0, firstLineBytes);
  if (!read.ok) return Buffer.alloc(0);
  const end = read.value.indexOf(10);
  return end < 0 ? read.value : read.value.subarray(0, end);
};

const keyOf = (folder: Folder, path: string, inode: number): string =>
  `${inode}:${createHash('sha256').update(firstLineOf(folder, path)).digest('base64url').slice(0, 8)}`;

/** Newest first. */
export const listCopies = (folder: Folder, path: string): Copy[] =>
  rotatedNames(folder, path)
    .slice(0, namesLimit)
    .flatMap((name) => {
      const stamp = folder.stamp(name);
      return stamp ? [{ ...stamp, path: name }] : [];
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, copiesLimit)
    .map(({ path: name, inode, size, mtimeMs }) => ({
      path: name,
      key: keyOf(folder, name, inode),
      inode,
      size,
      mtimeMs,
      packed: isPacked(name),
    }));

/** Copies whose lines were written since the last look, and packed ones that may hold such lines. */
export const findUnread = (
  copies: readonly Copy[],
  position: Position,
  old: Copy | undefined,
): { unread: Copy[]; packed: string[] } => {
  const { copies: known, writtenAt } = position;
  // A position of an earlier version knows no copies: which of them are new cannot be told.
  const fresh = known === undefined ? [] : copies.filter((copy) => copy !== old && !known.includes(copy.key));
  const packed = fresh.filter((copy) => copy.packed && writtenAt !== undefined && copy.mtimeMs > writtenAt);
  return { unread: fresh.filter((copy) => !copy.packed), packed: packed.map(({ path }) => path) };
};
