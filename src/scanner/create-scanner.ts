/** The real scanner: a few reader processes, so that the service keeps answering while a folder is read. */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { LogReading, QuickLook } from '../frameworks/framework.ts';
import type { Job } from './messages.ts';
import { type ReaderLimits, type ReaderOptions, ReaderProcess } from './reader-process.ts';
import type { FixturesReading, Reading, Scanner, ScanProgress } from './scanner.ts';
import { watchFolder } from './watch.ts';

export type ScannerOptions = ReaderOptions & {
  processes?: number;
  limits?: Partial<ReaderLimits>;
};

/**
 * A project of 5,000 models and 20,000 migrations keeps 200 MB alive while it is read; with 400 MB for the process that reads, service and readers
 * peaked at 550 MB. Ten idle minutes keep what was parsed for the next edit.
 */
const defaultLimits: ReaderLimits = {
  memoryMb: 400,
  idleMs: 10 * 60_000,
  timeMs: { look: 20_000, read: 180_000, fixtures: 120_000, logs: 30_000, folders: 30_000 },
};

export const createScanner = (options: ScannerOptions): Scanner => {
  const limits = { ...defaultLimits, ...options.limits };
  // Of readers that were killed together with the service.
  rmSync(options.scratchDir, { recursive: true, force: true });
  // Two at least: a tail of a log does not wait for a long reading.
  const count = options.processes ?? Math.max(2, Math.min(4, availableParallelism()));
  const readers = Array.from({ length: count }, () => new ReaderProcess(options, limits));
  /** Readings of a folder stay with one process, which remembers its files. */
  const homes = new Map<string, ReaderProcess>();

  const leastLoaded = (candidates: readonly ReaderProcess[]): ReaderProcess =>
    candidates.reduce((best, reader) => (reader.load < best.load ? reader : best));

  const homeOf = (root: string): ReaderProcess => {
    const residents = new Map(readers.map((reader) => [reader, 0]));
    for (const reader of homes.values()) residents.set(reader, (residents.get(reader) ?? 0) + 1);
    const home = homes.get(root) ?? readers.toSorted((a, b) => (residents.get(a) ?? 0) - (residents.get(b) ?? 0))[0];
    homes.set(root, home as ReaderProcess);
    return home as ReaderProcess;
  };

  const run = (job: Job, onProgress?: ScanProgress): Promise<unknown> => {
    const reader = job.kind === 'read' ? homeOf(job.input.root) : leastLoaded(readers);
    return reader.run(job, onProgress);
  };

  const watches = new Set<{ close(): void }>();

  return {
    look: async (input) => (await run({ kind: 'look', input })) as QuickLook,
    read: async (input, onProgress) => (await run({ kind: 'read', input }, onProgress)) as Reading,
    readFixtures: async (input, modelIds, secrets, onProgress) =>
      (await run({ kind: 'fixtures', input, modelIds, secrets }, onProgress)) as FixturesReading,
    readLogs: async (input, logFiles, position) =>
      (await run({ kind: 'logs', input, logFiles, position })) as LogReading,
    watch: (root, logFiles, events) => {
      const listFolders = async (under: string, limit: number) =>
        (await run({ kind: 'folders', root, under, limit })) as string[];
      const watch = watchFolder({ root, logFiles, ...events, listFolders });
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
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
};
