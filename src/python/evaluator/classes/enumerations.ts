/** Enumerations that are called: `Color("red")`; and made by a call: `Enum("Color", "RED BLUE")`, `IntEnum("Medal", [("GOLD", 1)])`. */
import { callFunction } from '../calls/call-function.ts';
import { refuse } from '../calls/refusals.ts';
import { makeClass } from '../calls/scoped.ts';
import { equals } from '../data/equality.ts';
import {
  type CallValue,
  type ClassValue,
  dictOf,
  hasNoOrder,
  isA,
  isSequence,
  type Key,
  referenceTo,
  tupleOf,
  unknown,
  type Value,
} from '../values.ts';
import type { Arguments, Scope } from '../world.ts';
import { classAttribute, enumMembers, isEmptyEnumeration, resolutionOrder } from './classes.ts';
import { isFlag } from './members.ts';
import { decay } from './objects.ts';

const auto = (): CallValue => ({
  type: 'call',
  name: 'enum.auto',
  callee: referenceTo('enum.auto'),
  args: [],
  keywords: new Map(),
  serial: -1,
  file: null,
  line: 1,
});

/** A name alone, or with its value. */
const memberOf = (item: Value): [Key, Value] | undefined => {
  if (typeof item === 'string') return [item, auto()];
  const [name, value] = isSequence(item) && item.items.length === 2 ? item.items : [];
  return typeof name === 'string' && value !== undefined ? [name, value] : undefined;
};

const membersOf = (written: Value): [Key, Value][] | undefined => {
  if (isA(written, 'dict')) return written.partial ? undefined : [...written.entries];
  const items = typeof written === 'string' ? written.split(/[\s,]+/).filter((name) => name !== '') : undefined;
  const members = (items ?? (isSequence(written) ? written.items : [])).map(memberOf);
  return members.length > 0 && members.every((member) => member !== undefined) ? members : undefined;
};

/** undefined: it is nothing like it, or its members are not known. */
export const makeEnumeration = (
  base: Value,
  { args: [name, written], keywords }: Arguments,
  scope: Scope,
  line: number,
): Value | undefined => {
  if (
    written === undefined ||
    hasNoOrder(written) ||
    keywords.size > 0 ||
    !isEmptyEnumeration(base, scope.engine.world.known)
  )
    return undefined;
  const members = membersOf(written);
  return members && makeClass({ args: [name ?? null, tupleOf([base]), dictOf(members)], keywords }, scope, line);
};

/** What the class says of a value that none of its members has; undefined where that is not known, null where it says nothing. */
const answerFor = (of: ClassValue, value: Value, scope: Scope): Value | undefined => {
  const method = classAttribute(of, '_missing_');
  if (method === undefined) return null;
  const answer = isA(method, 'function')
    ? callFunction(method, { args: [of, value], keywords: new Map() }, scope)
    : undefined;
  const isMember = enumMembers(of)?.some((member) => answer !== undefined && equals(member, answer) === true);
  return answer === null || isMember ? answer : undefined;
};

/** `Kind("one")`: the member of that value; undefined where the class is no enumeration. */
export const memberOfValue = (of: ClassValue, { args }: Arguments, scope: Scope): Value | undefined => {
  const members = args.length === 1 ? enumMembers(of) : undefined;
  if (members === undefined) return undefined;
  const { engine } = scope;
  const [value = null] = args;
  const answers = members.map((member) => member === value || equals(member.value, value));
  const at = answers.findIndex((answer) => answer !== false);
  const found = members[at];
  if (found !== undefined && answers[at] === true) return decay(found, engine);
  // What is several of them at once is its number.
  if ((isA(value, 'member') && value.of === of) || isFlag(resolutionOrder(of))) return decay(value, engine);
  const answer = found === undefined ? answerFor(of, value, scope) : undefined;
  if (answer !== undefined && answer !== null) return decay(answer, engine);
  if (engine.tries > 0) refuse(answer === null || undefined, 'ValueError', 'There is no member of that value.', engine);
  return unknown('which member has that value is not known');
};
