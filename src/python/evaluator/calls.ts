/** Attributes, items and calls of values. */
import { callBuiltin } from './builtins.ts';
import { choicesMembers, classAttribute, isSubclass, metaclassOf, resolutionOrder } from './classes.ts';
import { callLibrary, isEnvironmentReader, readEnvironment, requireEnvironment } from './library.ts';
import { callMethod, isChanging, plainAttribute } from './methods.ts';
import { noteChange } from './ownership.ts';
import {
  type CallValue,
  type ClassValue,
  type FunctionValue,
  firstOf,
  isA,
  isKey,
  isSequence,
  isTagged,
  type Key,
  listOf,
  nameOf,
  referenceTo,
  tupleOf,
  unknown,
  type Value,
} from './values.ts';
import type { Arguments, Scope } from './world.ts';

/** What `for` goes over; undefined when it cannot be told. */
export const iterate = (value: Value): readonly Value[] | undefined => {
  if (isSequence(value)) return value.items;
  if (isA(value, 'dict')) return value.partial ? undefined : [...value.entries.keys()];
  if (isA(value, 'class')) return choicesMembers(value);
  return typeof value === 'string' ? [...value] : undefined;
};

const nameInModule = (module: string, name: string, scope: Scope): Value => {
  const { world } = scope.engine;
  const closed = world.closedName(module, name);
  if (closed !== undefined) return closed;
  const full = `${module}.${name}`;
  const resolved = world.resolve(full);
  if (resolved !== undefined) return resolved;
  const submodule = world.importModule(full);
  return typeof submodule === 'object' ? submodule.found : referenceTo(full);
};

// Functions that call themselves must end; settings nest two or three deep.
const MAX_DEPTH = 40;

/** Set by `sys.modules[__name__] = …`: what stands in a module's place. */
export const REPLACEMENT = '<replacement>';

const isProperty = (value: FunctionValue): boolean =>
  value.decorators.some((decorator) => /(^|\.)(cached_)?property$/.test(nameOf(decorator) ?? ''));

/** Follows the class's `__init__` once, for the attributes that it sets. */
export const stateOf = (object: CallValue, scope: Scope): Map<string, Value> => {
  if (object.state !== undefined) return object.state;
  object.state = new Map();
  const init = isA(object.callee, 'class') ? classAttribute(object.callee, '__init__') : undefined;
  if (isA(init, 'function')) callFunction(init, { args: [object, ...object.args], keywords: object.keywords }, scope);
  return object.state;
};

/** False when it is nothing that attributes can be set on. */
export const setAttribute = (object: Value, name: string, value: Value, scope: Scope): boolean => {
  if (!isA(object, 'class') && !isA(object, 'module') && !isA(object, 'call')) return false;
  noteChange(scope.engine, object);
  if (isA(object, 'call')) {
    object.keep?.();
    stateOf(object, scope).set(name, value);
  } else object.names.set(name, value);
  return true;
};

/** What was set on an instance, its class's attribute or property, else an entry of the dict that it was made from. */
const instanceAttribute = (object: CallValue, name: string, scope: Scope): Value => {
  if (name === 'creation_counter') return object.serial;
  if (name === '__class__') return object.callee;
  const set = stateOf(object, scope).get(name);
  if (set !== undefined) return set;
  const found = isA(object.callee, 'class') ? classAttribute(object.callee, name) : undefined;
  if (isA(found, 'function') && isProperty(found))
    return callFunction(found, { args: [object], keywords: new Map() }, scope);
  if (found !== undefined) return found;
  // What an instance was given it has under the same name, unless its class says otherwise.
  const given = object.keywords.get(name);
  if (given !== undefined) return given;
  // Settings objects of packages: `Settings(user_settings, DEFAULTS)`.
  for (const source of [...object.args, ...object.keywords.values()]) {
    const entry = isA(source, 'dict') ? source.entries.get(name) : undefined;
    if (entry !== undefined) return entry;
  }
  if (object.name === 'builtins.super') return referenceTo(`builtins.super.${name}`);
  return unknown(`the attribute ${name} of ${object.name}() is not known`);
};

