/** What a seed decides: a file damaged for a reader, or a walk of edits through a project. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../../test/random.ts';
import { damage } from './damage.ts';
import { createReaders, type Reader } from './readers.ts';
import { walk } from './rescans.ts';

export type Trial = {
  name: string;
  /** The file that is read, for who wants to look at it. */
  given?(seed: number): Buffer;
  play(seed: number): Promise<void>;
};

const reading = ({ name, samples, take }: Reader): Trial => {
  const given = (seed: number): Buffer => damage(samples, randomFrom(seed));
  return { name, given, play: async (seed) => take(given(seed)) };
};

const stepsOfWalk = 10;

const rescans = (folder: string): Trial => ({
  name: 'rescans',
  play: async (seed) => {
    const root = join(folder, String(seed));
    mkdirSync(root, { recursive: true });
    await walk({ root, seed, steps: stepsOfWalk, packages: [] });
  },
});

/** Their files lie in the folder. */
export const createTrials = (folder: string): Trial[] => [
  ...createReaders(folder).map(reading),
  rescans(join(folder, 'rescans')),
];

/** A trial takes milliseconds, and a text that is made to take long some seconds. */
export const longestMs = 20_000;

/** What went wrong, or null. */
export const tryOut = async ({ play }: Trial, seed: number): Promise<string | null> => {
  const before = process.cpuUsage();
  try {
    await play(seed);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  return took < longestMs ? null : `It took ${took.toFixed(0)} ms of processor time.`;
};
