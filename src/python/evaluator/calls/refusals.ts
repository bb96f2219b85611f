/** What Python raises where someone is there to catch it: a number that is none, an item that is not there. */

import { valueHas } from '../attributes/own-names.ts';
import { entryOf, isKey } from '../data/entries.ts';
import { equals } from '../data/equality.ts';
import { noteDoubt } from '../data/kept.ts';
import {
  type DictValue,
  isA,
  isMany,
  isSequence,
  isTagged,
  plainOf,
  type SequenceValue,
  type UnknownValue,
  type Value,
} from '../values.ts';
import { ANY_ERROR, type Arguments, type Engine, Raised } from '../world.ts';

/** Digits and spaces that are not those of ASCII: Python takes them for the same. */
const OTHER_DIGITS = /(?![\0-\x7f])[\p{Nd}\p{Z}\p{Cc}]/u;
const NO_NUMBER = /^\s*[-+]?(?:inf|nan)/i;

/** `int("a")`; what is not known may be a text that is no number. */
export const refuseNumber = (name: string, value: Value | undefined, engine: Engine): void => {
  if (value === null || isSequence(value) || isA(value, 'dict'))
    throw new Raised('TypeError', `${name}() takes no such value.`);
  if (value === undefined || (typeof value !== 'string' && !isTagged(value))) return;
  const isSure = typeof value === 'string' && !OTHER_DIGITS.test(value);
  if (isSure && name === 'float' && NO_NUMBER.test(value)) return;
  refuse(isSure || undefined, 'ValueError', `${name}() takes no such text.`, engine);
};

const isSingle = (value: Value | undefined): boolean =>
  value === null || typeof value === 'number' || typeof value === 'boolean' || isA(value, 'float');

/** `list(None)`: what has no items cannot be gone over. */
export const refuseItems = (values: readonly (Value | undefined)[]): void => {
  if (values.some(isSingle)) throw new Raised('TypeError', 'A value has no items.');
};

/** What a member of an enumeration has, for which a text or a number may stand, and what a class makes of a value: `dict.fromkeys("ab")`. */
const OF_OTHERS = /^(?:_?(?:name|value)_?|label|from_?\w+|maketrans)$/;

/** `re.match(…).group()`, `"a".joined`: what is not there has nothing, and a text has what Python gives texts. */
export const refuseAttribute = (object: Value, name: string): void => {
  const isLacking =
    object === null ? !name.startsWith('__') : !OF_OTHERS.test(name) && valueHas(object, name) === false;
  if (isLacking) throw new Raised('AttributeError', `Python has no ${name} there.`);
};

/** What a value certainly is, where no class of its own has a say in what operators make of it. */
const plainKind = (value: Value): string | undefined => {
  if (value === null) return 'None';
  if (typeof value === 'string') return 'text';
  if (isSingle(value)) return 'number';
  return (isSequence(value) || isA(value, 'dict')) && !value.isOther ? value.type : undefined;
};

const ORDERED = /^(number|text|list|tuple|set) \1$/;
const HOLDING = /^text text$| (?:list|tuple|set|dict)$/;

/** What Python takes on both sides of an operator, kind by kind. */
const takenBy: Readonly<Record<string, RegExp>> = {
  '+': /^(number|text|list|tuple) \1$/,
  '*': /^number (?:number|text|list|tuple)$|^(?:text|list|tuple) number$/,
  '%': /^text |^number number$/,
  '-': /^(number|set) \1$/,
  '|': /^(number|set|dict) \1$/,
  '&': /^(number|set) \1$/,
  '^': /^(number|set) \1$/,
  '/': /^number number$/,
  '//': /^number number$/,
  '**': /^number number$/,
  '<': ORDERED,
  '<=': ORDERED,
  '>': ORDERED,
  '>=': ORDERED,
  in: HOLDING,
  'not in': HOLDING,
};

/** `1 / 0`, `[] + ()`, `None < 1`, `"a" in 1`. */
export const refuseOperator = (operator: string, left: Value, right: Value): void => {
  const kinds = [plainKind(left), plainKind(right)];
  if (!kinds.includes(undefined) && takenBy[operator]?.test(kinds.join(' ')) === false)
    throw new Raised('TypeError', `Python knows no ${kinds.join(` ${operator} `)}.`);
  if (/^(?:\/\/?|%)$/.test(operator) && typeof left === 'number' && right === 0)
    throw new Raised('ZeroDivisionError', 'Something is divided by zero.');
};

/** `with None:`; before Python 3.11 that was an AttributeError. */
export const refuseContext = (value: Value): void => {
  const kind = plainKind(value);
  if (kind !== undefined) throw new Raised('TypeError', `A ${kind} cannot be entered.`, ['AttributeError']);
};

