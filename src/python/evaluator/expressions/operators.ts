/** Binary and unary operators on known values. */

import { isWholeClass, metaclassOf, resolutionOrder } from '../classes/classes.ts';
import { compareBounds } from '../data/bounds.ts';
import { entryOf, isKey, takeEntries } from '../data/entries.ts';
import { equals, isOfPython, mayBeAlias, setOf } from '../data/equality.ts';
import { inOrderOf } from '../data/order.ts';
import { calculate, orderOfAmounts } from '../known/amounts/amounts.ts';
import { joinPath } from '../known/texts/texts.ts';
import {
  type CallValue,
  callOf,
  type DictValue,
  dictOf,
  floatOf,
  hasNoOrder,
  isA,
  isFloat,
  isMany,
  isSequence,
  isTagged,
  MAX_TEXT,
  nameOf,
  numberOf,
  pathOf,
  plainOf,
  type SequenceValue,
  textOf,
  unknownItems,
  type Value,
} from '../values.ts';

export const cannotTell = (operator: string): Value => ({
  type: 'unknown',
  why: `the result of "${operator}" is not known`,
  isData: true,
});

/** What stands for the items of something that was not gone over. */
export const asItems = (value: Value): Value => {
  if (isA(value, 'call')) return unknownItems(`what ${value.name}() gives is not known`);
  return isA(value, 'unknown') ? unknownItems(value.why) : value;
};

/** Sums of lists keep what is known when one side is not. */
const addSequences = (left: Value, right: Value): Value | undefined => {
  if (isSequence(left) && isSequence(right)) {
    const sum: SequenceValue = { type: left.type, items: [...left.items, ...right.items] };
    return inOrderOf(left, inOrderOf(right, sum));
  }
  if (isSequence(left) && isTagged(right))
    return inOrderOf(left, { type: left.type, items: [...left.items, asItems(right)] });
  if (isSequence(right) && isTagged(left))
    return inOrderOf(right, { type: right.type, items: [asItems(left), ...right.items] });
  return undefined;
};

/** `//` and `%` as CPython works them out: the rest has the sign of what it is divided by. */
const divide = (left: number, right: number): { whole: number; rest: number } => {
  const rest = left % right;
  const isOtherSign = rest !== 0 && rest < 0 !== right < 0;
  const share = (left - rest) / right - (isOtherSign ? 1 : 0);
  const below = Math.floor(share);
  const whole = share === 0 ? (left / right) * 0 : share - below > 0.5 ? below + 1 : below;
  return { whole, rest: rest === 0 ? (right < 0 ? -0 : 0) : isOtherSign ? rest + right : rest };
};

const arithmetic: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '//': (left, right) => divide(left, right).whole,
  '%': (left, right) => divide(left, right).rest,
  '**': (left, right) => left ** right,
  '<<': (left, right) => left * 2 ** right,
  '>>': (left, right) => Math.floor(left / 2 ** right),
  '|': (left, right) => Number(BigInt(left) | BigInt(right)),
  '&': (left, right) => Number(BigInt(left) & BigInt(right)),
  '^': (left, right) => Number(BigInt(left) ^ BigInt(right)),
};

/** As Python: `/` gives a float, and so does whatever has one in it. */
const compute = (operator: string, left: Value, right: Value, [a, b]: readonly [number, number]): Value => {
  const hasFloat = isFloat(left) || isFloat(right);
  if (/[|&^<>]/.test(operator) && hasFloat) return cannotTell(operator);
  const result = arithmetic[operator]?.(a, b);
  if (result === undefined || !Number.isFinite(result)) return cannotTell(operator);
  if (hasFloat || operator === '/' || (operator === '**' && b < 0)) return floatOf(result);
  if (typeof left === 'boolean' && typeof right === 'boolean' && /[|&^]/.test(operator)) return result === 1;
  // Larger than JavaScript holds to the last digit: what is made of the last digits is not known.
  const isExact = [a, b, result].every(Number.isSafeInteger) || /^(\+|-|\*\*?|<<)$/.test(operator);
  return isExact ? result + 0 : cannotTell(operator);
};

// `"-" * n` and `[x] * n` of a hostile file must not fill the memory.
const MAX_REPEAT = 10_000;

const repeat = (left: Value, times: Value): Value | undefined => {
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 0 || times > MAX_REPEAT) return undefined;
  if (typeof left === 'string') return left.length * times > MAX_TEXT ? undefined : left.repeat(times);
  if (!isSequence(left) || left.items.length * times > MAX_REPEAT) return undefined;
  return inOrderOf(left, { type: left.type, items: Array.from({ length: times }, () => left.items).flat() });
};

const isPlainSet = ({ items }: SequenceValue): boolean => items.every((item) => !isA(item, 'unknown'));

/** `True` is equal to 1, and another value: which of the two is in both sets rests on how Python goes over them. */
const isTwin = (one: Value, other: Value): boolean => typeof one !== typeof other && equals(one, other) === true;

