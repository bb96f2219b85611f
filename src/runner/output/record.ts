/** The output of one attempt on its way to the store: collector, batches and the kept file together. */
import { createMasker } from '../../masking/mask.ts';
import type { RunEvents, RunRequest } from '../runner.ts';
import { createBatches } from './batches.ts';
import { createCollector, type OutputTotals } from './collect.ts';
import { keepInFile, keepNothing } from './keep.ts';
import type { EmitBlock } from './lines.ts';

export type Recorder = {
  push(bytes: Uint8Array): void;
  mayGoOn(): Promise<void> | undefined;
  isCounting(): boolean;
  /** The end of the text so far: enough to see why a command failed. */
  lastText(): string;
  /** Hands on what was held back. */
  release(): void;
  /** Whether everything is still held back, so that another attempt may take its place. */
  isHeld(): boolean;
  end(): Promise<OutputTotals & { failure: unknown }>;
  /** As if nothing had been written. */
  discard(): Promise<void>;
};

const lastLines = 40;
/** Held back no further than this: then it is worth more shown. */
const maxHeldLines = 2000;

export const createRecorder = (request: RunRequest, events: RunEvents, held: boolean): Recorder => {
  const recent: { text: string; lines: number }[] = [];
  let recentLines = 0;
  let waiting: (() => void)[] = [];
  let lines = 0;
  const batches = createBatches(
    request.logLimitBytes,
    (batch, skipped) => events.onLines?.(batch, skipped),
    () => {
      for (const goOn of waiting) goOn();
      waiting = [];
    },
  );
  let isHeld = held;
  if (held) batches.hold();
  const release = (): void => {
    if (isHeld) batches.release();
    isHeld = false;
  };
  const kept = request.outputFile === null ? keepNothing : keepInFile(request.outputFile);
  const note: EmitBlock = (text, count) => {
    lines += count;
    recent.push({ text, lines: count });
    recentLines += count;
    while (recentLines - (recent[0]?.lines ?? 0) >= lastLines) recentLines -= recent.shift()?.lines ?? 0;
    batches.add(text, count);
    if (lines > maxHeldLines || batches.isFull()) release();
  };
  const collector = createCollector(request.outputLimitBytes, () => createMasker(request.secrets), note, kept);
  return {
    push: (bytes) => collector.push(bytes),
    isCounting: () => collector.isCounting(),
    mayGoOn: () => {
      if (kept.isBusy()) return kept.drained();
      return batches.isFull() ? new Promise((resolve) => waiting.push(resolve)) : undefined;
    },
    lastText: () =>
      recent
        .flatMap(({ text }) => text.split('\n'))
        .slice(-lastLines)
        .join('\n'),
    release,
    isHeld: () => isHeld,
    end: async () => {
      const totals = collector.end();
      batches.end();
      return { ...totals, failure: await kept.close() };
    },
    discard: async () => {
      batches.drop();
      await kept.close();
    },
  };
};
