/** The log and the output of a run at a terminal. A log keeps its ends, so lines may be cut out of it before they are read: their numbers tell. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLogPage } from '../contract/index.ts';
import { isOpen, lineTime } from '../contract/words.ts';
import { withCuts } from '../kit/cut-lines.ts';
import { ask, type Client } from './client.ts';
import { inert, print } from './print.ts';

const pollMs = 100;

/** `after`: the number of the last line before the page. */
export type PageReader = (page: RunLogPage, after: number) => void;

const readPage = (client: Client, id: number, after: number): Promise<RunLogPage> =>
  ask<RunLogPage>(client, 'GET', `api/task-runs/${id}/log/?after=${after}`);

/** Hands over the pages of a log as they come until the run has ended, or as long as there is patience for. */
export const followPages = async (
  client: Client,
  id: number,
  show: PageReader,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const until = performance.now() + patienceMs;
  let after = 0;
  for (;;) {
    const page = await readPage(client, id, after);
    show(page, after);
    after = page.last;
    if (performance.now() > until || (!isOpen(page.status) && page.lines.length === 0)) return;
    if (isOpen(page.status)) await sleep(pollMs);
  }
};

/** As the log of a run has it. */
export const printPage: PageReader = ({ lines }, after) => {
  for (const text of withCuts(lines, after)) print(inert(text));
};

const printOutputLine = (text: string): void => print(inert(text.replace(lineTime, '')));

/** Prints the lines of the kept output after that number; the number of the last one. A line without an end was cut by a crash. */
const printKeptOutput = async (client: Client, id: number, after: number): Promise<number> => {
  const decoder = new TextDecoder();
  let begun = '';
  let last = 0;
  for await (const piece of (await client.open(`api/task-runs/${id}/output/`)) ?? []) {
    const lines = (begun + decoder.decode(piece, { stream: true })).split('\n');
    begun = lines.pop() ?? '';
    const unseen = lines.slice(Math.max(0, after - last));
    last += lines.length;
    if (unseen.length > 0) print(unseen.map(inert).join('\n'));
  }
  return Math.max(after, last);
};

/**
 * What a command prints, as it prints it and whole. What came faster than it could be followed has been cut out of the log, and is printed from
 * the kept output when the run has ended: both number their lines alike. What is in neither is said to be cut.
 */
export const createOutputPrinter = (
  client: Client,
): { show(page: RunLogPage): void; printRest(id: number): Promise<void> } => {
  let last = 0;
  let isWhole = true;
  return {
    show: ({ lines }) => {
      for (const { seq, text } of lines) {
        isWhole &&= seq === last + 1;
        if (!isWhole) return;
        printOutputLine(text);
        last = seq;
      }
    },
    printRest: async (id) => {
      if (isWhole) return;
      last = await printKeptOutput(client, id, last);
      const { lines } = await readPage(client, id, last);
      for (const text of withCuts(lines, last)) printOutputLine(text);
    },
  };
};
