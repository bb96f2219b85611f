import { setTimeout as sleep } from 'node:timers/promises';
import type { LogLine, LogPage, Problem, Scan, Status } from '../../contract/index.ts';
import { isOpen, scanKinds } from '../../contract/words.ts';
import { dayOf, timeOfDay } from '../../kit/clock.ts';
import { plural } from '../../kit/numbers.ts';
import { ask, type Client, withClient } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  type Cell,
  inert,
  paint,
  print,
  printError,
  printJson,
  printTable,
  progressLine,
  statusCell,
} from '../print.ts';
import { limitStop, listenForEnd } from '../stop-limit.ts';
import { listProblems, problemRows } from './problems.ts';

const pollMs = 150;

const pathOf = (slug: string, resource: string): string => `api/workspaces/${encodeURIComponent(slug)}/${resource}/`;
const statusPath = (slug: string): string => pathOf(slug, 'status');

const heading = (text: string): void => print(`\n${paint('bold', text)}`);

/** `none`: a heading with nothing below looks as if something were missing. */
const section = (title: string, rows: readonly (readonly Cell[])[], none: string): void => {
  heading(title);
  if (rows.length > 0) printTable(rows);
  else print(none);
};

const notRead = 'Not read yet.';
const logLinesShown = 10;

/** One of last week would read as of this morning without its day. */
const logLineText = ({ at, level, message }: LogLine): string => {
  const moment = Date.parse(at);
  const day = dayOf(moment);
  const time = day === dayOf(Date.now()) ? timeOfDay(moment) : `${day} ${timeOfDay(moment)}`;
  return `${time} ${level.padEnd(8)} ${message}`;
};

/** As the window has them. The payload, newest first, tells of some before them too: whoever waits for one finds it there. */
const newestOfEachKind = (scans: readonly Scan[]): Scan[] =>
  scanKinds.flatMap((kind) => {
    const ofKind = scans.filter((scan) => scan.kind === kind);
    // One may wait while the one before it goes on.
    return ofKind.find(({ status }) => status === 'running') ?? ofKind[0] ?? [];
  });

/** Without a service nobody comes to what waits, however often one looks. */
export const nobodyReads = (slug: string): string => `Nobody reads it without a service. Try: inspector scan ${slug}`;

/** `lines`: newest first. The payload tells the time of day alone. */
const printStatus = (
  status: Status,
  problems: readonly Problem[],
  lines: readonly LogLine[],
  isServed: boolean,
): void => {
  print(paint('bold', status.workspace));
  const { insights, apps, scans, tasks } = status;
  section(
    'Insights',
    insights.map(({ title, value, delta }) => [title, value, delta ?? '']),
    notRead,
  );
  section(
    'Apps',
    apps.map((app) => [
      app.label,
      `${app.pending_migrations} pending`,
      app.models === undefined ? 'models unknown' : plural(app.models, 'model'),
    ]),
    // A run has an insight of its own before anything was read.
    insights.some(({ title }) => title === 'Installed apps') ? 'No app with models or migrations was found.' : notRead,
  );
  const newest = newestOfEachKind(scans);
  section(
    'Scans',
    newest.map(({ id, kind, status, summary }) => [String(id), kind, statusCell(status), summary]),
    'None yet.',
  );
  if (!isServed && newest.some((scan) => isOpen(scan.status))) print(nobodyReads(status.workspace));
  if (problems.length > 0) section('Problems', problemRows(problems), '');
  section(
    'Runs',
    tasks.map(({ id, label, status, progress }) => [String(id), label, statusCell(status), `${progress} %`]),
    'None yet.',
  );
  heading('Log');
  if (lines.length === 0) print('No lines yet.');
  for (const line of lines.slice(0, logLinesShown).reverse()) print(inert(logLineText(line)));
};

export const status = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const slug = positionals[0] ?? '';
    const payload = await ask<Status>(client, 'GET', statusPath(slug));
    if (options.json) printJson(payload);
    else {
      const problems = await listProblems(client, payload);
      const { lines } = await ask<LogPage>(client, 'GET', pathOf(slug, 'logs'));
      printStatus(payload, problems, lines, client.url !== null);
    }
    return exitCodes.ok;
  });

/** Of each kind the newest that is not done: one before it, which began earlier, says nothing about now. */
const askedScans = (scans: readonly Scan[], kind: string | undefined): Set<number> => {
  const open = scans.filter((scan) => isOpen(scan.status) && (kind === undefined || scan.kind === kind));
  const byKind = Map.groupBy(open, (scan) => scan.kind);
  return new Set([...byKind.values()].map((same) => Math.max(...same.map(({ id }) => id))));
};

/** Reads a project anew and waits for the end, or as long as there is patience for and nobody says stop. `onOpen` is told what still goes on. */
export const scanAndWait = async (
  client: Client,
  slug: string,
  kind: string | undefined,
  onOpen: (open: readonly Scan[]) => void,
  patienceMs = Number.POSITIVE_INFINITY,
  stop?: AbortSignal,
): Promise<{ payload: Status; done: Scan[] }> => {
  const asked = await ask<Status>(client, 'POST', `api/workspaces/${encodeURIComponent(slug)}/scans/`, { kind });
  const ids = askedScans(asked.scans, kind);
  const until = performance.now() + patienceMs;
  for (;;) {
    const payload = await ask<Status>(client, 'GET', statusPath(slug));
    const done = payload.scans.filter((scan) => ids.has(scan.id));
    const open = done.filter((scan) => isOpen(scan.status));
    if (open.length === 0 || performance.now() > until || stop?.aborted) return { payload, done };
    onOpen(open);
    await sleep(pollMs);
  }
};

const scanAndPrint = async (
  client: Client,
  slug: string,
  kind: string | undefined,
  isJson: boolean,
): Promise<number> => {
  const line = progressLine();
  const { stop, release } = listenForEnd();
  const show = (open: readonly Scan[]): void =>
    line.show(open.map((one) => `${one.kind} ${one.progress} %`).join(' · '));
  const { payload, done } = await scanAndWait(client, slug, kind, show, undefined, stop);
  line.clear();
  if (done.some((entry) => isOpen(entry.status))) {
    limitStop();
    const here = 'Cut short: the next service or scan reads it anew.';
    printError(client.url === null ? here : 'Not waited for any longer: the service goes on with it.');
    return exitCodes.givenUp;
  }
  release();
  if (isJson) printJson(payload);
  else printTable(done.map((entry) => [entry.kind, statusCell(entry.status), entry.summary]));
  return done.some((entry) => entry.status === 'failed') ? exitCodes.failed : exitCodes.ok;
};

export const scan = async ({ config, positionals, options }: Invocation): Promise<number> => {
  const kind = typeof options.kind === 'string' ? options.kind : undefined;
  if (kind !== undefined && !scanKinds.some((known) => known === kind)) {
    printError(`There is no kind "${kind}". Choose one of ${scanKinds.join(', ')}.`);
    return exitCodes.usage;
  }
  const slug = positionals[0] ?? '';
  return withClient(config, (client) => scanAndPrint(client, slug, kind, options.json === true), {
    work: 'scans',
    slug,
  });
};
