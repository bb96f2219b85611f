/** The real scanner: a few threads, so that the service keeps answering while a folder is read. */
import { availableParallelism } from 'node:os';
import type { FixturesDetail } from '../contract/index.ts';
import type { LogReading, QuickLook, StaticReading } from '../frameworks/framework.ts';
import type { Job } from './messages.ts';
import type { Scanner, ScanProgress } from './scanner.ts';
import { ScannerThread, type ThreadLimits } from './thread.ts';
import { watchFolder } from './watch.ts';

export type ScannerOptions = {
  /** A module that exports `frameworks`, the list; loaded in the threads. */
  frameworkModule: URL;
  threads?: number;
  limits?: Partial<ThreadLimits>;
};

/**
 * A project of 5,000 models and 20,000 migrations keeps 330 MB alive while it is read; with 480 MB for a thread the whole service stays
 * about 600 MB. Ten idle minutes keep what was parsed for the next edit.
 */
const defaultLimits: ThreadLimits = {
  memoryMb: 480,
  idleMs: 10 * 60_000,
  timeMs: { look: 20_000, read: 180_000, fixtures: 120_000, logs: 30_000, folders: 30_000 },
};

export const createScanner = (options: ScannerOptions): Scanner => {
  const limits = { ...defaultLimits, ...options.limits };
  // Two at least: a tail of a log does not wait for a long reading.
  const count = options.threads ?? Math.max(2, Math.min(4, availableParallelism()));
  const threads = Array.from(
    { length: count },
    () => new ScannerThread({ frameworkModule: options.frameworkModule.href }, limits),
  );
  /** Readings of a folder stay with one thread, which remembers its files. */
  const homes = new Map<string, ScannerThread>();

  const leastLoaded = (candidates: readonly ScannerThread[]): ScannerThread =>
    candidates.reduce((best, thread) => (thread.load < best.load ? thread : best));

  const homeOf = (root: string): ScannerThread => {
    const residents = new Map(threads.map((thread) => [thread, 0]));
    for (const thread of homes.values()) residents.set(thread, (residents.get(thread) ?? 0) + 1);
    const home = homes.get(root) ?? threads.toSorted((a, b) => (residents.get(a) ?? 0) - (residents.get(b) ?? 0))[0];
    homes.set(root, home as ScannerThread);
    return home as ScannerThread;
  };

  const run = (job: Job, onProgress?: ScanProgress): Promise<unknown> => {
    const thread = job.kind === 'read' ? homeOf(job.input.root) : leastLoaded(threads);
    return thread.run(job, onProgress);
  };

  const watches = new Set<{ close(): void }>();

  return {
    look: async (input) => (await run({ kind: 'look', input })) as QuickLook,
    read: async (input, onProgress) => (await run({ kind: 'read', input }, onProgress)) as StaticReading,
    readFixtures: async (input, models, onProgress) =>
      (await run({ kind: 'fixtures', input, models }, onProgress)) as FixturesDetail & { filesRead: number },
    readLogs: async (input, logFiles, position) =>
      (await run({ kind: 'logs', input, logFiles, position })) as LogReading,
    watch: (root, logFiles, onChange) => {
      const listFolders = async (under: string, limit: number) =>
        (await run({ kind: 'folders', root, under, limit })) as string[];
      const watch = watchFolder({ root, logFiles, onChange, listFolders });
      watches.add(watch);
      return {
        close: () => {
          watches.delete(watch);
          watch.close();
        },
      };
    },
    close: async () => {
      for (const watch of watches) watch.close();
      watches.clear();
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
};
