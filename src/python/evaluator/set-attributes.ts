/** `object.name = value`, `setattr`, `del object.name` and `delattr`. */
import { stateOf, written } from './attributes.ts';
import { noteChange } from './ownership.ts';
import { type ClassValue, isA, type ModuleValue, type Value } from './values.ts';
import type { Scope } from './world.ts';

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

/** False when it is nothing that attributes can be set on. */
export const setAttribute = (object: Value, name: string, value: Value, scope: Scope): boolean => {
  if (isA(object, 'reference')) scope.engine.world.patchModule(object.name, name, value);
  if (!isA(object, 'class') && !isA(object, 'module') && !isA(object, 'call')) return isA(object, 'reference');
  if (isA(object, 'call')) object.keep?.();
  // Looked into before it is changed: what it had by then is what is kept of it.
  const names = isA(object, 'call') ? stateOf(object, scope) : namesToChange(object, name, value, scope);
  noteChange(scope.engine, object);
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
  names.delete(name);
  return true;
};
