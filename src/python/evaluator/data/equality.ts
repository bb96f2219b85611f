/** What Python takes for the same: `==`, and what a set has only once. */
import { equalAmounts } from '../known/amounts/amounts.ts';
import {
  type DictValue,
  hasNoOrder,
  isA,
  isMany,
  isSequence,
  isTagged,
  type Key,
  nameOf,
  numberOf,
  plainOf,
  type SequenceValue,
  textOf,
  unknownItems,
  type Value,
} from '../values.ts';

// Above, to compare all tuples of a set with each other would take longer than they are worth.
const MAX_COMPARED = 200;
const TWINS: ReadonlySet<string> = new Set(['list', 'tuple', 'set', 'float', 'member', 'reference', 'unknown', 'call']);

const mayBeTwin = (item: Value): boolean => typeof item === 'boolean' || (isTagged(item) && TWINS.has(item.type));
/** A set has each item once: `True` and `1.0` are 1. */
export const setOf = (items: readonly Value[]): SequenceValue => {
  const once = [...new Set(items)];
  if (once.length > MAX_COMPARED || !once.some(mayBeTwin)) return { type: 'set', items: once };
  const isFirst = (item: Value, at: number): boolean =>
    !once.slice(0, at).some((other) => !isA(other, 'path') && equals(other, item) === true);
  const first = once.filter(isFirst);
  const hasOther = (item: Value, at: number): boolean =>
    mayBeAny(item)
      ? first.some((other, place) => (place < at || !mayBeAny(other)) && equals(other, item) === undefined)
      : first.slice(0, at).some((other) => mayBeAlias(other, item));
  return { type: 'set', items: first.map((item, at) => (hasOther(item, at) ? unknownItems(ALIAS) : item)) };
};

const ALIAS = 'two names may stand for the same';

/** What is not known, and what a function gave that is no class, may be equal to anything else. */
const mayBeAny = (item: Value): boolean =>
  isA(item, 'unknown') || (isA(item, 'call') && /(?:^|\.)[a-z]\w*$/.test(item.name));

/** Two names of modules that are not opened, of which nobody knows whether they stand for the same. */
export const mayBeAlias = (one: Value, other: Value): boolean =>
  isA(one, 'reference') && isA(other, 'reference') && equals(one, other) === undefined;

/** Adds to a list in place. Not by spreading, which long lists are too long for; a list may be added to itself. */
export const addItems = (list: SequenceValue, items: readonly Value[]): void => {
  const { length } = items;
  if (list.type === 'set') list.items = setOf([...list.items, ...items]).items;
  else for (let at = 0; at < length; at++) list.items.push(items[at] as Value);
};

const equalSets = (left: readonly Value[], right: readonly Value[]): boolean | undefined => {
  const others = new Set(right);
  const rest = left.filter((item) => isA(item, 'unknown') || !others.has(item));
  if (rest.length === 0) return true;
  if (rest.length * right.length > MAX_COMPARED ** 2) return undefined;
  const found = rest.map((item) => right.map((other) => equals(item, other)));
  if (found.every((answers) => answers.includes(true))) return true;
  return found.some((answers) => answers.every((answer) => answer === false)) ? false : undefined;
};

const equalDicts = (left: DictValue, right: DictValue): boolean | undefined => {
  // `True` is 1.
  const isOther = (key: Key): boolean => isTagged(key) || typeof key === 'boolean';
  if (left.partial || right.partial || [...left.entries.keys(), ...right.entries.keys()].some(isOther))
    return undefined;
  if (left.entries.size !== right.entries.size) return false;
  // Two of `OrderedDict` have their order as well.
  if (left.isOther && right.isOther && left.entries.size > 1) return undefined;
  const parts = [...left.entries].map(([key, value]) => {
    const other = right.entries.get(key);
    return other === undefined ? false : equals(value, other);
  });
  return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
};

/** Data that has two names may be the same: `sys.prefix` is `sys.base_prefix` but in a virtual environment. */
const ofSystem = /^sys\.[a-z_]+$/;

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** What modules that are not opened have may be the same under two names: `models.CharField` is `fields.CharField`. */
const mayBeOne = (left: Value, right: Value, a: string, b: string): boolean => {
  if (ofSystem.test(a) && ofSystem.test(b)) return true;
  const open = [left, right].filter((value) => isA(value, 'reference') && value.isHome !== true);
  return open.length > 0 && lastPart(a) === lastPart(b);
};

/** A type or a function of Python's own, which no text, number, list or dict is equal to: `cast is list`, where it is None. */
export const isOfPython = (value: Value): boolean => isA(value, 'reference') && /^builtins\.[A-Za-z]/.test(value.name);

/** Python's `==`; undefined when it cannot be told. */
export const equals = (one: Value, two: Value): boolean | undefined => {
  const [left, right] = [plainOf(one), plainOf(two)];
  // A list is equal to itself whatever it holds: Python asks first whether two items are one.
  if (left === right && (!isTagged(left) || isSequence(left) || isA(left, 'dict'))) return true;
  const [number, other] = [numberOf(left), numberOf(right)];
  if (number !== undefined && other !== undefined) return number === other;
  if (!isTagged(left) && !isTagged(right)) return false;
  if (isA(left, 'unknown') || isA(right, 'unknown')) return undefined;
  if (isA(left, 'call') || isA(right, 'call')) return equalAmounts(left, right);
  if (isSequence(left) && isSequence(right)) {
    // The keys of a dict are a list here, and equal to a set.
    if (left.type !== right.type) return left.type === 'set' || right.type === 'set' ? undefined : false;
    if (left.items.some(isMany) || right.items.some(isMany)) return undefined;
    if (left.items.length !== right.items.length) return false;
    if (left.type === 'set') return equalSets(left.items, right.items);
    if (left !== right && (hasNoOrder(left) || hasNoOrder(right)))
      return equalSets(left.items, right.items) === false ? false : undefined;
    const parts = left.items.map((item, index) => equals(item, right.items[index] ?? null));
    return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
  }
  if (isA(left, 'dict') && isA(right, 'dict')) return equalDicts(left, right);
  const [a, b] = [nameOf(left), nameOf(right)];
  if (a !== undefined && b !== undefined) return a === b || (mayBeOne(left, right, a, b) ? undefined : false);
  if (isA(left, 'member') || isA(right, 'member'))
    return isA(left, 'reference') || isA(right, 'reference') ? undefined : false;
  const [leftText, rightText] = [textOf(left), textOf(right)];
  if (leftText !== undefined && rightText !== undefined) return leftText === rightText;
  if (isA(left, 'reference') || isA(right, 'reference'))
    return isOfPython(left) || isOfPython(right) ? false : undefined;
  return isTagged(left) && isTagged(right) && left.type === right.type ? undefined : false;
};
