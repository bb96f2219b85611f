/** What `super()` gives: names as the classes have them that stand behind the one that asks. */

import { type CallValue, type FunctionValue, isA, nameOf, type Value } from '../values.ts';
import { resolutionOrder } from './classes.ts';

export const SUPER = 'builtins.super';

/** Kept on what `super()` gives: the instance or class it speaks for, and by its full name the class that the function asking stands in. */
export const SELF = '<self>';
export const HOME = '<home>';

/** `super().NAME` as the classes behind the one that asks have it. */
export const inherited = ({ state }: CallValue, name: string): { self: Value; found: Value } | undefined => {
  const self = state?.get(SELF);
  const start = isA(self, 'call') ? self.callee : self;
  if (self === undefined || !isA(start, 'class')) return undefined;
  const order = resolutionOrder(start);
  const at = order.findIndex((ancestor) => nameOf(ancestor) === state?.get(HOME));
  for (const ancestor of at === -1 ? [] : order.slice(at + 1)) {
    const found = ancestor.type === 'class' ? ancestor.names.get(name) : undefined;
    if (found !== undefined) return { self, found };
  }
  return undefined;
};

/** The method that `super().NAME(…)` calls, where its text is at hand, and what it speaks for. */
export const inheritedMethod = (object: Value, name: string): { self: Value; method: FunctionValue } | undefined => {
  if (!isA(object, 'call') || object.name !== SUPER) return undefined;
  const { self, found } = inherited(object, name) ?? {};
  return self !== undefined && isA(found, 'function') ? { self, method: found } : undefined;
};
