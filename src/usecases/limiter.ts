import type { Clock } from '../kit/clock.ts';

/** Counts events by key in a sliding window. Uses ticks: a clock that is set back or forward neither blocks nor frees anyone. */
export type Limiter = {
  /** Seconds to wait when `most` events stand in the window already, else 0. */
  waitSeconds(key: string, most: number): number;
  count(key: string): void;
  /** Takes the newest count back. */
  forgive(key: string): void;
};

/** Bound on keys, so that an attacker who varies the key cannot fill the memory. */
const mostKeys = 10_000;

export const createLimiter = (clock: Clock, windowMs: number): Limiter => {
  const events = new Map<string, number[]>();
  const recent = (key: string): number[] => {
    const since = clock.ticks() - windowMs;
    const times = (events.get(key) ?? []).filter((time) => time > since);
    if (times.length === 0) events.delete(key);
    else events.set(key, times);
    return times;
  };
  return {
    waitSeconds: (key, most) => {
      const times = recent(key);
      const oldest = times[times.length - most];
      return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + windowMs - clock.ticks()) / 1000));
    },
    count: (key) => {
      const times = recent(key);
      times.push(clock.ticks());
      events.delete(key);
      events.set(key, times);
      if (events.size > mostKeys) events.delete(events.keys().next().value ?? '');
    },
    forgive: (key) => {
      const times = events.get(key);
      times?.pop();
      if (times?.length === 0) events.delete(key);
    },
  };
};
