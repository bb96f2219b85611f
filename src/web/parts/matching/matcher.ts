/** A user's regular expression, tried in a worker: one that does not come to an end costs the worker, not the window. */
import type { Answer, Question } from './match.ts';

/** Far above what a thousand lines take on a busy machine. */
const patienceMs = 2_000;

type Desk = { worker: Worker; ready: Promise<void>; isBroken: boolean };

export type Matcher = {
  /** Which of the texts match; `slow` when the expression takes too long on them. One question at a time. */
  find(texts: readonly string[]): Promise<Answer>;
  /** Ends a question that is still under way. */
  close(): void;
};

/** Kept for the next expression, which comes with the next letter typed. */
let spare: Desk | null = null;

function openDesk(): Desk {
  const worker = new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module' });
  const ready = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true });
    worker.addEventListener('error', () => reject(new Error('The search could not be started.')), { once: true });
  });
  const desk = { worker, ready, isBroken: false };
  // Not kept for the next expression: its file may be there again by then.
  ready.catch(() => {
    desk.isBroken = true;
    if (spare === desk) spare = null;
  });
  return desk;
}

const tooSlow: Answer = { hits: [], slow: true };

export function openMatcher(pattern: RegExp): Matcher {
  let desk: Desk | null = spare ?? openDesk();
  spare = null;
  let stop: ((answer: Answer) => void) | null = null;
  const give = (): void => {
    desk?.worker.terminate();
    desk = null;
    stop?.(tooSlow);
  };
  return {
    find: async (texts) => {
      if (!desk) return tooSlow;
      const { worker, ready } = desk;
      await ready;
      if (!desk) return tooSlow;
      return new Promise<Answer>((resolve) => {
        const timer = setTimeout(give, patienceMs);
        stop = (answer) => {
          clearTimeout(timer);
          stop = null;
          resolve(answer);
        };
        worker.onmessage = (event: MessageEvent<Answer>) => stop?.(event.data);
        worker.postMessage({ source: pattern.source, flags: pattern.flags, texts } satisfies Question);
      });
    },
    close: () => {
      if (stop) return give();
      if (desk && !spare && !desk.isBroken) spare = desk;
      else desk?.worker.terminate();
      desk = null;
    },
  };
}
