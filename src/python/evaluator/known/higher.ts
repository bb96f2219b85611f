/** Functions that are given functions: `map`, `filter`, `sorted`, `reduce`. */
import { equals } from '../data/equality.ts';
import { loseOrder } from '../data/order.ts';
import {
  hasNoOrder,
  isA,
  isMany,
  isSequence,
  listOf,
  numberOf,
  OPEN_KEYWORDS,
  oneByOne,
  plainOf,
  type SequenceValue,
  truthOf,
  unknown,
  unknownItems,
  type Value,
} from '../values.ts';
import type { Arguments } from '../world.ts';
import { sequenceFrom } from './builtins.ts';

/** Calls a value with arguments by position. */
export type Apply = (target: Value, args: readonly Value[]) => Value;

// What a hostile file maps over must end.
const MAX_ITEMS = 5000;

const itemsOf = (value: Value | undefined): readonly Value[] | undefined => {
  const items = value === undefined ? undefined : sequenceFrom(value, 'list');
  return isSequence(items) && items.items.length <= MAX_ITEMS ? items.items : undefined;
};

const mapped = ([target, ...lists]: readonly Value[], apply: Apply): Value | undefined => {
  const [first, ...more] = lists.map(itemsOf);
  if (target === undefined || first === undefined || !more.every((list) => list?.length === first.length))
    return undefined;
  const isOpen = [first, ...more].some((list) => list?.some(isMany));
  if (isOpen && (more.length > 0 || (isA(target, 'function') && target.changes !== undefined))) return undefined;
  return oneByOne(
    first.map((item, index) =>
      isMany(item) ? item : apply(target, [item, ...more.map((list) => list?.[index] ?? null)]),
    ),
  );
};

const filtered = ([target, list]: readonly Value[], apply: Apply): Value | undefined => {
  const items = itemsOf(list);
  if (target === undefined || items === undefined) return undefined;
  const truths = items.map((item) => truthOf(target === null ? item : apply(target, [item])));
  return truths.includes(undefined) ? undefined : oneByOne(items.filter((_, at) => truths[at]));
};

const isBefore = (one: Value, two: Value): boolean | undefined => {
  const [left, right] = [plainOf(one), plainOf(two)];
  if (typeof left === 'string' && typeof right === 'string') return left < right;
  const [number, other] = [numberOf(left), numberOf(right)];
  if (number !== undefined && other !== undefined) return number < other;
  if (isA(left, 'path') && isA(right, 'path')) return left.path < right.path;
  if (!isSequence(left) || !isSequence(right)) return undefined;
  for (const [at, item] of left.items.entries()) {
    const other = right.items[at];
    if (other === undefined) return false;
    if (isBefore(item, other) !== false) return isBefore(item, other);
    if (isBefore(other, item) !== false) return isBefore(other, item) === undefined ? undefined : false;
  }
  return left.items.length < right.items.length;
};

type Keyed = { item: Value; key: Value };

const keyedBy = (items: readonly Value[], { keywords }: Arguments, apply: Apply): Keyed[] => {
  const key = keywords.get('key') ?? null;
  return items.map((item) => ({ item, key: key === null ? item : apply(key, [item]) }));
};

/** undefined when their order cannot be told; `keeps`: then names, as of apps, stay as they are. */
const inOrder = (keyed: readonly Keyed[], { keywords }: Arguments, keeps: boolean): Value[] | undefined => {
  const comparable = keyed.every(
    (each, at) => at === 0 || isBefore(keyed[at - 1]?.key ?? null, each.key) !== undefined,
  );
  const reverse = keywords.has(OPEN_KEYWORDS) ? undefined : truthOf(keywords.get('reverse') ?? false);
  if (!comparable || reverse === undefined) {
    const isKept = keeps && !keyed.every(({ item }) => isSequence(item) || isA(item, 'call'));
    return isKept || keyed.length < 2 ? keyed.map(({ item }) => item) : undefined;
  }
  const sign = reverse ? -1 : 1;
  return keyed
    .toSorted((a, b) => sign * (isBefore(a.key, b.key) ? -1 : isBefore(b.key, a.key) ? 1 : 0))
    .map(({ item }) => item);
};

/** Whether of what has no order some lie beside each other in either order: `key=len`. */
const areMixed = (from: Value | undefined, keyed: readonly Keyed[]): boolean =>
  hasNoOrder(from) &&
  keyed.some(({ key, item }, at) =>
    keyed.some((other, place) => place > at && item !== other.item && equals(key, other.key) !== false),
  );

/** `list.sort()`. */
export const sortInPlace = (list: SequenceValue, call: Arguments, apply: Apply, keeps: boolean): null => {
  const keyed = keyedBy(list.items, call, apply);
  const sorted = inOrder(keyed, call, keeps) ?? [unknownItems('the order of a list is not known')];
  const isAnyOrder = areMixed(list, keyed);
  list.items.splice(0, list.items.length, ...sorted);
  if (!isAnyOrder) delete list.isAnyOrder;
  return null;
};

/** `max(names, key=len)`: the first of the largest. */
const extremeBy = (name: string, { args, keywords }: Arguments, apply: Apply): Value | undefined => {
  const items = args.length === 1 ? itemsOf(args[0]) : args;
  if (items === undefined || keywords.has(OPEN_KEYWORDS)) return undefined;
  if (items.length === 0) return keywords.get('default');
  const keyed = keyedBy(items, { args, keywords }, apply);
  if (args.length === 1 && areMixed(args[0], keyed)) return undefined;
  let best = keyed[0];
  for (const each of keyed.slice(1)) {
    const isBetter = name === 'min' ? isBefore(each.key, best?.key ?? null) : isBefore(best?.key ?? null, each.key);
    if (isBetter === undefined) return undefined;
    if (isBetter) best = each;
  }
  return best?.item;
};

const reduced = ([target, list, start]: readonly Value[], apply: Apply): Value | undefined => {
  const items = itemsOf(list);
  if (target === undefined || items === undefined) return undefined;
  const all = start === undefined ? items : [start, ...items];
  const [first, ...rest] = all;
  return first === undefined ? undefined : rest.reduce((sum, item) => apply(target, [sum, item]), first);
};

/** undefined: it is none of these, or its result cannot be told. */
export const callHigher = (name: string, call: Arguments, apply: Apply, keeps: boolean): Value | undefined => {
  switch (name) {
    case 'map':
      // Which items come together is another question each time.
      return call.args.length > 2 && call.args.some(hasNoOrder) ? undefined : mapped(call.args, apply);
    case 'filter':
      return filtered(call.args, apply);
    case 'sorted': {
      const items = itemsOf(call.args[0]);
      if (items === undefined) return undefined;
      const keyed = keyedBy(items, call, apply);
      const sorted = inOrder(keyed, call, keeps);
      if (sorted === undefined) return unknown('an order is not known');
      return areMixed(call.args[0], keyed) ? loseOrder(listOf(sorted)) : listOf(sorted);
    }
    case 'min':
    case 'max':
      return call.keywords.has('key') ? extremeBy(name, call, apply) : undefined;
    case 'functools.reduce':
      return reduced(call.args, apply);
    default:
      return undefined;
  }
};