/** An attribute of a class: what Python itself gives it, what its text or its bases' say, what its metaclass has. */
const ownAttribute = (object: ClassValue, name: string, scope: Scope): Value | undefined => {
  switch (name) {
    case '__name__':
    case '__qualname__':
      return object.name;
    case '__module__':
      return object.module;
    case '__bases__':
      return tupleOf([...object.bases]);
    case '__mro__':
      return tupleOf([...resolutionOrder(object)]);
    case '__dict__':
      return {
        type: 'dict',
        entries: object.names as Map<Key, Value>,
        partial: false,
        owner: object.owner ?? object,
      };
  }
  const found = firstOf(classAttribute(object, name), scope.engine.world.attribute(object, name));
  if (found !== undefined) return found;
  const metaclass = metaclassOf(object);
  return metaclass === undefined || metaclass === object ? undefined : classAttribute(metaclass, name);
};

export const attributeOf = (object: Value, name: string, scope: Scope): Value => {
  const plain = plainAttribute(object, name);
  if (plain !== undefined) return plain;
  if (!isTagged(object)) return unknown(`the attribute ${name} is not known`);
  switch (object.type) {
    case 'module': {
      const found = object.names.get(name);
      if (found !== undefined) return found;
      const replacement = object.names.get(REPLACEMENT);
      return replacement === undefined ? nameInModule(object.name, name, scope) : attributeOf(replacement, name, scope);
    }
    case 'reference':
      return nameInModule(object.name, name, scope);
    case 'class':
      return orUnknown(ownAttribute(object, name, scope), referenceTo(`${nameOf(object)}.${name}`));
    case 'call':
      return instanceAttribute(object, name, scope);
    case 'unknown':
      return object;
    default:
      return unknown(`the attribute ${name} is not known`);
  }
};

/** A name of a module that was not opened, opened after all, because something is decided by it. */
export const settled = (value: Value, scope: Scope): Value => {
  const opened = isA(value, 'reference') ? scope.engine.world.openReference(value.name) : undefined;
  return opened === undefined ? value : opened;
};

const orUnknown = (value: Value | undefined, otherwise: Value): Value => (value === undefined ? otherwise : value);

export const itemOf = (object: Value, index: Value, scope: Scope): Value => {
  if (isA(object, 'reference') && object.name === 'os.environ') return requireEnvironment(index, scope.engine.world);
  if (isSequence(object) && typeof index === 'number')
    return orUnknown(object.items.at(index), unknown('there is no such item'));
  if (isA(object, 'dict') && isKey(index))
    return orUnknown(object.entries.get(index), unknown(`there is no entry ${String(index)}`));
  if (typeof object === 'string' && typeof index === 'number')
    return object.at(index) ?? unknown('there is no such item');
  if (isA(object, 'reference')) {
    const opened = isKey(index) ? settled(object, scope) : object;
    if (isSequence(opened) || isA(opened, 'dict')) return itemOf(opened, index, scope);
  }
  // `Generic[T]`, `models.ForeignKey["Author"]`: the class itself.
  if (isA(object, 'reference') || isA(object, 'class')) return object;
  return isA(object, 'unknown') ? object : unknown('an item is not known');
};

const makeCall = (callee: Value, call: Arguments, scope: Scope, line: number): CallValue => ({
  type: 'call',
  name: nameOf(callee) ?? '',
  callee,
  args: call.args,
  keywords: call.keywords,
  serial: scope.engine.serial++,
  file: scope.module.file,
  line,
  owner: scope.engine.owner ?? undefined,
});

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
  writtenBases(bases).map((base) =>
    isA(base, 'reference') ? (scope.engine.world.openReference(base.name) ?? base) : base,
  );

