/**
 * Keeps a run's log within its limit: the first half stays, of the rest the newest half stays, and what is cut between them is
 * counted. Lines are numbered from 1 through the cut, so that "lines after N" means the same before and after it.
 */
import { timeOfDay } from '../../kit/clock.ts';
import type { Store } from '../../store/store.ts';

/** Room for the line that tells of the cut. */
const cutLineBytes = 64;

export type LogRecorder = {
  append(lines: readonly { at: number; text: string }[]): Promise<void>;
  cutLines(): number;
};

type Batch = { firstSeq: number; lines: number; bytes: number };

export const createLogRecorder = (store: Store, runId: number, limitBytes: number): LogRecorder => {
  const half = Math.floor((limitBytes - cutLineBytes) / 2);
  let nextSeq = 1;
  let headBytes = 0;
  let headEnd: number | null = null;
  let tailBytes = 0;
  let tail: Batch[] = [];
  let cut = 0;

  const save = async (lines: string[], bytes: number): Promise<Batch> => {
    const batch = { firstSeq: nextSeq, lines: lines.length, bytes };
    await store.runLogs.append(runId, nextSeq, lines);
    nextSeq += lines.length;
    return batch;
  };

  const appendTail = async (lines: string[]): Promise<void> => {
    let bytes = 0;
    let start = lines.length;
    while (start > 0 && bytes + size(lines[start - 1]) <= half) bytes += size(lines[--start]);
    nextSeq += start;
    cut += start;
    if (start < lines.length) {
      tail.push(await save(lines.slice(start), bytes));
      tailBytes += bytes;
    }
    const keepFrom = tail.findIndex((batch) => {
      if (tailBytes <= half) return true;
      tailBytes -= batch.bytes;
      cut += batch.lines;
      return false;
    });
    if (keepFrom <= 0) return;
    tail = tail.slice(keepFrom);
    await store.runLogs.cut(runId, headEnd ?? 1, tail[0]?.firstSeq ?? nextSeq);
  };

  return {
    append: async (entries) => {
      const lines = entries.map(({ at, text }) => `[${timeOfDay(at)}] ${text}`);
      let fits = 0;
      if (headEnd === null) {
        let bytes = 0;
        while (fits < lines.length && headBytes + bytes + size(lines[fits]) <= half) bytes += size(lines[fits++]);
        if (fits > 0) await save(lines.slice(0, fits), bytes);
        headBytes += bytes;
        if (fits < lines.length) headEnd = nextSeq;
      }
      if (fits < lines.length) await appendTail(lines.slice(fits));
    },
    cutLines: () => cut,
  };
};

const size = (line: string | undefined): number => Buffer.byteLength(line ?? '') + 1;

const thousands = new Intl.NumberFormat('en-US');

/** The whole log as the contract shows it, with the cut said. */
export const readLogText = async (store: Store, runId: number): Promise<string> => {
  const parts: string[] = [];
  let next = 1;
  for (const { firstSeq, lines } of await store.runLogs.read(runId)) {
    if (firstSeq > next) parts.push(`… ${thousands.format(firstSeq - next)} lines cut …`);
    parts.push(...lines);
    next = firstSeq + lines.length;
  }
  return parts.join('\n');
};
