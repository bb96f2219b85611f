/** What the `__init__` of an enumeration gives its members, which takes their values apart. */
import { callFunction } from '../calls/call-function.ts';
import { classAttribute, memberFunction, membersByName } from '../classes/classes.ts';
import {
  type CallValue,
  type ClassValue,
  type FunctionValue,
  isA,
  isSequence,
  type MemberValue,
  type Value,
} from '../values.ts';
import { Raised, type Scope } from '../world.ts';

type States = Map<string, Map<string, Value>>;

/** Of those whose `__init__` may do something to others: what it gave as the class was made. */
const made = new WeakMap<ClassValue, States>();

/** Its name and its value are there by then. */
const follow = (
  { of, name, value, written = value }: MemberValue,
  init: FunctionValue,
  scope: Scope,
): Map<string, Value> => {
  const state = new Map<string, Value>([
    ['name', name],
    ['_name_', name],
    ['value', value],
    ['_value_', value],
  ]);
  const args = isSequence(written) && written.type === 'tuple' ? written.items : [written];
  const self: CallValue = {
    type: 'call',
    name: of.name,
    callee: of,
    args: [],
    keywords: new Map(),
    serial: -1,
    file: null,
    line: 1,
    state,
  };
  callFunction(init, { args: [self, ...args], keywords: new Map() }, scope);
  return state;
};

/** undefined: it has no `__init__`. */
export const memberState = (member: MemberValue, scope: Scope): Map<string, Value> | undefined => {
  const init = memberFunction(member, '__init__');
  return init && (made.get(member.of)?.get(member.name) ?? follow(member, init, scope));
};

/** Python makes the members with their class: once, whoever asks for them later, and one for each further name. `isQuiet`: an `__init__` that does nothing to others. */
export const makeMembers = (of: ClassValue, isQuiet: (init: FunctionValue) => boolean, scope: Scope): void => {
  const init = of.enumeration === undefined ? undefined : classAttribute(of, '__init__');
  if (!isA(init, 'function') || isQuiet(init)) return;
  const states: States = new Map();
  made.set(of, states);
  try {
    for (const [name, member] of membersByName(of) ?? []) {
      const state = follow({ ...member, name }, init, scope);
      if (name === member.name) states.set(name, state);
    }
  } catch (error) {
    if (!(error instanceof Raised) || scope.engine.tries > 0) throw error;
  }
};