/** `type("Name", (Base,), {...})`. */
const makeClass = ({ args }: Arguments, scope: Scope, line: number): ClassValue | undefined => {
  const [name, bases, body] = args;
  if (typeof name !== 'string' || !isSequence(bases)) return undefined;
  const names = new Map<string, Value>();
  if (isA(body, 'dict')) for (const [key, value] of body.entries) if (typeof key === 'string') names.set(key, value);
  const module = names.get('__module__');
  const value: ClassValue = {
    type: 'class',
    name,
    qualname: name,
    module: typeof module === 'string' ? module : scope.module.name,
    file: scope.module.file,
    line,
    bases: classBases(bases.items, scope),
    keywords: new Map(),
    decorators: [],
    names,
    ...(scope.engine.owner === null ? {} : { owner: scope.engine.owner }),
  };
  scope.engine.world.onClass(value);
  return value;
};

const plainTypes: Record<string, (value: Value) => boolean> = {
  str: (value) => typeof value === 'string',
  int: (value) => typeof value === 'number' || typeof value === 'boolean',
  bool: (value) => typeof value === 'boolean',
  dict: (value) => isA(value, 'dict'),
  list: (value) => isSequence(value) && value.type === 'list',
  tuple: (value) => isSequence(value) && value.type === 'tuple',
};

const isInstance = (value: Value | undefined, type: Value): boolean | undefined => {
  if (value === undefined || isA(value, 'unknown') || isA(value, 'reference')) return undefined;
  if (isSequence(type)) {
    const answers = type.items.map((item) => isInstance(value, item));
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  }
  const name = nameOf(type)?.replace(/^builtins\./, '') ?? '';
  if (Object.hasOwn(plainTypes, name)) return plainTypes[name]?.(value);
  if (isA(value, 'class')) return name === 'type' ? true : undefined;
  if (!isA(value, 'call')) return isTagged(value) ? undefined : false;
  return isA(value.callee, 'class') || isA(value.callee, 'reference') ? isSubclass(value.callee, type) : undefined;
};

// What a hostile file maps over must end.
const MAX_MAPPED = 5000;

const mapped = ([target, ...lists]: readonly Value[], scope: Scope, line: number): Value | undefined => {
  const items = lists.map((list) => iterate(list));
  const [first] = items;
  if (target === undefined || first === undefined || first.length > MAX_MAPPED) return undefined;
  if (!items.every((list) => list?.length === first.length)) return undefined;
  return listOf(
    first.map((_, index) => {
      const args = items.map((list) => list?.[index] ?? null);
      return callValue({ target }, { args, keywords: new Map() }, scope, line);
    }),
  );
};

/** Built-in functions that need more than their arguments. */
const callScoped = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const [first, second, third] = call.args;
  switch (name) {
    case 'type':
      return call.args.length === 3 ? makeClass(call, scope, line) : undefined;
    case 'getattr': {
      if (first === undefined || typeof second !== 'string') return undefined;
      // A module that was not opened may have it all the same.
      const found = settled(attributeOf(first, second, scope), scope);
      const missing = isA(found, 'reference') || isA(found, 'unknown');
      return missing && third !== undefined ? third : found;
    }
    case 'setattr':
      if (first === undefined || typeof second !== 'string' || third === undefined) return undefined;
      return setAttribute(first, second, third, scope) ? null : undefined;
    case 'map':
      return mapped(call.args, scope, line);
    case 'issubclass':
      return isA(first, 'class') || isA(first, 'reference') ? isSubclass(first, second ?? null) : undefined;
    case 'isinstance':
      return isInstance(first, second ?? null);
    case 'hasattr': {
      if (typeof second !== 'string') return undefined;
      // Django's and Python's own classes have none of the attributes that someone else's code asks for.
      if (isA(first, 'reference')) {
        if (scope.engine.world.resolve(`${first.name}.${second}`) !== undefined) return true;
        return /^(django|builtins)\./.test(first.name) && second !== '_meta' ? false : undefined;
      }
      if (!isA(first, 'class') && !isA(first, 'module')) return undefined;
      const found = attributeOf(first, second, scope);
      if (!isA(found, 'reference') && !isA(found, 'unknown')) return true;
      return isA(first, 'class') && isSubclass(first, 'none') === false ? false : undefined;
    }
    case 'globals':
    case 'vars':
    case 'locals': {
      if (call.args.length > 0) return undefined;
      const isModule = name === 'globals' || scope.kind === 'module';
      const names = (isModule ? scope.module.names : scope.names) as Map<Key, Value>;
      const owner = isModule ? scope.module : (scope.engine.owner ?? scope.module);
      return { type: 'dict', entries: names, partial: false, owner };
    }
    default:
      return callBuiltin(name, call);
  }
};

