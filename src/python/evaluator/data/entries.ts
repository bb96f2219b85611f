/** The entries of a dict, which knows a tuple by what it is made of: Python hashes it, here each one is an object of its own. */
import {
  ANY_ORDER,
  type ClassValue,
  type DictValue,
  type FunctionValue,
  hasNoOrder,
  isA,
  isSequence,
  isTagged,
  type Key,
  type MemberValue,
  nameOf,
  OPEN_KEYWORDS,
  type ReferenceValue,
  type SequenceValue,
  unknownItems,
  unknownOf,
  type Value,
} from '../values.ts';

// Deeper than anyone nests the tuples that are keys.
const MAX_KEY_DEPTH = 10;

/** A name of another module may stand for the same thing as a second one. */
const BUILTIN = /^builtins\.\w+$/;

/** A method is another object each time that it is asked for. */
export const isKey = (value: Value | undefined, depth = 0): value is Key => {
  if (!isTagged(value)) return value !== undefined;
  if (hasNoOrder(value)) return false;
  if (value.type === 'function') return value.name === value.statement?.name;
  if (value.type === 'reference') return value.isHome === true || BUILTIN.test(value.name);
  if (value.type === 'member') return value.isPure && !value.of.names.has('__eq__') && !value.of.names.has('__hash__');
  if (value.type !== 'tuple') return value.type === 'class';
  return depth < MAX_KEY_DEPTH && value.items.every((item) => isKey(item, depth + 1));
};

/** A key in words. */
export const shownKey = (key: Key): string => (isTagged(key) ? (nameOf(key) ?? 'of that name') : String(key));

/** A class that is known by its home is another object each time that it is asked for. */
const isHome = (value: Value): value is ReferenceValue => isA(value, 'reference') && value.isHome === true;

const isByText = (key: Value): key is SequenceValue | ReferenceValue => isSequence(key) || isHome(key);

type Tuples = Map<string, SequenceValue | ReferenceValue>;

/** Of dicts with such keys, by their entries: text of the tuple or home → the one that is the key. */
const tuples = new WeakMap<DictValue['entries'], Tuples>();

const ids = new WeakMap<ClassValue | FunctionValue, number>();
let lastId = 0;

const idOf = (value: ClassValue | FunctionValue): number => {
  const id = ids.get(value) ?? ++lastId;
  ids.set(value, id);
  return id;
};

const textOfKey = (key: Value): string => {
  if (isA(key, 'member')) return `#${idOf(key.of)}.${key.name}`;
  if (isSequence(key)) return `(${key.items.map(textOfKey).join()})`;
  if (isHome(key)) return `@${key.name}`;
  return isA(key, 'class') || isA(key, 'function') ? `#${idOf(key)}` : JSON.stringify(key);
};

const tuplesOf = (entries: DictValue['entries']): Tuples => {
  const known = tuples.get(entries);
  if (known !== undefined) return known;
  const found: Tuples = new Map();
  for (const key of entries.keys()) if (isByText(key)) found.set(textOfKey(key), key);
  tuples.set(entries, found);
  return found;
};

/** Python's own, each once. */
const builtins = new Map<string, ReferenceValue>();

const builtinOf = (key: ReferenceValue): ReferenceValue => {
  const known = builtins.get(key.name) ?? key;
  builtins.set(key.name, known);
  return known;
};

/** Members of enumerations, each once. */
const members = new WeakMap<ClassValue, Map<string, MemberValue>>();

const memberOnce = (key: MemberValue): MemberValue => {
  const known = members.get(key.of) ?? new Map<string, MemberValue>();
  members.set(key.of, known);
  const once = known.get(key.name) ?? key;
  known.set(key.name, once);
  return once;
};

/** `True` is 1: the one that came first is the key. */
const truthOrNumber = (entries: DictValue['entries'], key: boolean | 0 | 1): Key => {
  const other = typeof key === 'boolean' ? Number(key) : key === 1;
  return entries.has(other) ? other : key;
};

const keyIn = ({ entries }: DictValue, key: Key): Key => {
  if (typeof key === 'string') return key;
  if (typeof key === 'boolean' || key === 0 || key === 1) return truthOrNumber(entries, key);
  if (isA(key, 'member')) return memberOnce(key);
  if (!isByText(key)) return isA(key, 'reference') ? builtinOf(key) : key;
  const known = tuplesOf(entries);
  const text = textOfKey(key);
  const found = known.get(text);
  if (found === undefined) known.set(text, key);
  return found ?? key;
};

