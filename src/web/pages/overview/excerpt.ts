/** The lines of the overview: the status tells of each the time of day alone, the stream knows the whole moment. */
import type { LogEntry, LogLine } from '../../../contract/index.ts';
import { excerptOf } from '../../../contract/words.ts';

export type ShownLine = {
  /** Two equal lines within a second are two lines: their place tells them apart. */
  key: string;
  entry: LogEntry;
  /** Null where the stream has not told it yet. */
  at: string | null;
  /** The lines from here on are of another day than those above; those of today need no word. */
  beginsDay: boolean;
};

const dayOf = (at: string | number): string => new Date(at).toDateString();

/** Whatever the zone of a clock, its seconds are the same. */
const secondsOf = (clock: string): number => Number(clock.slice(-2));

const isSame = (entry: LogEntry, line: LogLine): boolean =>
  excerptOf(line.message) === entry.message &&
  line.level === entry.level &&
  new Date(line.at).getUTCSeconds() === secondsOf(entry.timestamp);

/** `entries`: oldest first, as the status has them; `lines`: newest first, as the stream has them, and perhaps a poll behind. */
export function withMoments(entries: readonly LogEntry[], lines: readonly LogLine[], now: number): ShownLine[] {
  let from = 0;
  const moments = entries.toReversed().map((entry) => {
    const found = lines.findIndex((line, index) => index >= from && isSame(entry, line));
    if (found < 0) return null;
    from = found + 1;
    return lines[found]?.at ?? null;
  });
  let day = dayOf(now);
  return entries.map((entry, index) => {
    const at = moments.at(-1 - index) ?? null;
    const before = day;
    if (at !== null) day = dayOf(at);
    return { key: `${entry.timestamp} ${index}`, entry, at, beginsDay: day !== before };
  });
}
