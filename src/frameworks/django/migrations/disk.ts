/** Migration files of every app, read once as long as they do not change. */
import { basename, dirname, relative } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import {
  type FileStamp,
  type Fingerprint,
  type Folder,
  fingerprintOf,
  isSurelySame,
  openFolder,
  stampedFingerprint,
} from '../../../folder/folder.ts';
import type { Value, World } from '../../../python/index.ts';
import type { DjangoApp, DjangoProject } from '../project/project.ts';
import { sameValue } from './compare/sameness.ts';
import { closedWorld, type MigrationFile, readMigrationFile } from './migration-file.ts';

/** The migrations of one app: the very same object as long as none of them changes. */
export type AppFiles = { label: string; files: readonly MigrationFile[]; problems: readonly Problem[] };

export type DiskMigrations = {
  /** Apps with a migrations package, empty or not, in the order of INSTALLED_APPS. */
  apps: readonly AppFiles[];
  files: number;
};

type ReadResult = MigrationFile | readonly Problem[];

type Remembered = {
  fingerprint: Fingerprint;
  /** Settings that the file was read with: another user model makes another migration of it. */
  settings: ReadonlyMap<string, Value | undefined>;
  result: ReadResult;
};

/** What is kept of one migrations package between readings, about 2 KB a file. */
type PackageMemory = { byName: Map<string, Remembered>; app: AppFiles | null };

/** By place and app. */
export type DiskMemory = Map<string, PackageMemory>;
// Ten times what a large project with all its packages has.
const packagesLimit = 2000;

const memoryOf = (packages: DiskMemory, key: string): PackageMemory => {
  let memory = packages.get(key);
  if (!memory) {
    if (packages.size >= packagesLimit) packages.clear();
    memory = { byName: new Map(), app: null };
    packages.set(key, memory);
  }
  return memory;
};

type Settings = Map<string, Value | undefined>;

const settingOf = (project: DjangoProject, name: string): Value | undefined =>
  name === 'AUTH_USER_MODEL' ? project.authUserModel : project.settings.values.get(name);

// Most migrations ask for none.
const noSettings: Settings = new Map();

/** One world for all migrations, which tells of each the settings that it asked for. */
const createClosedWorld = (project: DjangoProject): { world: World; takeAsked(): Settings } => {
  let asked = noSettings;
  const world = closedWorld((name) => {
    const value = settingOf(project, name);
    if (asked === noSettings) asked = new Map();
    asked.set(name, value);
    return value;
  });
  return {
    world,
    takeAsked: () => {
      const taken = asked;
      asked = noSettings;
      return taken;
    },
  };
};

const stillHolds = (project: DjangoProject, settings: ReadonlyMap<string, Value | undefined>): boolean => {
  if (settings.size === 0) return true;
  return [...settings].every(([name, before]) => {
    const value = settingOf(project, name);
    return before === undefined || value === undefined ? before === value : sameValue(before, value) === true;
  });
};

const foreignImport = /^(?:from (?!django\b|__future__\b)[\w.]+ import|import (?!django\b)\w+\.\w)/m;
const condition = /^ {0,4}if\b|^\s+if .+[^:]$|\bif .+ else\b/m;

/** A migration that asks other modules what to do: few do, and only these pay for opening them. */
const dependsOnOthers = (text: string): boolean => foreignImport.test(text) && condition.test(text);

/** The project's own world, in which a migration makes no models. */
const openWorld = (project: DjangoProject): World => ({
  ...project.engine.world,
  onClass: () => undefined,
  call: () => undefined,
  callMethod: () => undefined,
  note: () => undefined,
});

type Place = {
  project: DjangoProject;
  /** A view of its own: what models are made of is not looked up through it. */
  folder: Folder;
  /** Of the package, relative to the view. */
  path: string;
  app: DjangoApp;
  module: string;
  /** Of its migrations' files. */
  names: readonly string[];
  memory: PackageMemory;
  closed: ReturnType<typeof createClosedWorld>;
  startedAtMs: number;
};

