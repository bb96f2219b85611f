/** Migrations, three ways: the files on disk, the state they add up to held against the models, and what the database has recorded. */
import type {
  Migration,
  MigrationApp,
  MigrationOperation,
  MigrationsDetail,
  Problem,
  UnmadeChange,
} from '../../../contract/index.ts';
import type { ReadModel } from '../models/model.ts';
import type { DjangoApp, DjangoProject } from '../project/project.ts';
import { type AppliedState, type LiveRecord, readApplied } from './applied.ts';
import { detectChanges } from './compare/changes.ts';
import { modelStates } from './compare/model-states.ts';
import { type DiskMigrations, readDiskMigrations } from './disk.ts';
import { buildGraph, findLeaves, keyOf, type MigrationGraph, type MigrationKey } from './graph.ts';
import type { MigrationFile } from './migration-file.ts';
import { describeOperation, modelOf } from './operation.ts';
import { type ProjectState, replay } from './state.ts';

export type MigrationsInput = {
  project: DjangoProject;
  models: readonly ReadModel[];
  /** What the live project said is applied, if it was asked. */
  live: LiveRecord | null;
  liveProblem: string | null;
  now?: Date;
  onFile?(): void;
};

type Shown = {
  graph: MigrationGraph;
  leaves: ReadonlyMap<string, MigrationKey[]>;
  state: AppliedState;
  done: ReadonlySet<MigrationKey>;
};

const problem = (code: string, severity: Problem['severity'], message: string): Problem => ({
  code,
  severity,
  message,
  file: null,
  line: null,
});

/** What counts as applied: a squashed migration does when everything it replaces is. */
const doneKeys = (files: readonly MigrationFile[], state: AppliedState): Set<MigrationKey> => {
  const done = new Set(state.applied.keys());
  for (const file of files) {
    if (file.replaces.length === 0) continue;
    const key = keyOf([file.app, file.name]);
    if (file.replaces.every((target) => state.applied.has(keyOf(target)))) done.add(key);
    else if (file.replaces.some((target) => state.applied.has(keyOf(target)))) done.delete(key);
  }
  return done;
};

const appliedAt = (file: MigrationFile, state: AppliedState): string | null => {
  const own = state.applied.get(keyOf([file.app, file.name]));
  if (own) return own;
  const times = file.replaces.map((target) => state.applied.get(keyOf(target)) ?? '').sort();
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
    }));
    described.set(file, operations);
  }
  return operations;
};

const showFile = (file: MigrationFile, { graph, leaves, state, done }: Shown): Migration => {
  const key = keyOf([file.app, file.name]);
  const isApplied = done.has(key);
  return {
    app: file.app,
    name: file.name,
    state: graph.aside.has(key) ? 'squashed' : isApplied ? 'applied' : 'pending',
    applied_at: isApplied ? appliedAt(file, state) : null,
    leaf: leaves.get(file.app)?.includes(key) ?? false,
    dependencies: file.dependencies.map(keyOf),
    run_before: file.runBefore.map(keyOf),
    replaces: file.replaces.map(keyOf),
    operations: operationsOf(file),
    source: file.source,
  };
};

/** Recorded, but neither on disk nor replaced by something that is. */
const showMissing = (app: string, names: readonly string[], { graph, state }: Shown): Migration[] =>
  names.map((name) => ({
    app,
    name,
    state: graph.replaced.has(keyOf([app, name])) ? 'squashed' : 'file_missing',
    applied_at: state.applied.get(keyOf([app, name])) ?? null,
    leaf: false,
    dependencies: [],
    run_before: [],
    replaces: [],
    operations: [],
    source: null,
  }));

const byName = (a: Migration, b: Migration): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const showApp = (
  app: DjangoApp,
  files: readonly MigrationFile[],
  recorded: readonly string[],
  unmade: readonly UnmadeChange[],
  shown: Shown,
): MigrationApp => {
  const names = new Set(files.map(({ name }) => name));
  const missing = recorded.filter((name) => !names.has(name));
  const migrations = [...files.map((file) => showFile(file, shown)), ...showMissing(app.label, missing, shown)].sort(
    byName,
  );
  return {
    label: app.label,
    name: app.name,
    own: app.own,
    pending: migrations.filter(({ state }) => state === 'pending').length,
    conflict: (shown.leaves.get(app.label)?.length ?? 0) > 1,
    migrations,
    unmade: [...unmade],
  };
};

/** Applied before something it depends on: migrate refuses to run. */
const historyProblems = ({ graph, done }: Shown): Problem[] => {
  const problems: Problem[] = [];
  for (const [key, node] of graph.nodes) {
    if (!done.has(key)) continue;
    for (const parent of node.parents) {
      if (done.has(parent)) continue;
      problems.push(
        problem('migration_history', 'error', `Migration ${key} is applied before its dependency ${parent}.`),
      );
    }
  }
  return problems;
};

