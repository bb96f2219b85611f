/** Methods of texts, lists, dicts and paths. `undefined`: not a method we know, so its result is not known. */

import { isIdentifier } from '../../identifiers.ts';
import { addKeywords, deleteEntry, entryOf, moreOf, setEntry } from '../entries.ts';
import {
  addItems,
  type DictValue,
  equals,
  isA,
  isKey,
  isSequence,
  keyOf,
  listOf,
  type PathValue,
  pathOf,
  type SequenceValue,
  setOf,
  textOf,
  tupleOf,
  unknown,
  unknownItems,
  type Value,
} from '../values.ts';
import type { Arguments, World } from '../world.ts';
import { expandHome, findPaths, isThere, iterateFolder, linesOf, readFile } from './files.ts';
import { formatValue, stringOf } from './formats.ts';
import { absolutePath, baseOf, formatBraces, joinPath, joinTexts, parentOf, replaceText } from './texts.ts';

const strip = (text: string, characters: Value | undefined, sides: 'both' | 'left' | 'right'): string => {
  const set = typeof characters === 'string' ? characters : ' \t\n\r\f\v';
  let [from, to] = [0, text.length];
  if (sides !== 'right') while (from < to && set.includes(text.charAt(from))) from++;
  if (sides !== 'left') while (to > from && set.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
};

const splitText = (text: string, { args }: Arguments): Value => {
  const [separator, limit] = args;
  const parts =
    typeof separator === 'string' && separator !== '' ? text.split(separator) : text.split(/\s+/).filter(Boolean);
  if (typeof limit === 'number' && limit >= 0 && typeof separator === 'string' && parts.length > limit + 1)
    return listOf([...parts.slice(0, limit), parts.slice(limit).join(separator)]);
  return listOf(parts);
};

const affix = (value: Value | undefined, test: (affix: string) => boolean): Value => {
  if (typeof value === 'string') return test(value);
  if (isSequence(value)) return value.items.some((item) => typeof item === 'string' && test(item));
  return unknown('an argument is not known');
};

const titleCase = (text: string): string =>
  text.replace(/[A-Za-z]+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());

const partition = (text: string, separator: string, fromEnd: boolean): Value => {
  const at = fromEnd ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at === -1) return tupleOf(fromEnd ? ['', '', text] : [text, '', '']);
  return tupleOf([text.slice(0, at), separator, text.slice(at + separator.length)]);
};

const textMethod = (text: string, name: string, call: Arguments): Value | undefined => {
  const [first, second] = call.args;
  switch (name) {
    case 'format':
      return formatBraces(text, call.args, call.keywords);
    case 'join':
      return joinTexts(text, first);
    case 'split':
      return splitText(text, call);
    case 'splitlines':
      return listOf(linesOf(text).map((line) => line.replace(/\n$/, '')));
    case 'rsplit':
      return typeof first === 'string' && second === 1 && text.includes(first)
        ? listOf([text.slice(0, text.lastIndexOf(first)), text.slice(text.lastIndexOf(first) + first.length)])
        : splitText(text, call);
    case 'strip':
      return strip(text, first, 'both');
    case 'lstrip':
      return strip(text, first, 'left');
    case 'rstrip':
      return strip(text, first, 'right');
    case 'lower':
    case 'casefold':
      return text.toLowerCase();
    case 'upper':
      return text.toUpperCase();
    case 'title':
      return titleCase(text);
    case 'capitalize':
      return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
    case 'replace':
      return replaceText(text, first, second);
    case 'startswith':
      return affix(first, (part) => text.startsWith(part));
    case 'endswith':
      return affix(first, (part) => text.endsWith(part));
    case 'isdigit':
    case 'isnumeric':
    case 'isdecimal':
      return /^\d+$/.test(text);
    case 'isupper':
      return /\p{L}/u.test(text) && text === text.toUpperCase();
    case 'islower':
      return /\p{L}/u.test(text) && text === text.toLowerCase();
    case 'isalpha':
      return /^\p{L}+$/u.test(text);
    case 'isidentifier':
      return isIdentifier(text);
    case 'find':
      return typeof first === 'string' ? text.indexOf(first) : undefined;
    case 'count':
      return typeof first === 'string' && first !== '' ? text.split(first).length - 1 : undefined;
    case 'zfill':
      return typeof first === 'number' ? formatValue(text, `0>${first}`) : undefined;
    case 'removeprefix':
      return typeof first === 'string' && text.startsWith(first) ? text.slice(first.length) : text;
    case 'removesuffix':
      return typeof first === 'string' && first !== '' && text.endsWith(first) ? text.slice(0, -first.length) : text;
    case 'partition':
    case 'rpartition':
      return typeof first === 'string' ? partition(text, first, name === 'rpartition') : undefined;
    case 'encode':
      return { type: 'bytes', text };
    case '__str__':
      return text;
    default:
      return undefined;
  }
};

const indexOf = (list: SequenceValue, item: Value): number =>
  list.items.findIndex((other) => equals(other, item) === true);

const itemsOf = (value: Value | undefined): Value[] =>
  isSequence(value)
    ? value.items
    : value === undefined
      ? []
      : [isA(value, 'unknown') ? unknownItems(value.why) : value];

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
    case 'update':
      addItems(list, itemsOf(first));
      return null;
    case 'insert':
      list.items.splice(typeof first === 'number' ? first : list.items.length, 0, second ?? null);
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
      return null;
    case 'reverse':
      list.items.reverse();
      return null;
    default:
      return undefined;
  }
};

