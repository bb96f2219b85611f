/** What the database has recorded as applied, from the best source there is: the live project, the SQLite file, or nobody. */
import type { Provenance } from '../../../contract/index.ts';
import { firstOf, isA } from '../../../python/index.ts';
import { type AppliedMigration, readAppliedMigrations } from '../database.ts';
import type { DjangoProject } from '../project/project.ts';
import { keyOf, type MigrationKey } from './graph.ts';

export type LiveRecord = { applied: readonly AppliedMigration[]; readAt: string; database: string | null };

export type AppliedState = {
  provenance: Provenance;
  database: string | null;
  /** → when it was applied, where that is known. */
  applied: ReadonlyMap<MigrationKey, string | null>;
};

type Applied = AppliedState['applied'];

/** The last record of each project: what says the same is the same object, so that what was made of it still holds. */
export type RecordMemory = Map<string, Applied>;

const isSame = (left: Applied, right: Applied): boolean => {
  if (left.size !== right.size) return false;
  for (const [key, at] of left) if (right.get(key) !== at || !right.has(key)) return false;
  return true;
};

const mapOf = (remembered: RecordMemory, root: string, rows: readonly AppliedMigration[]): Applied => {
  const applied = new Map(rows.map(({ app, name, appliedAt }) => [keyOf([app, name]), appliedAt]));
  const before = remembered.get(root);
  if (before && isSame(before, applied)) return before;
  remembered.set(root, applied);
  return applied;
};

const nothing: Applied = new Map();
const countedAs = 'Every migration counts as pending until its record can be read.';

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const because = (reason: string | null): string => (reason === null ? '' : ` ${sentence(reason)}`);

const unknownState = (database: string | null, note: string, readAt: string): AppliedState => ({
  provenance: { source: 'unknown', read_at: readAt, note: `${sentence(note)} ${countedAs}` },
  database,
  applied: nothing,
});

/** Looking up a zone loads all of them: 25 ms, which most projects need not pay. */
const isZone = (name: string): boolean => {
  if (name === 'UTC') return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/**
 * The zone in which Django writes times into SQLite: with USE_TZ that of the connection, which is UTC unless the database names another;
 * without it TIME_ZONE. null when the settings do not tell.
 */
const recordZone = ({ settings: { values }, djangoVersion }: DjangoProject): string | null => {
  // True by default since Django 5.0; an unknown version counts as the newest.
  const usesZones = values.get('USE_TZ') ?? (djangoVersion === null || Number.parseInt(djangoVersion, 10) >= 5);
  if (typeof usesZones !== 'boolean') return null;
  const databases = values.get('DATABASES');
  const connection = isA(databases, 'dict') ? databases.entries.get('default') : undefined;
  const named = isA(connection, 'dict') ? connection.entries.get('TIME_ZONE') : undefined;
  const zone = usesZones ? (named ?? 'UTC') : firstOf(values.get('TIME_ZONE'), 'America/Chicago');
  return typeof zone === 'string' && isZone(zone) ? zone : null;
};

export const readApplied = (
  project: DjangoProject,
  live: LiveRecord | null,
  liveProblem: string | null,
  now: Date,
  remembered: RecordMemory,
): AppliedState => {
  if (live) {
    return {
      provenance: { source: 'live', read_at: live.readAt, note: null },
      database: live.database,
      applied: mapOf(remembered, project.root, live.applied),
    };
  }
  const readAt = now.toISOString();
  const database = project.databases.find(({ alias }) => alias === 'default');
  if (!database)
    return unknownState(
      null,
      `Which database the project uses cannot be told from its text.${because(liveProblem)}`,
      readAt,
    );
  if (database.file === null) {
    const kind = database.engine.split('.').at(-1);
    return unknownState(
      database.name,
      `The record of a ${kind} database is known only by running the project.${because(liveProblem)}`,
      readAt,
    );
  }
  const record = readAppliedMigrations(project.folder, database.file, () => recordZone(project));
  if (!record.known) return unknownState(database.file, record.note, readAt);
  return {
    provenance: { source: 'database', read_at: readAt, note: record.note },
    database: database.file,
    applied: mapOf(remembered, project.root, record.applied),
  };
};
