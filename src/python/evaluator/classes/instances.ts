/** `isinstance` and `callable`. */

import { equals } from '../data/equality.ts';
import type { KnownPackages } from '../packages.ts';
import {
  type ClassValue,
  type FunctionValue,
  isA,
  isFloat,
  isSequence,
  isTagged,
  nameOf,
  plainOf,
  type ReferenceValue,
  type Value,
} from '../values.ts';
import {
  classAttribute,
  enumMembers,
  isClosedBase,
  isEmptyEnumeration,
  isSubclass,
  isWholeClass,
  metaclassOf,
  resolutionOrder,
} from './classes.ts';
import { isFlag } from './members.ts';
import { isRecord } from './records.ts';

const plainTypes: Record<string, (value: Value) => boolean> = {
  str: (value) => typeof value === 'string',
  int: (value) => typeof value === 'boolean' || (typeof value === 'number' && !isFloat(value)),
  float: isFloat,
  bool: (value) => typeof value === 'boolean',
  dict: (value) => isA(value, 'dict'),
  list: (value) => isSequence(value) && value.type === 'list' && value.isOther !== true,
  tuple: (value) => isSequence(value) && value.type === 'tuple',
  set: (value) => isSequence(value) && value.type === 'set',
  bytes: (value) => isA(value, 'bytes'),
  'types.NoneType': (value) => value === null,
  Mapping: (value) => isA(value, 'dict'),
  MutableMapping: (value) => isA(value, 'dict'),
  Sequence: (value) => typeof value === 'string' || (isSequence(value) && value.type !== 'set'),
};

export const CLASS = /\.[A-Z]\w*$/;

/** A class of the framework's or Python's own. */
export const isClosedClass = (name: string, known: KnownPackages): boolean =>
  CLASS.test(name) && (name.startsWith('builtins.') || known.isFramework(name));

/** Whether a class has that metaclass. */
const isMadeBy = (value: ClassValue, type: Value, known: KnownPackages): boolean | undefined => {
  const order = resolutionOrder(value);
  const metaclass = metaclassOf(value);
  const wanted = nameOf(type) ?? '';
  // A base that cannot be read may bring another one.
  const isClosed = isWholeClass(value, (base) => isClosedBase(base, known));
  if (known.isMetaclass(wanted)) {
    if (order.some((base) => base.type === 'reference' && known.isMadeBy(base.name, wanted))) return true;
    return isClosed ? false : undefined;
  }
  if (metaclass !== undefined) return isSubclass(metaclass, type, known);
  return (isA(type, 'class') || isClosedClass(wanted, known)) && isClosed ? false : undefined;
};

/** No constant: `models.CASCADE` is a function. */
const MIXED = /\.[A-Z]\w*[a-z]\w*$/;
const TYPE = /^builtins\.(?:bool|bytes|dict|float|frozenset|int|list|object|set|str|tuple|type)$/;

/** Of what is the framework's or Python's own: none is made by a class or a metaclass of the text. */
const isMadeElsewhere = ({ name }: ReferenceValue, type: Value, known: KnownPackages): boolean | undefined => {
  if (isA(type, 'class') && known.isFramework(name)) return false;
  if (nameOf(type) === 'builtins.type' && (TYPE.test(name) || (MIXED.test(name) && isClosedClass(name, known))))
    return true;
  if (!isClosedClass(name, known)) return undefined;
  return isA(type, 'class') ? false : known.isMadeBy(name, nameOf(type) ?? '');
};

/** What a function gave that is not computed may be anything. */
const isResult = (value: Value, known: KnownPackages): boolean =>
  isA(value, 'call') && !CLASS.test(value.name) && !known.isFramework(value.name);

const isData = (value: Value): boolean =>
  !isTagged(value) || isSequence(value) || isA(value, 'dict') || isA(value, 'float') || isA(value, 'bytes');

/** Classes of Python's own that no text, number, list or dict is of; but each is an object. */
const ofObjects = new Set(['property', 'classmethod', 'staticmethod', 'type', 'super', 'Exception', 'object']);

/**
 * Whether a text or a number may be a member of that enumeration: one that is equal to its value is known as that, see `MemberValue`. One
 * without members may be a base of others.
 */
export const mayBeMember = (value: Value, type: Value, known: KnownPackages): boolean => {
  if (isTagged(value) ? !isA(value, 'float') : value === null || typeof value === 'boolean') return false;
  if (isEmptyEnumeration(type, known)) return true;
  const members = isA(type, 'class') ? (enumMembers(type) ?? []) : [];
  return members.some(
    (member) => !member.isPure && (isFlag(resolutionOrder(member.of)) || equals(member.value, value) !== false),
  );
};