export const entryOf = (dict: DictValue, key: Key): Value | undefined => dict.entries.get(keyIn(dict, key));

export const setEntry = (dict: DictValue, key: Key, value: Value): void => {
  const own = keyIn(dict, key);
  // It stands behind those that are not known, or among them where it is one of these.
  if (dict.partial && !dict.isNames && !dict.entries.has(own)) dict.isAnyOrder = true;
  dict.entries.set(own, value);
};

/** The same of one of several entries, of which the last counts. `isAnyOrder`: nobody knows which one that is. */
export const putEntry = (dict: DictValue, key: Key, value: Value, isAnyOrder: boolean): void => {
  const before = isAnyOrder ? entryOf(dict, key) : undefined;
  setEntry(dict, key, before === undefined || before === value ? value : unknownOf([before, value], ANY_ORDER));
};

/** The module that a class which is being put together is given: entries that nobody knows, fields and options, have other names. */
const HOME = '__module__';

const REPLACED = 'an entry that is not known may have replaced it';

/**
 * Entries come to it whose keys nobody knows, and each may have replaced one that was there, but those that `other` has by name. `keeps`: what is
 * known of it stays. Names of a module stay in any case.
 */
export const takeUnknown = (dict: DictValue, keeps: boolean, other?: DictValue): void => {
  dict.partial = true;
  if (keeps || dict.isNames) return;
  for (const [key, value] of dict.entries)
    if (key !== HOME && (other === undefined || entryOf(other, key) === undefined))
      dict.entries.set(key, unknownOf([value], REPLACED));
};

/** All that another dict has: `{**other}`, `dict.update(other)`, `dict | other`. */
export const takeEntries = (dict: DictValue, other: DictValue, keeps: boolean): void => {
  if (other.partial) takeUnknown(dict, keeps, other);
  for (const [key, value] of other.entries) setEntry(dict, key, value);
};

/** `dict(a=1, **more)`: where not all of them are known, neither is the dict. */
export const addKeywords = (dict: DictValue, keywords: ReadonlyMap<string, Value>, keeps: boolean): void => {
  if (keywords.has(OPEN_KEYWORDS)) takeUnknown(dict, keeps);
  for (const [key, value] of keywords) if (key !== OPEN_KEYWORDS) dict.entries.set(key, value);
};

export const deleteEntry = (dict: DictValue, key: Key): void => {
  dict.entries.delete(keyIn(dict, key));
};

/** Any part of a list or dict may be another now. `keeps`: what is known of it stays, with a word that there may be more or less. */
export const loosen = (value: SequenceValue | DictValue, keeps: boolean, why: string): void => {
  if (isA(value, 'dict')) {
    value.partial = true;
    for (const key of keeps ? [] : [...value.entries.keys()]) if (key !== HOME) value.entries.delete(key);
  } else if (!keeps) value.items.splice(0, value.items.length, unknownItems(why));
  else if (!value.items.some((item) => isA(item, 'unknown'))) value.items.push(unknownItems(why));
};

/** The keys, the values or the pairs of a dict, which change as it does. */
export const viewOf = (
  dict: DictValue,
  partsOf: (entries: DictValue['entries']) => Iterable<Value>,
): SequenceValue => ({
  type: 'list',
  isOther: true,
  get isAnyOrder() {
    return dict.isAnyOrder;
  },
  set isAnyOrder(isAnyOrder) {
    dict.isAnyOrder = isAnyOrder;
  },
  get items() {
    return partsWithMore(dict, partsOf(dict.entries));
  },
});

/** The parts that are known, and what stands for those that are not: these come last, unless known ones were added to them. */
export const partsWithMore = ({ partial, isAnyOrder }: DictValue, parts: Iterable<Value>): Value[] => {
  if (!partial) return [...parts];
  const more = unknownItems('not all entries are known');
  return isAnyOrder ? [more, ...parts, more] : [...parts, more];
};

/** What calling a class of Python's own without arguments gives. */
export const made: Readonly<Record<string, () => Value>> = {
  list: () => ({ type: 'list', items: [] }),
  dict: () => ({ type: 'dict', entries: new Map(), partial: false }),
  set: () => ({ type: 'set', items: [] }),
  tuple: () => ({ type: 'tuple', items: [] }),
  int: () => 0,
  str: () => '',
};
