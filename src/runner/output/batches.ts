/**
 * Lines in batches: the first at once, then at most one batch every 100 ms. Once the log's first half has been handed on, a batch holds no
 * more than its last half could take: what could never be seen is skipped here, and a flood is told about once a second.
 */
import type { LineBlock, RunEvents } from '../runner.ts';

export type Batches = {
  add(text: string, lines: number): void;
  /** More waits than a batch should hold: stop reading until `onFlush`. */
  isFull(): boolean;
  /** While held, nothing is handed on; `drop` forgets what was held. */
  hold(): void;
  release(): void;
  drop(): void;
  /** Hands on what is left. */
  end(): void;
};

const intervalMs = 100;
const floodIntervalMs = 1000;
/** Bounds memory as long as nothing may be skipped. */
const maxBatchBytes = 1 * 1024 * 1024;
/** A line costs its text and the time that is set before it in the log. */
const sizeOf = ({ text, lines }: Pick<LineBlock, 'text' | 'lines'>): number => text.length + lines * 11;

export const createBatches = (
  logLimitBytes: number | null,
  onLines: NonNullable<RunEvents['onLines']>,
  onFlush: () => void,
): Batches => {
  const half = (logLimitBytes ?? Number.POSITIVE_INFINITY) / 2;
  let blocks: LineBlock[] = [];
  let bytes = 0;
  let skipped = 0;
  let handedOn = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let held = false;

  const maySkip = (): boolean => handedOn >= half;
  const skipOldest = (): void => {
    for (let oldest = blocks[0]; oldest && bytes - sizeOf(oldest) >= half; oldest = blocks[0]) {
      blocks.shift();
      bytes -= sizeOf(oldest);
      skipped += oldest.lines;
    }
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held) return;
    nextAt = performance.now() + (skipped > 0 ? floodIntervalMs : intervalMs);
    handedOn += bytes;
    const [batch, before] = [blocks, skipped];
    blocks = [];
    bytes = 0;
    skipped = 0;
    if (batch.length > 0) onLines(batch, before);
    onFlush();
  };
  const plan = (): void => {
    if (held || timer !== undefined || blocks.length === 0) return;
    timer = setTimeout(flushInTime, Math.max(0, nextAt - performance.now()));
  };
  /** A timer counts from when the event loop last looked at the clock, so after long work it may come early. */
  const flushInTime = (): void => {
    timer = undefined;
    if (performance.now() < nextAt) plan();
    else flush();
  };

  return {
    add: (text, lines) => {
      const block = { at: Date.now(), text, lines };
      blocks.push(block);
      bytes += sizeOf(block);
      if (maySkip()) skipOldest();
      plan();
    },
    isFull: () => !maySkip() && bytes >= maxBatchBytes,
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      plan();
    },
    drop: () => {
      blocks = [];
      bytes = 0;
    },
    end: () => {
      held = false;
      flush();
    },
  };
};