/** One that derives from none but others of the text: no list or text of Python's own is an object of it. */
const isPlainClass = (type: ClassValue): boolean =>
  metaclassOf(type) === undefined && isWholeClass(type, (base) => base === 'builtins.object');

/** Decorators of Python's own that leave a function, or make of it what is no object of any class of a text. */
const METHOD_KINDS =
  /^(?:builtins\.(?:property|classmethod|staticmethod)|abc\.abstractmethod|functools\.cached_property)$/;

/** Of a function or a method: no class can derive from theirs. */
const isMethodOfKind = (value: FunctionValue, type: Value, name: string, known: KnownPackages): boolean | undefined => {
  const kinds = value.decorators.map((decorator) => nameOf(decorator) ?? '');
  if (kinds.length === 0 && /^(?:property|classmethod|staticmethod)$/.test(name)) return false;
  if (kinds[0] === 'builtins.property' && name === 'property') return true;
  const isOfText =
    isA(type, 'class') &&
    metaclassOf(type) === undefined &&
    isWholeClass(type, (base) => !/^(?:abc|typing)\.(?!Generic$)/.test(base) && isClosedBase(base, known));
  return isOfText && kinds.every((kind) => METHOD_KINDS.test(kind)) ? false : undefined;
};

export const isInstance = (value: Value | undefined, type: Value, known: KnownPackages): boolean | undefined => {
  if (value === undefined || isA(value, 'unknown') || !isTagged(type)) return undefined;
  if (isA(value, 'reference')) return isMadeElsewhere(value, type, known);
  if (isSequence(type)) {
    const answers = type.items.map((item) => isInstance(value, item, known));
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  }
  // A class of the text may derive from one of Python's own.
  if (isA(value, 'call') && isA(value.callee, 'class')) return isSubclass(value.callee, type, known);
  if (isRecord(value) && isA(type, 'class')) return isSubclass(value.of, type, known);
  const name = nameOf(type)?.replace(/^(?:builtins|collections\.abc|typing)\./, '') ?? '';
  if (Object.hasOwn(plainTypes, name)) return isResult(value, known) ? undefined : plainTypes[name]?.(plainOf(value));
  if (isA(value, 'class')) return name === 'type' ? true : isMadeBy(value, type, known);
  if (isA(value, 'member')) return isSubclass(value.of, type, known);
  if (isData(value) && ofObjects.has(name)) return name === 'object';
  const ofMethod = isA(value, 'function') ? isMethodOfKind(value, type, name, known) : undefined;
  if (ofMethod !== undefined) return ofMethod;
  if (mayBeMember(value, type, known)) return undefined;
  if (isData(value) && isA(type, 'class') && isPlainClass(type)) return false;
  // A function or a list is no instance of a class of the framework's.
  if (!isA(value, 'call')) return isTagged(value) && !(known.isFramework(name) && CLASS.test(name)) ? undefined : false;
  const { callee } = value;
  return isA(callee, 'class') || isA(callee, 'reference') ? isSubclass(callee, type, known) : undefined;
};

/** A property cannot be called; a class method as its class has it, without the class, cannot either, and a static one since Python 3.10. */
const isCallableMethod = ({ decorators: [decorator], statement }: FunctionValue): boolean | undefined => {
  const kind = nameOf(decorator ?? null);
  if (kind === 'builtins.property') return false;
  return statement !== null && (kind === 'builtins.classmethod' || kind === 'builtins.staticmethod') ? undefined : true;
};

export const isCallable = (value: Value | undefined, known: KnownPackages): boolean | undefined => {
  if (value === undefined) return undefined;
  if (isData(value)) return false;
  if (isA(value, 'function')) return isCallableMethod(value);
  if (isA(value, 'class')) return true;
  if (isA(value, 'reference')) return TYPE.test(value.name) || isClosedClass(value.name, known) || undefined;
  if (!isA(value, 'call')) return undefined;
  const { callee } = value;
  // What is known of the truth of a package's objects is known of fields and managers, which nobody can call.
  if (isA(callee, 'reference')) return known.isAlwaysTrue(callee.name) ? false : undefined;
  if (!isA(callee, 'class')) return undefined;
  if (classAttribute(callee, '__call__') !== undefined) return true;
  return isWholeClass(callee, (base) => base === 'builtins.object' || known.isAlwaysTrue(base)) ? false : undefined;
};
