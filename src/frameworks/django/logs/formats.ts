/** One line of a log file → time, level, logger and message, for the formats that Django projects write. */
import type { LogLevel } from '../../../contract/index.ts';
import { parseTimestamp, parseTimeValue, timestampSource } from './timestamps.ts';

export type ParsedLine = {
  at: number | undefined;
  level: LogLevel;
  logger: string | null;
  message: string;
  detail: string | null;
  /**
   * `entry`: a header was recognised, unrecognised lines after it belong to it. `access`: a request line, which stands
   * alone. `plain`: no header.
   */
  shape: 'entry' | 'access' | 'plain';
};

const levels: Readonly<Record<string, LogLevel>> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  NOTICE: 'info',
  SUCCESS: 'info',
  WARN: 'warning',
  WARNING: 'warning',
  ERR: 'error',
  ERROR: 'error',
  EXCEPTION: 'error',
  CRITICAL: 'critical',
  FATAL: 'critical',
  ALERT: 'critical',
  EMERGENCY: 'critical',
};

const levelOf = (word: unknown): LogLevel | undefined => {
  if (typeof word === 'string') return levels[word.trim().toUpperCase()];
  // Numbers are Python's (10 … 50); pino's 60 is fatal.
  if (typeof word !== 'number') return undefined;
  return word >= 50 ? 'critical' : word >= 40 ? 'error' : word >= 30 ? 'warning' : word >= 20 ? 'info' : 'debug';
};

const byStatus = (status: string): LogLevel =>
  status.startsWith('5') ? 'error' : status.startsWith('4') ? 'warning' : 'info';

const levelWords = Object.keys(levels).join('|');
const time = `\\[?${timestampSource}\\]?`;

/** `"GET / HTTP/1.1" 200 12`: what runserver, gunicorn and uvicorn write of a request. */
const request = /^"([A-Z]{1,20} .{0,4000}?)" (\d{3})\b(.*)$/s;
const runserver = new RegExp(`^\\[(${timestampSource})\\] (".*)$`);
const accessLog = new RegExp(`^(\\S{1,100}) \\S{1,100} (\\S{1,100}) \\[(${timestampSource})\\] (".*)$`);
const uvicornAccess = new RegExp(`^(?:(${levelWords}):\\s+)?(\\S{1,100}:\\d{1,5}) - (".*)$`);
const gunicornError = new RegExp(`^\\[(${timestampSource})\\] \\[(\\d+)\\] \\[(${levelWords})\\] (.*)$`);
const celery = new RegExp(`^\\[(${timestampSource}): (${levelWords})/([^\\]]{1,100})\\] (.*)$`);
const loguru = new RegExp(`^(${timestampSource}) \\| (${levelWords})\\s{0,20}\\| (\\S{1,200}) - (.*)$`);
/** `WARNING:root:message`, Python's default, and uvicorn's `INFO:     message`. */
const levelFirst = new RegExp(`^(${levelWords}):(?:([\\w.$-]{1,200}):)?\\s*(.*)$`);
/** Django's documented `verbose`: level, time, module, process, thread, message. */
const verbose = new RegExp(`^\\[?(${levelWords})\\]?:? (${time}) ([\\w.]{1,200}) (\\d+) (\\d+) (.*)$`);
const timeThenLevel = new RegExp(
  `^(${time})(?:[\\s|:-]{1,20})\\[?\\s{0,20}(${levelWords})\\s{0,20}\\]?(?:[\\s|:-]{1,20}|$)(.*)$`,
);
/** structlog: `2025-11-15T03:07:10Z [info     ] message`. Small letters count only in brackets: elsewhere they are words. */
const structlog = new RegExp(`^(${timestampSource}) \\[(${levelWords})\\s{0,20}\\] (.*)$`, 'i');
const levelThenTime = new RegExp(`^\\[?(${levelWords})\\]?[\\s|:-]{1,20}(${time})(?:[\\s|:-]{1,20}|$)(.*)$`);
/** `time - logger - LEVEL - message` and `time [logger] LEVEL message`. */
const timeLoggerLevel = new RegExp(
  `^(${time})(?:[\\s|-]{1,20})\\[?([\\w.$/-]{1,200})\\]?(?:[\\s|:-]{1,20})\\[?(${levelWords})\\]?(?:[\\s|:-]{1,20}|$)(.*)$`,
);
const timeOnly = new RegExp(`^(${time})(?:[\\s|:-]{1,20})(.*)$`);
/** Django's documented `simple`: level and message. */
const simple = new RegExp(`^\\[?(${levelWords})\\]? (.*)$`);
/** A logger in brackets, or one that a separator sets off, at the beginning of what is left. */
const loggerAhead =
  /^(?:\[([A-Za-z_][\w.$-]{0,199})(?::\d+)?\]:?|([A-Za-z_][\w$-]*)(?::\d+)? \||([A-Za-z_][\w$-]*(?:\.[\w$-]+)+)(?::\d+)?(?::| -| \|)) (.+)$/;
/** What Django's request logger says when no format is set. */
const requestMessage =
  /^(Internal Server Error|Service Unavailable|Bad Request|Forbidden|Not Found|Gone|Method Not Allowed)(?: \([^)]*\))?: /;

