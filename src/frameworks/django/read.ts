/** One pass over a project's text: schema and migrations, with the live registry over them where the project was asked. */
import { resolve } from 'node:path';
import type { MigrationsDetail, Model, SchemaDetail } from '../../contract/index.ts';
import { isoTime } from '../../kit/clock.ts';
import { textOf } from '../../python/index.ts';
import type { ModelsReading, QuickLook, ReadingInput, StaticReading } from '../framework.ts';
import { doubtOf, doubtsOf, needsFromLive, needsFromText } from './fixtures/needs.ts';
import {
  createMigrationsMemory,
  type MigrationsMemory,
  type MigrationsReading,
  readMigrations,
} from './migrations/read-migrations.ts';
import { lostTargets } from './models/lost-targets.ts';
import { isAnswered } from './models/open-parts.ts';
import { type ProjectMemory, type ProjectReading, readProjectAndModels } from './models/remembered.ts';
import { toApps } from './models/schema.ts';
import type { LiveData } from './probe/live.ts';
import { withLiveApps } from './probe/live-apps.ts';
import { liveRecord, withLiveChanges } from './probe/merge-migrations.ts';
import { mergeSchema } from './probe/merge-schema.ts';
import { appsProblemOf, missingModels } from './project/gaps.ts';
import { groupProblems } from './project/grouped-problems.ts';
import { type ReadProject, readProject } from './project/read-project.ts';
import { tablesOfLive, tablesOfText } from './tables/expected-tables.ts';
import { holdTables } from './tables/hold-tables.ts';
import { listDataFiles } from './world/data-files.ts';

/** The live registry as the probe told it, or why there is none. */
type Live = { registry: LiveData; readAt: string } | { registry: null; problem: string | null };

const readLive = async ({ live, liveProblem }: ReadingInput): Promise<Live> => {
  if (live === null) return { registry: null, problem: liveProblem };
  // It is checked with a library that a reading from text alone need not load.
  const { parseProbe } = await import('./probe/parse-probe.ts');
  const parsed = parseProbe(live.output);
  return 'live' in parsed
    ? { registry: parsed.live, readAt: live.readAt }
    : { registry: null, problem: parsed.problem };
};

const schemaOf = (
  project: ReadProject,
  models: readonly Model[],
  live: Live,
  mayExist: (id: string) => boolean,
): SchemaDetail => {
  const read = { project: project.facts, apps: toApps(project, models), models };
  if (live.registry === null)
    return {
      provenance: { source: 'static', read_at: isoTime(Date.now()), note: live.problem },
      project: read.project,
      apps: read.apps,
      models: [...models],
      differences: [],
      problems: groupProblems([...project.problems, ...lostTargets(models, mayExist)]),
    };
  const merged = mergeSchema(read, live.registry, toApps(withLiveApps(project, live.registry), models));
  // The running project has every model there is.
  const lost = lostTargets(merged.models, () => false);
  return {
    provenance: { source: 'live', read_at: live.readAt, note: null },
    ...merged,
    problems: groupProblems([...project.problems.filter((problem) => !isAnswered(problem)), ...lost]),
  };
};

const arePackagesKnown = ({ sitePackages }: ReadingInput, { problems }: ReadProject): boolean =>
  sitePackages.length > 0 && problems.every(({ code }) => code !== 'django_not_installed');

const areDatabasesTold = ({ settings, problems }: ReadProject): boolean =>
  settings.values.has('DATABASES') && problems.every(({ code }) => code !== 'database_unresolved');

/** Without those that it was handed: packages of the interpreter, each once. */
const pathFoldersOf = ({ root, world }: ReadProject, { sitePackages }: ReadingInput): string[] => {
  const entries = world.path.entries.items.flatMap((entry) => textOf(entry) ?? []);
  for (const folder of sitePackages) if (entries.includes(folder)) entries.splice(entries.lastIndexOf(folder), 1);
  return entries
    .map((entry) => resolve(root, entry))
    .filter((folder) => folder !== root && !folder.startsWith(`${root}/`));
};

const dataFilesOf = ({ world, filesAbove }: ReadProject): string[] => [...listDataFiles(world), ...filesAbove];

