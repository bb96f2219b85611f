/**
 * A format that the project's own settings name → what a line says that was written by it. It tells more than any guess: which word is the level,
 * and whether 03/04 is a day in March. A line is gone through once, from field to field: who writes a format cannot make its reader slow.
 */
import type { LogLevel } from '../../../../contract/index.ts';
import { type ReadTime, readTimesOf } from './date-format.ts';
import { type FormatField, readFormat } from './format-fields.ts';
import { levelOf, levelWords } from './levels.ts';
import { entry, isThread, type ParsedLine } from './parsed-line.ts';
import { clockSource, parseTimestamp, timestampSource } from './timestamps.ts';

/** As LOGGING has it: `style` is `%`, `{` or `$`. */
export type WrittenFormat = { format: string; datefmt: string | null; style: string };

/** Undefined for a line that was not written by it. */
export type ReadWritten = (line: string, timeZone: string | null) => ParsedLine | undefined;

type Field = FormatField & { ahead: string };
/** Where a field ends; undefined where it is none. */
type FindEnd = (line: string, start: number) => number | undefined;

const sticky = (source: string): FindEnd => {
  const pattern = new RegExp(source, 'y');
  return (line, start) => {
    pattern.lastIndex = start;
    return pattern.test(line) ? pattern.lastIndex : undefined;
  };
};

/** The text between two fields, with as many blanks as padding adds. */
const between = (text: string, isPadded: boolean): string => {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const blanks = (found: string): string => (found === '' ? (isPadded ? String.raw`\s*` : '') : String.raw`\s+`);
  return words === ''
    ? blanks(text)
    : blanks(before) + words.split(/\s+/).map(RegExp.escape).join(String.raw`\s+`) + blanks(after);
};

const point = RegExp.escape('.');

/** No head of a line is longer. */
const headLimit = 1000;

/** Up to what stands behind it. A name has points, so that the last of them is meant. */
const upTo = (next: string, allowed: RegExp): FindEnd => {
  const behind = new RegExp(next, 'g');
  return (line, start) => {
    const rest = line.slice(start, start + headLimit);
    behind.lastIndex = 0;
    const end = next === point ? /^\S*/.exec(rest)?.[0].lastIndexOf('.') : behind.exec(rest)?.index;
    return end !== undefined && end >= 0 && allowed.test(rest.slice(0, end)) ? start + end : undefined;
  };
};

const integer = String.raw`\d{1,20}`;
const patterns: Readonly<Record<string, string>> = {
  ...{ process: integer, thread: integer, lineno: integer, levelno: integer },
  msecs: String.raw`\d{1,3}(?:\.\d{1,9})?`,
  created: String.raw`\d{10}(?:\.\d{1,9})?`,
};
const isName = /^(?:name|module|filename|funcName)$/;
/** Of colorlog: colours are gone before a line is read. */
const isColour =
  /^(?:\w+_)?log_color$|^(?:reset|bold|thin)$|^(?:\w+_)?(?:black|red|green|yellow|blue|purple|cyan|white)$/;

const levelPattern = (cut: number | null): string =>
  `(?:${levelWords
    .split('|')
    .map((word) => word.slice(0, cut ?? word.length))
    .join('|')})(?![A-Za-z])`;

const findEndOf = (field: Field, next: string): FindEnd | undefined => {
  const pattern = field.name === 'levelname' ? levelPattern(field.cut) : patterns[field.name];
  if (pattern !== undefined) return sticky(pattern);
  if (next === '') return undefined;
  return upTo(next, isName.test(field.name) ? /^\S+$/ : /^/);
};

/** What of a line is told elsewhere, or says nothing to who reads it. */
const isHead = /^(?:asctime|created|msecs|levelname|levelno|process|processName|thread|threadName)$/;

/** What stands around a field whose neighbours are left out: its own brackets, and words that say what it is. */
const ownAhead = (ahead: string): string => ` ${ahead.replace(/^[\s)\]}>"'|.,;:-]+/, '')}`;
const ownBehind = (behind: string): string => /^[)\]}>"']+/.exec(behind)?.[0] ?? '';

