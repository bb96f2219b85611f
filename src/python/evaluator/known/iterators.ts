/** What Python's `itertools` goes over, as lists. */

import { equals } from '../data/equality.ts';
import { iterate } from '../data/iteration.ts';
import { applyBinary } from '../expressions/operators.ts';
import { isMany, oneByOne, truthOf, tupleOf, unknownItems, type Value } from '../values.ts';
import type { Arguments } from '../world.ts';

/** More would be a mistake, or an attack. */
const MOST = 20_000;

/** Of each its items; undefined where one of them is not known whole. */
const allOf = (parts: readonly Value[]): (readonly Value[])[] | undefined => {
  const lists = parts.map((part) => iterate(part));
  return lists.every((items) => items !== undefined && !items.some(isMany)) ? (lists as Value[][]) : undefined;
};

const chained = (parts: readonly Value[]): Value | undefined => {
  const lists = parts.map((part) => iterate(part));
  return lists.includes(undefined) ? undefined : oneByOne(lists.flatMap((items) => items ?? []));
};

const productOf = (lists: readonly (readonly Value[])[]): Value[][] | undefined => {
  let rows: Value[][] = [[]];
  for (const items of lists) {
    if (rows.length * items.length > MOST) return undefined;
    rows = rows.flatMap((row) => items.map((item) => [...row, item]));
  }
  return rows;
};

const product = ({ args, keywords }: Arguments): Value | undefined => {
  const repeat = keywords.get('repeat') ?? 1;
  const lists = allOf(args);
  if (lists === undefined || typeof repeat !== 'number' || repeat < 0 || repeat > 20) return undefined;
  const rows = productOf(Array.from({ length: repeat }, () => lists).flat());
  return rows && oneByOne(rows.map((row) => tupleOf(row)));
};

/** `combinations("abc", 2)`: each choice of so many, in order. */
const combinations = ({ args: [from = null, size] }: Arguments): Value | undefined => {
  const items = allOf([from])?.[0];
  if (items === undefined || typeof size !== 'number') return undefined;
  let rows: { row: Value[]; next: number }[] = [{ row: [], next: 0 }];
  for (let taken = 0; taken < size; taken += 1) {
    if (rows.length * items.length > MOST) return undefined;
    rows = rows.flatMap(({ row, next }) =>
      items.slice(next).map((item, offset) => ({ row: [...row, item], next: next + offset + 1 })),
    );
  }
  return oneByOne(rows.map(({ row }) => tupleOf(row)));
};

/** With one bound the end, else a start, an end and a step. What goes on for ever, or is not known to its end, may have enough all the same. */
const islice = ({ args: [from = null, ...bounds] }: Arguments): Value | undefined => {
  const items = iterate(from);
  const [start, end, step] = bounds.length === 1 ? [0, bounds[0], 1] : [bounds[0] ?? 0, bounds[1], bounds[2] ?? 1];
  const stop = end === null ? Number.POSITIVE_INFINITY : end;
  if (items === undefined || typeof start !== 'number' || typeof stop !== 'number' || typeof step !== 'number')
    return undefined;
  if (step < 1 || items.slice(0, stop).some(isMany)) return undefined;
  return oneByOne(items.slice(start, stop).filter((_, at) => at % step === 0));
};

/** `permutations("abc", 2)`: each choice of so many in each order. */
const permutations = ({ args: [from = null, given] }: Arguments): Value | undefined => {
  const items = allOf([from])?.[0];
  const size = given ?? items?.length;
  if (items === undefined || typeof size !== 'number') return undefined;
  let rows: number[][] = [[]];
  for (let taken = 0; taken < size; taken += 1) {
    if (rows.length * items.length > MOST) return undefined;
    rows = rows.flatMap((row) => [...items.keys()].filter((at) => !row.includes(at)).map((at) => [...row, at]));
  }
  return oneByOne(rows.map((row) => tupleOf(row.map((at) => items[at] ?? null))));
};

const zipLongest = ({ args, keywords }: Arguments): Value | undefined => {
  const lists = allOf(args);
  const fill = keywords.get('fillvalue') ?? null;
  if (lists === undefined) return undefined;
  const length = Math.max(0, ...lists.map((items) => items.length));
  const rowAt = (at: number): Value => tupleOf(lists.map((items) => (at < items.length ? (items[at] ?? null) : fill)));
  return oneByOne(Array.from({ length }, (_, at) => rowAt(at)));
};

/** Without a number it goes on for ever. */
const repeated = ({ args: [value = null, times], keywords }: Arguments): Value | undefined => {
  const count = times ?? keywords.get('times');
  if (typeof count !== 'number' || count > MOST) return undefined;
  return oneByOne(Array.from({ length: Math.max(0, count) }, () => value));
};

const compressed = ({ args: [from = null, chosen = null] }: Arguments): Value | undefined => {
  const [items, truths] = allOf([from, chosen]) ?? [];
  const isTaken = truths?.map((truth) => truthOf(truth));
  return isTaken === undefined || isTaken.includes(undefined)
    ? undefined
    : oneByOne((items ?? []).filter((_, at) => isTaken[at] === true));
};

