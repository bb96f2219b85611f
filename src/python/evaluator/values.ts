/** What an expression is known to be, without running it. What cannot be known says so and stays in its place. */
import type { FunctionStatement } from '../syntax.ts';
import type { Bounds } from './data/bounds.ts';
import type { Pending } from './data/kept.ts';
import type { Enumeration } from './packages.ts';
import { tidyPath } from './path-text.ts';
import type { Scope } from './world.ts';

export type Value =
  | string
  | number
  | boolean
  | null
  | FloatValue
  | SequenceValue
  | DictValue
  | PathValue
  | BytesValue
  | ReferenceValue
  | CallValue
  | ModuleValue
  | ClassValue
  | FunctionValue
  | MemberValue
  | UnknownValue;

/** A float that is a whole number, as no other value is: `1.0` is written otherwise than `1`, and equal to it. See `floatOf`. */
export type FloatValue = { type: 'float'; value: number };
/** Who made a value that can be changed; absent where nobody asks, see `ownership.ts`. */
type Owned = { owner?: object | undefined };
/** `isOther`: in Python of another class than it is here: a generator, the keys of a dict, an `OrderedDict`. */
type Held = Owned & {
  isOther?: true;
  /** Of what was made by going over a set: Python has its items, or its keys, in another order each time it starts. */
  isAnyOrder?: true | undefined;
};
/** Mutable like Python's own: `+=` and `.append` change it for everyone who holds it. */
export type SequenceValue = Held & {
  type: 'list' | 'tuple' | 'set';
  items: Value[];
  /** Of a set that cannot be changed. */
  isFrozen?: true;
  /** Of a tuple whose parts have names: its class, see `records.ts`. */
  of?: ClassValue;
  /**
   * Whoever goes over it takes its items: a generator. `groups`: those of `groupby`, each of which ends where the next one begins. `pending`: what
   * it changes meanwhile. `sources`: the lists that it goes over only then, with what they had when it was made.
   */
  isOnce?: { groups?: true; pending?: Pending | undefined; sources?: readonly Source[] };
};
export type Source = { of: SequenceValue; items: readonly Value[] };
/** A part of a record, as its class tells of it. */
export type RecordField = {
  name: string;
  default?: Value;
  /** What makes its value where none is given: `field(default_factory=list)`. */
  factory?: Value;
  /** False: it is no argument of the class. */
  isGiven: boolean;
  isKeywordOnly: boolean;
  /** An `InitVar`: handed on to `__post_init__`, and no attribute. */
  isPassed: boolean;
};
/** What a named tuple or a dataclass is made of. */
export type RecordShape = {
  kind: 'tuple' | 'data';
  fields: readonly RecordField[];
  /** False: a base that could not be read may have more of them. */
  isWhole: boolean;
  /** Of a dataclass: that it does not write its own `__init__`. */
  isWritten?: true;
  /** What it is made of cannot be set. */
  isFrozen?: true;
};
/**
 * Of what Python takes for a key: tuples of keys, members of enumerations and Python's own types and functions, which may be another object each
 * time (see `entries.ts`), classes, and functions of a module.
 */
export type Key =
  | string
  | number
  | boolean
  | null
  | SequenceValue
  | ClassValue
  | FunctionValue
  | MemberValue
  | ReferenceValue;
