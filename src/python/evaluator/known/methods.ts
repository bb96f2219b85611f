/** Methods of texts, lists, dicts and paths. `undefined`: not a method we know, so its result is not known. */

import { partOfVersion } from '../data/bounds.ts';
import {
  addKeywords,
  deleteEntry,
  entryOf,
  isKey,
  loosen,
  putEntry,
  setEntry,
  shownKey,
  takeEntries,
  takeUnknown,
  viewOf,
} from '../data/entries.ts';
import { addItems, equals, setOf } from '../data/equality.ts';
import { withKey } from '../data/homes.ts';
import { iterate } from '../data/iteration.ts';
import { inOrderOf } from '../data/order.ts';
import { applyBinary, asItems, compare } from '../expressions/operators.ts';
import {
  ANY_ORDER,
  type DictValue,
  dictOf,
  type FunctionValue,
  firstOf,
  hasNoOrder,
  isA,
  isMany,
  isSequence,
  oneByOne,
  type PathValue,
  pathOf,
  plainOf,
  type SequenceValue,
  textOf,
  truthOf,
  tupleOf,
  unknown,
  unknownItems,
  type Value,
} from '../values.ts';
import { type Arguments, Raised, type World } from '../world.ts';
import { amountMethod } from './amounts/amounts.ts';
import { expandHome, isThere, iterateFolder, moduleInfoPart, readLines } from './files.ts';
import { findPaths } from './patterns.ts';
import { stringOf } from './texts/formats.ts';
import { decoded, textMethod } from './texts/text-methods.ts';
import { absolutePath, baseOf, joinPath, parentOf } from './texts/texts.ts';

const indexOf = (list: SequenceValue, item: Value): number =>
  list.items.findIndex((other) => equals(other, item) === true);

const itemsOf = (value: Value | undefined): readonly Value[] =>
  value === undefined ? [] : (iterate(value) ?? [asItems(value)]);

/** Changes the list in place and answers None, as Python does. */
const changeList = (list: SequenceValue, name: string, args: readonly Value[]): Value | undefined => {
  const [first, second] = args;
  if (first === undefined && name !== 'pop' && name !== 'clear' && name !== 'reverse' && name !== 'sort')
    return undefined;
  switch (name) {
    case 'append':
      list.items.push(first ?? null);
      return null;
    case 'add':
      if (indexOf(list, first ?? null) === -1) list.items.push(first ?? null);
      return null;
    case 'extend':
      inOrderOf(first, list);
      addItems(list, itemsOf(first));
      return null;
    case 'update':
      for (const more of args) addItems(list, itemsOf(more));
      return null;
    case 'insert':
      list.items.splice(first as number, 0, second ?? null);
      return null;
    case 'remove':
    case 'discard': {
      const at = indexOf(list, first ?? null);
      if (at !== -1) list.items.splice(at, 1);
      return null;
    }
    case 'pop':
      return list.items.splice(typeof first === 'number' ? first : -1, 1)[0];
    case 'clear':
      list.items.length = 0;
      delete list.isAnyOrder;
      return null;
    case 'reverse':
      list.items.reverse();
      return null;
    default:
      return undefined;
  }
};

/** Methods of sets, and the operator that each stands for. */
const setOperators: Readonly<Record<string, string>> = {
  difference: '-',
  intersection: '&',
  symmetric_difference: '^',
  difference_update: '-',
  intersection_update: '&',
  symmetric_difference_update: '^',
  issubset: '<=',
  issuperset: '>=',
  isdisjoint: '&',
};

const combineSets = (set: SequenceValue, name: string, args: readonly Value[]): Value | undefined => {
  const operator = setOperators[name] ?? '';
  const others = args.map((arg) => (isSequence(arg) ? setOf(arg.items) : unknown('a set is not known')));
  const [other = setOf([])] = others;
  if (operator === '<=' || operator === '>=') return compare(operator, set, other);
  const result = others.reduce<Value>((left, right) => applyBinary(operator, left, right), setOf(set.items));
  if (name === 'isdisjoint') return isSequence(result) ? result.items.length === 0 : undefined;
  if (!name.endsWith('_update')) return result;
  set.items = isSequence(result) ? result.items : [unknownItems('a set is not known')];
  return null;
};

