/** Holds migration files, the database's record and unmade changes, as read from text and the SQLite file, against Django's own. */
import type { MigrationsDetail, UnmadeChange } from '../../src/contract/index.ts';
import type { LiveData } from '../../src/frameworks/django/probe/live.ts';
import { withLiveChanges } from '../../src/frameworks/django/probe/merge-migrations.ts';
import type { Score } from './compare.ts';

export type MigrationComparison = {
  migrations: Score;
  links: Score;
  pending: Score;
  conflict: Score;
  unmade: Score;
  differences: string[];
};

const compareSets = (what: string, live: ReadonlySet<string>, read: ReadonlySet<string>, into: string[]): Score => {
  const all = new Set([...live, ...read]);
  let right = 0;
  for (const item of all) {
    if (live.has(item) && read.has(item)) right++;
    else into.push(`${what} ${item} is ${live.has(item) ? 'live but not read' : 'read but not live'}`);
  }
  return { right, total: all.size };
};

const changeKey = (change: UnmadeChange): string =>
  [change.app, change.kind, change.model.toLowerCase(), change.field ?? ''].join(' ').trimEnd();

type Kind = UnmadeChange['kind'];

/** What goes without saying when a model comes or goes: since 5.0 Django makes indexes, constraints and order with the model, where it can. */
const partsOf = (kind: Kind, django: string): readonly Kind[] => {
  if (kind === 'model_removed') return ['field_removed', 'index_changed', 'constraint_changed'];
  if (kind !== 'model_added') return [];
  const isWhole = Number.parseInt(django, 10) >= 5;
  return isWhole ? ['field_added', 'index_changed', 'constraint_changed', 'options_altered'] : ['field_added'];
};

/** Of a new model whatever its version, where fields that it names point at models that come after it. */
const LATER = /^(?:Alter (?:unique|index)_together|Set order_with_respect_to)/;

/**
 * A model comes and goes with its parts: Django at times adds or removes those that point at others one by one, and empties
 * `unique_together` first, where something else stands in between. That says no more.
 */
export const unmadeOf = (detail: MigrationsDetail, django: string): Set<string> =>
  new Set(
    detail.apps.flatMap(({ unmade }) => {
      const withModel = new Set(
        unmade.flatMap(({ kind, model }) => partsOf(kind, django).map((part) => `${part} ${model.toLowerCase()}`)),
      );
      const added = new Set(unmade.flatMap(({ kind, model }) => (kind === 'model_added' ? model.toLowerCase() : [])));
      return unmade
        .filter(({ kind, model }) => !withModel.has(`${kind} ${model.toLowerCase()}`))
        .filter(({ model, description }) => !(added.has(model.toLowerCase()) && LATER.test(description)))
        .map(changeKey);
    }),
  );

/** Whether makemigrations would refuse because two migrations of an app are the last one. */
const compareConflict = (live: LiveData, read: MigrationsDetail, into: string[]): Score => {
  const isLive = live.migrations?.unmade.problem?.startsWith('There are conflicting') ?? false;
  const isRight = isLive === read.apps.some(({ conflict }) => conflict);
  if (!isRight) into.push(`a conflict of migrations is ${isLive ? 'live but not read' : 'read but not live'}`);
  return { right: Number(isRight), total: 1 };
};

type Links = { app: string; name: string } & Record<'dependencies' | 'run_before' | 'replaces', readonly string[]>;

/** What each migration names: those it depends on, runs before and replaces. */
const linksOf = (migrations: readonly Links[]): Set<string> =>
  new Set(
    migrations.flatMap((migration) =>
      (['dependencies', 'run_before', 'replaces'] as const).flatMap((kind) =>
        migration[kind].map((other) => `${migration.app}.${migration.name} ${kind} ${other}`),
      ),
    ),
  );

/** Such parts need not be told; where they are, Django must say so. */
const compareUnmade = (live: LiveData, read: MigrationsDetail, into: string[]): Score => {
  const really = withLiveChanges(read, live);
  const whole = new Set(really.apps.flatMap(({ unmade }) => unmade.map(changeKey)));
  const told = new Set(read.apps.flatMap(({ unmade }) => unmade.map(changeKey)));
  const due = new Set([...unmadeOf(really, live.django), ...[...told].filter((change) => whole.has(change))]);
  return compareSets('unmade change', due, told, into);
};

const none: Score = { right: 0, total: 0 };

const withoutMigrations = {
  migrations: none,
  links: none,
  pending: none,
  conflict: none,
  unmade: none,
  differences: [],
};

/** Of a project whose migrations Django cannot load nothing is known to compare. */
export const compareMigrations = (live: LiveData, read: MigrationsDetail): MigrationComparison => {
  if (live.migrations === null) return withoutMigrations;
  const differences: string[] = [];
  const nameOf = ({ app, name }: { app: string; name: string }): string => `${app}.${name}`;
  const onDisk = new Set(live.migrations.disk.map(nameOf));
  const applied = new Set(live.migrations.applied.rows?.map(nameOf) ?? []);
  const all = read.apps.flatMap(({ migrations }) => migrations);
  // Of one that was squashed the record may be all that is left.
  const readOnDisk = new Set(
    all.filter(({ state, source }) => state !== 'file_missing' && source !== null).map(nameOf),
  );
  const waiting = new Set(all.filter(({ state }) => state === 'pending').map(nameOf));
  const livePending = new Set([...onDisk].filter((name) => !applied.has(name)));
  // Django counts a squashed migration as applied, recorded or not, once all that it replaces is.
  for (const migration of live.migrations.disk)
    if (migration.replaces.length > 0 && migration.replaces.every((name) => applied.has(name)))
      livePending.delete(nameOf(migration));
  // Migrations that a squashed one stands for are neither applied nor pending.
  for (const { name, app, state } of all) if (state === 'squashed') livePending.delete(`${app}.${name}`);
  return {
    migrations: compareSets('migration', onDisk, readOnDisk, differences),
    links: compareSets('link', linksOf(live.migrations.disk), linksOf(all), differences),
    pending: compareSets('pending migration', livePending, waiting, differences),
    conflict: compareConflict(live, read, differences),
    unmade: compareUnmade(live, read, differences),
    differences,
  };
};
