/** What `=`, `del`, `global` and `nonlocal` do to names, attributes, items and slices. */
import type { Expression, ExpressionOf, StatementOf } from '../../syntax.ts';
import { REPLACEMENT, setAttribute } from '../attributes.ts';
import { bindNames } from '../bind-names.ts';
import { deleteEntry, loosen, setEntry } from '../entries.ts';
import { evaluate } from '../evaluate.ts';
import { iterate } from '../iteration.ts';
import { noteChange } from '../ownership.ts';
import { isA, isKey, isMany, isSequence, keyOf, plainOf, unknownItems, type Value } from '../values.ts';
import type { Scope } from '../world.ts';

const WHY = 'what was changed in it is not known';

const assignItem = (object: Value, at: Value, value: Value, scope: Scope): void => {
  const index = keyOf(at);
  noteChange(scope.engine, object);
  // A module that puts an object in its own place.
  if (isA(object, 'dict') && index === scope.module.name && isA(value, 'call'))
    scope.module.names.set(REPLACEMENT, value);
  else if (isA(object, 'dict')) {
    if (isKey(index)) setEntry(object, index, value);
    else object.partial = true;
    // `locals()[name]` in the body of a class, of which nobody knows the name.
    if (!isKey(index) && (object.entries as Map<unknown, Value>) === scope.names) scope.isOpen = true;
  } else if (isSequence(object)) {
    const isTold = typeof index === 'number' && !object.items.some(isMany);
    if (!isTold) loosen(object, scope.engine.world.readsSettings(), WHY);
    else if (index < object.items.length) object.items[index < 0 ? object.items.length + index : index] = value;
  } else if (isA(object, 'reference') && object.name === 'os.environ')
    if (typeof index === 'string' && typeof value === 'string') scope.engine.world.setEnvironment(index, value);
};

/** `items[a:b] = more`. */
const assignSlice = (object: Value, index: ExpressionOf<'slice'>, value: Value, scope: Scope): void => {
  if (!isSequence(object)) return;
  noteChange(scope.engine, object);
  const [lower, upper] = [index.lower, index.upper].map((part) => (part === null ? undefined : evaluate(part, scope)));
  // A place that is not known leaves all of them open.
  if ([lower, upper].some((part) => part !== undefined && part !== null && typeof part !== 'number')) {
    loosen(object, scope.engine.world.readsSettings(), WHY);
    return;
  }
  const items = iterate(value)?.map(plainOf) ?? [unknownItems('what was put into a list is not known')];
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

/** `del`. */
export const remove = (target: Expression, scope: Scope): void => {
  if (target.kind === 'name') scope.names.delete(target.name);
  if (target.kind !== 'subscript') return;
  if (target.index.kind === 'slice') {
    assign(target, { type: 'list', items: [] }, scope);
    return;
  }
  const [object, index] = [evaluate(target.object, scope), evaluate(target.index, scope)];
  noteChange(scope.engine, object);
  if (isA(object, 'dict') && isKey(index)) deleteEntry(object, index);
  else if (isSequence(object) && typeof index === 'number' && !object.items.some(isMany)) object.items.splice(index, 1);
  else if (isSequence(object) || isA(object, 'dict')) loosen(object, scope.engine.world.readsSettings(), WHY);
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
