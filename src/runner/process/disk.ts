/**
 * Watches what a run writes to the disk, where no layer of a fixed size holds it. To count that is work, so it is done only once as much room
 * went from the disk as the run may take: others write there, too.
 */
import { lstat, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../../kit/errors.ts';

const intervalMs = 200;

export type Room = { bytes: number; files: number };

/** Where on the disk a run writes, how much lies there when it begins, and how much may. */
export type OnDisk = { folder: string; held: Room; most: Room };

const isMore = (used: Room, most: Room): boolean => used.bytes > most.bytes || used.files > most.files;

const freeAt = async (folder: string): Promise<Room> => {
  const { bavail, bsize, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, files: ffree };
};

/** Up to the limit. A file with holes counts by what is there, a small one by its length: how many there may be is limited, too. */
const countBelow = async ({ folder, most }: OnDisk): Promise<Room> => {
  const used = { bytes: 0, files: 0 };
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined && !isMore(used, most); at = waiting.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      used.files += 1;
      if (isMore(used, most)) break;
      if (entry.isDirectory()) waiting.push(join(at, entry.name));
      const found = entry.isFile() ? await lstat(join(at, entry.name)).catch(() => null) : null;
      if (found) used.bytes += Math.min(found.size, found.blocks * 512);
    }
  }
  return used;
};

/** Of files that have no name any more and are still open. `isHidden`: a process does not let anybody look what it has open. */
const countNameless = async ({ folder, most }: OnDisk, processes: readonly string[]) => {
  const device = (await stat(folder)).dev;
  const bytes = new Map<number, number>();
  let isHidden = false;
  for (const place of processes) {
    const names = await readdir(join(place, 'fd')).catch((error: unknown) => {
      isHidden ||= systemCodeOf(error) === 'EACCES';
      return [];
    });
    for (const name of names) {
      const found = await stat(join(place, 'fd', name)).catch(() => null);
      if (found?.isFile() && found.nlink === 0 && found.dev === device) bytes.set(found.ino, found.blocks * 512);
      if (bytes.size > most.files) break;
    }
  }
  return { bytes: [...bytes.values()].reduce((sum, each) => sum + each, 0), isHidden };
};

/** `listProcesses`: folders of the run's own in a `/proc`. */
export const watchDisk = (onDisk: OnDisk, listProcesses: () => string[], onExcess: () => void): (() => void) => {
  const { folder, held, most } = onDisk;
  let before: Room | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    const free = await freeAt(folder);
    before ??= { bytes: free.bytes + held.bytes, files: free.files + held.files };
    const gone = { bytes: before.bytes - free.bytes, files: before.files - free.files };
    if (!isMore(gone, most)) return;
    const named = await countBelow(onDisk);
    const nameless = await countNameless(onDisk, listProcesses());
    // Whoever hides what it has open has all that went held against it.
    const used = nameless.isHidden ? gone : { bytes: named.bytes + nameless.bytes, files: named.files };
    if (isMore(used, most)) onExcess();
    // What others took is not held against it the next time.
    before = { bytes: free.bytes + used.bytes, files: free.files + used.files };
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A folder that cannot be looked at is on its way out.
    look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};
