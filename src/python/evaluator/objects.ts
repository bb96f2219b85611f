/** What objects of the text's own classes are as a text, how long they are, what `with` makes of them: their classes say it. */
import { ask, hasOwn } from './attributes.ts';
import { formatValue } from './known/formats.ts';
import { isA, unknown, type Value } from './values.ts';
import type { Scope } from './world.ts';

/** `str(value)` of an object whose class says how; undefined for any other. */
export const ownText = (value: Value | undefined, scope: Scope): string | undefined => {
  if (value === undefined || !hasOwn(value, '__str__')) return undefined;
  const text = ask(value, '__str__', [], scope);
  return typeof text === 'string' ? text : undefined;
};

/** A part of an f-string. */
export const shownPart = (value: Value, spec: string, conversion: string, scope: Scope): string | undefined => {
  const isPlain = hasOwn(value, '__format__') || conversion === 'r' || conversion === 'a';
  const text = isPlain ? undefined : ownText(value, scope);
  return hasOwn(value, '__format__')
    ? undefined
    : formatValue(text ?? value, spec, text === undefined ? conversion : '');
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
