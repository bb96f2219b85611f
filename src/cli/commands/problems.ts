/** What the scans found wrong or could not read: a number of problems alone helps nobody at a terminal. */
import type { Problem, Status } from '../../contract/index.ts';
import { isOpen } from '../../contract/words.ts';
import { ask, type Client } from '../client.ts';
import type { Cell } from '../print.ts';

const shownAtMost = 20;
const kinds = ['schema', 'migrations', 'fixtures'] as const;
const order = ['error', 'warning', 'info'];

/** Of each kind that was read, as it was read last; nothing of one that was not. */
export const listProblems = async (client: Client, { workspace, scans }: Status): Promise<Problem[]> => {
  const path = `api/workspaces/${encodeURIComponent(workspace)}`;
  const read = kinds.filter((kind) => scans.some((scan) => scan.kind === kind && !isOpen(scan.status)));
  const each = await Promise.all(
    read.map((kind) => ask<{ problems: Problem[] }>(client, 'GET', `${path}/${kind}/`).catch(() => ({ problems: [] }))),
  );
  const all = each.flatMap(({ problems }) => problems);
  return all.sort((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
};

const placeOf = ({ file, line }: Problem): string => (line === null ? (file ?? '') : `${file}:${line}`);

export const problemRows = (problems: readonly Problem[]): Cell[][] => {
  const rows = problems.slice(0, shownAtMost).map((problem) => [problem.severity, placeOf(problem), problem.message]);
  const more = problems.length - rows.length;
  return more > 0 ? [...rows, ['…', '', `${more} more, which the window tells`]] : rows;
};
