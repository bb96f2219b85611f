/**
 * What others put in front of each line that a program writes: syslog and journald, Docker and docker compose, Kubernetes, Heroku, foreman and
 * honcho.
 * And what PostgreSQL puts in front of its own, of which several belong together.
 */
import type { LogLevel } from '../../../../contract/index.ts';
import { withoutCodes } from './clean.ts';
import { readFields } from './json.ts';
import { levelOf } from './levels.ts';
import type { ParsedLine } from './parsed-line.ts';
import { parseTimestamp, parseYearless } from './timestamps.ts';

export type Prefix = {
  /** Whose line it is. Lines of others may stand between those of one. */
  writer: string;
  body: string;
  at: number | undefined;
  /** A time without a day, which stays readable. */
  clock: string | null;
  level: LogLevel | undefined;
  logger: string | null;
  /** A row of a table may look the same: it counts where a line of a log follows it, or lines before had one. */
  isWeak: boolean;
  /** The line goes on in the next of its writer. */
  isPart: boolean;
};

const prefix = (writer: string, body: string, at: number | undefined, more: Partial<Prefix> = {}): Prefix => ({
  ...{ writer, body, at, clock: null, level: undefined, logger: null, isWeak: false, isPart: false },
  ...more,
});

/** `web-1  | …`, `shop_web_1 | …`. */
const compose = /^([A-Za-z][\w.-]{0,98}[-_]\d{1,4}) {1,60}\|(?: (.*))?$/s;
/** `web  | …` of a container that was given a name. Behind the longest of them, too, there are two blanks; in a table there is one. */
const named = /^([A-Za-z][\w.-]{0,98}) {2,60}\|(?: (.*))?$/s;
/** `12:00:01 web.1  | …`. */
const foreman = /^(\d\d:\d\d:\d\d) ([A-Za-z][\w-]{0,98}(\.\d{1,4})?) {1,60}\|(?: (.*))?$/s;
/** Time, process, perhaps `user@database`; with the prefix of a hosted one, client and all: `UTC:10.0.0.5(5432):bob@shop:[7]:`. */
const postgres =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?) ([A-Z]{2,5}|[+-]\d\d(?::?\d\d)?)(?: \[(\d{1,10})(?:-\d{1,10})?\]:?|:[^\s:[\]]{0,100}:([^\s:[\]]{0,200}):\[(\d{1,10})\]:) {0,1}(?:([^\s@]{1,100}@[^\s@]{1,100}) )?([A-Z]{3,9})\d?: (.*)$/s;
/** What the others call otherwise. Further words, as `DETAIL` and `STATEMENT`, go on with what was said. */
const postgresLevels: Readonly<Record<string, string>> = {
  ...{ DEBUG: 'DEBUG', INFO: 'INFO', NOTICE: 'NOTICE', LOG: 'INFO' },
  ...{ WARNING: 'WARNING', ERROR: 'ERROR', FATAL: 'FATAL', PANIC: 'CRITICAL' },
};
const postgresFurther: ReadonlySet<string> = new Set(['DETAIL', 'HINT', 'QUERY', 'CONTEXT', 'STATEMENT', 'LOCATION']);
const zoned = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)`;
const zonedHead = new RegExp(`^(${zoned}) (.*)$`, 's');
const cri = /^(stdout|stderr) ([FP])(?: (.*))?$/s;
/** `docker logs --timestamps`: nobody else writes nanoseconds. */
const nanoseconds = /\.\d{9}Z$/;
const yearlessHead = /^([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})?) (?!\d{4}\b)(.*)$/s;
/** `host gunicorn[123]: …`. */
const tag = /^(\S{1,255}) ([^\s:[\]]{1,100})(?:\[(\d{1,10})\])?:(?: (.*))?$/s;
/** `app[web.1]: …` and `heroku[router]: at=error …`. */
const heroku = /^((?:app|heroku)\[([a-z][\w.-]{0,60})\]):(?: (.*))?$/s;
const priority = /^<(\d{1,3})>(?=\S)(.*)$/s;
/** RFC 5424, behind its priority: version, time, host, program, process, kind of message, data, message. */
const numbered = new RegExp(
  String.raw`^\d{1,2} (${zoned}|-) (\S{1,255}) (\S{1,48}) (\S{1,128}) \S{1,32} (?:-|((?:\[(?:[^"\]\\]|"(?:[^"\\]|\\.)*")*\])+))(?: \ufeff?(.*))?$`,
  's',
);

/** Emergency to debug. */
const severities: readonly LogLevel[] = [
  ...(['critical', 'critical', 'critical', 'error', 'warning', 'info', 'info', 'debug'] as const),
];

/** `needsPid`: without one, `time word word: …` is as likely a line of the program's own. */
const tagged = (text: string, at: number | undefined, needsPid: boolean): Prefix | undefined => {
  const match = tag.exec(text);
  if (!match) return undefined;
  const [, host = '', program = '', pid, body = ''] = match;
  if (needsPid && pid === undefined && program !== 'kernel') return undefined;
  if (levelOf(program) ?? levelOf(host.replace(/[[\]:]/g, ''))) return undefined;
  return prefix(`${host} ${program} ${pid ?? ''}`, body, at, { logger: program });
};

const readHeroku = (text: string, at: number | undefined): Prefix | undefined => {
  const match = heroku.exec(text);
  if (!match) return undefined;
  const [, writer = '', logger = '', body = ''] = match;
  return prefix(writer, body, at, { logger, level: levelOf(/^at=(\w{1,20}) /.exec(body)?.[1]) });
};

const readZoned = (line: string): Prefix | undefined => {
  // Most lines of logs begin with a time that is written otherwise.
  if (line[10] !== 'T') return undefined;
  const [, time = '', rest = ''] = zonedHead.exec(line) ?? [];
  if (time === '') return undefined;
  const [, stream, kind, body = ''] = cri.exec(rest) ?? [];
  const at = () => parseTimestamp(time, null);
  if (stream !== undefined) return prefix(stream, body, at(), { isPart: kind === 'P' });
  return (
    readHeroku(rest, at()) ??
    tagged(rest, at(), true) ??
    (nanoseconds.test(time) ? prefix('docker', rest, at()) : undefined)
  );
};

/** The clock of syslog is that of its machine, whatever zone the project is in. */
const readYearless = (line: string, latest: number): Prefix | undefined => {
  const match = yearlessHead.exec(line);
  if (!match) return undefined;
  const [, time = '', rest = ''] = match;
  const at = parseYearless(time, latest);
  return at === undefined ? undefined : (tagged(rest, at, false) ?? prefix('syslog', rest, at));
};

const readPriority = (line: string, latest: number): Prefix | undefined => {
  const [, number = '', rest = ''] = priority.exec(line) ?? [];
  if (number === '' || Number(number) > 191) return undefined;
  const level = severities[Number(number) % 8];
  const match = numbered.exec(rest);
  if (!match) {
    const found = readYearless(rest, latest);
    return found && { ...found, level };
  }
  const [, time = '', host, program, pid, data, body = ''] = match;
  const text = data === undefined ? body : `${body} ${data}`.trim();
  return prefix(`${host} ${program} ${pid}`, text, parseTimestamp(time, null), {
    level,
    logger: program === '-' ? null : (program ?? null),
  });
};

const readPostgres = (line: string): Prefix | undefined => {
  if (line[10] !== ' ') return undefined;
  const match = postgres.exec(line);
  if (!match) return undefined;
  const [, time, zone = '', ownPid, ofHosted, hostedPid, who = ofHosted, word = '', rest = ''] = match;
  const level = postgresLevels[word];
  if (level === undefined && !postgresFurther.has(word)) return undefined;
  // Whole hours are written without minutes.
  const at = parseTimestamp(`${time}${/^[+-]/.test(zone) ? zone : ` ${zone}`}`, null);
  return prefix(`postgres ${ownPid ?? hostedPid}`, `${level ?? word}: ${rest}`, at, {
    logger: who ? `postgres/${who}` : 'postgres',
  });
};

const readTimed = (line: string): Prefix | undefined => readZoned(line) ?? readPostgres(line);

const readForeman = (line: string): Prefix | undefined => {
  const match = line[2] === ':' ? foreman.exec(line) : null;
  if (!match) return undefined;
  const [, clock = '', name = '', number, body = ''] = match;
  return prefix(name, body, undefined, { clock, logger: name, isWeak: number === undefined && name !== 'system' });
};

const readCompose = (line: string): Prefix | undefined => {
  const blank = line.indexOf(' ');
  const last = line.charCodeAt(blank - 1);
  const isNumbered = last >= 0x30 && last <= 0x39;
  const match = (isNumbered ? compose.exec(line) : null) ?? (line[blank + 1] === ' ' ? named.exec(line) : null);
  if (!match) return undefined;
  const [, service = '', body = ''] = match;
  if (levelOf(service)) return undefined;
  const timed = /^\d/.test(body) ? readTimed(body) : undefined;
  return timed
    ? { ...timed, writer: `${service} ${timed.writer}`, logger: timed.logger ?? service }
    : prefix(service, body, undefined, { logger: service, isWeak: true });
};

/** `{"log":"…\\n","stream":"stderr","time":"…"}`, as Docker keeps what a container writes. A long line is in several of them. */
const readKept = (line: string): Prefix | undefined => {
  if (!line.startsWith('{"log":"')) return undefined;
  const { log, stream, time } = readFields(line) ?? {};
  if (typeof log !== 'string' || typeof time !== 'string' || (stream !== 'stdout' && stream !== 'stderr'))
    return undefined;
  const isPart = !log.endsWith('\n');
  return prefix(stream, withoutCodes(isPart ? log : log.trimEnd()), parseTimestamp(time, null), { isPart });
};

/** `latest`: no line was written after it. */
export const readPrefix = (line: string, latest: number): Prefix | undefined => {
  const first = line.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return readTimed(line) ?? readForeman(line);
  if (first === 0x7b) return readKept(line);
  if (first === 0x3c) return readPriority(line, latest);
  if (line[3] === ' ') return readYearless(line, latest) ?? readCompose(line);
  return readCompose(line);
};

/** What a line says of itself, and where it says nothing what stands in front of it. */
export const behindPrefix = ({ at, clock, level, logger }: Prefix, body: ParsedLine): ParsedLine => ({
  ...body,
  at: body.at ?? at,
  clock: body.clock ?? clock,
  level: body.shape === 'plain' && body.logger === null ? (level ?? body.level) : body.level,
  logger: body.logger ?? logger,
  message: clock === null || body.at !== undefined ? body.message : `${clock} ${body.message}`,
});
