/** Numbers one after another of which only bounds are known, as of a version that several releases fit: what both bounds say is sure. */
import { isA, isSequence, tupleOf, type UnknownValue, unknown, type Value } from '../values.ts';

/** From `least` on, and before `end`; null: as far as one likes. */
export type Bounds = {
  least: readonly number[];
  end: readonly number[] | null;
  /** A number, not a tuple of them. */
  isNumber?: true;
};

/** What is before `(5, 0)` is before `(5,)`, too. */
const withoutZeros = (numbers: readonly number[]): readonly number[] =>
  numbers.slice(0, numbers.findLastIndex((number) => number !== 0) + 1);

export const withinBounds = ({ end, ...bounds }: Bounds, why: string): UnknownValue => ({
  ...unknown(why),
  within: { ...bounds, end: end && withoutZeros(end) },
});

/** As Python orders tuples of numbers: of two that begin alike the longer one is greater. */
const difference = (left: readonly number[], right: readonly number[]): number => {
  for (const [at, number] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return left.length - right.length;
};

const numbersOf = (value: Value, { isNumber }: Bounds): number[] | undefined => {
  if (isNumber) return typeof value === 'number' ? [value] : undefined;
  if (!isSequence(value) || value.type !== 'tuple') return undefined;
  const numbers = value.items.filter((item) => typeof item === 'number');
  return numbers.length === value.items.length ? numbers : undefined;
};

const isBefore = ({ least, end }: Bounds, other: readonly number[], orSame: boolean): boolean | undefined => {
  if (end !== null && difference(end, other) <= 0) return true;
  const ofLeast = difference(least, other);
  return ofLeast > 0 || (ofLeast === 0 && !orSame) ? false : undefined;
};

const mirrored: Record<string, string> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const opposite: Record<string, string> = { '>': '<=', '>=': '<', '!=': '==', '<>': '==' };

/** undefined: neither side is of this kind, or the answer lies between the bounds. */
export const compareBounds = (operator: string, left: Value, right: Value): boolean | undefined => {
  const bounds = isA(left, 'unknown') ? left.within : undefined;
  if (bounds === undefined) {
    const isOther = isA(right, 'unknown') && right.within !== undefined;
    return isOther ? compareBounds(mirrored[operator] ?? operator, right, left) : undefined;
  }
  const other = numbersOf(right, bounds);
  if (other === undefined) return undefined;
  const negated = opposite[operator];
  if (negated !== undefined) {
    const answer = compareBounds(negated, left, right);
    return answer === undefined ? undefined : !answer;
  }
  if (operator === '<') return isBefore(bounds, other, false);
  if (operator === '<=') return isBefore(bounds, other, true);
  const isOutside = isBefore(bounds, other, false) === true || isBefore(bounds, other, true) === false;
  return operator === '==' && isOutside ? false : undefined;
};

/** The first of them, how many is told. */
const firstOf = ({ least, end }: Bounds, count: number): Bounds => {
  const first = least.slice(0, count);
  if (end === null || end.length <= count) return { least: first, end };
  // Before `(4, 3)`, of which the 3 is cut off: `(4,)` itself is among them.
  return { least: first, end: end.slice(0, count).with(-1, (end[count - 1] ?? 0) + 1) };
};

/** All that is told of it, where nothing else lies between the bounds. */
const onlyOne = ({ least, end }: Bounds, count: number): readonly number[] | undefined =>
  least.length === count && end?.length === count && difference(least.with(-1, (least[count - 1] ?? 0) + 1), end) === 0
    ? least
    : undefined;

/** `VERSION[0]`; of the others only what all have alike. */
export const itemOfBounds = (value: UnknownValue, index: unknown): Value => {
  if (value.within === undefined || value.within.isNumber || typeof index !== 'number' || index < 0)
    return unknown(value.why);
  const first = firstOf(value.within, index + 1);
  const only = onlyOne(first, index + 1)?.[index];
  return only ?? (index === 0 ? withinBounds({ ...first, isNumber: true }, value.why) : unknown(value.why));
};

/** `VERSION[:2]`. */
export const sliceOfBounds = (value: UnknownValue, count: number): Value => {
  if (value.within === undefined || value.within.isNumber) return unknown(value.why);
  const first = firstOf(value.within, count);
  const only = onlyOne(first, count);
  return only === undefined ? withinBounds(first, value.why) : tupleOf([...only]);
};

const versionParts = ['major', 'minor', 'micro'];

/** `sys.version_info.major`. */
export const partOfVersion = (value: Value, name: string): Value | undefined => {
  const at = versionParts.indexOf(name);
  if (at === -1) return undefined;
  if (isSequence(value) && value.type === 'tuple') return value.items[at];
  return isA(value, 'unknown') && value.within !== undefined ? itemOfBounds(value, at) : undefined;
};
