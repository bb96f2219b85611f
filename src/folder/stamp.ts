/** What tells whether a file changed without reading it. */
import type { Stats } from 'node:fs';

export type FileStamp = { inode: number; device: number; size: number; mtimeMs: number; ctimeMs: number };

export const stampOf = (stats: Stats): FileStamp => ({
  inode: stats.ino,
  device: stats.dev,
  size: stats.size,
  mtimeMs: stats.mtimeMs,
  ctimeMs: stats.ctimeMs,
});

export const isSameStamp = (left: FileStamp, right: FileStamp): boolean =>
  left.mtimeMs === right.mtimeMs &&
  left.size === right.size &&
  left.inode === right.inode &&
  left.ctimeMs === right.ctimeMs &&
  left.device === right.device;

/** Some file systems keep times to two seconds. */
const coarsestMs = 2000;

/**
 * Whether a later write is sure to give the file another stamp. One that was written just before it was looked at may be written
 * again within the same tick of its file system's clock, and one from the future says nothing.
 */
export const isSettled = (stamp: FileStamp, lookedAtMs: number): boolean =>
  Math.max(stamp.mtimeMs, stamp.ctimeMs) + coarsestMs < lookedAtMs;
