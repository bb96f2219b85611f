/** Lines of JSON: python-json-logger, structlog, the Elastic Common Schema, loguru and those who write them by hand. */
import { withoutCodes } from './clean.ts';
import { levelOf } from './levels.ts';
import { entry, type ParsedLine } from './parsed-line.ts';
import { parseTimeValue } from './timestamps.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // It can be read to any depth, but not written.
    return '…';
  }
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false;

const timeKeys = ['timestamp', '@timestamp', 'asctime', 'time', 'ts', 'datetime', 'created'];
/** `status` is a level with some and an answer with others: a word counts, a number does not. */
const levelKeys = ['level', 'levelname', 'severity', 'log.level', 'loglevel', 'lvl', 'levelno', 'status'];
export const messageKeys: readonly string[] = ['message', 'msg', 'event', 'text'];
const loggerKeys = ['logger', 'name', 'logger_name', 'log.logger'];
/** A text, or what structlog makes of an exception: a list of its parts. */
const traceKeys = ['exc_info', 'exception', 'exc_text', 'traceback', 'stack_trace', 'stack_info', 'error.stack_trace'];

const find = (fields: Fields, keys: readonly string[]): string | undefined =>
  keys.find((key) => fields[key] !== undefined && fields[key] !== null);

const levelIn = (fields: Fields, key: string): ReturnType<typeof levelOf> =>
  key === 'status' && typeof fields[key] !== 'string' ? undefined : levelOf(fields[key]);

/** Whether anything beside a message tells that this is a line of a log. */
export const hasHead = (fields: Fields): boolean =>
  find(fields, timeKeys) !== undefined || levelKeys.some((key) => levelIn(fields, key) !== undefined);

export const parseFields = (fields: Fields, timeZone: string | null): ParsedLine | undefined => {
  const message = find(fields, messageKeys);
  if (message === undefined) return undefined;
  const time = find(fields, timeKeys);
  const level = levelKeys.find((key) => levelIn(fields, key) !== undefined);
  const logger = find(fields, loggerKeys);
  const used = new Set([message, time, level, logger]);
  const traces = traceKeys.filter((key) => !isEmpty(fields[key]) && typeof fields[key] !== 'boolean');
  const rest = Object.keys(fields).filter((key) => !used.has(key) && !traceKeys.includes(key));
  const detail = [
    ...traces.map((key) => textOf(fields[key])),
    ...rest.map((key) => `${key}: ${textOf(fields[key])}`),
  ].join('\n');
  return {
    ...entry(
      time === undefined ? undefined : parseTimeValue(fields[time], timeZone),
      (level === undefined ? undefined : levelIn(fields, level)) ?? (traces.length > 0 ? 'error' : 'info'),
      logger === undefined ? null : textOf(fields[logger]),
      textOf(fields[message]),
    ),
    detail: detail === '' ? null : detail,
  };
};

/** loguru with `serialize`: `{"text": …, "record": {"level": {"name": …}, "time": {"timestamp": …}, …}}`. Its text ends with the traceback. */
const parseLoguru = ({ text, record }: Fields): ParsedLine | undefined => {
  if (typeof text !== 'string' || !isFields(record)) return undefined;
  const { level, time, name, message } = record;
  if (!isFields(level) || !isFields(time) || typeof message !== 'string') return undefined;
  const severity = levelOf(level.name) ?? levelOf(level.no) ?? 'info';
  const trace = text.indexOf('Traceback (most recent call last):');
  return {
    ...entry(parseTimeValue(time.timestamp, null), severity, typeof name === 'string' ? name : null, message),
    detail: trace < 0 ? null : text.slice(trace).trimEnd(),
  };
};

export const readFields = (line: string): Fields | undefined => {
  try {
    const fields: unknown = JSON.parse(line);
    return isFields(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
};

export const parseJson = (line: string, timeZone: string | null): ParsedLine | undefined => {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  const fields = readFields(line);
  const parsed = fields && (parseLoguru(fields) ?? parseFields(fields, timeZone));
  // What stood there as escapes was not seen before.
  return parsed && line.includes('\\u')
    ? {
        ...parsed,
        message: withoutCodes(parsed.message),
        detail: parsed.detail === null ? null : withoutCodes(parsed.detail),
      }
    : parsed;
};
