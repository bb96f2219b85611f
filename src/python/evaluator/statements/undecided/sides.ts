/** The two sides of a condition that cannot be told, where both are read one after the other. */
import { dottedName, type Expression, type Statement } from '../../../syntax.ts';
import { equals } from '../../data/equality.ts';
import { isA, isSequence, isTagged, type SequenceValue, unknownOf, type Value } from '../../values.ts';
import type { Scope } from '../../world.ts';

const EXIT = /^(?:(?:sys\.)?exit|quit|os\._exit)$/;

/** A side that ends the program: whoever reads on is past it, so the other one is gone. */
export const endsProgram = (statements: readonly Statement[]): boolean => {
  const last = statements.at(-1);
  switch (last?.kind) {
    case 'raise':
      return true;
    case 'expression':
      return last.value.kind === 'call' && EXIT.test(dottedName(last.value.callee) ?? '');
    case 'if':
      return endsProgram(last.body) && endsProgram(last.otherwise);
    default:
      return false;
  }
};

const TELLS = /^(?:print|(?:logging|logger|log|warnings)\.\w+)$/i;

/** Calls that tell people something and leave all else as it is. */
const isTelling = (value: Expression): boolean => value.kind === 'call' && TELLS.test(dottedName(value.callee) ?? '');

/** Whether a side can do nothing but give names values. */
const onlyNames = (statements: readonly Statement[]): boolean =>
  statements.every((statement) => {
    switch (statement.kind) {
      case 'assign':
        return statement.targets.every(({ kind }) => kind === 'name');
      case 'annotated':
        return statement.target.kind === 'name';
      case 'expression':
        return statement.value.kind === 'string' || isTelling(statement.value);
      case 'other':
        return statement.keyword === 'pass';
      case 'if':
        return onlyNames(statement.body) && onlyNames(statement.otherwise);
      default:
        return false;
    }
  });

/** One of two such values can be left open: nobody makes classes of it or calls it. */
const isData = (value: Value): boolean =>
  !isTagged(value) || isSequence(value) || isA(value, 'path') || isA(value, 'dict') || isA(value, 'unknown');

/** Whether a side gives a name a value wherever it is gone through. */
const gives = (statements: readonly Statement[], name: string): boolean =>
  statements.some((statement) => {
    if (statement.kind === 'if') return gives(statement.body, name) && gives(statement.otherwise, name);
    const targets = statement.kind === 'assign' ? statement.targets : [];
    return targets.some((target) => target.kind === 'name' && target.name === name);
  });

const isTexts = (value: Value): value is SequenceValue =>
  isSequence(value) && value.items.length > 0 && value.items.every((item) => typeof item === 'string');

/** Lists of names, as of apps, are read with the items of both. */
const withAll = (first: SequenceValue, second: SequenceValue): SequenceValue => {
  const hasAll = (all: SequenceValue, { items }: SequenceValue): boolean =>
    items.every((item) => all.items.includes(item));
  if (hasAll(second, first)) return second;
  if (hasAll(first, second)) return first;
  return { ...second, items: [...new Set([...first.items, ...second.items])] };
};

const WHY = 'a condition is not known';

/** Equal, with the same order of keys: two dicts are equal in any. */
const isSame = (first: Value, second: Value): boolean => {
  if (equals(first, second) !== true) return false;
  if (!isA(first, 'dict') || !isA(second, 'dict')) return true;
  const keys = [...second.entries.keys()];
  return [...first.entries.keys()].every((key, at) => key === keys[at]);
};

/** What a name is that the ways leave with different values. Lists of names are merged in settings alone. */
const eitherOf = (first: Value, second: Value, merges: boolean): Value => {
  if (merges && isTexts(first) && isTexts(second)) return withAll(first, second);
  return isData(first) && isData(second) ? unknownOf([first, second], WHY) : second;
};

/** Classes of which each is known not to be there for sure. */
const areOpenClasses = (values: readonly Value[]): boolean =>
  values.every((value) => isA(value, 'class') && value.isEither);

export type Settled = {
  /** Nothing was done but to give names values, and those that differ are not known: nobody need be told. */
  isSettled: boolean;
  /** Of every name that the ways leave different it is known that it is not known. */
  isKnown: boolean;
};

type Names = ReadonlyMap<string, Value>;

/** By the names of a scope: those that stand for the last of several classes or functions, of which another may be meant, as long as they do. */
const severals = new WeakMap<Names, Map<string, Value | undefined>>();

const noteSeveral = (names: Names, name: string): void => {
  severals.set(names, (severals.get(names) ?? new Map()).set(name, names.get(name)));
};

const isSeveral = (names: Names, name: string): boolean => {
  const known = severals.get(names);
  return known?.has(name) === true && known.get(name) === names.get(name);
};

/** Whether what a name stands for may be another. */
export const isOneOfSeveral = (scope: Scope, name: string): boolean => {
  let current: Scope | null = scope;
  while (current !== null && !current.names.has(name)) current = current.outer;
  return current !== null && isSeveral(current.names, name);
};

/** A name that is taken from a module stands for what it does there. */
export const takeOver = (from: Names, name: string, to: Names, as: string): void => {
  if (isSeveral(from, name)) noteSeveral(to, as);
};

/** The values of a name after each way alone: one that gives it none leaves it as it was. */
const valuesOf = (name: string, [start, ...states]: readonly ReadonlyMap<string, Value>[]): (Value | undefined)[] => {
  const before = start?.get(name);
  let last = before;
  return states.map((state) => {
    const now = state.get(name);
    const value = now === last ? before : now;
    last = now;
    return value;
  });
};

/**
 * What the ways leave different: data is not known then, because the last one read would stand for all. `states`: the names before the first
 * and after each of them, read one after the other.
 */
export const settleWays = (
  bodies: readonly (readonly Statement[])[],
  names: Map<string, Value>,
  states: readonly ReadonlyMap<string, Value>[],
  merges: boolean,
): Settled => {
  const settled = { isSettled: bodies.every(onlyNames), isKnown: true };
  for (const name of [...names.keys()]) {
    if (states.every((state) => state.get(name) === names.get(name))) continue;
    const values = valuesOf(name, states);
    const given = values.filter((value) => value !== undefined);
    // Whoever uses a name that only some have is gone through one of these.
    if (given.length < values.length) settled.isSettled &&= bodies.every((body) => gives(body, name));
    const [first, ...others] = given;
    if (first === undefined || others.every((value) => isSame(first, value))) continue;
    const either = others.reduce<Value>(
      (all, value) => (isSame(all, value) ? all : eitherOf(all, value, merges)),
      first,
    );
    names.set(name, either);
    settled.isSettled &&= isA(either, 'unknown');
    const isKnown = isA(either, 'unknown') || areOpenClasses(given);
    if (!isKnown) noteSeveral(names, name);
    settled.isKnown &&= isKnown;
  }
  return settled;
};
