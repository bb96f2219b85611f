/**
 * Whether the service answers. Every request reports here; the banner reads it.
 * `since` is the moment of the first failed request after the last answer, not the moment somebody looked.
 */
import { useSyncExternalStore } from 'react';
import { serviceNow } from './clock.ts';

export type Connection = {
  /** By the service's clock, as every other time of the window. */
  since: Date | null;
  /** Of polls, which are the attempts to reach it again. What someone presses meanwhile lets nobody wait longer. */
  failures: number;
  /** It is there and says nothing: busy beyond measure, or hung. */
  isSilent: boolean;
};

const answering: Connection = { since: null, failures: 0, isSilent: false };

let state = answering;
/** How often the service has answered. */
let answers = 0;
const listeners = new Set<() => void>();

/** A poll is answered within milliseconds, beside as many runs as there are cores within one or two seconds. */
const silentAfterSeconds = 5;

function set(next: Connection): void {
  state = next;
  for (const listener of listeners) listener();
}

export const connection = {
  read: (): Connection => state,
  answered(): void {
    answers += 1;
    if (state.since) set(answering);
  },
  failed({ isSilent = false, isPoll = false } = {}): void {
    set({ since: state.since ?? new Date(serviceNow()), failures: state.failures + Number(isPoll), isSilent });
  },
  /** Someone expects it to be there again: the next attempts come as soon as the first did. */
  expected(): void {
    set({ ...state, failures: 0 });
  },
  /** A question was asked whose answer is always at hand; gives what is to be called when it is over. */
  asked(): () => void {
    const at = new Date(serviceNow());
    let seconds = 0;
    let heard = answers;
    // Counted are seconds in which this page is awake: a machine that slept or has no time for us either says nothing about the service.
    const timer = setInterval(() => {
      seconds = heard === answers ? seconds + 1 : 0;
      heard = answers;
      if (seconds === silentAfterSeconds && state.since === null) set({ since: at, failures: 0, isSilent: true });
    }, 1_000);
    return () => clearInterval(timer);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.read);

const pollMs = 3_000;
const hiddenPollMs = 15_000;
const longestWaitMs = 20_000;

/** 3 s while someone looks, 15 s in a hidden tab; 3, 6, 12, 20 s … while the service is away. */
export function pollEveryMs(hidden = document.visibilityState === 'hidden'): number {
  const { failures } = state;
  if (failures > 0) return Math.min(longestWaitMs, pollMs * 2 ** Math.min(failures - 1, 4));
  return hidden ? hiddenPollMs : pollMs;
}
