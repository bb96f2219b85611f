/** Classes made by calls, and built-in functions that need more than their arguments. */

import { getAttribute, hasAttribute, MAYBE_MEMBER } from '../attributes/asked-attributes.ts';
import { attributeOf, settled } from '../attributes/attributes.ts';
import { stateOf } from '../attributes/object-state.ts';
import { OBJECT } from '../attributes/own-names.ts';
import { deleteAttribute, setAttribute } from '../attributes/set-attributes.ts';
import { truthIn } from '../attributes/truth.ts';
import {
  type Ancestor,
  inheritedEnumeration,
  isSubclass,
  isWholeClass,
  makerOf,
  resolutionOrder,
} from '../classes/classes.ts';
import { HOME, SELF } from '../classes/inherited.ts';
import { isCallable, isInstance } from '../classes/instances.ts';
import { ownLength, shown, shownPart } from '../classes/objects.ts';
import { openClassOf } from '../classes/opened-classes.ts';
import { isRecord } from '../classes/records.ts';
import { iterate } from '../data/iteration.ts';
import { isOnce, takeEach, takeSome } from '../data/once.ts';
import { callBuiltin } from '../known/builtins.ts';
import { openedFile } from '../known/files.ts';
import { type Apply, callHigher } from '../known/higher.ts';
import { hasOpenNames, namesAsDict, namesOfModule } from '../module-names.ts';
import type { KnownPackages } from '../packages.ts';
import { giveNames } from '../unbound.ts';
import {
  ANY_ORDER,
  type CallValue,
  type ClassValue,
  dictOf,
  firstOf,
  hasNoOrder,
  isA,
  isMany,
  isSequence,
  listOf,
  nameOf,
  openBody,
  referenceTo,
  tupleOf,
  unknown,
  unknownItems,
  type Value,
} from '../values.ts';
import { type Arguments, type Engine, Raised, type Scope } from '../world.ts';
import { refuseItems, refuseNumber } from './refusals.ts';

/** `with_metaclass(Meta, Base)`, as code for Python 2 and 3 wrote it. */
export const withMetaclass = (base: Value): base is CallValue =>
  isA(base, 'call') && /(^|\.)with_metaclass$/.test(base.name);

/** `with_metaclass(Meta, Base)` stands for Base. */
const writtenBases = (bases: readonly Value[]): readonly Value[] =>
  bases.some(withMetaclass)
    ? bases.flatMap((base) => (withMetaclass(base) ? writtenBases(base.args.slice(1)) : [base]))
    : bases;

/** Bases as classes where they can be opened. */
export const classBases = (bases: readonly Value[], scope: Scope): Value[] =>
  writtenBases(bases).map((base) => {
    const { world } = scope.engine;
    if (typeof base === 'string') return world.namedClass(base) ?? unknown(`the model ${base} is not known`);
    return isA(base, 'reference') ? (world.openReference(base.name) ?? base) : base;
  });

const isWhole = (body: Value | undefined): boolean => isA(body, 'dict') && !body.partial;

/** Whether calling it makes classes: `type(Other)`, a metaclass of the text or of a package. */
export const isMetaclass = (value: Value, known: KnownPackages): boolean => {
  if (isA(value, 'call')) return value.name === 'builtins.type' && isA(value.args[0], 'class');
  if (isA(value, 'reference')) return known.isMetaclass(value.name);
  return (
    isA(value, 'class') &&
    resolutionOrder(value).some(
      ({ type, name }) => type === 'reference' && (name === 'builtins.type' || known.isMetaclass(name)),
    )
  );
};

/** `types.new_class("Name", (Base,), {}, fill)`: what it is made of is filled in by a function. */
const newClass = (
  { args: [name = null, bases, keywords, fill] }: Arguments,
  scope: Scope,
  line: number,
): Value | undefined => {
  const body = dictOf();
  if (isA(fill, 'function')) fill.call([body], new Map());
  else if (fill !== undefined && fill !== null) body.partial = true;
  const metaclass = isA(keywords, 'dict') ? keywords.entries.get('metaclass') : undefined;
  return makeClass({ args: [name, bases ?? tupleOf([]), body], keywords: new Map() }, scope, line, metaclass);
};

