/**
 * What lists, sets and dicts held before code of which nobody knows whether it runs. Each way finds them as they were, and what the ways leave
 * different is not known.
 */
import {
  addItems,
  type DictValue,
  equals,
  isA,
  isMany,
  isSequence,
  type SequenceValue,
  unknown,
  unknownItems,
  type Value,
} from './values.ts';
import { type Engine, Raised } from './world.ts';

type Container = SequenceValue | DictValue;

/** As much of a container as can be changed. */
type Contents = { items: readonly Value[] } | { entries: ReadonlyMap<unknown, Value>; partial: boolean };

export type Kept = Map<Container, Contents>;

const contentsOf = (value: Container): Contents =>
  isA(value, 'dict') ? { entries: new Map(value.entries), partial: value.partial } : { items: [...value.items] };

const fill = (value: Container, contents: Contents): void => {
  if (isA(value, 'dict') && 'entries' in contents) {
    const entries = value.entries as Map<unknown, Value>;
    entries.clear();
    for (const [key, item] of contents.entries) entries.set(key, item);
    value.partial = contents.partial;
  } else if (isSequence(value) && 'items' in contents) {
    value.items.length = 0;
    addItems(value, contents.items);
  }
};

/** Told before a value is changed, wherever somebody may want to know what it was. */
export const keepContents = ({ kept }: Engine, value: Value): void => {
  if (!isSequence(value) && !isA(value, 'dict')) return;
  if (isSequence(value) ? value.type === 'tuple' : value.isNames) return;
  for (const each of kept) if (!each.has(value)) each.set(value, contentsOf(value));
};

/** Goes a way and tells what it changed, as that was before. */
export const keeping = <T>(engine: Engine, work: () => T): { result: T; kept: Kept } => {
  const kept: Kept = new Map();
  engine.kept.push(kept);
  try {
    return { result: work(), kept };
  } finally {
    engine.kept.splice(engine.kept.indexOf(kept), 1);
  }
};

/** Makes everything what it was; what it had become. */
export const putBack = (kept: Kept): Kept => {
  const after: Kept = new Map();
  for (const [value, contents] of kept) {
    after.set(value, contentsOf(value));
    fill(value, contents);
  }
  return after;
};

const isSame = (first: Value, second: Value | undefined): boolean =>
  first === second || (second !== undefined && !isMany(first) && equals(first, second) === true);

const openItems = (value: SequenceValue, other: readonly Value[], why: string): void => {
  const { items } = value;
  const isAlike = items.length === other.length && items.every((item, at) => isSame(item, other[at]));
  if (isAlike) return;
  const common = value.type === 'set' ? items.filter((item) => other.includes(item)) : beginningOf(items, other);
  value.items.length = 0;
  addItems(value, isMany(common.at(-1)) ? common : [...common, unknownItems(why)]);
};

const beginningOf = (items: readonly Value[], other: readonly Value[]): readonly Value[] => {
  const end = items.findIndex((item, at) => !isSame(item, other[at]));
  return end < 0 ? [...items] : items.slice(0, end);
};

const openEntries = (
  value: DictValue,
  { entries: other, partial }: { entries: ReadonlyMap<unknown, Value>; partial: boolean },
): void => {
  const entries = value.entries as Map<unknown, Value>;
  const lost = [...entries].filter(([key, item]) => !isSame(item, other.get(key))).map(([key]) => key);
  if (lost.length > 0 || other.size !== entries.size || partial) value.partial = true;
  for (const key of lost) entries.delete(key);
};

const open = (value: Container, other: Contents, why: string): boolean => {
  const before = contentsOf(value);
  if (isA(value, 'dict') && 'entries' in other) openEntries(value, other);
  else if (isSequence(value) && 'items' in other) openItems(value, other.items, why);
  return !isAlike(before, contentsOf(value));
};

const isAlike = (first: Contents, second: Contents): boolean => {
  if ('items' in first && 'items' in second)
    return first.items.length === second.items.length && first.items.every((item, at) => item === second.items[at]);
  if (!('entries' in first && 'entries' in second)) return false;
  return first.partial === second.partial && first.entries.size === second.entries.size;
};

/** What each way left, after all of them were put back. True: something is not known any more. */
export const openDifferent = (ways: readonly Kept[], why: string): boolean => {
  const [first, ...others] = ways;
  let isOpen = false;
  for (const value of new Set(ways.flatMap((way) => [...way.keys()]))) {
    // A way that did not change it left it as it was before.
    const before = contentsOf(value);
    fill(value, first?.get(value) ?? before);
    for (const way of others) if (open(value, way.get(value) ?? before, why)) isOpen = true;
  }
  return isOpen;
};

/** An error that may be raised as well as not, where someone is there to catch it. */
export const noteDoubt = (error: Raised, { tries, doubts }: Engine): void => {
  if (tries > 0) doubts.push(error);
};

/** What is evaluated and may not be: what it changes and raises is not certain. */
export const mayBeDone = (engine: Engine, work: () => Value, why: string): Value => {
  const { result, kept } = keeping(engine, () => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Raised)) throw error;
      noteDoubt(error, engine);
      return unknown(why);
    }
  });
  if (!engine.world.readsSettings()) openDifferent([putBack(kept), new Map()], why);
  return result;
};
