/** What `=`, `+=` and the like, `del`, `global` and `nonlocal` do to names, attributes, items and slices. */

import type { Expression, ExpressionOf, StatementOf } from '../../syntax.ts';
import { methodOf } from '../attributes/attributes.ts';
import { heldUnless } from '../attributes/held-data.ts';
import { deleteAttribute, setAttribute } from '../attributes/set-attributes.ts';
import { CHANGED, putItem, takeItem } from '../attributes/set-items.ts';
import { callFunction } from '../calls/call-function.ts';
import { callValue } from '../calls/calls.ts';
import { refuseChange } from '../calls/refusals.ts';
import { decay } from '../classes/objects.ts';
import { loosen } from '../data/entries.ts';
import { addItems } from '../data/equality.ts';
import { iterate, takeItems } from '../data/iteration.ts';
import { inOrderOf } from '../data/order.ts';
import { noteChange } from '../data/ownership.ts';
import { bindNames, homeOf } from '../expressions/bind-names.ts';
import { evaluate, evaluateSlice } from '../expressions/evaluate.ts';
import { inPlaceByClass, operate } from '../expressions/operate.ts';
import { applyBinary } from '../expressions/operators.ts';
import { hasNoOrder, isA, isMany, isSequence, listOf, unknownItems, type Value, whyOf } from '../values.ts';
import type { Scope } from '../world.ts';

/** Python's own data does it by itself; the class of an object may say what becomes of it. False where it does not. */
const doneByClass = (object: Value, name: string, args: readonly Value[], scope: Scope): boolean => {
  const method = isA(object, 'call') || isA(object, 'class') ? methodOf(object, name) : undefined;
  if (method === undefined) return false;
  callFunction(method, { args: [object, ...args], keywords: new Map() }, scope);
  return true;
};

const assignItem = (to: Value, at: Value, value: Value, scope: Scope): void => {
  if (!doneByClass(to, '__setitem__', [at, value], scope)) putItem(heldUnless(to), at, value, scope);
};

/** `items[a:b] = more`. */
const assignSlice = (object: Value, index: ExpressionOf<'slice'>, value: Value, scope: Scope): void => {
  refuseChange(object, scope.engine);
  noteChange(scope.engine, object);
  if (!isSequence(object)) return;
  const [lower, upper] = [index.lower, index.upper].map((part) => (part === null ? undefined : evaluate(part, scope)));
  const isUnclear = [lower, upper].some((part) => part !== undefined && part !== null && typeof part !== 'number');
  // A place that is not known leaves all of them open.
  const isPart = index.lower !== null || index.upper !== null;
  if (isUnclear || index.step !== null || object.items.some(isMany) || (isPart && hasNoOrder(object))) {
    loosen(object, scope.engine.world.readsSettings(), CHANGED);
    return;
  }
  delete object.isAnyOrder;
  inOrderOf(value, object);
  const items = takeItems(value, scope)?.map((item) => decay(item, scope.engine)) ?? [
    unknownItems('what was put into a list is not known'),
  ];
  const { length } = object.items;
  const place = (bound: Value | undefined, otherwise: number): number =>
    typeof bound === 'number' ? Math.max(0, Math.min(bound < 0 ? bound + length : bound, length)) : otherwise;
  const [from, to] = [place(lower, 0), place(upper, length)];
  object.items.splice(from, Math.max(0, to - from), ...items);
};

export const assign = (target: Expression, value: Value, scope: Scope): void => {
  if (target.kind === 'subscript' && target.index.kind === 'slice')
    assignSlice(evaluate(target.object, scope), target.index, value, scope);
  else if (target.kind === 'subscript')
    assignItem(evaluate(target.object, scope), evaluate(target.index, scope), value, scope);
  else if (target.kind === 'attribute') setAttribute(evaluate(target.object, scope), target.name, value, scope);
  // What is left are names, tuples of these and of places, and what nothing can be assigned to.
  else if (target.kind === 'name' || target.kind === 'tuple' || target.kind === 'list')
    bindNames(target, value, scope, assign);
};