/** `partial`: there are entries whose keys could not be told. */
export type DictValue = Held & {
  type: 'dict';
  entries: Map<Key, Value>;
  partial: boolean;
  /** Of a `defaultdict`: the name of what a missing entry is made by. */
  factory?: string;
  /** It stands for the names of a module, a class or a function: `globals()`. */
  isNames?: true;
};
export type PathValue = { type: 'path'; path: string };
/** `isText`: it stands for the characters of a text; else for bytes, as `b"\xe9"` does. */
export type BytesValue = { type: 'bytes'; text: string; isText?: true };
/** Something of a module that was not opened, by its dotted name: `shop.models.Book`. */
export type ReferenceValue = {
  type: 'reference';
  name: string;
  /** It is known to name a member of a plain `Enum`. */
  isMember?: true;
  /** A class by the name under which it is defined, which no other class has. */
  isHome?: true;
  /** It stands for what a `lazy import` brings, and this makes the import. */
  takeUp?(asking: Scope): Value;
};
/** What calling something gave: an instance, or a result that is not computed. */
export type CallValue = Owned & {
  type: 'call';
  /** Dotted name of what was called. */
  name: string;
  callee: Value;
  args: readonly Value[];
  keywords: ReadonlyMap<string, Value>;
  /** Grows with every call that is evaluated, in Python's own order: what was made earlier has the lower one. */
  serial: number;
  file: string | null;
  line: number;
  /** Attributes that were set on the instance; there once it was looked into. */
  state?: Map<string, Value>;
  /** Of an object that was told something before anybody looked into it: its `__init__` is still to be followed. */
  early?: true;
  /** Made by the `__new__` that Python gives every class: surely an object of it, whatever the class makes of that. */
  isObject?: true;
  /** Of an object whose class derives from `dict` or `list`. */
  held?: DictValue | SequenceValue;
  /** Of a copy that stands in another class than the one it was written in: that one. */
  home?: ClassValue;
  /** Told before an attribute is set: a copy that nobody changes need not be kept. */
  keep?(): void;
};
export type ModuleValue = {
  type: 'module';
  name: string;
  file: string | null;
  names: Map<string, Value>;
  /** Modules that were not opened and whose every name was imported. */
  stars: string[];
  /** Why importing it fails in Python: a module that it needs is not there. What could be read of it was read all the same. */
  failed?: string;
  /** Python would not get to its end, which was said: what follows is read all the same, and says no more of what it cannot tell. */
  stopped?: true;
};
export type ClassValue = Owned & {
  type: 'class';
  name: string;
  /** With the classes around it: `Book.Meta`. */
  qualname: string;
  module: string;
  file: string | null;
  line: number;
  bases: Value[];
  keywords: Map<string, Value>;
  decorators: Value[];
  /** The class's own attributes, in the order they were written. */
  names: Map<string, Value>;
  /** What was set on it after the framework had taken its parts: attributes that stand before these, and no parts. */
  later?: Map<string, Value>;
  /** It is one, and how its members are made. */
  enumeration?: Enumeration;
  /** It is a named tuple or a dataclass itself, not only by a base. */
  record?: RecordShape;
  /** It is made only where a package is installed, or only where it is not, and nobody knows which. */
  isMaybe?: true;
  /** It is made on one side of a condition that cannot be told: it may not be there, or be another. */
  isEither?: true;
  /** Code that was left out may have changed it. */
  isOpen?: true;
  /** It is given the module it stands in, and which one cannot be told: what is named here is where it is made. */
  isAnywhere?: true;
};
export type FunctionValue = {
  type: 'function';
  name: string;
  module: string;
  /** Its name without the classes around it; null for a `lambda`. */
  statement: FunctionStatement | null;
  decorators: Value[];
  /** Of a property: what runs where it is set, and where it is deleted; `@price.setter`. */
  setter?: FunctionValue;
  deleter?: FunctionValue;
  /** Of a method like `apps.append`: what each call of it changes. */
  changes?: SequenceValue | DictValue;
  call(args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value;
};
/**
 * One of an enumeration, while something of it is asked for; anywhere else it is known as its value, to which it is equal. `isPure`: it is not, as
 * of a plain `Enum`, and stays what it is.
 */
export type MemberValue = {
  type: 'member';
  name: string;
  value: Value;
  /** Of an enumeration that has them. */
  label?: Value;
  of: ClassValue;
  isPure: boolean;
  /** Its value is meant, and nothing else: `Kind.ONE.value` where it is shown. */
  isBare?: true;
  /** What the `__new__` of its class set on it. */
  state?: ReadonlyMap<string, Value>;
  /** What its class was handed, where it made another value of that. */
  written?: Value;
};
/** Among the keywords of a call: there are more, which could not be told. */
export const OPEN_KEYWORDS = '**';

/**
 * `isData`: whatever it is, no object of a class, as nothing is that an operator gives. `isMany`: it stands for any number of items.
 * `truth`: it counts as that in a condition. `mayBe`: objects, lists and dicts, one of which is changed where it is changed.
 */
export type UnknownValue = {
  type: 'unknown';
  why: string;
  isData?: true;
  isMany?: true;
  truth?: boolean;
  mayBe?: readonly (SequenceValue | DictValue | CallValue)[];
  within?: Bounds;
};

type Tagged = Exclude<Value, string | number | boolean | null>;
export type ValueOf<T extends Tagged['type']> = Extract<Tagged, { type: T }>;

export const isTagged = (value: Value | undefined): value is Tagged => typeof value === 'object' && value !== null;

export const isA = <T extends Tagged['type']>(value: Value | undefined, type: T): value is ValueOf<T> =>
  isTagged(value) && value.type === type;

export const isSequence = (value: Value | undefined): value is SequenceValue =>
  isTagged(value) && (value.type === 'list' || value.type === 'tuple' || value.type === 'set');

/** Which of its items comes first is known to nobody. */
export const hasNoOrder = (value: Value | undefined): boolean =>
  isA(value, 'dict')
    ? value.isAnyOrder === true && value.entries.size > 1
    : isSequence(value) && (value.type === 'set' || value.isAnyOrder === true) && value.items.length > 1;

/** Why something is not known that rests on which item of a set comes first. */
export const ANY_ORDER = 'the order of a set is not known';

/** Why a name is not known that rests on an import which may fail as well as not. */
export const NOT_AT_HAND = 'whether a package is installed is not known';

export const unknown = (why: string): UnknownValue => ({ type: 'unknown', why });
/** Items of a sequence, of which nobody knows how many they are. */
export const unknownItems = (why: string): UnknownValue => ({ type: 'unknown', why, isMany: true });
/** What comes of something that is not known, for the same reason; what was known of it says nothing of that. */
export const unknownFrom = (value: UnknownValue): UnknownValue =>
  value.truth === undefined && !value.isMany && value.mayBe === undefined && value.within === undefined
    ? value
    : unknown(value.why);
/** One of these, and nobody can tell which. */
export const unknownOf = (values: readonly (Value | undefined)[], why: string): UnknownValue => {
  const mayBe = values.flatMap((value) => {
    if (isA(value, 'unknown')) return value.mayBe ?? [];
    const canChange = isA(value, 'dict') || isA(value, 'call') || (isSequence(value) && value.type !== 'tuple');
    return canChange ? [value] : [];
  });
  return mayBe.length === 0 ? unknown(why) : { ...unknown(why), mayBe };
};
/** Why it is not known. */
export const whyOf = (value: Value): string | undefined => (isA(value, 'unknown') ? value.why : undefined);
export const isMany = (value: Value | undefined): boolean => isA(value, 'unknown') && value.isMany === true;

/** Stands among the bases of a class that was made by a call, of something that is not known. */
export const openBody = unknown('what a class holds is not known');
export const listOf = (items: Value[]): SequenceValue => ({ type: 'list', items });
export const oneByOne = (items: Value[]): SequenceValue => ({ type: 'list', items, isOther: true, isOnce: {} });
/** What can be gone over again and again, and is no list: a `range`. */
export const rangeOf = (items: Value[]): SequenceValue => ({ type: 'list', items, isOther: true });
export const tupleOf = (items: Value[]): SequenceValue => ({ type: 'tuple', items });
export const dictOf = (entries: Iterable<readonly [Key, Value]> = [], partial = false): DictValue => ({
  type: 'dict',
  entries: new Map(entries),
  partial,
});
/** Only a float can have a fraction, so such a one is a plain number; so is one that is no number, or infinite. */
export const floatOf = (value: number): Value => (Number.isInteger(value) ? { type: 'float', value } : value);
/** What a name of a module holds for who asks for it: what was imported lazily is imported by now. */
export const takenUp = (value: Value, asking: Scope): Value =>
  isA(value, 'reference') && value.takeUp !== undefined ? value.takeUp(asking) : value;

export const referenceTo = (name: string): ReferenceValue => ({ type: 'reference', name });
/** What a call of it makes, where no text calls it. */
export const callOf = (name: string, args: Value[], keywords = new Map<string, Value>()): CallValue => ({
  type: 'call',
  name,
  callee: referenceTo(name),
  args,
  keywords,
  serial: -1,
  file: null,
  line: 1,
});
export const pathOf = (path: string): PathValue => ({ type: 'path', path: tidyPath(path) });

/** `__name__`: what has no dot in its name is a module, what begins with a capital letter a class, as are Python's own. */
export const ownNameOf = ({ name }: ReferenceValue): Value =>
  /^[^.]+$|(?<=\.)[A-Z]\w*$|(?<=^builtins\.)\w+$/.exec(name)?.[0] ?? referenceTo(`${name}.__name__`);

/** The number that a value counts as: `True` is 1, `1.0` is equal to 1. */
export const numberOf = (value: Value | undefined): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : isA(value, 'float') ? value.value : undefined;
};