const pairwise = ({ args: [from = null] }: Arguments): Value | undefined => {
  const items = allOf([from])?.[0];
  return items && oneByOne(items.slice(1).map((item, at) => tupleOf([items[at] ?? null, item])));
};

type Called = (target: Value, args: readonly Value[]) => Value;

/** As far as it is asked, it may go on for ever. */
const takenWhile = (target: Value, from: Value, apply: Called): Value | undefined => {
  const taken: Value[] = [];
  for (const item of iterate(from) ?? [unknownItems('')]) {
    const truth = isMany(item) ? undefined : truthOf(target === null ? item : apply(target, [item]));
    if (truth === undefined) return undefined;
    if (!truth) break;
    taken.push(item);
  }
  return oneByOne(taken);
};

// More than anyone takes of what goes on for ever.
const MOST_OF_ENDLESS = 500;
const ENDLESS = unknownItems('it goes on for ever');

const counted = ({ args: [start, step], keywords }: Arguments): Value | undefined => {
  const from = start ?? keywords.get('start') ?? 0;
  const by = step ?? keywords.get('step') ?? 1;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(by)) return undefined;
  const numbers = Array.from({ length: MOST_OF_ENDLESS }, (_, at) => (from as number) + at * (by as number));
  return oneByOne([...numbers, ENDLESS]);
};

const cycled = ({ args: [from = null] }: Arguments): Value | undefined => {
  const items = allOf([from])?.[0];
  if (items === undefined || items.length === 0) return items && oneByOne([]);
  const round = Array.from({ length: MOST_OF_ENDLESS }, (_, at) => items[at % items.length] ?? null);
  return oneByOne([...round, ENDLESS]);
};

/** Those that are given a function; `None` stands for the truth of an item. */
export const callIterator = (name: string, { args, keywords }: Arguments, apply: Called): Value | undefined => {
  const isKeyed = name === 'itertools.groupby' || name === 'itertools.accumulate';
  const [from = null, given] = isKeyed ? args : [args[1], args[0]];
  const items = allOf([from])?.[0];
  const target = given ?? keywords.get('key') ?? keywords.get('func') ?? null;
  if (name === 'itertools.takewhile') return takenWhile(target, from, apply);
  if (items === undefined || items.length > MOST || keywords.has('initial') || args.length > 2) return undefined;
  const truths = (): (boolean | undefined)[] =>
    items.map((item) => truthOf(target === null ? item : apply(target, [item])));
  switch (name) {
    case 'itertools.starmap': {
      const rows = items.map((item) => allOf([item])?.[0]);
      return rows.includes(undefined) ? undefined : oneByOne(rows.map((row) => apply(target, row ?? [])));
    }
    case 'itertools.accumulate': {
      const add = (sum: Value, item: Value): Value =>
        target === null ? applyBinary('+', sum, item) : apply(target, [sum, item]);
      const sums: Value[] = [];
      for (const [at, item] of items.entries()) sums.push(at === 0 ? item : add(sums[at - 1] ?? null, item));
      return oneByOne(sums);
    }
    case 'itertools.filterfalse': {
      const found = truths();
      return found.includes(undefined) ? undefined : oneByOne(items.filter((_, at) => found[at] === false));
    }
    case 'itertools.dropwhile': {
      const found = truths();
      const end = found.findIndex((truth) => truth !== true);
      if (end >= 0 && found[end] === undefined) return undefined;
      return oneByOne(items.slice(end < 0 ? items.length : end));
    }
    case 'itertools.groupby': {
      const groups: { key: Value; items: Value[] }[] = [];
      for (const item of items) {
        const key = target === null ? item : apply(target, [item]);
        const last = groups.at(-1);
        const isSame = last === undefined ? false : equals(last.key, key);
        if (isSame === undefined) return undefined;
        if (isSame) last?.items.push(item);
        else groups.push({ key, items: [item] });
      }
      const pairs = groups.map(({ key, items: of }) => tupleOf([key, oneByOne(of)]));
      return { ...oneByOne(pairs), isOnce: { groups: true } };
    }
    default:
      return undefined;
  }
};

export const iterators: Readonly<Record<string, (call: Arguments) => Value | undefined>> = {
  'itertools.chain': ({ args }) => chained(args),
  'itertools.chain.from_iterable': ({ args: [parts = null] }) => {
    const lists = allOf([parts])?.[0];
    return lists && chained(lists);
  },
  'itertools.count': counted,
  'itertools.cycle': cycled,
  'itertools.product': product,
  'itertools.combinations': combinations,
  'itertools.islice': islice,
  'itertools.permutations': permutations,
  'itertools.zip_longest': zipLongest,
  'itertools.repeat': repeated,
  'itertools.compress': compressed,
  'itertools.pairwise': pairwise,
};
