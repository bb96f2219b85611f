/**
 * Tells when files of a project change. On Linux a recursive `fs.watch` puts a watch on every single file; here each folder gets
 * one, up to a limit, and folders that hold no source none. Where the system watches a whole tree at once, that is used.
 *
 * A watch stays with the folder it was put on, wherever that is moved. So whatever happens to a folder has the tree listed, and watched
 * anew where another folder has its path; so has a reading now and then, because events get lost. The project's own folder, whose
 * coming and going nobody tells, is looked at every few seconds.
 */
import { lstat, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isIgnoredPath } from '../../folder/ignored.ts';
import { withThousands } from '../../kit/numbers.ts';
import type { FolderWatch, WatchEvents, Watched } from '../scanner.ts';
import { databaseOf, type Event, isOfEnvironment, type KnownFiles, kindOfChange } from './changes.ts';
import { type Debounce, debounce, delays, type Kind, oneAtATime } from './delays.ts';
import { WatchedFolders } from './folders.ts';
import { PackageWatcher } from './packages.ts';
import { findPlace, type Place, type Places } from './places.ts';

export type WatchInput = WatchEvents & {
  /** Canonical. */
  root: string;
  watched: Watched;
  /** The folder and those below it that hold source; read in another process. */
  listPlaces(root: string, limit: number): Promise<Places>;
  limits?: Partial<WatchLimits>;
  /** Whether the system watches a whole tree at once. */
  watchesTrees?: boolean;
};

/**
 * `rereadMs`: where not every folder can be watched, the project may have changed unseen; it is told as changed this often.
 * `lookMs`: how often the project's own folder is looked at.
 * `relistMs`: a reading has the tree listed when that was not done for so long.
 */
type WatchLimits = { folders: number; rereadMs: number; lookMs: number; relistMs: number };

/**
 * Folders watched: a small part of what Linux allows a user (from 8,192 on), shallow ones first. To list 800 folders with 20,000 files took
 * 70 ms on a loaded machine: after every edit it would be in the way of the reading.
 */
const defaultLimits: WatchLimits = { folders: 4000, rereadMs: 2 * 60_000, lookMs: 3000, relistMs: 60_000 };

/** As long as something is wrong it is looked at less and less often, down to this. */
const slowestLookMs = 60_000;

const knownFilesOf = ({ logFiles, databaseFiles, dataFiles }: Watched): KnownFiles => ({
  logs: new Set(logFiles),
  databases: new Set(databaseFiles),
  data: new Set(dataFiles),
});

/** What meant nothing when it happened and is remembered: the reading that goes on may tell that the file is read. */
const passedLimit = 200;

/** Why the tree is looked through, by weight. */
type Cause = 'start' | 'reading' | 'event';

class FolderWatcher implements FolderWatch {
  readonly #input: WatchInput;
  readonly #limits: WatchLimits;
  readonly #watchesTrees: boolean;
  readonly #tree: WatchedFolders;
  readonly #packages: PackageWatcher;
  readonly #changes: Debounce;
  readonly #settleTree: () => Promise<void>;
  #known: KnownFiles;
  /** Written since that was last told. */
  readonly #databases = new Set<string>();
  /** Newest last. */
  readonly #passed = new Map<string, Event>();
  /** That lead to a folder, as far as is known. */
  #links = new Set<string>();
  /** What is written to a file that links lead to is written under their names too. */
  #namesOf: Places['namesOf'] = new Map();
  #closed = false;
  #rereading: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #lookMs: number;
  /** Something could not be listed or watched: to be tried again. */
  #isUnsettled = false;
  #cause: Cause = 'start';
  #listedAt = performance.now();
  #toldAfterReading = false;
  readonly ready: Promise<void>;

