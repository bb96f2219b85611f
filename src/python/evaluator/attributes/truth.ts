/** What a value counts as in a condition. */
import { isWholeClass, truthOfAny } from '../classes/classes.ts';
import { type CallValue, isA, truthOf, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import { ask, hasOwn } from './attributes.ts';

/** Without `__bool__`, which a base that is not at hand may have, too, Python goes by the length. */
const truthMethod = (value: CallValue): string | undefined => {
  if (!isA(value.callee, 'class')) return undefined;
  if (hasOwn(value, '__bool__')) return '__bool__';
  const isWhole = (): boolean =>
    isA(value.callee, 'class') && isWholeClass(value.callee, (base) => base === 'builtins.object');
  return hasOwn(value, '__len__') && isWhole() ? '__len__' : undefined;
};

/** As `if` and `and` take it: the class of an object is asked, as it may do more than to answer. */
export const truthIn = (value: Value, scope: Scope): boolean | undefined => {
  const method = isA(value, 'call') ? truthMethod(value) : undefined;
  if (method === undefined) return truthOfAny(value, scope.engine.world);
  const answer = ask(value, method, [], scope);
  return answer === undefined ? undefined : truthOf(answer);
};
