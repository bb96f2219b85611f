/** `object.name = value`, `setattr`, `del object.name` and `delattr`. */

import { callFunction } from '../calls/call-function.ts';
import { classAttribute, isWholeClass, memberOf, resolutionOrder } from '../classes/classes.ts';
import { isSetter, mindsSetting } from '../classes/descriptors.ts';
import { isRecord } from '../classes/records.ts';
import { noteDoubt } from '../data/kept.ts';
import { noteChange } from '../data/ownership.ts';
import { giveNames } from '../unbound.ts';
import { type CallValue, type ClassValue, isA, type ModuleValue, nameOf, unknown, type Value } from '../values.ts';
import { Raised, type Scope } from '../world.ts';
import { methodOf, written } from './attributes.ts';
import { stateOf } from './object-state.ts';

type Names = Map<string, Value>;

/**
 * Where an attribute is set or deleted. Something that may be a part of a class for the framework is none, and takes the place of none, once
 * the class is made.
 */
const namesToChange = (object: ClassValue | ModuleValue, name: string, value: Value, { engine }: Scope): Names => {
  const isPart = isA(value, 'call') || isA(object.names.get(name), 'call') || written.has(name);
  if (!isA(object, 'class')) return object.names;
  // What is set on an enumeration is no member.
  const isLate = object.enumeration !== undefined || (isPart && engine.world.isFinished(object));
  if (!isLate && !object.later?.has(name)) return object.names;
  object.later ??= new Map();
  return object.later;
};

const NOT_SET = 'what its class makes of what is set is not known';

const refused = (kind: string, name: string, bases: readonly string[] = []): Raised =>
  new Raised(kind, `The attribute ${name} cannot be set.`, bases);

/** What it keeps elsewhere is asked of it again; without a `__get__` the object has what it puts there itself. */
const setByDescriptor = (descriptor: CallValue, object: CallValue, value: Value, scope: Scope): Value => {
  const method = methodOf(descriptor, '__set__');
  if (method === undefined) return unknown(NOT_SET);
  callFunction(method, { args: [descriptor, object, value], keywords: new Map() }, scope);
  return null;
};

/** What `object.__setattr__` makes of it: null where a class has taken it, undefined where the object has it then. */
const setByPython = (
  object: CallValue,
  of: ClassValue,
  name: string,
  value: Value,
  scope: Scope,
): Value | undefined => {
  const { engine } = scope;
  const found = classAttribute(of, name);
  const isRefused = isA(found, 'function') && isSetter(found);
  if (isRefused && found.setter !== undefined) {
    callFunction(found.setter, { args: [object, value], keywords: new Map() }, scope);
    return null;
  }
  if (isRefused && engine.tries > 0) throw refused('AttributeError', name);
  const ofDescriptor = found !== undefined && isSetter(found) && isA(found, 'call') ? found : undefined;
  if (ofDescriptor !== undefined) return setByDescriptor(ofDescriptor, object, value, scope);
  if (isRefused) return unknown(NOT_SET);
  if (resolutionOrder(of).some((each) => each.type === 'class' && each.names.has('__slots__')))
    noteDoubt(refused('AttributeError', name), engine);
  return undefined;
};

/** The same of a class that has a say itself. What it keeps elsewhere, and gives out by itself, is not known of the object. */
const setByClass = (object: CallValue, of: ClassValue, name: string, value: Value, scope: Scope): Value | undefined => {
  const own = classAttribute(of, '__setattr__');
  if (isA(own, 'function')) {
    const before = object.state?.get(name);
    callFunction(own, { args: [object, name, value], keywords: new Map() }, scope);
    const found = classAttribute(of, name);
    const isTaken = object.state?.get(name) !== before || before === value;
    return isTaken || (isA(found, 'function') && found.setter !== undefined) ? null : unknown(NOT_SET);
  }
  if (own !== undefined) return unknown(NOT_SET);
  if (resolutionOrder(of).some((each) => each.type === 'class' && each.record?.isFrozen)) {
    if (scope.engine.tries > 0) throw refused('FrozenInstanceError', name, ['AttributeError']);
    return unknown(NOT_SET);
  }
  return setByPython(object, of, name, value, scope);
};

/** `object.__setattr__(self, name, value)`: whatever the class itself says. False where a base that nobody has opened may have another word in it. */
export const setPlainly = (object: Value | undefined, name: string, value: Value, scope: Scope): boolean => {
  if (!isA(object, 'call') || !isA(object.callee, 'class') || !isWholeClass(object.callee, isOfPython)) return false;
  object.keep?.();
  const names = stateOf(object, scope);
  noteChange(scope.engine, object);
  const made = setByPython(object, object.callee, name, value, scope);
  if (made !== null) names.set(name, made === undefined ? value : made);
  return true;
};

const isOfPython = (base: string): boolean => base.startsWith('builtins.');

/** A part of a named tuple, a member of an enumeration and what it is made of. */
const isFixed = (object: Value, name: string): boolean => {
  if (isA(object, 'member')) return name === 'name' || name === 'value';
  return isRecord(object) || (isA(object, 'class') && memberOf(object, name) !== undefined);
};

/** `field.__class__ = IntegerField`: an object of another class from then on. It is kept with its state where nobody knows whether that runs. */
const changeClass = (object: CallValue, to: Value, { engine }: Scope): void => {
  if (engine.kept.length > 0 || !(isA(to, 'class') || isA(to, 'reference'))) return;
  engine.world.onTurned(object, to);
  object.callee = to;
  object.name = nameOf(to) ?? '';
};

/** False when it is nothing that attributes can be set on. */
export const setAttribute = (object: Value, name: string, value: Value, scope: Scope): boolean => {
  if (isA(object, 'reference')) scope.engine.world.patchModule(object.name, name, value);
  if (isA(object, 'reference') && object.name === 'builtins') giveNames(scope.engine);
  if (scope.engine.tries > 0 && isFixed(object, name)) throw refused('AttributeError', name);
  if (!isA(object, 'class') && !isA(object, 'module') && !isA(object, 'call')) return isA(object, 'reference');
  if (isA(object, 'call')) object.keep?.();
  // Looked into before it is changed: what it had by then is what is kept of it.
  const names = isA(object, 'call') ? stateOf(object, scope) : namesToChange(object, name, value, scope);
  noteChange(scope.engine, object);
  if (isA(object, 'call') && isA(object.callee, 'class') && mindsSetting(object.callee)) {
    const made = setByClass(object, object.callee, name, value, scope);
    if (made !== undefined) {
      // Whatever is asked of it from now on.
      if (made !== null) names.set(name, made);
      return true;
    }
  }
  if (isA(object, 'call') && name === '__class__') changeClass(object, value, scope);
  const own = isA(object, 'class') && names === object.names ? written.get(name) : undefined;
  if (own !== undefined && isA(object, 'class') && typeof value === 'string') object[own] = value;
  else names.set(name, value);
  return true;
};

/** `del object.name`. */
export const deleteAttribute = (object: Value, name: string, scope: Scope): boolean => {
  if (!isA(object, 'class') && !isA(object, 'module') && !isA(object, 'call')) return false;
  const names = isA(object, 'call') ? stateOf(object, scope) : namesToChange(object, name, null, scope);
  noteChange(scope.engine, object);
  const found = isA(object, 'call') && isA(object.callee, 'class') ? classAttribute(object.callee, name) : undefined;
  if (isA(found, 'function') && found.deleter !== undefined) {
    callFunction(found.deleter, { args: [object], keywords: new Map() }, scope);
    return true;
  }
  names.delete(name);
  return true;
};
