/** Python's built-in functions, as far as settings and models use them. */

import { addKeywords, isKey, partsWithMore, putEntry, takeUnknown } from '../data/entries.ts';
import { setOf } from '../data/equality.ts';
import { inOrderOf } from '../data/order.ts';
import { applyBinary, order } from '../expressions/operators.ts';
import {
  type DictValue,
  dictOf,
  firstOf,
  floatOf,
  hasNoOrder,
  isA,
  isFloat,
  isMany,
  isSequence,
  numberOf,
  OPEN_KEYWORDS,
  oneByOne,
  rangeOf,
  type SequenceValue,
  truthOf,
  tupleOf,
  unknownItems,
  type Value,
} from '../values.ts';
import type { Arguments, World } from '../world.ts';
import { inBase, roundNumber, toFloat, toInteger } from './numbers.ts';
import { formatValue, reprOf, stringOf } from './texts/formats.ts';

const MAX_RANGE = 1000;

const partsOf = (value: Value | undefined): Value[] | undefined => {
  if (value === undefined) return [];
  if (isSequence(value)) return [...value.items];
  if (isA(value, 'dict')) return partsWithMore(value, value.entries.keys());
  return typeof value === 'string' ? [...value] : undefined;
};

export const sequenceFrom = (value: Value | undefined, type: SequenceValue['type']): Value | undefined => {
  const items = partsOf(value);
  if (items === undefined || type === 'set') return items && setOf(items);
  return inOrderOf(value, { type, items });
};

const dictFrom = ({ args, keywords }: Arguments, keeps: boolean): Value | undefined => {
  const [first] = args;
  const dict = isA(first, 'dict') ? dictOf(first.entries, first.partial) : dictOf();
  if (isSequence(first))
    for (const item of first.items) {
      const [key, value] = isSequence(item) ? item.items : [];
      if (isKey(key) && value !== undefined) putEntry(dict, key, value, hasNoOrder(first));
      else takeUnknown(dict, keeps);
    }
  else if (first !== undefined && !isA(first, 'dict')) dict.partial = true;
  inOrderOf(first, dict);
  addKeywords(dict, keywords, keeps);
  return dict;
};

/** A dict of another class, with the same entries. */
export const asOther = (dict: Value | undefined): Value | undefined =>
  isA(dict, 'dict') ? { ...dict, isOther: true } : undefined;

/** An instance of a class may be; texts, numbers and lists are not. */
const range = (args: readonly Value[]): Value | undefined => {
  const [first, second, third] = args.map((value) => (Number.isSafeInteger(value) ? (value as number) : undefined));
  if (first === undefined || (args.length > 1 && second === undefined) || (args.length > 2 && third === undefined))
    return undefined;
  const [from, to, step] = second === undefined ? [0, first, 1] : [first, second, third ?? 1];
  if (step === 0 || (to - from) / step > MAX_RANGE) return undefined;
  const items: Value[] = [];
  for (let at = from; step > 0 ? at < to : at > to; at += step) items.push(at);
  return rangeOf(items);
};

/** `dict.fromkeys(items)`, which leaves out what comes twice. */
const keysFrom = (value: Value | undefined, each: Value): Value | undefined => {
  const list = sequenceFrom(value, 'list');
  if (!isSequence(list)) return undefined;
  const dict = dictOf(list.items.flatMap((item) => (isKey(item) ? [[item, each] as const] : [])));
  const open = list.items.findIndex((item) => !isKey(item));
  if (open !== -1) dict.partial = true;
  // One that is not known may be a key that comes later, and stands before others then.
  if (open !== -1 && open < list.items.length - 1) dict.isAnyOrder = true;
  return inOrderOf(value, dict);
};

/** The first of the smallest or largest. */
const extreme = (
  name: 'min' | 'max',
  items: readonly Value[] | undefined,
  keywords: Arguments['keywords'],
): Value | undefined => {
  if (items === undefined || keywords.has('key') || keywords.has(OPEN_KEYWORDS)) return undefined;
  if (items.length === 0) return keywords.get('default');
  const sign = name === 'min' ? 1 : -1;
  let best = items[0];
  for (const item of items) {
    const difference = order(item, best ?? null);
    if (difference === undefined || Number.isNaN(difference)) return undefined;
    if (sign * difference < 0) best = item;
  }
  return best;
};

