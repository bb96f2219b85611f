/** Operators between values of which one may answer by itself, as its class or the reader says. */
import { ask as askClass, hasOwn } from './attributes.ts';
import { heldUnless } from './held-data.ts';
import { percent } from './objects.ts';
import { applyBinary, cannotTell, compare } from './operators.ts';
import { firstOf, isA, truthOf, unknown, type Value } from './values.ts';
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

const comparing = ['__eq__', '__ne__', '__contains__', '__lt__', '__gt__'];

/** `left in right` and the like, where an object may answer by its class; undefined where it cannot be told. */
export const compareValues = (operator: string, left: Value, right: Value, scope: Scope): boolean | undefined => {
  const isHolding = operator === 'in' || operator === 'not in';
  if (isHolding && isA(right, 'reference') && right.name === 'os.environ' && typeof left === 'string')
    return (scope.engine.world.environment(left) !== undefined) === (operator === 'in');
  if (isHolding && hasOwn(right, '__contains__')) {
    const truth = truthOf(askClass(right, '__contains__', [left], scope) ?? unknown('what an object holds'));
    return truth === undefined ? undefined : truth === (operator === 'in');
  }
  const [a = left, b = right] = operator.startsWith('is')
    ? []
    : [left, right].map((each) => heldUnless(each, ...comparing));
  return compare(operator, a, b);
};