/** `type("Name", (Base,), {...})`. */
export const makeClass = (
  { args }: Arguments,
  scope: Scope,
  line: number,
  metaclass: Value | undefined = undefined,
): ClassValue | CallValue | undefined => {
  const [given, bases, body] = args;
  const isBasesOpen = isA(bases, 'unknown');
  if (given === undefined || (!isSequence(bases) && !isBasesOpen)) return undefined;
  const told = settled(given, scope);
  const name = typeof told === 'string' ? told : '';
  const names = new Map<string, Value>();
  if (isA(body, 'dict')) for (const [key, value] of body.entries) if (typeof key === 'string') names.set(key, value);
  const module = names.get('__module__');
  const made = isBasesOpen ? [openBody] : classBases(bases.items, scope);
  const enumeration = inheritedEnumeration(made, scope.engine.world.known);
  const value: ClassValue = {
    type: 'class',
    name,
    qualname: name,
    module: typeof module === 'string' ? module : scope.module.name,
    file: scope.module.file,
    line,
    // What stands in it beside what is known may be anything, as with a base that cannot be read.
    bases: [...made, ...(isWhole(body) ? [] : [openBody])],
    keywords: new Map(isA(metaclass, 'class') ? [['metaclass', metaclass]] : []),
    decorators: [],
    names,
    ...(typeof module === 'string' || (module === undefined && isWhole(body)) ? {} : { isAnywhere: true }),
    ...(enumeration === undefined ? {} : { enumeration }),
    ...(scope.engine.owner === null ? {} : { owner: scope.engine.owner }),
  };
  if (typeof told !== 'string') {
    scope.engine.world.onNameless(value);
    return undefined;
  }
  scope.engine.classes++;
  return scope.engine.world.onClass(value);
};

/** `globals()` and `locals()`: the names themselves, so that what is set there counts. */
const ownNames = (name: string, scope: Scope): Value => {
  if (name === 'globals' || scope.kind === 'module') return namesOfModule(scope.module);
  return namesAsDict(scope, scope.engine.owner ?? scope.module);
};

/** What Python itself puts into a module. */
const ofModules = '__builtins__ __cached__ __doc__ __file__ __loader__ __name__ __package__ __spec__'.split(' ');

/** The same once what stands in modules that were not opened is known. */
const isInstanceOpened = (value: Value | undefined, type: Value | undefined, scope: Scope): boolean | undefined => {
  if (value === undefined || type === undefined) return undefined;
  const types = isSequence(type) ? tupleOf(type.items.map((item) => settled(item, scope))) : settled(type, scope);
  return isInstance(settled(value, scope), types, scope.engine.world.known);
};

/** `dir()`; undefined where there may be names that are not known. */
const namesHere = ({ kind, module, names }: Scope): string[] | undefined => {
  if (kind !== 'module') return [...names.keys()].sort();
  const isOpen = module.stars.length > 0 || hasOpenNames(module);
  return isOpen ? undefined : [...new Set([...module.names.keys(), ...ofModules])].sort();
};

/** `super()`: what it speaks for is the first argument of the method that asks; or `super(Class, self)`. */
const superOf = (call: Arguments, scope: Scope, line: number): CallValue | undefined => {
  const { engine, module, names, kind, qualifier } = scope;
  const [of, other] = call.args;
  const [self] = other === undefined ? names.values() : [other];
  const around = /^(.+)\.[^.]+\.<locals>\.$/.exec(qualifier)?.[1];
  const home = of === undefined ? around && `${module.name}.${around}` : isA(of, 'class') ? nameOf(of) : undefined;
  if (kind !== 'function' || self === undefined || home === undefined) return undefined;
  return {
    type: 'call',
    name: 'builtins.super',
    callee: referenceTo('builtins.super'),
    args: [],
    keywords: call.keywords,
    // Not one more: fields count on from each other, whatever is asked in between.
    serial: engine.serial,
    file: module.file,
    line,
    state: new Map([
      [SELF, self],
      [HOME, home],
    ]),
  };
};

/** Names that the text gives a module, a class or an object; undefined when a part of it was not opened. */
const namesOf = (value: Value | undefined, scope: Scope): string[] | undefined => {
  if (isA(value, 'module')) return value.stars.length > 0 ? undefined : [...value.names.keys()].sort();
  const holder = isA(value, 'call') ? value.callee : value;
  if (!isA(holder, 'class')) return undefined;
  const own = isA(value, 'call') ? [...stateOf(value, scope).keys()] : [];
  const names = resolutionOrder(holder).flatMap((ancestor) =>
    ancestor.type === 'class' ? [...ancestor.names.keys()] : [],
  );
  return [...new Set([...own, ...names])].sort();
};

