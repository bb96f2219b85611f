/** What an object of a class of the text holds: what its `__init__` sets, as it is written or as Python writes it for a dataclass. */

import { callFunction } from '../calls/call-function.ts';
import { classAttribute } from '../classes/classes.ts';
import { isNamespace } from '../classes/namespaces.ts';
import { bindFields, writtenByPython } from '../classes/records.ts';
import { made } from '../data/entries.ts';
import {
  type CallValue,
  type ClassValue,
  type FunctionValue,
  isA,
  nameOf,
  type RecordShape,
  unknown,
  type Value,
} from '../values.ts';
import type { Arguments, Scope } from '../world.ts';

/** What an object is told from outside, which came after its `__init__`, also where that is followed later. */
export const tell = (object: CallValue, facts: Iterable<readonly [string, Value]>): void => {
  if (object.state === undefined) object.early = true;
  object.state = new Map([...(object.state ?? []), ...facts]);
};

/** A copy that is told more. */
export const copyTold = (object: CallValue, facts: Iterable<readonly [string, Value]> = []): CallValue => {
  const copy = { ...object };
  tell(copy, facts);
  return copy;
};

/** The `__init__` came first: what was told stands. Whoever shares the state has it as well. */
const initialiseTold = (object: CallValue, state: Map<string, Value>, scope: Scope): void => {
  const told = [...state];
  delete object.early;
  delete object.state;
  for (const [name, value] of stateOf(object, scope)) state.set(name, value);
  for (const [name, value] of told) state.set(name, value);
  object.state = state;
};

/** Follows the class's `__init__` once, for the attributes that it sets. */
export const stateOf = (object: CallValue, scope: Scope): Map<string, Value> => {
  if (object.early && object.state !== undefined && isA(object.callee, 'class'))
    initialiseTold(object, object.state, scope);
  if (object.state !== undefined) return object.state;
  object.state = new Map(isNamespace(object) ? object.keywords : []);
  if (!isA(object.callee, 'class')) return object.state;
  const shape = writtenByPython(object.callee);
  if (shape !== undefined)
    return fillRecord(object, object.callee, shape, object, (callee, call) => callFunction(callee, call, scope));
  const init = classAttribute(object.callee, '__init__');
  if (isA(init, 'function')) callFunction(init, { args: [object, ...object.args], keywords: object.keywords }, scope);
  return object.state;
};

/** How a function is followed. */
type Follow = (callee: FunctionValue, call: Arguments) => Value;

/** What a factory of a dataclass gives. */
const makeBy = (factory: Value, follow: Follow): Value => {
  const make = made[nameOf(factory)?.replace(/^builtins\./, '') ?? ''];
  if (make !== undefined) return make();
  return isA(factory, 'function')
    ? follow(factory, { args: [], keywords: new Map() })
    : unknown('what a factory makes is not known');
};

/** As the `__init__` does that Python writes for a dataclass. `given`: what it is called with. */
export const fillRecord = (
  object: CallValue,
  of: ClassValue,
  shape: RecordShape,
  given: Arguments,
  follow: Follow,
): Map<string, Value> => {
  const state = object.state ?? new Map<string, Value>();
  object.state = state;
  const bound = bindFields(shape, given, (factory) => makeBy(factory, follow));
  const passed = shape.fields.filter(({ isPassed }) => isPassed).map(({ name }) => bound.get(name) ?? null);
  for (const { name, isPassed } of shape.fields) {
    const value = isPassed ? undefined : bound.get(name);
    if (value !== undefined) state.set(name, value);
  }
  const after = classAttribute(of, '__post_init__');
  if (isA(after, 'function')) follow(after, { args: [object, ...passed], keywords: new Map() });
  return state;
};
