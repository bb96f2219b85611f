/** What objects of the text's own classes are as a text, how long they are, what `with` makes of them: their classes say it. */
import { ask, hasOwn } from './attributes.ts';
import { resolutionOrder } from './classes.ts';
import { formatValue, stringOf } from './known/formats.ts';
import { isA, isSequence, type MemberValue, unknown, type Value } from './values.ts';
import type { Scope } from './world.ts';

/** `str(value)` of an object whose class says how; undefined for any other. */
export const ownText = (value: Value | undefined, scope: Scope): string | undefined => {
  if (value === undefined || !hasOwn(value, '__str__')) return undefined;
  const text = ask(value, '__str__', [], scope);
  return typeof text === 'string' ? text : undefined;
};

const isSince311 = (scope: Scope): boolean => {
  const version = scope.engine.world.resolve('sys.version_info');
  const [major, minor] = isSequence(version) ? version.items : [];
  return major !== 3 || typeof minor !== 'number' || minor >= 11;
};

/**
 * A member that is equal to its value, as a text: `Status.DONE` of a `(str, Enum)`, its value where its class is made for that.
 * `isFormatted`: in an f-string, where older Pythons show the value.
 */
export const memberText = (member: MemberValue, isFormatted: boolean, scope: Scope): string | undefined => {
  if (isFormatted && hasOwn(member, '__format__')) return undefined;
  if (hasOwn(member, '__str__')) return ownText(member, scope);
  const { known } = scope.engine.world;
  const bases = resolutionOrder(member.of).flatMap(({ type, name }) => (type === 'reference' ? [name] : []));
  const showsValue = bases.some(
    (name) => /^enum\.(?:Str|Repr)Enum$/.test(name) || known.enumeration(name) !== undefined,
  );
  const isNumber = bases.some((name) => name === 'enum.IntEnum' || name === 'enum.IntFlag');
  return showsValue || (isNumber ? isFormatted || isSince311(scope) : isFormatted && !isSince311(scope))
    ? stringOf(member.value)
    : `${member.of.name}.${member.name}`;
};

/** A part of an f-string. */
export const shownPart = (value: Value, spec: string, conversion: string, scope: Scope): string | undefined => {
  const isPlain = hasOwn(value, '__format__') || conversion === 'r' || conversion === 'a';
  const isEqual = isA(value, 'member') && !value.isPure;
  const text = isPlain ? undefined : isEqual ? memberText(value, conversion !== 's', scope) : ownText(value, scope);
  if (hasOwn(value, '__format__') || (isEqual && text === undefined)) return undefined;
  return formatValue(text ?? value, spec, text === undefined ? conversion : '');
};

/** `len(value)` of an object of a class of the text. */
export const ownLength = (value: Value, scope: Scope): Value | undefined =>
  hasOwn(value, '__len__') ? (ask(value, '__len__', [], scope) ?? unknown('a length is not known')) : undefined;

/** What `with value as name` gives the name. */
export const enteredBy = (value: Value, scope: Scope): Value => {
  if (isA(value, 'call') && value.name === 'contextlib.nullcontext') return value.args[0] ?? null;
  if (!isA(value, 'call') || !hasOwn(value, '__enter__')) return value;
  return ask(value, '__enter__', [], scope) ?? unknown('what "with" gives is not known');
};
