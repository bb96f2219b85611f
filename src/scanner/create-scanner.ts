/** The real scanner: a few reader processes, so that the service keeps answering while a folder is read. */
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { LogReading, QuickLook } from '../frameworks/framework.ts';
import type { Job } from './messages.ts';
import { type ReaderLimits, type ReaderOptions, ReaderProcess } from './reader-process.ts';
import type { FixturesReading, FolderWatch, Reading, ReadingEvents, Scanner } from './scanner.ts';
import type { Places } from './watch/places.ts';
import { watchFolder } from './watch/watch.ts';

export type ScannerOptions = ReaderOptions & {
  processes?: number;
  limits?: Partial<ReaderLimits>;
};

/**
 * A project of 5,000 models and 20,000 migrations keeps 200 MB alive while it is read; with 400 MB for the process that reads, service and readers
 * peaked at 560 MB. Ten idle minutes keep what was parsed for the next edit.
 */
const defaultLimits: ReaderLimits = {
  memoryMb: 400,
  idleMs: 10 * 60_000,
  timeMs: {
    prepare: 30_000,
    look: 20_000,
    read: 180_000,
    fixtures: 120_000,
    logs: 30_000,
    mark: 30_000,
    folders: 30_000,
  },
};

/** Which process does a job: readings of a folder stay with one, which remembers its files; all else goes where least is to do, best to one that runs. */
const createPlacement = (readers: readonly ReaderProcess[]) => {
  const homes = new Map<string, ReaderProcess>();
  const isLess = (left: number, right: number, reader: ReaderProcess, best: ReaderProcess): boolean =>
    left < right || (left === right && reader.isStarted && !best.isStarted);
  const leastOf = (figureOf: (reader: ReaderProcess) => number): ReaderProcess =>
    readers.reduce((best, reader) => (isLess(figureOf(reader), figureOf(best), reader, best) ? reader : best));
  const homeOf = (root: string): ReaderProcess => {
    const residents = Map.groupBy(homes.values(), (reader) => reader);
    const home = homes.get(root) ?? leastOf((reader) => residents.get(reader)?.length ?? 0);
    homes.set(root, home);
    return home;
  };
  return {
    place: (job: Job): ReaderProcess => (job.kind === 'read' ? homeOf(job.input.root) : leastOf(({ load }) => load)),
    forget: (root: string): void => void homes.delete(root),
  };
};

/** What nobody waits for with a form in front of them. */
const mayWait: ReadonlySet<Job['kind']> = new Set(['logs', 'fixtures', 'mark']);

/**
 * To start another process takes a processor for a third of a second. Most readings are done by then: with two processors the first one of a
 * project took 840 ms beside the start of a process for its logs, and 230 alone.
 */
const patienceMs = 1000;

const oneIsFree = async (readers: readonly ReaderProcess[]): Promise<void> => {
  const running = readers.filter(({ isStarted }) => isStarted);
  if (running.length === 0) return;
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, patienceMs);
  await Promise.race([patience.promise, ...running.map((reader) => reader.whenFree())]);
  clearTimeout(timer);
};

export const createScanner = (options: ScannerOptions): Scanner => {
  const limits = { ...defaultLimits, ...options.limits };
  // Of readers that were killed together with the service.
  rmSync(options.scratchDir, { recursive: true, force: true });
  // Two at least: a tail of a log does not wait for a long reading.
  const count = options.processes ?? Math.max(2, Math.min(4, availableParallelism()));
  const readers = Array.from({ length: count }, () => new ReaderProcess(options, limits));
  const { place, forget } = createPlacement(readers);
  const run = async (job: Job, events: ReadingEvents = {}): Promise<unknown> => {
    if (mayWait.has(job.kind) && !place(job).isStarted) await oneIsFree(readers);
    return place(job).run(job, events);
  };
  const watches = new Set<FolderWatch>();
  const listPlaces = async (root: string, limit: number): Promise<Places> =>
    (await run({ kind: 'folders', root, limit })) as Places;

  return {
    prepare: () => {
      // Where it fails, what is read says so.
      if (!readers.some(({ isStarted }) => isStarted)) run({ kind: 'prepare' }).catch(() => {});
    },
    look: async (input) => (await run({ kind: 'look', input })) as QuickLook,
    read: async (input, events) => (await run({ kind: 'read', input }, events)) as Reading,
    readFixtures: async (input, fixtureNeeds, secrets, onProgress) =>
      (await run({ kind: 'fixtures', input, fixtureNeeds, secrets }, { onProgress })) as FixturesReading,
    readMark: async (root, file) => (await run({ kind: 'mark', root, file })) as string | null,
    readLogs: async (input, logFiles, position, secrets) =>
      (await run({ kind: 'logs', input, logFiles, position, secrets })) as LogReading,
    forget,
    watch: (root, watched, events) => {
      const watch = watchFolder({ root, watched, ...events, listPlaces });
      watches.add(watch);
      return {
        ready: watch.ready,
        renew: (known) => watch.renew(known),
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
