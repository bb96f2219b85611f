/** Objects that fields hold: validators, storages, what names the path of an upload. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  isA,
  nameOf,
  type ReferenceValue,
  resolutionOrder,
  type Value,
} from '../../../../../python/index.ts';

const OBJECT = /^django\.core\.validators\.[A-Z]\w*$/;

/** Made of a class that surely makes an object, of which Django asks what it was made with before it compares: never a function or a class. */
export const isObject = ({ name, callee }: CallValue): boolean => {
  if (!isA(callee, 'class')) return OBJECT.test(name);
  const isPlainBase = (base: ClassValue | ReferenceValue): boolean =>
    base.type === 'class'
      ? !base.names.has('__new__') && !base.keywords.has('metaclass')
      : base.name === 'builtins.object';
  const isTakenApart =
    callee.decorators.length === 0
      ? classAttribute(callee, 'deconstruct') !== undefined || classAttribute(callee, '__eq__') === undefined
      : callee.decorators.every((decorator) => MARK.test(nameOf(decorator) ?? ''));
  return isTakenApart && resolutionOrder(callee).every(isPlainBase);
};

const MARK = /^django\..*\.deconstructible$/;
export const isMark = (name: string): boolean => MARK.test(name);

/** What a class may be decorated with and still be made, and asked what it was made with, as its text says. */
const HARMLESS = /^(?:functools\.total_ordering|dataclasses\.dataclass)$/;
export const isHarmless = (name: string): boolean => HARMLESS.test(name);

export const decoratorName = (decorator: Value): string =>
  isA(decorator, 'call') ? decorator.name : (nameOf(decorator) ?? '');

/** Classes of Django that keep what they were made with; those that are derived from them do, too. */
const KEEPERS = /^django\.core\.(?:validators\.[A-Z]\w*|files\.storage\.(?:\w+\.)?(?:FileSystem|InMemory)Storage)$/;
export const isKeeper = (name: string): boolean => KEEPERS.test(name);

const EXPRESSIONS =
  /^django\.db\.models\.(?:(?:expressions\.|aggregates\.|lookups\.)?(?:Func|Expression|Aggregate|Transform)|functions\.(?:\w+\.)?[A-Z]\w*)$/;

const isExpression = (made: ClassValue): boolean =>
  resolutionOrder(made).some((base) => base.type === 'reference' && EXPRESSIONS.test(base.name));

/** An expression in an index or a constraint is compared by which argument it is, whether it was named or not. */
const isGivenAlike = (left: CallValue, right: CallValue): boolean =>
  left.args.length === right.args.length &&
  left.keywords.size === right.keywords.size &&
  [...left.keywords.keys()].every((name) => right.keywords.has(name));

const keepsArguments = (made: ClassValue): boolean => {
  for (const ancestor of resolutionOrder(made)) {
    if (ancestor.type === 'reference') return KEEPERS.test(ancestor.name) || EXPRESSIONS.test(ancestor.name);
    const decorators = ancestor.decorators.map(decoratorName);
    if (!decorators.every((name) => MARK.test(name) || HARMLESS.test(name))) return false;
    if (ancestor.names.has('__new__') || ancestor.keywords.has('metaclass')) return false;
    if (decorators.some((name) => MARK.test(name))) return true;
    if (ancestor.names.has('deconstruct') || ancestor.names.has('identity')) return false;
  }
  return false;
};

/**
 * Whether Django compares the two by what they were made with, word for word: of a class that is `deconstructible`, or derived from one, and says
 * nothing else itself. How such objects compare themselves is never asked.
 */
export const isToldByArguments = (left: CallValue, right: CallValue): boolean =>
  isA(right.callee, 'class') &&
  keepsArguments(right.callee) &&
  (!isExpression(right.callee) || isGivenAlike(left, right));

const LAZY = /^django\.utils\.functional\.(?:Simple)?LazyObject$/;

/** Whether it may say that it is of another class: one that stands for an object which is made later, or that tells itself how it is written. */
export const maySayOther = ({ name, callee }: CallValue): boolean => {
  if (!isA(callee, 'class')) return LAZY.test(name);
  return (
    resolutionOrder(callee).some((base) => base.type === 'reference' && LAZY.test(base.name)) ||
    isA(classAttribute(callee, 'deconstruct'), 'function') ||
    callee.decorators.some((decorator) => isA(decorator, 'call'))
  );
};

const FILES = /^django\.core\.files\.(?:\w+\.)?(?:\w*File)$/;

/** A file that is held ready as a default: Django compares it with nothing but itself. */
export const isHeldFile = ({ name }: CallValue): boolean => FILES.test(name);

const PARTS = /^django\.(?:db\.models|contrib\.(?:postgres|gis)\.[\w.]+)\.(?:\w+\.)?\w*(?:Index|Constraint)$/;
const tellsOtherwise = ['__init__', '__new__', '__eq__', 'deconstruct'];

/** Of an index or a constraint of someone's own class that is made, written and compared as the one of Django's which it derives from: the name of that. */
export const partOfDjango = ({ callee }: CallValue): string | null => {
  if (!isA(callee, 'class')) return null;
  for (const ancestor of resolutionOrder(callee)) {
    if (ancestor.type === 'reference') return PARTS.test(ancestor.name) ? ancestor.name : null;
    if (ancestor.decorators.length > 0 || ancestor.keywords.has('metaclass')) return null;
    if (tellsOtherwise.some((name) => ancestor.names.has(name))) return null;
  }
  return null;
};
