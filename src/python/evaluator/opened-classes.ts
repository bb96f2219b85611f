/** Objects of classes that were not opened when they were made. */
import { isA, type Value } from './values.ts';
import type { Scope } from './world.ts';

const OF_CLASS = /\.[A-Z]\w*$/;

/** An object of a class of a package that was not opened is one of the class itself from now on, where that can be read. */
export const openClassOf = (object: Value, { engine: { world } }: Scope): void => {
  if (!isA(object, 'call') || !isA(object.callee, 'reference') || (object.state?.size ?? 0) > 0) return;
  const { name } = object.callee;
  if (!OF_CLASS.test(name) || world.known.isFramework(name)) return;
  const opened = world.openReference(name);
  if (!isA(opened, 'class')) return;
  object.callee = opened;
  delete object.state;
};
