/** Objects that the `__new__` of a class gives: one of the class itself, one of another, or one that was there before. */

import { stateOf } from '../attributes/object-state.ts';
import { callFunction } from '../calls/call-function.ts';
import { isMetaclass } from '../calls/scoped.ts';
import { hasOnce, keptByTaker } from '../data/once.ts';
import { type CallValue, type ClassValue, type FunctionValue, isA, nameOf, type Value } from '../values.ts';
import { type Arguments, type Engine, Raised, type Scope } from '../world.ts';
import { classAttribute, resolutionOrder } from './classes.ts';

const isOfFramework = (callee: Value, { world: { known } }: Engine): boolean =>
  isA(callee, 'class')
    ? resolutionOrder(callee).some(({ type, name }) => type === 'reference' && known.isFramework(name))
    : known.isFramework(nameOf(callee) ?? '');

const mayChange = ({ keywords }: Arguments): boolean => {
  for (const value of keywords.values()) if (isA(value, 'list') || isA(value, 'dict')) return true;
  return false;
};

/** `choices` of a field may be a generator, and it is asked for them more than once; they may be a list to which others add. */
const takenBy = (callee: Value, call: Arguments, engine: Engine): Arguments => {
  const isTakenOnce = hasOnce(call);
  if ((!isTakenOnce && !mayChange(call)) || !isOfFramework(callee, engine)) return call;
  return engine.world.taken(isTakenOnce ? keptByTaker(call, engine) : call);
};

export const makeCall = (callee: Value, call: Arguments, scope: Scope, line: number): CallValue => {
  const { engine } = scope;
  const { args, keywords } = takenBy(callee, call, engine);
  return {
    type: 'call',
    name: nameOf(callee) ?? '',
    callee,
    args,
    keywords,
    serial: engine.serial++,
    file: scope.module.file,
    line,
    owner: engine.owner ?? undefined,
  };
};

/** An object of a class, of which nothing is said yet. */
export const instanceOf = (value: ClassValue): CallValue => ({
  type: 'call',
  name: nameOf(value) ?? '',
  callee: value,
  args: [],
  keywords: new Map(),
  serial: 0,
  file: value.file,
  line: value.line,
  state: new Map(),
});

/** Those that have not had their `__init__` yet. */
const raw = new WeakSet<CallValue>();

const VALUES = /^(?:builtins\.(?:tuple|str|int|float|bool|bytes|frozenset|complex|type)|typing\.NamedTuple)$/;

/** Members of enumerations, texts, tuples with names: what they are is told by what their `__new__` is given, see `classes.ts` and `records.ts`. */
const isValue = (of: ClassValue): boolean =>
  of.enumeration !== undefined ||
  resolutionOrder(of).some(({ type, name }) => type === 'reference' && VALUES.test(name));

/** `super().__new__(cls)`, `object.__new__(cls)`: an object of which nothing is said yet. */
export const rawObject = ({ args: [of] }: Arguments, scope: Scope, line: number): CallValue | undefined => {
  if (!isA(of, 'class') || isValue(of) || isMetaclass(of, scope.engine.world.known)) return undefined;
  const object = makeCall(of, { args: [], keywords: new Map() }, scope, line);
  // With a state from the start: what is set on it is set before its `__init__`.
  object.state = new Map();
  object.isObject = true;
  raw.add(object);
  return object;
};

/** Python has the `__init__` of what it got called with what the class was, where that is an object of it. */
const initialise = (object: CallValue, of: ClassValue, call: Arguments, scope: Scope): void => {
  if (raw.delete(object)) {
    [object.args, object.keywords] = [call.args, call.keywords];
    // Nobody has looked into it: it is as good as any that was just made.
    if (object.state?.size === 0) delete object.state;
  } else stateOf(object, scope);
  const init = object.state === undefined ? undefined : classAttribute(of, '__init__');
  if (isA(init, 'function')) callFunction(init, { ...call, args: [object, ...call.args] }, scope);
};

const HANDS_ON = /\.__new__\s*\(/;

/** What someone else's `__new__` gives; undefined where it raises because too little is known. */
const followNew = (create: FunctionValue, call: Arguments, scope: Scope): Value | undefined => {
  scope.engine.aside++;
  try {
    return callFunction(create, call, scope);
  } catch (error) {
    if (!(error instanceof Raised) || scope.engine.tries > 0 || !HANDS_ON.test(create.statement?.source ?? ''))
      throw error;
    return undefined;
  } finally {
    scope.engine.aside--;
  }
};

/** What the `__new__` of a class gives. `of`: it is an object of that class, with its `__init__` done; `isNew`: made just now. */
type MadeByNew = { object: CallValue; of: ClassValue | undefined; isNew: boolean };

/** undefined: the text has no `__new__`, or what it gives cannot be told. */
export const madeByNew = (callee: ClassValue, call: Arguments, scope: Scope): MadeByNew | undefined => {
  const create = isValue(callee) ? undefined : classAttribute(callee, '__new__');
  if (!isA(create, 'function')) return undefined;
  const object = followNew(create, { ...call, args: [callee, ...call.args] }, scope);
  // A call that nobody could follow is no object.
  if (!isA(object, 'call') || /\.__new__$/.test(object.name)) return undefined;
  const of = isA(object.callee, 'class') && resolutionOrder(object.callee).includes(callee) ? object.callee : undefined;
  const isNew = of !== undefined && raw.has(object);
  if (of !== undefined) initialise(object, of, call, scope);
  return { object, of, isNew };
};