/** Of sets, and of what the keys of a dict are here. Where not all items are known, only a union keeps what is. */
const combineSets = (operator: string, left: SequenceValue, right: SequenceValue): Value | undefined => {
  if (operator !== '|' && !(isPlainSet(left) && isPlainSet(right))) return undefined;
  const has = (sequence: SequenceValue, item: Value): boolean =>
    sequence.items.some((other) => equals(other, item) === true);
  if (operator === '|') return setOf([...left.items, ...right.items.filter((item) => !has(left, item))]);
  if (left.items.some((item) => right.items.some((other) => mayBeAlias(item, other)))) return undefined;
  if (operator === '&' && left.items.some((item) => right.items.some((other) => isTwin(item, other)))) return undefined;
  if (operator === '&') return { type: 'set', items: left.items.filter((item) => has(right, item)) };
  const rest = left.items.filter((item) => !has(right, item));
  if (operator === '-') return { type: 'set', items: rest };
  return operator === '^'
    ? { type: 'set', items: [...rest, ...right.items.filter((item) => !has(left, item))] }
    : undefined;
};

const joinTexts = (operator: string, left: Value, right: Value): Value | undefined => {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string')
    return left.length + right.length > MAX_TEXT ? undefined : left + right;
  if (operator === '/' && (isA(left, 'path') || isA(right, 'path'))) {
    const [first, second] = [textOf(left), textOf(right)];
    return first === undefined || second === undefined ? undefined : pathOf(joinPath([first, second]));
  }
  return undefined;
};

const callOperators: Readonly<Record<string, string>> = { '&': 'and_', '|': 'or_', '^': 'xor', '~': 'invert' };

/** `Q(a=1) | ~Q(b=2)`: what is only known by its call stays a call, of the operator. */
const keepCall = (operator: string, operands: Value[]): Value | undefined => {
  const name = callOperators[operator];
  if (name === undefined || !operands.every((operand) => isA(operand, 'call'))) return undefined;
  return callOf(`operator.${name}`, operands);
};

/** Arithmetic, sums of lists and texts, unions. `and`, `or` and comparisons are not here. */
export const applyBinary = (operator: string, left: Value, right: Value): Value => {
  const amount = calculate(operator, left, right);
  if (amount !== undefined) return amount;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return compute(operator, left, right, [a, b]);
  if (operator === '+') {
    const sum = addSequences(left, right);
    if (sum !== undefined) return sum;
  }
  if (operator === '*') return repeat(left, right) ?? repeat(right, left) ?? cannotTell(operator);
  if (operator === '|' && isA(left, 'dict') && isA(right, 'dict')) return mergeDicts(left, right, false);
  if (isSequence(left) && isSequence(right)) return combineSets(operator, left, right) ?? cannotTell(operator);
  return joinTexts(operator, left, right) ?? keepCall(operator, [left, right]) ?? cannotTell(operator);
};

export const mergeDicts = (left: DictValue, right: DictValue, keeps: boolean): DictValue => {
  const both = dictOf(left.entries, left.partial);
  takeEntries(both, right, keeps);
  return inOrderOf(left, inOrderOf(right, both));
};

const contains = (container: Value, wanted: Value): boolean | undefined => {
  const item = isA(container, 'dict') ? plainOf(wanted) : wanted;
  if (typeof container === 'string') return typeof item === 'string' ? container.includes(item) : undefined;
  if (isA(container, 'dict'))
    return isKey(item) ? entryOf(container, item) !== undefined || (container.partial ? undefined : false) : undefined;
  if (!isSequence(container)) return undefined;
  const answers = container.items.map((other) => equals(other, item));
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
};

/** Python's order of two values: below zero, zero, above; undefined when it cannot be told. */
export const order = (one: Value, two: Value): number | undefined => {
  const [left, right] = [plainOf(one), plainOf(two)];
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (isA(left, 'call') || isA(right, 'call')) return orderOfAmounts(left, right);
  if (!isSequence(left) || !isSequence(right) || left.type !== right.type || left.type === 'set') return undefined;
  if (left.items.some(isMany) || right.items.some(isMany) || hasNoOrder(left) || hasNoOrder(right)) return undefined;
  for (let index = 0; index < Math.min(left.items.length, right.items.length); index++) {
    const difference = order(left.items[index] ?? null, right.items[index] ?? null);
    if (difference !== 0) return difference;
  }
  return left.items.length - right.items.length;
};

/** Of a class of the text that does not say itself what it makes, or one that is named as classes are. */
const isInstance = ({ callee, isObject }: CallValue): boolean =>
  isA(callee, 'class')
    ? isObject || !resolutionOrder(callee).some((each) => each.type === 'class' && each.names.has('__new__'))
    : isA(callee, 'reference') && /\.[A-Z]\w*$/.test(callee.name);