export const isFloat = (value: Value | undefined): boolean =>
  typeof value === 'number' ? !Number.isInteger(value) : isA(value, 'float');

/** The first that is there. Python's None is null here, so `??` would take it for missing. */
export const firstOf = (...values: (Value | undefined)[]): Value | undefined =>
  values.find((value) => value !== undefined);

// Longer than any text of settings or models; what a hostile file doubles again and again must not fill the memory.
export const MAX_TEXT = 1_000_000;

/** A member of an enumeration is known as its value where it is equal to that. */
export const plainOf = (value: Value): Value => (isA(value, 'member') && !value.isPure ? value.value : value);

/** The text of a string or a path. */
export const textOf = (value: Value | undefined): string | undefined => {
  if (typeof value === 'string') return value;
  if (isA(value, 'member')) return value.isPure ? undefined : textOf(value.value);
  return isA(value, 'path') ? value.path : undefined;
};

/** Dotted name of a class, function, reference or of what was called. */
export const nameOf = (value: Value | undefined): string | undefined => {
  if (!isTagged(value)) return undefined;
  switch (value.type) {
    case 'class':
      return `${value.module}.${value.qualname}`;
    case 'function':
      return `${value.module}.${value.name}`;
    case 'member':
      return `${nameOf(value.of)}.${value.name}`;
    case 'reference':
    case 'module':
    case 'call':
      return value.name;
    default:
      return undefined;
  }
};

/** Python's truth of a value; undefined when it cannot be told. */
export const truthOf = (value: Value): boolean | undefined => {
  if (!isTagged(value)) return Boolean(value);
  switch (value.type) {
    case 'list':
    case 'tuple':
    case 'set':
      if (value.isOnce) return true;
      return value.items.length === 0 ? false : value.items.some((item) => !isA(item, 'unknown')) || undefined;
    case 'dict':
      return value.entries.size > 0 ? true : value.partial ? undefined : false;
    case 'bytes':
      return value.text.length > 0;
    case 'float':
      return value.value !== 0;
    case 'unknown':
      return value.truth;
    case 'path':
    case 'module':
    case 'class':
    case 'function':
    case 'member':
      return true;
    default:
      return undefined;
  }
};
