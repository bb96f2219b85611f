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

export const watchFolder = ({
  root,
  logFiles,
  onChange,
  onPartly,
  listFolders,
  limits = defaultLimits,
}: WatchInput): FolderWatch & { ready: Promise<void> } => {
  const named = new Set(logFiles);
  const watchers = new Map<string, FSWatcher>();
  const changes = debounce((kind) => onChange(kind === 'logs' ? 'logs' : 'files'));
  let closed = false;
  let rereading: NodeJS.Timeout | undefined;

  const watchPartly = (reason: string): void => {
    if (rereading || closed) return;
    rereading = setInterval(() => onChange('files'), limits.rereadMs).unref();
    const seconds = Math.ceil(limits.rereadMs / 1000);
    onPartly?.(`${reason}: the project is read anew every ${seconds} seconds, besides when a watched folder changes.`);
  };

  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const note = (path: string): void => {
    const kind = kindOfChange(root, path, named);
    if (kind) changes.note(kind);
  };

  const addTree = async (under: string): Promise<void> => {
    const folders = await listFolders(under, limits.folders + 1).catch((): string[] => []);
    for (const [index, folder] of folders.entries()) {
      if (closed) return;
      if (watchers.size >= limits.folders)
        return watchPartly(`Only ${withThousands(limits.folders)} of its folders are watched`);
      addFolder(folder);
      if (index % perTurn === perTurn - 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  /** A name appeared or vanished: it may be a folder with a whole app in it. */
  const lookAt = async (path: string): Promise<void> => {
    const stats = await stat(join(root, path)).catch(() => undefined);
    if (closed) return;
    if (stats?.isDirectory() && !watchers.has(path)) {
      changes.note('files');
      await addTree(path);
    } else if (!stats && watchers.has(path)) {
      drop(path);
      changes.note('files');
    }
  };

  const addFolder = (folder: string): void => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watchPath(join(root, folder), { persistent: false }, (event, name) => {
        if (name === null) return changes.note('files');
        const path = folder === '' ? name : `${folder}/${name}`;
        if (isIgnoredPath(name)) return;
        note(path);
        if (event === 'rename') void lookAt(path);
      });
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
    } catch (error) {
      // Else the folder went away.
      if (['ENOSPC', 'EMFILE'].includes(systemCodeOf(error) ?? ''))
        watchPartly('The system has no more watches to give (fs.inotify.max_user_watches or max_user_instances)');
    }
  };

  const watchWhole = (): void => {
    const watcher = watchPath(root, { persistent: false, recursive: true }, (_event, name) => {
      if (name === null) changes.note('files');
      else if (!isIgnoredPath(name)) note(name.replaceAll('\\', '/'));
    });
    watcher.on('error', () => drop(''));
    watchers.set('', watcher);
  };

  const start = async (): Promise<void> => {
    if (process.platform === 'linux') await addTree('');
    else watchWhole();
  };

  return {
    ready: start().catch(() => undefined),
    close: () => {
      closed = true;
      changes.clear();
      clearInterval(rereading);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
};
