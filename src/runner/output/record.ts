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
  /** Whether everything is still held back, so that another attempt may take its place. */
  isHeld(): boolean;
  end(): Promise<OutputTotals & { failure: unknown }>;
  /** As if nothing had been written. */
  discard(): Promise<void>;
};

type Requested = Pick<RunRequest, 'logLimitBytes' | 'outputFile' | 'outputLimitBytes' | 'secrets'>;

const lastLines = 40;
/** Held back no further than this: then it is worth more shown. */
const maxHeldLines = 2000;

/** `heldMs`: for so long from its first line on the output is held back; null holds nothing back. */
export const createRecorder = (request: Requested, events: RunEvents, heldMs: number | null): Recorder => {
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
  let isHeld = heldMs !== null;
  let releasing: NodeJS.Timeout | undefined;
  if (isHeld) batches.hold();
  const release = (): void => {
    clearTimeout(releasing);
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
    if (isHeld && heldMs !== null) releasing ??= setTimeout(release, heldMs);
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
    isHeld: () => isHeld,
    end: async () => {
      const totals = collector.end();
      clearTimeout(releasing);
      batches.end();
      return { ...totals, failure: await kept.close() };
    },
    discard: async () => {
      clearTimeout(releasing);
      batches.drop();
      await kept.close();
    },
  };
};
