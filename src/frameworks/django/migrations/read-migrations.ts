/** Migrations, three ways: the files on disk, the state they add up to held against the models, and what the database has recorded. */
import type { MigrationApp, MigrationsDetail, Problem, UnmadeChange } from '../../../contract/index.ts';
import { isA, isSequence, nameOf, type Value } from '../../../python/index.ts';
import type { StaticReading } from '../../framework.ts';
import type { ReadModel } from '../models/model.ts';
import { closedProblem } from '../project/closed-folders.ts';
import { brokenFiles, isGap, isInApp } from '../project/gaps.ts';
import type { DjangoProject } from '../project/project.ts';
import type { Tables } from '../tables/tables.ts';
import { keptRecord, type RecordMemory, type RecordSources, readApplied } from './applied.ts';
import { detectChanges } from './compare/changes.ts';
import { modelStates } from './compare/model-states.ts';
import { countUnclear, type Detection, type DetectionInput } from './compare/run.ts';
import { type AppFiles, type DiskMemory, readDiskMigrations } from './files/disk.ts';
import type { Operation } from './files/operation.ts';
import { parentsOf } from './graph.ts';
import { keptOutOf } from './kept-out.ts';
import { type Applied, type Plan, type PlanMemory, planMigrations } from './plan.ts';
import { isDone, showApp } from './show.ts';

/** What readings of migrations keep for the next one. */
export type MigrationsMemory = { packages: DiskMemory; plans: PlanMemory; records: RecordMemory };

export const createMigrationsMemory = (): MigrationsMemory => ({
  packages: new Map(),
  plans: new Map(),
  records: new Map(),
});

export type MigrationsInput = RecordSources & {
  project: DjangoProject;
  models: readonly ReadModel[];
  now?: Date;
  memory?: MigrationsMemory;
  /** Of the files of migrations. */
  onProgress?(done: number, total: number): void;
};

const problem = (code: string, severity: Problem['severity'], message: string): Problem => ({
  code,
  severity,
  message,
  file: null,
  line: null,
});

