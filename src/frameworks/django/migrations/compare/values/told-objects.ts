/** What objects say of themselves when Django asks how they are written: by a `deconstruct` of their class, or as they were made. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  dictOf,
  inheritedFrom,
  isA,
  isSequence,
  listOf,
  nameOf,
  type ReferenceValue,
  resolutionOrder,
  tupleOf,
  type Value,
} from '../../../../../python/index.ts';
import { decoratorName, isHarmless, isKeeper, isMark } from './objects.ts';
import type { Sameness } from './sameness.ts';

type Told = Arguments & { path: string };
type Ancestor = ClassValue | ReferenceValue;

/** Bases that say nothing of how their objects are made or written. */
const isSilent = (name: string): boolean =>
  name === 'builtins.object' || /^django\.core\.files\.storage\.(?:base\.)?Storage$/.test(name);

/** A class that is made as its text says. */
const isMadeAsWritten = (ancestor: Ancestor): boolean => {
  if (ancestor.type === 'reference') return isSilent(ancestor.name) || isKeeper(ancestor.name);
  const decorators = ancestor.decorators.map(decoratorName);
  return (
    decorators.every((name) => isMark(name) || isHarmless(name)) &&
    !['__new__', '__getattribute__'].some((name) => ancestor.names.has(name)) &&
    !ancestor.keywords.has('metaclass') &&
    !ancestor.isOpen
  );
};

/** The mark replaces what the class has of that name. */
const isMarked = (ancestor: Ancestor): boolean =>
  ancestor.type === 'reference'
    ? isKeeper(ancestor.name)
    : ancestor.decorators.some((decorator) => isMark(decoratorName(decorator)));

const saysItself = (ancestor: Ancestor): boolean => ancestor.type === 'class' && ancestor.names.has('deconstruct');

/** A mark may be handed the name that the class is written by. */
const pathOf = ({ name, callee }: CallValue): string | undefined => {
  const marks = isA(callee, 'class') ? callee.decorators.filter((decorator) => isMark(decoratorName(decorator))) : [];
  if (marks.length === 0) return isA(callee, 'class') ? nameOf(callee) : name;
  const [only, more] = marks;
  return isA(only, 'call') || more !== undefined ? undefined : nameOf(callee);
};

const asMade = (object: CallValue): Told | undefined => {
  const path = pathOf(object);
  return path === undefined ? undefined : { path, args: object.args, keywords: object.keywords };
};

/** What the first of these classes that says anything says of the object. */
const askFrom = (object: CallValue, classes: readonly Ancestor[]): Told | undefined => {
  const first = classes.find((ancestor) => isMarked(ancestor) || saysItself(ancestor));
  if (first === undefined) return undefined;
  if (isMarked(first)) return asMade(object);
  const method = first.type === 'class' ? first.names.get('deconstruct') : undefined;
  if (!isA(method, 'function') || method.decorators.length > 0) return undefined;
  const answer = method.call([object], new Map());
  const [path, args, keywords, more] = isSequence(answer) && answer.type === 'tuple' ? answer.items : [];
  if (typeof path !== 'string' || !isSequence(args) || !isA(keywords, 'dict') || more !== undefined) return undefined;
  const named = [...keywords.entries].filter((entry): entry is [string, Value] => typeof entry[0] === 'string');
  return keywords.partial || named.length < keywords.entries.size
    ? undefined
    : { path, args: args.items, keywords: new Map(named) };
};

/** `super().deconstruct()` in a class whose base keeps what its objects are made with. */
export const superDeconstruct = (asked: CallValue): Value | undefined => {
  const { self, classes } = inheritedFrom(asked) ?? {};
  if (!isA(self, 'call') || !isA(self.callee, 'class') || classes === undefined) return undefined;
  if (!resolutionOrder(self.callee).every(isMadeAsWritten)) return undefined;
  const first = classes.find((ancestor) => isMarked(ancestor) || saysItself(ancestor));
  const told = first !== undefined && isMarked(first) ? asMade(self) : undefined;
  return told && tupleOf([told.path, tupleOf([...told.args]), dictOf(told.keywords)]);
};

/** `made`: its class, where the object only names it. */
const tell = (object: CallValue, made: Value): Told | undefined => {
  if (!isA(made, 'class')) return isKeeper(object.name) ? asMade(object) : undefined;
  const order = resolutionOrder(made);
  if (!order.every(isMadeAsWritten)) return undefined;
  // What is asked may set something on it.
  const state = object.state === undefined ? {} : { state: new Map(object.state) };
  try {
    return askFrom({ ...object, callee: made, ...state }, order);
  } catch {
    // Someone else's code may raise.
    return undefined;
  }
};

/** Django asks both for it, and compares what they say. undefined where that cannot be told. */
export const sameAsTold = (
  left: CallValue,
  right: CallValue,
  sameValue: (left: Value, right: Value) => Sameness,
): Sameness => {
  const [before, after] = [
    tell(left, left.name === right.name ? right.callee : left.callee),
    tell(right, right.callee),
  ];
  if (before === undefined || after === undefined) return undefined;
  return sameValue(asValue(before), asValue(after));
};

/** Whoever says where something lies says nothing of whether its arguments stand in a list or a tuple. */
const asValue = ({ path, args, keywords }: Told): Value => tupleOf([path, listOf([...args]), dictOf(keywords)]);
