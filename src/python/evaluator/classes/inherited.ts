/** What `super()` gives: names as the classes have them that stand behind the one that asks. */

import { type CallValue, type ClassValue, type FunctionValue, isA, nameOf, type Value } from '../values.ts';
import { type Ancestor, resolutionOrder } from './classes.ts';

export const SUPER = 'builtins.super';

/** Kept on what `super()` gives: the instance or class it speaks for, and by its full name the class that the function asking stands in. */
export const SELF = '<self>';
export const HOME = '<home>';

/** What `super()` speaks for, and the classes that stand behind the one that asks. */
export const inheritedFrom = ({
  state,
}: CallValue): { self: CallValue | ClassValue; classes: readonly Ancestor[] } | undefined => {
  const self = state?.get(SELF);
  const start = isA(self, 'call') ? self.callee : self;
  if (!(isA(self, 'call') || isA(self, 'class')) || !isA(start, 'class')) return undefined;
  const order = resolutionOrder(start);
  const at = order.findIndex((ancestor) => nameOf(ancestor) === state?.get(HOME));
  return { self, classes: at === -1 ? [] : order.slice(at + 1) };
};

/** `super().NAME` as the classes behind the one that asks have it. */
export const inherited = (asked: CallValue, name: string): { self: Value; found: Value } | undefined => {
  const { self, classes = [] } = inheritedFrom(asked) ?? {};
  for (const ancestor of self === undefined ? [] : classes) {
    const found = ancestor.type === 'class' ? ancestor.names.get(name) : undefined;
    if (found !== undefined && self !== undefined) return { self, found };
  }
  return undefined;
};

/** The method that `super().NAME(…)` calls, where its text is at hand, and what it speaks for. */
export const inheritedMethod = (object: Value, name: string): { self: Value; method: FunctionValue } | undefined => {
  if (!isA(object, 'call') || object.name !== SUPER) return undefined;
  const { self, found } = inherited(object, name) ?? {};
  return self !== undefined && isA(found, 'function') ? { self, method: found } : undefined;
};
