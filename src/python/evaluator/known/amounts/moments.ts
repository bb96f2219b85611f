/** Days and times of `datetime`, as far as their zone is known. */
import { type CallValue, callOf, isA, nameOf, type Value } from '../../values.ts';
import type { Arguments } from '../../world.ts';
import { DURATION, durationOf, microsecondsOf } from './durations.ts';

const DATE = ['year', 'month', 'day'];
const TIME = ['hour', 'minute', 'second', 'microsecond', 'tzinfo'];

/** What each is made of, in the order of its arguments. */
const shapes: ReadonlyMap<string, readonly string[]> = new Map([
  ['datetime.date', DATE],
  ['datetime.datetime', [...DATE, ...TIME]],
  ['datetime.time', TIME],
]);

export const isMoment = (name: string): boolean => shapes.has(name);

type Parts = { of: string; numbers: ReadonlyMap<string, number>; zone: Value };

const partsOf = ({ name: of, args, keywords }: CallValue): Parts | undefined => {
  const names = shapes.get(of) ?? [];
  const numbers = new Map<string, number>(names.filter((name) => name !== 'tzinfo').map((name) => [name, 0]));
  let zone: Value = null;
  for (const [name, value] of [...args.map((value, at) => [names[at] ?? '', value] as const), ...keywords]) {
    if (name === 'tzinfo' && names.includes(name)) zone = value;
    else if (numbers.has(name) && typeof value === 'number' && Number.isInteger(value)) numbers.set(name, value);
    else return undefined;
  }
  return { of, numbers, zone };
};

const DAY_MS = 864e5;

/** Days since 1970; undefined where the calendar has no such day. */
const dayOf = ({ numbers }: Parts): number | undefined => {
  const [year = 0, month = 0, day = 0] = DATE.map((name) => numbers.get(name) ?? 0);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isThere = year > 0 && year < 10_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere ? date.getTime() / DAY_MS : undefined;
};

/** Microseconds of the day. */
const timeOf = ({ numbers }: Parts): bigint => {
  const [hour = 0, minute = 0, second = 0, rest = 0] = TIME.map((name) => numbers.get(name) ?? 0);
  return BigInt((hour * 60 + minute) * 60 + second) * 1_000_000n + BigInt(rest);
};

/** From UTC; null: there is no zone. A zone with summer time is not known here. */
const offsetOf = ({ zone }: Parts): bigint | null | undefined => {
  if (zone === null) return null;
  if (!isA(zone, 'call')) return /\.utc$/i.test(nameOf(zone) ?? '') ? 0n : undefined;
  const [given] = zone.args;
  if (zone.name === 'zoneinfo.ZoneInfo') return given === 'UTC' ? 0n : undefined;
  return zone.name === 'datetime.timezone' && isA(given, 'call') && given.name === DURATION
    ? microsecondsOf(given)
    : undefined;
};

const DAY = 86_400_000_000n;

/** Microseconds since 1970, of a time since midnight, and whether they are those of UTC. */
type Instant = { at: bigint; isAware: boolean };

const instantOf = (parts: Parts): Instant | undefined => {
  const [offset, day] = [offsetOf(parts), parts.of === 'datetime.time' ? 0 : dayOf(parts)];
  if (offset === undefined || day === undefined) return undefined;
  return { at: BigInt(day) * DAY + timeOf(parts) - (offset ?? 0n), isAware: offset !== null };
};

/** Of two of the same kind: the same text where Python calls them equal, and no other. */
export const momentKey = (object: CallValue): string | undefined => {
  const parts = partsOf(object);
  const instant = parts && instantOf(parts);
  return instant && `${instant.at} ${instant.isAware}`;
};

/** Those with a zone have no order with those without. */
export const orderOfMoments = (one: CallValue, two: CallValue): number | undefined => {
  const [left, right] = [one, two].map((each) => partsOf(each));
  if (left === undefined || right === undefined || left.of !== right.of) return undefined;
  const [a, b] = [instantOf(left), instantOf(right)];
  if (a === undefined || b === undefined || a.isAware !== b.isAware) return undefined;
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0;
};

/** Whole days of a span, as it holds them: of a second before midnight none, of one that is taken away a day. */
const daysOf = (span: bigint): bigint => span - (((span % DAY) + DAY) % DAY);

/** What the same clock shows so much later. */
const later = (parts: Parts, by: bigint): Value | undefined => {
  const day = parts.of === 'datetime.time' ? undefined : dayOf(parts);
  if (day === undefined) return undefined;
  const isDate = parts.of === 'datetime.date';
  const at = BigInt(day) * DAY + timeOf(parts) + by;
  const rest = ((at % DAY) + DAY) % DAY;
  const date = new Date(Number((at - rest) / DAY) * DAY_MS);
  const year = date.getUTCFullYear();
  if (!(year > 0 && year < 10_000)) return undefined;
  const days = [year, date.getUTCMonth() + 1, date.getUTCDate()];
  if (isDate) return callOf(parts.of, days);
  const seconds = Number(rest / 1_000_000n);
  const times = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, Number(rest % 1_000_000n)];
  return callOf(parts.of, [...days, ...times], new Map(parts.zone === null ? [] : [['tzinfo', parts.zone]]));
};