const listMethod = (list: SequenceValue, name: string, { args }: Arguments): Value | undefined => {
  const [first] = args;
  switch (name) {
    case 'copy':
      return inOrderOf(list, { type: list.type, items: [...list.items] });
    case 'index': {
      if (args.length > 1 || hasNoOrder(list)) return undefined;
      const at = first === undefined ? -1 : indexOf(list, first);
      const isTold = list.items.slice(0, at).every((item) => !isMany(item) && equals(item, first ?? null) === false);
      return at === -1 || !isTold ? undefined : at;
    }
    case 'count': {
      const answers = list.items.map((item) => (first === undefined || isMany(item) ? undefined : equals(item, first)));
      return answers.includes(undefined) ? undefined : answers.filter((answer) => answer === true).length;
    }
    case 'union':
      return setOf([...list.items, ...args.flatMap(itemsOf)]);
    default:
      if (list.type === 'tuple') return undefined;
      return list.type === 'set' && Object.hasOwn(setOperators, name)
        ? combineSets(list, name, args)
        : changeList(list, name, args);
  }
};

const updateDict = (dict: DictValue, { args, keywords }: Arguments, keeps: boolean): null => {
  const [first] = args;
  if (isA(first, 'dict')) takeEntries(dict, first, keeps);
  else if (isSequence(first))
    for (const item of first.items) {
      const [key, value] = isSequence(item) ? item.items : [];
      if (isKey(key) && value !== undefined) putEntry(dict, key, value, hasNoOrder(first));
      else takeUnknown(dict, keeps);
    }
  else if (first !== undefined) takeUnknown(dict, keeps);
  inOrderOf(first, dict);
  addKeywords(dict, keywords, keeps);
  return null;
};

/** `OrderedDict.move_to_end(key, last=True)`. */
const moveEntry = (dict: DictValue, key: Value | undefined, last: Value): null => {
  const value = isKey(key) ? entryOf(dict, key) : undefined;
  if (!isKey(key) || value === undefined || typeof last !== 'boolean') dict.partial = true;
  else {
    deleteEntry(dict, key);
    const others = last ? [] : [...dict.entries];
    if (!last) dict.entries.clear();
    setEntry(dict, key, value);
    for (const [other, part] of others) setEntry(dict, other, part);
  }
  return null;
};

/** `popitem()`: the last one, or the first of an `OrderedDict`. */
const popEntry = (dict: DictValue, isLast: boolean | undefined): Value | undefined => {
  const isTold = !dict.partial && !hasNoOrder(dict) && isLast !== undefined;
  const last = isTold ? [...dict.entries].at(isLast ? -1 : 0) : undefined;
  if (hasNoOrder(dict) || isLast === undefined) loosen(dict, false, ANY_ORDER);
  else if (last === undefined) dict.partial = true;
  else deleteEntry(dict, last[0]);
  return last && tupleOf([...last]);
};

const getFrom = (dict: DictValue, key: Value | undefined, otherwise: Value): Value => {
  if (!isKey(key)) return unknown('a key is not known');
  const found = entryOf(dict, key);
  if (found !== undefined) return found;
  return dict.partial ? unknown(`the entry ${shownKey(key)} is not known`) : otherwise;
};

