/** Lines in batches: the first at once, then at most one batch every 100 ms. */
import type { LineBlock, RunEvents } from '../runner.ts';

export type Batches = {
  add(text: string, lines: number): void;
  /** More lines wait than a batch should hold: stop reading until `onFlush`. */
  isFull(): boolean;
  /** While held, nothing is handed on; `drop` forgets what was held. */
  hold(): void;
  release(): void;
  drop(): void;
  /** Hands on what is left. */
  end(): void;
};

const intervalMs = 100;
/** Bounds memory under a flood. A line costs its text and the time that is set before it in the log. */
const maxBatchBytes = 1 * 1024 * 1024;
const lineBytes = 12;

export const createBatches = (onLines: NonNullable<RunEvents['onLines']>, onFlush: () => void): Batches => {
  let blocks: LineBlock[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let bytes = 0;
  let held = false;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held) return;
    lastAt = performance.now();
    const batch = blocks;
    blocks = [];
    bytes = 0;
    if (batch.length > 0) onLines(batch);
    onFlush();
  };
  const plan = (): void => {
    if (held || timer !== undefined || blocks.length === 0) return;
    timer = setTimeout(flushInTime, Math.max(0, lastAt + intervalMs - performance.now()));
  };
  /** A timer counts from when the event loop last looked at the clock, so after long work it may come early. */
  const flushInTime = (): void => {
    timer = undefined;
    if (performance.now() < lastAt + intervalMs) plan();
    else flush();
  };

  return {
    add: (text, lines) => {
      blocks.push({ at: Date.now(), text, lines });
      bytes += lines * lineBytes + text.length;
      plan();
    },
    isFull: () => !held && bytes >= maxBatchBytes,
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
