/** Expressions for the database as Django holds them, and as a migration writes them: `F("a") + 1`, `F("a").desc()`. */
import {
  type Arguments,
  type CallValue,
  isA,
  nameOf,
  referenceTo,
  resolutionOrder,
  type Value,
} from '../../../../../python/index.ts';
import { canonicalName } from './sameness.ts';

const OF_DJANGO = /^django\.(?:db\.models\.(?:functions\.)?|contrib\.(?:postgres|gis)\.[\w.]+\.)[A-Z]\w*$/;
const OTHER_THINGS = /(?:Field|Key|Manager|Model|QuerySet|Index|Constraint|Choices|\.Q|\.Prefetch|\.Deferrable)$/;

const isExpressionName = (name: string): boolean => {
  const canonical = canonicalName(name);
  return OF_DJANGO.test(canonical) && !OTHER_THINGS.test(canonical);
};

/** One of Django's, or of a class that derives from one of these. */
const isExpression = (value: Value): value is CallValue => {
  if (!isA(value, 'call')) return false;
  if (!isA(value.callee, 'class')) return isExpressionName(value.name);
  return resolutionOrder(value.callee).some((ancestor) => isExpressionName(nameOf(ancestor) ?? ''));
};

const make = (like: CallValue, name: string, args: Value[], keywords: [string, Value][] = []): CallValue => ({
  type: 'call',
  name,
  callee: referenceTo(name),
  args,
  keywords: new Map(keywords),
  serial: like.serial,
  file: like.file,
  line: like.line,
});

const operators = { add: '+', sub: '-', mul: '*', truediv: '/', mod: '%%', pow: '^' };
const bitwise = { bitand: '&', bitor: '|', bitxor: '#', bitleftshift: '<<', bitrightshift: '>>' };

/** By the method that is called: the sign between the two sides, and whether the object is the right one. */
const methods: ReadonlyMap<string, readonly [sign: string, isReversed: boolean]> = new Map([
  ...Object.entries(operators).flatMap(([name, sign]): [string, readonly [string, boolean]][] => [
    [`__${name}__`, [sign, false]],
    [`__r${name}__`, [sign, true]],
  ]),
  ...Object.entries(bitwise).map(([name, sign]): [string, readonly [string, boolean]] => [name, [sign, false]]),
]);

/** A number, a text, a day: Django wraps it. What is not known may be an expression by itself. */
const isLiteral = (value: Value): boolean =>
  isA(value, 'call')
    ? /^(?:datetime|decimal|uuid)\./.test(value.name)
    : !isA(value, 'unknown') && !isA(value, 'reference');

const combine = (object: CallValue, method: string, other: Value | undefined): CallValue | undefined => {
  const [sign, isReversed] = methods.get(method) ?? [];
  if (sign === undefined || other === undefined) return undefined;
  const operand = isLiteral(other) ? make(object, 'django.db.models.Value', [other]) : other;
  const sides = isReversed ? [operand, sign, object] : [object, sign, operand];
  return make(object, 'django.db.models.expressions.CombinedExpression', sides);
};

/** What a method of an expression, or an operator on it, gives; undefined for one that makes no expression. */
export const callOnExpression = (object: Value, name: string, { args, keywords }: Arguments): Value | undefined => {
  if (!isExpression(object)) return undefined;
  if (name === 'asc' || name === 'desc')
    return make(
      object,
      'django.db.models.expressions.OrderBy',
      [object],
      [...(name === 'desc' ? ([['descending', true]] as [string, Value][]) : []), ...keywords],
    );
  return name === '__neg__' ? combine(object, '__mul__', -1) : combine(object, name, args[0]);
};
