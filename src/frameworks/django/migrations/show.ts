/** Migrations of an app in the contract's form, made again only when something of the app changed. */
import type { Migration, MigrationApp, MigrationOperation, UnmadeChange } from '../../../contract/index.ts';
import { hasSameItems } from '../../../kit/same-items.ts';
import type { DjangoApp } from '../project/project.ts';
import { describeOperation, fieldOf, modelOf } from './files/describe.ts';
import type { AppFiles } from './files/disk.ts';
import { dependencyUnclear, type MigrationFile } from './files/migration-file.ts';
import { keyOf, type MigrationKey } from './graph.ts';
import type { Applied, Plan } from './plan.ts';

export type ShownApp = {
  app: DjangoApp;
  /** null: the app has no migrations package, but the database has recorded some. */
  files: AppFiles | null;
  /** Names that the database has recorded for the app. */
  recorded: readonly string[];
  unmade: readonly UnmadeChange[];
};

/** A squashed migration counts as applied when everything it replaces is, and not when only some of it is. */
export const isDone = (file: MigrationFile, { targets }: Plan['graph'], applied: Applied): boolean => {
  const key = keyOf([file.app, file.name]);
  const isRecorded = applied.has(key);
  const replaced = file.replaces.length === 0 ? undefined : targets.get(key);
  if (replaced === undefined) return isRecorded;
  const count = [...replaced].filter((target) => applied.has(target)).length;
  return count === replaced.size || (count === 0 && isRecorded);
};

const appliedAt = (file: MigrationFile, { targets }: Plan['graph'], applied: Applied): string | null => {
  const key = keyOf([file.app, file.name]);
  const own = applied.get(key);
  if (own) return own;
  const times = [...(targets.get(key) ?? [])].map((target) => applied.get(target) ?? '').sort();
  return times.at(-1) || null;
};

/** What a file's operations are called, told once per file as long as it does not change. */
const described = new WeakMap<MigrationFile, MigrationOperation[]>();

const operationsOf = (file: MigrationFile): MigrationOperation[] => {
  let operations = described.get(file);
  if (!operations) {
    operations = file.operations.map((operation) => ({
      kind: operation.kind,
      description: describeOperation(operation),
      model: modelOf(operation),
      field: fieldOf(operation),
    }));
    described.set(file, operations);
  }
  return operations;
};

const showFile = (file: MigrationFile, { graph, leaves }: Plan, applied: Applied): Migration => {
  const key = keyOf([file.app, file.name]);
  const isApplied = isDone(file, graph, applied);
  return {
    app: file.app,
    name: file.name,
    state: graph.aside.has(key) ? 'squashed' : isApplied ? 'applied' : 'pending',
    applied_at: isApplied ? appliedAt(file, graph, applied) : null,
    leaf: leaves.get(file.app)?.includes(key) ?? false,
    dependencies: file.dependencies.map(keyOf),
    run_before: file.runBefore.map(keyOf),
    replaces: file.replaces.map(keyOf),
    operations: operationsOf(file),
    source: file.source,
  };
};

/** Recorded, but neither on disk nor replaced by something that is. Of an app that is not at hand, or whose folder is closed, no file is: that says nothing. */
const showMissing = (
  { label, path, closedMigrations }: DjangoApp,
  name: string,
  { graph }: Plan,
  applied: Applied,
): Migration => ({
  app: label,
  name,
  state: graph.replaced.has(keyOf([label, name]))
    ? 'squashed'
    : path === null || closedMigrations !== null
      ? 'applied'
      : 'file_missing',
  applied_at: applied.get(keyOf([label, name])) ?? null,
  leaf: false,
  dependencies: [],
  run_before: [],
  replaces: [],
  operations: [],
  source: null,
});

const byName = (a: Migration, b: Migration): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const showMigrations = ({ app, files, recorded }: ShownApp, plan: Plan, applied: Applied): Migration[] => {
  const onDisk = files?.files ?? [];
  const names = new Set(onDisk.map(({ name }) => name));
  const missing = recorded.filter((name) => !names.has(name));
  return [
    ...onDisk.map((file) => showFile(file, plan, applied)),
    ...missing.map((name) => showMissing(app, name, plan, applied)),
  ].sort(byName);
};

/** What the graph says of an app beyond its own files. */
const roleInGraph = ({ app, files, recorded }: ShownApp, { graph, leaves }: Plan): string => {
  const keys = (names: readonly string[]): MigrationKey[] => names.map((name) => keyOf([app.label, name]));
  const aside = graph.aside.size === 0 ? [] : keys((files?.files ?? []).map(({ name }) => name));
  return [
    ...(leaves.get(app.label) ?? []),
    '',
    ...aside.filter((key) => graph.aside.has(key)),
    '',
    ...(graph.replaced.size === 0 ? [] : keys(recorded).filter((key) => graph.replaced.has(key))),
    '',
    graph.lacking.has(app.label),
  ].join('\n');
};

type Remembered = { name: string; own: boolean; applied: Applied; role: string; shown: MigrationApp };

const remembered = new WeakMap<AppFiles, Remembered>();

/** What one of them builds on cannot be told, or is not there: it may be the other leaf, or have built on it. */
const isOpen = (files: AppFiles | null, { graph }: Plan, label: string): boolean =>
  graph.lacking.has(label) ||
  // Those of a package, too, which are no problems of the project.
  files?.files.some(({ problems }) => problems.some(({ code }) => code === dependencyUnclear)) === true;

export const showApp = (input: ShownApp, plan: Plan, applied: Applied): MigrationApp => {
  const { app, files, unmade } = input;
  const role = roleInGraph(input, plan);
  const known = files === null ? undefined : remembered.get(files);
  const isSame = known?.role === role && known.applied === applied && known.name === app.name && known.own === app.own;
  if (known && isSame && hasSameItems(known.shown.unmade, unmade)) return known.shown;
  const migrations = known && isSame ? known.shown.migrations : showMigrations(input, plan, applied);
  const shown: MigrationApp = {
    label: app.label,
    name: app.name,
    own: app.own,
    pending: migrations.filter(({ state }) => state === 'pending').length,
    conflict: (plan.leaves.get(app.label)?.length ?? 0) > 1 && !isOpen(files, plan, app.label),
    migrations,
    unmade: [...unmade],
  };
  if (files !== null) remembered.set(files, { name: app.name, own: app.own, applied, role, shown });
  return shown;
};
