/** What Python raises where someone is there to catch it: a number that is none, an item that is not there. */

import { entryOf } from './entries.ts';
import { equals, isA, isKey, isMany, isSequence, isTagged, keyOf, type Value } from './values.ts';
import { type Arguments, Raised } from './world.ts';

/** `int("a")`. */
export const refuseNumber = (name: string, value: Value | undefined): void => {
  if (isTagged(value)) return;
  if (value === null) throw new Raised('TypeError', `${name}() takes no None.`);
  if (typeof value === 'string' && !/[^\0-\x7f]/.test(value) && !/^\s*[-+]?(?:inf|nan)/i.test(value))
    throw new Raised('ValueError', `${name}() takes no such text.`);
};

/** `re.match(…).group()`: what is not there has nothing. */
export const refuseNone = (object: Value, name: string): void => {
  if (object === null && !name.startsWith('__')) throw new Raised('AttributeError', `None has no ${name}.`);
};

/** `1 / 0`. */
export const refuseZero = (operator: string, left: Value, right: Value): void => {
  if (/^(?:\/\/?|%)$/.test(operator) && typeof left === 'number' && right === 0)
    throw new Raised('ZeroDivisionError', 'Something is divided by zero.');
};

/** `a, b = parts`. */
export const refuseParts = (items: readonly Value[], wanted: number): void => {
  if (items.length !== wanted) throw new Raised('ValueError', `There are ${items.length} parts, not ${wanted}.`);
};

const isIn = (items: readonly Value[], item: Value): boolean =>
  items.some((other) => isMany(other) || equals(other, item) !== false);

/** `list.remove`, `list.index`, `list.pop`, `dict.pop`, `dict.popitem` and `text.index` of what is surely not there. */
export const refuseMissing = (object: Value, method: string, { args }: Arguments): void => {
  const [first] = args;
  if (isA(object, 'dict')) {
    const key = first === undefined ? undefined : keyOf(first);
    if (method === 'pop' && args.length === 1 && isKey(key) && !object.partial && entryOf(object, key) === undefined)
      throw new Raised('KeyError', `There is no entry ${String(key)}.`);
    if (method === 'popitem' && object.entries.size === 0 && !object.partial)
      throw new Raised('KeyError', 'The dict is empty.');
  } else if (isSequence(object)) {
    if (method === 'pop' && object.items.length === 0) throw new Raised('IndexError', 'The list is empty.');
    if ((method === 'remove' || method === 'index') && args.length === 1 && !isIn(object.items, first ?? null))
      throw new Raised(object.type === 'set' ? 'KeyError' : 'ValueError', 'There is no such item.');
  } else if (typeof object === 'string' && (method === 'index' || method === 'rindex') && args.length === 1)
    if (typeof first === 'string' && !object.includes(first)) throw new Raised('ValueError', 'There is no such text.');
};