/** `del pair[0]`, `"text"[0] = "T"`: items are put into lists and dicts, and taken out of these, alone. */
export const refuseChange = (object: Value, { tries }: Engine): void => {
  const kind = isSequence(object) && object.of !== undefined ? undefined : plainKind(object);
  if (tries > 0 && kind !== undefined && kind !== 'list' && kind !== 'dict')
    throw new Raised('TypeError', `The items of a ${kind} cannot be changed.`);
};

/** `dict(a=1, **{"a": 2})`. */
export const refuseKeyword = ({ tries }: Engine): void => {
  if (tries > 0) throw new Raised('TypeError', 'An argument is given twice, or by what is no name.');
};

/** `a, b = parts`. */
export const refuseParts = (items: readonly Value[], wanted: number): void => {
  if (items.length !== wanted) throw new Raised('ValueError', `There are ${items.length} parts, not ${wanted}.`);
};

/** Raised where it is sure; where it may be as well as not, that is kept in mind. */
export const refuse = (isMissing: boolean | undefined, kind: string, why: string, engine: Engine): void => {
  if (isMissing === false) return;
  const missing = new Raised(kind, why);
  if (isMissing) throw missing;
  noteDoubt(missing, engine);
};

/** What only the machine tells that the project runs on: whether a program is there, what a database can do. */
const OF_MACHINE = /^(?:ctypes|fcntl|grp|pwd|resource|socket|sqlite3|ssl|subprocess)\./;

/** A function of the library that fails on one machine and not on another; of settings what it gives elsewhere is shown. */
export const doubtMachine = (name: string, engine: Engine): void => {
  if (engine.tries > 0 && OF_MACHINE.test(name) && !engine.world.readsSettings()) noteDoubt(ANY_ERROR, engine);
};

/** Whether a list or set lacks an item; undefined where that cannot be told. */
const lacksItem = (items: readonly Value[], item: Value): boolean | undefined => {
  const answers = items.map((other) => (isMany(other) ? undefined : equals(other, item)));
  if (answers.includes(true)) return false;
  return answers.includes(undefined) ? undefined : true;
};

const lacksPlace = ({ items }: SequenceValue, at: Value): boolean | undefined => {
  if (typeof at !== 'number') return undefined;
  const isThere = at < 0 ? -at <= items.length : at < items.length;
  // What stands for any number of items may stand for none.
  if (items.some(isMany)) return undefined;
  return !isThere;
};

const lacksEntry = (dict: DictValue, key: Value): boolean | undefined => {
  if (!isKey(key)) return undefined;
  return entryOf(dict, key) !== undefined ? false : dict.partial ? undefined : true;
};

/** `list.remove`, `list.index`, `list.pop`, `dict.pop`, `dict.popitem` and `text.index` of what is not there. */
export const refuseMissing = (object: Value, method: string, { args }: Arguments, engine: Engine): void => {
  const [first = null] = args;
  const isOne = args.length === 1;
  if (isOne && (isSequence(object) || isA(object, 'dict')) && (method === 'extend' || method === 'update'))
    refuseItems([first]);
  if (isA(object, 'dict')) {
    if (method === 'update' && args.length > 1)
      throw new Raised('TypeError', 'A dict is updated by one thing at a time.');
    if (method === 'pop' && isOne)
      refuse(lacksEntry(object, plainOf(first)), 'KeyError', 'There is no such entry.', engine);
    if (method === 'popitem' && object.entries.size === 0)
      refuse(object.partial ? undefined : true, 'KeyError', 'The dict is empty.', engine);
  } else if (isSequence(object)) {
    if (method === 'pop' && object.type !== 'set')
      refuse(lacksPlace(object, isOne ? first : -1), 'IndexError', 'There is no such item.', engine);
    if (method === 'pop' && object.type === 'set' && object.items.every(isMany))
      refuse(object.items.length === 0 || undefined, 'KeyError', 'The set is empty.', engine);
    const kind = object.type === 'set' ? 'KeyError' : 'ValueError';
    if ((method === 'remove' || method === 'index') && isOne)
      refuse(lacksItem(object.items, first), kind, 'There is no such item.', engine);
  } else if (typeof object === 'string' && (method === 'index' || method === 'rindex') && isOne)
    refuse(
      typeof first === 'string' ? !object.includes(first) : undefined,
      'ValueError',
      'There is no such text.',
      engine,
    );
};

const TAKES_OUT = /^(?:__delitem__|index|pop|popitem|popleft|remove)$/;

/** The same of what may be one of several lists or dicts: whether it has such an item is not known. */
export const doubtMissing = (
  { mayBe = [] }: UnknownValue,
  method: string,
  { args }: Arguments,
  engine: Engine,
): void => {
  if (mayBe.length === 0) return;
  if (TAKES_OUT.test(method))
    for (const kind of ['KeyError', 'ValueError', 'IndexError'])
      noteDoubt(new Raised(kind, 'There may be no such item.'), engine);
  const hasItems = args.every((arg) => !isSingle(arg));
  if (/^(?:extend|update)$/.test(method) && !hasItems)
    noteDoubt(new Raised('TypeError', 'A value has no items.'), engine);
};
