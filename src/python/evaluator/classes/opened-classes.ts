/** Objects of classes that were not opened when they were made. */
import { isA, type Value } from '../values.ts';
import type { Scope } from '../world.ts';

const OF_CLASS = /\.[A-Z]\w*$/;
/** Objects of such a class are asked outside of classes, too: what becomes of them are choices of fields. */
const HOLDS_CHOICES = /Choices$/;

/**
 * `default=KINDS.new`, `ALL = KINDS + [("old", "Old")]` in the body of a class: what an object of a package holds decides what the class is made of. One whose class was not
 * opened is an object of the class itself from then on, where that can be read.
 */
export const openClassOf = (object: Value, { kind, engine: { world } }: Scope): void => {
  if (!isA(object, 'call') || !isA(object.callee, 'reference')) return;
  const { name } = object.callee;
  if (kind !== 'class' && !HOLDS_CHOICES.test(name)) return;
  if ((object.state?.size ?? 0) > 0 || !OF_CLASS.test(name) || world.known.isFramework(name)) return;
  const opened = world.openReference(name);
  if (!isA(opened, 'class')) return;
  object.callee = opened;
  delete object.state;
};
