/** What of a run's output is looked at when it has ended: the start by a parser of results, the end for the cause of a failure. */
import type { Readable } from 'node:stream';
import type { LineBlock } from '../../runner/runner.ts';

/** As much as a parser gets to see, */
const startLength = 4 * 1024 * 1024;
/** and no more lines: it makes a string of each. */
const startLines = 100_000;
/** The cause of a failure stands at the end, however much was printed before it. */
export const endLength = 256 * 1024;

export type SeenOutput = {
  add(blocks: readonly LineBlock[], skipped: number): void;
  /** Null when there is more of it than is looked at: half of a list is none. */
  start(): Promise<string | null>;
  end(): string;
};

const readStart = async (output: Readable | undefined): Promise<string | null> => {
  let start = '';
  let lines = 0;
  for await (const piece of output?.setEncoding('utf8') ?? []) {
    start += piece;
    lines += (piece as string).split('\n').length - 1;
    if (start.length >= startLength || lines >= startLines) return null;
  }
  return start;
};

/** Lines that were skipped on their way here are still in the kept output. */
export const createSeenOutput = (openKept: () => Promise<Readable | undefined>): SeenOutput => {
  let start = '';
  let end = '';
  let lines = 0;
  let isWhole = true;
  let isCut = false;
  return {
    add: (blocks, skipped) => {
      const isOpen = (): boolean => isWhole && start.length < startLength && lines < startLines;
      if (skipped > 0 && isOpen()) isWhole = false;
      for (const block of blocks) {
        if (isOpen()) start += `${block.text}\n`;
        else if (isWhole) isCut = true;
        lines += block.lines;
        end += `${block.text.slice(-endLength)}\n`;
        // Not at every block: a cut copies what stays.
        if (end.length > 4 * endLength) end = end.slice(-endLength);
      }
    },
    start: async () => {
      if (isCut) return null;
      return isWhole ? start : readStart(await openKept());
    },
    end: () => end.slice(-endLength),
  };
};
