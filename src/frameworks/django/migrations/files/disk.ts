/** Migration files of every app, read once as long as they do not change. */
import { basename, dirname, relative } from 'node:path';
import type { Problem } from '../../../../contract/index.ts';
import {
  type FileStamp,
  type Fingerprint,
  type Folder,
  type FolderContents,
  fingerprintOf,
  isSurelySame,
  openFolder,
  stampedFingerprint,
} from '../../../../folder/folder.ts';
import { hasSameItems } from '../../../../kit/same-items.ts';
import { isA, isSequence, type Value, type World } from '../../../../python/index.ts';
import type { DjangoApp, DjangoProject } from '../../project/project.ts';
import { callOnExpression } from '../compare/values/expressions.ts';
import { isOpenName, sameValue } from '../compare/values/sameness.ts';
import {
  dependencyUnclear,
  type MigrationFile,
  type MigrationText,
  type MigrationWorld,
  migrationWorld,
  readMigrationFile,
  readPlainMigration,
  withoutClass,
} from './migration-file.ts';
import type { Operation } from './operation.ts';

/** The migrations of one app: the very same object as long as none of them changes. */
export type AppFiles = { label: string; files: readonly MigrationFile[]; problems: readonly Problem[] };

type ReadResult = MigrationFile | readonly Problem[];

type Remembered = {
  fingerprint: Fingerprint;
  /** Settings that the file was read with: another user model makes another migration of it. */
  settings: ReadonlyMap<string, Value | undefined>;
  result: ReadResult;
};

/** What is kept of one migrations package between readings, about 2 KB a file. */
type PackageMemory = {
  /** Of its migrations' files. */
  names: readonly string[];
  contents: FolderContents | null;
  byName: Map<string, Remembered>;
  last: LastReading | null;
};

/** `known`: by the order of names; null where one of them is not remembered. */
type LastReading = { app: AppFiles; names: readonly string[]; known: readonly Remembered[] | null };

/** By place and app. */
export type DiskMemory = Map<string, PackageMemory>;
// Ten times what a large project with all its packages has.
const packagesLimit = 2000;

