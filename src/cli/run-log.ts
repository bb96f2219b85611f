/** The log and the output of a run at a terminal. A log keeps its ends, so lines may be cut out of it before they are read: their numbers tell. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLogPage } from '../contract/index.ts';
import { isOpen, lineTime, maxLogLineBytes } from '../contract/words.ts';
import { withCuts } from '../kit/cut-lines.ts';
import { ask, type Client } from './client.ts';
import { inert, inertText, print } from './print.ts';

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

/** A character has four bytes at most. */
const mayBeBroken = (text: string): boolean => Buffer.byteLength(text) > maxLogLineBytes - 4;

/** Prints the kept output after that number of lines; false when none is kept. */
const printKeptOutput = async (client: Client, id: number, after: number): Promise<boolean> => {
  const output = await client.open(`api/task-runs/${id}/output/`);
  if (!output) return false;
  const decoder = new TextDecoder();
  let before = after;
  for await (const piece of output) {
    let text = decoder.decode(piece, { stream: true });
    for (; before > 0 && text.includes('\n'); before -= 1) text = text.slice(text.indexOf('\n') + 1);
    if (before === 0) process.stdout.write(inertText(text));
  }
  return true;
};

/**
 * What a command prints, as it prints it and whole. What came faster than it could be followed has been cut out of the log, and a long line is
 * broken there: from such a place on it is printed from the kept output when the run has ended. What is in neither is said to be cut.
 */
export const createOutputPrinter = (
  client: Client,
): { show(page: RunLogPage): void; printRest(id: number): Promise<void> } => {
  let last = 0;
  let isWhole = true;
  return {
    show: ({ lines }) => {
      for (const { seq, text } of lines) {
        isWhole &&= seq === last + 1 && !mayBeBroken(text);
        if (!isWhole) return;
        printOutputLine(text);
        last = seq;
      }
    },
    printRest: async (id) => {
      if (isWhole || (await printKeptOutput(client, id, last))) return;
      const { lines } = await readPage(client, id, last);
      for (const text of withCuts(lines, last)) printOutputLine(text);
    },
  };
};
