/**
 * Keeps a run's log within its limit: the first half stays, of the rest the newest half stays, and what is cut between them is
 * counted. Lines are numbered from 1 through the cut, so that "lines after N" means the same before and after it.
 */
import { timeOfDay } from '../../kit/clock.ts';
import { cutLine } from '../../kit/cut-lines.ts';
import type { LineBlock } from '../../runner/runner.ts';
import type { StoreNouns } from '../../store/store.ts';
import { groupBlocks, sizeOf, splitFirst, splitLast } from './line-blocks.ts';

/** Room for the line that tells of the cut. */
const cutLineBytes = 64;

type LogRecorder = {
  /** Within the caller's transaction: one commit for a whole batch. */
  append(store: StoreNouns, blocks: readonly LineBlock[], skipped: number): Promise<void>;
  cutLines(): number;
};

type Piece = { firstSeq: number; lines: number; bytes: number };

/** The tail is dropped piece by piece: small ones, so that it stays nearly full. */
const piecesOfTail = 16;

const stamp = ({ at, text }: LineBlock): string => {
  const time = `[${timeOfDay(at)}] `;
  return time + text.replaceAll('\n', `\n${time}`);
};

export const createLogRecorder = (runId: number, limitBytes: number): LogRecorder => {
  const half = Math.floor((limitBytes - cutLineBytes) / 2);
  let nextSeq = 1;
  let headBytes = 0;
  let headEnd: number | null = null;
  let tailBytes = 0;
  const tail: Piece[] = [];
  let cut = 0;

  const save = async (store: StoreNouns, blocks: readonly LineBlock[]): Promise<Piece> => {
    const lines = countLines(blocks);
    const piece = { firstSeq: nextSeq, lines, bytes: sumSizes(blocks) };
    await store.runLogs.append(runId, nextSeq, blocks.map(stamp).join('\n'), lines);
    nextSeq += lines;
    return piece;
  };

  /** Drops the oldest pieces of the tail until the rest fits into so much room. */
  const trimTail = async (store: StoreNouns, room: number): Promise<void> => {
    const before = tail.length;
    while (tailBytes > room && tail.length > 0) {
      const oldest = tail.shift() as Piece;
      tailBytes -= oldest.bytes;
      cut += oldest.lines;
    }
    if (tail.length < before) await store.runLogs.cut(runId, headEnd ?? 1, tail[0]?.firstSeq ?? nextSeq);
  };

  const appendTail = async (store: StoreNouns, blocks: readonly LineBlock[]): Promise<void> => {
    // Of more lines than fit at once the first are cut before they are stored.
    const { rest, last } = splitLast(blocks, half);
    nextSeq += countLines(rest);
    cut += countLines(rest);
    for (const group of groupBlocks(last, half / piecesOfTail)) {
      const piece = await save(store, group);
      tail.push(piece);
      tailBytes += piece.bytes;
    }
    await trimTail(store, half);
  };

  /** A log has one cut: what stood before skipped lines goes with them. */
  const skip = async (store: StoreNouns, lines: number): Promise<void> => {
    headEnd ??= nextSeq;
    nextSeq += lines;
    cut += lines;
    await trimTail(store, 0);
  };

  return {
    append: async (store, blocks, skipped) => {
      let waiting = blocks;
      if (skipped > 0) await skip(store, skipped);
      if (headEnd === null) {
        const { first, rest } = splitFirst(blocks, half - headBytes);
        if (first.length > 0) headBytes += (await save(store, first)).bytes;
        if (rest.length > 0) headEnd = nextSeq;
        waiting = rest;
      }
      if (waiting.length > 0) await appendTail(store, waiting);
    },
    cutLines: () => cut,
  };
};

const countLines = (blocks: readonly LineBlock[]): number => blocks.reduce((sum, { lines }) => sum + lines, 0);
const sumSizes = (blocks: readonly LineBlock[]): number => blocks.reduce((sum, block) => sum + sizeOf(block), 0);

/** The whole log as the contract shows it, with the cut said. */
export const readLogText = async (store: StoreNouns, runId: number): Promise<string> => {
  const parts: string[] = [];
  let next = 1;
  for (const { firstSeq, lines } of await store.runLogs.read(runId)) {
    if (firstSeq > next) parts.push(cutLine(firstSeq - next));
    parts.push(lines.join('\n'));
    next = firstSeq + lines.length;
  }
  return parts.join('\n');
};
