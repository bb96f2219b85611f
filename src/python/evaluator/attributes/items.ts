/** Items of values: `list[0]`, `dict["key"]`, `os.environ["NAME"]`. */

import { memberOf } from '../classes/classes.ts';
import { decay } from '../classes/objects.ts';
import { openClassOf } from '../classes/opened-classes.ts';
import { itemOfBounds } from '../data/bounds.ts';
import { entryOf, isKey, made, setEntry, shownKey } from '../data/entries.ts';
import { keyOf } from '../data/homes.ts';
import { noteDoubt } from '../data/kept.ts';
import { noteChange } from '../data/ownership.ts';
import { pick } from '../expressions/operators.ts';
import { requireVariable } from '../known/environment.ts';
import { iniItem, isIniParser } from '../known/texts/ini.ts';
import { groupOf, isMatch } from '../known/texts/regex.ts';
import {
  type DictValue,
  hasNoOrder,
  isA,
  isMany,
  isSequence,
  type Key,
  ownNameOf,
  plainOf,
  type ReferenceValue,
  referenceTo,
  type SequenceValue,
  unknown,
  unknownFrom,
  unknownItems,
  type Value,
} from '../values.ts';
import { Raised, type Scope } from '../world.ts';
import { ask, hasOwn, settled } from './attributes.ts';

const isWhole = ({ items }: SequenceValue): boolean => !items.some(isMany);

/** What is missing raises where that decides something; elsewhere it is better not known than the end of what follows. */
const orRaise = (found: Value | undefined, isKnown: boolean, kind: string, why: string, scope: Scope): Value => {
  if (found !== undefined) return found;
  if (scope.engine.tries > 0) {
    const missing = new Raised(kind, why);
    if (isKnown) throw missing;
    noteDoubt(missing, scope.engine);
  }
  return unknown(why);
};

const characterAt = (text: string, index: number): string | undefined =>
  (/[\ud800-\udfff]/.test(text) ? [...text] : text).at(index);

/** undefined: there is none, or what stands between it and the end it is counted from may be any number. */
const itemAt = (sequence: SequenceValue, index: number): Value | undefined => {
  const { items } = sequence;
  if (hasNoOrder(sequence) && items.at(index) !== undefined) return unknown('which item stands there is not known');
  const passed = index < 0 ? items.slice(index) : items.slice(0, index + 1);
  return passed.some(isMany) ? undefined : items.at(index);
};

/** An entry of a `defaultdict`, which asking for it brings into being. */
const entryOrMade = (dict: DictValue, key: Key, scope: Scope): Value => {
  const found = entryOf(dict, key);
  if (found !== undefined) return found;
  const make = dict.partial ? undefined : made[dict.factory?.replace(/^builtins\./, '') ?? ''];
  noteChange(scope.engine, dict);
  if (make === undefined) {
    // There is an entry from now on, whatever it is.
    dict.partial = true;
    return unknown(`there is no entry ${shownKey(key)}`);
  }
  const value = make();
  setEntry(dict, key, value);
  return value;
};

/** `Generic["T"]`: the class itself, for other types that it holds. */
const takesTypes = (name: string, scope: Scope): boolean =>
  name === 'typing.Generic' || scope.engine.world.known.takesTypes(name);

/** `Generic[T]`, `models.ForeignKey["Author"]` are the class itself; nothing else is its own item: `string.digits[0]`, `limits["most"]`. */
const isForTypes = (object: ReferenceValue, index: Value, { engine: { world } }: Scope): boolean => {
  if (typeof index !== 'string') return typeof index !== 'number';
  return typeof ownNameOf(object) === 'string' || world.isDefinition(object.name);
};

