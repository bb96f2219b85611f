/** Whether a file still holds the same text, or a folder the same names, at the price of a stat where that can tell. */
import { hash } from 'node:crypto';
import { type FileStamp, isSameStamp, isSettled } from './stamp.ts';

export type Fingerprint = {
  stamp: FileStamp;
  /** False for a file that was written just before it was read: its stamp alone says nothing yet. */
  settled: boolean;
  /** Of the text; null where the stamp alone will tell. */
  hash: string | null;
};

/** `lookedAtMs`: a moment before the file was read. */
export const fingerprintOf = (read: { value: string; stamp: FileStamp }, lookedAtMs: number): Fingerprint => ({
  stamp: read.stamp,
  settled: isSettled(read.stamp, lookedAtMs),
  hash: hash('sha1', read.value, 'base64'),
});

/** Cheaper for many files: one that is merely touched later counts as changed. */
export const stampedFingerprint = (read: { value: string; stamp: FileStamp }, lookedAtMs: number): Fingerprint =>
  isSettled(read.stamp, lookedAtMs) ? settledFingerprint(read.stamp) : fingerprintOf(read, lookedAtMs);

const settledFingerprint = (stamp: FileStamp): Fingerprint => ({ stamp, settled: true, hash: null });

/** Of what a folder lists; null where its stamp says nothing. */
export const listingFingerprint = (stamp: FileStamp | undefined, lookedAtMs: number): Fingerprint | null =>
  stamp !== undefined && isSettled(stamp, lookedAtMs) ? settledFingerprint(stamp) : null;

export const isSurelySame = (before: Fingerprint, stamp: FileStamp | undefined): boolean =>
  before.settled && stamp !== undefined && isSameStamp(before.stamp, stamp);
