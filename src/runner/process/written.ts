/**
 * Counts what a run wrote into the layer that is thrown away. The layer lies in a mount namespace of its own; a descriptor opened while the
 * sandbox waits to begin keeps it readable after every process inside is gone, so that nobody can change it while we count.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';

export type Discarded = { files: number | null; bytes: number | null };

/** Of what goes elsewhere than into the layer nobody knows how much it was. */
export const uncounted: Discarded = { files: null, bytes: null };
export type WrittenLayer = {
  count(workspacePath: string, notWritten: readonly string[]): Promise<Discarded>;
  /** Nothing more could be written. */
  isFull(): Promise<boolean>;
  close(): void;
};

/** Enough to be exact for any honest command; beyond it the numbers are a floor. */
const maxEntries = 20_000;

/** A file that was opened for writing is copied into the layer even if nothing is written; it is then the same as below. */
const isSameBelow = async (above: string, below: string): Promise<boolean> => {
  try {
    const [left, right] = await Promise.all([lstat(above, { bigint: true }), lstat(below, { bigint: true })]);
    return left.size === right.size && left.mtimeNs === right.mtimeNs && left.mode === right.mode;
  } catch {
    return false;
  }
};

const countLayer = async (root: string, workspacePath: string, skip: ReadonlySet<string>): Promise<Discarded> => {
  const total = { files: 0, bytes: 0 };
  const waiting = [''];
  for (let seen = 0, folder = waiting.pop(); folder !== undefined && seen < maxEntries; folder = waiting.pop()) {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      seen += 1;
      if (seen > maxEntries) break;
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(name);
      else if (!skip.has(name)) {
        const below = name.startsWith('workspace/') ? path.join(workspacePath, name.slice('workspace/'.length)) : null;
        if (below && (await isSameBelow(path.join(root, name), below))) continue;
        total.files += 1;
        if (entry.isFile()) total.bytes += (await lstat(path.join(root, name)).catch(() => null))?.size ?? 0;
      }
    }
  }
  return total;
};

export const openWrittenLayer = (pid: number, layer: string): WrittenLayer | null => {
  let descriptor: number;
  try {
    descriptor = openSync(`/proc/${pid}/root${layer}`, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return null;
  }
  const root = `/proc/self/fd/${descriptor}`;
  return {
    count: (workspacePath, notWritten) =>
      countLayer(root, workspacePath, new Set(notWritten.map((file) => path.relative(layer, file)))),
    isFull: async () => {
      const { bavail, ffree } = await statfs(root);
      return bavail === 0 || ffree === 0;
    },
    close: () => closeSync(descriptor),
  };
};
