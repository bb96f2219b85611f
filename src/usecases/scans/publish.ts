/** What a reading becomes: the rich resources, stored as they are sent, and the short forms that stand in the status payload. */
import { plural, withThousands } from '../../kit/numbers.ts';
import type { FixturesReading, ModelsDigest, Packed, Reading } from '../../scanner/scanner.ts';
import type { Context } from '../context.ts';
import { fixtureFigures, migrationFigures, ownModels, schemaFigures, unknown } from './figures.ts';
import { renewInsights } from './insights.ts';
import { requestScans } from './request.ts';

// Nothing here waits for the disk: on a slow one an edit was shown a quarter of a second later, and what a power cut takes is read anew.
export const save = (context: Context, workspaceId: number, kind: string, data: string): Promise<void> =>
  context.store.soon.readings.save({ workspace_id: workspaceId, kind, data, read_at: context.clock.now() });

const saveDocument = (context: Context, workspaceId: number, kind: string, gzip: Packed): Promise<void> =>
  context.store.soon.documents.save({ workspace_id: workspaceId, kind, gzip, read_at: context.clock.now() });

/** `isLast`: nothing of this scan comes after it. Gives the summary. */
type Publish = (context: Context, workspaceId: number, reading: Reading, isLast: boolean) => Promise<string>;

/** The rich form and the figures, which may be shown before migrations are read. */
export const publishModels = async (
  context: Context,
  workspaceId: number,
  models: ModelsDigest,
  isLast = false,
): Promise<void> => {
  await saveDocument(context, workspaceId, 'schema', models.schema);
  await save(context, workspaceId, 'project', models.project);
  const known = await context.store.readings.find(workspaceId, 'fixture_needs');
  await save(context, workspaceId, 'fixture_needs', models.fixtureNeeds);
  // Fixtures may have been read between two readings of the models, and held against those of the first.
  if (known && known.data !== models.fixtureNeeds) await requestScans(context, workspaceId, ['fixtures']);
  context.board.touch(workspaceId, 'doc_links');
  await renewInsights(context, workspaceId, 'schema', schemaFigures(context, models), isLast);
};

/** The short form of the schema. It waits for the whole reading: whoever polls would be sent hundreds of kilobytes while one goes on. */
export const publishNodes = async (context: Context, workspaceId: number, { nodes }: Reading): Promise<void> => {
  await save(context, workspaceId, 'nodes', nodes);
  context.board.touch(workspaceId, 'schema');
};

/** They tell models and pending migrations. */
export const publishApps = async (context: Context, workspaceId: number, { apps }: Reading): Promise<void> => {
  await save(context, workspaceId, 'apps', apps);
  context.board.touch(workspaceId, 'apps');
};

/** As the dashboard has them: none where none could be found is not known. */
const countedModels = (reading: Reading): string => {
  const { value } = ownModels(reading);
  if (value === unknown) return 'models unknown';
  const counted = plural(reading.counts.ownModels, 'model');
  return `${value.endsWith('+') ? counted.replace(' ', '+ ') : counted} in ${plural(reading.counts.ownApps, 'app')}`;
};

const publishSchema: Publish = async (context, workspaceId, reading, isLast) => {
  await publishModels(context, workspaceId, reading, isLast);
  await publishNodes(context, workspaceId, reading);
  await publishApps(context, workspaceId, reading);
  const words = `${countedModels(reading)}, ${plural(reading.counts.schemaProblems, 'problem')}`;
  return reading.appsProblem === null ? words : `${words} (installed apps unknown)`;
};

const countedMigrations = ({ counts, appsProblem }: Reading): string => {
  const { migrations, migratedApps, pending, conflicts, closedApps } = counts;
  if (migrations === 0 && (appsProblem !== null || closedApps > 0)) return 'migrations unknown';
  const waiting = `${withThousands(pending)}${closedApps > 0 ? '+' : ''} pending`;
  const counted = `${plural(migrations, 'migration')} in ${plural(migratedApps, 'app')}, ${waiting}`;
  return conflicts === 0 ? counted : `${counted}, ${plural(conflicts, 'conflict')}`;
};

const publishMigrations: Publish = async (context, workspaceId, reading, isLast) => {
  await saveDocument(context, workspaceId, 'migrations', reading.migrations);
  await save(context, workspaceId, 'next_pending', JSON.stringify(reading.nextPending));
  await publishApps(context, workspaceId, reading);
  await renewInsights(context, workspaceId, 'migrations', migrationFigures(reading), isLast);
  const { unmade, unclear, closedApps, migrationProblems } = reading.counts;
  const isUnmadeKnown = unmade > 0 || (unclear + closedApps === 0 && reading.appsProblem === null);
  const changes = isUnmadeKnown ? plural(unmade, 'unmade change') : 'unmade changes unknown';
  const counted = `${countedMigrations(reading)}, ${changes}`;
  const words = migrationProblems === 0 ? counted : `${counted}, ${plural(migrationProblems, 'problem')}`;
  const { source, note } = reading.applied;
  if (source === 'unknown') return `${words} (applied state unknown)`;
  return source === 'live' && note !== null ? `${words} (applied state not renewed)` : words;
};

/** The kinds of scans that one reading answers. */
export const publishReading = { schema: publishSchema, migrations: publishMigrations };

export const publishFixtures = async (
  context: Context,
  workspaceId: number,
  reading: FixturesReading,
): Promise<string> => {
  const { fixtures, files, objects, unread, problems, unclear, foldersProblem } = reading;
  await saveDocument(context, workspaceId, 'fixtures', fixtures);
  await renewInsights(context, workspaceId, 'fixtures', fixtureFigures(reading));
  const isKnown = unclear === 0 && foldersProblem === null;
  const found = problems > 0 || isKnown ? plural(problems, 'problem') : 'problems unknown';
  const counted = `${plural(objects, 'object')} in ${plural(files, 'fixture')}`;
  return unread === 0 ? `${counted}, ${found}` : `${counted}, ${withThousands(unread)} not read, ${found}`;
};
