/** Enumerations that are made by a call: `Enum("Color", "RED BLUE")`, `IntEnum("Medal", [("GOLD", 1)])`. */
import { isEmptyEnumeration } from './classes.ts';
import { makeClass } from './scoped.ts';
import { type CallValue, dictOf, isA, isSequence, type Key, referenceTo, tupleOf, type Value } from './values.ts';
import type { Arguments, Scope } from './world.ts';

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
  if (written === undefined || keywords.size > 0 || !isEmptyEnumeration(base, scope.engine.world.known))
    return undefined;
  const members = membersOf(written);
  return members && makeClass({ args: [name ?? null, tupleOf([base]), dictOf(members)], keywords }, scope, line);
};
