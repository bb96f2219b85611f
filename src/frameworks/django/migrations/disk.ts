/** Migration files of every app, read once as long as they do not change. */
import { basename, dirname, relative } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { FileStamp, Folder } from '../../../folder/folder.ts';
import type { Value, World } from '../../../python/index.ts';
import type { DjangoApp, DjangoProject } from '../project/project.ts';
import { sameValue } from './compare/sameness.ts';
import { closedWorld, type MigrationFile, readMigrationFile } from './migration-file.ts';

export type DiskMigrations = {
  files: MigrationFile[];
  /** Labels of apps with a migrations package, empty or not. */
  migratedApps: Set<string>;
  problems: Problem[];
};

type Remembered = {
  stamp: FileStamp;
  /** Settings that the file was read with: another user model makes another migration of it. */
  settings: ReadonlyMap<string, Value | undefined>;
  result: MigrationFile | Problem[];
};

/** By absolute path. Lives as long as the reading process, which remembers about 2 KB a file. */
const remembered = new Map<string, Remembered>();
const rememberedLimit = 60_000;

const isSame = (left: FileStamp, right: FileStamp): boolean =>
  left.inode === right.inode && left.size === right.size && left.mtimeMs === right.mtimeMs;

const settingsOf =
  (project: DjangoProject, used: Map<string, Value | undefined>) =>
  (name: string): Value | undefined => {
    const value = name === 'AUTH_USER_MODEL' ? project.authUserModel : project.settings.values.get(name);
    used.set(name, value);
    return value;
  };

const stillHolds = (project: DjangoProject, settings: ReadonlyMap<string, Value | undefined>): boolean => {
  const now = settingsOf(project, new Map());
  return [...settings].every(([name, before]) => {
    const value = now(name);
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

const readOne = (
  project: DjangoProject,
  folder: Folder,
  path: string,
  app: DjangoApp,
  module: string,
): MigrationFile | Problem[] => {
  const absolute = `${folder.root}/${path}`;
  const known = remembered.get(absolute);
  const stamp = known && folder.stamp(path);
  if (known && stamp && isSame(known.stamp, stamp) && stillHolds(project, known.settings)) return known.result;
  const file = project.modules.shownPath(absolute);
  const read = folder.readText(path);
  if (!read.ok)
    return [{ code: `migration_${read.refusal}`, severity: 'error', message: read.message, file, line: null }];
  const used = new Map<string, Value | undefined>();
  const text = { text: read.value, app: app.label, name: basename(path, '.py'), module, file };
  // What other modules decide is not remembered: they may change without this file.
  if (dependsOnOthers(read.value)) return readMigrationFile(text, openWorld(project));
  const result = readMigrationFile(text, closedWorld(settingsOf(project, used)));
  if (remembered.size >= rememberedLimit) remembered.clear();
  remembered.set(absolute, { stamp: read.stamp, settings: used, result });
  return result;
};

/** Names of the modules that Django's loader would import: no packages, none that begin with `_` or `~`. */
const migrationNames = (folder: Folder, path: string): string[] =>
  folder
    .entries(path)
    .filter(({ name, kind }) => kind === 'file' && name.endsWith('.py') && !/^[_~]/.test(name))
    .map(({ name }) => name);

export const readDiskMigrations = (project: DjangoProject, onFile?: () => void): DiskMigrations => {
  const found: DiskMigrations = { files: [], migratedApps: new Set(), problems: [] };
  for (const app of project.apps) {
    if (app.migrationsModule === null) continue;
    const module = project.modules.find(app.migrationsModule);
    // A folder without `__init__.py` is a namespace, which Django passes over.
    if (!module?.isPackage || module.isNamespace) continue;
    found.migratedApps.add(app.label);
    const path = relative(module.folder.root, dirname(module.file));
    for (const name of migrationNames(module.folder, path)) {
      const result = readOne(project, module.folder, path === '' ? name : `${path}/${name}`, app, app.migrationsModule);
      if (Array.isArray(result)) found.problems.push(...result);
      else {
        found.files.push(result);
        found.problems.push(...result.problems.filter((problem) => app.own || problem.severity === 'error'));
      }
      onFile?.();
    }
  }
  return found;
};