const callReference = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const { world } = scope.engine;
  const known = callKnown(name, call, scope, line);
  return known === undefined ? world.call(name, call, scope.module) : known;
};

const callKnown = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const { world } = scope.engine;
  if (name.startsWith('builtins.')) return callScoped(name.slice(9), call, scope, line);
  // python-decouple: the default is the second argument.
  if (isEnvironmentReader(name) && typeof call.args[0] === 'string')
    return readEnvironment(call, castName(call) || 'str', new Map(), world);
  return callLibrary(name, call, world);
};

const castName = (call: Arguments): string => {
  const cast = call.keywords.get('cast');
  const name = isA(cast, 'call') && /Csv$/.test(cast.name) ? 'list' : nameOf(cast);
  return name?.split('.').at(-1) ?? '';
};

const callFunction = (callee: FunctionValue, call: Arguments, scope: Scope): Value => {
  const { engine } = scope;
  if (engine.depth >= MAX_DEPTH) return unknown('functions call each other too deeply');
  engine.depth++;
  try {
    return callee.call(call.args, call.keywords);
  } finally {
    engine.depth--;
  }
};

/** A method gets its instance, a class method its class. */
const bound = (object: Value, method: Value, call: Arguments): Arguments => {
  if (!isA(method, 'function')) return call;
  const kinds = method.decorators.map((decorator) => nameOf(decorator) ?? '');
  if (kinds.some((kind) => kind.endsWith('staticmethod'))) return call;
  const isClassMethod = kinds.some((kind) => kind.endsWith('classmethod'));
  if (isA(object, 'call')) return { ...call, args: [isClassMethod ? object.callee : object, ...call.args] };
  if (!isA(object, 'class')) return call;
  // A method of the metaclass gets the class, as a class method does.
  const metaclass = metaclassOf(object);
  const ofMetaclass = metaclass !== undefined && classAttribute(object, method.statement?.name ?? '') !== method;
  return isClassMethod || ofMetaclass ? { ...call, args: [object, ...call.args] } : call;
};

const callTarget = (callee: Value, call: Arguments, scope: Scope, line: number): Value => {
  const { engine } = scope;
  if (isA(callee, 'unknown')) return callee;
  if (isA(callee, 'reference')) {
    const result = callReference(callee.name, call, scope, line);
    if (result !== undefined) return result;
  }
  if (isA(callee, 'call') && isEnvironmentReader(callee.name))
    return readEnvironment(call, '', callee.keywords, engine.world);
  if (isA(callee, 'function')) {
    const result = callFunction(callee, call, scope);
    if (!isA(result, 'unknown')) return result;
  }
  return makeCall(callee, call, scope, line);
};

/** A call of a value, or of a method of one. */
export const callValue = (
  what: { target: Value } | { object: Value; method: string },
  call: Arguments,
  scope: Scope,
  line: number,
): Value => {
  if ('target' in what) return callTarget(what.target, call, scope, line);
  const { object, method } = what;
  const { world } = scope.engine;
  if (isA(object, 'unknown')) return object;
  if (isA(object, 'call') && isEnvironmentReader(object.name)) {
    if (method !== 'read_env' && method !== 'read_envfile')
      return readEnvironment(call, method, object.keywords, world);
    return callLibrary('environ.Env.read_env', call, world) ?? null;
  }
  if (isA(object, 'class') && method === 'mro') return listOf([...resolutionOrder(object)]);
  if (isChanging(object, method)) noteChange(scope.engine, object);
  const meant = world.callMethod(object, method, call);
  const answered = meant === undefined ? callMethod(object, method, call, world) : meant;
  if (answered !== undefined) return answered;
  if (!isTagged(object) || isSequence(object) || isA(object, 'dict') || isA(object, 'path'))
    return unknown(`the result of .${method}() is not known`);
  const target = attributeOf(object, method, scope);
  return callTarget(target, bound(object, target, call), scope, line);
};
