/** The dashboard's figures. Each scan kind renews its own and holds them against the scan of that kind before. */
import type { Insight, RunResult, ScanKind } from '../../contract/index.ts';
import { plural } from '../../kit/numbers.ts';
import type { ModelsDigest, Reading } from '../../scanner/scanner.ts';
import type { Context } from '../context.ts';
import { logLinesKept, ownSource } from './own-log.ts';

type Figure = { title: string; value: string /** Said in place of a difference. */; note?: string };

/** No scans: `check` is told by the last run of a check preset, `start` whenever the project was asked or could not be. */
type FigureSource = ScanKind | 'check' | 'start';

type SourcedInsight = Insight & { source: FigureSource };

const pointsKept = 200;
const hourMs = 3_600_000;

const errorsTitle = 'Errors in the last hour';

/** The order in which the dashboard shows them. */
const order = [
  'Project',
  'Pending migrations',
  'Unmade changes',
  'Migration conflicts',
  'Migration problems',
  'Applied state',
  'Installed apps',
  'Own models',
  'System check',
  errorsTitle,
  'Django',
  'Fixture problems',
];

export const migrationFigures = ({ counts, applied }: Reading): Figure[] => {
  // Of a database in which nothing was ever applied.
  const untouched = applied.source === 'database' && applied.note !== null ? { note: applied.note } : {};
  const figures: Figure[] = [
    { title: 'Pending migrations', value: String(counts.pending), ...untouched },
    { title: 'Unmade changes', value: String(counts.unmade) },
    { title: 'Migration conflicts', value: String(counts.conflicts) },
  ];
  if (counts.migrationProblems > 0)
    figures.push({ title: 'Migration problems', value: String(counts.migrationProblems) });
  if (applied.source === 'unknown')
    figures.push({
      title: 'Applied state',
      value: 'unknown',
      note: applied.note ?? 'Every migration counts as pending.',
    });
  // An older answer of the project stands, because it could not be asked again.
  if (applied.source === 'live' && applied.note !== null)
    figures.push({ title: 'Applied state', value: 'not renewed', note: applied.note });
  return figures;
};

export const schemaFigures = (context: Context, { counts, djangoVersion }: ModelsDigest): Figure[] => {
  const support = context.framework.versionSupport(djangoVersion, new Date(context.clock.now()));
  return [
    { title: 'Installed apps', value: String(counts.shownApps) },
    { title: 'Own models', value: String(counts.ownModels) },
    { title: 'Django', value: djangoVersion ?? 'unknown', note: support },
  ];
};

/** Begins the cause where the project was started, by our words or the framework's; there are others why it was not. */
const refusal = /^The project (could not be started|does not start|did not answer): /;

/** That a project does not start hides behind figures that look complete, so it is one of them. */
export const startFigures = ({ provenance: { source, note } }: ModelsDigest): Figure[] => {
  if (source === 'live' || note === null) return [];
  const [, words] = refusal.exec(note) ?? [];
  const isRefused = words !== undefined && words !== 'did not answer';
  const cause = note.replace(refusal, '').replace(/[^.!?]$/, '$&.');
  const where = isRefused ? ' Run the system check for the whole of it.' : '';
  return [
    {
      title: 'Project',
      value: isRefused ? 'does not start' : (words ?? 'not asked'),
      note: `${cause} What is shown comes from its text.${where}`,
    },
  ];
};

const checkFigures = (result: RunResult | null): Figure[] => {
  if (result?.kind !== 'check') return [];
  const serious = result.findings.filter((finding) => finding.level === 'error' || finding.level === 'critical').length;
  const value = serious > 0 ? plural(serious, 'error') : plural(result.findings.length, 'finding');
  return [{ title: 'System check', value: result.findings.length === 0 ? 'no findings' : value }];
};

/** Errors of the project: our own events are not, nor is what a clock that is ahead has dated after now. */
const countErrors = async ({ store, clock }: Context, workspaceId: number): Promise<string> => {
  const now = clock.now();
  const count = await store.logs.countErrors(workspaceId, now - hourMs, now, ownSource);
  if (count === 0) return '0';
  // The hour may have had more than is kept.
  const first = await store.logs.firstOf(workspaceId, logLinesKept);
  return first && first.at > now - hourMs ? `${count}+` : String(count);
};

export const renewLogInsights = async (context: Context, workspaceId: number, isLast = true): Promise<void> =>
  renewInsights(
    context,
    workspaceId,
    'logs',
    [{ title: errorsTitle, value: await countErrors(context, workspaceId) }],
    isLast,
  );

/** The hour goes on though nothing is written. */
export const renewHour = async (context: Context): Promise<void> => {
  for (const { id } of await context.store.workspaces.list()) {
    const reading = await context.store.readings.find(id, 'insights');
    const shown = (reading ? (JSON.parse(reading.data) as Insight[]) : []).find(({ title }) => title === errorsTitle);
    if (shown && shown.value !== '0' && shown.value !== (await countErrors(context, id)))
      await renewLogInsights(context, id, false);
  }
};

const deltaOf = (figure: Figure, before: string | undefined): string | undefined => {
  if (figure.note !== undefined) return figure.note;
  if (before === undefined) return undefined;
  if (before === figure.value) return 'no change';
  const difference = Number(figure.value) - Number(before);
  return Number.isNaN(difference) ? `was ${before}` : `${difference > 0 ? '+' : '−'}${Math.abs(difference)}`;
};

/** Puts the figures of one source in place of its earlier ones and, when they are its last, keeps a point of each for the trend. */
export const renewInsights = async (
  context: Context,
  workspaceId: number,
  source: FigureSource,
  figures: readonly Figure[],
  isLast = true,
): Promise<void> => {
  const now = context.clock.now();
  // Read and written in one transaction: another source may renew its figures at the same time.
  await context.store.transaction(async (store) => {
    const points = await store.readings.listInsightPoints(workspaceId);
    const last = new Map(points.map((point) => [point.title, point.value]));
    const fresh = figures.map((figure): SourcedInsight => {
      const delta = deltaOf(figure, last.get(figure.title));
      return { source, title: figure.title, value: figure.value, ...(delta === undefined ? {} : { delta }) };
    });
    const reading = await store.readings.find(workspaceId, 'figures');
    const before = reading ? (JSON.parse(reading.data) as SourcedInsight[]) : [];
    const kept = before.filter((figure) => figure.source !== source);
    const all = [...kept, ...fresh].sort((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
    const shown: Insight[] = all.map(({ source: _, ...insight }) => insight);
    await store.readings.save({ workspace_id: workspaceId, kind: 'figures', data: JSON.stringify(all), read_at: now });
    await store.readings.save({
      workspace_id: workspaceId,
      kind: 'insights',
      data: JSON.stringify(shown),
      read_at: now,
    });
    if (!isLast) return;
    await store.readings.addInsightPoints(
      figures.map(({ title, value }) => ({ workspace_id: workspaceId, title, at: now, value })),
      pointsKept,
    );
  });
  context.board.touch(workspaceId, 'insights');
};

/** After a run whose result says something about the project. */
export const refreshInsights = async (context: Context, workspaceId: number): Promise<void> => {
  const run = await context.store.runs.lastResult(workspaceId, 'check');
  const figures = checkFigures(run?.result ? (JSON.parse(run.result) as RunResult) : null);
  if (figures.length > 0) await renewInsights(context, workspaceId, 'check', figures);
};
