/** Lines in batches: the first at once, then at most one batch every 100 ms. */
import type { RunEvents } from '../runner.ts';

export type StampedLine = { at: number; text: string };
export type Batches = {
  add(text: string): void;
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
/** Bounds memory under a flood of short lines: some 5 MB. */
const maxBatchLines = 50_000;

export const createBatches = (onLines: NonNullable<RunEvents['onLines']>, onFlush: () => void): Batches => {
  let lines: StampedLine[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let held = false;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held) return;
    lastAt = performance.now();
    const batch = lines;
    lines = [];
    if (batch.length > 0) onLines(batch);
    onFlush();
  };
  const plan = (): void => {
    if (held || timer !== undefined || lines.length === 0) return;
    timer = setTimeout(flush, Math.max(0, lastAt + intervalMs - performance.now()));
  };

  return {
    add: (text) => {
      lines.push({ at: Date.now(), text });
      plan();
    },
    isFull: () => !held && lines.length >= maxBatchLines,
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      plan();
    },
    drop: () => {
      lines = [];
    },
    end: () => {
      held = false;
      flush();
    },
  };
};