/**
 * `shownAhead`, `shownBehind`: around it in what is shown as the message; null where it is not shown there. `isSaid`: whether
 * it is a name; a word of the message may stand in its place, in a line of another format. `behind` stands behind it then.
 */
type Step = {
  field: Field;
  ahead: FindEnd;
  findEnd: FindEnd;
  shownAhead: string | null;
  shownBehind: string;
  isSaid(text: string): boolean;
  behind: string;
};

const isLoose = ({ name }: Field, next: Field): boolean =>
  /^(?:name|module|threadName|processName)$/.test(name) &&
  /^\s*:?\s*$/.test(next.ahead) &&
  patterns[next.name] === undefined &&
  !/^(?:levelname|asctime)$/.test(next.name);

/** The number of a line says nothing without its file. */
const isShown = (fields: readonly Field[], index: number, loggerField: string | undefined): boolean => {
  const name = fields[index]?.name;
  if (name === undefined || isHead.test(name) || name === loggerField) return false;
  return name !== 'lineno' || isShown(fields, index - 1, loggerField);
};

const shownAheadOf = (fields: readonly Field[], index: number, loggerField: string | undefined): string => {
  const { ahead } = fields[index] as Field;
  return isShown(fields, index - 1, loggerField) ? ahead : ownAhead(ahead);
};

/** Loggers are mostly called as modules are, with points. */
const isSureName = ({ name }: Field, text: string, loggers: ReadonlySet<string>): boolean =>
  /^(?:thread|process)Name$/.test(name) ? isThread(text) : text.includes('.') || loggers.has(text);

/** Those before the message; undefined where one cannot be told from the next. */
const stepsOf = (
  fields: readonly Field[],
  loggerField: string | undefined,
  loggers: ReadonlySet<string>,
): Step[] | undefined => {
  const steps: Step[] = [];
  for (const [index, field] of fields.slice(0, -1).entries()) {
    const [before, next] = [fields[index - 1], fields[index + 1] as Field];
    const findEnd = findEndOf(field, between(next.ahead, field.isPadded || next.isPadded));
    if (findEnd === undefined) return undefined;
    steps.push({
      field,
      ahead: sticky(between(field.ahead, field.isPadded || before?.isPadded === true)),
      findEnd,
      shownAhead: isShown(fields, index, loggerField) ? shownAheadOf(fields, index, loggerField) : null,
      shownBehind: isShown(fields, index + 1, loggerField) ? '' : ownBehind(next.ahead),
      isSaid: isLoose(field, next) ? (text) => isSureName(field, text, loggers) : () => true,
      behind: next.ahead.trim(),
    });
  }
  return steps;
};

const timeReader = ({ datefmt }: WrittenFormat): ReadTime | undefined => {
  if (datefmt) return readTimesOf(datefmt);
  const findEnd = sticky(timestampSource);
  return (line, start, timeZone) => {
    const end = findEnd(line, start);
    return end === undefined ? undefined : { at: parseTimestamp(line.slice(start, end), timeZone), end };
  };
};

const clockAlone = new RegExp(`^${clockSource}$`);

/** `shown`: what the head says beside time, level and logger. A time that does not tell which is shown, too. */
type Head = { said: Map<string, string>; at: number | undefined; clock: string | null; shown: string; end: number };

