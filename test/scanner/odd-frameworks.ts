/** A framework list for tests of the reader processes: each folder's name says how its reading behaves. Loaded in such a process. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Framework, ReadingInput, StaticReading } from '../../src/frameworks/framework.ts';
import { InspectorError, messageOf, systemCodeOf } from '../../src/kit/errors.ts';

let readings = 0;

const busyFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

const outcomeOf = (attempt: () => unknown): string => {
  try {
    return systemCodeOf(attempt()) ?? 'done';
  } catch (error) {
    return systemCodeOf(error) ?? messageOf(error);
  }
};

const behave = (input: ReadingInput): unknown => {
  readings += 1;
  switch (basename(input.root)) {
    case 'forever':
      for (;;);
    case 'busy':
      busyFor(700);
      return { readings, process: process.pid };
    case 'crashes':
      return process.exit(3);
    case 'trespasses':
      return {
        write: outcomeOf(() => writeFileSync(join(dirname(input.root), 'written'), 'x')),
        remove: outcomeOf(() => rmSync(join(dirname(input.root), 'kept'))),
        start: outcomeOf(() => spawnSync('/bin/true').error),
        environment: Object.keys(process.env).toSorted(),
      };
    case 'scratch':
      writeFileSync(join(tmpdir(), 'copy'), 'x');
      return { scratch: tmpdir(), process: process.pid };
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
      return { readings, process: process.pid };
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