const isSlotted = (order: readonly Ancestor[]): boolean =>
  order.some((ancestor) => ancestor.type === 'class' && ancestor.names.has('__slots__'));

/** What Python itself gives a class and its objects; enumerations tell what they like. */
const ofClasses = (of: ClassValue, { world }: Engine): string[] => {
  if (of.enumeration !== undefined) return [];
  const order = resolutionOrder(of);
  return [
    ...OBJECT,
    '__module__',
    ...(isSlotted(order) ? [] : ['__dict__', '__weakref__']),
    ...(world.isSincePython(11) === true ? ['__getstate__'] : []),
    ...(world.isSincePython(13) === true ? ['__firstlineno__', '__static_attributes__'] : []),
  ];
};

/** `dir(value)`; a base that was not opened may have more. */
const namesIn = (value: Value | undefined, scope: Scope): Value[] | undefined => {
  const names = namesOf(value, scope);
  if (names === undefined) return undefined;
  if (isA(value, 'module')) return [...new Set([...names, ...ofModules])].sort();
  const of = isA(value, 'call') ? value.callee : value;
  if (!isA(of, 'class')) return names;
  const all: Value[] = [...new Set([...names, ...ofClasses(of, scope.engine)])].sort();
  const isOpen = of.enumeration === undefined && !isWholeClass(of, (base) => base === 'builtins.object');
  return isOpen ? [...all, unknownItems('what a base has is not known')] : all;
};

/** `inspect.getmembers(value)`: each name with its value. */
export const membersOf = (value: Value | undefined, scope: Scope): Value | undefined => {
  const names = value === undefined ? undefined : namesOf(value, scope);
  if (value === undefined || names === undefined) return undefined;
  return listOf(names.map((name) => tupleOf([name, attributeOf(value, name, scope)])));
};

const openFile = (state: Map<string, Value>, { engine, module }: Scope, line: number): CallValue => ({
  type: 'call',
  name: 'builtins.open',
  callee: referenceTo('builtins.open'),
  args: [],
  keywords: new Map(),
  serial: engine.serial++,
  file: module.file,
  line,
  state,
  ...(engine.owner === null ? {} : { owner: engine.owner }),
});

const shows = new Set(['str', 'repr', 'format']);

const goOver = new Set(
  'list tuple set frozenset sorted enumerate zip iter reversed len any all sum min max'.split(' '),
);

/** A class or an instance that can be gone over, as what it gives. */
const iterable = (value: Value): Value => {
  if (!isA(value, 'class') && !isA(value, 'call')) return value;
  const items = iterate(value);
  return items === undefined ? value : listOf([...items]);
};

/** `next(iter(rows), None)`: it loses the one that is taken. */
const takeNext = (from: Value | undefined, otherwise: Value | undefined, { engine }: Scope): Value | undefined => {
  if (!isOnce(from)) return undefined;
  if (hasNoOrder(from)) {
    takeSome(from, engine);
    return unknown(ANY_ORDER);
  }
  const { value: item } = takeEach(from, engine).next();
  if (item === undefined && otherwise === undefined && engine.tries > 0)
    throw new Raised('StopIteration', 'There is no next item.');
  return item === undefined ? otherwise : isMany(item) ? unknown('the next item is not known') : item;
};

/** `type(field)`; what a function gave is known by the function alone, which is no class. */
const classOfInstance = (value: Value | undefined, { decayed }: Engine): Value | undefined => {
  if (isRecord(value) || isA(value, 'member')) return value.of;
  if (value !== undefined && decayed.has(value)) return unknown(MAYBE_MEMBER);
  if (typeof value === 'string') return referenceTo('builtins.str');
  if (typeof value === 'boolean') return referenceTo('builtins.bool');
  if (typeof value === 'number') return referenceTo(Number.isInteger(value) ? 'builtins.int' : 'builtins.float');
  if (value === null) return referenceTo('types.NoneType');
  if (isSequence(value))
    return value.isOther ? undefined : referenceTo(`builtins.${value.isFrozen ? 'frozenset' : value.type}`);
  // What stands for a proxy of one, or for several put together, is one here as well.
  if (isA(value, 'dict'))
    return value.isOther || value.isNames || value.factory !== undefined ? undefined : referenceTo('builtins.dict');
  if (!isA(value, 'call')) return undefined;
  const { callee } = value;
  const isClass = isA(callee, 'class') || (isA(callee, 'reference') && /\.[A-Z]\w*$/.test(callee.name));
  return isClass ? callee : undefined;
};

