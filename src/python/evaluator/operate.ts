/** Operators between values of which one may answer by itself, as its class or the reader says. */
import { percent } from './objects.ts';
import { applyBinary, cannotTell } from './operators.ts';
import { firstOf, isA, type Value } from './values.ts';
import type { Arguments, Scope } from './world.ts';

const operatorMethods: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '%': 'mod',
  '**': 'pow',
};

export const callWith = (...args: Value[]): Arguments => ({ args, keywords: new Map() });

/** `F("price") * 2`: an object that the reader knows may answer by itself, from either side; a path of a package from the left. */
export const operate = (
  { operator, line }: { operator: string; line: number },
  left: Value,
  right: Value,
  scope: Scope,
): Value => {
  const method = operatorMethods[operator];
  const { world } = scope.engine;
  const ask = (object: Value, name: string, other: Value): Value | undefined => {
    if (isA(object, 'path')) return world.known.callMethod(object, name, callWith(other), scope, line);
    return isA(object, 'call') ? world.callMethod(object, name, callWith(other)) : undefined;
  };
  const answer = method && firstOf(ask(left, `__${method}__`, right), ask(right, `__r${method}__`, left));
  if (answer !== undefined) return answer;
  if (operator === '%' && typeof left === 'string') return percent(left, right, scope) ?? cannotTell(operator);
  return applyBinary(operator, left, right);
};
