/** What the database has recorded as applied, from the best source there is: the live project, the SQLite file, or nobody. */
import { hash } from 'node:crypto';
import type { Provenance } from '../../../contract/index.ts';
import { firstOf, isA, textOf } from '../../../python/index.ts';
import type { RecordedMark } from '../../framework.ts';
import { type AppliedMigration, readAppliedMigrations } from '../database.ts';
import type { DjangoProject } from '../project/project.ts';
import type { Tables } from '../tables/tables.ts';
import { keyOf, type MigrationKey } from './graph.ts';

export type LiveRecord = {
  applied: readonly AppliedMigration[];
  tables: Tables | null;
  readAt: string;
  database: string | null;
};

/** What is known of the database's record when it is to be read. */
export type RecordSources = {
  /** What the live project said, if it was asked. */
  live: LiveRecord | null;
  liveProblem: string | null;
  /** `keptRecord` of an earlier reading. */
  lastRecord?: string | null;
};

export type AppliedState = {
  provenance: Provenance;
  database: string | null;
  /** → when it was applied, where that is known. */
  applied: ReadonlyMap<MigrationKey, string | null>;
  /** Read with the record; null where they were not. */
  tables: Tables | null;
  recorded: RecordedMark | null;
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

/** Django has no other one to ask, and `migrate` refuses. */
export const noDatabase = 'The settings name no default database, so that no migration can be applied.';

export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const because = (reason: string | null): string => (reason === null ? '' : ` ${asSentence(reason)}`);

const unknownState = (database: string | null, note: string, readAt: string): AppliedState => ({
  provenance: { source: 'unknown', read_at: readAt, note },
  database,
  applied: nothing,
  tables: null,
  recorded: null,
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

/** Which database the text names: a record of another one says nothing about it. Hashed, for a name may hold what nobody should read. */
const databaseMark = ({ databases, settings }: DjangoProject): string => {
  const configured = settings.values.get('DATABASES');
  const connection = isA(configured, 'dict') ? configured.entries.get('default') : undefined;
  const parts = ['HOST', 'PORT'].map((key) => (isA(connection, 'dict') ? textOf(connection.entries.get(key)) : null));
  const { engine = null, name = null } = databases.find(({ alias }) => alias === 'default') ?? {};
  return hash('sha256', JSON.stringify([engine, name, ...parts]), 'base64');
};

type KeptRecord = { mark: string; readAt: string; rows: [app: string, name: string, appliedAt: string | null][] };

/** A live record as text that a later reading takes; null where the database's own file tells. */
export const keptRecord = (project: DjangoProject, live: LiveRecord | null): string | null => {
  if (live === null || project.databases.some(({ alias, file }) => alias === 'default' && file !== null)) return null;
  const rows = live.applied.map(({ app, name, appliedAt }): KeptRecord['rows'][number] => [app, name, appliedAt]);
  return JSON.stringify({ mark: databaseMark(project), readAt: live.readAt, rows } satisfies KeptRecord);
};

/** What the database held when it could last be asked: older, and it says so, but truer than that nothing was applied. */
const lastState = (
  project: DjangoProject,
  { lastRecord, liveProblem }: RecordSources,
  remembered: RecordMemory,
): AppliedState | null => {
  if (lastRecord == null) return null;
  const { mark, readAt, rows } = JSON.parse(lastRecord) as KeptRecord;
  if (mark !== databaseMark(project)) return null;
  const note = liveProblem === null ? null : `It could not be asked again:${because(liveProblem)}`;
  const applied = rows.map(([app, name, appliedAt]) => ({ app, name, appliedAt }));
  return {
    provenance: { source: 'live', read_at: readAt, note },
    database: project.databases.find(({ alias }) => alias === 'default')?.name ?? null,
    applied: mapOf(remembered, project.root, applied),
    tables: null,
    recorded: null,
  };
};

/** What the database's own file says. */
const fileState = (project: DjangoProject, file: string, readAt: string, remembered: RecordMemory): AppliedState => {
  const record = readAppliedMigrations(project.folder, file, () => recordZone(project));
  if (!record.known) return unknownState(file, `${asSentence(record.note)} ${countedAs}`, readAt);
  return {
    provenance: { source: 'database', read_at: readAt, note: record.note },
    database: file,
    applied: mapOf(remembered, project.root, record.applied),
    tables: record.tables,
    recorded: { file, mark: record.mark },
  };
};

/** A project that runs tells of no migration, but not whether its database was made at all: the file does. */
const untouchedState = (
  project: DjangoProject,
  live: LiveRecord,
  file: string | null,
  remembered: RecordMemory,
): AppliedState | null => {
  if (live.applied.length > 0 || file === null) return null;
  const state = fileState(project, file, live.readAt, remembered);
  return state.provenance.source === 'database' && state.provenance.note !== null ? state : null;
};

const liveState = (project: DjangoProject, live: LiveRecord, remembered: RecordMemory): AppliedState => ({
  provenance: { source: 'live', read_at: live.readAt, note: null },
  database: live.database,
  applied: mapOf(remembered, project.root, live.applied),
  tables: live.tables,
  recorded: null,
});

/** As people write them; any other engine by its own name. */
const serverNames: Readonly<Record<string, string>> = {
  postgresql: 'PostgreSQL',
  postgresql_psycopg2: 'PostgreSQL',
  postgis: 'PostGIS',
  mysql: 'MySQL',
  oracle: 'Oracle',
};

const serverName = (engine: string): string => {
  const kind = engine.slice(engine.lastIndexOf('.') + 1);
  return serverNames[kind] ?? kind;
};

export const readApplied = (
  project: DjangoProject,
  sources: RecordSources,
  now: Date,
  remembered: RecordMemory,
): AppliedState => {
  const { live, liveProblem } = sources;
  const database = project.databases.find(({ alias }) => alias === 'default');
  const file = database?.file ?? null;
  if (live) return untouchedState(project, live, file, remembered) ?? liveState(project, live, remembered);
  const readAt = now.toISOString();
  if (file !== null) return fileState(project, file, readAt, remembered);
  if (project.hasNoDatabase || liveProblem === noDatabase) return unknownState(null, noDatabase, readAt);
  const why = database
    ? `What a database of ${serverName(database.engine)} has recorded is known only by running the project.`
    : 'Which database the project uses cannot be told from its text.';
  return (
    lastState(project, sources, remembered) ??
    unknownState(database?.name ?? null, `${why}${because(liveProblem)} ${countedAs}`, readAt)
  );
};
