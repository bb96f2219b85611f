/** Expressions → values. Nothing is executed: calls are known ones, functions that the text itself defines, or stay calls. */

import type { Expression, ExpressionOf, FormatPart } from '../../syntax.ts';
import { askedAttribute, memberAttribute, settled } from '../attributes/attributes.ts';
import { heldUnless } from '../attributes/held-data.ts';
import { itemOf, sliceOf } from '../attributes/items.ts';
import { truthIn } from '../attributes/truth.ts';
import { asHandedOn, callOfMember, callValue } from '../calls/calls.ts';
import { addKeyword, bindParameters, notAllKnown } from '../calls/parameters.ts';
import { refuseOperator } from '../calls/refusals.ts';
import { memberFunction, memberOf } from '../classes/classes.ts';
import { decay, shownPart } from '../classes/objects.ts';
import { sliceOfBounds } from '../data/bounds.ts';
import { takeItems } from '../data/iteration.ts';
import { doneEither, keepNames, oneOf } from '../data/kept.ts';
import { claim } from '../data/ownership.ts';
import { isBuiltin } from '../known/builtins.ts';
import { isModules, loadedModule } from '../modules.ts';
import { tellUnbound } from '../unbound.ts';
import {
  floatOf,
  isA,
  isMany,
  isSequence,
  nameOf,
  OPEN_KEYWORDS,
  plainOf,
  referenceTo,
  takenUp,
  truthOf,
  unknown,
  unknownItems,
  unknownOf,
  type Value,
} from '../values.ts';
import { type Arguments, lookup, type Scope, spend, starWith } from '../world.ts';
import { evaluateComprehension, MAX_ITEMS } from './comprehension.ts';
import { evaluateDict, evaluateItems, evaluateSequence } from './displays.ts';
import { callWith, compareValues, operate } from './operate.ts';
import { applyUnary, cannotTell, isComparison, pick } from './operators.ts';

const evaluateName = (name: string, scope: Scope): Value => {
  const found = lookup(scope, name);
  if (found !== undefined) return takenUp(found, scope);
  if (isBuiltin(name, scope.engine.world)) return referenceTo(`builtins.${name}`);
  const star = starWith(name, scope);
  if (star === undefined) {
    tellUnbound(name, scope);
    return unknown(`the name ${name} is not known`);
  }
  const resolved = scope.engine.world.resolve(`${star}.${name}`);
  return resolved === undefined ? referenceTo(`${star}.${name}`) : resolved;
};

const evaluateFormat = (parts: readonly FormatPart[], scope: Scope): Value => {
  let text = '';
  for (const part of parts) {
    const spec = typeof part === 'string' ? '' : evaluateFormat(part.spec, scope);
    if (typeof spec !== 'string') return spec;
    const shown =
      typeof part === 'string' ? part : shownPart(evaluateShown(part.value, scope), spec, part.conversion, scope);
    if (shown === undefined) return unknown('a part of a text is not known');
    text += shown;
  }
  return text;
};

const evaluateUnary = ({ operator, operand }: ExpressionOf<'unary'>, scope: Scope): Value => {
  const value = settled(evaluate(operand, scope), scope);
  if (operator === 'not') {
    const truth = truthIn(value, scope);
    return truth === undefined ? cannotTell(operator) : !truth;
  }
  const isAsked = operator === '-' && isA(value, 'call');
  const answer = isAsked ? scope.engine.world.callMethod(value, '__neg__', callWith()) : undefined;
  return answer === undefined ? applyUnary(operator, value) : answer;
};

/** The part that two comparisons of a chain share; undefined where it is no comparison. */
const lastCompared = ({ operator, right }: ExpressionOf<'binary'>): Expression | undefined => {
  if (isComparison(operator)) return right;
  return operator === 'and' && right.kind === 'binary' ? lastCompared(right) : undefined;
};

/** `a < f() < b`, which the parser reads as `a < f() and f() < b` with the very same `f()`. */
const isChain = ({ operator, left, right }: ExpressionOf<'binary'>): boolean =>
  operator === 'and' && left.kind === 'binary' && right.kind === 'binary' && lastCompared(left) === right.left;

/** What is compared to `left` is evaluated once: a chain has it as the left of its next comparison. */
type Compared = { result: Value; right: Value };

