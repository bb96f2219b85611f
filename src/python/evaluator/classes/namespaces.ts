/** `types.SimpleNamespace`, and classes of the text that derive from it. */

import { type CallValue, isA, nameOf, OPEN_KEYWORDS } from '../values.ts';
import { classAttribute, isWholeClass, resolutionOrder } from './classes.ts';

const NAMESPACE = 'types.SimpleNamespace';

/** A base that gives an object nothing but what it is given. */
export const isBare = (base: string): boolean => base === 'builtins.object' || base === NAMESPACE;

/** `SimpleNamespace(a=1)`: what it is given are its attributes. */
export const isNamespace = ({ callee, args, keywords }: CallValue): boolean => {
  if (args.length > 0 || keywords.has(OPEN_KEYWORDS)) return false;
  if (!isA(callee, 'class')) return nameOf(callee) === NAMESPACE;
  const isOne = resolutionOrder(callee).some(({ type, name }) => type === 'reference' && name === NAMESPACE);
  return isOne && isWholeClass(callee, isBare) && classAttribute(callee, '__init__') === undefined;
};