const modelsReadingOf = (
  input: ReadingInput,
  { project, models, shown }: ProjectReading,
  live: Live,
): ModelsReading => {
  const doubts = doubtsOf(project, arePackagesKnown(input, project));
  const mayExist = (id: string): boolean => {
    const [label = '', name = ''] = id.split('.');
    return (
      doubtOf(doubts, id) !== undefined ||
      project.maybeModels.has(id.toLowerCase()) ||
      project.away.mayMake(label, name)
    );
  };
  const schema = schemaOf(project, shown, live, mayExist);
  const fixtureNeeds =
    live.registry === null
      ? needsFromText(project, models, arePackagesKnown(input, project))
      : needsFromLive(project, schema.models, live.registry.fixture_dirs);
  return {
    project: schema.project,
    schema,
    appsProblem: live.registry === null ? appsProblemOf(project) : null,
    ...(live.registry === null ? missingModels(project) : { modelsProblem: null, cutApps: [] }),
    fixtureNeeds,
    secrets: project.secrets,
    shownNames: project.shownNames,
    areDatabasesTold: areDatabasesTold(project),
    pathFolders: pathFoldersOf(project, input),
    logFiles: project.logFiles,
    checkedFolders: project.checkedFolders,
    dataFiles: dataFilesOf(project),
  };
};

/** With the tables of the database held against the models, where both are known. */
const withTables = (
  detail: MigrationsDetail,
  { tables, unclear }: MigrationsReading,
  { models, shown }: ProjectReading,
  project: ReadProject,
  live: Live,
): MigrationsDetail => {
  if (tables === null) return detail;
  const expected = (live.registry && tablesOfLive(live.registry, shown)) ?? tablesOfText(project, models);
  if (expected === null) return detail;
  const isDecided = live.registry?.migrations?.unmade.changes != null;
  const { count, problems } = holdTables(expected, tables, detail.apps, isDecided ? new Set() : unclear);
  return { ...detail, tables: count, problems: [...detail.problems, ...problems] };
};

/** What readings keep for the next one. */
export type ReadingMemory = { project: ProjectMemory; migrations: MigrationsMemory };

export const createReadingMemory = (): ReadingMemory => ({
  project: { last: null },
  migrations: createMigrationsMemory(),
});

/** Lives as long as the reading process. */
const processMemory = createReadingMemory();

export const read = async (input: ReadingInput, memory = processMemory): Promise<StaticReading> => {
  const reading = readProjectAndModels(input, memory.project);
  const { project, models } = reading;
  const live = await readLive(input);
  if (reading.isFromStart) await input.onModels?.(modelsReadingOf(input, reading, live));
  const answer = live.registry
    ? liveRecord(live.registry, live.readAt, withLiveApps(project, live.registry))
    : { record: null, problem: live.problem, project };
  const before = project.modules.filesRead();
  const migrations = readMigrations({
    project: answer.project,
    models,
    live: answer.record,
    liveProblem: answer.problem,
    lastRecord: input.lastRecord ?? null,
    memory: memory.migrations,
    onProgress: (done, total) => input.onProgress?.(before + done, before + total),
  });
  return {
    ...modelsReadingOf(input, reading, live),
    migrations: withTables(
      withLiveChanges(migrations.detail, live.registry),
      migrations,
      reading,
      answer.project,
      live,
    ),
    record: migrations.record,
    recorded: migrations.recorded,
    nextPending: migrations.nextPending,
  };
};

/** Settings, apps and versions only. */
export const look = (input: ReadingInput): QuickLook => {
  const project = readProject(input);
  return {
    settingsModule: project.settings.module,
    apps: project.apps.map(({ name }) => name),
    project: project.facts,
    warnings: groupProblems(project.problems)
      .filter(({ severity }) => severity !== 'info')
      .map(({ message }) => message),
    secrets: project.secrets,
    shownNames: project.shownNames,
    areDatabasesTold: areDatabasesTold(project),
    pathFolders: pathFoldersOf(project, input),
    logFiles: project.logFiles,
    checkedFolders: project.checkedFolders,
    dataFiles: dataFilesOf(project),
  };
};
