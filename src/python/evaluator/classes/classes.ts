/** Classes: the order in which Python looks through their bases, their attributes, and enumerations. */

import { equals } from '../data/equality.ts';
import { isAmount, truthOfAmount } from '../known/amounts/amounts.ts';
import { isMatch } from '../known/texts/regex.ts';
import type { Enumeration, KnownPackages } from '../packages.ts';
import {
  type ClassValue,
  type FunctionValue,
  firstOf,
  isA,
  isSequence,
  type MemberValue,
  nameOf,
  type ReferenceValue,
  referenceTo,
  truthOf,
  unknown,
  type Value,
} from '../values.ts';
import { Raised, type World } from '../world.ts';
import { autoValue, converted, isFlag, isPlainType, settled, writtenMember } from './members.ts';

/** A class of the project, or one known by name only. */
export type Ancestor = ClassValue | ReferenceValue;

const asAncestor = (value: Value): Ancestor | undefined =>
  isA(value, 'class') || isA(value, 'reference')
    ? value
    : isA(value, 'call')
      ? { type: 'reference', name: `${value.name}()` }
      : undefined;

/** A function makes another class of the same name each time it is called. */
const isMadeByFunction = (value: Ancestor): boolean => value.type === 'class' && value.qualname.includes('<locals>');

const same = (left: Ancestor, right: Ancestor): boolean =>
  left === right || (nameOf(left) === nameOf(right) && !isMadeByFunction(left) && !isMadeByFunction(right));

const merge = (lists: Ancestor[][]): Ancestor[] => {
  const merged: Ancestor[] = [];
  let open = lists.filter((list) => list.length > 0);
  while (open.length > 0) {
    const heads = open.map((list) => list[0]);
    // The next class is one that stands behind nothing else; an inconsistent hierarchy takes the first, so that this ends.
    const next =
      heads.find(
        (head) => head !== undefined && !open.some((list) => list.slice(1).some((other) => same(other, head))),
      ) ?? heads[0];
    if (next === undefined) break;
    merged.push(next);
    open = open.map((list) => list.filter((other) => !same(other, next))).filter((list) => list.length > 0);
  }
  return merged;
};

const MAX_DEPTH = 60;

const linearise = (value: Ancestor, depth: number): Ancestor[] => {
  if (value.type === 'reference' || depth > MAX_DEPTH) return [value];
  const bases = value.bases.map(asAncestor).filter((base) => base !== undefined);
  const [only] = bases;
  if (only !== undefined && bases.length === 1)
    return [value, ...(depth === 0 ? resolutionOrder(only) : linearise(only, depth + 1))];
  return [value, ...merge([...bases.map((base) => linearise(base, depth + 1)), bases])];
};

const orders = new WeakMap<ClassValue, readonly Ancestor[]>();

/** Python's method resolution order, the class itself first. Bases hardly ever change, so it is worked out once. */
export const resolutionOrder = (value: Ancestor): readonly Ancestor[] => {
  if (value.type === 'reference') return [value];
  const known = orders.get(value);
  if (known !== undefined) return known;
  const order = linearise(value, 0);
  orders.set(value, order);
  return order;
};

/** While a class is still made: nothing derives from it yet. */
export const changeBases = (value: ClassValue, bases: Value[]): void => {
  value.bases = bases;
  orders.delete(value);
};

/** Python's own, with nothing but `object` above them. */
const besideObject = new Set(['abc.ABC', 'typing.Generic']);

/** `__mro__`: with `object` at its end, where every class before it is known. */
export const shownOrder = (value: ClassValue): Value[] => {
  const order = resolutionOrder(value);
  const isWhole = order.every(({ type, name }) => type === 'class' || besideObject.has(name));
  return isWhole ? [...order, referenceTo('builtins.object')] : [...order];
};

const enumBases = new Set(['Enum', 'IntEnum', 'StrEnum', 'ReprEnum', 'IntFlag', 'Flag'].map((name) => `enum.${name}`));

/** Python's own. */
const PLAIN: Enumeration = {};

const enumerationOf = (base: Value, known: KnownPackages): Enumeration | undefined => {
  if (isA(base, 'class')) return base.enumeration;
  if (!isA(base, 'reference')) return undefined;
  return enumBases.has(base.name) ? PLAIN : known.enumeration(base.name);
};

/** What a class with such bases is; one of a package is Python's, too. */
export const inheritedEnumeration = (bases: readonly Value[], known: KnownPackages): Enumeration | undefined => {
  let inherited: Enumeration | undefined;
  for (const base of bases) {
    const enumeration = enumerationOf(base, known);
    if (enumeration !== undefined && (inherited === undefined || inherited === PLAIN)) inherited = enumeration;
  }
  return inherited;
};