/** Built-in functions that need more than their arguments. */
/** `str(value)` and `repr(value)`. */
const shownBy = (name: 'str' | 'repr', call: Arguments, scope: Scope): Value | undefined => {
  const [first, ...rest] = call.args;
  if (first === undefined) return callBuiltin(name, call);
  const text = shown(first, name === 'str' ? 'text' : 'repr', scope);
  if (text === undefined) return unknown('the text of a value is not known');
  return name === 'repr' && text !== first ? text : callBuiltin(name, { ...call, args: [text, ...rest] });
};

/** Beside what is built in. */
const OF_SCOPE = new Set([
  'types.new_class',
  'inspect.isclass',
  'inspect.currentframe',
  'inspect.stack',
  'sys._getframe',
]);

export const asksScope = (name: string): boolean => OF_SCOPE.has(name);

export const callScoped = (
  name: string,
  call: Arguments,
  scope: Scope,
  line: number,
  apply: Apply,
): Value | undefined => {
  const [asked, second, third] = call.args;
  const first = isA(asked, 'member') && asked.isBare && !shows.has(name) ? asked.value : asked;
  const { known } = scope.engine.world;
  switch (name) {
    case 'type':
      if (call.args.length === 1)
        return isA(first, 'class') || isA(first, 'reference')
          ? makerOf(first, known)
          : classOfInstance(first, scope.engine);
      return call.args.length === 3 ? makeClass(call, scope, line) : undefined;
    case 'types.new_class':
      return newClass(call, scope, line);
    case 'getattr':
      return first === undefined ? undefined : getAttribute(first, call, scope, line);
    case 'setattr':
      if (first === undefined || typeof second !== 'string' || third === undefined) return undefined;
      return setAttribute(first, second, third, scope) ? null : undefined;
    case 'delattr':
      return first !== undefined && typeof second === 'string' && deleteAttribute(first, second, scope)
        ? null
        : undefined;
    case 'str':
    case 'repr':
      return shownBy(name, call, scope);
    case 'format':
      return shownPart(first, typeof second === 'string' ? second : '', '', scope);
    case 'next':
      return takeNext(first, second, scope);
    case 'bool':
      return first === undefined ? false : truthIn(settled(first, scope), scope);
    case 'open': {
      const file = openedFile(call, scope.engine.world);
      return file && openFile(file, scope, line);
    }
    case 'dir':
    case 'vars':
      if (name === 'dir') {
        const names = call.args.length === 0 ? namesHere(scope) : namesIn(first, scope);
        return names && listOf([...names]);
      }
      if (isA(first, 'module') || isA(first, 'class') || isA(first, 'call'))
        return attributeOf(first, '__dict__', scope);
      return call.args.length === 0 ? ownNames(name, scope) : undefined;
    case 'issubclass':
      return isA(first, 'class') || isA(first, 'reference') ? isSubclass(first, second ?? null, known) : undefined;
    case 'isinstance':
      return isInstance(first, second ?? null, known) ?? isInstanceOpened(first, second, scope);
    case 'inspect.isclass':
      return isInstance(first, referenceTo('builtins.type'), known);
    case 'callable':
      return isCallable(first, known) ?? unknown('what can be called is not known');
    case 'hasattr':
      return typeof second === 'string' ? hasAttribute(first, second, scope, line) : undefined;
    case 'super':
      return superOf(call, scope, line);
    case 'sys._getframe':
    case 'inspect.currentframe':
    case 'inspect.stack':
      giveNames(scope.engine);
      return undefined;
    case 'globals':
    case 'locals':
      return call.args.length > 0 ? undefined : ownNames(name, scope);
    default: {
      if (goOver.has(name) || name === 'dict') for (const arg of call.args) openClassOf(arg, scope);
      const length = name === 'len' && first !== undefined ? ownLength(first, scope) : undefined;
      if (length !== undefined) return length;
      const isTried = scope.engine.tries > 0;
      if (isTried && goOver.has(name) && (call.args.length === 1 || name === 'zip')) refuseItems(call.args);
      if (isTried && name === 'dict') refuseItems(call.args);
      const given = goOver.has(name) ? { ...call, args: call.args.map(iterable) } : call;
      const result = firstOf(
        callHigher(name, given, apply, scope.engine.world.readsSettings()),
        callBuiltin(name, given, scope.engine.world.readsSettings()),
      );
      if (result === undefined && isTried && (name === 'int' || name === 'float'))
        refuseNumber(name, first, scope.engine);
      return result;
    }
  }
};
