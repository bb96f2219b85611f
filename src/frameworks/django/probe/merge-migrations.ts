/** What the live project knows about its migrations: the database's record, and what makemigrations would write. */
import type { MigrationsDetail, UnmadeChange } from '../../../contract/index.ts';
import { explainError } from '../failures/index.ts';
import { asSentence, type LiveRecord, noDatabase } from '../migrations/applied.ts';
import { isDatabase, isSqlite, sqliteFile } from '../project/facts.ts';
import type { DjangoProject } from '../project/project.ts';
import { type Column, nameIn, type Tables } from '../tables/tables.ts';
import type { LiveChange, LiveData } from './live.ts';

const kinds: Record<string, UnmadeChange['kind']> = {
  CreateModel: 'model_added',
  DeleteModel: 'model_removed',
  RenameModel: 'model_renamed',
  AddField: 'field_added',
  RemoveField: 'field_removed',
  AlterField: 'field_altered',
  RenameField: 'field_renamed',
  AddIndex: 'index_changed',
  RemoveIndex: 'index_changed',
  RenameIndex: 'index_changed',
  AlterIndexTogether: 'index_changed',
  AddConstraint: 'constraint_changed',
  RemoveConstraint: 'constraint_changed',
  AlterConstraint: 'constraint_changed',
  AlterUniqueTogether: 'constraint_changed',
  AlterModelTable: 'table_altered',
  AlterModelTableComment: 'table_altered',
  AlterModelManagers: 'managers_altered',
};

const toChange = (change: LiveChange, read: readonly UnmadeChange[]): UnmadeChange => {
  const model = change.model ?? '';
  const field = kinds[change.kind]?.startsWith('field_') ? change.field : null;
  const same = read.find(
    (other) => other.model.toLowerCase() === model.toLowerCase() && (other.field ?? null) === field,
  );
  return {
    app: change.app,
    kind: kinds[change.kind] ?? 'options_altered',
    model: same?.model ?? model,
    field,
    description: change.description,
    source: same?.source ?? null,
  };
};

/** In the order of the text, which is shown first: the same changes must not trade places when the project has answered. */
const inOrderOf = (read: readonly UnmadeChange[], changes: readonly UnmadeChange[]): UnmadeChange[] => {
  const places = new Map(read.map(({ description }, place) => [description, place]));
  const placeOf = ({ description }: UnmadeChange): number => places.get(description) ?? places.size;
  return changes.toSorted((one, other) => placeOf(one) - placeOf(other));
};

/** What stops the running project where its text shows no reason: a name that a migration does not import, say. */
const withLiveProblem = (detail: MigrationsDetail, live: LiveData): MigrationsDetail => {
  const { migrations, migrations_problem, migrations_place } = live;
  const why = migrations === null ? migrations_problem : migrations.unmade.problem;
  if (why === null || detail.problems.some(({ severity }) => severity === 'error')) return detail;
  const what = migrations === null ? 'The project cannot load its migrations' : 'makemigrations fails in the project';
  const { file = null, line = null } = migrations_place ?? {};
  const message = `${what}: ${asSentence(explainError(why))}`;
  return {
    ...detail,
    problems: [{ code: 'migrations_fail', severity: 'error', message, file, line }, ...detail.problems],
  };
};

/** Unmade changes as makemigrations itself sees them, where it was asked; what text knows (file and line) is kept. */
export const withLiveChanges = (detail: MigrationsDetail, live: LiveData | null): MigrationsDetail => {
  const changes = live?.migrations?.unmade.changes;
  if (changes == null) return live === null ? detail : withLiveProblem(detail, live);
  const undecided = detail.problems.filter(({ code }) => code !== 'change_unclear');
  return {
    ...detail,
    problems: undecided,
    apps: detail.apps.map((app) => {
      const live = changes.filter((change) => change.app === app.label);
      return {
        ...app,
        unmade: inOrderOf(
          app.unmade,
          live.map((change) => toChange(change, app.unmade)),
        ),
      };
    }),
  };
};

const defaultOf = <Database extends { alias: string }>(databases: readonly Database[]): Database | undefined =>
  databases.find(({ alias }) => alias === 'default');

/**
 * The file of a database that lies outside of the project and that its text does not name: in the sandbox it was not there, so that an
 * empty record says nothing.
 */
const unseenFile = ({ databases, migrations }: LiveData, project: DjangoProject): string | null => {
  const live = defaultOf(databases);
  if (live === undefined || !isSqlite(live.engine) || migrations?.applied.rows?.length) return null;
  const file = sqliteFile(project.root, live.name);
  if (file === null || file.startsWith(`${project.root}/`)) return null;
  return defaultOf(project.databases)?.file === file ? null : file;
};

const tablesOf = ({ migrations }: LiveData): Tables | null => {
  const told = migrations?.tables;
  if (told == null) return null;
  const isExact = told.is_exact;
  const tables = new Map<string, Column[] | null>();
  for (const { name, columns } of told.tables) {
    const key = nameIn(name, { isExact });
    const read = columns?.map((column) => ({ name: nameIn(column.name, { isExact }), needsValue: column.needs_value }));
    // Of two that MySQL tells apart by case nobody knows which one is meant.
    tables.set(key, tables.has(key) ? null : (read ?? null));
  }
  return { isExact, columns: tables };
};

/** The database's record as the live project read it; null with the reason when it could not. `project`: without a database that was not seen. */
export const liveRecord = <Project extends DjangoProject>(
  live: LiveData,
  readAt: string,
  project: Project,
): { record: LiveRecord | null; problem: string | null; project: Project } => {
  const unseen = unseenFile(live, project);
  if (unseen !== null) {
    const problem = `No record was found in ${unseen}, which lies outside of the project and which the text of its settings does not name: a run may not see it.`;
    const databases = project.databases.filter(({ alias }) => alias !== 'default');
    return { record: null, problem, project: { ...project, databases } };
  }
  if (!isDatabase(defaultOf(live.databases))) return { record: null, problem: noDatabase, project };
  const applied = live.migrations?.applied;
  if (applied?.rows == null) {
    const problem = applied?.problem ?? live.migrations_problem;
    return { record: null, problem: problem === null ? null : explainError(problem), project };
  }
  const database = defaultOf(live.databases)?.name ?? null;
  const rows = applied.rows.map(({ app, name, applied: at }) => ({ app, name, appliedAt: at }));
  return { record: { applied: rows, tables: tablesOf(live), readAt, database }, problem: null, project };
};
