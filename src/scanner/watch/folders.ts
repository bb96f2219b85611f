/** A set of folders with one watch each. A path that leads to another folder than before is watched anew. */
import { type FSWatcher, watch as watchPath } from 'node:fs';
import { basename } from 'node:path';
import { systemCodeOf } from '../../kit/errors.ts';
import type { Place } from './places.ts';

type FolderEvents = {
  /** `name`: null when the system does not tell it. */
  onEvent(folder: string, event: 'rename' | 'change', name: string | null): void;
  /** The folder itself was moved or removed. */
  onMoved(folder: string): void;
  /** The system ended the watch. To be tried again, but not at once: it may be ended at once again. */
  onBroken(folder: string): void;
};

/** `changed`: paths that are watched from now on, anew or no more. `problem`: why some that should be are not. */
type Held = { changed: string[]; problem: string | undefined };
type Settled = Held & { isListed: boolean };

/** Listings in a row that may bring something new; whoever makes folders all the time sends events all the time too. */
const roundsLimit = 4;

/** Watches set up or ended per turn, so that requests are answered in between. */
const perTurn = 100;

/** Gone meanwhile, or closed to us: then nothing of it is read either. */
const needless: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);
const exhausted: ReadonlySet<string> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

export class WatchedFolders {
  readonly #events: FolderEvents;
  readonly #recursive: boolean;
  /** `identity`: undefined when what is watched may not be what the path leads to. */
  readonly #open = new Map<string, { watcher: FSWatcher; identity: string | undefined }>();
  #closed = false;
  #turn = 0;

  constructor(events: FolderEvents, recursive: boolean) {
    this.#events = events;
    this.#recursive = recursive;
  }

  has(path: string): boolean {
    return this.#open.has(path);
  }

  identityOf(path: string): string | undefined {
    return this.#open.get(path)?.identity;
  }

  /** Has the folder watched anew by the next `settle`, whatever it looks like. */
  forget(path: string): void {
    const entry = this.#open.get(path);
    if (entry) entry.identity = undefined;
  }

  /**
   * Watches the listed folders and no others; not to be called before the last call has ended. What came or was swapped between its
   * listing and its watch sends no event, so the list is made again until it brings nothing new. Undefined: it could not be made.
   */
  async settle(list: () => Promise<readonly Place[] | undefined>): Promise<Settled> {
    const all = new Set<string>();
    for (let round = 0; round < roundsLimit; round += 1) {
      const places = await list();
      if (places === undefined) return { changed: [...all], problem: undefined, isListed: false };
      const { changed, problem } = await this.#hold(places);
      for (const path of changed) all.add(path);
      if (changed.length === 0 || problem !== undefined) return { changed: [...all], problem, isListed: true };
    }
    return { changed: [...all], problem: undefined, isListed: true };
  }

  close(): void {
    this.#closed = true;
    for (const path of [...this.#open.keys()]) this.#drop(path);
  }

  async #hold(places: readonly Place[]): Promise<Held> {
    const changed = new Set<string>();
    const wanted = new Map(places.map(({ path, identity }) => [path, identity]));
    // All that is over first: a folder that was only renamed would else share the watch of its old name.
    for (const [path, { identity }] of [...this.#open]) {
      if (identity !== undefined && identity === wanted.get(path)) continue;
      this.#drop(path);
      changed.add(path);
      await this.#giveWay();
    }
    let problem: string | undefined;
    for (const { path, identity } of places) {
      if (this.#closed) break;
      if (this.#open.has(path)) continue;
      const code = this.#add(path, identity);
      if (code === undefined) changed.add(path);
      else if (exhausted.has(code)) {
        problem = 'The system has no more watches to give (fs.inotify.max_user_watches or max_user_instances)';
        break;
      } else if (!needless.has(code)) problem = `Some of its folders cannot be watched (${code})`;
      await this.#giveWay();
    }
    return { changed: [...changed], problem };
  }

  async #giveWay(): Promise<void> {
    this.#turn += 1;
    if (this.#turn % perTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  #drop(path: string): void {
    this.#open.get(path)?.watcher.close();
    this.#open.delete(path);
  }

  /** The system's code when it cannot be watched. */
  #add(path: string, identity: string): string | undefined {
    try {
      const watcher = watchPath(path, { persistent: false, recursive: this.#recursive }, (event, name) => {
        // What happens to the folder itself bears its own name.
        if (event === 'rename' && name === basename(path)) {
          this.forget(path);
          this.#events.onMoved(path);
        }
        this.#events.onEvent(path, event, name);
      });
      watcher.on('error', () => {
        if (this.#open.get(path)?.watcher !== watcher) return;
        this.#drop(path);
        this.#events.onBroken(path);
      });
      this.#open.set(path, { watcher, identity });
      return undefined;
    } catch (error) {
      return systemCodeOf(error) ?? 'unknown';
    }
  }
}
