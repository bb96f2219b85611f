import { exitCodes } from './exit-codes.ts';

/** Aborted by Ctrl-C, and whatever else asks for the end; `release` when there is nothing left to be ended in order. */
export const listenForEnd = (): { stop: AbortSignal; release(): void } => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const signal of signals) process.once(signal, end);
  return {
    stop: stop.signal,
    release: () => {
      for (const signal of signals) process.off(signal, end);
    },
  };
};

const stopWithinMs = 5000;

/** From now on a stop that takes too long ends the program all the same: running commands die with it in any case. */
export const limitStop = (): void => {
  setTimeout(() => process.exit(exitCodes.failed), stopWithinMs).unref();
};