const dictMethod = (dict: DictValue, name: string, call: Arguments, keeps: boolean): Value | undefined => {
  const [given, second] = call.args;
  const first = given === undefined ? undefined : plainOf(given);
  switch (name) {
    case 'get':
      return getFrom(dict, first, second ?? null);
    case 'update':
      return updateDict(dict, call, keeps);
    case 'setdefault': {
      const value = getFrom(dict, first, second ?? null);
      if (isKey(first)) setEntry(dict, first, value);
      return value;
    }
    case 'pop': {
      const value = getFrom(dict, first, second === undefined ? unknown('there is no such entry') : second);
      if (isKey(first)) deleteEntry(dict, first);
      return value;
    }
    case 'keys':
      return viewOf(dict, (entries) => entries.keys());
    case 'values':
      return viewOf(dict, (entries) => entries.values());
    case 'items':
      return viewOf(dict, (entries) => Array.from(entries, ([key, value]) => tupleOf([key, value])));
    case 'copy':
      return inOrderOf(dict, dictOf(dict.entries, dict.partial));
    case 'clear':
      dict.entries.clear();
      dict.partial = false;
      delete dict.isAnyOrder;
      return null;
    case 'popitem':
      return popEntry(dict, truthOf(firstOf(given, call.keywords.get('last')) ?? true));
    case 'move_to_end':
      return moveEntry(dict, first, firstOf(second, call.keywords.get('last')) ?? true);
    default:
      return undefined;
  }
};

/** `Path("/a/b").relative_to("/a")`, part by part: what `..` leads to is not asked. */
const below = (path: string, above: string, asked: 'relative_to' | 'is_relative_to'): Value => {
  const [parts, start] = [path, joinPath([above])].map((each) =>
    each.split('/').filter((part) => part && part !== '.'),
  );
  const isBelow =
    path.startsWith('/') === above.startsWith('/') && start?.every((part, at) => part === parts?.[at]) === true;
  if (asked === 'is_relative_to') return isBelow;
  if (!isBelow) throw new Raised('ValueError', `${path} does not lie in ${above}.`);
  return pathOf(parts?.slice(start?.length).join('/') || '.');
};

const asPaths = { takesHidden: true, isDeep: true };
const deep: Readonly<Record<'glob' | 'rglob', readonly string[]>> = { glob: [], rglob: ['**'] };

const pathMethod = (path: PathValue, name: string, { args, keywords }: Arguments, world: World): Value | undefined => {
  const texts = args.map((item) => textOf(item));
  switch (name) {
    case 'resolve':
    case 'absolute':
      return pathOf(absolutePath(path.path, world.cwd));
    case 'joinpath':
      return texts.includes(undefined) ? undefined : pathOf(joinPath([path.path, ...(texts as string[])]));
    case 'exists':
      return isThere(path.path, world);
    case 'is_file':
      return isThere(path.path, world, 'file');
    case 'is_dir':
      return isThere(path.path, world, 'folder');
    case 'as_posix':
    case '__str__':
      return path.path;
    case 'as_uri':
      return /^\/[\w./-]*$/.test(path.path) ? `file://${path.path}` : undefined;
    case 'with_name':
      return texts[0] === undefined ? undefined : pathOf(joinPath([parentOf(path.path), texts[0]]));
    case 'expanduser':
      return pathOf(expandHome(path.path, world));
    case 'is_absolute':
      return path.path.startsWith('/');
    case 'relative_to':
    case 'is_relative_to': {
      const [above, ...more] = texts;
      return above === undefined || more.length + keywords.size > 0 ? undefined : below(path.path, above, name);
    }
    case 'with_suffix':
      return texts[0] === undefined ? undefined : pathOf(path.path.replace(/(?<=[^/])(\.[^./]*)?$/, texts[0]));
    case 'read_text':
      return readLines(path.path, world);
    case 'iterdir':
      return iterateFolder(path.path, world);
    case 'glob':
    case 'rglob': {
      const [pattern] = keywords.size === 0 ? texts : [];
      const found = pattern && findPaths(joinPath([path.path, ...deep[name], pattern]), world, asPaths);
      return found ? oneByOne(found.map(pathOf)) : undefined;
    }
    default:
      return undefined;
  }
};

const changing = new Set(
  (
    'append add extend update insert remove discard pop clear reverse sort setdefault popitem move_to_end ' +
    'difference_update intersection_update symmetric_difference_update'
  ).split(' '),
);

/** Whether a method changes what it is called on. */
export const isChanging = (object: Value, name: string): boolean =>
  (isSequence(object) || isA(object, 'dict')) && changing.has(name);

/** Whether there is such a method of lists or dicts. */
export const isChangingName = (name: string): boolean => changing.has(name);

/** The special ones, too. */
export const changesItsObject = (name: string): boolean => changing.has(name) || /^__(?:set|del)item__$/.test(name);

