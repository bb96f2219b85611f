/** The state that all migrations add up to, worked out again only for the apps whose migrations changed. */
import { hasSameItems } from '../../../kit/same-items.ts';
import { dependencyUnclear, type MigrationFile } from './files/migration-file.ts';
import { effectOf, type Operation } from './files/operation.ts';
import { applyOperation, doubt, type ProjectState } from './state.ts';

type Replayed = { files: readonly MigrationFile[]; state: ProjectState };

/** What a project's last replay left, by app. */
export type ReplayMemory = Map<string, Replayed>;

/** A new name is followed into the relations of other apps, and what someone's own operation does may be anything; the rest stays within the app. */
const reachesOut = (operation: Operation): boolean => {
  const effect = effectOf(operation);
  return !operation.known || effect === 'RenameModel' || effect === 'RenameField' || operation.inner.some(reachesOut);
};

const known = new WeakMap<MigrationFile, boolean>();

const staysInApp = (file: MigrationFile): boolean => {
  const before = known.get(file);
  if (before !== undefined) return before;
  const stays = file.actsOn === undefined && !file.operations.some(reachesOut);
  known.set(file, stays);
  return stays;
};

/** All of the app that come after it for sure, and it itself. */
const followersOf = (first: MigrationFile, ofApp: readonly MigrationFile[]): number => {
  const names = new Set([first.name]);
  // Those that others depend on come before them.
  for (const { app, name, dependencies } of ofApp)
    if (dependencies.some(([of, before]) => of === app && names.has(before))) names.add(name);
  return names.size;
};

/** Those of which nobody knows when they come among the others of their app: a dependency cannot be told, and none is on these. */
const unplacedIn = (files: readonly MigrationFile[]): MigrationFile[] =>
  files.filter((file) => {
    const { app, dependencies, problems } = file;
    const isUnclear = problems.some(({ code }) => code === dependencyUnclear);
    if (!isUnclear || dependencies.some(([of]) => of === app)) return false;
    const ofApp = files.filter((other) => other.app === app);
    return followersOf(file, ofApp) < ofApp.length;
  });

const replayAll = (files: readonly MigrationFile[]): ProjectState => {
  const state: ProjectState = new Map();
  for (const file of files)
    for (const operation of file.operations)
      if (file.actsOn === null) doubt({ state, app: file.app, file }, operation);
      else applyOperation({ state, app: file.actsOn ?? file.app, file }, operation);
  for (const file of unplacedIn(files))
    for (const operation of file.operations) doubt({ state, app: file.actsOn ?? file.app, file }, operation);
  return state;
};

/** The state after all of `files`, which come in an order that their dependencies allow. */
export const replay = (files: readonly MigrationFile[], memory: ReplayMemory = new Map()): ProjectState => {
  if (!files.every(staysInApp)) {
    memory.clear();
    return replayAll(files);
  }
  const byApp = Map.groupBy(files, ({ app }) => app);
  for (const app of memory.keys()) if (!byApp.has(app)) memory.delete(app);
  const state: ProjectState = new Map();
  for (const [app, own] of byApp) {
    const before = memory.get(app);
    const after = before && hasSameItems(before.files, own) ? before : { files: own, state: replayAll(own) };
    memory.set(app, after);
    for (const [label, model] of after.state) state.set(label, model);
  }
  return state;
};