/** One without members, which makes another when it is called. */
export const isEmptyEnumeration = (value: Value, known: KnownPackages): boolean =>
  isA(value, 'class') ? enumMembers(value)?.length === 0 : enumerationOf(value, known) !== undefined;

type Member = MemberValue;

/** As the first of the classes that has it says. */
const inOrder = (order: readonly Ancestor[], name: string): Value | undefined => {
  for (const ancestor of order) {
    const found = ancestor.type === 'class' ? (ancestor.later?.get(name) ?? ancestor.names.get(name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

const pure = new Set(['enum.Enum', 'enum.Flag', 'builtins.object', 'abc.ABC']);

/** A plain `Enum`: what it is mixed with, as `str` or `int`, makes its members equal to their values. */
const isPure = (value: ClassValue): boolean =>
  value.enumeration === PLAIN &&
  resolutionOrder(value).every((ancestor) => ancestor.type === 'class' || pure.has(ancestor.name));

/** `class Phase(datetime.date, Enum)`: members are made as one of these from what is written. */
const dataTypes = new Set([
  'datetime.date',
  'datetime.datetime',
  'datetime.time',
  'datetime.timedelta',
  'decimal.Decimal',
  'uuid.UUID',
]);

/** What `Enum` hands to the class of a member. */
const partsOf = (written: Value): readonly Value[] =>
  isSequence(written) && written.type === 'tuple' ? written.items : [written];

/** The first of Python's own types that the members are made of. */
const typeOf = (of: ClassValue, isType: (name: string) => boolean): string | undefined => {
  const type = resolutionOrder(of).find((ancestor) => ancestor.type === 'reference' && isType(ancestor.name));
  return (
    type?.name ?? (of.enumeration?.type !== undefined && isType(of.enumeration.type) ? of.enumeration.type : undefined)
  );
};

const asPlain = (of: ClassValue, written: Value): Value => {
  const type = typeOf(of, isPlainType);
  return type === undefined ? written : converted(type, written);
};

const asData = (of: ClassValue, written: Value): Value => {
  const type = typeOf(of, (name) => dataTypes.has(name));
  if (type === undefined || isA(written, 'unknown')) return written;
  const { file, line } = of;
  const [callee, args] = [referenceTo(type), [...partsOf(written)]];
  return { type: 'call', name: type, callee, args, keywords: new Map(), serial: -1, file, line };
};

const HANDED_ON = /(?:^|\.)__new__$/;

/** What `Enum` makes the value of where no `__new__` names one: a type of the text's own is what it hands on to that of Python. */
const valueOfMade = (of: ClassValue, create: FunctionValue, made: Value, written: Value): Value => {
  const holder = resolutionOrder(of).find((each) => each.type === 'class' && each.names.get('__new__') === create);
  if (holder?.type === 'class' && holder.enumeration !== undefined) return asPlain(of, written);
  const [, handed, more] = isA(made, 'call') && HANDED_ON.test(made.name) ? made.args : [];
  return handed === undefined || more !== undefined
    ? unknown('what its class makes of a member is not known')
    : asPlain(of, handed);
};

/** `obj = object.__new__(cls); obj._value_ = value`: what a class of the text makes of what is written for a member. */
const madeByNew = (of: ClassValue, create: FunctionValue, written: Value): Pick<Member, 'value' | 'state'> => {
  try {
    const made = create.call([of, ...partsOf(written)], new Map());
    const state = isA(made, 'call') ? made.state : undefined;
    const value = firstOf(state?.get('_value_'), valueOfMade(of, create, made, written)) ?? null;
    return state === undefined ? { value } : { value, state };
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
  }
  return { value: unknown('what its class makes of a member is not known') };
};

/** Of classes with a `__new__` of their own, which is followed once, and may ask for the members before the one it makes. */
const madeMembers = new WeakMap<ClassValue, Map<string, Member>>();

/** All members of an enumeration by name; a second name for a value has the first one's. undefined: it is no enumeration. */
export const membersByName = (value: ClassValue): ReadonlyMap<string, Member> | undefined => {
  const { enumeration } = value;
  if (enumeration === undefined) return undefined;
  const known = madeMembers.get(value);
  if (known !== undefined) return known;
  const members = new Map<string, Member>();
  const isPlain = isPure(value);
  const order = resolutionOrder(value);
  const create = inOrder(order, '__new__');
  const autos = new Map<Value, Value>();
  const before: Value[] = [];
  if (create !== undefined) madeMembers.set(value, members);
  for (const name of value.names.keys()) {
    const written = writtenMember(name, value);
    if (written === undefined) continue;
    const { value: first, ...rest } = enumeration.takeApart?.(name, written) ?? { value: written };
    if (isA(first, 'call') && first.name === 'enum.auto' && !autos.has(first))
      autos.set(first, autoValue(order, name, before, enumeration.auto));
    const plain = settled(first, autos);
    before.push(plain);
    const whole = asData(value, plain);
    const made = isA(create, 'function') ? madeByNew(value, create, whole) : { value: asPlain(value, whole) };
    const given = made.value === whole ? {} : { written: whole };
    const same = [...members.values()].find((member) => equals(member.value, made.value) === true);
    members.set(name, same ?? { type: 'member', name, ...rest, of: value, isPure: isPlain, ...made, ...given });
  }
  return members;
};

/** The members of an enumeration, each once. undefined: it is no enumeration. */
export const enumMembers = (value: ClassValue): Member[] | undefined => {
  const members = membersByName(value);
  return members && [...new Set(members.values())];
};

/** What `for` finds in an enumeration; of flags that stand for several, or for none, versions of Python disagree. */
export const iteratedMembers = (value: ClassValue): Member[] | undefined => {
  const members = enumMembers(value);
  const isBit = ({ value: bit }: Member): boolean =>
    typeof bit === 'number' && bit > 0 && Number.isInteger(Math.log2(bit));
  return members !== undefined && isFlag(resolutionOrder(value)) && !members.every(isBit) ? undefined : members;
};

const enumAttribute = (value: ClassValue, name: string): Value | undefined => {
  const members = membersByName(value);
  if (members === undefined) return undefined;
  const member = members.get(name);
  return member === undefined
    ? value.enumeration?.attribute?.(value, [...new Set(members.values())], name)
    : member.value;
};

/** An attribute of a class, looked up along its bases. */
export const classAttribute = (value: ClassValue, name: string): Value | undefined => {
  return enumAttribute(value, name) ?? inOrder(resolutionOrder(value), name);
};

/** What the class of a member, or a class above it, says of all members: a property or a method. */
export const memberFunction = ({ of }: MemberValue, name: string): FunctionValue | undefined => {
  for (const ancestor of resolutionOrder(of)) {
    const found = ancestor.type === 'class' ? ancestor.names.get(name) : undefined;
    if (isA(found, 'function')) return found;
  }
  return undefined;
};

export const memberOf = (value: ClassValue, name: string): MemberValue | undefined => membersByName(value)?.get(name);

/** The class that makes a class: its own `metaclass=`, else that of a base. */
export const metaclassOf = (value: ClassValue): ClassValue | undefined => {
  for (const ancestor of resolutionOrder(value)) {
    const metaclass = ancestor.type === 'class' ? ancestor.keywords.get('metaclass') : undefined;
    if (metaclass !== undefined) return isA(metaclass, 'class') ? metaclass : undefined;
  }
  return undefined;
};

/** `type(Book)` of a class: what makes it. undefined when a base that could not be read may bring another. */
export const makerOf = (value: Ancestor, known: KnownPackages): Value | undefined => {
  const own = value.type === 'class' ? metaclassOf(value) : undefined;
  if (own !== undefined) return own;
  const order = resolutionOrder(value);
  const named = order.map((each) => (each.type === 'reference' ? known.metaclassOf(each.name) : undefined));
  const name = named.find((each) => each !== undefined);
  if (name !== undefined) return referenceTo(name);
  const isPlain = value.type === 'class' && isWholeClass(value, (base) => base === 'builtins.object');
  return isPlain ? referenceTo('builtins.type') : undefined;
};

/** What Python's own classes derive from, besides `object`. */
const above: Readonly<Record<string, readonly string[]>> = {
  'builtins.bool': ['builtins.int'],
  'enum.Flag': ['enum.Enum'],
  'enum.IntEnum': ['builtins.int', 'enum.ReprEnum', 'enum.Enum'],
  'enum.IntFlag': ['builtins.int', 'enum.ReprEnum', 'enum.Flag', 'enum.Enum'],
  'enum.ReprEnum': ['enum.Enum'],
  'enum.StrEnum': ['builtins.str', 'enum.ReprEnum', 'enum.Enum'],
};

/** Those that take others for theirs by what these can do, and errors, of which there are many. */
const NOT_TOLD = /^(?:collections\.abc|typing|numbers)\.(?!Generic$)|^builtins\.[A-Z]/;

/** Of a framework's base of enumerations: which of Python's own it has above it differs by version, but for the first of all and the type of members. */
const derivesAsEnumeration = ({ type }: Enumeration, wanted: string): boolean | undefined => {
  if (wanted === 'enum.Enum' || wanted === type) return true;
  return /^enum\.\w+Enum$/.test(wanted) ? undefined : false;
};

/** Python's `issubclass`; undefined when a base that could not be read may be it. */
export const isSubclass = (value: Ancestor, parent: Value, known: KnownPackages): boolean | undefined => {
  if (isSequence(parent)) {
    const answers = parent.items.map((item) => isSubclass(value, item, known));
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  }
  const wanted = nameOf(parent);
  if (wanted === undefined) return undefined;
  const order = resolutionOrder(value);
  const isAbove = ({ name }: ReferenceValue): boolean => above[name]?.includes(wanted) === true;
  if (order.some((each) => each === parent || nameOf(each) === wanted || (each.type === 'reference' && isAbove(each))))
    return true;
  const answers = order.map((ancestor) => {
    if (ancestor.type === 'class') return ancestor.bases.some((base) => isA(base, 'unknown')) ? undefined : false;
    if (known.isFramework(ancestor.name) && known.isFramework(wanted)) return known.derives(ancestor.name, wanted);
    const enumeration = known.enumeration(ancestor.name);
    if (enumeration !== undefined) return derivesAsEnumeration(enumeration, wanted);
    return isClosedBase(ancestor.name, known) && !NOT_TOLD.test(wanted) ? false : undefined;
  });
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
};

/** Whether all that a class has is known: every base is one of a text at hand, or one that `isKnown` says to be. */
export const isWholeClass = (value: ClassValue, isKnown: (name: string) => boolean): boolean =>
  resolutionOrder(value).every((ancestor) =>
    ancestor.type === 'class'
      ? ancestor.file !== null && !ancestor.bases.some((base) => isA(base, 'unknown'))
      : isKnown(ancestor.name),
  );

/** As `if` and `and` take a value; that of an object is told by its class. */
export const truthOfAny = (value: Value, { known, isDefinition }: World): boolean | undefined => {
  const truth = truthOf(value);
  if (isA(value, 'reference')) return isDefinition(value.name) || undefined;
  if (truth !== undefined || !isA(value, 'call')) return truth;
  const amount = isAmount(value) ? truthOfAmount(value) : undefined;
  if (amount !== undefined) return amount;
  const { callee, held } = value;
  if (held !== undefined && isA(callee, 'class'))
    return ['__bool__', '__len__'].some((name) => classAttribute(callee, name) !== undefined)
      ? undefined
      : truthOf(held);
  if (isMatch(value) || (isA(callee, 'reference') && known.isAlwaysTrue(callee.name))) return true;
  if (!isA(callee, 'class')) return undefined;
  if (!isWholeClass(callee, (base) => base === 'builtins.object' || known.isAlwaysTrue(base))) return undefined;
  return ['__bool__', '__len__'].some((name) => classAttribute(callee, name) !== undefined) ? undefined : true;
};

/** Bases whose own bases are no class of a project or a package. */
export const isClosedBase = (name: string, known: KnownPackages): boolean =>
  /^(?:builtins|abc|typing|enum)\./.test(name) || known.isFramework(name);

export const isProperty = (value: FunctionValue): boolean =>
  value.decorators.some((decorator) => /(^|\.)(cached_)?property$/.test(nameOf(decorator) ?? ''));

/** `@cached_property`: asked once, it is an attribute of the object from then on. */
export const isCached = (value: FunctionValue): boolean =>
  value.decorators.some((decorator) => /(^|\.)cached_property$/.test(nameOf(decorator) ?? ''));

/** `@classproperty`, as packages and projects call theirs, and `@classmethod` over `@property`: the class itself is asked. */
export const isClassProperty = (value: FunctionValue): boolean =>
  value.decorators.some((decorator) => /(^|\.)(cached_?)?class_?property$/i.test(nameOf(decorator) ?? '')) ||
  (isProperty(value) && value.decorators.some((decorator) => nameOf(decorator) === 'builtins.classmethod'));

/** A plain class has what its text says; one of a framework may have more, but for classes inside of it. */
export const surelyLacks = (value: ClassValue, name: string, known: KnownPackages): boolean => {
  const isKnown = (base: string): boolean =>
    base === 'builtins.object' || (/^[A-Z]/.test(name) && isClosedBase(base, known) && !known.gives(base, name));
  const metaclass = metaclassOf(value);
  return (
    !/^__\w+__$/.test(name) &&
    value.decorators.length === 0 &&
    isWholeClass(value, isKnown) &&
    (metaclass === undefined || isWholeClass(metaclass, isKnown))
  );
};