const evaluateComparison = (expression: ExpressionOf<'binary'>, left: Value, scope: Scope): Compared => {
  const { operator } = expression;
  const isLoaded = isModules(expression.right) ? loadedModule(left, scope) : undefined;
  if (isLoaded !== undefined) return { result: (isLoaded !== false) === (operator === 'in'), right: null };
  const right = evaluateCompared(expression.right, scope);
  if (scope.engine.tries > 0) refuseOperator(operator, left, right);
  const result = compareValues(operator, left, right, scope);
  return { result: result ?? unknown(`the result of "${operator}" is not known`), right };
};

const evaluateChain = (expression: ExpressionOf<'binary'>, scope: Scope): Compared => {
  const { left, right } = expression;
  if (left.kind !== 'binary' || right.kind !== 'binary' || !isChain(expression))
    return evaluateComparison(expression, evaluateCompared(left, scope), scope);
  const before = evaluateChain(left, scope);
  let next: Compared = before;
  const goOn = (): Value => {
    next = evaluateComparison(right, before.right, scope);
    return next.result;
  };
  const result = both('and', before.result, goOn, scope);
  return { result, right: next.right };
};

/** What `and` and `or` come to, of which the right side is evaluated only where the left does not decide. */
const both = (operator: 'and' | 'or', left: Value, evaluateRight: () => Value, scope: Scope): Value => {
  const truth = truthIn(left, scope);
  if (truth !== undefined) return truth === (operator === 'or') ? left : evaluateRight();
  const why = `one side of "${operator}" is not known`;
  const [right = null] = doneEither(scope, [evaluateRight, () => left], why);
  const either = unknownOf([left, right], why);
  // `unknown or "x"` is true whatever it is.
  return truthOf(right) === (operator === 'or') ? { ...either, truth: operator === 'or' } : either;
};

const evaluateBinary = (expression: ExpressionOf<'binary'>, scope: Scope): Value => {
  const { operator } = expression;
  if (isComparison(operator) || isChain(expression)) return evaluateChain(expression, scope).result;
  const left = settled(evaluate(expression.left, scope), scope);
  if (operator === 'and' || operator === 'or')
    return both(operator, left, () => evaluate(expression.right, scope), scope);
  const isShown = operator === '%' && typeof left === 'string';
  const right = settled((isShown ? evaluateShown : evaluate)(expression.right, scope), scope);
  if (scope.engine.tries > 0) refuseOperator(operator, left, right);
  return operate(expression, left, right, scope);
};

const evaluateConditional = (expression: ExpressionOf<'conditional'>, scope: Scope): Value => {
  const truth = truthIn(settled(evaluate(expression.test, scope), scope), scope);
  if (truth !== undefined) return evaluate(truth ? expression.then : expression.otherwise, scope);
  const sides = [expression.then, expression.otherwise];
  const works = sides.map((side) => (): Value => evaluate(side, scope));
  return oneOf(scope, works, 'a condition is not known');
};

// Shared: half of all calls have no arguments of one kind. Nobody changes the arguments of a call.
const noArgs: readonly Value[] = [];
const noKeywords = new Map<string, Value>();

const withKeywords = (
  args: readonly Value[],
  { keywords: written }: ExpressionOf<'call'>,
  scope: Scope,
  evaluateOne: typeof evaluate,
): Arguments => {
  // `make(*rest)`: what is given by position may be any of the parameters.
  const isOpen = args.some(isMany);
  if (written.length === 0 && !isOpen) return { args, keywords: noKeywords };
  const keywords = new Map<string, Value>();
  if (isOpen) keywords.set(OPEN_KEYWORDS, notAllKnown);
  for (const keyword of written) {
    const given = evaluateOne(keyword.value, scope);
    const value = keyword.name === null ? heldUnless(given) : given;
    if (keyword.name !== null) addKeyword(keywords, keyword.name, value, scope);
    else if (isA(value, 'dict')) {
      for (const [key, part] of value.entries) addKeyword(keywords, key, part, scope);
      if (value.partial) keywords.set(OPEN_KEYWORDS, notAllKnown);
    } else keywords.set(OPEN_KEYWORDS, notAllKnown);
  }
  return { args, keywords };
};

