/** Objects in a class that answer for an attribute of its objects: those whose own class says `__get__` or `__set__`. */

import { callFunction } from '../calls/call-function.ts';
import { type CallValue, type ClassValue, type FunctionValue, isA, type Value } from '../values.ts';
import type { Scope } from '../world.ts';
import { classAttribute, isCached, isProperty, metaclassOf, resolutionOrder } from './classes.ts';

type Descriptor = CallValue & { callee: ClassValue };

const says = (value: Value | undefined, method: string): value is Descriptor =>
  isA(value, 'call') && isA(value.callee, 'class') && classAttribute(value.callee, method) !== undefined;

export const isGetter = (value: Value | undefined): value is Descriptor => says(value, '__get__');

/** A property, or an object whose class says what becomes of what is set. */
export const isSetter = (value: Value): value is Descriptor | FunctionValue =>
  isA(value, 'function') ? isProperty(value) && !isCached(value) : says(value, '__set__');

/** Of an object: whether its class has a say in what is set on it. Asked for every attribute that is set. */
const minds = new WeakMap<ClassValue, boolean>();

export const mindsSetting = (of: ClassValue): boolean => {
  const known = minds.get(of);
  if (known !== undefined) return known;
  const isMinding = resolutionOrder(of).some(
    (each) =>
      each.type === 'class' &&
      (each.record?.isFrozen ||
        each.names.has('__setattr__') ||
        each.names.has('__slots__') ||
        [...each.names.values()].some(isSetter)),
  );
  minds.set(of, isMinding);
  return isMinding;
};

/** A metaclass may leave names out, or hand on others: which ones come to be told their names is its own affair, and that of the framework. */
const keepsNames = (of: ClassValue, { engine }: Scope): boolean => {
  const metaclass = metaclassOf(of);
  if (metaclass !== undefined && classAttribute(metaclass, '__new__') !== undefined) return false;
  return resolutionOrder(of).every(({ type, name }) => type === 'class' || !engine.world.known.isFramework(name));
};

/** Python tells objects in a class how they are called there, as the class is made. */
export const tellNames = (of: ClassValue, scope: Scope): void => {
  const told: [string, Descriptor][] = [];
  for (const [name, value] of of.names) if (says(value, '__set_name__')) told.push([name, value]);
  if (told.length === 0 || of.enumeration !== undefined || !keepsNames(of, scope)) return;
  for (const [name, value] of told) {
    const method = classAttribute(value.callee, '__set_name__');
    if (isA(method, 'function')) callFunction(method, { args: [value, of, name], keywords: new Map() }, scope);
  }
};
