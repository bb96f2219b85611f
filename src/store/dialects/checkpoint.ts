/**
 * Moves what was committed from the write-ahead log into the file of the store, a second after it was written, from a thread: SQLite would do it
 * in the middle of a commit, and hold up the whole process for 5 to 15 ms while the disk writes.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export type ToCheckpoints = 'checkpoint' | 'close';

type Checkpoints = {
  /** Something was committed. */
  due(): void;
  close(): Promise<void>;
};

const waitMs = 1000;
// Beside this file, whether it is the source or the compiled one.
const program = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);

/** `onLost`: nobody does it any more. */
export const createCheckpoints = (file: string, onLost: () => void): Checkpoints => {
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let isOver = false;

  const start = (): Worker => {
    const started = new Worker(program, { workerData: file });
    started.once('error', onLost);
    started.once('exit', () => {
      isOver = true;
      worker = undefined;
    });
    started.unref();
    return started;
  };
  const checkpoint = (): void => {
    timer = undefined;
    try {
      worker ??= start();
    } catch {
      // The system has no more threads to give: thrown in a timer, it would end the service.
      isOver = true;
      onLost();
      return;
    }
    worker.postMessage('checkpoint' satisfies ToCheckpoints);
  };
  return {
    due: () => {
      if (!isOver) timer ??= setTimeout(checkpoint, waitMs).unref();
    },
    close: async () => {
      isOver = true;
      clearTimeout(timer);
      if (!worker) return;
      const gone = new Promise((resolve) => worker?.once('exit', resolve));
      worker.ref();
      worker.postMessage('close' satisfies ToCheckpoints);
      await gone;
    },
  };
};