/** What shows a member, or asks what it is, is handed the member itself. */
const ASKS = /^builtins\.(?:str|repr|format|type|isinstance|getattr|hasattr)$/;

const evaluateCall = (expression: ExpressionOf<'call'>, scope: Scope): Value => {
  const { callee, line } = expression;
  const held = callee.kind === 'attribute' ? evaluateObject(callee.object, scope) : null;
  if (scope.engine.owner !== null) claim(held, scope.engine.owner);
  const target = callee.kind === 'attribute' ? null : evaluate(callee, scope);
  const isFormat = callee.kind === 'attribute' && callee.name === 'format' && typeof held === 'string';
  const isShown = isA(target, 'reference') ? ASKS.test(target.name) : isFormat;
  const isHandedOut = scope.engine.world.known.isFramework(nameOf(target ?? held ?? undefined) ?? '');
  const evaluateOne = isShown ? evaluateShown : isHandedOut ? evaluateUnheld : evaluate;
  const args = expression.args.length === 0 ? noArgs : evaluateItems(expression.args, scope, evaluate, evaluateOne);
  const call = withKeywords(args, expression, scope, evaluateOne);
  if (callee.kind !== 'attribute') return callValue({ target: target ?? null }, call, scope, line);
  if (!isA(held, 'member')) return callValue({ object: held, method: callee.name }, call, scope, line);
  const method = memberFunction(held, callee.name);
  return method === undefined
    ? callValue({ object: held.value, method: callee.name }, call, scope, line)
    : callOfMember(held, method, call, scope);
};

export const evaluateSlice = (object: Value, index: ExpressionOf<'slice'>, scope: Scope): Value => {
  const bound = (part: Expression | null): number | undefined | null => {
    if (part === null) return undefined;
    const value = evaluate(part, scope);
    return typeof value === 'number' ? value : null;
  };
  const [lower, upper, step = 1] = [bound(index.lower), bound(index.upper), bound(index.step)];
  if (lower === null || upper === null || step === null || step === 0) return unknown('a slice is not known');
  if (isSequence(object)) return sliceOf(object, lower, upper, step);
  if (isA(object, 'unknown') && !lower && upper !== undefined && upper > 0 && step === 1)
    return sliceOfBounds(object, upper);
  return typeof object === 'string' ? pick([...object], lower, upper, step).join('') : unknown('a slice is not known');
};

/** Kept with the function; nothing is ever sent into a generator here. */
const evaluateYield = ({ value, isFrom }: ExpressionOf<'yield'>, scope: Scope): Value => {
  const given = value === null ? null : evaluate(value, scope);
  const items = isFrom
    ? (takeItems(given, scope) ?? [unknownItems('what a generator passes on is not known')])
    : [given];
  // A generator may go on for ever; nobody needs that much of it.
  if ((scope.yielded?.length ?? 0) < MAX_ITEMS) scope.yielded?.push(...items);
  scope.whenYielded?.(given);
  // What a generator returns is not kept; a list returns nothing.
  return isFrom && !(isSequence(given) && !given.isOther) ? unknown('what a generator returns is not known') : null;
};

const evaluateLambda = (expression: ExpressionOf<'lambda'>, outer: Scope): Value => {
  const { parameters } = expression;
  const defaults = new Map(
    parameters.flatMap(({ default: given }) => (given ? [[given, evaluate(given, outer)]] : [])),
  );
  return {
    type: 'function',
    name: '<lambda>',
    module: outer.module.name,
    statement: null,
    decorators: [],
    call: (args, keywords) => {
      const scope: Scope = { ...outer, names: new Map(), outer, kind: 'function', qualifier: '', around: undefined };
      bindParameters(
        parameters,
        { args, keywords },
        scope,
        ({ default: otherwise }) => defaults.get(otherwise) ?? null,
      );
      return evaluate(expression.body, scope);
    },
  };
};

/** Of a member of an enumeration more than its value may be asked for: `Kind.ONE.label`, `member.name`. */
const evaluateObject = (expression: Expression, scope: Scope): Value => {
  if (expression.kind === 'name') return evaluateName(expression.name, scope);
  if (expression.kind !== 'attribute') return evaluate(expression, scope);
  return partOf(evaluateObject(expression.object, scope), expression.name, scope);
};