/** `zip(rows, rows)` of what can be gone over only once: its items in turns. */
const inTurns = (args: readonly Value[]): Value | undefined => {
  const [items = [], size] = [partsOf(args[0]), args.length];
  if (items.some(isMany) || args.some((arg) => arg !== args[0])) return undefined;
  const length = Math.floor(items.length / size);
  return oneByOne(Array.from({ length }, (_, at) => tupleOf(items.slice(at * size, (at + 1) * size))));
};

const zip = ({ args, keywords }: Arguments): Value | undefined => {
  // Which items come together is another question each time.
  if (args.length === 0 || keywords.has(OPEN_KEYWORDS) || args.some(hasNoOrder)) return undefined;
  const isStrict = keywords.get('strict') ?? false;
  if (new Set(args).size < args.length && args.some((arg) => isSequence(arg) && arg.isOnce))
    return isStrict === false ? inTurns(args) : undefined;
  const lists = args.map((arg) => sequenceFrom(arg, 'list')).filter(isSequence);
  if (lists.length !== args.length || lists.length === 0) return undefined;
  const lengths = lists.map((list) => list.items.length);
  // An item that is not known may stand for several: what comes from there on is not known either.
  const ends = lists.map(({ items }) => items.findIndex((item) => isA(item, 'unknown'))).filter((at) => at !== -1);
  const length = Math.min(...lengths, ...ends);
  const pairs: Value[] = Array.from({ length }, (_, at) => tupleOf(lists.map((list) => list.items[at] ?? null)));
  if (isStrict !== false && (isStrict !== true || new Set(lengths).size > 1)) return undefined;
  return oneByOne(ends.includes(length) ? [...pairs, unknownItems('what is put together is not known')] : pairs);
};

const enumerate = (value: Value | undefined, start: Value | undefined): Value | undefined => {
  const list = value === undefined ? undefined : sequenceFrom(value, 'list');
  const from = typeof start === 'number' ? start : 0;
  if (!isSequence(list) || hasNoOrder(value)) return undefined;
  const many = list.items.findIndex(isMany);
  const items = many === -1 ? list.items : list.items.slice(0, many);
  const pairs: Value[] = items.map((item, index) => tupleOf([from + index, item]));
  return oneByOne(many === -1 ? pairs : [...pairs, unknownItems('what is counted is not known')]);
};

const oneByOneOf = (value: Value): Value | undefined => {
  const items = partsOf(value);
  return items && inOrderOf(value, oneByOne(items));
};

const lengthOf = (value: Value | undefined): Value | undefined => {
  if (typeof value === 'string') return [...value].length;
  if (isSequence(value)) return value.isOnce || value.items.some(isMany) ? undefined : value.items.length;
  return isA(value, 'dict') && !value.partial ? value.entries.size : undefined;
};

const reversedKeys = (dict: DictValue): Value | undefined =>
  dict.partial ? undefined : inOrderOf(dict, oneByOne([...dict.entries.keys()].toReversed()));

const anyOrAll = (name: 'any' | 'all', value: Value | undefined): Value | undefined => {
  if (!isSequence(value)) return undefined;
  const truths = value.items.map(truthOf);
  const decisive = name === 'any';
  return truths.includes(decisive) ? decisive : truths.includes(undefined) ? undefined : !decisive;
};

const computed = (name: 'pow' | 'divmod', left: Value, right: Value): Value | undefined => {
  const results = (name === 'pow' ? ['**'] : ['//', '%']).map((operator) => applyBinary(operator, left, right));
  if (results.some((result) => isA(result, 'unknown'))) return undefined;
  return name === 'pow' ? results[0] : tupleOf(results);
};