const readOne = (
  { project, folder, path, app, module, memory, closed, startedAtMs }: Place,
  name: string,
  stamp: FileStamp | undefined,
): ReadResult => {
  const known = memory.byName.get(name);
  const holds = known !== undefined && stillHolds(project, known.settings);
  if (holds && isSurelySame(known.fingerprint, stamp)) return known.result;
  const place = path === '' ? name : `${path}/${name}`;
  memory.byName.delete(name);
  const file = project.modules.shownPath(`${folder.root}/${place}`);
  const read = folder.readText(place);
  if (!read.ok)
    return [{ code: `migration_${read.refusal}`, severity: 'error', message: read.message, file, line: null }];
  const text = { text: read.value, app: app.label, name: basename(name, '.py'), module, file };
  // What other modules decide is not remembered: they may change without this file.
  if (dependsOnOthers(read.value)) return readMigrationFile(text, openWorld(project));
  if (holds && known.fingerprint.hash !== null) {
    const fingerprint = fingerprintOf(read, startedAtMs);
    if (known.fingerprint.hash === fingerprint.hash) {
      memory.byName.set(name, { ...known, fingerprint });
      return known.result;
    }
  }
  const fingerprint = stampedFingerprint(read, startedAtMs);
  const result = readMigrationFile(text, closed.world);
  memory.byName.set(name, { fingerprint, settings: closed.takeAsked(), result });
  return result;
};

/** Names of the modules that Django's loader would import: no packages, none that begin with `_` or `~`. */
const migrationNames = (folder: Folder, path: string): string[] =>
  folder
    .entries(path)
    .filter(({ name, kind }) => kind === 'file' && name.endsWith('.py') && !/^[_~]/.test(name))
    .map(({ name }) => name);

const sameItems = <T>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);

const problemsOf = (app: DjangoApp, results: readonly ReadResult[]): Problem[] =>
  results.flatMap((result) =>
    'problems' in result
      ? result.problems.filter((problem) => app.own || problem.severity === 'error')
      : [...(result as readonly Problem[])],
  );

const readApp = (place: Place, onFile: () => void): AppFiles => {
  const { app, memory, names } = place;
  // Stamps are taken before anything is read: what changes meanwhile shows in the next reading.
  const stamps = memory.byName.size === 0 ? [] : place.folder.stamps(place.path, names);
  const results = names.map((name, index) => {
    const result = readOne(place, name, stamps[index]);
    onFile();
    return result;
  });
  if (memory.byName.size > names.length) {
    const present = new Set(names);
    for (const name of memory.byName.keys()) if (!present.has(name)) memory.byName.delete(name);
  }
  const files = results.filter((result): result is MigrationFile => 'operations' in result);
  const problems = problemsOf(app, results);
  const before = memory.app;
  if (before && sameItems(before.files, files) && sameItems(before.problems, problems)) return before;
  memory.app = { label: app.label, files, problems };
  return memory.app;
};

/** Where each app keeps its migrations. */
const findPlaces = (project: DjangoProject, packages: DiskMemory): Place[] => {
  const startedAtMs = Date.now();
  const closed = createClosedWorld(project);
  const views = new Map<string, Folder>();
  const viewOf = (root: string): Folder => {
    const view = views.get(root) ?? openFolder(root);
    views.set(root, view);
    return view;
  };
  return project.apps.flatMap((app): Place[] => {
    const module = app.migrationsModule === null ? undefined : project.modules.find(app.migrationsModule);
    // A folder without `__init__.py` is a namespace, which Django passes over.
    if (app.migrationsModule === null || !module?.isPackage || module.isNamespace) return [];
    const path = relative(module.folder.root, dirname(module.file));
    const key = [dirname(module.file), project.modules.shownPath(module.file), app.label, app.own].join('\n');
    const memory = memoryOf(packages, `${key}\n${app.migrationsModule}`);
    const folder = viewOf(module.folder.root);
    const names = migrationNames(folder, path);
    return [{ project, folder, path, app, module: app.migrationsModule, names, memory, closed, startedAtMs }];
  });
};

export const readDiskMigrations = (
  project: DjangoProject,
  packages: DiskMemory,
  onProgress?: (done: number, total: number) => void,
): DiskMigrations => {
  const places = findPlaces(project, packages);
  const total = places.reduce((sum, { names }) => sum + names.length, 0);
  let done = 0;
  const onFile = (): void => onProgress?.(++done, total);
  const apps = places.map((place) => readApp(place, onFile));
  return { apps, files: total };
};
