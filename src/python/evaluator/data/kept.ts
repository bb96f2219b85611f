/**
 * What lists, sets, dicts, objects and scopes held before code of which nobody knows whether it runs. Each way finds them as they were, and what
 * the ways leave different is not known.
 */

import {
  ANY_ORDER,
  type DictValue,
  isA,
  isMany,
  isSequence,
  type SequenceValue,
  truthOf,
  unknown,
  unknownItems,
  unknownOf,
  type Value,
} from '../values.ts';
import { type Engine, Raised, type Scope } from '../world.ts';
import { addItems, equals } from './equality.ts';
import { loseOrder } from './order.ts';

/** Names of a scope, or attributes of an object. */
type Names = Map<string, Value>;

type Container = SequenceValue | DictValue | Names;

/** As much of a container as can be changed. */
type Contents =
  | { items: readonly Value[]; isAnyOrder?: true | undefined }
  | { entries: ReadonlyMap<unknown, Value>; partial: boolean; isAnyOrder?: true | undefined }
  | { names: ReadonlyMap<string, Value> };

export type Kept = Map<Container, Contents>;

/** `own`: names that whoever goes the way looks after. `since`: what was made from then on was made on the way, and no other has it. */
export type Keeper = { kept: Kept; own: Names | null; since: number };

const contentsOf = (value: Container): Contents => {
  if (value instanceof Map) return { names: new Map(value) };
  const { isAnyOrder } = value;
  return isA(value, 'dict')
    ? { entries: new Map(value.entries), partial: value.partial, isAnyOrder }
    : { items: [...value.items], isAnyOrder };
};

const fillMap = <K>(map: Map<K, Value>, from: ReadonlyMap<K, Value>): void => {
  map.clear();
  for (const [key, item] of from) map.set(key, item);
};

const setOrder = (value: SequenceValue | DictValue, isAnyOrder: true | undefined): void => {
  if (isAnyOrder) value.isAnyOrder = true;
  else if (value.isAnyOrder) delete value.isAnyOrder;
};

const fill = (value: Container, contents: Contents): void => {
  if (!(value instanceof Map) && !('names' in contents)) setOrder(value, contents.isAnyOrder);
  if (value instanceof Map) {
    if ('names' in contents) fillMap(value, contents.names);
  } else if (isA(value, 'dict') && 'entries' in contents) {
    fillMap(value.entries as Map<unknown, Value>, contents.entries);
    value.partial = contents.partial;
  } else if (isSequence(value) && 'items' in contents) {
    value.items.length = 0;
    addItems(value, contents.items);
  }
};

const keep = ({ kept }: Engine, container: Container, serial = -1): void => {
  for (const { kept: before, own, since } of kept)
    if (own !== container && serial < since && !before.has(container)) before.set(container, contentsOf(container));
};

/** Told before a name is bound that is not one of the block that runs: by `global`, `nonlocal`, or in the midst of an expression. */
export const keepNames = (engine: Engine, names: Names): void => {
  if (engine.kept.length > 0) keep(engine, names);
};

/** Told before a value is changed, wherever somebody may want to know what it was. */
export const keepContents = (engine: Engine, value: Value): void => {
  if (isA(value, 'call')) {
    if (value.state !== undefined) keep(engine, value.state, value.serial);
  } else if (isSequence(value)) {
    if (value.type !== 'tuple') keep(engine, value);
  } else if (isA(value, 'class')) {
    keep(engine, value.names);
    if (value.later !== undefined) keep(engine, value.later);
  } else if (isA(value, 'dict')) keep(engine, value.isNames ? (value.entries as Names) : value);
};

