/** Two ways of which one is gone, and nobody can tell which. */
import type { Expression } from '../../syntax.ts';
import { evaluate } from '../evaluate.ts';
import { type Kept, keeping, openDifferent, putBack } from '../kept.ts';
import { isA, NOT_AT_HAND, unknown, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import type { Flow } from './definitions.ts';

type Ways = {
  scope: Scope;
  /** The names before the first way, and what containers held that it changed. */
  before: ReadonlyMap<string, Value>;
  kept: Kept;
  /** Goes the second way; the first is behind us. */
  second: () => Flow;
  why: string;
};

/** True: at least one name or container is not known any more, because both ways leave it different. */
export type Merged = { flow: Flow; isOpen: boolean };

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
export const goBothWays = ({ scope, before, kept, second, why }: Ways): Merged => {
  const { names, engine } = scope;
  const after = new Map(names);
  const first = putBack(kept);
  names.clear();
  for (const [name, value] of before) names.set(name, value);
  const { result: flow, kept: since } = keeping(engine, second);
  let isOpen = openDifferent([first, putBack(since)], why);
  const leaveOpen = (name: string): void => {
    names.set(name, unknown(why));
    isOpen = true;
  };
  for (const [name, value] of after) {
    const other = names.get(name);
    if ((other === undefined && scope.kind !== 'class') || isMoved(value, other)) names.set(name, value);
    else if (other !== value) leaveOpen(name);
  }
  if (scope.kind === 'class') for (const name of [...names.keys()]) if (!after.has(name)) leaveOpen(name);
  return { flow, isOpen };
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