const entry = (at: number | undefined, level: LogLevel, logger: string | null, message: string): ParsedLine => ({
  at,
  level,
  logger,
  message,
  detail: null,
  shape: 'entry',
});

const withLogger = (at: number | undefined, level: LogLevel, rest: string): ParsedLine => {
  const match = loggerAhead.exec(rest);
  return match
    ? entry(at, level, match[1] ?? match[2] ?? match[3] ?? null, match[4] ?? '')
    : entry(at, level, null, rest);
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
  if (common) return access(parseTimestamp(common[3] ?? '', timeZone), 'access', `${common[1]} `, common[4] ?? '');
  const uvicorn = uvicornAccess.exec(line);
  return uvicorn ? access(undefined, 'uvicorn.access', `${uvicorn[2]} - `, uvicorn[3] ?? '') : undefined;
};

type Reader = (groups: RegExpExecArray, when: (text: string | undefined) => number | undefined) => ParsedLine;

const level = (word: string | undefined): LogLevel => levelOf(word) ?? 'info';

/** In order: the more a pattern asks for, the earlier it is tried. */
const headers: readonly (readonly [RegExp, Reader])[] = [
  [gunicornError, (g, when) => entry(when(g[1]), level(g[3]), 'gunicorn.error', g[4] ?? '')],
  [celery, (g, when) => entry(when(g[1]), level(g[2]), `celery/${g[3]}`, g[4] ?? '')],
  [loguru, (g, when) => entry(when(g[1]), level(g[2]), g[3] ?? null, g[4] ?? '')],
  [verbose, (g, when) => entry(when(g[2]), level(g[1]), g[3] ?? null, g[6] ?? '')],
  [structlog, (g, when) => withLogger(when(g[1]), level(g[2]), g[3] ?? '')],
  [timeThenLevel, (g, when) => withLogger(when(g[1]), level(g[2]), g[3] ?? '')],
  [levelThenTime, (g, when) => withLogger(when(g[2]), level(g[1]), g[3] ?? '')],
  [timeLoggerLevel, (g, when) => entry(when(g[1]), level(g[3]), g[2] ?? null, g[4] ?? '')],
  [levelFirst, (g) => entry(undefined, level(g[1]), g[2] ?? null, g[3] ?? '')],
  [simple, (g) => entry(undefined, level(g[1]), null, g[2] ?? '')],
  [timeOnly, (g, when) => entry(when(g[1]), 'info', null, g[2] ?? '')],
];

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // It can be read to any depth, but not written.
    return '…';
  }
};

const pick = (record: Record<string, unknown>, keys: readonly string[]): [string, unknown] | undefined => {
  const key = keys.find((name) => record[name] !== undefined && record[name] !== null);
  return key === undefined ? undefined : [key, record[key]];
};

const timeKeys = ['timestamp', '@timestamp', 'asctime', 'time', 'ts', 'datetime', 'created'];
const levelKeys = ['level', 'levelname', 'severity', 'log.level', 'loglevel', 'levelno'];
const messageKeys = ['message', 'msg', 'event', 'text'];
const loggerKeys = ['logger', 'name', 'logger_name', 'log.logger'];
const traceKeys = ['exc_info', 'exception', 'exc_text', 'traceback', 'stack_trace', 'stack_info', 'error.stack_trace'];

const parseJson = (line: string, timeZone: string | null): ParsedLine | undefined => {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  const found = [timeKeys, levelKeys, messageKeys, loggerKeys].map((keys) => pick(record, keys));
  const [at, severity, message, logger] = found;
  if (!message) return undefined;
  const used = new Set(found.map((pair) => pair?.[0]));
  const traces = traceKeys.filter((key) => typeof record[key] === 'string' && record[key] !== '');
  const rest = Object.keys(record).filter((key) => !used.has(key) && !traceKeys.includes(key));
  const detail = [
    ...traces.map((key) => textOf(record[key])),
    ...rest.map((key) => `${key}: ${textOf(record[key])}`),
  ].join('\n');
  return {
    ...entry(
      parseTimeValue(at?.[1], timeZone),
      levelOf(severity?.[1]) ?? (traces.length > 0 ? 'error' : 'info'),
      logger ? textOf(logger[1]) : null,
      textOf(message[1]),
    ),
    detail: detail === '' ? null : detail,
  };
};

export const parseLine = (line: string, timeZone: string | null): ParsedLine => {
  const known = parseJson(line, timeZone) ?? parseAccess(line, timeZone);
  if (known) return known;
  const when = (text: string | undefined) => parseTimestamp(text ?? '', timeZone);
  for (const [pattern, read] of headers) {
    const groups = pattern.exec(line);
    if (groups) return read(groups, when);
  }
  const django = requestMessage.exec(line);
  if (!django) return { ...entry(undefined, 'info', null, line), shape: 'plain' };
  const severe = django[1] === 'Internal Server Error' || django[1] === 'Service Unavailable';
  return { ...entry(undefined, severe ? 'error' : 'warning', 'django.request', line), shape: 'plain' };
};
