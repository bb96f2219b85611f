/** Attributes and items of values, and what goes over them. */

import { callFunction } from '../calls/call-function.ts';
import { refuseAttribute } from '../calls/refusals.ts';
import {
  classAttribute,
  isCached,
  isClassProperty,
  isProperty,
  isWholeClass,
  makerOf,
  memberFunction,
  membersByName,
  metaclassOf,
  shownOrder,
  surelyLacks,
} from '../classes/classes.ts';
import { isGetter, isSetter, mindsSetting } from '../classes/descriptors.ts';
import { inherited, SUPER } from '../classes/inherited.ts';
import { isBare, isNamespace } from '../classes/namespaces.ts';
import { openClassOf } from '../classes/opened-classes.ts';
import { isRecord, partOf, tupleFields } from '../classes/records.ts';
import { amountAttribute, isAmount } from '../known/amounts/amounts.ts';
import { hashAttribute } from '../known/hashes.ts';
import { plainAttribute } from '../known/methods.ts';
import { urlAttribute } from '../known/texts/urls.ts';
import {
  type CallValue,
  type ClassValue,
  callOf,
  dictOf,
  type FunctionValue,
  firstOf,
  isA,
  isTagged,
  type Key,
  type MemberValue,
  type ModuleValue,
  nameOf,
  ownNameOf,
  referenceTo,
  type SequenceValue,
  takenUp,
  tupleOf,
  unknown,
  unknownFrom,
  type Value,
} from '../values.ts';
import { Raised, type Scope } from '../world.ts';
import { memberState } from './member-state.ts';
import { stateOf } from './object-state.ts';

export const missingIn = (module: string, name: string): string => `There is no ${name} in ${module}.`;

const nameInModule = (module: string, name: string, scope: Scope): Value => {
  const { world } = scope.engine;
  const closed = world.closedName(module, name, scope.module.name);
  if (closed !== undefined) return closed;
  const full = `${module}.${name}`;
  const resolved = world.resolve(full);
  if (resolved !== undefined) return resolved;
  const submodule = world.importModule(full);
  if (typeof submodule === 'object') return submodule.found;
  if (world.moduleHas(module, name) === false) throw new Raised('AttributeError', missingIn(module, name));
  return referenceTo(full);
};

/** Set by `sys.modules[__name__] = …`: what stands in a module's place. */
export const REPLACEMENT = '<replacement>';

/** The names of a module themselves, so that what is set there counts. */
const dictOfNames = (value: ModuleValue): Value => ({
  type: 'dict',
  entries: value.names as Map<Key, Value>,
  isNames: true,
  partial: value.stars.length > 0,
  owner: value,
});

const descriptor = callOf('types.GetSetDescriptorType', []);
const notTold: Value = { ...unknown('what Python writes into a class'), isData: true };

/** What a class holds: its own names among those that Python writes into it, which nobody can set there. */
const dictOfClass = (value: ClassValue, { engine: { world } }: Scope): Value => {
  const isFirst =
    value.bases.every((base) => isA(base, 'reference') && isBare(base.name)) && !value.names.has('__slots__');
  const isNumbered = world.isSincePython(13) === true;
  const entries = new Map<Key, Value>([
    ['__module__', value.module],
    ...(isNumbered ? [['__firstlineno__', notTold] as const] : []),
    ...value.names,
    ...(isNumbered ? [['__static_attributes__', notTold] as const] : []),
    ...(isFirst ? (['__dict__', '__weakref__'] as const).map((name) => [name, descriptor] as const) : []),
    ...(value.names.has('__doc__') ? [] : [['__doc__', notTold] as const]),
  ]);
  return { type: 'dict', entries, partial: false, isOther: true, owner: value.owner ?? value };
};

/** Those of an object that has only what its class's text gives it; undefined for another. */
const dictOfObject = (object: CallValue, scope: Scope): Value | undefined => {
  const { callee, held } = object;
  const isPlain = isA(callee, 'class') && isWholeClass(callee, isBare) && !callee.names.has('__slots__');
  if (held !== undefined || isRecord(object) || !(isPlain || isNamespace(object))) return undefined;
  const entries = stateOf(object, scope) as Map<Key, Value>;
  return { type: 'dict', entries, isNames: true, partial: false, owner: object.owner };
};

