/** Code that is left out because nobody can tell whether, or how often, it runs: what it would change is no longer known. */
import type { Expression, Statement } from '../../../syntax.ts';
import { loosen as loosenParts } from '../../data/entries.ts';
import { noteDoubt } from '../../data/kept.ts';
import { noteChange } from '../../data/ownership.ts';
import { isChanging } from '../../known/methods.ts';
import { type ClassValue, isA, isSequence, unknown, unknownItems, unknownOf, type Value } from '../../values.ts';
import { ANY_ERROR, lookup, type Scope } from '../../world.ts';
import { reachOf } from './reach.ts';
import type { Reach } from './reach-parts.ts';

const WHY = 'a loop that was left out may change it';

/** In settings it keeps what is known of it: apps, databases. */
const loosen = (value: Value | undefined, { engine }: Scope, why = WHY): void => {
  if (!isSequence(value) && !isA(value, 'dict')) return;
  noteChange(engine, value);
  loosenParts(value, engine.world.readsSettings(), why);
};

const nameOf = (expression: Expression): string | undefined =>
  expression.kind === 'name' ? expression.name : undefined;

const forget = (target: Expression, scope: Scope): void => {
  if (target.kind === 'tuple' || target.kind === 'list') for (const item of target.items) forget(item, scope);
  if (target.kind === 'name') scope.names.set(target.name, unknown(WHY));
  const holder = target.kind === 'subscript' ? nameOf(target.object) : undefined;
  if (holder !== undefined) loosen(lookup(scope, holder), scope);
};

const forgetAdded = (target: Expression, scope: Scope): void => {
  const name = nameOf(target);
  const value = name === undefined ? undefined : lookup(scope, name);
  if (isSequence(value) && value.type === 'list') loosen(value, scope);
  else forget(target, scope);
};

const forgetCalled = (value: Expression, scope: Scope): void => {
  if (value.kind === 'yield') scope.yielded?.push(unknownItems(WHY));
  if (value.kind !== 'call' || value.callee.kind !== 'attribute') return;
  const name = nameOf(value.callee.object);
  const object = name === undefined ? undefined : lookup(scope, name);
  if (object !== undefined && isChanging(object, value.callee.name)) loosen(object, scope);
};

const open = (value: ClassValue, scope: Scope): void => {
  noteChange(scope.engine, value);
  value.isOpen = true;
};

export const openClasses = ({ classes }: Reach, scope: Scope): void => {
  for (const value of classes) open(value, scope);
};

/** `anything`: what follows from that cannot be told here. `nothing`: but for names of its own. */
export type Changes = 'anything' | 'something' | 'nothing';

/** A loop that runs who knows how often: what it may change. */
export const leaveLoopOut = (
  { body, otherwise }: { body: readonly Statement[]; otherwise: readonly Statement[] },
  target: Expression | null,
  scope: Scope,
): Changes => {
  scope.engine.undecided++;
  const reach = reachOf([...body, ...otherwise], scope, { target });
  if (reach === undefined) {
    leaveOut(body, scope);
    noteDoubt(ANY_ERROR, scope.engine);
    return 'anything';
  }
  for (const name of reach.bound) scope.names.set(name, unknownOf([lookup(scope, name), ...reach.shared], WHY));
  for (const value of reach.containers) loosen(value, scope);
  openClasses(reach, scope);
  // A round may raise it after others have changed all that.
  noteDoubt(ANY_ERROR, scope.engine);
  if (reach.own) scope.isOpen = true;
  if (reach.returns) scope.mayHaveReturned = true;
  if (reach.yields) scope.yielded?.push(unknownItems(WHY));
  const changesNothing =
    reach.containers.size + reach.classes.size === 0 && !reach.own && !reach.returns && !reach.yields;
  return changesNothing && scope.kind === 'function' ? 'nothing' : 'something';
};

/** What is not come to where a function may have returned before. Of a class that it was given, `onUndecided` tells. */
export const leaveRestOpen = (statements: readonly Statement[], scope: Scope): void => {
  const reach = statements.length === 0 ? undefined : reachOf(statements, scope, { isRead: true });
  for (const value of reach?.containers ?? []) loosen(value, scope);
};

/** What statements that do not run, or run who knows how often, would have changed. */
const leaveOut = (statements: readonly Statement[], scope: Scope): void => {
  for (const statement of statements)
    switch (statement.kind) {
      case 'assign':
        for (const target of statement.targets) forget(target, scope);
        break;
      case 'augmented':
        forgetAdded(statement.target, scope);
        break;
      case 'expression':
        forgetCalled(statement.value, scope);
        break;
      case 'if':
      case 'for':
      case 'while':
        leaveOut([...statement.body, ...statement.otherwise], scope);
        break;
      case 'with':
        leaveOut(statement.body, scope);
        break;
      case 'try':
        leaveOut([...statement.body, ...statement.handlers.flatMap(({ body }) => body)], scope);
        break;
    }
};
