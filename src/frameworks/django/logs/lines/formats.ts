/** One line of a log file → time, level, logger and message, for the formats that Django projects write. */
import { STATUS_CODES } from 'node:http';
import type { LogLevel } from '../../../../contract/index.ts';
import { parseJson } from './json.ts';
import { levelOf, levelWords } from './levels.ts';
import { parseLogfmt } from './logfmt.ts';
import { entry, isThread, type ParsedLine } from './parsed-line.ts';
import {
  clockSource,
  epochSource,
  parseTimestamp,
  parseTimeValue,
  timestampSource,
  unclearSource,
} from './timestamps.ts';
import { type ReadWritten, readWrittenBy } from './written-format.ts';

const byStatus = (status: string): LogLevel =>
  status.startsWith('5') ? 'error' : status.startsWith('4') ? 'warning' : 'info';

const time = `\\[?${timestampSource}\\]?`;
/** Only where a level says that it is the head of a line. */
const someTime = `\\[?(?:${timestampSource}|${unclearSource}|${epochSource})\\]?`;

/** `"GET / HTTP/1.1" 200 12`: what runserver, gunicorn and uvicorn write of a request. */
const request = /^"([A-Z]{1,20} .{0,4000}?)" (\d{3})\b(.*)$/s;
const runserver = new RegExp(`^\\[(${timestampSource})\\] (".*)$`);
/** `[2025-11-15 03:07:10 +0000] 127.0.0.1 - "GET / HTTP/1.1" 200 1.234` */
const granian = new RegExp(`^\\[(${timestampSource})\\] (\\S{1,100}) - (".*)$`);
/** A request that came by a socket has no address. */
const accessLog = new RegExp(`^(\\S{0,100}) \\S{1,100} (\\S{1,100}) \\[(${timestampSource})\\] (".*)$`);
const uvicornAccess = new RegExp(`^(?:(${levelWords}):\\s+)?(\\S{1,100}:\\d{1,5} -|(?<=\\s)-) (".*)$`);
/** `[pid: 7|app: 0|req: 1/1] 127.0.0.1 () {42 vars in 675 bytes} [Sat Nov 15 03:07:10 2025] GET / => … (HTTP/1.1 200) …` */
const uwsgi = new RegExp(
  `^\\[pid: .{1,300} \\[(${timestampSource})\\] ([A-Z]{1,20} .* \\(HTTP/[\\d.]{1,3} (\\d{3})\\).*)$`,
);
/** `[Sat Nov 15 03:07:10.123456 2025] [wsgi:error] …`; others write `[2025-11-15 03:07:10] [ERROR] …`. */
const apache = new RegExp(`^\\[(${timestampSource})\\] \\[(\\w{1,50}:)?(${levelWords})\\] (.*)$`, 'i');
const gunicornError = new RegExp(`^\\[(${timestampSource})\\] \\[(\\d+)\\] \\[(${levelWords})\\] (.*)$`);
const celery = new RegExp(`^\\[(${timestampSource}): (${levelWords})/([^\\]]{1,100})\\] (.*)$`);
const loguru = new RegExp(`^(${timestampSource}) \\| (${levelWords})\\s{0,20}\\| (\\S{1,200}) - (.*)$`);
/** `WARNING:root:message`, Python's default, and uvicorn's `INFO:     message`. */
const levelFirst = new RegExp(`^(${levelWords}):(?:([\\w.$-]{1,200}):)?\\s*(.*)$`);
/** Django's documented `verbose`: level, time, module, process, thread, message. */
const verbose = new RegExp(`^\\[?(${levelWords})\\]?:? (${time}) ([\\w.]{1,200}) (\\d+) (\\d+) (.*)$`);
const timeThenLevel = new RegExp(
  `^(${someTime})(?:[\\s|:-]{1,20})\\[?\\s{0,20}(${levelWords})\\s{0,20}\\]?(?:[\\s|:-]{1,20}|$)(.*)$`,
);
/** structlog: `2025-11-15T03:07:10Z [info     ] message`. Small letters count only in brackets: elsewhere they are words. */
const structlog = new RegExp(`^(${timestampSource}) \\[(${levelWords})\\s{0,20}\\] (.*)$`, 'i');
const levelThenTime = new RegExp(`^\\[?(${levelWords})\\]?[\\s|:-]{1,20}(${time})(?:[\\s|:-]{1,20}|$)(.*)$`);
/** `time - logger - LEVEL - message` and `time [logger] LEVEL message`; behind the logger perhaps the number of a line or of a process. */
const timeLoggerLevel = new RegExp(
  `^(${someTime})(?:[\\s|-]{1,20})\\[?([\\w.$/-]{1,200})(?::\\d{1,10}|\\[\\d{1,10}\\])?\\]?(?:[\\s|:-]{1,20})\\[?(${levelWords})\\]?(?:[\\s|:-]{1,20}|$)(.*)$`,
);
/** Anything in brackets between a time and a level: `[time] [PID 7] [MainThread] [logger] [LEVEL] message` of dramatiq, `{views.py:42}` of Airflow. */
const timeBracketsLevel = new RegExp(
  `^(${time})\\s{1,4}((?:\\[[^\\][]{1,100}\\]\\s{1,4}|\\{[^{}]{1,100}\\}\\s{1,4}){1,6})\\[?(${levelWords})\\]?(?:[\\s|:-]{1,20}|$)(.*)$`,
);
/** The last of them, if it is a name. */
const loggerBehind = /^(.*)\[([A-Za-z_][\w.$-]{0,199})(?::\d{1,10})?\]$/s;
const timeOnly = new RegExp(`^(${time})(?:[\\s|:-]{1,20})(.*)$`);
/** Django's documented `simple`: level and message. */
const simple = new RegExp(`^\\[?(${levelWords})\\]?[ \\t](.*)$`);
/** A logger in brackets, or one that a separator sets off, at the beginning of what is left. */
const loggerAhead =
  /^(?:\[([A-Za-z_][\w.$-]{0,199})(?::\d+)?\]:?|([A-Za-z_][\w$-]*)(?::\d+)? \||([A-Za-z_][\w$-]*(?:\.[\w$-]+)+)(?::\d+)?(?::| -| \|)) (.+)$/;
