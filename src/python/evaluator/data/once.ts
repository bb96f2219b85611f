/** Generators, what `map` and `iter` give, and the like: whoever goes over them takes their items, which are gone then. */

import {
  ANY_ORDER,
  hasNoOrder,
  isMany,
  isSequence,
  listOf,
  type SequenceValue,
  type Source,
  unknown,
  unknownItems,
  type Value,
} from '../values.ts';
import type { Arguments, Engine } from '../world.ts';
import { loosen } from './entries.ts';
import { equals } from './equality.ts';
import { settle } from './kept.ts';
import { noteChange } from './ownership.ts';

export const isOnce = (value: Value | undefined): value is SequenceValue & { isOnce: object } =>
  isSequence(value) && value.isOnce !== undefined;

/** The groups that `groupby` gave so far, which have nothing any more where it goes on. */
const endGroups = (pairs: readonly Value[], engine: Engine): void => {
  for (const pair of pairs) {
    const group = isSequence(pair) ? pair.items[1] : undefined;
    if (isOnce(group)) takeAll(group, engine);
  }
};

/** A generator that somebody goes over runs: to its end, or nobody knows how far. */
const runs = ({ isOnce: once }: SequenceValue, isWhole: boolean, engine: Engine): void => {
  if (once?.pending === undefined) return;
  settle(once.pending, isWhole, engine, 'how far a generator runs is not known');
  once.pending = undefined;
};

/** What goes over these lists once somebody goes over it. */
export const sourcesOf = (values: readonly Value[]): Source[] =>
  values.flatMap((of) => {
    if (isOnce(of)) return of.isOnce.sources ?? [];
    const mayChange = isSequence(of) && of.type !== 'tuple' && !of.isFrozen && !of.isOther;
    return mayChange && of.items.length > 0 ? { of, items: [...of.items] } : [];
  });

const LAZY = /^builtins\.(?:map|filter|zip|enumerate|iter|reversed)$|^itertools\./;

/** The same of what a function of Python's own gave. */
export const keepSources = (name: string, args: readonly Value[], given: Value): void => {
  if (!isOnce(given) || args.includes(given) || !LAZY.test(name)) return;
  const sources = sourcesOf(args);
  if (sources.length > 0) given.isOnce.sources = sources;
};

const isOther = ({ of, items }: Source): boolean => of.items.length !== items.length;

const isChanged = (source: Source): boolean =>
  isOther(source) || source.items.some((item, at) => source.of.items[at] !== item);

/** What goes over a list that was changed since it was made gives other items than it had then. */
export const refresh = (from: Value | undefined, engine: Engine, isStale = isChanged): void => {
  if (!isOnce(from) || from.isOnce.sources?.some(isStale) !== true) return;
  noteChange(engine, from);
  delete from.isOnce.sources;
  loosen(from, engine.world.readsSettings(), 'a list was changed before it was gone over');
};

/** Its items; it has none any more. */
export const takeAll = (from: SequenceValue, engine: Engine): readonly Value[] => {
  refresh(from, engine);
  const items = [...from.items];
  runs(from, true, engine);
  noteChange(engine, from);
  from.items.length = 0;
  if (from.isOnce?.groups) endGroups(items, engine);
  return items;
};

/** What is left of it meanwhile is not known, but how much. Where somebody else takes some of that, nobody knows which were given. */
function* takeInAnyOrder(from: SequenceValue, engine: Engine): Generator<Value> {
  const items = [...from.items];
  noteChange(engine, from);
  const left = items.map(() => unknown(ANY_ORDER));
  from.items.splice(0, items.length, ...left);
  for (const item of items) {
    from.items.shift();
    left.shift();
    yield item;
    if (from.items.length !== left.length) {
      from.items.splice(0, from.items.length, unknownItems(ANY_ORDER));
      return;
    }
  }
}

/** Of what is gone over item by item: each is gone when it is given. Where it stands for any number of them, it stays. */
export function* takeEach(from: SequenceValue, engine: Engine): Generator<Value> {
  refresh(from, engine);
  runs(from, false, engine);
  if (hasNoOrder(from)) {
    yield* takeInAnyOrder(from, engine);
    return;
  }
  for (let item = from.items[0]; item !== undefined; item = from.items[0]) {
    if (isMany(item)) {
      yield item;
      return;
    }
    noteChange(engine, from);
    from.items.shift();
    yield item;
    if (from.isOnce?.groups) endGroups([item], engine);
    refresh(from, engine, isOther);
  }
}

/** Some of its items, nobody knows how many, are gone or will be. */
export const takeSome = (from: SequenceValue, engine: Engine): void => {
  if (from.isOnce?.groups) for (const pair of from.items) if (isSequence(pair)) takeSomeOf(pair.items[1], engine);
  runs(from, false, engine);
  noteChange(engine, from);
  loosen(from, engine.world.readsSettings(), 'how much of it was gone over is not known');
};

const takeSomeOf = (value: Value | undefined, engine: Engine): void => {
  if (isOnce(value)) takeSome(value, engine);
};

/** `item in rows`: goes over them up to the item. */
export const takeUpTo = (from: SequenceValue, item: Value, engine: Engine): void => {
  runs(from, false, engine);
  if (hasNoOrder(from)) {
    takeSome(from, engine);
    return;
  }
  const answers = from.items.map((other) => (isMany(other) ? undefined : equals(other, item)));
  const at = answers.indexOf(true);
  const passed = at === -1 ? answers : answers.slice(0, at);
  if (passed.includes(undefined)) takeSome(from, engine);
  else {
    noteChange(engine, from);
    from.items.splice(0, passed.length + 1);
  }
};

const WHOLE =
  /^builtins\.(?:list|tuple|set|frozenset|dict|dict\.fromkeys|sorted|sum|min|max)$|^functools\.reduce$|^collections\./;
const SOME = /^builtins\.(?:map|filter|zip|enumerate|any|all)$|^itertools\./;

/** What a function of Python's own, whose result is known, took of what it was given. */
export const takeGiven = (name: string, args: readonly Value[], engine: Engine): void => {
  for (const given of args)
    if (isOnce(given)) {
      if (WHOLE.test(name)) takeAll(given, engine);
      else if (SOME.test(name)) takeSome(given, engine);
    }
};

/** What is handed to one who goes over all of it, and keeps what it finds: a list. */
export const keptByTaker = (call: Arguments, engine: Engine): Arguments => {
  const kept = (value: Value): Value => (isOnce(value) ? listOf([...takeAll(value, engine)]) : value);
  return {
    args: call.args.map(kept),
    keywords: new Map([...call.keywords].map(([name, value]) => [name, kept(value)])),
  };
};

export const hasOnce = ({ args, keywords }: Arguments): boolean => {
  for (const value of keywords.values()) if (isOnce(value)) return true;
  return args.some(isOnce);
};

const GOES_OVER =
  /^(?:extend|extendleft|update|join|fromkeys|union|is\w+|(?:symmetric_)?(?:difference|intersection)(?:_update)?)$/;

/** The same of a method. */
export const takeByMethod = (method: string, args: readonly Value[], engine: Engine): void => {
  for (const given of args) if (isOnce(given) && GOES_OVER.test(method)) takeAll(given, engine);
};