/** The result of a built-in function; undefined when it is none or its result cannot be told. */
/** `keeps`: what is known of a dict stays where it is put together with entries that are not. */
export const callBuiltin = (name: string, call: Arguments, keeps = false): Value | undefined => {
  const [first, second] = call.args;
  switch (name) {
    case 'str':
      return first === undefined ? '' : stringOf(first);
    case 'repr':
      return first === undefined ? undefined : reprOf(first);
    case 'int': {
      const base = firstOf(second, call.keywords.get('base'));
      return base === undefined ? toInteger(first) : inBase(first, base);
    }
    case 'float':
      return toFloat(first);
    case 'round':
      return roundNumber(first, firstOf(second, call.keywords.get('ndigits')));
    case 'pow':
    case 'divmod':
      return call.args.length === 2 ? computed(name, first ?? null, second ?? null) : undefined;
    case 'iter':
      if (call.args.length > 1) return undefined;
      return isSequence(first) && first.isOnce ? first : first && oneByOneOf(first);
    case 'list':
    case 'tuple':
      return sequenceFrom(first, name);
    case 'set':
      return sequenceFrom(first, 'set');
    case 'frozenset': {
      const made = sequenceFrom(first, 'set');
      return isSequence(made) ? { ...made, isFrozen: true } : made;
    }
    case 'dict':
      return dictFrom(call, keeps);
    case 'frozendict':
      return asOther(dictFrom(call, keeps));
    case 'len':
      return lengthOf(first);
    case 'range':
      return range(call.args);
    case 'reversed':
      return isSequence(first)
        ? inOrderOf(first, oneByOne(first.items.toReversed()))
        : isA(first, 'dict')
          ? reversedKeys(first)
          : undefined;
    case 'enumerate':
      return enumerate(first, firstOf(second, call.keywords.get('start')));
    case 'zip':
      return zip(call);
    case 'any':
    case 'all':
      return anyOrAll(name, first);
    case 'print':
      return null;
    case 'dict.fromkeys':
      return keysFrom(first, second ?? null);
    case 'sum':
      // What a float loses at its end rests on what it is added to.
      return isSequence(first) && !(hasNoOrder(first) && first.items.some(isFloat))
        ? first.items.reduce(
            (sum, item) => applyBinary('+', sum, item),
            firstOf(second, call.keywords.get('start')) ?? 0,
          )
        : undefined;
    case 'min':
    case 'max':
      return extreme(name, call.args.length === 1 ? partsOf(first) : call.args, call.keywords);
    case 'abs': {
      const number = numberOf(first);
      return number === undefined ? undefined : isFloat(first) ? floatOf(Math.abs(number)) : Math.abs(number);
    }
    case 'hex':
    case 'bin':
    case 'oct':
      return typeof first === 'number' || typeof first === 'boolean'
        ? formatValue(first, { hex: '#x', bin: '#b', oct: '#o' }[name])
        : undefined;
    case 'chr':
      return typeof first === 'number' && first >= 0 && first < 0x110000 ? String.fromCodePoint(first) : undefined;
    case 'ord':
      return typeof first === 'string' && [...first].length === 1 ? first.codePointAt(0) : undefined;
    case 'compile':
      return first;
    default:
      return undefined;
  }
};

/** Names that Python gives every module. `world`: also those that came with a later Python 3, where it is one or nobody knows. */
export const isBuiltin = (name: string, world?: World): boolean => {
  if (builtinNames.has(name)) return true;
  const since = newBuiltins.get(name);
  return since !== undefined && world !== undefined && world.isSincePython(since) !== false;
};

const newBuiltins: ReadonlyMap<string, number> = new Map([
  ['ExceptionGroup', 11],
  ['BaseExceptionGroup', 11],
  ['frozendict', 15],
  ['sentinel', 15],
]);

const builtinNames = new Set(
  (
    'str int float bool list tuple set frozenset dict len range sorted reversed enumerate zip any all print filter isinstance ' +
    'issubclass callable getattr hasattr setattr type object property staticmethod classmethod super map min max sum abs ' +
    'globals locals vars dir open __import__ bytes exec eval compile round divmod hex bin oct chr ord repr hash id iter next slice ' +
    'delattr format input pow bytearray memoryview complex ascii aiter anext breakpoint NotImplemented ' +
    'Exception BaseException ImportError ModuleNotFoundError KeyError IndexError LookupError AttributeError ValueError TypeError ' +
    'NameError OSError IOError EnvironmentError FileNotFoundError PermissionError RuntimeError NotImplementedError StopIteration ' +
    'UnicodeDecodeError UnicodeError SystemExit AssertionError Warning DeprecationWarning UserWarning RuntimeWarning'
  ).split(' '),
);
