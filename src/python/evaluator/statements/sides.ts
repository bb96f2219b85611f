/** The two sides of a condition that cannot be told, where both are read one after the other. */
import { dottedName, type Expression, type Statement } from '../../syntax.ts';
import { equals, isA, isSequence, isTagged, type SequenceValue, unknown, type Value } from '../values.ts';

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

/** What a name is that the sides leave with different values. */
const eitherOf = (first: Value, second: Value): Value => {
  if (isTexts(first) && isTexts(second)) return withAll(first, second);
  return isData(first) && isData(second) ? unknown(WHY) : second;
};

/**
 * What the sides leave different: data is not known then, because the last one read would stand for both. True where nothing else was
 * done: what is not known is marked where it stands, and nobody need be told.
 */
export const settleSides = (
  sides: readonly (readonly Statement[])[],
  names: Map<string, Value>,
  before: ReadonlyMap<string, Value>,
  between: ReadonlyMap<string, Value>,
): boolean => {
  let isSettled = sides.every(onlyNames);
  for (const [name, last] of names) {
    const [start, middle] = [before.get(name), between.get(name)];
    if (start === last && middle === last) continue;
    // A side that gives it no value leaves it as it was.
    const second = middle === last ? start : last;
    // Whoever uses a name that only one side has is gone through that side.
    if (middle === undefined || second === undefined) isSettled &&= sides.every((side) => gives(side, name));
    else if (equals(middle, second) !== true) {
      const either = eitherOf(middle, second);
      names.set(name, either);
      isSettled &&= isA(either, 'unknown');
    }
  }
  return isSettled;
};
