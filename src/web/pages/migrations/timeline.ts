/** Orders an app's migrations and gives each a lane, so that a fork is seen as one. */
import type { Migration, MigrationApp, MigrationsDetail } from '../../../contract/index.ts';
import { follows, idOf, inOrder } from '../../../diagram/migration-order.ts';
import { byName } from '../../order.ts';
import { searchForApp } from '../../parts/links.ts';

export type TimelineRow = {
  migration: Migration;
  lane: number;
  /** Rows of the same app that it follows. */
  parents: readonly { row: number; lane: number }[];
  /** Migrations of other apps that it needs. */
  outside: readonly string[];
};

export type Timeline = { rows: readonly TimelineRow[]; lanes: number; ends: readonly string[] };

const appOf = (id: string): string => id.slice(0, id.indexOf('.'));

/**
 * Django lets a migration name the first or the latest one of an app without its name; a reader wants to be led there. And it lets one
 * say what it has to run before: the other needs it then, as Django's graph has it, though its own file does not tell.
 */
export const resolveNames = (detail: MigrationsDetail): MigrationsDetail => {
  const byLabel = new Map(detail.apps.map((app) => [app.label, app]));
  const resolve = (id: string): string => {
    const app = byLabel.get(appOf(id));
    const own = (migration: Migration) => migration.dependencies.some((other) => appOf(other) === migration.app);
    const first = app?.migrations.find((migration) => migration.state !== 'squashed' && !own(migration));
    const latest = app?.migrations.find((migration) => migration.leaf);
    const found = id.endsWith('.__first__') ? first : id.endsWith('.__latest__') ? latest : undefined;
    return found === undefined ? id : idOf(found);
  };
  const named = (ids: readonly string[]) => [...new Set(ids.map(resolve))];
  const earlier = new Map<string, string[]>();
  for (const one of detail.apps.flatMap((app) => app.migrations)) {
    for (const id of named(one.run_before)) earlier.set(id, [...(earlier.get(id) ?? []), idOf(one)]);
  }
  return {
    ...detail,
    apps: detail.apps.map((app) => ({
      ...app,
      migrations: app.migrations.map((one) => ({
        ...one,
        dependencies: [...new Set([...named(one.dependencies), ...(earlier.get(idOf(one)) ?? [])])],
        run_before: named(one.run_before),
      })),
    })),
  };
};

export const buildTimeline = (app: MigrationApp): Timeline => {
  const before = follows(app.migrations);
  const ordered = inOrder(app.migrations, before);
  const rowOf = new Map(ordered.map((migration, row) => [idOf(migration), row]));
  // A lane belongs to the migration at its end; who follows that one first goes on in its lane.
  const ends: (string | null)[] = [];
  const laneOf = new Map<string, number>();
  const rows = ordered.map((migration): TimelineRow => {
    // A squashing migration goes on where the last of those it replaces ended.
    const own = before(migration).filter(
      (id) => rowOf.has(id) && (!migration.replaces.includes(id) || ends.includes(id)),
    );
    let lane = ends.findIndex((end) => end !== null && own.includes(end));
    for (const id of own) {
      const parentLane = ends.indexOf(id);
      if (parentLane !== -1 && parentLane !== lane) ends[parentLane] = null;
    }
    if (lane === -1) lane = ends.indexOf(null);
    if (lane === -1) lane = ends.length;
    ends[lane] = idOf(migration);
    laneOf.set(idOf(migration), lane);
    return {
      migration,
      lane,
      parents: own.map((id) => ({ row: rowOf.get(id) ?? 0, lane: laneOf.get(id) ?? 0 })),
      outside: migration.dependencies.filter((id) => appOf(id) !== app.label),
    };
  });
  const leaves = app.migrations.filter((migration) => migration.leaf).map(idOf);
  return { rows, lanes: Math.max(1, ends.length), ends: leaves };
};

const isDone = ({ migration: { state } }: TimelineRow): boolean => state === 'applied' || state === 'squashed';

/** Rows that a button for them would take less room than. */
const fewRows = 2;

/** How many rows from the start are done and followed by another one that is: the last of them shows what the rest goes on from. */
export const doneBefore = ({ rows }: Timeline): number => {
  const first = rows.findIndex((row) => !isDone(row));
  const done = (first < 0 ? rows.length : first) - 1;
  return done > fewRows ? done : 0;
};

/** The same timeline from a later row on, its lanes as they were. */
export const withoutFirst = (timeline: Timeline, count: number): Timeline => ({
  ...timeline,
  rows: timeline.rows.slice(count).map((row) => ({
    ...row,
    parents: row.parents
      .filter((parent) => parent.row >= count)
      .map((parent) => ({ ...parent, row: parent.row - count })),
  })),
});

export type Attention = { pending: number; missing: number; unmade: number; conflict: boolean };

