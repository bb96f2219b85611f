/**
 * Tells when packages are installed or removed, or files above the project change that tell which ones it asks for. Their thousands of files are not watched: an install makes or removes names in the
 * folder of packages itself, and making or removing an environment changes a few folders that are known by name.
 */
import { access, lstat, opendir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isIgnoredPath } from '../../folder/ignored.ts';
import { environmentLevels, environmentNames } from '../../kit/environments.ts';
import type { Watched } from '../scanner.ts';
import { delays, oneAtATime } from './delays.ts';
import { WatchedFolders } from './folders.ts';
import { findPlace, type Place, type Places } from './places.ts';

type PackagesInput = {
  root: string;
  /** A package or an environment came, went or changed. */
  onEvent(): void;
  /** Why some of the folders are not watched. */
  onProblem(problem: string): void;
  onBroken(): void;
  /** The folder and those below it; read in another process. */
  listPlaces(root: string, limit: number): Promise<Places>;
};

/** `concerns`: the names in it that matter. */
type Candidate = { path: string; holds: 'environments' | 'parts' | 'packages'; concerns(name: string): boolean };

/** Folders watched for one project: an environment takes five. */
const foldersLimit = 64;
const entriesOfLibLimit = 1000;
/** Packages that may still be being written, the newest, for how long at most, and folders looked at in each. */
const freshLimit = 20;
const freshMs = 5 * 60_000;
const foldersOfPackageLimit = 5000;

const homesOf = (root: string): string[] => {
  const homes = [root];
  for (
    let folder = dirname(root);
    homes.length <= environmentLevels && folder !== dirname(folder);
    folder = dirname(folder)
  )
    homes.push(folder);
  return homes;
};

const part = (path: string, pattern: RegExp): Candidate => ({
  path,
  holds: 'parts',
  concerns: (name) => pattern.test(name),
});

const packageFolder = (path: string): Candidate => ({
  path,
  holds: 'packages',
  concerns: (name) => name !== '__pycache__',
});

const listPythons = async (lib: string): Promise<string[]> => {
  const pythons: string[] = [];
  let seen = 0;
  try {
    for await (const { name } of await opendir(lib)) {
      if (/^python3\.\d+t?$/.test(name)) pythons.push(name);
      seen += 1;
      if (seen === entriesOfLibLimit) break;
    }
  } catch {
    // Gone, or not a folder.
  }
  return pythons;
};

const partsOf = async (environment: string): Promise<Candidate[]> => {
  const whole = part(environment, /^(?:pyvenv\.cfg|conda-meta|bin|lib)$/);
  const marks = ['pyvenv.cfg', 'conda-meta'].map((mark) => access(join(environment, mark)));
  if ((await Promise.allSettled(marks)).every(({ status }) => status === 'rejected')) return [whole];
  const lib = join(environment, 'lib');
  const pythons = await listPythons(lib);
  return [
    whole,
    part(join(environment, 'bin'), /^python/),
    part(lib, /^python/),
    ...pythons.flatMap((python) => [
      part(join(lib, python), /^site-packages$/),
      packageFolder(join(lib, python, 'site-packages')),
    ]),
  ];
};

/** `.pixi`, `.pixi/envs` and `.pixi/envs/default`: each may come before the next. */
const stepsTo = (name: string): string[] => name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));

const listCandidates = async (root: string, watched: Watched): Promise<Candidate[]> => {
  const homes = homesOf(root);
  const usual = homes.flatMap((home) => environmentNames.map((name) => join(home, name)));
  const environments = [...new Set([...watched.environments, ...usual])];
  const steps = homes.flatMap((home) => environmentNames.flatMap(stepsTo).map((step) => join(home, step)));
  const above = Map.groupBy(new Set([...watched.environments, ...steps]), (path) => dirname(path));
  const isOwnSource = (path: string): boolean => {
    const below = relative(root, path);
    return !below.startsWith('..') && !isIgnoredPath(below);
  };
  return [
    // The sources of an editable install in the project are watched as such.
    ...watched.sitePackages.filter((path) => !isOwnSource(path)).map(packageFolder),
    ...(await Promise.all(environments.map(partsOf))).flat(),
    ...[...above].map(([path, inside]): Candidate => {
      const names = new Set(inside.map((environment) => basename(environment)));
      return { path, holds: 'environments', concerns: (name) => names.has(name) };
    }),
  ];
};

