import type { LogLine, LogPage } from '../../../contract/index.ts';
import { patternOf } from '../../parts/matching/marking.ts';

/** Lines that say the same one after the other, shown once. */
export type Group = { first: LogLine; last: LogLine; count: number };

const sameWords = (a: LogLine, b: LogLine): boolean =>
  a.message === b.message &&
  a.level === b.level &&
  a.source === b.source &&
  a.logger === b.logger &&
  a.detail === b.detail;

export function fold(lines: readonly LogLine[]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group && sameWords(group.last, line)) {
      group.last = line;
      group.count++;
    } else groups.push({ first: line, last: line, count: 1 });
  }
  return groups;
}

/** Some lines: a message of kilobytes, SQL or a payload, would push all others out of sight. Up to this it is shown whole. */
const mostWhole = 500;
/** Between two words, or in the middle of one that does not end. */
const firstPart = /^.{300,400}(?=\s)|^.{1,400}/su;

/** What of a message is shown at first, and what of it waits until someone asks. */
export function cutMessage(message: string): { shown: string; rest: string } {
  const [shown] = (message.length > mostWhole && firstPart.exec(message)) || [message];
  return { shown, rest: message.slice(shown.length) };
}

export const asText = (lines: readonly LogLine[]): string =>
  lines
    .map(
      (line) =>
        `${line.at} ${line.level.toUpperCase()} ${line.source} ${line.message}${line.detail ? `\n${line.detail}` : ''}`,
    )
    .join('\n');

export type Question = {
  text: string;
  regex: RegExp | null;
  broken: boolean;
  /** Every place in a line that was found for it. */
  marks: RegExp | null;
};

/** `/…/` is a regular expression, which we try here on the lines that were read; anything else is text, which the service looks for. */
export function questionOf(q: string): Question {
  const source = /^\/(.+)\/$/s.exec(q)?.[1];
  if (source === undefined) return { text: q, regex: null, broken: false, marks: patternOf(q.trim(), false) ?? null };
  try {
    const marks = new RegExp(source, 'gim');
    return { text: '', regex: new RegExp(source, 'im'), broken: false, marks };
  } catch {
    return { text: '', regex: null, broken: true, marks: null };
  }
}

/** What an expression is tried on: the message, and below it the traceback, line by line. */
export const wholeText = (line: LogLine): string =>
  line.detail === null ? line.message : `${line.message}\n${line.detail}`;

/** Beyond this the first page has grown too long, and the pages are cut anew. */
const mostInFirst = 2_000;

/** New lines come in front of those that are known; with none missed between them the pages behind stay as they are. */
export function joinNewest(newest: LogPage, known: LogPage | undefined): LogPage {
  const oldest = newest.lines.at(-1)?.id;
  const top = known?.lines[0]?.id;
  const joins = known && newest.before !== null && oldest !== undefined && top !== undefined && oldest <= top;
  if (!joins || known.lines.length > mostInFirst) return newest;
  return {
    ...newest,
    lines: [...newest.lines, ...known.lines.filter((line) => line.id < oldest)],
    before: known.before,
  };
}