export const attentionOf = (app: MigrationApp): Attention => ({
  pending: app.pending,
  missing: app.migrations.filter((migration) => migration.state === 'file_missing').length,
  unmade: app.unmade.length,
  conflict: app.conflict,
});

export const needsAttention = ({ pending, missing, unmade, conflict }: Attention): boolean =>
  conflict || pending + missing + unmade > 0;

const noGraph: readonly string[] = ['migration_dependency_missing', 'migration_cycle'];
const stops: readonly string[] = [...noGraph, 'migration_history'];

/** Whether Django can put the migrations in order, which every command about them begins with, also one that only prints. */
export const hasOrder = ({ problems }: MigrationsDetail): boolean =>
  !problems.some(({ code }) => noGraph.includes(code));

/** Why Django would refuse makemigrations and migrate, for every app alike; null where it would not. */
export const refusalOf = ({ apps, problems }: MigrationsDetail): 'problem' | 'conflict' | null => {
  if (problems.some(({ code }) => stops.includes(code))) return 'problem';
  return apps.some(({ conflict }) => conflict) ? 'conflict' : null;
};

export type AppLinks = { after: readonly string[]; before: readonly string[] };

/** Which apps an app's migrations need, and which need its. */
export const linkApps = (detail: MigrationsDetail): Map<string, AppLinks> => {
  const after = new Map<string, Set<string>>(detail.apps.map((app) => [app.label, new Set()]));
  const before = new Map<string, Set<string>>(detail.apps.map((app) => [app.label, new Set()]));
  for (const app of detail.apps) {
    for (const migration of app.migrations) {
      for (const other of migration.dependencies.map(appOf)) {
        if (other === app.label) continue;
        after.get(app.label)?.add(other);
        before.get(other)?.add(app.label);
      }
    }
  }
  return new Map(
    detail.apps.map((app) => [
      app.label,
      {
        after: [...(after.get(app.label) ?? [])].sort(byName),
        before: [...(before.get(app.label) ?? [])].sort(byName),
      },
    ]),
  );
};

export type Place = {
  migration: Migration;
  app: MigrationApp;
  dependents: readonly string[];
  replacedBy: string | null;
};

/** A migration and who speaks of it. */
export const findMigration = (detail: MigrationsDetail, id: string): Place | null => {
  const app = detail.apps.find((one) => one.migrations.some((migration) => idOf(migration) === id));
  const migration = app?.migrations.find((one) => idOf(one) === id);
  if (app === undefined || migration === undefined) return null;
  const all = detail.apps.flatMap((one) => one.migrations);
  return {
    migration,
    app,
    // Those that it says itself to run before are told as such.
    dependents: all
      .filter((one) => one.dependencies.includes(id))
      .map(idOf)
      .filter((other) => !migration.run_before.includes(other)),
    replacedBy: all.filter((one) => one.replaces.includes(id)).map(idOf)[0] ?? null,
  };
};

export type Show = 'all' | 'attention' | 'own';

/** Of every app it is known whether its models have changes that no migration describes. */
export const isDecided = (detail: MigrationsDetail): boolean =>
  !areSomeClosed(detail) && detail.problems.every(({ code }) => code !== 'change_unclear');

/** Of some apps the migrations cannot be read. */
export const areSomeClosed = ({ problems }: MigrationsDetail): boolean =>
  problems.some(({ code }) => code === 'migrations_unreadable');

const tableProblems: readonly string[] = ['table_missing', 'column_missing', 'column_left', 'tables_differ'];

/** Tables of the database are not what the models need; a column that is merely left is no fault. */
export const doTablesDiffer = ({ problems }: MigrationsDetail): boolean =>
  problems.some(({ code, severity }) => severity !== 'info' && tableProblems.includes(code));

/** Words must all be found in an app's names or in one of its migrations; one in quotes is the whole of the app's label or dotted name. */
export const filterApps = (apps: readonly MigrationApp[], show: Show, text: string): MigrationApp[] => {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return apps.filter((app) => {
    if (show === 'own' && !app.own) return false;
    if (show === 'attention' && !needsAttention(attentionOf(app))) return false;
    const hay = `${app.label} ${app.name} ${app.migrations.map((migration) => migration.name).join(' ')}`.toLowerCase();
    const whole = [app.label, app.name].map((name) => searchForApp(name.toLowerCase()));
    return words.every((word) => whole.includes(word) || hay.includes(word));
  });
};

export type Next = { app: string; name: string };

/** What `sqlmigrate` will show, as the service wrote it into the preset's command; with nothing pending it names nothing. */
export const nextPending = (command: string | null): Next | null => {
  const match = command?.match(/sqlmigrate ([^\s<]+) ([^\s<]+)$/);
  return match?.[1] !== undefined && match[2] !== undefined ? { app: match[1], name: match[2] } : null;
};
