/** What a service shows of a workspace, without what may differ between two that look at the same folder: ids, times, differences. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine, LogPage, Status } from '../../src/contract/index.ts';
import type { Measured } from '../service/measured.ts';

/** Told by what only the one service has done: a check that was run, lines that it saw being written. */
const ownTitles = new Set(['System check', 'Errors in the last hour']);

const isDifference = (delta: string): boolean => /^(?:no change|was .*|[+−]\d+)$/.test(delta);

const timeless = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(timeless);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'read_at' ? [] : [[key, timeless(inner)]])),
  );
};

export const readStatus = async (service: Measured, slug: string): Promise<Status> =>
  JSON.parse((await service.read(`/api/workspaces/${slug}/status/`)).text) as Status;

export type Shown = Record<string, unknown>;

export const readShown = async (service: Measured, slug: string): Promise<Shown> => {
  const status = await readStatus(service, slug);
  const document = async (kind: string): Promise<unknown> =>
    timeless(JSON.parse((await service.read(`/api/workspaces/${slug}/${kind}/`)).text));
  const newest = new Map(status.scans.toReversed().map((scan) => [scan.kind, scan]));
  return {
    insights: status.insights
      .filter(({ title }) => !ownTitles.has(title))
      .map(({ delta, ...insight }) => (delta === undefined || isDifference(delta) ? insight : { ...insight, delta })),
    apps: status.apps,
    nodes: status.schema.nodes,
    // The port is each one's own.
    doc_links: status.doc_links.map(({ title, url }) => `${title} ${url.replace(/(localhost|127\.0\.0\.1):\d+/, '')}`),
    scans: (['schema', 'migrations', 'fixtures'] as const).map((kind) => [
      newest.get(kind)?.status,
      newest.get(kind)?.summary,
    ]),
    schema: await document('schema'),
    migrations: await document('migrations'),
    fixtures: await document('fixtures'),
  };
};

/** Where two differ, in a few words each. */
export const listDifferences = (left: unknown, right: unknown, at = ''): string[] => {
  if (JSON.stringify(left) === JSON.stringify(right)) return [];
  const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isNested(left) || !isNested(right))
    return [`${at}: ${JSON.stringify(left)?.slice(0, 160)} ≠ ${JSON.stringify(right)?.slice(0, 160)}`];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) =>
    listDifferences((left as Shown)[name], (right as Shown)[name], at === '' ? name : `${at}.${name}`),
  );
};

const readLogPages = async (service: Measured, slug: string): Promise<LogLine[]> => {
  const lines: LogLine[] = [];
  let before: number | null = null;
  do {
    const query: string = before === null ? '' : `?before=${before}`;
    const page = JSON.parse((await service.read(`/api/workspaces/${slug}/logs/${query}`)).text) as LogPage;
    lines.push(...page.lines);
    before = page.before;
  } while (before !== null && lines.length < 20_000);
  return lines.reverse();
};

/** Numbers of the lines that a bench wrote, in the order in which they are shown. */
export const readLineNumbers = async (service: Measured, slug: string): Promise<number[]> =>
  (await readLogPages(service, slug)).flatMap(({ message }) => {
    const found = /day line (\d+)/.exec(message);
    return found ? [Number(found[1])] : [];
  });

/** Every name, size, time and byte of a folder, but not when it was last read. */
export const fingerprintTree = (root: string): Map<string, string> => {
  const seen = new Map<string, string>();
  const walk = (path: string): void => {
    const stats = lstatSync(path, { bigint: true });
    const isFile = stats.isFile();
    const content = isFile
      ? createHash('sha1').update(readFileSync(path)).digest('hex')
      : stats.isSymbolicLink()
        ? readlinkSync(path)
        : '';
    seen.set(path, `${stats.mode} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs} ${content}`);
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
  };
  walk(root);
  return seen;
};

export const listTouched = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
