/** Time, so that a test can hold it still. Expiry uses `now()`, durations use `ticks()`, which never jumps. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that only ever grow, unrelated to the wall clock. */
  ticks(): number;
}

/** One for each service: what a test does to the clock of one holds for no other. */
export const createClock = (): Clock => ({ now: () => Date.now(), ticks: () => performance.now() });

/** How long something goes on, by ticks: a clock that is set meanwhile changes nothing of it. */
export type Stopwatch = { start(): void; stop(): void; ms(): number };

export const createStopwatch = ({ ticks }: Clock): Stopwatch => {
  let startedAt: number | null = null;
  let stoppedAt: number | null = null;
  return {
    start: () => {
      startedAt ??= ticks();
    },
    stop: () => {
      stoppedAt ??= ticks();
    },
    ms: () => (startedAt === null ? 0 : Math.round((stoppedAt ?? ticks()) - startedAt)),
  };
};

const two = (value: number): string => String(value).padStart(2, '0');

/** `HH:MM:SS` in this machine's local time, as the log and the log excerpt show it. */
export const timeOfDay = (ms: number): string => {
  const date = new Date(ms);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** `YYYY-MM-DD` in the same time. */
export const dayOf = (ms: number): string => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

export const isoTime = (ms: number): string => new Date(ms).toISOString();