/** Functions of Python's library that change the list or dict that they are given first. */
export const CHANGES_FIRST =
  /^(?:random\.shuffle|heapq\.heap\w+|bisect\.insort\w*|operator\.(?:(?:set|del)item|i(?:add|and|concat|mul|or|sub|xor)))$/;

/** Whether it cannot be told which item, or which place, a method changes. */
const isUnclear = (object: SequenceValue | DictValue, name: string, [first]: readonly Value[]): boolean => {
  if (isA(object, 'dict'))
    return /^(?:pop|setdefault)$/.test(name) && !isKey(first === undefined ? first : plainOf(first));
  if (name === 'remove' || name === 'discard') {
    const answers = object.items.map((item) => (isMany(item) ? undefined : equals(item, first ?? null)));
    const at = answers.indexOf(true);
    return answers.slice(0, at === -1 ? answers.length : at).includes(undefined);
  }
  if (name === 'insert') return typeof first !== 'number' || object.items.slice(0, first).some(isMany);
  if (name !== 'pop') return false;
  if (hasNoOrder(object) || (first !== undefined && typeof first !== 'number')) return true;
  return isMany(object.items.at(first ?? -1)) || (first !== undefined && object.items.some(isMany));
};

export const callMethod = (object: Value, name: string, call: Arguments, world: World): Value | undefined => {
  if (typeof object === 'string') return textMethod(object, name, call);
  const asked = isA(object, 'dict') ? withKey(name, call, world) : call;
  if ((isSequence(object) || isA(object, 'dict')) && isUnclear(object, name, asked.args)) {
    loosen(object, world.readsSettings(), 'what was changed in it is not known');
    return /^(?:pop|setdefault)$/.test(name) ? unknown('which item is taken is not known') : null;
  }
  if (isSequence(object)) return listMethod(object, name, call);
  if (isA(object, 'dict')) return dictMethod(object, name, asked, world.readsSettings());
  if (isA(object, 'path')) return pathMethod(object, name, call, world);
  if (isA(object, 'call')) return amountMethod(object, name, call);
  return isA(object, 'bytes') && name === 'decode' ? decoded(object, call.args[0]) : undefined;
};

/** What a decorator made of it has perhaps another name. */
const functionAttribute = (
  { name: qualname, module, statement, decorators }: FunctionValue,
  name: string,
): Value | undefined => {
  if (decorators.length > 0) return undefined;
  if (name === '__name__') return statement?.name ?? '<lambda>';
  if (name === '__qualname__') return qualname;
  return name === '__module__' ? module : undefined;
};

/** Attributes of paths, texts and functions, and of `sys.version_info`. */
export const plainAttribute = (object: Value, name: string): Value | undefined => {
  const ofVersion = partOfVersion(object, name);
  if (ofVersion !== undefined) return ofVersion;
  if (isSequence(object) && object.type === 'tuple') return moduleInfoPart(object.items, name);
  if (isA(object, 'function')) return functionAttribute(object, name);
  if (isA(object, 'path')) {
    const { path } = object;
    switch (name) {
      case 'parent':
        return pathOf(parentOf(path));
      case 'parents': {
        const parents: Value[] = [];
        for (let at = path; parents.length < 64 && parentOf(at) !== at; ) {
          at = parentOf(at);
          parents.push(pathOf(at));
        }
        return tupleOf(parents);
      }
      case 'name':
        return baseOf(path);
      // Of an entry of a folder.
      case 'path':
        return path;
      case 'suffix':
        return /(?<=[^/])\.[^./]*$/.exec(path)?.[0] ?? '';
      case 'parts':
        return tupleOf([...(path.startsWith('/') ? ['/'] : []), ...path.split('/').filter(Boolean)]);
      case 'stem':
        return baseOf(path).replace(/(?<=.)\.[^.]*$/, '');
    }
  }
  // A member of a choices class is known as its value.
  return name === 'value' && !isA(object, 'unknown') && !isA(object, 'member')
    ? stringOf(object) === undefined
      ? undefined
      : object
    : undefined;
};
