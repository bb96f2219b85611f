/** Lines of one file → entries: a traceback and the further lines of a message belong to the line that they follow. */
import type { LogLevel } from '../../../contract/index.ts';
import type { ReadLogLine } from '../../framework.ts';
import { withoutCodes } from './lines/clean.ts';
import { parseLine } from './lines/formats.ts';
import { readFields } from './lines/json.ts';
import type { ParsedLine } from './lines/parsed-line.ts';
import { behindPrefix, type Prefix, readPrefix } from './lines/prefix.ts';
import type { ReadWritten } from './lines/written-format.ts';
import { latestOf, momentsOf } from './moments.ts';
import {
  announcesTrace,
  isGroupEnd,
  isTraceLink,
  isTraceStart,
  lastWordsOf,
  splitAtTrace,
  type Trace,
  traceKind,
} from './tracebacks.ts';

// A line longer than this is cut before it is looked at; a detail beyond its limit keeps its beginning and says what was cut.
const lineLimit = 16 * 1024;
/** Of JSON: cut, it would tell neither its level nor its time, and a traceback in it is long. */
const recordLimit = 256 * 1024;
const detailLines = 400;
const detailChars = 32 * 1024;

export type GroupingInput = {
  text: string;
  source: string;
  /** For lines that carry no time: when the file was last written. */
  writtenAt: number;
  timeZone: string | null;
  /** Those that the project's own settings name. */
  formats?: readonly ReadWritten[];
};

export type Grouping = {
  lines: ReadLogLine[];
  /** Lines at the end of `text` from where an unfinished traceback or line begins; 0 when the last entry is whole. */
  unfinished: number;
  /** How many of `lines` begin before that. */
  whole: number;
};

type Open = {
  parsed: ParsedLine;
  detail: string[];
  cut: number;
  /** The number of its first line. */
  first: number;
  trace: Trace;
  prefix: Prefix | undefined;
};

/** Whether a traceback is of the line before it: of one that a logger wrote, or that announces it. A second one is, too, where it says so. */
const hasTrace = ({ parsed, trace, detail, cut }: Open): boolean => {
  if (trace === 'ended' && cut === 0) return isTraceLink(detail.findLast((line) => line.trim() !== '') ?? '');
  return trace !== 'none' || parsed.shape !== 'plain' || parsed.level !== 'info' || announcesTrace(parsed.message);
};

/** Best between two words, else between two parts of a text that has no spaces, as JSON may have none. */
const gaps = [' \n', ',;&|'];

const gapBefore = (text: string, limit: number): number => {
  for (const signs of gaps) {
    const last = Math.max(...Array.from(signs, (sign) => text.lastIndexOf(sign, limit)));
    if (last > limit / 2) return last;
  }
  return limit;
};

