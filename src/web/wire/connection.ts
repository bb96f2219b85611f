/**
 * Whether the service answers. Every request reports here; the banner reads it.
 * `since` is the moment of the first failed request after the last answer, not the moment somebody looked.
 */
import { useSyncExternalStore } from 'react';

export type Connection = { since: Date | null; failures: number };

let state: Connection = { since: null, failures: 0 };
const listeners = new Set<() => void>();

function set(next: Connection): void {
  state = next;
  for (const listener of listeners) listener();
}

export const connection = {
  read: (): Connection => state,
  answered(): void {
    if (state.since) set({ since: null, failures: 0 });
  },
  failed(): void {
    set({ since: state.since ?? new Date(), failures: state.failures + 1 });
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
