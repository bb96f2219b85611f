/** Lists, tuples, sets and dicts that are written out, and what is spread into them. */
import type { Expression, ExpressionOf } from '../../syntax.ts';
import { heldUnless } from '../attributes/held-data.ts';
import { decay } from '../classes/objects.ts';
import { isKey, setEntry, takeEntries, takeUnknown } from '../data/entries.ts';
import { setOf } from '../data/equality.ts';
import { keyOf } from '../data/homes.ts';
import { takeItems } from '../data/iteration.ts';
import { inOrderOf, loseOrder } from '../data/order.ts';
import { claim } from '../data/ownership.ts';
import { variablesOr } from '../known/environment.ts';
import {
  ANY_ORDER,
  type DictValue,
  dictOf,
  hasNoOrder,
  isA,
  type SequenceValue,
  unknownItems,
  type Value,
  whyOf,
} from '../values.ts';
import type { Scope } from '../world.ts';

type EvaluateOne = (item: Expression, scope: Scope) => Value;

const isSpread = (items: readonly Expression[]): boolean => items.some(({ kind }) => kind === 'starred');

/** Items with `*parts` spread; a part that is not known stays as one unknown item, as one does that has no order: each item has its place. */
export const evaluateItems = (
  items: readonly Expression[],
  scope: Scope,
  evaluate: EvaluateOne,
  evaluateOne = evaluate,
): Value[] => {
  if (!isSpread(items)) return items.map((item) => evaluateOne(item, scope));
  return items.flatMap((item) => {
    if (item.kind !== 'starred') return [evaluateOne(item, scope)];
    const value = evaluate(item.value, scope);
    return hasNoOrder(value) ? [unknownItems(ANY_ORDER)] : partsOf(value, scope);
  });
};

/** With its owner from the start: an object that gets a property later takes more room. */
const sequenceOf = (type: SequenceValue['type'], items: Value[], owner: object | null): SequenceValue =>
  owner === null ? { type, items } : { type, items, owner };

/** A list, a tuple or a set as it is written; `[*tags]` has no order where the tags have none. */
export const evaluateSequence = (
  { kind, items }: ExpressionOf<'list' | 'tuple' | 'set'>,
  scope: Scope,
  evaluate: EvaluateOne,
  evaluateOne = evaluate,
): SequenceValue => {
  const { owner } = scope.engine;
  if (!isSpread(items)) {
    const parts = items.map((item) => evaluateOne(item, scope));
    return sequenceOf(kind, kind === 'set' ? setOf(parts).items : parts, owner);
  }
  let isAnyOrder = false;
  const parts = items.flatMap((item) => {
    if (item.kind !== 'starred') return [evaluateOne(item, scope)];
    const value = evaluate(item.value, scope);
    isAnyOrder ||= hasNoOrder(value);
    return partsOf(value, scope);
  });
  const made = sequenceOf(kind, kind === 'set' ? setOf(parts).items : parts, owner);
  return isAnyOrder ? loseOrder(made) : made;
};

export const partsOf = (value: Value, scope: Scope): readonly Value[] => {
  const parts = takeItems(value, scope)?.map((part) => decay(part, scope.engine));
  return parts ?? [unknownItems(whyOf(value) ?? 'the parts of a sequence are not known')];
};

/** `{**other}` */
export const putAll = (dict: DictValue, value: Value, scope: Scope): void => {
  const other = variablesOr(heldUnless(value), scope.engine.world);
  const keeps = scope.engine.world.readsSettings();
  if (isA(other, 'dict')) takeEntries(dict, other, keeps);
  else takeUnknown(dict, keeps);
  inOrderOf(other, dict);
};

/** `spare`: what stands for a part that ends in an error, of which the others are wanted all the same. */
export const evaluateDict = (
  expression: ExpressionOf<'dict'>,
  scope: Scope,
  evaluate: EvaluateOne,
  spare?: (error: unknown) => Value,
): DictValue => {
  const dict = dictOf();
  const evaluatePart = spare === undefined ? evaluate : sparing(evaluate, spare);
  for (const entry of expression.entries) {
    const written = entry.key === null ? null : evaluatePart(entry.key, scope);
    const value = evaluatePart(entry.value, scope);
    if (entry.key === null) {
      putAll(dict, value, scope);
      continue;
    }
    const key = keyOf(written, scope.engine.world);
    if (isKey(key)) setEntry(dict, key, value);
    else takeUnknown(dict, scope.engine.world.readsSettings());
  }
  return dict;
};

const sparing =
  (evaluate: EvaluateOne, spare: (error: unknown) => Value): EvaluateOne =>
  (part, scope) => {
    try {
      if (part.kind !== 'dict') return evaluate(part, scope);
      const dict = evaluateDict(part, scope, evaluate, spare);
      if (scope.engine.owner !== null) claim(dict, scope.engine.owner);
      return dict;
    } catch (error) {
      return spare(error);
    }
  };
