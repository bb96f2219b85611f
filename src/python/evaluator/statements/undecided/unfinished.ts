/** Assignments that end in an error which nothing catches: what they leave for the reading that goes on after them. */
import type { Expression, Statement } from '../../../syntax.ts';
import { claim } from '../../data/ownership.ts';
import { evaluateDict } from '../../expressions/displays.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { unknown, type Value } from '../../values.ts';
import { NotSet, Raised, type Scope } from '../../world.ts';

/** `left`: what is known all the same. `unset`: variables that are read behind the one that ended it, and are not set either. */
class Unfinished extends Raised {
  readonly first: Raised;
  readonly left: Value;
  readonly unset: ReadonlySet<string>;
  constructor(first: Raised, left: Value, unset: ReadonlySet<string>) {
    super(first.kind, first.message, first.bases);
    this.first = first;
    this.left = left;
    this.unset = unset;
  }
}

/** Whether a variable that is not set ended it. */
export const isNotSet = (error: Raised): boolean =>
  (error instanceof Unfinished ? error.first : error) instanceof NotSet;

/**
 * What is assigned. In a dict that settings write out an error costs its own entry: a database whose name is a variable that is not set still has
 * the engine that is written there. All of it is evaluated once, and then it ends as Python does.
 */
export const evaluateAssigned = (value: Expression, scope: Scope): Value => {
  const { owner, tries, world } = scope.engine;
  if (value.kind !== 'dict' || tries > 0 || scope.kind === 'function' || !world.readsSettings())
    return evaluate(value, scope);
  let first: Raised | undefined;
  const unset = new Set<string>();
  const left = evaluateDict(value, scope, evaluate, (error) => {
    if (!(error instanceof Raised)) throw error;
    first ??= error;
    if (error instanceof NotSet) unset.add(error.message);
    return unknown(error.message);
  });
  if (owner !== null) claim(left, owner);
  if (first === undefined) return left;
  unset.delete(first.message);
  throw new Unfinished(first, left, unset);
};

type Left = {
  /** Whether to bind its names is all that it would have done. */
  isAll: boolean;
  unset: ReadonlySet<string>;
};

/** Its names exist; their values are not known, but for what settings write out entry by entry. */
export const leaveUnfinished = (statement: Statement, error: Raised, scope: Scope): Left => {
  if (statement.kind !== 'assign' && statement.kind !== 'annotated') return { isAll: false, unset: new Set() };
  const targets = statement.kind === 'assign' ? statement.targets : [statement.target];
  const [left, unset] =
    error instanceof Unfinished ? [error.left, error.unset] : [unknown(error.message), new Set<string>()];
  for (const target of targets) if (target.kind === 'name') scope.names.set(target.name, left);
  return { isAll: targets.every(({ kind }) => kind === 'name'), unset };
};