const readHead = (
  steps: readonly Step[],
  readTime: ReadTime,
  line: string,
  timeZone: string | null,
): Head | undefined => {
  const head: Head = { said: new Map(), at: undefined, clock: null, shown: '', end: 0 };
  for (const { field, ahead, findEnd, shownAhead, shownBehind, isSaid, behind } of steps) {
    const start = ahead(line, head.end);
    if (start === undefined) return undefined;
    const time = field.name === 'asctime' ? readTime(line, start, timeZone) : undefined;
    const end = field.name === 'asctime' ? time?.end : findEnd(line, start);
    if (end === undefined) return undefined;
    const text = line.slice(start, end).trim();
    if (isSaid(text)) head.said.set(field.name, text);
    head.end = end;
    if (time) head.at = time.at;
    if (time && time.at === undefined) {
      head.clock = clockAlone.test(text) ? text : null;
      head.shown += ` ${text}`;
    }
    if (shownAhead !== null) head.shown += shownAhead + text + shownBehind;
    else if (!head.said.has(field.name)) head.shown += ` ${text}${behind}`;
  }
  return head;
};

const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Without brackets whose other half stood around something that is left out. */
const balanced = (text: string): string => {
  const open: number[] = [];
  const alone = new Set<number>();
  for (const [index, sign] of [...text].entries()) {
    const opening = brackets[sign];
    if (opening !== undefined && text[open.at(-1) ?? -1] === opening) open.pop();
    else if (opening !== undefined) alone.add(index);
    else if (Object.values(brackets).includes(sign)) open.push(index);
  }
  for (const index of open) alone.add(index);
  return [...text].filter((_, index) => !alone.has(index)).join('');
};

const levelOfHead = (said: ReadonlyMap<string, string>): LogLevel | undefined => {
  const word = said.get('levelname');
  if (word === undefined) return levelOf(Number(said.get('levelno')));
  return levelOf(word) ?? levelOf(levelWords.split('|').find((level) => level.startsWith(word)));
};

/** Seconds since the epoch, or a time whose milliseconds stand apart. */
const momentOfHead = ({ at, said }: Head): number | undefined => {
  const created = said.get('created');
  if (at === undefined) return created === undefined ? undefined : Math.trunc(Number(created) * 1000);
  return at % 1000 === 0 ? at + Math.trunc(Number(said.get('msecs') ?? 0)) : at;
};

/** Colours are left out, what stands before them is not. */
const withoutColours = (fields: readonly Field[]): Field[] => {
  let ahead = '';
  return fields.flatMap((field) => {
    ahead += field.ahead;
    if (isColour.test(field.name)) return [];
    const whole = { ...field, ahead };
    ahead = '';
    return [whole];
  });
};

/** `loggers`: names of some that have no point. Undefined for a format that tells no level before its message: any line may be of such a one. */
export const readWrittenBy = (
  written: WrittenFormat,
  loggers: ReadonlySet<string> = new Set(),
): ReadWritten | undefined => {
  const read = readFormat(written.format, written.style);
  const readTime = timeReader(written);
  if (!read || !readTime) return undefined;
  const all = withoutColours(read.fields);
  const fields = all.slice(0, all.findIndex(({ name }) => name === 'message') + 1);
  const names = fields.map(({ name }) => name);
  if (!names.includes('levelname') && !names.includes('levelno')) return undefined;
  const loggerField = ['name', 'module'].find((name) => names.includes(name));
  const steps = stepsOf(fields, loggerField, loggers);
  const message = fields.at(-1) as Field;
  if (steps === undefined) return undefined;
  const aheadOfMessage = sticky(between(message.ahead, fields.at(-2)?.isPadded === true));
  const shownAhead = shownAheadOf(fields, fields.length - 1, loggerField);
  const tail = fields.length === all.length ? read.tail.trimEnd() : '';
  return (line, timeZone) => {
    const head = readHead(steps, readTime, line, timeZone);
    const start = head && aheadOfMessage(line, head.end);
    if (!head || start === undefined) return undefined;
    const level = levelOfHead(head.said);
    const end = line.length - (tail !== '' && line.endsWith(tail) ? tail.length : 0);
    const text = (balanced(head.shown + shownAhead) + line.slice(start, end)).trim();
    const logger = loggerField === undefined ? null : (head.said.get(loggerField) ?? null);
    return level && { ...entry(momentOfHead(head), level, logger, text), clock: head.clock };
  };
};
