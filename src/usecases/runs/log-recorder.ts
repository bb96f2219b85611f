/**
 * Keeps a run's log within its limit: the first half stays, of the rest the newest half stays, and what is cut between them is
 * counted. Lines are numbered from 1 through the cut, so that "lines after N" means the same before and after it.
 */
import { timeOfDay } from '../../kit/clock.ts';
import { withThousands } from '../../kit/numbers.ts';
import type { StoreNouns } from '../../store/store.ts';

/** Room for the line that tells of the cut. */
const cutLineBytes = 64;

export type LogRecorder = {
  /** Within the caller's transaction: one commit for a whole batch. */
  append(store: StoreNouns, lines: readonly { at: number; text: string }[]): Promise<void>;
  cutLines(): number;
};

type Piece = { firstSeq: number; lines: number; bytes: number };

/** The tail is dropped piece by piece: small ones, so that it stays nearly full. */
const piecesOfTail = 16;

export const createLogRecorder = (runId: number, limitBytes: number): LogRecorder => {
  const half = Math.floor((limitBytes - cutLineBytes) / 2);
  let nextSeq = 1;
  let headBytes = 0;
  let headEnd: number | null = null;
  let tailBytes = 0;
  const tail: Piece[] = [];
  let cut = 0;

  const save = async (store: StoreNouns, lines: string[], bytes: number): Promise<Piece> => {
    const batch = { firstSeq: nextSeq, lines: lines.length, bytes };
    await store.runLogs.append(runId, nextSeq, lines);
    nextSeq += lines.length;
    return batch;
  };

  /** Drops the oldest pieces of the tail until the rest fits. */
  const trimTail = async (store: StoreNouns): Promise<void> => {
    const before = tail.length;
    while (tailBytes > half && tail.length > 0) {
      const oldest = tail.shift() as Piece;
      tailBytes -= oldest.bytes;
      cut += oldest.lines;
    }
    if (tail.length < before) await store.runLogs.cut(runId, headEnd ?? 1, tail[0]?.firstSeq ?? nextSeq);
  };

  const appendTail = async (store: StoreNouns, lines: string[]): Promise<void> => {
    // Of more lines than fit at once the first are cut before they are stored.
    let start = lines.length;
    for (let bytes = 0; start > 0; start--) {
      bytes += size(lines[start - 1]);
      if (bytes > half) break;
    }
    nextSeq += start;
    cut += start;
    for (const piece of pieces(lines.slice(start), half / piecesOfTail)) {
      tail.push(await save(store, piece.lines, piece.bytes));
      tailBytes += piece.bytes;
    }
    await trimTail(store);
  };

  return {
    append: async (store, entries) => {
      const lines = entries.map(({ at, text }) => `[${timeOfDay(at)}] ${text}`);
      let fits = 0;
      if (headEnd === null) {
        let bytes = 0;
        while (fits < lines.length && headBytes + bytes + size(lines[fits]) <= half) bytes += size(lines[fits++]);
        if (fits > 0) await save(store, lines.slice(0, fits), bytes);
        headBytes += bytes;
        if (fits < lines.length) headEnd = nextSeq;
      }
      if (fits < lines.length) await appendTail(store, lines.slice(fits));
    },
    cutLines: () => cut,
  };
};

/** Lines in groups of about so many bytes; a longer line is a group of its own. */
function* pieces(lines: readonly string[], bytesEach: number): Generator<{ lines: string[]; bytes: number }> {
  let group: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    if (group.length > 0 && bytes + size(line) > bytesEach) {
      yield { lines: group, bytes };
      group = [];
      bytes = 0;
    }
    group.push(line);
    bytes += size(line);
  }
  if (group.length > 0) yield { lines: group, bytes };
}

const size = (line: string | undefined): number => Buffer.byteLength(line ?? '') + 1;

/** The whole log as the contract shows it, with the cut said. */
export const readLogText = async (store: StoreNouns, runId: number): Promise<string> => {
  const parts: string[] = [];
  let next = 1;
  for (const { firstSeq, lines } of await store.runLogs.read(runId)) {
    if (firstSeq > next) parts.push(`… ${withThousands(firstSeq - next)} lines cut …`);
    parts.push(...lines);
    next = firstSeq + lines.length;
  }
  return parts.join('\n');
};