/** What Python writes into every class. */
export const written: ReadonlyMap<string, 'name' | 'qualname' | 'module'> = new Map([
  ['__name__', 'name'],
  ['__qualname__', 'qualname'],
  ['__module__', 'module'],
]);

/** The class that says what an object does; of a class its metaclass. */
const holderOf = (object: Value): ClassValue | undefined => {
  if (isA(object, 'class')) return metaclassOf(object);
  if (isA(object, 'member') || isRecord(object)) return object.of;
  return isA(object, 'call') && isA(object.callee, 'class') ? object.callee : undefined;
};

/** The text of a method of Python's own names: `__len__`. */
export const methodOf = (object: Value, name: string): FunctionValue | undefined => {
  const holder = holderOf(object);
  const method = holder === undefined ? undefined : classAttribute(holder, name);
  return isA(method, 'function') ? method : undefined;
};

/** What a method of Python's own names gives, as the class of an object says it: `__len__`. undefined: it says none, or it cannot be told. */
export const ask = (object: Value, name: string, args: readonly Value[], scope: Scope): Value | undefined => {
  const method = methodOf(object, name);
  if (method === undefined) return undefined;
  try {
    const answer = callFunction(method, { args: [object, ...args], keywords: new Map() }, scope);
    return isA(answer, 'unknown') ? undefined : answer;
  } catch (error) {
    if (error instanceof Raised) return undefined;
    throw error;
  }
};

/** Whether the class of an object says it, whatever it gives. */
export const hasOwn = (object: Value, name: string): boolean => {
  const holder = holderOf(object);
  return holder !== undefined && classAttribute(holder, name) !== undefined;
};

/** What a text gives an object under a name, itself or by its class. One that only one side of a condition gives is there, and not known. */
export const toldAttribute = (object: Value, name: string, scope: Scope): Value | undefined => {
  if (isA(object, 'class')) return classAttribute(object, name);
  if (isA(object, 'module')) return object.names.get(name);
  if (!isA(object, 'call')) return undefined;
  const holder = holderOf(object);
  return stateOf(object, scope).get(name) ?? (holder && classAttribute(holder, name));
};

const askProperty = (property: FunctionValue, of: Value, scope: Scope): Value =>
  callFunction(property, { args: [of], keywords: new Map() }, scope);

/** Of a value or a property; for methods see below. */
const inheritedAttribute = (object: CallValue, name: string, scope: Scope): Value | undefined => {
  const { self, found } = inherited(object, name) ?? {};
  if (self === undefined || !isA(found, 'function')) return found;
  return isProperty(found) ? askProperty(found, self, scope) : undefined;
};

/** What a descriptor in a class gives for an object of it, or for the class itself. */
const givenBy = (descriptor: CallValue, of: Value, owner: ClassValue, scope: Scope): Value => {
  const method = methodOf(descriptor, '__get__');
  if (method === undefined) return unknown('what a descriptor gives is not known');
  return callFunction(method, { args: [descriptor, of, owner], keywords: new Map() }, scope);
};

/** One that says what becomes of what is set goes before what the object has. */
const dataAttribute = ({ callee }: CallValue, name: string): CallValue | undefined => {
  if (!isA(callee, 'class') || !mindsSetting(callee)) return undefined;
  const found = classAttribute(callee, name);
  return isGetter(found) && isSetter(found) ? found : undefined;
};

/** What was set on an instance, its class's attribute or property, else an entry of the dict that it was made from. */
const instanceAttribute = (object: CallValue, name: string, scope: Scope): Value => {
  if (name === '__class__') return object.state?.get(name) ?? object.callee;
  const data = dataAttribute(object, name);
  if (data !== undefined && isA(object.callee, 'class')) return givenBy(data, object, object.callee, scope);
  const names = name === '__dict__' ? dictOfObject(object, scope) : undefined;
  const set = names === undefined ? stateOf(object, scope).get(name) : names;
  if (set !== undefined) return set;
  const found = isA(object.callee, 'class') ? classAttribute(object.callee, name) : undefined;
  if (isA(found, 'function') && isClassProperty(found)) return askProperty(found, object.callee, scope);
  if (isA(found, 'function') && isProperty(found)) {
    const value = askProperty(found, object, scope);
    // What was given once may have been changed when it is asked for again.
    if (isCached(found)) stateOf(object, scope).set(name, value);
    return value;
  }
  if (isGetter(found) && isA(object.callee, 'class')) return givenBy(found, object, object.callee, scope);
  if (found !== undefined) return found;
  if (name === '__module__' && isA(object.callee, 'class')) return object.callee.module;
  const answer = name.startsWith('__') ? undefined : ask(object, '__getattr__', [name], scope);
  // What an instance was given it has under the same name, unless its class says otherwise.
  const given = firstOf(answer, isAmount(object) ? amountAttribute(object, name) : object.keywords.get(name));
  if (given !== undefined) return given;
  // Settings objects of packages: `Settings(user_settings, DEFAULTS)`.
  for (const source of [...object.args, ...object.keywords.values()]) {
    const entry = isA(source, 'dict') ? source.entries.get(name) : undefined;
    if (entry !== undefined) return entry;
  }
  if (object.name === SUPER)
    return firstOf(inheritedAttribute(object, name, scope), referenceTo(`${SUPER}.${name}`)) ?? null;
  return orUnknown(
    firstOf(hashAttribute(object, name), urlAttribute(object, name), scope.engine.world.attribute(object, name)),
    unknown(`the attribute ${name} of ${object.name}() is not known`),
  );
};

