/** Numbers, days and spans of time that Python's library holds as objects: what they are, how they compare and what is calculated with them. */
import { type CallValue, isA, numberOf, type Value } from '../../values.ts';
import type { Arguments } from '../../world.ts';
import { calculateDecimals, DECIMAL, decimalMethod, decimalText, fromFloat, orderOfDecimals } from './decimals.ts';
import {
  calculateDurations,
  DURATION,
  durationAttribute,
  durationText,
  microsecondsOf,
  totalSeconds,
} from './durations.ts';
import {
  calculateMoments,
  fromIso,
  isMoment,
  momentAttribute,
  momentKey,
  momentMethod,
  momentText,
  orderOfMoments,
} from './moments.ts';

type Amount = CallValue & { readonly name: `datetime.${string}` | 'decimal.Decimal' };

export const isAmount = (value: Value | undefined): value is Amount =>
  isA(value, 'call') && (value.name === DURATION || value.name === DECIMAL || isMoment(value.name));

const isOf = (value: Value, name: string): value is CallValue => isA(value, 'call') && value.name === name;

/** Below zero, zero, above, as Python orders them; undefined where it cannot be told, or Python has no order. */
export const orderOfAmounts = (left: Value, right: Value): number | undefined => {
  if (isOf(left, DECIMAL) || isOf(right, DECIMAL)) return orderOfDecimals(left, right);
  if (!isA(left, 'call') || !isA(right, 'call')) return undefined;
  if (isMoment(left.name)) return orderOfMoments(left, right);
  if (left.name !== DURATION || right.name !== DURATION) return undefined;
  const [a, b] = [microsecondsOf(left), microsecondsOf(right)];
  return a === undefined || b === undefined ? undefined : a < b ? -1 : a > b ? 1 : 0;
};

/** Python's `==` of two, or of one and a number. */
export const equalAmounts = (left: Value, right: Value): boolean | undefined => {
  if (!isA(left, 'call') || !isA(right, 'call') || left.name !== right.name || !isMoment(left.name)) {
    const order = orderOfAmounts(left, right);
    return order === undefined ? undefined : order === 0;
  }
  const [a, b] = [momentKey(left), momentKey(right)];
  return a === undefined || b === undefined ? undefined : a === b;
};

const spanOr = (value: Value): bigint | Value => (isOf(value, DURATION) ? (microsecondsOf(value) ?? value) : value);

/** `timedelta(days=1) * 2`, `Decimal("1.5") + 1`; undefined: neither side is one, or the result is not known. */
export const calculate = (operator: string, left: Value, right: Value): Value | undefined => {
  if (!isAmount(left) && !isAmount(right)) return undefined;
  if (isA(left, 'call') && isA(right, 'call') && (isMoment(left.name) || isMoment(right.name)))
    return calculateMoments(operator, left, right);
  if (isOf(left, DECIMAL) || isOf(right, DECIMAL)) return calculateDecimals(operator, left, right);
  const [a, b] = [spanOr(left), spanOr(right)];
  const isTold = [a, b].every((each) => typeof each === 'bigint' || numberOf(each) !== undefined);
  return isTold ? calculateDurations(operator, a, b) : undefined;
};

/** `span.days`; what it was given by that name may be more than it keeps of it. */
export const amountAttribute = (object: CallValue, name: string): Value | undefined => {
  if (isMoment(object.name)) return momentAttribute(object, name);
  const total = object.name === DURATION ? microsecondsOf(object) : undefined;
  return total === undefined ? undefined : durationAttribute(total, name);
};

export const amountMethod = (object: Value, name: string, call: Arguments): Value | undefined => {
  if (!isAmount(object)) return undefined;
  if (object.name === DECIMAL) return decimalMethod(object, name, call);
  if (isMoment(object.name)) return momentMethod(object, name, call);
  const total = name === 'total_seconds' ? microsecondsOf(object) : undefined;
  return total === undefined ? undefined : totalSeconds(total);
};

/** `str()` of one. */
export const amountText = (object: CallValue): string | undefined => {
  if (object.name === DECIMAL) return decimalText(object);
  if (isMoment(object.name)) return momentText(object);
  const total = object.name === DURATION ? microsecondsOf(object) : undefined;
  return total === undefined ? undefined : durationText(total);
};

/** Whether it counts as true: a day and a time always do, what is nothing does not. */
export const truthOfAmount = (object: CallValue): boolean | undefined => {
  if (isMoment(object.name)) return momentText(object) === undefined ? undefined : true;
  const total = object.name === DURATION ? microsecondsOf(object) : undefined;
  if (total !== undefined) return total !== 0n;
  const isNothing = object.name === DECIMAL ? equalAmounts(object, 0) : undefined;
  return isNothing === undefined ? undefined : !isNothing;
};

export const amountMakers: Readonly<Record<string, (call: Arguments) => Value | undefined>> = {
  'datetime.date.fromisoformat': fromIso('datetime.date'),
  'datetime.datetime.fromisoformat': fromIso('datetime.datetime'),
  'decimal.Decimal.from_float': fromFloat,
};