/** What Django's request logger says when no format is set: the words of a status from 400 on, and the path. */
const refusals: readonly string[] = Object.entries(STATUS_CODES).flatMap(([code, words]) =>
  Number(code) >= 400 && words !== undefined ? [words] : [],
);
const failures: ReadonlySet<string> = new Set(
  Object.entries(STATUS_CODES).flatMap(([code, words]) => (Number(code) >= 500 && words !== undefined ? [words] : [])),
);
const requestMessage = new RegExp(
  `^(${refusals.map((words) => words.replaceAll(/[^\w ]/g, '.')).join('|')})(?: \\([^)]*\\))?: /`,
);

/** What Python itself writes above an exception that nobody handled. */
const unhandled =
  /^(?:Exception in thread .+:|Exception ignored (?:in|on|while) ?.+|Unhandled exception in .+|Error in (?:atexit\._run_exitfuncs|sys\.excepthook|sys\.unraisablehook):)$/;
/** What `logging` writes when it cannot write; the message and the place of the call come behind the traceback. */
const loggingError = '--- Logging error ---';

/** What has no letter is the number of a process or of a line. */
const asName = (word = ''): string | null => (/[A-Za-z]/.test(word) ? word : null);

const withLogger = (at: number | undefined, level: LogLevel, rest: string): ParsedLine => {
  const match = loggerAhead.exec(rest);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return match && name !== undefined && !isThread(name)
    ? entry(at, level, name, match[4] ?? '')
    : entry(at, level, null, rest);
};

/** What is no logger stays readable. */
const bracketed = (at: number | undefined, level: LogLevel, brackets: string, rest: string): ParsedLine => {
  const [, others = brackets, logger] = loggerBehind.exec(brackets) ?? [];
  return entry(at, level, logger ?? null, `${others.trim()} ${rest}`.trim());
};

const access = (at: number | undefined, logger: string, prefix: string, line: string): ParsedLine | undefined => {
  const match = request.exec(line);
  if (!match) return undefined;
  return { ...entry(at, byStatus(match[2] ?? ''), logger, prefix + line), shape: 'access' };
};

const parseAccess = (line: string, timeZone: string | null): ParsedLine | undefined => {
  const own = runserver.exec(line);
  if (own) return access(parseTimestamp(own[1] ?? '', timeZone), 'django.server', '', own[2] ?? '');
  const common = accessLog.exec(line);
  if (common)
    return access(parseTimestamp(common[3] ?? '', timeZone), 'access', `${common[1]} `.trimStart(), common[4] ?? '');
  const rusty = granian.exec(line);
  if (rusty) return access(parseTimestamp(rusty[1] ?? '', timeZone), 'access', `${rusty[2]} `, rusty[3] ?? '');
  const uvicorn = uvicornAccess.exec(line);
  const forked = uwsgi.exec(line);
  if (forked) {
    const at = parseTimestamp(forked[1] ?? '', timeZone);
    return { ...entry(at, byStatus(forked[3] ?? ''), 'uwsgi', forked[2] ?? ''), shape: 'access' };
  }
  return uvicorn
    ? access(undefined, 'uvicorn.access', uvicorn[2] === '-' ? '' : `${uvicorn[2]} `, uvicorn[3] ?? '')
    : undefined;
};

const clockAlone = new RegExp(`^\\[?(${clockSource})\\]?$`);

/** A time that does not tell which stays readable. */
const headed = (at: number | undefined, time = '', line: ParsedLine): ParsedLine =>
  at === undefined ? { ...line, clock: clockAlone.exec(time)?.[1] ?? null, message: `${time} ${line.message}` } : line;