/** A part of a named tuple, else what its class says. */
const recordAttribute = (object: SequenceValue & { of: ClassValue }, name: string, scope: Scope): Value => {
  if (name === '__class__') return object.of;
  const part = partOf(object, name);
  if (part !== undefined) return part;
  const found = ownAttribute(object.of, name, scope);
  if (isA(found, 'function') && isProperty(found)) return askProperty(found, object, scope);
  return orUnknown(found, unknown(`the attribute ${name} of a tuple is not known`));
};

/** `Kind.ONE.label`: what its class says of it, then what it is made of, then what its value has. */
export const memberAttribute = (member: MemberValue, name: string, scope: Scope): Value => {
  if (name === 'name' || name === 'value') return member[name];
  const found = memberFunction(member, name);
  if (found !== undefined) return isProperty(found) ? askProperty(found, member, scope) : found;
  const given = member.state?.get(name);
  if (given !== undefined) return given;
  if (name === 'label' && member.label !== undefined) return member.label;
  const set = memberState(member, scope)?.get(name);
  return set === undefined ? attributeOf(member.value, name, scope) : set;
};

/** An attribute of a class: what Python itself gives it, what its text or its bases' say, what its metaclass has. */
const ownAttribute = (object: ClassValue, name: string, scope: Scope): Value | undefined => {
  const own = written.get(name);
  if (own !== undefined) return object.later?.get(name) ?? object[own];
  switch (name) {
    case '__bases__':
      return tupleOf([...object.bases]);
    case '__members__':
      return object.enumeration && dictOf(membersByName(object));
    case '_fields': {
      const fields = tupleFields(object);
      if (fields !== undefined) return tupleOf(fields.map((field) => field.name));
      break;
    }
    case '__class__':
      return makerOf(object, scope.engine.world.known);
    case '__mro__':
      return tupleOf(shownOrder(object));
    case '__dict__':
      return firstOf(scope.engine.world.attribute(object, name), dictOfClass(object, scope));
  }
  const metaclass = metaclassOf(object);
  const ofMetaclass = metaclass === undefined || metaclass === object ? undefined : classAttribute(metaclass, name);
  // The class is its instance, and what a property gives goes before what an instance has.
  if (isA(ofMetaclass, 'function') && isProperty(ofMetaclass)) return askProperty(ofMetaclass, object, scope);
  const found = firstOf(scope.engine.world.attribute(object, name), classAttribute(object, name));
  if (isGetter(found)) return givenBy(found, null, object, scope);
  if (found !== undefined)
    return isA(found, 'function') && isClassProperty(found) ? askProperty(found, object, scope) : found;
  if (metaclass === undefined || metaclass === object) return undefined;
  return ofMetaclass ?? answeredBy(classAttribute(metaclass, '__getattr__'), [object, name]);
};

/** What a `__getattr__` gives for a name that a module, or a class of that metaclass, does not have. */
const answeredBy = (answer: Value | undefined, asked: [string] | [ClassValue, string]): Value | undefined => {
  if (!isA(answer, 'function') || String(asked.at(-1)).startsWith('__')) return undefined;
  try {
    const value = answer.call(asked, new Map());
    return isA(value, 'unknown') ? undefined : value;
  } catch (error) {
    if (error instanceof Raised) return undefined;
    throw error;
  }
};