/** In a gap where there is one: what is masked later is masked whole, and half a secret is none that anybody knows. */
const cutBeyond = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, gapBefore(text, limit)).replace(/[\ud800-\udbff]$/, '')}…`;

const clean = (whole: string): string => {
  // A file that is cut under its writer begins with as many NULs as were cut, and one of Windows with a mark of its encoding.
  const line = whole.replace(/^[\u0000\ufeff]+/, '');
  return withoutCodes(cutBeyond(line, recordLimit));
};

const shorten = (text: string): string =>
  text.length > lineLimit && text.startsWith('{') && readFields(text) ? text : cutBeyond(text, lineLimit);

/** The line of a request that came by a socket begins with a blank, where others have an address. */
const isOfSocket = (line: string, parsed: () => ParsedLine): boolean =>
  line.startsWith(' - ') && parsed().shape === 'access';

/** A line that says nothing of itself. */
const isUntold = ({ shape, logger, level }: ParsedLine): boolean =>
  shape === 'plain' && logger === null && level === 'info';

/** Whether `line` belongs to the entry before it; keeps track of where in a traceback one is. */
const continues = (open: Open, line: string, parsed: () => ParsedLine): boolean => {
  if (isTraceStart(line)) {
    // A request line stands alone: the traceback after it is of its own.
    if (open.parsed.shape === 'access') return false;
    // Nor is it of the line before it where it begins the message of its own.
    if (/^\S/.test(line) && (parsed().shape === 'entry' || !hasTrace(open))) return false;
    // Those inside of a group are indented as it is, and end with it.
    if (open.trace !== 'group' || !/^\s/.test(line)) open.trace = traceKind(line);
    return true;
  }
  if (open.trace === 'group' && (isGroupEnd(line) || /^\S/.test(line))) {
    open.trace = 'ended';
    if (isGroupEnd(line)) return true;
  }
  if (open.trace === 'inside' || open.trace === 'group') {
    // Another process wrote before it came to its end, or it never did.
    if (/^\S/.test(line) && parsed().at !== undefined) return false;
    // The first line without indent that is not a link between two tracebacks names the exception and ends it.
    if (line.trim() !== '' && !/^\s/.test(line) && !isTraceLink(line)) open.trace = 'ended';
    return true;
  }
  if (open.trace === 'ended' && (line.trim() === '' || isTraceLink(line))) return true;
  if (/^\s+\S/.test(line)) return open.parsed.shape !== 'access' && !isOfSocket(line, parsed);
  return open.parsed.shape === 'entry' && isUntold(parsed());
};

const push = (open: Open, line: string): void => {
  if (open.detail.length < detailLines) open.detail.push(line);
  else open.cut += 1;
};

const detailOf = (open: Open): string | null => {
  const kept = [...(open.parsed.detail === null ? [] : [open.parsed.detail]), ...open.detail].join('\n').trimEnd();
  const text = cutBeyond(kept, detailChars);
  if (open.cut > 0) return `${text}\n… ${open.cut} lines cut …`;
  return text === '' ? null : text;
};

/** A traceback that no logger wrote of is an error. */
const levelOf = ({ parsed: { shape, level, message }, trace }: Open): LogLevel =>
  shape === 'plain' && trace !== 'none' && (level === 'info' || isTraceStart(message)) ? 'error' : level;

/** A traceback that stands alone is named by its last line; one in a message by what was said before it. */
const finish = (open: Open): ParsedLine => {
  const { parsed } = open;
  const level = levelOf(open);
  if (!isTraceStart(parsed.message)) return { ...parsed, level, detail: detailOf(open) };
  const { said, trace } = parsed.shape === 'plain' ? { said: '', trace: parsed.message } : splitAtTrace(parsed.message);
  const detail = [trace, detailOf(open) ?? ''].join('\n').trimEnd();
  return { ...parsed, level, message: said || (lastWordsOf(open.detail) ?? parsed.message), detail };
};

/** A message of several lines is written at once. */
const togetherMs = 1000;

/** One sign more is what stands for the rest of a line that was cut. */
const shortened = (parsed: ParsedLine): ParsedLine =>
  parsed.message.length > lineLimit + 1 ? { ...parsed, message: cutBeyond(parsed.message, lineLimit) } : parsed;

type Line = { number: number; text: string; prefix: Prefix | undefined; parsed: () => ParsedLine };

const lineOf = (
  { timeZone, formats }: GroupingInput,
  number: number,
  text: string,
  prefix: Prefix | undefined,
): Line => {
  let known: ParsedLine | undefined;
  const parsed = (): ParsedLine => {
    known ??= shortened(parseLine(text, timeZone, formats));
    return known;
  };
  return { number, text, prefix, parsed };
};

const follows = (open: Open, { text, prefix, parsed }: Line): boolean => {
  const { trace } = open;
  if (!continues(open, text, parsed)) return false;
  const isLate = open.prefix?.at !== undefined && prefix?.at !== undefined && prefix.at - open.prefix.at > togetherMs;
  // Who heads each line heads the further ones of a message, too: `web-1 exited with code 1` is none of them.
  const isStray = open.prefix !== undefined && prefix === undefined;
  if (!isLate && !isStray) return true;
  // A traceback goes on however slowly it is written.
  return open.trace !== trace || trace === 'inside' || trace === 'group' || !/^\S/.test(text) || isTraceLink(text);
};

/** Follows the lines of a file, each writer's for itself. */
const createFollower = () => {
  const begun: Open[] = [];
  const byWriter = new Map<string, Open>();
  let last: Open | undefined;

  /** The prefix of a line, unless it may be a row of a table: nothing like it was there before, and no line of a log follows. */
  const isPrefixed = ({ text, prefix, parsed }: Line): boolean =>
    prefix !== undefined &&
    (!prefix.isWeak ||
      last?.prefix?.isWeak ||
      byWriter.has(prefix.writer) ||
      isTraceStart(text) ||
      parsed().shape !== 'plain');

  const add = (line: Line): void => {
    const { number, text, prefix, parsed } = line;
    let open = prefix ? byWriter.get(prefix.writer) : last;
    if (open && follows(open, line)) push(open, text);
    else if (text.trim() !== '') {
      const said = prefix ? behindPrefix(prefix, parsed()) : parsed();
      open = { parsed: said, detail: [], cut: 0, first: number, trace: traceKind(text), prefix };
      begun.push(open);
    }
    last = open;
    if (prefix && open) byWriter.set(prefix.writer, open);
  };

  return { begun, add, isPrefixed, last: () => last };
};

export const groupLines = (input: GroupingInput): Grouping => {
  const { text, source, writtenAt } = input;
  const latest = latestOf(writtenAt);
  const follower = createFollower();
  /** Beginnings of lines that their writer was not done with. */
  const parts = new Map<string, { number: number; text: string; prefix: Prefix }>();
  let number = 0;
  for (let start = 0; start < text.length; number += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const whole = clean(text.slice(start, end).trimEnd());
    start = end + 1;
    const prefix = readPrefix(whole, latest);
    if (!prefix) {
      follower.add(lineOf(input, number, shorten(whole), undefined));
      continue;
    }
    const before = parts.get(prefix.writer);
    const body = before ? cutBeyond(before.text + prefix.body, recordLimit) : prefix.body;
    const first = before?.number ?? number;
    parts.delete(prefix.writer);
    if (prefix.isPart) {
      parts.set(prefix.writer, { number: first, text: body, prefix });
      continue;
    }
    const line = lineOf(input, first, shorten(body), prefix);
    follower.add(follower.isPrefixed(line) ? line : lineOf(input, number, shorten(whole), undefined));
  }
  const last = follower.last();
  const isOpen = last?.trace === 'inside' || last?.trace === 'group';
  const unfinishedFrom = Math.min(isOpen ? last.first : number, ...[...parts.values()].map((part) => part.number));
  for (const part of parts.values()) follower.add(lineOf(input, part.number, shorten(part.text), part.prefix));
  const begun = follower.begun.sort((a, b) => a.first - b.first);
  const entries = begun.map(finish);
  const moments = momentsOf(entries, writtenAt, input.timeZone);
  const lines = entries.map(({ level, logger, message, detail }, index): ReadLogLine => {
    const at = new Date(moments[index] ?? writtenAt).toISOString();
    return { at, level, source, logger, message, detail };
  });
  const whole = begun.filter(({ first }) => first < unfinishedFrom).length;
  return { lines, unfinished: number - unfinishedFrom, whole };
};