/** Applied before something it depends on: migrate refuses to run. */
const historyProblems = ({ graph }: Plan, applied: Applied): Problem[] => {
  if (applied.size === 0) return [];
  const problems: Problem[] = [];
  for (const [key, node] of graph.nodes) {
    if (!isDone(node.file, graph, applied)) continue;
    for (const parent of parentsOf(node)) {
      if (isDone(parent.file, graph, applied)) continue;
      problems.push(
        problem('migration_history', 'error', `Migration ${key} is applied before its dependency ${parent.key}.`),
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

/** Names enough to know where to look; a project without its packages may have hundreds. */
const listNames = (names: readonly string[], atMost = 5): string => {
  const different = [...new Set(names)];
  const rest = different.length - atMost;
  return rest > 0 ? `${different.slice(0, atMost).join(', ')} and ${rest} more` : different.join(', ');
};

/** Also of packages: what makemigrations would write there counts with the rest, so that none is a claim about them, too. */
const unclearProblems = (unclear: Detection['unclear']): Problem[] =>
  [...unclear].map(([app, names]) =>
    problem(
      'change_unclear',
      'info',
      names.length === 0
        ? `Whether the models of ${app} have changes without a migration could not be decided: a migration file is missing.`
        : `${names.length} ${names.length === 1 ? 'comparison' : 'comparisons'} of models with migrations in ${app} could not be decided from text: ${listNames(names)}.`,
    ),
  );

const lossKinds: ReadonlySet<UnmadeChange['kind']> = new Set([
  'model_removed',
  'model_renamed',
  'field_removed',
  'field_renamed',
]);

/**
 * Lines that do not parse, or come after an import that fails, are not there for the reading, so that what they say would seem to be removed,
 * and what a migration did whose file is missing would seem to be new or gone;
 * Django says nothing while they stand. Decided is then what rests on other files, and no loss at all: a base in the broken file may have
 * held it. Where the settings were not read, nothing is decided: they name the class of an `id`, the model of users and the apps themselves.
 */
const decide = (
  found: Detection,
  project: DjangoProject,
  disk: readonly AppFiles[],
  lacking: ReadonlySet<string>,
): Detection => {
  const isRead = project.settings.resolved;
  const broken = brokenFiles(project.problems);
  const brokenApps = new Set([
    ...project.apps.filter((app) => broken.some((file) => isInApp(project, app, file))).map(({ label }) => label),
    ...disk.filter(({ problems }) => problems.some(isGap)).map(({ label }) => label),
    ...lacking,
  ]);
  if (isRead && broken.length === 0 && brokenApps.size === 0) return found;
  const isOpen = ({ app, kind }: UnmadeChange): boolean =>
    !isRead || brokenApps.has(app) || (broken.length > 0 && lossKinds.has(kind));
  const unclear = new Map([...found.unclear].map(([app, names]) => [app, [...names]]));
  for (const { app, model } of found.changes.filter(isOpen)) countUnclear({ unclear }, { app, name: model });
  // That the others add up to the models says nothing of the one that is missing.
  for (const { label } of disk) if (lacking.has(label) && !unclear.has(label)) unclear.set(label, []);
  return { changes: found.changes.filter((change) => !isOpen(change)), unclear };
};

/** Apps whose models get a primary key of a class that is not certain. */
const appsWithOpenKeys = ({ apps, isAutoFieldSure }: DjangoProject): ReadonlySet<string> =>
  new Set(
    apps
      .filter((app) => !app.isAutoFieldSure || (!isAutoFieldSure && app.defaultAutoField === null))
      .map(({ label }) => label),
  );

const unknownOperations = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap((operation) => (operation.known ? unknownOperations(operation.inner) : [operation]));

const unknownIn = new WeakMap<AppFiles, readonly Operation[]>();

/** Looked for once, as long as none of an app's migrations changes. */
const unknownOf = (app: AppFiles): readonly Operation[] => {
  const known = unknownIn.get(app) ?? app.files.flatMap(({ operations }) => unknownOperations(operations));
  unknownIn.set(app, known);
  return known;
};

/** Whether the name is said anywhere in it: `Wrapped(migrations.CreateModel("Book", …))`. */
const saysName = (value: Value, lower: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase() === lower;
  if (isSequence(value)) return value.items.some((item) => saysName(item, lower));
  return isA(value, 'call') && [...value.args, ...value.keywords.values()].some((item) => saysName(item, lower));
};

/**
 * Someone's own operation makes a model that it names, whichever app it stands in, or is named for making some of its own; one of which nothing is
 * known may make any. Looked for only where a model seems to be new.
 */
const createMayMake = (disk: readonly AppFiles[]): DetectionInput['mayMake'] => {
  let found: { app: string; operation: Operation }[] | undefined;
  return ({ app, name }) => {
    found ??= disk.flatMap((files) => unknownOf(files).map((operation) => ({ app: files.label, operation })));
    const lower = name.toLowerCase();
    return found.some(
      ({ app: of, operation: { kind, values, isUntold } }) =>
        (of === app && (isUntold ? /^(?:Create|Rename)Model$/ : /^unknown$|creat|model|table/i).test(kind)) ||
        values.some((value) => saysName(value, lower)),
    );
  };
};

/** Packages that are not at hand may add to models that they were given, and make others of them. */
const awayFrom = (
  { away, modules }: DjangoProject,
  models: readonly ReadModel[],
): Pick<DetectionInput, 'isCold' | 'isAway' | 'isHanded' | 'mayBeMade'> => {
  let open: string[] | undefined;
  return {
    isCold: away.isCold,
    isAway: modules.isAway,
    isHanded: ({ name }) => away.isHanded(name.toLowerCase()),
    mayBeMade: ({ app, name }) => {
      if (!away.isCold) return false;
      open ??= models.filter(({ own, mayHave }) => own && mayHave !== null).map((model) => model.name.toLowerCase());
      const lower = name.toLowerCase();
      return away.mayMake(app, name) || open.some((part) => lower.includes(part));
    },
  };
};

/** Names that the database has recorded, by app. */
const recordedNames = (applied: Applied): Map<string, string[]> => {
  const names = new Map<string, string[]>();
  for (const key of applied.keys()) {
    const dot = key.indexOf('.');
    const app = key.slice(0, dot);
    const known = names.get(app);
    if (known) known.push(key.slice(dot + 1));
    else names.set(app, [key.slice(dot + 1)]);
  }
  return names;
};

/** Every app with migrations on disk or on record, the project's own first. */
const showApps = (
  project: DjangoProject,
  plan: Plan,
  applied: Applied,
  filesOf: ReadonlyMap<string, AppFiles>,
  changes: readonly UnmadeChange[],
): MigrationApp[] => {
  const recorded = recordedNames(applied);
  const unmade = Map.groupBy(changes, ({ app }) => app);
  return project.apps
    .filter(({ label }) => filesOf.has(label) || recorded.has(label))
    .map((app) => {
      const { label } = app;
      const files = filesOf.get(label) ?? null;
      const shown = { app, files, recorded: recorded.get(label) ?? [], unmade: unmade.get(label) ?? [] };
      return showApp(shown, plan, applied);
    })
    .sort((a, b) => Number(b.own) - Number(a.own) || (a.label < b.label ? -1 : 1));
};

/** In the order of migrate, which is not that of names: an app may build on one that comes after it. */
const nextPendingOf = ({ graph }: Plan, apps: readonly MigrationApp[]): StaticReading['nextPending'] => {
  const byLabel = new Map(apps.map((app) => [app.label, app]));
  const pending = new Map<string, ReadonlySet<string>>();
  const pendingOf = ({ label, migrations }: MigrationApp): ReadonlySet<string> => {
    const names =
      pending.get(label) ?? new Set(migrations.flatMap(({ state, name }) => (state === 'pending' ? name : [])));
    pending.set(label, names);
    return names;
  };
  let next: StaticReading['nextPending'] = null;
  for (const key of graph.order) {
    const dot = key.indexOf('.');
    const [app, migration] = [byLabel.get(key.slice(0, dot)), key.slice(dot + 1)];
    if (app === undefined || (next !== null && !app.own) || !pendingOf(app).has(migration)) continue;
    next = { app: app.label, migration };
    if (app.own) break;
  }
  return next;
};

/** Of an app whose migrations cannot be read nobody knows what is pending or unmade. */
const closedProblems = ({ apps }: DjangoProject): Problem[] =>
  apps.flatMap(({ label, closedMigrations }) => {
    const lost = `it is not known which migrations of ${label} are pending, and whether its models have changes without one`;
    return closedMigrations === null ? [] : closedProblem('migrations_unreadable', closedMigrations, lost);
  });

export type MigrationsReading = Pick<StaticReading, 'record' | 'recorded' | 'nextPending'> & {
  detail: MigrationsDetail;
  tables: Tables | null;
  /** Apps of which it was not decided everywhere whether they have unmade changes. */
  unclear: ReadonlySet<string>;
};

/**
 * With the settings that may replace models, where nobody set them: migrations ask for these, so code must (as django-swapper does), and it names
 * the model that would be replaced. Where a model asks for one by its name, too, the two names are held against each other.
 */
const withSwappable = (project: DjangoProject, models: MigrationsInput['models']): DjangoProject => {
  const { settings } = project;
  const unset = models.flatMap(({ id, swappable }): [string, Value][] =>
    // Of this one Django has a default.
    swappable === null || swappable === 'AUTH_USER_MODEL' || settings.values.has(swappable) ? [] : [[swappable, id]],
  );
  if (unset.length === 0 || !settings.resolved) return project;
  const named = new Set(
    models.flatMap(({ fields }) => fields.map(({ args, keywords }) => nameOf(keywords.get('to') ?? args[0]))),
  );
  const untold = unset.filter(([name]) => !named.has(`django.conf.settings.${name}`));
  return { ...project, settings: { ...settings, values: new Map([...settings.values, ...untold]) } };
};

export const readMigrations = (input: MigrationsInput): MigrationsReading => {
  const { project, memory = createMigrationsMemory() } = input;
  const disk = readDiskMigrations(withSwappable(project, input.models), memory.packages, input.onProgress);
  const state = readApplied(project, input, input.now ?? new Date(), memory.records);
  const { applied, provenance, database, recorded } = state;
  const plan = planMigrations(project, disk, applied, memory.plans);
  const filesOf = new Map(disk.map((app) => [app.label, app]));
  const found = detectChanges({
    before: plan.state,
    after: modelStates(input.models),
    migratedApps: new Set(filesOf.keys()),
    version: project.django.series,
    openKeys: appsWithOpenKeys(project),
    maybeModels: project.maybeModels,
    keptOut: keptOutOf(project),
    openReference: project.engine.world.openReference,
    ...awayFrom(project, input.models),
    mayMake: createMayMake(disk),
  });
  const { changes, unclear } = decide(found, project, disk, plan.graph.lacking);
  const apps = showApps(project, plan, applied, filesOf, changes);
  return {
    detail: {
      applied: provenance,
      database,
      tables: null,
      apps,
      problems: [
        ...closedProblems(project),
        ...disk.flatMap(({ problems }) => problems),
        ...plan.graph.problems,
        ...historyProblems(plan, applied),
        ...appProblems(apps),
        ...unclearProblems(unclear),
      ],
    },
    tables: state.tables,
    unclear: new Set([
      ...unclear.keys(),
      ...project.apps.flatMap(({ label, closedMigrations }) => (closedMigrations === null ? [] : label)),
    ]),
    record: keptRecord(project, input.live),
    recorded,
    nextPending: nextPendingOf(plan, apps),
  };
};
