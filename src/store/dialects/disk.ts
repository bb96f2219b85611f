/**
 * Waits until what was written to a file is on the disk, in a thread of the pool: SQLite's own wait holds up the whole process, 1.5 ms at the
 * median and 10 ms at times on a busy disk. Those who come while one wait goes on share the next.
 */
import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';

type Disk = { reach(): Promise<void>; close(): Promise<void> };

const openFile = promisify(open);
const closeFile = promisify(close);
const sync = promisify(fdatasync);

export const createDisk = (file: string): Disk => {
  let descriptor: Promise<number> | undefined;
  let going: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const opened = (): Promise<number> => {
    descriptor ??= openFile(file, 'r').catch((error: unknown) => {
      // There may be too many open files now, but not for ever.
      descriptor = undefined;
      throw error;
    });
    return descriptor;
  };
  const reachOnce = async (): Promise<void> => sync(await opened());
  const start = (): Promise<void> => {
    next = undefined;
    const mine = reachOnce().finally(() => {
      if (going === mine) going = undefined;
    });
    going = mine;
    return mine;
  };

  return {
    reach: () => {
      if (!going) return start();
      // The one that goes on may have begun before our bytes were written.
      next ??= going.catch(() => undefined).then(start);
      return next;
    },
    close: async () => {
      // Also for those who wait for the next one: they would sync a descriptor that is closed, or by then another file's.
      for (let last = next ?? going; last; last = next ?? going) await last.catch(() => undefined);
      if (descriptor) await descriptor.then(closeFile).catch(() => undefined);
      descriptor = undefined;
    },
  };
};
