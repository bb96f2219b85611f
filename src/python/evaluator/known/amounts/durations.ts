/** What `timedelta` holds: microseconds. */
import { type CallValue, callOf, floatOf, isFloat, numberOf, type Value } from '../../values.ts';

export const DURATION = 'datetime.timedelta';

/** Microseconds of each, in the order of its arguments. */
const units: ReadonlyMap<string, number> = new Map([
  ['days', 864e8],
  ['seconds', 1e6],
  ['microseconds', 1],
  ['milliseconds', 1e3],
  ['minutes', 6e7],
  ['hours', 36e8],
  ['weeks', 6048e8],
]);
const [DAY, SECOND] = [86_400_000_000n, 1_000_000n];
const MAX_DAYS = 999_999_999n;

/** Of a part that was given; of a half Python rounds the sum, which is left open. */
const ofPart = (unit: number, value: Value): bigint | undefined => {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  if (Number.isSafeInteger(number)) return BigInt(unit) * BigInt(number);
  const all = unit * number;
  const isWhole = Number.isSafeInteger(Math.round(all)) && Math.abs(all - Math.round(all)) < 1e-4;
  return isWhole ? BigInt(Math.round(all)) : undefined;
};

export const microsecondsOf = ({ args, keywords }: CallValue): bigint | undefined => {
  const names = [...units.keys()];
  let total = 0n;
  for (const [name, value] of [...args.map((value, at) => [names[at] ?? '', value] as const), ...keywords]) {
    const unit = units.get(name);
    const part = unit === undefined ? undefined : ofPart(unit, value);
    if (part === undefined) return undefined;
    total += part;
  }
  return total;
};

/** Days, which may be below zero, and seconds and microseconds that are not. */
const partsOf = (total: bigint): Record<'days' | 'seconds' | 'microseconds', bigint> => {
  const rest = ((total % DAY) + DAY) % DAY;
  return { days: (total - rest) / DAY, seconds: rest / SECOND, microseconds: rest % SECOND };
};

export const durationOf = (total: bigint): Value | undefined => {
  const parts = Object.entries(partsOf(total));
  if (parts.some(([, part]) => part > MAX_DAYS || part < -MAX_DAYS)) return undefined;
  const written = parts.filter(([, part]) => part !== 0n).map(([name, part]) => [name, Number(part)] as const);
  return callOf(DURATION, [], new Map(written));
};

/** `timedelta(days=1) * 2`, `one / other`. */
export const calculateDurations = (
  operator: string,
  left: bigint | Value,
  right: bigint | Value,
): Value | undefined => {
  if (typeof left !== 'bigint') return operator === '*' ? calculateDurations('*', right, left) : undefined;
  if (typeof right === 'bigint') {
    if (operator === '+') return durationOf(left + right);
    if (operator === '-') return durationOf(left - right);
    const isSafe = [left, right].every((each) => Number.isSafeInteger(Number(each)));
    return operator === '/' && right !== 0n && isSafe ? floatOf(Number(left) / Number(right)) : undefined;
  }
  const number = isFloat(right) ? undefined : numberOf(right);
  if (number === undefined || !Number.isSafeInteger(number)) return undefined;
  const times = BigInt(number);
  if (operator === '*') return durationOf(left * times);
  // What is left over is rounded by `/`, and left out by `//`.
  const isEven = /^\/\/?$/.test(operator) && times !== 0n && left % times === 0n;
  return isEven ? durationOf(left / times) : undefined;
};

export const durationAttribute = (total: bigint, name: string): Value | undefined => {
  const part = new Map(Object.entries(partsOf(total))).get(name);
  return part === undefined ? undefined : Number(part);
};

/** `str()` of it: `-1 day, 23:30:00`. */
export const durationText = (total: bigint): string => {
  const { days, seconds, microseconds } = partsOf(total);
  const clock = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map(String);
  const time = clock.map((part, at) => (at === 0 ? part : part.padStart(2, '0'))).join(':');
  const day = days === 0n ? '' : `${days} day${days === 1n || days === -1n ? '' : 's'}, `;
  return day + time + (microseconds === 0n ? '' : `.${String(microseconds).padStart(6, '0')}`);
};

export const totalSeconds = (total: bigint): Value | undefined =>
  Number.isSafeInteger(Number(total)) ? floatOf(Number(total) / 1e6) : undefined;