/** Goes a way and tells what it changed, as that was before. */
export const keeping = <T>(engine: Engine, own: Names | null, work: () => T): { result: T; kept: Kept; by: Keeper } => {
  const keeper: Keeper = { kept: new Map(), own, since: engine.serial };
  engine.kept.push(keeper);
  try {
    return { result: work(), kept: keeper.kept, by: keeper };
  } finally {
    engine.kept.splice(engine.kept.indexOf(keeper), 1);
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

const isSame = (first: Value | undefined, second: Value | undefined): boolean =>
  first === second || (first !== undefined && second !== undefined && !isMany(first) && equals(first, second) === true);

/** The same items, in another order. */
const isMixed = (items: readonly Value[], other: readonly Value[]): boolean => {
  if (items.length !== other.length || items.some(isMany)) return false;
  const rest = [...other];
  return items.every((item) => {
    const at = rest.findIndex((each) => isSame(item, each));
    return at >= 0 && rest.splice(at, 1).length === 1;
  });
};

// To look for each item among the others takes long where there are many of them.
const MAX_MIXED = 200;

const openItems = (value: SequenceValue, other: readonly Value[], why: string): void => {
  const { items } = value;
  const isAlike = items.length === other.length && items.every((item, at) => isSame(item, other[at]));
  if (isAlike) return;
  if (why === ANY_ORDER && items.length <= MAX_MIXED && isMixed(items, other)) {
    loseOrder(value);
    return;
  }
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
  const keys = [...other.keys()].filter((key) => entries.has(key));
  const isMoved = [...entries.keys()].filter((key) => other.has(key)).some((key, at) => key !== keys[at]);
  if (isMoved) value.isAnyOrder = true;
};

const openNames = (names: Names, other: ReadonlyMap<string, Value>, why: string): void => {
  for (const name of new Set([...names.keys(), ...other.keys()]))
    if (!isSame(names.get(name), other.get(name))) names.set(name, unknownOf([names.get(name), other.get(name)], why));
};

const open = (value: Container, other: Contents, why: string): boolean => {
  const before = contentsOf(value);
  if (value instanceof Map) {
    if ('names' in other) openNames(value, other.names, why);
  } else if (isA(value, 'dict') && 'entries' in other) openEntries(value, other);
  else if (isSequence(value) && 'items' in other) openItems(value, other.items, why);
  if (!(value instanceof Map) && !('names' in other) && other.isAnyOrder) value.isAnyOrder = true;
  return !isAlike(before, contentsOf(value));
};

const isAlike = (first: Contents, second: Contents): boolean => {
  if (!('names' in first) && !('names' in second) && first.isAnyOrder !== second.isAnyOrder) return false;
  if ('items' in first && 'items' in second)
    return first.items.length === second.items.length && first.items.every((item, at) => item === second.items[at]);
  if ('names' in first && 'names' in second)
    return [...first.names].every(([name, value]) => second.names.get(name) === value);
  if (!('entries' in first && 'entries' in second)) return false;
  return first.partial === second.partial && first.entries.size === second.entries.size;
};

const leaveAnyOrder = (value: Container, before: Contents): void => {
  if (value instanceof Map) {
    if ('names' in before) openNames(value, before.names, ANY_ORDER);
  } else if (isA(value, 'dict') && 'entries' in before) openEntries(value, before);
  else if (isSequence(value) && 'items' in before) {
    const isAddedTo = before.items.every((item, at) => item === value.items[at]);
    if (value.type === 'set' || isAddedTo) loseOrder(value);
    else value.items.splice(0, value.items.length, unknownItems(ANY_ORDER));
  }
};

/** What is done for each item of what has no order: a list that it adds to has none from then on. */
export const changedInAnyOrder = <T>(engine: Engine, work: () => T): T => {
  const { result, kept } = keeping(engine, null, work);
  for (const [value, before] of kept) leaveAnyOrder(value, before);
  return result;
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

/** What code of which nobody knows when it runs changed, as it was before that and as it becomes. */
export type Pending = { before: Kept; after: Kept };

/** The code ran by now; what was changed by others since then is not known any more. `isSure`: to its end. */
export const settle = ({ before, after }: Pending, isSure: boolean, engine: Engine, why: string): void => {
  for (const [container, contents] of after) {
    const was = before.get(container);
    keep(engine, container);
    if (isSure && was !== undefined && isAlike(was, contentsOf(container))) fill(container, contents);
    else open(container, contents, why);
  }
};

/** An error that may be raised as well as not. `asOf`: what each way that was gone then had changed so far, as it had become. */
export type Doubt = { error: Raised; asOf: ReadonlyMap<Keeper, Kept> };

/** Where someone is there to catch it. */
export const noteDoubt = (error: Raised, { tries, doubts, kept }: Engine): void => {
  if (tries === 0) return;
  const asOf = kept.map((keeper): [Keeper, Kept] => {
    const changed = keeper.own === null ? [...keeper.kept.keys()] : [keeper.own, ...keeper.kept.keys()];
    return [keeper, new Map(changed.map((container) => [container, contentsOf(container)]))];
  });
  doubts.push({ error, asOf: new Map(asOf) });
};

/** Goes back to where an error may have been raised: what was changed by then stays; of settings all that was put into containers does. */
export const resume = ({ asOf }: Doubt, by: Keeper, engine: Engine): void => {
  const isShown = engine.world.readsSettings();
  for (const [container, contents] of asOf.get(by) ?? []) {
    if (isShown && container !== by.own) continue;
    keep(engine, container);
    fill(container, contents);
  }
};

const attempt = (engine: Engine, work: () => Value, why: string): Value => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    noteDoubt(error, engine);
    return unknown(why);
  }
};

type Place = Pick<Scope, 'engine' | 'module'>;

/**
 * One of these is evaluated, and nobody can tell which: what they change and raise is not certain. What they change in settings is shown, which
 * is said.
 */
export const doneEither = (
  { engine, module }: Place,
  works: readonly (() => Value)[],
  why: string,
  line = engine.line ?? 1,
): Value[] => {
  const isShown = engine.world.readsSettings();
  const done = works.map((work) => {
    const { result, kept } = keeping(engine, null, () => attempt(engine, work, why));
    return { result, left: isShown ? kept : putBack(kept) };
  });
  if (!isShown)
    openDifferent(
      done.map(({ left }) => left),
      why,
    );
  else if (done.some(({ left }) => left.size > 0)) {
    const message = `${why[0]?.toUpperCase()}${why.slice(1)}; what may be changed was read.`;
    engine.world.note({ file: module.file, line, message });
  }
  return done.map(({ result }) => result);
};

/** Ways inside of ways: functions that call themselves on each of them must end. */
export const MAX_WAYS = 6;

/** What one of these comes to: known where it is the same of all. */
export const oneOf = (place: Place, works: readonly (() => Value)[], why: string): Value => {
  if (place.engine.kept.length > MAX_WAYS) return unknown(why);
  const [first = null, ...others] = doneEither(place, works, why);
  if (others.every((other) => other === first)) return first;
  const either = unknownOf([first, ...others], why);
  const truth = truthOf(first);
  return truth !== undefined && others.every((other) => truthOf(other) === truth) ? { ...either, truth } : either;
};
