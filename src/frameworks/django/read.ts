/** One pass over a project's text: schema and migrations, with the live registry over them where the project was asked. */
import type { Model, SchemaDetail } from '../../contract/index.ts';
import { isoTime } from '../../kit/clock.ts';
import type { QuickLook, ReadingInput, StaticReading } from '../framework.ts';
import { readMigrations } from './migrations/read-migrations.ts';
import { readProjectAndModels } from './models/remembered.ts';
import { toApps } from './models/schema.ts';
import type { LiveData } from './probe/live.ts';
import { liveRecord, withLiveChanges } from './probe/merge-migrations.ts';
import { mergeSchema } from './probe/merge-schema.ts';
import { liveDataOf } from './probe/parse-probe.ts';
import { type ReadProject, readProject } from './project/read-project.ts';

const schemaOf = (
  input: ReadingInput,
  project: ReadProject,
  models: readonly Model[],
  live: LiveData | null,
): SchemaDetail => {
  const read = { project: project.facts, apps: toApps(project, models), models };
  const { problems } = project;
  if (live === null || input.live === null)
    return {
      provenance: { source: 'static', read_at: isoTime(Date.now()), note: input.liveProblem },
      project: read.project,
      apps: read.apps,
      models: [...models],
      differences: [],
      problems,
    };
  return {
    provenance: { source: 'live', read_at: input.live.readAt, note: null },
    ...mergeSchema(read, live),
    problems,
  };
};

export const read = (input: ReadingInput): StaticReading => {
  const { project, models, shown } = readProjectAndModels(input);
  const live = liveDataOf(input.live);
  const { record, problem } = liveRecord(input.live, live);
  let done = project.modules.filesRead();
  const migrations = readMigrations({
    project,
    models,
    live: record,
    liveProblem: problem ?? input.liveProblem,
    onFile: () => input.onProgress?.(++done, done),
  });
  const schema = schemaOf(input, project, shown, live);
  return {
    project: schema.project,
    schema,
    migrations: withLiveChanges(migrations.detail, live),
    secrets: project.secrets,
    logFiles: project.logFiles,
    filesRead: project.modules.filesRead() + migrations.filesRead,
  };
};

/** Settings, apps and versions only. */
export const look = (input: ReadingInput): QuickLook => {
  const project = readProject(input);
  return {
    settingsModule: project.settings.module,
    apps: project.apps.map(({ name }) => name),
    project: project.facts,
    warnings: project.problems.filter(({ severity }) => severity !== 'info').map(({ message }) => message),
    secrets: project.secrets,
    logFiles: project.logFiles,
  };
};
