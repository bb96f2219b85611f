/** Objects of classes of the text that derive from `dict` or `list`: what they hold, and what they leave to Python's own classes. */

import { isWholeClass, resolutionOrder } from '../classes/classes.ts';
import { inheritedMethod, SELF, SUPER } from '../classes/inherited.ts';
import { addItems } from '../data/equality.ts';
import { inOrderOf } from '../data/order.ts';
import { noteChange } from '../data/ownership.ts';
import { callBuiltin } from '../known/builtins.ts';
import {
  type CallValue,
  type ClassValue,
  type DictValue,
  dictOf,
  isA,
  isSequence,
  listOf,
  type SequenceValue,
  unknown,
  type Value,
} from '../values.ts';
import type { Arguments, Scope } from '../world.ts';
import { hasOwn } from './attributes.ts';
import { callSpecial } from './special-methods.ts';

type Held = DictValue | SequenceValue;

const kinds: Readonly<Record<string, 'dict' | 'list'>> = {
  'builtins.dict': 'dict',
  'collections.OrderedDict': 'dict',
  'builtins.list': 'list',
};

const isPlainBase = (name: string): boolean =>
  name === 'builtins.object' || Object.hasOwn(kinds, name) || /^(?:typing|abc)\./.test(name);

/** What a new object of the class holds; undefined where it holds nothing, or makes that in a way of its own. */
export const heldAtFirst = (of: ClassValue, call: Arguments, owner: object | null): Held | undefined => {
  const name = resolutionOrder(of).find((base) => base.type === 'reference' && Object.hasOwn(kinds, base.name))?.name;
  const kind = name === undefined ? undefined : kinds[name];
  const says = (method: string): boolean =>
    resolutionOrder(of).some((base) => base.type === 'class' && base.names.has(method));
  if (kind === undefined || !isWholeClass(of, isPlainBase) || says('__new__')) return undefined;
  const given = says('__init__') ? { args: [], keywords: new Map<string, Value>() } : call;
  const made = callBuiltin(kind, given);
  const held = isA(made, 'dict') || isSequence(made) ? made : undefined;
  if (held !== undefined && owner !== null) held.owner = owner;
  return held;
};

/** What an object holds, where its class leaves all of these methods to Python; else the value itself. */
export const heldUnless = (value: Value, ...methods: string[]): Value =>
  isA(value, 'call') && value.held !== undefined && !methods.some((method) => hasOwn(value, method))
    ? value.held
    : value;

const fill = (held: Held, call: Arguments): null => {
  const made = callBuiltin(isA(held, 'dict') ? 'dict' : 'list', call);
  if (isA(held, 'dict')) {
    if (!isA(made, 'dict') || made.partial) held.partial = true;
    for (const [key, item] of isA(made, 'dict') ? made.entries : []) held.entries.set(key, item);
    inOrderOf(made, held);
  } else addItems(held, isSequence(made) ? made.items : [unknown('what a list is made of is not known')]);
  return null;
};

/** `super().__setitem__(key, value)`: what Python's own class does for an object of the text; undefined for any other method. */
export const callOnHeld = (object: CallValue, method: string, call: Arguments, scope: Scope): Value | undefined => {
  if (object.name !== SUPER || inheritedMethod(object, method) !== undefined) return undefined;
  const self = object.state?.get(SELF);
  const held = isA(self, 'call') ? self.held : undefined;
  if (held === undefined) return undefined;
  if (method !== '__init__') return callSpecial(held, method, call.args, scope);
  noteChange(scope.engine, held);
  return fill(held, call);
};

const methods = new Set(
  'get items keys values update setdefault pop popitem clear copy append extend insert remove sort reverse index count'.split(
    ' ',
  ),
);

/** On what a method is called: an object has those of Python's own class, and so has `super()` for it. */
export const methodHolder = (object: CallValue, method: string): Value => {
  if (!methods.has(method)) return object;
  const self = object.name === SUPER ? object.state?.get(SELF) : object;
  const isLeft = object === self ? !hasOwn(object, method) : inheritedMethod(object, method) === undefined;
  return isA(self, 'call') && self.held !== undefined && isLeft ? self.held : object;
};

/** A copy holds a copy. */
export const copyHeld = (held: Held): Held =>
  inOrderOf<Held>(held, isA(held, 'dict') ? dictOf(held.entries, held.partial) : listOf([...held.items]));
