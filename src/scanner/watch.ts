/**
 * Tells when files of a project change. On Linux a recursive `fs.watch` puts a watch on every single file; here each folder gets
 * one, up to a limit, and folders that hold no source none. Where the system watches a whole tree at once, that is used.
 */
import { type FSWatcher, watch as watchPath } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isIgnoredPath } from '../folder/ignored.ts';
import { systemCodeOf } from '../kit/errors.ts';
import { withThousands } from '../kit/numbers.ts';
import { kindOfChange } from './changes.ts';
import type { FolderWatch, WatchEvents } from './scanner.ts';

export type WatchInput = WatchEvents & {
  /** Canonical. */
  root: string;
  logFiles: readonly string[];
  /** Folders below `under`, itself included, relative to the root; read in another process. */
  listFolders(under: string, limit: number): Promise<string[]>;
  limits?: WatchLimits;
};

/** `rereadMs`: where not every folder can be watched, the project may have changed unseen; it is told as changed this often. */
type WatchLimits = { folders: number; rereadMs: number };

/** Folders watched: a small part of what Linux allows a user (from 8,192 on), shallow ones first. */
const defaultLimits: WatchLimits = { folders: 4000, rereadMs: 2 * 60_000 };

/** Watches set up per turn, so that requests are answered in between. */
const perTurn = 100;

/** How long to wait for quiet, and at most. A database is written by every request of a running site, so it waits longer. */
const delays = {
  files: { quietMs: 300, mostMs: 2000 },
  logs: { quietMs: 300, mostMs: 1000 },
  database: { quietMs: 3000, mostMs: 60_000 },
} as const;

type Kind = keyof typeof delays;

/** Calls `fire` once things have been quiet for a while, or have not been for too long. */
const debounce = (fire: (kind: Kind) => void) => {
  const pending = new Map<Kind, { since: number; timer: NodeJS.Timeout }>();
  return {
    note(kind: Kind): void {
      const { quietMs, mostMs } = delays[kind];
      const before = pending.get(kind);
      const since = before?.since ?? performance.now();
      if (before) clearTimeout(before.timer);
      const wait = Math.max(0, Math.min(quietMs, since + mostMs - performance.now()));
      const timer = setTimeout(() => {
        pending.delete(kind);
        fire(kind);
      }, wait).unref();
      pending.set(kind, { since, timer });
    },
    clear(): void {
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
};

class FolderWatcher implements FolderWatch {
  readonly #input: WatchInput;
  readonly #limits: WatchLimits;
  readonly #logFiles: ReadonlySet<string>;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changes: ReturnType<typeof debounce>;
  #closed = false;
  #rereading: NodeJS.Timeout | undefined;
  /** Settled when every folder that was there at the start is watched. */
  readonly ready: Promise<void>;

  constructor(input: WatchInput) {
    this.#input = input;
    this.#limits = input.limits ?? defaultLimits;
    this.#logFiles = new Set(input.logFiles);
    this.#changes = debounce((kind) => input.onChange(kind === 'logs' ? 'logs' : 'files'));
    this.ready = this.#start().catch(() => undefined);
  }

  close(): void {
    this.#closed = true;
    this.#changes.clear();
    clearInterval(this.#rereading);
    for (const folder of [...this.#watchers.keys()]) this.#drop(folder);
  }

  async #start(): Promise<void> {
    if (process.platform === 'linux') await this.#addTree('');
    else this.#watchWhole();
  }

  #watchPartly(reason: string): void {
    if (this.#rereading || this.#closed) return;
    const { rereadMs } = this.#limits;
    this.#rereading = setInterval(() => this.#input.onChange('files'), rereadMs).unref();
    const seconds = Math.ceil(rereadMs / 1000);
    this.#input.onPartly?.(
      `${reason}: the project is read anew every ${seconds} seconds, besides when a watched folder changes.`,
    );
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #note(path: string): void {
    const kind = kindOfChange(this.#input.root, path, this.#logFiles);
    if (kind) this.#changes.note(kind);
  }

  async #addTree(under: string): Promise<void> {
    const limit = this.#limits.folders;
    const folders = await this.#input.listFolders(under, limit + 1).catch((): string[] => []);
    for (const [index, folder] of folders.entries()) {
      if (this.#closed) return;
      if (this.#watchers.size >= limit)
        return this.#watchPartly(`Only ${withThousands(limit)} of its folders are watched`);
      this.#addFolder(folder);
      if (index % perTurn === perTurn - 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A name appeared or vanished: it may be a folder with a whole app in it. */
  async #lookAt(path: string): Promise<void> {
    const stats = await stat(join(this.#input.root, path)).catch(() => undefined);
    if (this.#closed) return;
    if (stats?.isDirectory() && !this.#watchers.has(path)) {
      this.#changes.note('files');
      await this.#addTree(path);
    } else if (!stats && this.#watchers.has(path)) {
      this.#drop(path);
      this.#changes.note('files');
    }
  }

  #addFolder(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watchPath(join(this.#input.root, folder), { persistent: false }, (event, name) => {
        if (name === null) return this.#changes.note('files');
        const path = folder === '' ? name : `${folder}/${name}`;
        if (isIgnoredPath(name)) return;
        this.#note(path);
        if (event === 'rename') void this.#lookAt(path);
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // Else the folder went away.
      if (['ENOSPC', 'EMFILE'].includes(systemCodeOf(error) ?? ''))
        this.#watchPartly('The system has no more watches to give (fs.inotify.max_user_watches or max_user_instances)');
    }
  }

  #watchWhole(): void {
    const watcher = watchPath(this.#input.root, { persistent: false, recursive: true }, (_event, name) => {
      if (name === null) this.#changes.note('files');
      else if (!isIgnoredPath(name)) this.#note(name.replaceAll('\\', '/'));
    });
    watcher.on('error', () => this.#drop(''));
    this.#watchers.set('', watcher);
  }
}

export const watchFolder = (input: WatchInput): FolderWatch & { ready: Promise<void> } => new FolderWatcher(input);
