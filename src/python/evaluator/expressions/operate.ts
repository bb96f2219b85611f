/** Operators between values of which one may answer by itself, as its class or the reader says. */
import { ask as askClass, hasOwn, methodOf } from '../attributes/attributes.ts';
import { heldUnless } from '../attributes/held-data.ts';
import { callFunction } from '../calls/call-function.ts';
import { resolutionOrder } from '../classes/classes.ts';
import { percent } from '../classes/objects.ts';
import { openClassOf } from '../classes/opened-classes.ts';
import { withHomes } from '../data/homes.ts';
import { isOnce, refresh, takeUpTo } from '../data/once.ts';
import { type CallValue, firstOf, isA, isSequence, isTagged, nameOf, truthOf, unknown, type Value } from '../values.ts';
import type { Arguments, Scope } from '../world.ts';
import { applyBinary, cannotTell, compare, isPlainObject, mergeDicts } from './operators.ts';

const operatorMethods: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '%': 'mod',
  '**': 'pow',
};

/** Of objects of the text alone: those of the framework are put together by the sign itself. */
const ownMethods: Readonly<Record<string, string>> = {
  ...operatorMethods,
  '//': 'floordiv',
  '@': 'matmul',
  '<<': 'lshift',
  '>>': 'rshift',
  '|': 'or',
  '&': 'and',
  '^': 'xor',
};

/** Python asks the right side first where its class derives from that of the left one. */
const isOfChild = (left: Value, right: Value): boolean =>
  isA(left, 'call') &&
  isA(right, 'call') &&
  left.callee !== right.callee &&
  isA(left.callee, 'class') &&
  isA(right.callee, 'class') &&
  resolutionOrder(right.callee).includes(left.callee);

/** Data of Python's own, whose operators know nothing of objects of other classes. */
const isPlainData = (value: Value): boolean => !isTagged(value) || isSequence(value) || isA(value, 'dict');

const NOT_IMPLEMENTED = 'builtins.NotImplemented';

/** `Choices("a") + ["b"]`: what the class of either side says; undefined where none says anything. */
const ownAnswer = (operator: string, method: string, left: Value, right: Value, scope: Scope): Value | undefined => {
  const [forwards, backwards] = [`__${method}__`, `__r${method}__`];
  const isLeft = hasOwn(left, forwards);
  const isRight = hasOwn(right, backwards) && !(operator === '%' && typeof left === 'string');
  if (!isLeft && !(isRight && isPlainData(left))) return undefined;
  if (isRight && isOfChild(left, right)) return cannotTell(operator);
  const answer = isLeft ? askClass(left, forwards, [right], scope) : undefined;
  const isPassedOn = !isLeft || nameOf(answer) === NOT_IMPLEMENTED;
  if (!isPassedOn) return answer ?? cannotTell(operator);
  const other = isRight ? askClass(right, backwards, [left], scope) : undefined;
  return other === undefined || nameOf(other) === NOT_IMPLEMENTED ? cannotTell(operator) : other;
};

/** `apps += ["more"]`, as the class of an object says; undefined where it says nothing of it, so that it is done as without `=`. */
export const inPlaceByClass = (operator: string, left: Value, right: Value, scope: Scope): Value | undefined => {
  const method = isA(left, 'call') ? methodOf(left, `__i${ownMethods[operator]}__`) : undefined;
  if (method === undefined) return undefined;
  const answer = callFunction(method, callWith(left, right), scope);
  return nameOf(answer) === NOT_IMPLEMENTED ? undefined : answer;
};

export const callWith = (...args: Value[]): Arguments => ({ args, keywords: new Map() });

const lastPart = ({ name }: CallValue): string => name.slice(name.lastIndexOf('.') + 1);

/** `DRAFTS + FINALS`, both `Choices(…)`. */
const areOfOneName = (left: Value, right: Value): boolean =>
  isA(left, 'call') && isA(right, 'call') && lastPart(left) === lastPart(right);

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
  // Choices are added to lists and to each other; packages that calculate with their own objects would be read to the last file.
  if (operator === '+' && (isSequence(left) || isSequence(right) || areOfOneName(left, right)))
    for (const side of [left, right]) openClassOf(side, scope);
  const ownMethod = ownMethods[operator];
  const own = ownMethod === undefined ? undefined : ownAnswer(operator, ownMethod, left, right, scope);
  if (own !== undefined) return own;
  if (operator === '%' && typeof left === 'string') return percent(left, right, scope) ?? cannotTell(operator);
  if (operator === '|' && isA(left, 'dict') && isA(right, 'dict'))
    return mergeDicts(left, right, world.readsSettings());
  return applyBinary(operator, left, right);
};

const comparing = ['__eq__', '__ne__', '__contains__', '__lt__', '__gt__'];

