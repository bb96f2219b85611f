/** A folder that is watched, and what was told of it. */
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FolderWatch, Watched } from '../../src/scanner/scanner.ts';
import { listPlaces } from '../../src/scanner/watch/places.ts';
import { type WatchInput, watchFolder } from '../../src/scanner/watch/watch.ts';

export const isLinux = process.platform === 'linux';

/** Watches that this process has of the system. */
export const countWatches = (): number => {
  const infoOf = (name: string): string => {
    try {
      return readFileSync(`/proc/self/fdinfo/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc/self/fdinfo').reduce(
    (count, name) => count + infoOf(name).split('inotify wd:').length - 1,
    0,
  );
};

export const nothing: Watched = { logFiles: [], databaseFiles: [], dataFiles: [], sitePackages: [], environments: [] };

export type Watching = {
  /** Two folders below the system's own for such things: what others do there is not told. */
  root: string;
  /** Beside the project. */
  beside: string;
  seen: string[];
  start(input?: Partial<WatchInput>): Promise<ReturnType<typeof watchFolder>>;
  /** Waits until `count` changes were told; gives up after a while. */
  told(count: number, limitMs?: number): Promise<string[]>;
  /**
   * Whether lines are told that are added to a log of the folder. Told as `logs`, they cannot be taken for what was told before of the
   * folder itself. Lines are added until then: a folder is watched a moment after it appeared.
   */
  areLinesTold(folder: string): Promise<boolean>;
  end(): void;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const makeWatching = (): Watching => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'watch-')));
  const root = join(top, 'work/project');
  mkdirSync(root, { recursive: true });
  const seen: string[] = [];
  let watch: FolderWatch | undefined;
  return {
    root,
    beside: join(top, 'work'),
    seen,
    start: async (input = {}) => {
      const started = watchFolder({
        root,
        watched: nothing,
        onChange: (what) => seen.push(what),
        listPlaces: async (folder, limit) => listPlaces(folder, limit),
        ...input,
      });
      watch = started;
      await started.ready;
      return started;
    },
    told: async (count, limitMs = 10_000) => {
      for (const end = Date.now() + limitMs; seen.length < count && Date.now() < end; ) await sleep(20);
      return seen;
    },
    areLinesTold: async (folder) => {
      const count = () => seen.filter((what) => what === 'logs').length;
      const before = count();
      for (const end = Date.now() + 10_000; count() === before && Date.now() < end; ) {
        appendFileSync(join(root, folder, 'app.log'), 'line\n');
        await sleep(400);
      }
      return count() > before;
    },
    end: () => {
      watch?.close();
      rmSync(top, { recursive: true, force: true });
    },
  };
};
