/** What Python's `itertools` goes over, as lists. */
import { iterate } from '../iteration.ts';
import { isMany, oneByOne, tupleOf, type Value } from '../values.ts';
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

/** With one bound the end, else a start, an end and a step. */
const islice = ({ args: [from = null, ...bounds] }: Arguments): Value | undefined => {
  const items = allOf([from])?.[0];
  const [start, end, step] = bounds.length === 1 ? [0, bounds[0], 1] : [bounds[0] ?? 0, bounds[1], bounds[2] ?? 1];
  const stop = end === null ? Number.POSITIVE_INFINITY : end;
  if (items === undefined || typeof start !== 'number' || typeof stop !== 'number' || typeof step !== 'number')
    return undefined;
  return step < 1 ? undefined : oneByOne(items.slice(start, stop).filter((_, at) => at % step === 0));
};

export const iterators: Readonly<Record<string, (call: Arguments) => Value | undefined>> = {
  'itertools.chain': ({ args }) => chained(args),
  'itertools.chain.from_iterable': ({ args: [parts = null] }) => {
    const lists = allOf([parts])?.[0];
    return lists && chained(lists);
  },
  'itertools.product': product,
  'itertools.combinations': combinations,
  'itertools.islice': islice,
};
