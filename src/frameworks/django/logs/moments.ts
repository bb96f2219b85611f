/** When the lines of a file were written, also those that do not tell it whole. */
import type { ParsedLine } from './lines/parsed-line.ts';
import { parseClock } from './lines/timestamps.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A moment that no line is after, up to the zones of clocks. Archives may set the time of a file to the beginning of all time. */
export const latestOf = (writtenAt: number): number =>
  (writtenAt < Date.UTC(2000, 0) ? Date.now() : Math.min(Date.now(), writtenAt)) + dayMs;

/** One without a day is of the last that has its time before the line after it; one without any time is told with the one before it. */
export const momentsOf = (entries: readonly ParsedLine[], writtenAt: number, timeZone: string | null): number[] => {
  let latest = writtenAt;
  const told = entries.toReversed().map(({ at, clock }) => {
    const moment = at ?? (clock === null ? undefined : parseClock(clock, latest, timeZone));
    latest = moment ?? latest;
    return moment;
  });
  told.reverse();
  let before = told.find((moment) => moment !== undefined) ?? writtenAt;
  return told.map((moment) => {
    before = moment ?? before;
    return before;
  });
};
