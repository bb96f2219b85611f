/** A log keeps its ends: where lines were cut out of it, their number stands in their place. */
import { plural } from './numbers.ts';

export const cutLine = (lines: number): string => `… ${plural(lines, 'line')} cut …`;

/** The texts of numbered lines, with what was cut out after line `after` and between them said. */
export function* withCuts(lines: Iterable<{ seq: number; text: string }>, after: number): Generator<string> {
  let last = after;
  for (const { seq, text } of lines) {
    if (seq > last + 1) yield cutLine(seq - last - 1);
    yield text;
    last = seq;
  }
}