/** Of a class with nothing above it but `object`, or of that itself; one that derives from `str` or `dict` may be known by its value. */
export const isPlainObject = (value: Value): boolean => {
  if (!isA(value, 'call')) return false;
  const { callee } = value;
  if (!isA(callee, 'class')) return nameOf(callee) === OBJECT;
  return callee.enumeration === undefined && isInstance(value) && isWholeClass(callee, (base) => base === OBJECT);
};

const OBJECT = 'builtins.object';

const isNoObject = (value: Value): boolean =>
  !isTagged(value) ||
  isSequence(value) ||
  isA(value, 'dict') ||
  isA(value, 'class') ||
  isA(value, 'function') ||
  isOfPython(value);

/** Two that a plain class made in two places of the text; what stands in one place may have been read twice. */
const areTwoObjects = (left: Value, right: Value): boolean =>
  isA(left, 'call') &&
  isA(right, 'call') &&
  left.serial !== right.serial &&
  (left.file !== right.file || left.line !== right.line) &&
  [left, right].every(
    (each) => isPlainObject(each) && isA(each.callee, 'class') && metaclassOf(each.callee) === undefined,
  );

const identical = (left: Value, right: Value): boolean | undefined => {
  if (isA(left, 'unknown') || isA(right, 'unknown')) return undefined;
  // An instance or a reference is something; only what a function gave may be None.
  if (right === null) return isA(left, 'call') && !isInstance(left) ? undefined : left === null;
  if (left === null) return identical(right, left);
  if (left === right) return true;
  // `value is UNSET`: an object that a plain class of the text made is no text, number, list, dict, class or function.
  if ((isNoObject(left) && isPlainObject(right)) || (isNoObject(right) && isPlainObject(left))) return false;
  if (areTwoObjects(left, right)) return false;
  // `1 is True` does not hold; of two lists that are equal it is not known whether they are one.
  if (typeof left !== typeof right && !isTagged(left) && !isTagged(right)) return false;
  const isSame = equals(left, right);
  return isSame && (isSequence(left) || isA(left, 'dict')) ? undefined : isSame;
};

const negate = (answer: boolean | undefined): boolean | undefined => (answer === undefined ? undefined : !answer);

/** `<=` asks whether one lies in the other. */
const compareSets = (operator: string, left: SequenceValue, right: SequenceValue): boolean | undefined => {
  if (operator.startsWith('>')) return compareSets(operator.replace('>', '<'), right, left);
  const answers = left.items.map((item) => (isMany(item) ? undefined : contains(right, item)));
  if (answers.includes(false)) return false;
  if (answers.includes(undefined) || !isPlainSet(right)) return undefined;
  return operator === '<=' || left.items.length < right.items.length;
};

/** A comparison's answer; undefined when it cannot be told. */
export const compare = (operator: string, left: Value, right: Value): boolean | undefined => {
  const answer = compareBounds(operator, left, right);
  if (answer !== undefined) return answer;
  switch (operator) {
    case '==':
      return equals(left, right);
    case '!=':
    case '<>':
      return negate(equals(left, right));
    case 'in':
      return contains(right, left);
    case 'not in':
      return negate(contains(right, left));
    case 'is':
      return identical(left, right);
    case 'is not':
      return negate(identical(left, right));
  }
  const subset = isA(left, 'set') && isA(right, 'set') ? compareSets(operator, left, right) : undefined;
  if (subset !== undefined) return subset;
  const difference = order(left, right);
  if (difference === undefined) return undefined;
  return operator === '<'
    ? difference < 0
    : operator === '>'
      ? difference > 0
      : operator === '<='
        ? difference <= 0
        : difference >= 0;
};

export const isComparison = (operator: string): boolean => /^(==|!=|<>|<=?|>=?|in|not in|is|is not)$/.test(operator);

/** Signs before a number. */
export const applyUnary = (operator: string, operand: Value): Value => {
  const number = numberOf(operand);
  const negative = operator === '-' ? calculate('*', operand, -1) : undefined;
  if (negative !== undefined) return negative;
  if (number === undefined) return keepCall(operator, [operand]) ?? cannotTell(operator);
  if (isFloat(operand)) return operator === '~' ? cannotTell(operator) : floatOf(operator === '-' ? -number : number);
  // Python's integers know no -0.
  return operator === '-' ? 0 - number : operator === '~' ? -number - 1 : number;
};

/** Python's `items[lower:upper:step]`. */
export const pick = <T>(
  items: readonly T[],
  lower: number | undefined,
  upper: number | undefined,
  step: number,
): T[] => {
  if (step === 1) return items.slice(lower, upper);
  if (step > 0) return items.slice(lower, upper).filter((_, at) => at % step === 0);
  const { length } = items;
  const place = (bound: number | undefined, otherwise: number): number =>
    bound === undefined ? otherwise : Math.min(bound < 0 ? bound + length : bound, length - 1);
  const [from, to] = [place(lower, length - 1), place(upper, -1)];
  const picked: T[] = [];
  for (let at = from; at > to && at >= 0; at += step) picked.push(items[at] as T);
  return picked;
};
