/** When something that happens often is acted on. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long to wait for quiet, and at most. A database is written by every request of a running site, and an install makes
 * many names one after the other, so they wait longer.
 */
export const delays = {
  files: { quietMs: 300, mostMs: 2000 },
  logs: { quietMs: 300, mostMs: 1000 },
  database: { quietMs: 3000, mostMs: 60_000 },
  packages: { quietMs: 2000, mostMs: 30_000 },
} as const;

export type Kind = keyof typeof delays;

/**
 * One save is told by a few events within milliseconds, six by an editor that writes beside and renames. Then so much quiet is enough: it was
 * most of the time from a save to its showing. A check-out or a copy makes more of them, with pauses in between.
 */
const save = { events: 12, quietMs: 100 };

export type Debounce = { note(kind: Kind, since?: number): void; clear(): void };

/** Calls `fire` once things have been quiet for a while, or have not been for too long; with when they began. */
export const debounce = (fire: (kind: Kind, since: number) => void): Debounce => {
  const pending = new Map<Kind, { since: number; events: number; timer: NodeJS.Timeout }>();
  return {
    note: (kind, began = performance.now()) => {
      const before = pending.get(kind);
      const events = (before?.events ?? 0) + 1;
      const { mostMs } = delays[kind];
      const quietMs = kind === 'files' && events <= save.events ? save.quietMs : delays[kind].quietMs;
      const since = before?.since ?? began;
      if (before) clearTimeout(before.timer);
      const wait = Math.max(0, Math.min(quietMs, since + mostMs - performance.now()));
      const timer = setTimeout(() => {
        pending.delete(kind);
        fire(kind, since);
      }, wait).unref();
      pending.set(kind, { since, events, timer });
    },
    clear: () => {
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
};

/** A tree that changes all the time is not listed all the time. */
const pauseMs = 50;

/** Does `work` one at a time; when it is asked for meanwhile, once more after that. Never throws: one that fails is done again when it is asked for. */
export const oneAtATime = (work: () => Promise<void>): (() => Promise<void>) => {
  let going: Promise<void> | undefined;
  let isWanted = false;
  const go = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await work().catch(() => undefined);
      if (isWanted) await sleep(pauseMs, undefined, { ref: false });
    }
    going = undefined;
  };
  return () => {
    isWanted = true;
    going ??= go();
    return going;
  };
};