export class PackageWatcher {
  readonly #input: PackagesInput;
  readonly #folders: WatchedFolders;
  #candidates: ReadonlyMap<string, Candidate> = new Map();
  /** When each appeared, newest last. */
  readonly #fresh = new Map<string, number>();
  #watched: Watched;
  /** Files above the project that a reading rests on. */
  #above: ReadonlySet<string> = new Set();
  /** Looks for the folders anew, now that some may have come or gone. */
  readonly look: () => Promise<void>;

  constructor(input: PackagesInput, watched: Watched) {
    this.#input = input;
    this.#watched = watched;
    this.look = oneAtATime(async () => {
      const { problem } = await this.#folders.settle(() => this.#list());
      if (problem !== undefined) input.onProblem(problem);
    });
    this.#folders = new WatchedFolders(
      {
        onEvent: (folder, event, name) => this.#notice(folder, event, name),
        onMoved: () => void this.look(),
        onBroken: () => input.onBroken(),
      },
      false,
    );
  }

  renew(watched: Watched): Promise<void> {
    this.#watched = watched;
    return this.#lookAbove();
  }

  /** What was written between its reading and its watch sent no event. */
  async #lookAbove(): Promise<void> {
    const known = this.#above;
    this.#above = new Set(this.#watched.dataFiles.filter((file) => !file.startsWith(`${this.#input.root}/`)));
    await this.look();
    if ([...this.#above].some((file) => !known.has(file))) this.#input.onEvent();
  }

  close(): void {
    this.#folders.close();
  }

  /** Whether a package that appeared still grows: a copy by hand makes one name at its beginning and then none. */
  async isGrowing(): Promise<boolean> {
    for (const [path, since] of [...this.#fresh]) {
      if (performance.now() - since < freshMs && (await this.#isWritten(path))) return true;
      this.#fresh.delete(path);
    }
    return false;
  }

  async #isWritten(path: string): Promise<boolean> {
    // A link may lead to anything, the whole system even.
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isDirectory()) return false;
    const places = await this.#input.listPlaces(path, foldersOfPackageLimit).catch(() => undefined);
    return places?.folders.some(({ changedMs }) => Math.abs(Date.now() - changedMs) < delays.packages.quietMs) ?? false;
  }

  async #list(): Promise<Place[]> {
    const candidates = await listCandidates(this.#input.root, this.#watched);
    // The first of a path counts.
    this.#candidates = new Map(candidates.toReversed().map((candidate) => [candidate.path, candidate]));
    const paths = new Set([...candidates.map(({ path }) => path), ...[...this.#above].map((file) => dirname(file))]);
    const places = await Promise.all([...paths].map(findPlace));
    return places.filter((place) => place !== undefined).slice(0, foldersLimit);
  }

  #notice(folder: string, event: 'rename' | 'change', name: string | null): void {
    if (name !== null && this.#above.has(join(folder, name))) this.#input.onEvent();
    const candidate = this.#candidates.get(folder);
    if (candidate === undefined || (name !== null && !candidate.concerns(name))) return;
    if (candidate.holds !== 'environments') this.#input.onEvent();
    if (name === null || event !== 'rename') return;
    const path = join(folder, name);
    if (candidate.holds === 'packages') this.#keepFresh(path);
    else void this.#lookAt(path);
  }

  /** Told when all is watched: what happened in a new folder before that was not seen. A file of that name (`.env`) is no environment. */
  async #lookAt(path: string): Promise<void> {
    const wasWatched = this.#folders.has(path);
    this.#folders.forget(path);
    await this.look();
    if (wasWatched || this.#folders.has(path)) this.#input.onEvent();
  }

  #keepFresh(path: string): void {
    this.#fresh.delete(path);
    this.#fresh.set(path, performance.now());
    const [oldest] = this.#fresh.keys();
    if (this.#fresh.size > freshLimit && oldest !== undefined) this.#fresh.delete(oldest);
  }
}