/** `del items[a:b:c]`: a slice of their places tells which. */
const removeSlice = (target: ExpressionOf<'subscript'>, scope: Scope): void => {
  const object = evaluate(target.object, scope);
  refuseChange(object, scope.engine);
  noteChange(scope.engine, object);
  if (!isSequence(object)) return;
  const index = target.index as ExpressionOf<'slice'>;
  const places = evaluateSlice(listOf([...object.items.keys()]), index, scope);
  const gone = new Set(iterate(places) ?? []);
  const isUnclear = !isSequence(places) || object.items.some(isMany) || hasNoOrder(object);
  // `del items[:]` takes all that there are, known or not.
  const isAll = index.lower === null && index.upper === null && index.step === null;
  if (isUnclear && !isAll) loosen(object, scope.engine.world.readsSettings(), CHANGED);
  else object.items.splice(0, object.items.length, ...object.items.filter((_, place) => !gone.has(place)));
};

const removeItem = ({ object, index }: ExpressionOf<'subscript'>, scope: Scope): void => {
  const from = evaluate(object, scope);
  const at = evaluate(index, scope);
  if (!doneByClass(from, '__delitem__', [at], scope)) takeItem(heldUnless(from), at, scope);
};

/** `del`. */
export const remove = (target: Expression, scope: Scope): void => {
  if (target.kind === 'name') homeOf(target.name, scope).delete(target.name);
  else if (target.kind === 'tuple' || target.kind === 'list') for (const item of target.items) remove(item, scope);
  else if (target.kind === 'attribute') deleteAttribute(evaluate(target.object, scope), target.name, scope);
  else if (target.kind === 'subscript')
    if (target.index.kind === 'slice') removeSlice(target, scope);
    else removeItem(target, scope);
};

/** `global` and `nonlocal`: where a function's names are bound instead. */
export const bindElsewhere = ({ keyword, names }: StatementOf<'scope'>, scope: Scope): void => {
  scope.elsewhere ??= new Map();
  for (const name of names) {
    let home: Scope | null = keyword === 'global' ? null : scope.outer;
    while (home !== null && (home.kind === 'class' || !home.names.has(name))) home = home.outer;
    scope.elsewhere.set(name, home?.names ?? scope.module.names);
  }
};

type Augmented = StatementOf<'augmented'>;

const setMethods: Readonly<Record<string, string>> = {
  '|': 'update',
  '&': 'intersection_update',
  '-': 'difference_update',
  '^': 'symmetric_difference_update',
};

/** A list, set or dict is changed in place, for everyone who holds it; false: it is none, or made anew. */
const changeInPlace = (current: Value, value: Value, { operator, line }: Augmented, scope: Scope): boolean => {
  if (isSequence(current) && current.type === 'list' && operator === '+') {
    noteChange(scope.engine, current);
    const missing = unknownItems(whyOf(value) ?? 'an addition is not known');
    inOrderOf(value, current);
    addItems(current, takeItems(value, scope)?.map((item) => decay(item, scope.engine)) ?? [missing]);
    return true;
  }
  if (isSequence(current) && current.type === 'list' && operator === '*') {
    const times = applyBinary(operator, current, value);
    noteChange(scope.engine, current);
    current.items.splice(0, current.items.length, ...(iterate(times) ?? [unknownItems('how often is not known')]));
    return true;
  }
  if (isA(current, 'unknown') && current.mayBe !== undefined) {
    noteChange(scope.engine, current);
    return true;
  }
  const isSet =
    isSequence(current) && current.type === 'set' && !current.isFrozen && isSequence(value) && value.type === 'set';
  const method = isSet ? setMethods[operator] : isA(current, 'dict') && operator === '|' ? 'update' : undefined;
  if (method === undefined) return false;
  callValue({ object: current, method }, { args: [value], keywords: new Map() }, scope, line);
  return true;
};

export const runAugmented = (statement: Augmented, scope: Scope): void => {
  const current = evaluate(statement.target, scope);
  const value = evaluate(statement.value, scope);
  const made = inPlaceByClass(statement.operator, current, value, scope);
  if (made !== undefined) {
    assign(statement.target, made, scope);
    return;
  }
  const isSame = changeInPlace(current, value, statement, scope);
  assign(statement.target, isSame ? current : operate(statement, current, value, scope), scope);
};