/** `==` of an object of the text's as the classes of both sides say: without a word from them it is equal to itself alone. */
const equalByClass = (left: Value, right: Value, scope: Scope): boolean | undefined => {
  if (isOfChild(left, right)) return undefined;
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const answer = hasOwn(one, '__eq__')
      ? (askClass(one, '__eq__', [other], scope) ?? unknown('it is not known'))
      : null;
    if (answer !== null && nameOf(answer) !== NOT_IMPLEMENTED) return truthOf(answer);
  }
  return compareValues('is', left, right, scope);
};

/** Whether a list or the like has an item that is equal; undefined where that cannot be told. */
const holdsByClass = (items: readonly Value[], wanted: Value, scope: Scope): boolean | undefined => {
  const answers = items.map((item) => item === wanted || compareValues('==', item, wanted, scope));
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
};

const answering: Readonly<Record<string, readonly [left: string, right: string]>> = {
  '!=': ['__ne__', '__ne__'],
  '<': ['__lt__', '__gt__'],
  '>': ['__gt__', '__lt__'],
  '<=': ['__le__', '__ge__'],
  '>=': ['__ge__', '__le__'],
};

/** Of signs that only a class gives a meaning: the left side is asked first, unless the class of the right one derives from its own. */
const orderedByClass = (operator: string, left: Value, right: Value, scope: Scope): boolean | undefined | null => {
  const [forwards, backwards] = Object.hasOwn(answering, operator) ? (answering[operator] ?? []) : [];
  if (forwards === undefined || backwards === undefined) return null;
  const [isLeft, isRight] = [
    isPlainObject(left) && hasOwn(left, forwards),
    isPlainObject(right) && hasOwn(right, backwards),
  ];
  if (!isLeft && !isRight) return null;
  if (isRight && isOfChild(left, right)) return undefined;
  const answer = isLeft ? askClass(left, forwards, [right], scope) : undefined;
  if (isLeft && nameOf(answer) !== NOT_IMPLEMENTED) return answer === undefined ? undefined : truthOf(answer);
  const other = isRight && (isLeft || isPlainData(left)) ? askClass(right, backwards, [left], scope) : undefined;
  return other === undefined || nameOf(other) === NOT_IMPLEMENTED ? undefined : truthOf(other);
};

/** What a class of the text has to say of it: `undefined` where it cannot be told, null where none has. */
const comparedByClass = (operator: string, left: Value, right: Value, scope: Scope): boolean | undefined | null => {
  const isHolding = operator.endsWith('in');
  const ordered = orderedByClass(operator, left, right, scope);
  if (ordered !== null) return ordered;
  const items = isHolding && isSequence(right) ? right.items : [right];
  if (!/^(?:==|!=|in|not in)$/.test(operator) || ![left, ...items].some(isPlainObject)) return null;
  if (isHolding && !isSequence(right)) return null;
  const answer = isHolding ? holdsByClass(items, left, scope) : equalByClass(left, right, scope);
  return answer === undefined ? undefined : answer === (operator === '==' || operator === 'in');
};

/** `left in right` and the like, where an object may answer by its class; undefined where it cannot be told. */
export const compareValues = (operator: string, left: Value, right: Value, scope: Scope): boolean | undefined => {
  const isHolding = operator === 'in' || operator === 'not in';
  if (isHolding && isA(right, 'reference') && right.name === 'os.environ' && typeof left === 'string')
    return (scope.engine.world.environment(left) !== undefined) === (operator === 'in');
  if (isHolding && hasOwn(right, '__contains__')) {
    const truth = truthOf(askClass(right, '__contains__', [left], scope) ?? unknown('what an object holds'));
    return truth === undefined ? undefined : truth === (operator === 'in');
  }
  if (isHolding && isOnce(right)) {
    refresh(right, scope.engine);
    const truth = compare(operator, left, right);
    takeUpTo(right, left, scope.engine);
    return truth;
  }
  const isIdentity = operator.startsWith('is');
  // `on_delete is UNSET`: a class or a function is no object that the text made.
  const { isDefinition } = scope.engine.world;
  const isDefined = (value: Value): boolean => isA(value, 'reference') && isDefinition(value.name);
  if (isIdentity && ((isPlainObject(right) && isDefined(left)) || (isPlainObject(left) && isDefined(right))))
    return operator === 'is not';
  const ofClass = comparedByClass(operator, left, right, scope);
  if (ofClass !== null) return ofClass;
  const [a = left, b = right] = isIdentity ? [] : [left, right].map((each) => heldUnless(each, ...comparing));
  const answer = compare(operator, a, b);
  const { world } = scope.engine;
  return answer === undefined ? compare(operator, withHomes(a, world), withHomes(b, world)) : answer;
};
