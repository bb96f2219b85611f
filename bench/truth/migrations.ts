/** Holds migration files, the database's record and unmade changes, as read from text and the SQLite file, against Django's own. */
import type { MigrationsDetail, UnmadeChange } from '../../src/contract/index.ts';
import type { LiveData } from '../../src/frameworks/django/probe/live.ts';
import { withLiveChanges } from '../../src/frameworks/django/probe/merge-migrations.ts';
import type { Score } from './compare.ts';

export type MigrationComparison = { migrations: Score; pending: Score; unmade: Score; differences: string[] };

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

const unmadeOf = (detail: MigrationsDetail): Set<string> =>
  new Set(detail.apps.flatMap(({ unmade }) => unmade.map(changeKey)));

export const compareMigrations = (live: LiveData, read: MigrationsDetail): MigrationComparison => {
  const differences: string[] = [];
  const nameOf = ({ app, name }: { app: string; name: string }): string => `${app}.${name}`;
  const onDisk = new Set(live.migrations?.disk.map(nameOf) ?? []);
  const applied = new Set(live.migrations?.applied.rows?.map(nameOf) ?? []);
  const all = read.apps.flatMap(({ migrations }) => migrations);
  const readOnDisk = new Set(all.filter(({ state }) => state !== 'file_missing').map(nameOf));
  const waiting = new Set(all.filter(({ state }) => state === 'pending').map(nameOf));
  const livePending = new Set([...onDisk].filter((name) => !applied.has(name)));
  // Migrations that a squashed one stands for are neither applied nor pending.
  for (const { name, app, state } of all) if (state === 'squashed') livePending.delete(`${app}.${name}`);
  return {
    migrations: compareSets('migration', onDisk, readOnDisk, differences),
    pending: compareSets('pending migration', livePending, waiting, differences),
    unmade: compareSets('unmade change', unmadeOf(withLiveChanges(read, live)), unmadeOf(read), differences),
    differences,
  };
};
