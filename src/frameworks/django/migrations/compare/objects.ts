/** Objects that fields hold: validators, storages, what names the path of an upload. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  isA,
  nameOf,
  type ReferenceValue,
  resolutionOrder,
} from '../../../../python/index.ts';

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
      : callee.decorators.every((decorator) => /^django\..*\.deconstructible$/.test(nameOf(decorator) ?? ''));
  return isTakenApart && resolutionOrder(callee).every(isPlainBase);
};

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
