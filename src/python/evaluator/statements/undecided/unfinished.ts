/** Assignments that end in an error which nothing catches: what they leave for the reading that goes on after them. */
import type { Expression, Statement } from '../../../syntax.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { dictOf, unknown, type Value } from '../../values.ts';
import { NotSet, Raised, type Scope } from '../../world.ts';

/** In a dict an error costs its own entry: a database whose name is a variable that is not set still has the engine that is written there. */
const leftOf = (value: Expression, scope: Scope, unset: Set<string>): Value => {
  try {
    if (value.kind !== 'dict') return evaluate(value, scope);
    const dict = dictOf();
    for (const entry of value.entries) {
      const key = entry.key === null ? null : leftOf(entry.key, scope, unset);
      if (typeof key === 'string') dict.entries.set(key, leftOf(entry.value, scope, unset));
      else dict.partial = true;
    }
    return dict;
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    if (error instanceof NotSet) unset.add(error.message);
    return unknown(error.message);
  }
};

type Left = {
  /** Whether to bind its names is all that it would have done. */
  isAll: boolean;
  /** Behind the variable that ended it others are read that are not set either. */
  unset: ReadonlySet<string>;
};

/** Its names exist; their values are not known, but for what settings write out entry by entry. */
export const leaveUnfinished = (statement: Statement, why: string, scope: Scope): Left => {
  const unset = new Set<string>();
  if (statement.kind !== 'assign' && statement.kind !== 'annotated') return { isAll: false, unset };
  const targets = statement.kind === 'assign' ? statement.targets : [statement.target];
  const { value } = statement;
  const isWrittenOut = value?.kind === 'dict' && scope.engine.world.readsSettings();
  const left = isWrittenOut ? leftOf(value, scope, unset) : unknown(why);
  for (const target of targets) if (target.kind === 'name') scope.names.set(target.name, left);
  unset.delete(why);
  return { isAll: targets.every(({ kind }) => kind === 'name'), unset };
};