const ofObjects = new WeakMap<ClassValue, boolean>();
const ofClasses = new WeakMap<ClassValue, boolean>();

/** Whether a `__getattribute__` of the text is asked for every attribute. */
const answersAll = (object: Value): boolean => {
  const of = isA(object, 'call') ? object.callee : object;
  if (!isA(of, 'class')) return false;
  const answering = of === object ? ofClasses : ofObjects;
  const known = answering.get(of) ?? hasOwn(object, '__getattribute__');
  answering.set(of, known);
  return known;
};

/** undefined: it hands on to what Python does. */
const answerOf = (object: Value, name: string, scope: Scope): Value | undefined => {
  const answer = ask(object, '__getattribute__', [name], scope);
  if (isA(answer, 'call') && /^builtins\.\w+\.__getattribute__$/.test(answer.name)) return undefined;
  return answer === undefined ? unknown(`the attribute ${name} is not known`) : answer;
};

/** A class may come from another module that all names are taken from; parts of a package are its own. */
const giverOf = ({ name: own, stars }: ModuleValue, name: string, { engine: { world } }: Scope): string =>
  (/^[A-Z]/.test(name) ? stars.findLast((star) => world.moduleHas(star, name)) : undefined) ?? own;

export const attributeOf = (object: Value, name: string, scope: Scope): Value => {
  if (isRecord(object)) return recordAttribute(object, name, scope);
  const plain = plainAttribute(object, name);
  if (plain !== undefined) return plain;
  if (!isTagged(object)) return unknown(`the attribute ${name} is not known`);
  const answered = answersAll(object) && !name.startsWith('__') ? answerOf(object, name, scope) : undefined;
  if (answered !== undefined) return answered;
  switch (object.type) {
    case 'module': {
      const found = object.names.get(name);
      if (found !== undefined) return takenUp(found, scope);
      if (name === '__dict__') return dictOfNames(object);
      const replacement = object.names.get(REPLACEMENT);
      if (replacement !== undefined) return attributeOf(replacement, name, scope);
      const given = answeredBy(object.names.get('__getattr__'), [name]);
      return given === undefined ? nameInModule(giverOf(object, name, scope), name, scope) : given;
    }
    case 'reference':
      if (name === '__name__') return ownNameOf(object);
      return nameInModule(object.name, name, scope);
    case 'class': {
      const found = ownAttribute(object, name, scope);
      if (found === undefined && scope.engine.tries > 0 && surelyLacks(object, name, scope.engine.world.known))
        throw new Raised('AttributeError', `There is no ${name} in ${object.name}.`);
      return orUnknown(found, referenceTo(`${nameOf(object)}.${name}`));
    }
    case 'call':
      return instanceAttribute(object, name, scope);
    case 'unknown':
      return unknownFrom(object);
    case 'member':
      return memberAttribute(object, name, scope);
    default:
      return unknown(`the attribute ${name} is not known`);
  }
};

/** As text asks for it: what a module of the project surely does not have raises an error. */
export const askedAttribute = (object: Value, name: string, scope: Scope): Value => {
  if (scope.engine.tries > 0) refuseAttribute(object, name);
  openClassOf(object, scope);
  const value = attributeOf(object, name, scope);
  if (isA(object, 'module') && isA(value, 'reference') && !object.names.has(name))
    if (scope.engine.world.moduleLacks(object.name, name) && !scope.engine.world.moduleWasGiven(object.name, name))
      throw new Raised('AttributeError', missingIn(object.name, name));
  return value;
};

/** What a function of a module that was not opened gives. */
export const openedCall = (value: CallValue, scope: Scope): Value => {
  const { callee, args, keywords } = value;
  const opened = isA(callee, 'reference') ? scope.engine.world.openReference(callee.name) : undefined;
  return isA(opened, 'function') ? callFunction(opened, { args, keywords }, scope) : value;
};

/** A name of a module that was not opened, opened after all, because something is decided by it. */
export const settled = (value: Value, scope: Scope): Value => {
  // A call counts where another function is decided by it.
  if (isA(value, 'call')) return scope.kind === 'function' ? openedCall(value, scope) : value;
  const opened = isA(value, 'reference') ? scope.engine.world.openReference(value.name) : undefined;
  return opened === undefined ? value : opened;
};

const orUnknown = (value: Value | undefined, otherwise: Value): Value => (value === undefined ? otherwise : value);