export const itemOf = (object: Value, at: Value, scope: Scope): Value => {
  openClassOf(object, scope);
  const key = isA(object, 'dict') ? keyOf(at, scope.engine.world) : plainOf(at);
  // `[one, other][is_other]`
  const index = typeof key === 'boolean' && (isSequence(object) || typeof object === 'string') ? Number(key) : key;
  if (isA(object, 'reference') && object.name === 'os.environ') {
    if (typeof index !== 'string') noteDoubt(new Raised('KeyError', 'A variable may not be set.'), scope.engine);
    return requireVariable(index, scope.engine.world);
  }
  if (isMatch(object)) {
    const group = groupOf(object, index);
    if (group !== undefined) return group;
  }
  if (isIniParser(object)) return orRaise(iniItem(object, index), true, 'KeyError', 'there is no such section', scope);
  if (isSequence(object) && typeof index === 'number')
    return orRaise(itemAt(object, index), isWhole(object), 'IndexError', 'there is no such item', scope);
  if (isA(object, 'dict') && object.factory !== undefined && isKey(index)) return entryOrMade(object, index, scope);
  if (isA(object, 'dict') && isKey(index)) {
    const why = `there is no entry ${shownKey(index)}`;
    return orRaise(entryOf(object, index), !object.partial, 'KeyError', why, scope);
  }
  if (typeof object === 'string' && typeof index === 'number')
    return orRaise(characterAt(object, index), true, 'IndexError', 'there is no such item', scope);
  if (isSequence(object) || isA(object, 'dict') || typeof object === 'string')
    return orRaise(undefined, false, isA(object, 'dict') ? 'KeyError' : 'IndexError', 'an item is not known', scope);
  if (isA(object, 'reference') && typeof index === 'string') {
    const known = scope.engine.world.resolve(`${object.name}["${index}"]`);
    if (known !== undefined) return known;
  }
  if (isKey(index) && (isA(object, 'reference') || isA(object, 'call'))) {
    const opened = settled(object, scope);
    if (isSequence(opened) || isA(opened, 'dict')) return itemOf(opened, index, scope);
  }
  const member = isA(object, 'class') && typeof index === 'string' ? memberOf(object, index) : undefined;
  if (member !== undefined) return decay(member, scope.engine);
  // `Deferrable["DEFERRED"]`, as migrations write a member of an enumeration; `models.ForeignKey["FAQ"]` is a class.
  const mayHaveMembers = isA(object, 'reference') && !takesTypes(object.name, scope);
  if (mayHaveMembers && typeof index === 'string' && /^[A-Z][A-Z0-9_]*$/.test(index))
    return referenceTo(`${object.name}.${index}`);
  if (isA(object, 'call') && object.held !== undefined && !hasOwn(object, '__getitem__')) {
    const isMissing =
      isA(object.held, 'dict') && !object.held.partial && isKey(index) && entryOf(object.held, index) === undefined;
    const given = isMissing ? ask(object, '__missing__', [at], scope) : undefined;
    return given === undefined ? itemOf(object.held, at, scope) : given;
  }
  if (hasOwn(object, '__getitem__')) {
    const given = ask(object, '__getitem__', [at], scope);
    return given === undefined ? unknown('what an object has as an item is not known') : given;
  }
  if (isA(object, 'class')) return object;
  if (isA(object, 'reference')) return isForTypes(object, index, scope) ? object : unknown('an item is not known');
  if (isA(object, 'unknown') && object.within !== undefined) return itemOfBounds(object, index);
  for (const kind of ['KeyError', 'IndexError'])
    noteDoubt(new Raised(kind, 'There may be no such item.'), scope.engine);
  return isA(object, 'unknown') ? unknownFrom(object) : unknown('an item is not known');
};

/** Where some of its items may be any number, only what stands before these has a place. */
export const sliceOf = (
  sequence: SequenceValue,
  lower: number | undefined,
  upper: number | undefined,
  step: number,
): Value => {
  const { type, items } = sequence;
  const isAll = lower === undefined && upper === undefined && Math.abs(step) === 1;
  if (hasNoOrder(sequence))
    return {
      type,
      items: isAll ? [...items] : [unknownItems('which items a slice has is not known')],
      isAnyOrder: true,
    };
  const many = items.findIndex(isMany);
  const isTold = many === -1 || ((lower ?? 0) === 0 && (upper === undefined || (upper >= 0 && upper <= many)));
  return { type, items: isTold ? pick(items, lower, upper, step) : [unknownItems('a slice is not known')] };
};