const partOf = (object: Value, name: string, scope: Scope): Value => {
  if (isA(object, 'member')) return memberAttribute(object, name, scope);
  const member = isA(object, 'class') ? memberOf(object, name) : undefined;
  return member ?? askedAttribute(object, name, scope);
};

const evaluateAttribute = ({ object, name }: ExpressionOf<'attribute'>, scope: Scope): Value => {
  const value = evaluateObject(object, scope);
  if (isA(value, 'member')) return memberAttribute(value, name, scope);
  const member = isA(value, 'class') ? memberOf(value, name) : undefined;
  return member ?? asHandedOn(value, name, askedAttribute(value, name, scope), scope);
};

/** What is shown: a member has a text of its own. */
const evaluateShown = (expression: Expression, scope: Scope): Value => {
  if (expression.kind === 'tuple') return evaluateSequence(expression, scope, evaluate, evaluateShown);
  if (expression.kind === 'name') return evaluateName(expression.name, scope);
  if (expression.kind !== 'attribute') return evaluate(expression, scope);
  const object = evaluateObject(expression.object, scope);
  const isBare = isA(object, 'member') && expression.name === 'value';
  return isBare ? { ...object, isPure: false, isBare } : partOf(object, expression.name, scope);
};

/** What is compared. */
const evaluateCompared = (expression: Expression, scope: Scope): Value =>
  settled(evaluateUnheld(expression, scope), scope);

const evaluateKind = (expression: Expression, scope: Scope): Value => {
  switch (expression.kind) {
    case 'name':
      return evaluateName(expression.name, scope);
    case 'attribute':
      return evaluateAttribute(expression, scope);
    case 'call':
      return evaluateCall(expression, scope);
    case 'string':
      return expression.bytes ? { type: 'bytes', text: expression.value } : expression.value;
    case 'format':
      return evaluateFormat(expression.parts, scope);
    case 'number':
    case 'constant':
      return expression.value;
    case 'float':
      return floatOf(expression.value);
    case 'set':
    case 'list':
    case 'tuple':
      return evaluateSequence(expression, scope, evaluate);
    case 'dict':
      return evaluateDict(expression, scope, evaluate);
    case 'unary':
      return evaluateUnary(expression, scope);
    case 'binary':
      return evaluateBinary(expression, scope);
    case 'conditional':
      return evaluateConditional(expression, scope);
    case 'subscript': {
      const loaded = isModules(expression.object) && loadedModule(evaluate(expression.index, scope), scope);
      if (loaded) return loaded;
      const object = evaluate(expression.object, scope);
      if (expression.index.kind === 'slice')
        return evaluateSlice(heldUnless(object, '__getitem__'), expression.index, scope);
      return itemOf(object, evaluate(expression.index, scope), scope);
    }
    case 'comprehension':
      return evaluateComprehension(expression, scope, evaluate);
    case 'walrus': {
      const value = evaluate(expression.value, scope);
      const names = scope.around ?? scope.names;
      keepNames(scope.engine, names);
      names.set(expression.name, value);
      return value;
    }
    case 'starred':
      return evaluate(expression.value, scope);
    case 'lambda':
      return evaluateLambda(expression, scope);
    case 'yield':
      return evaluateYield(expression, scope);
    case 'slice':
    case 'ellipsis':
    case 'opaque':
      return unknown(expression.kind === 'opaque' ? expression.text.slice(0, 80) : expression.kind);
  }
};

/** What is doubled again and again must cost more each time: it would fill the memory long before the steps are used up. */
const weightOf = (value: Value): number =>
  typeof value === 'string' ? value.length >> 6 : isSequence(value) && !value.isOther ? value.items.length >> 3 : 0;

export const evaluate = (expression: Expression, scope: Scope): Value => evaluateOnce(expression, scope, decay);

/** The value of a member, which nobody holds on to: to compare it, or to hand it to a framework. */
const evaluateUnheld = (expression: Expression, scope: Scope): Value => evaluateOnce(expression, scope, plainOf);

const evaluateOnce = (expression: Expression, scope: Scope, settle: typeof decay): Value => {
  const { engine } = scope;
  spend(engine);
  const value = settle(evaluateKind(expression, scope), engine);
  spend(engine, weightOf(value));
  if (engine.owner !== null) claim(value, engine.owner);
  return value;
};