/** `LAUNCH + timedelta(days=1)`, `one - other`. */
export const calculateMoments = (operator: string, left: CallValue, right: CallValue): Value | undefined => {
  if (operator === '+' && left.name === DURATION) return calculateMoments(operator, right, left);
  const parts = /^[+-]$/.test(operator) ? partsOf(left) : undefined;
  if (parts === undefined) return undefined;
  if (right.name === DURATION) {
    const by = microsecondsOf(right);
    const span = by === undefined || parts.of !== 'datetime.date' ? by : daysOf(by);
    return span === undefined ? undefined : later(parts, operator === '-' ? -span : span);
  }
  const other = operator === '-' && right.name === left.name ? partsOf(right) : undefined;
  const [a, b] = [instantOf(parts), other && instantOf(other)];
  if (parts.of === 'datetime.time' || a === undefined || b === undefined || a.isAware !== b.isAware) return undefined;
  return durationOf(a.at - b.at);
};

const two = (number: number | undefined, length = 2): string => String(number ?? 0).padStart(length, '0');

const isoText = ({ of, numbers, zone }: Parts): string | undefined => {
  if (zone !== null) return undefined;
  const day = `${two(numbers.get('year'), 4)}-${two(numbers.get('month'))}-${two(numbers.get('day'))}`;
  const part = numbers.get('microsecond') ?? 0;
  const clock = TIME.slice(0, 3).map((name) => two(numbers.get(name)));
  const time = clock.join(':') + (part === 0 ? '' : `.${two(part, 6)}`);
  return of === 'datetime.date' ? day : of === 'datetime.time' ? time : `${day}T${time}`;
};

/** `str()` of it; undefined where it has a zone. */
export const momentText = (object: CallValue): string | undefined => {
  const parts = partsOf(object);
  return parts && isoText(parts)?.replace('T', ' ');
};

/** What stands for parts of it in `strftime`, the same in every language. */
const SIGNS: Readonly<Record<string, (numbers: Parts['numbers']) => string>> = {
  Y: (numbers) => two(numbers.get('year'), 4),
  m: (numbers) => two(numbers.get('month')),
  d: (numbers) => two(numbers.get('day')),
  y: (numbers) => two((numbers.get('year') ?? 0) % 100),
  H: (numbers) => two(numbers.get('hour')),
  M: (numbers) => two(numbers.get('minute')),
  S: (numbers) => two(numbers.get('second')),
  f: (numbers) => two(numbers.get('microsecond'), 6),
  '%': () => '%',
};

/** `day.strftime("%Y-%m-%d")`; a year below 1000 is written otherwise on each machine. */
const written = ({ of, numbers }: Parts, form: Value | undefined): string | undefined => {
  if (typeof form !== 'string' || of === 'datetime.time' || (numbers.get('year') ?? 0) < 1000) return undefined;
  const isKnown = form.replaceAll(/%[YmdyHMSf%]/g, '').includes('%') === false && /^[\x20-\x7e]*$/.test(form);
  return isKnown ? form.replaceAll(/%(.)/g, (_, sign: string) => SIGNS[sign]?.(numbers) ?? '') : undefined;
};

export const momentAttribute = (object: CallValue, name: string): Value | undefined => {
  const parts = partsOf(object);
  return name === 'tzinfo' ? parts?.zone : parts?.numbers.get(name);
};

export const momentMethod = (object: CallValue, name: string, { args, keywords }: Arguments): Value | undefined => {
  const isWritten = name === 'strftime' && args.length === 1 && keywords.size === 0;
  const parts = isWritten || args.length + keywords.size === 0 ? partsOf(object) : undefined;
  if (parts === undefined) return undefined;
  if (isWritten) return dayOf(parts) === undefined ? undefined : written(parts, args[0]);
  if (name === 'isoformat') return isoText(parts);
  const isDate = name === 'date' && parts.of === 'datetime.datetime';
  return isDate ? callOf('datetime.date', [...DATE.map((each) => parts.numbers.get(each) ?? 0)]) : undefined;
};

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;

/** `date.fromisoformat("2024-02-29")`, in the form that every version of Python takes. */
export const fromIso =
  (of: string) =>
  ({ args: [text], keywords }: Arguments): Value | undefined => {
    const found = typeof text === 'string' && keywords.size === 0 ? ISO.exec(text) : null;
    const numbers = found?.slice(1).flatMap((each) => (each === undefined ? [] : Number(each))) ?? [];
    if (numbers.length < 3 || (of === 'datetime.date' && numbers.length > 3)) return undefined;
    return callOf(of, numbers);
  };
