/** Ways of which one is gone, and nobody can tell which. */
import type { Expression } from '../../../syntax.ts';
import { type Kept, keeping, openDifferent, putBack } from '../../data/kept.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { isA, NOT_AT_HAND, unknownOf, type Value } from '../../values.ts';
import type { Scope } from '../../world.ts';

/** What a way left: its names, and the containers that it changed as it left them. */
export type Left = { names: ReadonlyMap<string, Value>; containers: Kept };

/**
 * `isOpen`: at least one name or container is not known any more, because the ways leave it different. `isMixed`: a container holds what
 * several put into it, as is shown of settings.
 */
export type Merged = { isOpen: boolean; isMixed: boolean };

const setNames = (scope: Scope, names: ReadonlyMap<string, Value>): void => {
  scope.names.clear();
  for (const [name, value] of names) scope.names.set(name, value);
};

/** Comes back from a way to where it began; of settings, what was put into containers stays there. */
export const comeBack = (scope: Scope, before: ReadonlyMap<string, Value>, kept: Kept): Left => {
  const containers = scope.engine.world.readsSettings() ? kept : putBack(kept);
  const left = { names: new Map(scope.names), containers };
  setNames(scope, before);
  return left;
};

export const goAndReturn = <T>(scope: Scope, work: () => T): { result: T; left: Left } => {
  const before = new Map(scope.names);
  const { result, kept } = keeping(scope.engine, scope.names, work);
  return { result, left: comeBack(scope, before, kept) };
};

/** One function in two places of a package, of which the other is older or newer. */
const isMoved = (value: Value, other: Value | undefined): boolean => {
  if (!isA(value, 'reference') || !isA(other, 'reference')) return false;
  const [from, to] = [value.name.split('.'), other.name.split('.')];
  return from[0] === to[0] && from.at(-1) === to.at(-1) && /^[a-z]/.test(from.at(-1) ?? '');
};

/**
 * A name that only one way has is what it is there: whoever uses it would fail after the other. An attribute of a class is used by nobody: it is
 * there or not.
 */
const mergeNames = ({ names, kind }: Scope, after: ReadonlyMap<string, Value>, why: string): boolean => {
  let isOpen = false;
  const leaveOpen = (name: string): void => {
    names.set(name, unknownOf([names.get(name), after.get(name)], why));
    isOpen = true;
  };
  for (const [name, value] of after) {
    const other = names.get(name);
    if ((other === undefined && kind !== 'class') || isMoved(value, other)) names.set(name, value);
    else if (other !== value) leaveOpen(name);
  }
  if (kind === 'class') for (const name of [...names.keys()]) if (!after.has(name)) leaveOpen(name);
  return isOpen;
};

/** One of these ways was gone. `raised`: what ways had changed that ended with an error, if someone is there to catch it. */
export const mergeWays = (scope: Scope, ways: readonly Left[], why: string, raised: readonly Kept[] = []): Merged => {
  const containers = [...ways.map((way) => way.containers), ...raised];
  const last = ways.at(-1);
  if (last === undefined) return { isOpen: false, isMixed: false };
  const isShown = scope.engine.world.readsSettings();
  const isOpen = !isShown && openDifferent(containers, why);
  setNames(scope, last.names);
  const areOpen = ways.slice(0, -1).map(({ names }) => mergeNames(scope, names, why));
  const isMixed = isShown && ways.length > 1 && containers.some(({ size }) => size > 0);
  return { isOpen: isOpen || areOpen.includes(true), isMixed };
};

/** What is made meanwhile may not be there at all. */
export const asMaybe = <T>({ engine }: Scope, work: () => T): T => {
  engine.maybe++;
  try {
    return work();
  } finally {
    engine.maybe--;
  }
};

const isNotAtHand = (value: Value): boolean => isA(value, 'unknown') && value.why === NOT_AT_HAND;

/** Whether a condition asks for something that is not known because of a package: `HAS_IT and …`, `it is not None`. */
export const asksForPackage = (test: Expression, scope: Scope): boolean => {
  switch (test.kind) {
    case 'name':
    case 'attribute':
      return isNotAtHand(evaluate(test, scope));
    case 'unary':
      return asksForPackage(test.operand, scope);
    case 'binary':
      return asksForPackage(test.left, scope) || asksForPackage(test.right, scope);
    default:
      return false;
  }
};
