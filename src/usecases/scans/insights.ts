/** The dashboard's figures as they are kept. Each scan kind renews its own and holds them against the scan of that kind before. */
import type { Insight, RunResult, ScanKind } from '../../contract/index.ts';
import { insightTitles, ownSource } from '../../contract/words.ts';
import type { Context } from '../context.ts';
import { checkFigures, errorFigures, type Figure, noLogFile, startFiguresBefore } from './figures.ts';
import { memoryOf } from './memory.ts';

/** No scans: `check` is told by the last run of a check preset, `start` whenever the project was asked or could not be. */
type FigureSource = ScanKind | 'check' | 'start';

type SourcedInsight = Insight & { source: FigureSource };

const pointsKept = 200;
const hourMs = 3_600_000;

/**
 * Until when lines are missing that were not read or are no longer kept. A moment after now is of a clock that was set back since: it is taken for now,
 * or every hour would be said to miss some until the clock is there again.
 */
const findMissingUntil = async ({ store, clock }: Context, workspaceId: number): Promise<number> => {
  const now = clock.now();
  let until = 0;
  for (const kind of ['log_unread', 'log_removed']) {
    const known = await store.readings.find(workspaceId, kind);
    if (!known) continue;
    const moment = Math.min(Number(known.data), now);
    if (moment < Number(known.data)) await store.soon.readings.save({ ...known, data: String(moment) });
    until = Math.max(until, moment);
  }
  return until;
};

/** Errors of the project: our own events are not, nor is what a clock that is ahead has dated after now. */
const countErrors = async (context: Context, workspaceId: number): Promise<string> => {
  const now = context.clock.now();
  const count = await context.store.logs.countErrors(workspaceId, now - hourMs, now, ownSource);
  // The hour may have had more than was read, or is kept.
  const hasMore = (await findMissingUntil(context, workspaceId)) > now - hourMs;
  return hasMore ? `${count}+` : String(count);
};

/** `files`: log files that were read. */
export const renewLogInsights = async (context: Context, workspaceId: number, files: number): Promise<void> =>
  renewInsights(context, workspaceId, 'logs', errorFigures(await countErrors(context, workspaceId), files));

/** The hour goes on though nothing is written. */
export const renewHour = async (context: Context): Promise<void> => {
  for (const { id } of await context.store.workspaces.list()) {
    const reading = await context.store.readings.find(id, 'figures');
    const figures = reading ? (JSON.parse(reading.data) as SourcedInsight[]) : [];
    const shown = figures.find(({ source }) => source === 'logs');
    if (shown === undefined || shown.value === '0' || shown.delta === noLogFile) continue;
    // A file they came from there was.
    const fresh = errorFigures(await countErrors(context, id), 1);
    if (fresh[0]?.value !== shown.value) await renewInsights(context, id, 'logs', fresh, false);
  }
};

const order: readonly string[] = insightTitles;

const deltaOf = (figure: Figure, before: string | undefined): string | undefined => {
  if (figure.note !== undefined) return figure.note;
  if (before === undefined) return undefined;
  if (before === figure.value) return 'no change';
  const difference = Number(figure.value) - Number(before);
  return Number.isNaN(difference) ? `was ${before}` : `${difference > 0 ? '+' : '−'}${Math.abs(difference)}`;
};

/** Not a note. */
const isDelta = (delta: string | undefined): boolean =>
  delta === undefined || /^(?:no change$|was |[+−]\d)/.test(delta);

const isSame = (figures: readonly Figure[], shown: readonly SourcedInsight[]): boolean => {
  const fresh = figures.filter(({ isHidden = false }) => !isHidden);
  return (
    fresh.length === shown.length &&
    fresh.every(({ title, value, note }) => {
      const before = shown.find((one) => one.title === title);
      return before?.value === value && (note === undefined ? isDelta(before.delta) : before.delta === note);
    })
  );
};

/** What a scan of the project itself tells. */
const ofProject: readonly FigureSource[] = ['schema', 'migrations', 'start'];

/** Puts the figures of one source in place of its earlier ones and, when they are its last, keeps a point of each for the trend. */
export const renewInsights = async (
  context: Context,
  workspaceId: number,
  source: FigureSource,
  figures: readonly Figure[],
  isLast = true,
): Promise<void> => {
  const now = context.clock.now();
  // A database server is asked every few minutes: as long as it says nothing new, what changed last is still what changed since the scan before.
  const isLook = ofProject.includes(source) && memoryOf(context, workspaceId).looks.isLooking;
  if (isLook && !isLast) return;
  // Read and written in one transaction: another source may renew its figures at the same time.
  await context.store.transaction(async (store) => {
    const reading = await store.readings.find(workspaceId, 'figures');
    const before = reading ? (JSON.parse(reading.data) as SourcedInsight[]) : [];
    const ofSource = before.filter((figure) => figure.source === source);
    if (isLook && isSame(figures, ofSource)) return;
    const fresh: SourcedInsight[] = [];
    for (const figure of figures) {
      const { title, value, isHidden = false } = figure;
      if (isHidden) continue;
      const delta = deltaOf(figure, (await store.readings.lastInsightPoint(workspaceId, title))?.value);
      fresh.push({ source, title, value, ...(delta === undefined ? {} : { delta }) });
    }
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
  }, 'soon');
  context.board.touch(workspaceId, 'insights');
};

/** The text has changed since the project said that it does not start; while edits follow each other it may be long until it is asked again. */
export const markStartInsights = async (context: Context, workspaceId: number, readFrom: number): Promise<void> => {
  const { probe, changedAt } = memoryOf(context, workspaceId);
  // What an earlier service was told of is not known to have changed.
  probe.answeredFrom ??= readFrom;
  if (changedAt <= probe.answeredFrom || changedAt === Number.POSITIVE_INFINITY) return;
  const reading = await context.store.readings.find(workspaceId, 'figures');
  const shown = reading ? (JSON.parse(reading.data) as SourcedInsight[]) : [];
  const ofStart = shown.filter(({ source }) => source === 'start');
  const figures = startFiguresBefore(ofStart);
  if (!isSame(figures, ofStart)) await renewInsights(context, workspaceId, 'start', figures, false);
};

/** Its findings are a figure. */
export const checkPreset = 'check';

/** After a run of the check. */
export const renewCheckInsights = async (context: Context, workspaceId: number): Promise<void> => {
  const run = await context.store.runs.lastEnded(workspaceId, checkPreset);
  if (!run) return;
  const result = run.result === null ? null : (JSON.parse(run.result) as RunResult);
  await renewInsights(context, workspaceId, 'check', checkFigures(result), result !== null);
};
