/** Lists, sets and dicts that are written with `for`. */

import type { Expression, ExpressionOf } from '../../syntax.ts';
import { settled } from '../attributes/attributes.ts';
import { truthIn } from '../attributes/truth.ts';
import { isKey, putEntry } from '../data/entries.ts';
import { setOf } from '../data/equality.ts';
import { keyOf } from '../data/homes.ts';
import { goOver } from '../data/iteration.ts';
import { changedInAnyOrder, doneEither, keepNames, MAX_WAYS } from '../data/kept.ts';
import { isOnce, sourcesOf } from '../data/once.ts';
import { loseOrder } from '../data/order.ts';
import {
  dictOf,
  hasNoOrder,
  isA,
  isMany,
  listOf,
  oneByOne,
  type Source,
  unknown,
  unknownItems,
  unknownOf,
  type Value,
} from '../values.ts';
import type { Scope } from '../world.ts';
import { bindNames } from './bind-names.ts';
import { partsOf, putAll } from './displays.ts';

// What a hostile file calls a list must end.
export const MAX_ITEMS = 5000;

type Comprehension = ExpressionOf<'comprehension'>;
type Clause = Comprehension['clauses'][number];
type Evaluate = (expression: Expression, scope: Scope) => Value;

const GAP = 'what a comprehension goes over is not known';

/** Whether its conditions hold for what was bound last; the first that does not ends them. */
const holdsFor = ({ conditions }: Clause, inner: Scope, evaluate: Evaluate): boolean | undefined => {
  let holds: boolean | undefined = true;
  for (const test of conditions) {
    const truth = truthIn(settled(evaluate(test, inner), inner), inner);
    if (truth === false) return false;
    if (truth === undefined) holds = undefined;
  }
  return holds;
};

/** What `:=` binds in a generator: whoever goes over it may stop at the first, or never begin. */
const leaveBound = (bound: ReadonlyMap<string, Value>, scope: Scope): void => {
  const names = scope.around ?? scope.names;
  if (bound.size > 0) keepNames(scope.engine, names);
  for (const [name, value] of bound)
    names.set(name, unknownOf([names.get(name), value], 'how far a generator is gone over is not known'));
};

export const evaluateComprehension = (expression: Comprehension, scope: Scope, evaluate: Evaluate): Value => {
  const isLazy = expression.form === 'generator';
  const around = isLazy ? new Map<string, Value>() : (scope.around ?? scope.names);
  const outer: Scope = isLazy ? { ...scope, names: around, outer: scope, kind: 'function' } : scope;
  const inner: Scope = { ...scope, names: new Map(), outer, kind: 'function', around };
  const { engine } = scope;
  let items: Value[] = [];
  let dict = dictOf();
  let sure = true;
  let isAnyOrder = false;
  const sources: Source[] = [];
  // Of settings all that may be there is shown: apps.
  const keeps = engine.world.readsSettings();
  const leaveGap = (): void => {
    if (expression.form === 'dict') dict.partial = true;
    else items.push(unknownItems(GAP));
  };
  /** What is done for an item that may not be there counts for what it changes, not for what it gives. */
  const descendPerhaps = (clauseAt: number): void => {
    const before = { items, dict };
    [items, dict] = [[], dictOf()];
    const work = (): Value => {
      descend(clauseAt);
      return null;
    };
    if (engine.kept.length <= MAX_WAYS) doneEither(scope, [work, () => null], GAP, expression.line);
    ({ items, dict } = before);
    leaveGap();
  };
  const give = (): void => {
    const element = evaluate(expression.element, inner);
    if (expression.form !== 'dict') {
      if (expression.element.kind !== 'starred') items.push(element);
      else {
        isAnyOrder ||= hasNoOrder(element);
        items.push(...partsOf(element, inner));
      }
      return;
    }
    if (expression.value === null) {
      putAll(dict, element, inner);
      return;
    }
    const key = keyOf(element, inner.engine.world);
    // Also behind a key that is not known: what it does is done.
    const value = evaluate(expression.value, inner);
    if (isKey(key)) putEntry(dict, key, value, isAnyOrder);
    else dict.partial = true;
  };
  const descend = (clauseAt: number): void => {
    const clause = expression.clauses[clauseAt];
    if (clause === undefined) {
      give();
      return;
    }
    // The first is evaluated outside, where the names of a class can still be seen.
    const iterable = evaluate(clause.iterable, clauseAt === 0 ? scope : inner);
    if (expression.form === 'generator') sources.push(...sourcesOf([iterable]));
    isAnyOrder ||= hasNoOrder(iterable);
    if (hasNoOrder(iterable)) goThroughInAnyOrder(clause, clauseAt, iterable);
    else goThrough(clause, clauseAt, iterable);
  };
  const goThroughInAnyOrder = (clause: Clause, clauseAt: number, iterable: Value): void => {
    const isLeft = changedInAnyOrder(engine, () => {
      goThrough(clause, clauseAt, iterable);
      return isOnce(iterable) && iterable.items.length > 0;
    });
    if (!isLeft) return;
    // Somebody else took some of it meanwhile: which of them came here is not known.
    [items, dict] = [[], dictOf()];
    leaveGap();
  };
  const goThrough = (clause: Clause, clauseAt: number, iterable: Value): void => {
    const iterated = goOver(iterable, scope);
    let rounds = 0;
    for (const next of iterated ?? [unknownItems(GAP)]) {
      // What comes after so many is left open.
      const item = rounds++ < MAX_ITEMS ? next : unknownItems(GAP);
      bindNames(clause.target, isMany(item) ? unknown(GAP) : item, inner);
      if (isMany(item)) {
        descendPerhaps(clauseAt + 1);
        if (rounds > MAX_ITEMS) break;
        continue;
      }
      const holds = holdsFor(clause, inner, evaluate);
      sure &&= isA(item, 'unknown') || holds !== undefined;
      if (holds === false) continue;
      if (items.length >= MAX_ITEMS) {
        if (!isMany(items.at(-1))) leaveGap();
        continue;
      }
      if (keeps || holds) descend(clauseAt + 1);
      else descendPerhaps(clauseAt + 1);
    }
  };
  descend(0);
  if (isLazy) leaveBound(around, scope);
  if (!sure && keeps) {
    const message = 'Could not tell which items a condition leaves out; all were read.';
    engine.world.note({ file: scope.module.file, line: expression.line, message });
  }
  if (expression.form === 'dict') return isAnyOrder ? loseOrder(dict) : dict;
  const order = isAnyOrder ? { isAnyOrder } : {};
  if (expression.form === 'generator')
    return { ...oneByOne(items), isOnce: sources.length > 0 ? { sources } : {}, ...order };
  if (expression.form === 'set') return setOf(items);
  return isAnyOrder ? loseOrder(listOf(items)) : listOf(items);
};
