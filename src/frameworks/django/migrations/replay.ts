/** The state that all migrations add up to, worked out again only for the apps whose migrations changed. */
import { hasSameItems } from '../../../kit/same-items.ts';
import type { MigrationFile } from './migration-file.ts';
import { effectOf, type Operation } from './operation.ts';
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

const replayAll = (files: Iterable<MigrationFile>): ProjectState => {
  const state: ProjectState = new Map();
  for (const file of files)
    for (const operation of file.operations)
      if (file.actsOn === null) doubt({ state, app: file.app, file }, operation);
      else applyOperation({ state, app: file.actsOn ?? file.app, file }, operation);
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
