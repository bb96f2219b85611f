/** What Python's own data does by its special methods: `d.__getitem__("a")`, `dict.__setitem__(d, "a", 1)`, `"x".__add__`. */
import { loosen } from '../data/entries.ts';
import { addItems } from '../data/equality.ts';
import { iterate } from '../data/iteration.ts';
import { inOrderOf } from '../data/order.ts';
import { noteChange } from '../data/ownership.ts';
import { applyBinary, compare } from '../expressions/operators.ts';
import { callBuiltin } from '../known/builtins.ts';
import {
  type DictValue,
  isA,
  isSequence,
  isTagged,
  oneByOne,
  type SequenceValue,
  unknown,
  unknownItems,
  type Value,
} from '../values.ts';
import type { Scope } from '../world.ts';
import { itemOf } from './items.ts';
import { CHANGED, putItem, takeItem } from './set-items.ts';

type Data = string | DictValue | SequenceValue;

export const isData = (value: Value | undefined): value is Data =>
  typeof value === 'string' || isSequence(value) || isA(value, 'dict');

const operators: Readonly<Record<string, string>> = {
  __add__: '+',
  __and__: '&',
  __mod__: '%',
  __mul__: '*',
  __or__: '|',
  __sub__: '-',
  __xor__: '^',
};

const comparisons: Readonly<Record<string, string>> = {
  __eq__: '==',
  __ge__: '>=',
  __gt__: '>',
  __le__: '<=',
  __lt__: '<',
  __ne__: '!=',
};

const kindOf = (value: Value): string => (isTagged(value) ? value.type : typeof value);

/** `operator.iconcat(a, b)` is `a += b`, too. */
const IN_PLACE = /^__i(?:add|and|concat|mul|or|sub|xor)__$/;

const changeInPlace = (data: DictValue | SequenceValue, method: string, by: Value, scope: Scope): Value => {
  noteChange(scope.engine, data);
  const isAddition = isSequence(data) && data.type === 'list' && /add|concat/.test(method);
  const items = isAddition ? iterate(by) : undefined;
  if (isAddition && items !== undefined) addItems(inOrderOf(by, data), items);
  else loosen(data, scope.engine.world.readsSettings(), CHANGED);
  return data;
};

/** undefined: no method of this kind, or none that is known. */
export const callSpecial = (data: Data, method: string, args: readonly Value[], scope: Scope): Value | undefined => {
  if (!/^__\w+__$/.test(method)) return undefined;
  const [first = null, second = null] = args;
  switch (method) {
    case '__setitem__':
      putItem(data, first, second, scope);
      return null;
    case '__delitem__':
      takeItem(data, first, scope);
      return null;
    case '__getitem__':
      return itemOf(data, first, scope);
    case '__contains__':
      return compare('in', first, data) ?? unknown('what an object holds is not known');
    case '__len__':
      return callBuiltin('len', { args: [data], keywords: new Map() }) ?? unknown('a length is not known');
    case '__iter__':
      return inOrderOf(data, oneByOne([...(iterate(data) ?? [unknownItems('what an object holds is not known')])]));
  }
  if (Object.hasOwn(operators, method)) return applyBinary(operators[method] ?? '', data, first);
  // Of another kind it is told that they cannot be compared, which is neither.
  if (Object.hasOwn(comparisons, method))
    return kindOf(data) === kindOf(first) ? compare(comparisons[method] ?? '', data, first) : undefined;
  return typeof data !== 'string' && IN_PLACE.test(method) ? changeInPlace(data, method, first, scope) : undefined;
};

const functions: Readonly<Record<string, string>> = { add: '+', concat: '+', or_: '|', and_: '&', sub: '-', mul: '*' };

/** `operator.add(a, b)`, `operator.setitem(d, key, value)`: of data, by the method that each is named after. */
export const callOperator = (name: string, [left, ...others]: readonly Value[], scope: Scope): Value | undefined => {
  const operator = Object.hasOwn(functions, name) ? functions[name] : undefined;
  const [right] = others;
  if (left === undefined || (right === undefined && !isData(left))) return undefined;
  const isOfNumbers = operator !== undefined && right !== undefined;
  const result = isOfNumbers
    ? applyBinary(operator, left, right)
    : isData(left)
      ? callSpecial(left, `__${name.replace(/_$/, '')}__`, others, scope)
      : undefined;
  return isA(result, 'unknown') ? undefined : result;
};
