/** The rich resources behind the panels: the stored JSON as it is, or an empty form before the first scan. */
import type { InsightHistory, LogLevel, LogPage, Problem } from '../../contract/index.ts';
import { everyLogFile, logLevels, ownSource } from '../../contract/words.ts';
import { dayOf, isoTime, timeOfDay } from '../../kit/clock.ts';
import { InspectorError, invalid } from '../../kit/errors.ts';
import type { Context } from '../context.ts';
import { readStoredWorkspace } from '../workspaces/workspaces.ts';

const pageSize = 200;

/** The last good reading: gzip of its JSON. */
export const readDocument = async (
  context: Context,
  slug: string,
  kind: 'schema' | 'migrations' | 'fixtures',
): Promise<Uint8Array> => {
  const workspace = await readStoredWorkspace(context, slug);
  const document = await context.store.documents.find(workspace.id, kind);
  if (document) return document.gzip;
  throw new InspectorError(
    'unavailable',
    `"${slug}" has not been scanned for its ${kind} yet. Try again when the first scan has ended.`,
    {
      retryAfterSeconds: 2,
    },
  );
};

type LogQuery = {
  level?: string | undefined;
  source?: string | undefined;
  since?: string | undefined;
  q?: string | undefined;
  before?: string | undefined;
};

/** One or several, separated by commas. */
const levelsOf = (asked = ''): LogLevel[] =>
  asked.split(',').flatMap((word) => {
    const level = logLevels.find((known) => known === word.trim());
    if (word.trim() && !level) throw invalid({ level: [`"${word.trim()}" is not one of ${logLevels.join(', ')}.`] });
    return level ?? [];
  });

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** A span ends now, whatever a clock that is ahead has dated later; a moment is a beginning. */
const timesOf = (asked: string | undefined, now: number): { from?: number; to?: number } => {
  if (!asked) return {};
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(asked) ?? [];
  if (count !== undefined) return { from: now - Number(count) * (secondsOf[unit] ?? 0) * 1_000, to: now };
  const moment = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(asked) ? Date.parse(asked) : Number.NaN;
  if (Number.isNaN(moment))
    throw invalid({ since: ['Give a span such as 30m, 1h or 7d, or a moment such as 2026-11-16T08:00:00Z.'] });
  return { from: moment };
};

const sourceOf = (asked: string | undefined): { source?: string; exceptSource?: string } =>
  !asked ? {} : asked === everyLogFile ? { exceptSource: ownSource } : { source: asked };

/** Whoever looks for a line in vain should know that it may not have been read. */
const unreadNote = (until: number): Problem => {
  const moment = `${timeOfDay(until)} on ${dayOf(until)}`;
  const message = `Not all lines from before ${moment} were read: of a log that is large or grows fast only the end is, and of rotated copies none from before the first look.`;
  return { code: 'log_unread', severity: 'info', message, file: null, line: null };
};

export const listLogs = async (context: Context, slug: string, query: LogQuery): Promise<LogPage> => {
  const workspace = await readStoredWorkspace(context, slug);
  const levels = levelsOf(query.level);
  if (query.before && !/^\d{1,15}$/.test(query.before)) throw invalid({ before: ['Give the id of a log line.'] });
  const rows = await context.store.logs.list(workspace.id, {
    levels,
    ...sourceOf(query.source),
    ...timesOf(query.since, context.clock.now()),
    ...(query.q && { text: query.q }),
    ...(query.before && { before: Number(query.before) }),
    limit: pageSize + 1,
  });
  const shown = rows.slice(0, pageSize);
  const problems = await context.store.readings.find(workspace.id, 'log_problems');
  const unread = await context.store.readings.find(workspace.id, 'log_unread');
  return {
    lines: shown.map(({ workspace_id: _, at, ...line }) => ({ ...line, at: isoTime(at) })),
    before: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    sources: await context.store.logs.listSources(workspace.id),
    problems: [
      ...(problems ? (JSON.parse(problems.data) as Problem[]) : []),
      ...(unread ? [unreadNote(Number(unread.data))] : []),
    ],
  };
};

/** Numbers only: a trend of words would be no line. */
export const readInsightHistory = async (context: Context, slug: string): Promise<InsightHistory> => {
  const workspace = await readStoredWorkspace(context, slug);
  const series = new Map<string, { at: string; value: number }[]>();
  for (const { title, at, value } of await context.store.readings.listInsightPoints(workspace.id)) {
    if (!/^\d+$/.test(value)) continue;
    const points = series.get(title) ?? [];
    points.push({ at: isoTime(at), value: Number(value) });
    series.set(title, points);
  }
  return { series: [...series].map(([title, points]) => ({ title, points })) };
};
