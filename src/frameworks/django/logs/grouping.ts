/** Lines of one file → entries: a traceback and the further lines of a message belong to the line that they follow. */
import { turningMarks } from '../../../kit/turning-marks.ts';
import type { ReadLogLine } from '../../framework.ts';
import { parseLine } from './formats.ts';
import type { ParsedLine } from './parsed-line.ts';

// A line longer than this is cut before it is looked at; a detail beyond its limit keeps its beginning and says what was cut.
const lineLimit = 16 * 1024;
const detailLines = 400;
const detailChars = 32 * 1024;

export type GroupingInput = {
  text: string;
  source: string;
  /** For lines that carry no time: when the file was last written. */
  writtenAt: number;
  timeZone: string | null;
};

export type Grouping = {
  lines: ReadLogLine[];
  /** Lines at the end of `text` that make up an unfinished traceback; 0 when the last entry is whole. */
  unfinished: number;
};

type Open = {
  parsed: ParsedLine;
  detail: string[];
  cut: number;
  /** The number of its first line. */
  first: number;
  trace: 'none' | 'inside' | 'group' | 'ended';
};

const traceStart = /^\s*(?:\S.* )?Traceback \(most recent call last\):\s*$/;
/** One that holds others is drawn indented to its very end: `  | ` and `  +-+--- 1 ---`. */
const groupStart = /^\s+\+ Exception Group Traceback \(most recent call last\):\s*$/;
const groupEnd = /^ {4}\+-+$/;
const groupName = /^ {2}\| (?=\S)/;
const traceLink = /^(?:During handling of the above exception|The above exception was the direct cause)/;
const marks = new RegExp(`[${turningMarks}]`, 'g');
const terminalCodes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

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

/** Colours and other terminal codes say nothing in a window, and control characters could do harm in a terminal. */
const clean = (whole: string): string => {
  // A file that is cut under its writer begins with as many NULs as were cut.
  const line = whole.replace(/^\u0000+/, '');
  return cutBeyond(line, lineLimit)
    .replaceAll(terminalCodes, '')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replaceAll(marks, '\ufffd');
};

const traceKind = (line: string): Open['trace'] =>
  groupStart.test(line) ? 'group' : traceStart.test(line) ? 'inside' : 'none';

/** Whether `line` belongs to the entry before it; keeps track of where in a traceback one is. */
const continues = (open: Open, line: string, parsed: () => ParsedLine): boolean => {
  if (traceStart.test(line)) {
    // A request line stands alone: the traceback after it is of its own.
    if (open.parsed.shape === 'access') return false;
    // Those inside of a group are indented as it is, and end with it.
    if (open.trace !== 'group' || !/^\s/.test(line)) open.trace = traceKind(line);
    return true;
  }
  if (open.trace === 'group' && (groupEnd.test(line) || /^\S/.test(line))) {
    open.trace = 'ended';
    if (groupEnd.test(line)) return true;
  }
  if (open.trace === 'inside' || open.trace === 'group') {
    // Another process wrote before it came to its end, or it never did.
    if (/^\S/.test(line) && parsed().at !== undefined) return false;
    // The first line without indent that is not a link between two tracebacks names the exception and ends it.
    if (line.trim() !== '' && !/^\s/.test(line) && !traceLink.test(line)) open.trace = 'ended';
    return true;
  }
  if (open.trace === 'ended' && (line.trim() === '' || traceLink.test(line))) return true;
  if (/^\s+\S/.test(line)) return open.parsed.shape !== 'access';
  return open.parsed.shape === 'entry' && parsed().shape === 'plain' && parsed().logger === null;
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

/** A traceback that stands alone is an error, named by its last line. */
const finish = (open: Open): ParsedLine => {
  if (!traceStart.test(open.parsed.message) || open.parsed.shape !== 'plain')
    return { ...open.parsed, detail: detailOf(open) };
  const last =
    open.detail.findLast((line) => line !== '' && !/^\s/.test(line) && !traceLink.test(line)) ??
    open.detail.findLast((line) => groupName.test(line))?.replace(groupName, '');
  const detail = [open.parsed.message, detailOf(open) ?? ''].join('\n').trimEnd();
  return { ...open.parsed, level: 'error', message: last ?? open.parsed.message, detail };
};

const begin = (line: string, first: number, parsed: ParsedLine): Open => ({
  parsed,
  detail: [],
  cut: 0,
  first,
  trace: traceKind(line),
});

export const groupLines = ({ text, source, writtenAt, timeZone }: GroupingInput): Grouping => {
  const entries: ParsedLine[] = [];
  let open: Open | undefined;
  let number = 0;
  for (let start = 0; start < text.length; number += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = clean(text.slice(start, end).trimEnd());
    let known: ParsedLine | undefined;
    const parsed = (): ParsedLine => {
      known ??= parseLine(line, timeZone);
      return known;
    };
    if (open && continues(open, line, parsed)) push(open, line);
    else if (line.trim() !== '') {
      if (open) entries.push(finish(open));
      open = begin(line, number, parsed());
    }
    start = end + 1;
  }
  const unfinished = open?.trace === 'inside' || open?.trace === 'group' ? number - open.first : 0;
  if (open) entries.push(finish(open));
  let at = entries.find((entry) => entry.at !== undefined)?.at ?? writtenAt;
  const lines = entries.map((entry): ReadLogLine => {
    at = entry.at ?? at;
    const { level, logger, message, detail } = entry;
    return { at: new Date(at).toISOString(), level, source, logger, message, detail };
  });
  return { lines, unfinished };
};