  constructor(input: WatchInput) {
    this.#input = input;
    this.#limits = { ...defaultLimits, ...input.limits };
    this.#lookMs = this.#limits.lookMs;
    this.#watchesTrees = input.watchesTrees ?? process.platform !== 'linux';
    this.#known = knownFilesOf(input.watched);
    this.#changes = debounce((kind, since) => void this.#tell(kind, since));
    this.#settleTree = oneAtATime(() => this.#settle());
    const onBroken = (): void => {
      this.#isUnsettled = true;
    };
    this.#tree = new WatchedFolders(
      {
        onEvent: (folder, event, name) => this.#notice(folder, event, name),
        onMoved: () => void this.#renewTree('event'),
        onBroken,
      },
      this.#watchesTrees,
    );
    this.#packages = new PackageWatcher(
      {
        root: input.root,
        onEvent: () => this.#note('packages'),
        onProblem: (problem) => this.#watchPartly(problem),
        onBroken,
        listPlaces: input.listPlaces,
      },
      input.watched,
    );
    // Where watches are scarce, those of the project itself come first.
    this.ready = this.#settleTree()
      .then(() => this.#packages.look())
      .then(() => this.#lookLater());
  }

  renew(watched: Watched): Promise<void> {
    this.#known = knownFilesOf(watched);
    for (const [path, event] of [...this.#passed]) this.#noteFile(path, event);
    if (performance.now() - this.#listedAt >= this.#limits.relistMs) void this.#renewTree('reading');
    return this.#packages.renew(watched);
  }

  close(): void {
    this.#closed = true;
    this.#changes.clear();
    clearInterval(this.#rereading);
    clearTimeout(this.#looking);
    this.#tree.close();
    this.#packages.close();
  }

  #note(kind: Kind, since?: number): void {
    if (this.#closed) return;
    if (kind === 'files' || kind === 'packages') this.#input.onTouch?.();
    this.#changes.note(kind, since);
  }

  async #tell(kind: Kind, since: number): Promise<void> {
    if (kind === 'packages' && (await this.#packages.isGrowing())) {
      const isOverdue = performance.now() - since >= delays.packages.mostMs;
      this.#note('packages', isOverdue ? undefined : since);
      if (!isOverdue) return;
    }
    if (this.#closed) return;
    const databases = kind === 'database' ? [...this.#databases] : [];
    if (kind === 'database') this.#databases.clear();
    this.#input.onChange(kind === 'packages' ? 'files' : kind, databases);
  }

  #watchPartly(reason: string): void {
    if (this.#rereading || this.#closed) return;
    const { rereadMs } = this.#limits;
    const reread = (): void => {
      this.#input.onTouch?.();
      this.#input.onChange('files', []);
    };
    this.#rereading = setInterval(reread, rereadMs).unref();
    const seconds = Math.ceil(rereadMs / 1000);
    this.#input.onPartly?.(
      `${reason}: the project is read anew every ${seconds} seconds, besides when a watched folder changes.`,
    );
  }

  #lookLater(): void {
    if (!this.#closed) this.#looking = setTimeout(() => void this.#lookAtRoot(), this.#lookMs).unref();
  }

  async #lookAtRoot(): Promise<void> {
    const place = await findPlace(this.#input.root);
    const isSame = place?.identity === this.#tree.identityOf(this.#input.root);
    if (isSame && !this.#isUnsettled) this.#lookMs = this.#limits.lookMs;
    else if (!this.#closed) {
      this.#lookMs = Math.min(2 * this.#lookMs, slowestLookMs);
      await Promise.all([this.#renewTree('event'), this.#packages.look()]);
    }
    this.#lookLater();
  }

  #renewTree(cause: Cause): Promise<void> {
    if (this.#cause !== 'event') this.#cause = cause;
    return this.#settleTree();
  }

  async #settle(): Promise<void> {
    const cause = this.#cause;
    this.#cause = 'start';
    this.#isUnsettled = false;
    const { changed, problem, isListed } = await this.#tree.settle(() => this.#list());
    if (!isListed) this.#isUnsettled = true;
    this.#listedAt = performance.now();
    if (problem !== undefined) this.#watchPartly(problem);
    const isNew = changed.length > 0;
    // Where folders never look the same, each reading would lead to the next one.
    const isTold = cause === 'event' || (cause === 'reading' && !this.#toldAfterReading);
    if (cause === 'reading') this.#toldAfterReading = isNew;
    if (!isNew || !isTold) return;
    const isPackages = changed.every((path) => isOfEnvironment(relative(this.#input.root, path)));
    this.#note(isPackages ? 'packages' : 'files');
  }

  /** Undefined when the folders cannot be told just now; none when the project is gone. */
  async #list(): Promise<Place[] | undefined> {
    const { root, listPlaces } = this.#input;
    const limit = this.#limits.folders;
    const own = await findPlace(root);
    if (this.#watchesTrees || own === undefined) return own ? [own] : [];
    const listed = await listPlaces(root, limit + 1).catch(() => undefined);
    if (listed === undefined) return undefined;
    const { folders, links, namesOf, isWhole } = listed;
    this.#links = new Set(links);
    this.#namesOf = namesOf;
    if (!isWhole) this.#watchPartly('It holds more than can be looked through for folders to watch');
    if (folders.length > limit) this.#watchPartly(`Only ${withThousands(limit)} of its folders are watched`);
    return folders.slice(0, limit);
  }

  #notice(folder: string, event: Event, name: string | null): void {
    if (name === null) this.#note('files');
    if (name === null || isIgnoredPath(name)) return;
    const path = this.#relative(join(folder, name));
    const kind = this.#noteFile(path, event);
    if (event !== 'rename') return;
    if (kind === 'packages') void this.#packages.look();
    void this.#lookAt(path);
  }

  #relative(file: string): string {
    return relative(this.#input.root, file).replaceAll('\\', '/');
  }

  /** Gives what it means, as far as that is known yet. */
  #noteFile(path: string, event: Event): Kind | undefined {
    const { root } = this.#input;
    let kind: Kind | undefined;
    for (const file of [join(root, path), ...(this.#namesOf.get(join(root, path)) ?? [])]) {
      const name = this.#relative(file);
      kind ??= kindOfChange(root, name, this.#known, event);
      if (kind === 'database') this.#databases.add(databaseOf(file));
    }
    this.#passed.delete(path);
    if (kind) this.#note(kind);
    else this.#passed.set(path, event);
    const [oldest] = this.#passed.keys();
    if (this.#passed.size > passedLimit && oldest !== undefined) this.#passed.delete(oldest);
    return kind;
  }

  /** A name appeared or vanished: it may be a folder with a whole app in it, or lead to one. */
  async #lookAt(path: string): Promise<void> {
    const file = join(this.#input.root, path);
    const stats = await lstat(file).catch(() => undefined);
    const end = stats?.isSymbolicLink() ? await stat(file).catch(() => undefined) : undefined;
    if (end?.isFile()) void this.#renewTree('event');
    // What a link leads to is watched under its own name; that it leads there now, or no more, is told by nobody else.
    const isLink = end?.isDirectory() === true;
    const wasLink = this.#links.delete(file);
    if (isLink) this.#links.add(file);
    if (isLink || wasLink) this.#note(isOfEnvironment(path) ? 'packages' : 'files');
    if (this.#watchesTrees) {
      if (stats?.isDirectory()) this.#note(isOfEnvironment(path) ? 'packages' : 'files');
    } else if (stats?.isDirectory() || this.#tree.has(file)) {
      this.#tree.forget(file);
      await this.#renewTree('event');
    }
  }
}

export const watchFolder = (input: WatchInput): FolderWatch => new FolderWatcher(input);