const appProblems = (apps: readonly MigrationApp[]): Problem[] =>
  apps.flatMap((app) => {
    const found: Problem[] = [];
    if (app.conflict) {
      const leaves = app.migrations.filter(({ leaf }) => leaf).map(({ name }) => name);
      found.push(
        problem(
          'migration_conflict',
          'error',
          `Conflicting migrations in ${app.label}: ${leaves.join(', ')}. To fix them run makemigrations --merge.`,
        ),
      );
    }
    const missing = app.migrations.filter(({ state }) => state === 'file_missing').map(({ name }) => name);
    if (missing.length > 0) {
      found.push(
        problem(
          'migration_file_missing',
          'warning',
          `Applied in ${app.label}, but without a file: ${missing.join(', ')}.`,
        ),
      );
    }
    return found;
  });

const groupBy = <T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> => Map.groupBy(items, key);

const versionOf = (version: string | null): [number, number] | null => {
  const match = /^(\d+)\.(\d+)/.exec(version ?? '');
  return match ? [Number(match[1]), Number(match[2])] : null;
};

type Built = {
  /** Labels of the installed apps. */
  apps: string;
  files: readonly MigrationFile[];
  applied: ReadonlySet<MigrationKey>;
  graph: MigrationGraph;
  state: ProjectState;
};

/** The last graph and state of each project, good as long as its files and its record are the very same. */
const built = new Map<string, Built>();

const isSameBuilt = (
  known: Built,
  apps: string,
  files: readonly MigrationFile[],
  applied: ReadonlySet<MigrationKey>,
): boolean =>
  known.apps === apps &&
  known.files.length === files.length &&
  known.applied.size === applied.size &&
  known.files.every((file, index) => file === files[index]) &&
  [...applied].every((key) => known.applied.has(key));

const filesInOrder = (graph: MigrationGraph): MigrationFile[] =>
  graph.order.flatMap((key) => graph.nodes.get(key)?.file ?? []);

/** The graph with what is applied; the state as makemigrations looks: without a database, so that every squashed one is in use. */
const buildOnce = (project: DjangoProject, disk: DiskMigrations, applied: ReadonlySet<MigrationKey>): Built => {
  const known = built.get(project.root);
  const labels = project.apps.map(({ label }) => label);
  const apps = labels.join(' ');
  if (known && isSameBuilt(known, apps, disk.files, applied)) return known;
  const installedApps = new Set(labels);
  const common = { files: disk.files, migratedApps: disk.migratedApps, installedApps };
  const graph = buildGraph({ ...common, applied });
  const hasSquashed = disk.files.some(({ replaces }) => replaces.length > 0);
  const fresh = hasSquashed ? buildGraph({ ...common, applied: new Set() }) : graph;
  const made = { apps, files: disk.files, applied, graph, state: replay(filesInOrder(fresh)) };
  built.set(project.root, made);
  return made;
};

const unclearProblems = (unclear: ReadonlyMap<string, number>, own: ReadonlySet<string>): Problem[] =>
  [...unclear]
    .filter(([app]) => own.has(app))
    .map(([app, count]) =>
      problem(
        'change_unclear',
        'info',
        `${count} ${count === 1 ? 'comparison' : 'comparisons'} of models with migrations in ${app} could not be decided from text.`,
      ),
    );

export const readMigrations = (input: MigrationsInput): { detail: MigrationsDetail; filesRead: number } => {
  const { project } = input;
  const disk = readDiskMigrations(project, input.onFile);
  const state = readApplied(project, input.live, input.liveProblem, input.now ?? new Date());
  const { graph, state: before } = buildOnce(project, disk, new Set(state.applied.keys()));
  const shown: Shown = { graph, leaves: findLeaves(graph), state, done: doneKeys(disk.files, state) };
  const { changes, unclear } = detectChanges({
    before,
    after: modelStates(input.models, (name) => project.engine.world.openReference(name)),
    migratedApps: disk.migratedApps,
    version: versionOf(project.djangoVersion),
  });
  const filesOf = groupBy(disk.files, ({ app }) => app);
  const recordedOf = groupBy(state.applied.keys(), (key) => key.slice(0, key.indexOf('.')));
  const unmadeOf = groupBy(changes, ({ app }) => app);
  const apps = project.apps
    .filter(({ label }) => disk.migratedApps.has(label) || recordedOf.has(label))
    .map((app) => {
      const recorded = (recordedOf.get(app.label) ?? []).map((key) => key.slice(app.label.length + 1));
      return showApp(app, filesOf.get(app.label) ?? [], recorded, unmadeOf.get(app.label) ?? [], shown);
    })
    .sort((a, b) => Number(b.own) - Number(a.own) || (a.label < b.label ? -1 : 1));
  const own = new Set(project.apps.filter((app) => app.own).map(({ label }) => label));
  return {
    detail: {
      applied: state.provenance,
      database: state.database,
      apps,
      problems: [
        ...disk.problems,
        ...graph.problems,
        ...historyProblems(shown),
        ...appProblems(apps),
        ...unclearProblems(unclear, own),
      ],
    },
    filesRead: disk.files.length,
  };
};