const memoryOf = (packages: DiskMemory, key: string): PackageMemory => {
  let memory = packages.get(key);
  if (!memory) {
    if (packages.size >= packagesLimit) packages.clear();
    memory = { names: [], contents: null, byName: new Map(), last: null };
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
const createClosedWorld = (project: DjangoProject): { world: MigrationWorld; takeAsked(): Settings } => {
  let asked = noSettings;
  const world = migrationWorld((name) => {
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

const foreignImport = /^(?:from (?!django\b|__future__\b)\S+ import|import (?!django\b)[^\s.]+(?:\.|$))/m;
/** What of Django itself is another one in another project. */
const ofSurroundings = /\bdjango\.VERSION\b|^from django(?:\.db)? import [^\n]*\b(?:VERSION|connections?)\b/m;
/** Nearly none does, so the words alone are looked for first. */
const asksSurroundings = (text: string): boolean =>
  (text.includes('VERSION') || text.includes('connection')) && ofSurroundings.test(text);
const condition = /^ {0,4}if\b|^[ \t]+if .+[^:]$|\bif .{1,1000} else\b/m;

/** What a migration names where a plain value belongs: a length, choices, a label of another module. */
const isOpenValue = (key: string, value: Value): boolean => {
  if (isA(value, 'reference')) return isOpenName(key, value);
  if (isSequence(value)) return value.items.some((item) => isOpenValue(key, item));
  if (isA(value, 'dict')) return [...value.entries].some(([inner, item]) => isOpenValue(String(inner), item));
  if (!isA(value, 'call')) return isA(value, 'unknown');
  return [...value.keywords].some(([inner, item]) => isOpenValue(inner, item));
};

const isOpenOperation = ({ known, inner, names, values }: Operation): boolean =>
  !known || inner.some(isOpenOperation) || values.some((value, index) => isOpenValue(names[index] ?? '', value));

/** Whether other modules hold what it says: its class, someone's own operation, a constant, what a loop goes over, the model it depends on. */
const restsOnOthers = (result: ReadResult): boolean =>
  'operations' in result
    ? result.actsOn === null ||
      result.operations.some(isOpenOperation) ||
      result.problems.some(({ code }) => code === dependencyUnclear)
    : result.some(({ code }) => code === withoutClass);

/** The project's own world, in which a migration makes no models. */
const openWorld = (project: DjangoProject): World => ({
  ...project.engine.world,
  namedClass: () => undefined,
  onClass: (value) => value,
  isFinished: () => false,
  onDecorated: () => undefined,
  call: () => undefined,
  callMethod: (object, name, call) =>
    name === '__init__' ? project.engine.world.callMethod(object, name, call) : callOnExpression(object, name, call),
  note: () => undefined,
});

/** In the project's own world. */
const readOpen = (project: DjangoProject, text: MigrationText): ReadResult =>
  readMigrationFile(text, openWorld(project), project.followOperation);

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
  { project, folder, path: below, app, module, memory, closed, startedAtMs }: Place,
  name: string,
  stamp: FileStamp | undefined,
): ReadResult => {
  const known = memory.byName.get(name);
  const holds = known !== undefined && stillHolds(project, known.settings);
  if (holds && isSurelySame(known.fingerprint, stamp)) return known.result;
  const place = below === '' ? name : `${below}/${name}`;
  memory.byName.delete(name);
  const path = `${folder.root}/${place}`;
  const file = project.modules.shownPath(path);
  const read = folder.readText(place);
  if (!read.ok)
    return [{ code: `migration_${read.refusal}`, severity: 'error', message: read.message, file, line: null }];
  const text = { text: read.value, app: app.label, name: basename(name, '.py'), module, file, path };
  const isForeign = foreignImport.test(read.value);
  // It asks other modules what to do: few do, and only these pay for opening them. What others decide is not remembered, since they may
  // change without this file.
  if ((isForeign || asksSurroundings(read.value)) && condition.test(read.value)) return readOpen(project, text);
  if (holds && known.fingerprint.hash !== null) {
    const fingerprint = fingerprintOf(read, startedAtMs);
    if (known.fingerprint.hash === fingerprint.hash) {
      memory.byName.set(name, { ...known, fingerprint });
      return known.result;
    }
  }
  const fingerprint = stampedFingerprint(read, startedAtMs);
  const result = readPlainMigration(text, closed.world) ?? readMigrationFile(text, closed.world);
  if ((isForeign || read.value.includes('def __init__')) && restsOnOthers(result)) {
    closed.takeAsked();
    return readOpen(project, text);
  }
  memory.byName.set(name, { fingerprint, settings: closed.takeAsked(), result });
  return result;
};

/** Names of the modules that Django's loader would import: no packages, none that begin with `_` or `~`. The same list if none changed. */
const migrationNames = (folder: Folder, path: string, memory: PackageMemory): readonly string[] => {
  const contents = folder.contents(path, memory.contents);
  if (contents !== memory.contents) {
    memory.contents = contents;
    memory.names = contents.entries
      .filter(({ name, kind }) => kind === 'file' && name.endsWith('.py') && !/^[_~]/.test(name))
      .map(({ name }) => name);
  }
  return memory.names;
};

const problemsOf = (app: DjangoApp, results: readonly ReadResult[]): Problem[] =>
  results.flatMap((result) =>
    'problems' in result
      ? result.problems.filter((problem) => app.own || problem.severity === 'error')
      : [...(result as readonly Problem[])],
  );

const isAsBefore = (
  { project, names }: Place,
  last: LastReading,
  stamps: readonly (FileStamp | undefined)[],
): boolean =>
  last.names === names &&
  last.known !== null &&
  last.known.every(
    ({ fingerprint, settings }, index) => isSurelySame(fingerprint, stamps[index]) && stillHolds(project, settings),
  );

/** What is remembered of each, once those that are gone are forgotten; null when one is not. */
const rememberedOf = ({ memory: { byName }, names }: Place): Remembered[] | null => {
  if (byName.size > names.length) {
    const present = new Set(names);
    for (const name of byName.keys()) if (!present.has(name)) byName.delete(name);
  }
  const known = names.flatMap((name) => byName.get(name) ?? []);
  return known.length === names.length ? known : null;
};

const readApp = (place: Place, onFiles: (count: number) => void): AppFiles => {
  const { app, memory, names } = place;
  // Stamps are taken before anything is read: what changes meanwhile shows in the next reading.
  const stamps = memory.byName.size === 0 ? [] : place.folder.stamps(place.path, names);
  const before = memory.last;
  if (before && isAsBefore(place, before, stamps)) {
    onFiles(names.length);
    return before.app;
  }
  const results = names.map((name, index) => {
    const result = readOne(place, name, stamps[index]);
    onFiles(1);
    return result;
  });
  const files = results.filter((result): result is MigrationFile => 'operations' in result);
  const problems = problemsOf(app, results);
  const isSame = before && hasSameItems(before.app.files, files) && hasSameItems(before.app.problems, problems);
  const read = isSame ? before.app : { label: app.label, files, problems };
  memory.last = { app: read, names, known: rememberedOf(place) };
  return read;
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
    const names = migrationNames(folder, path, memory);
    return [{ project, folder, path, app, module: app.migrationsModule, names, memory, closed, startedAtMs }];
  });
};

/** Of the apps with a migrations package, empty or not, in the order of INSTALLED_APPS. */
export const readDiskMigrations = (
  project: DjangoProject,
  packages: DiskMemory,
  onProgress?: (done: number, total: number) => void,
): readonly AppFiles[] => {
  const places = findPlaces(project, packages);
  const total = places.reduce((sum, { names }) => sum + names.length, 0);
  let done = 0;
  const onFiles = (count: number): void => {
    done += count;
    onProgress?.(done, total);
  };
  return places.map((place) => readApp(place, onFiles));
};