/** A line with a time of its own behind the one that a container's log has put in front of it. */
const mayBeHead = /^(?:[[{"\d]|[A-Za-z_@][\w.@-]{0,60}=)/;

const ofApache = ([, time = '', module, word, rest = '']: RegExpExecArray, at: number | undefined): ParsedLine =>
  module !== undefined || /^[A-Z]/.test(time)
    ? entry(at, level(word), 'apache', rest)
    : withLogger(at, level(word), rest);

type Reader = (groups: RegExpExecArray, when: (text: string | undefined) => number | undefined) => ParsedLine;

const level = (word: string | undefined): LogLevel => levelOf(word) ?? 'info';

/** In order: the more a pattern asks for, the earlier it is tried. */
const headers: readonly (readonly [RegExp, Reader])[] = [
  [gunicornError, (g, when) => entry(when(g[1]), level(g[3]), 'gunicorn.error', g[4] ?? '')],
  [celery, (g, when) => entry(when(g[1]), level(g[2]), `celery/${g[3]}`, g[4] ?? '')],
  [loguru, (g, when) => entry(when(g[1]), level(g[2]), g[3] ?? null, g[4] ?? '')],
  [verbose, (g, when) => entry(when(g[2]), level(g[1]), g[3] ?? null, g[6] ?? '')],
  [structlog, (g, when) => withLogger(when(g[1]), level(g[2]), g[3] ?? '')],
  [apache, (g, when) => ofApache(g, when(g[1]))],
  [timeThenLevel, (g, when) => headed(when(g[1]), g[1], withLogger(when(g[1]), level(g[2]), g[3] ?? ''))],
  [levelThenTime, (g, when) => withLogger(when(g[2]), level(g[1]), g[3] ?? '')],
  [timeBracketsLevel, (g, when) => bracketed(when(g[1]), level(g[3]), (g[2] ?? '').trim(), g[4] ?? '')],
  [timeLoggerLevel, (g, when) => headed(when(g[1]), g[1], entry(when(g[1]), level(g[3]), asName(g[2]), g[4] ?? ''))],
  [levelFirst, (g) => entry(undefined, level(g[1]), g[2] ?? null, g[3] ?? '')],
  [simple, (g) => entry(undefined, level(g[1]), null, g[2] ?? '')],
];

/** What people write into a call of `basicConfig`, which no settings tell. */
const common: readonly ReadWritten[] = [
  '[%(asctime)s][%(levelname)s]%(message)s',
  '[%(levelname)s][%(asctime)s]%(message)s',
  '(%(asctime)s) %(levelname)s %(message)s',
  '%(asctime)s;%(levelname)s;%(message)s',
  '%(asctime)s, %(levelname)s, %(message)s',
  '%(asctime)s - %(name)s - %(threadName)s - %(levelname)s - %(message)s',
  '%(name)s - %(levelname)s - %(message)s',
].flatMap((format) => readWrittenBy({ format, datefmt: null, style: '%' }) ?? []);

const readByFirst = (
  formats: readonly ReadWritten[],
  line: string,
  timeZone: string | null,
): ParsedLine | undefined => {
  for (const readWritten of formats) {
    const written = readWritten(line, timeZone);
    if (written) return written;
  }
  return undefined;
};

const parseHead = (line: string, timeZone: string | null, formats: readonly ReadWritten[]): ParsedLine | undefined => {
  const known = parseJson(line, timeZone) ?? parseLogfmt(line, timeZone) ?? parseAccess(line, timeZone);
  if (known) return known;
  const own = readByFirst(formats, line, timeZone);
  if (own) return own;
  const when = (text = '') => parseTimestamp(text, timeZone) ?? parseTimeValue(text.replaceAll(/[[\]]/g, ''), timeZone);
  for (const [pattern, read] of headers) {
    const groups = pattern.exec(line);
    if (groups) return read(groups, when);
  }
  return readByFirst(common, line, timeZone);
};

/** `formats`: those that the project's own settings name, which are tried before all that others write. */
export const parseLine = (line: string, timeZone: string | null, formats: readonly ReadWritten[] = []): ParsedLine => {
  const head = parseHead(line, timeZone, formats);
  if (head) return head;
  const timed = timeOnly.exec(line);
  if (timed) {
    const [, time, rest = ''] = timed;
    const at = parseTimestamp(time ?? '', timeZone);
    const inner = mayBeHead.test(rest) ? parseHead(rest, timeZone, formats) : undefined;
    const isTrace = rest.startsWith('Traceback (most recent');
    return inner
      ? { ...inner, at: inner.at ?? at }
      : headed(at, time, entry(at, isTrace ? 'error' : 'info', null, rest));
  }
  if (line === loggingError) return entry(undefined, 'error', 'logging', line);
  if (unhandled.test(line)) return { ...entry(undefined, 'error', null, line), shape: 'plain' };
  const django = requestMessage.exec(line);
  if (!django) return { ...entry(undefined, 'info', null, line), shape: 'plain' };
  return {
    ...entry(undefined, failures.has(django[1] ?? '') ? 'error' : 'warning', 'django.request', line),
    shape: 'plain',
  };
};
