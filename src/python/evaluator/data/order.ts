/**
 * What has no order: a set, and what was made by going over one. Of a list or a dict with `isAnyOrder` all items are known and none of their
 * places; what rests on a place is not known. Numbers count as any other item: where they lie in a set rests on how CPython fills it.
 */
import { ANY_ORDER, hasNoOrder, isA, isSequence, unknown, type Value } from '../values.ts';

/** Told of a list, a tuple or a dict that has just been made, or is added to. */
export const loseOrder = <T extends Value>(value: T): T => {
  if ((isSequence(value) && value.type !== 'set') || isA(value, 'dict')) value.isAnyOrder = true;
  return value;
};

/** The same where what it was made of has no order. */
export const inOrderOf = <T extends Value>(from: Value | undefined, made: T): T =>
  hasNoOrder(from) ? loseOrder(made) : made;

/** Functions of Python's library that go over what they are given, and give all of it: as it is, or each item with its own result. */
const GIVES_ALL =
  /^builtins\.(?:filter|iter|list|map|reversed|tuple)$|^collections\.|^copy\.|^itertools\.(?:chain(?:\.from_iterable)?|filterfalse|permutations|product|starmap)$|^types\./;

/** Those of which the result rests on the places of what they are given; `itertools.repeat` hands it on. */
const TAKES_PLACES = /^builtins\.(?:enumerate|zip)$|^itertools\.(?!repeat$)|^functools\.reduce$|^fnmatch\.filter$/;

const DEEP = /^itertools\.(?:chain\.from_iterable|starmap)$/;

/** Asked before the call, which may take what can be gone over only once. */
export const lacksOrder = (name: string, args: readonly Value[]): boolean =>
  args.some(hasNoOrder) || (DEEP.test(name) && args.some((arg) => isSequence(arg) && arg.items.some(hasNoOrder)));

/** What such a function gives where something that it was given has no order. */
export const givenAnyOrder = (name: string, made: Value): Value => {
  if (GIVES_ALL.test(name)) return loseOrder(made);
  return TAKES_PLACES.test(name) ? unknown(ANY_ORDER) : made;
};