const listMethod = (list: SequenceValue, name: string, { args }: Arguments): Value | undefined => {
  const [first] = args;
  switch (name) {
    case 'copy':
      return { type: list.type, items: [...list.items] };
    case 'index': {
      const at = first === undefined ? -1 : indexOf(list, first);
      return at === -1 ? undefined : at;
    }
    case 'count':
      return list.items.filter((item) => first !== undefined && equals(item, first) === true).length;
    case 'union':
      return setOf([...list.items, ...itemsOf(first)]);
    case 'difference':
      return isSequence(first)
        ? { type: 'set', items: list.items.filter((item) => indexOf(first, item) === -1) }
        : undefined;
    default:
      return changeList(list, name, args);
  }
};

const updateDict = (dict: DictValue, { args, keywords }: Arguments): null => {
  const [first] = args;
  if (isA(first, 'dict')) {
    for (const [key, value] of first.entries) setEntry(dict, key, value);
    dict.partial ||= first.partial;
  } else if (first !== undefined) dict.partial = true;
  addKeywords(dict, keywords);
  return null;
};

const getFrom = (dict: DictValue, key: Value | undefined, otherwise: Value): Value => {
  if (!isKey(key)) return unknown('a key is not known');
  const found = entryOf(dict, key);
  if (found !== undefined) return found;
  return dict.partial ? unknown(`the entry ${String(key)} is not known`) : otherwise;
};

const dictMethod = (dict: DictValue, name: string, call: Arguments): Value | undefined => {
  const [given, second] = call.args;
  const first = given === undefined ? undefined : keyOf(given);
  switch (name) {
    case 'get':
      return getFrom(dict, first, second ?? null);
    case 'update':
      return updateDict(dict, call);
    case 'setdefault': {
      if (isKey(first) && entryOf(dict, first) === undefined) setEntry(dict, first, second ?? null);
      return getFrom(dict, first, null);
    }
    case 'pop': {
      const value = getFrom(dict, first, second === undefined ? unknown('there is no such entry') : second);
      if (isKey(first)) deleteEntry(dict, first);
      return value;
    }
    case 'keys':
      return listOf([...dict.entries.keys(), ...moreOf(dict)]);
    case 'values':
      return listOf([...dict.entries.values(), ...moreOf(dict)]);
    case 'items':
      return listOf([...[...dict.entries].map(([key, value]) => tupleOf([key, value])), ...moreOf(dict)]);
    case 'copy':
      return { type: 'dict', entries: new Map(dict.entries), partial: dict.partial };
    default:
      return undefined;
  }
};

const pathMethod = (path: PathValue, name: string, { args }: Arguments, world: World): Value | undefined => {
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
    case 'with_suffix':
      return texts[0] === undefined ? undefined : pathOf(path.path.replace(/(?<=[^/])(\.[^./]*)?$/, texts[0]));
    case 'read_text':
      return readFile(path.path, world);
    case 'iterdir':
      return iterateFolder(path.path, world);
    case 'glob': {
      const found = texts[0] === undefined ? undefined : findPaths(joinPath([path.path, texts[0]]), world);
      return found === undefined ? undefined : listOf(found.map(pathOf));
    }
    default:
      return undefined;
  }
};

const changing = new Set('append add extend update insert remove discard pop clear reverse sort setdefault'.split(' '));

/** Whether a method changes what it is called on. */
export const isChanging = (object: Value, name: string): boolean =>
  (isSequence(object) || isA(object, 'dict')) && changing.has(name);

/** Whether there is such a method of lists or dicts. */
export const isChangingName = (name: string): boolean => changing.has(name);

export const callMethod = (object: Value, name: string, call: Arguments, world: World): Value | undefined => {
  if (typeof object === 'string') return textMethod(object, name, call);
  if (isSequence(object)) return listMethod(object, name, call);
  if (isA(object, 'dict')) return dictMethod(object, name, call);
  if (isA(object, 'path')) return pathMethod(object, name, call, world);
  return isA(object, 'bytes') && name === 'decode' ? object.text : undefined;
};

const versionParts = ['major', 'minor', 'micro'];

/** Attributes of paths and texts, and of `sys.version_info`. */
export const plainAttribute = (object: Value, name: string): Value | undefined => {
  if (isSequence(object) && object.type === 'tuple' && versionParts.includes(name))
    return object.items[versionParts.indexOf(name)];
  // What `pkgutil.iter_modules` gives.
  if (isSequence(object) && object.type === 'tuple' && object.items.length === 3 && name === 'name')
    return object.items[1];
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
      case 'suffix':
        return /(?<=[^/])\.[^./]*$/.exec(path)?.[0] ?? '';
      case 'parts':
        return tupleOf([...(path.startsWith('/') ? ['/'] : []), ...path.split('/').filter(Boolean)]);
      case 'stem':
        return baseOf(path).replace(/(?<=.)\.[^.]*$/, '');
    }
  }
  // A member of a choices class is known as its value.
  return name === 'value' && !isA(object, 'unknown')
    ? stringOf(object) === undefined
      ? undefined
      : object
    : undefined;
};
