/** Answers short enough to be read: an agent pays for every word of them. */
import type { Problem, SourceRef } from '../contract/index.ts';

// About 10,000 tokens: more than that, and what matters is lost among the rest.
const longest = 40_000;
const rowsShown = 100;
/** Of a log. */
export const textShown = 16_000;

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const saysNothing = (value: unknown): boolean => value === null || value === false || value === '';

/** One line of JSON; what says nothing is left out, but for a list that was asked for: that there is nothing in it is the answer. */
export const textOf = (answer: object): string => {
  const text = JSON.stringify(answer, function (this: unknown, key: string, value: unknown) {
    const isLeftOut = saysNothing(value) || (this !== answer && isEmpty(value));
    return key !== '' && !Array.isArray(this) && isLeftOut ? undefined : value;
  });
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}… and ${text.length - longest} characters more: ask for less at once.`;
};

/** The first rows, and how to get at those beyond. */
export const firstRows = <T>(
  rows: readonly T[],
  howToNarrow: string,
): { rows: readonly T[]; more: string | undefined } => ({
  rows: rows.slice(0, rowsShown),
  more: rows.length > rowsShown ? `${rows.length - rowsShown} more: ${howToNarrow}` : undefined,
});

/** As many rows as can be read at once, by their texts; at least one, so that whoever asks on gets on. */
export const thatFit = <T>(rows: readonly T[], textOf: (row: T) => string): readonly T[] => {
  let room = textShown;
  const tooMany = rows.findIndex((row, index) => {
    room -= textOf(row).length;
    return room < 0 && index > 0;
  });
  return tooMany === -1 ? rows : rows.slice(0, tooMany);
};

/** `shop/models.py:12` */
export const placeOf = (source: SourceRef | null): string | null => source && `${source.file}:${source.line}`;

export const problemRow = ({ code, severity, message, file, line }: Problem): Record<string, unknown> => ({
  severity,
  code,
  message,
  at: file !== null && line !== null ? placeOf({ file, line }) : file,
});
