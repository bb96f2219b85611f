/** A framework list for tests of the threads: each folder's name says how its reading behaves. Loaded in a scanner thread. */
import { basename } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Framework, ReadingInput, StaticReading } from '../../src/frameworks/framework.ts';
import { InspectorError } from '../../src/kit/errors.ts';

let readings = 0;

const busyFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

const behave = (input: ReadingInput): unknown => {
  readings += 1;
  switch (basename(input.root)) {
    case 'forever':
      for (;;);
    case 'busy':
      busyFor(700);
      return { readings, thread: threadId };
    case 'crashes':
      return process.exit(3);
    case 'throws':
      throw new InspectorError('not_found', 'The folder is gone.');
    case 'floods': {
      const hoard: unknown[] = [];
      for (;;) hoard.push(new Array(1000).fill({ hoard: hoard.length }));
    }
    case 'steps':
      for (let done = 1; done <= 5; done += 1) {
        busyFor(60);
        input.onProgress?.(done, 5);
      }
      return { readings };
    case 'large':
      return {
        models: Array.from({ length: 3000 }, (_, id) => ({
          id,
          fields: Array.from({ length: id % 200 }, (_, n) => `f${n}`),
        })),
      };
    default:
      return { readings, thread: threadId };
  }
};

export const frameworks = [
  {
    name: 'odd',
    marker: 'manage.py',
    look: async (input: ReadingInput) => behave(input),
    read: async (input: ReadingInput) => behave(input) as StaticReading,
    readFixtures: async (input: ReadingInput, models: readonly string[]) => ({ models, input: input.root }),
    readLogs: async (_input: ReadingInput, logFiles: readonly string[]) => ({ logFiles }),
  },
] as unknown as readonly Framework[];
