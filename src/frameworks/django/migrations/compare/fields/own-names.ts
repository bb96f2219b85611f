/**
 * A migration names a class or a function as it was named when it was made; a model may have it from a package by another name (`Weight = Mass`).
 * And what a model takes from a package, a length or a state, stands in a migration as a value. Packages are opened to tell that only where a
 * comparison rests on it: hardly ever.
 */
import { type CallValue, isA, isSequence, type Value } from '../../../../../python/index.ts';
import type { FieldState } from './fields.ts';

type Open = (name: string) => Value | undefined;

/** The same object where nothing in it has another name. */
const ownNamed = (value: Value, open: Open): Value => {
  if (isA(value, 'reference')) return open(value.name) ?? value;
  if (isA(value, 'call')) return ownCall(value, open);
  if (!isSequence(value)) return value;
  const items = value.items.map((item) => ownNamed(item, open));
  return items.every((item, index) => item === value.items[index]) ? value : { ...value, items };
};

/** A field inside of a field: `ArrayField(base_field=…)`. */
const ownCall = (value: CallValue, open: Open): CallValue => {
  const meant = isA(value.callee, 'reference') ? open(value.callee.name) : undefined;
  const args = value.args.map((arg) => ownNamed(arg, open));
  const keywords = new Map([...value.keywords].map(([name, item]) => [name, ownNamed(item, open)]));
  const isSame =
    args.every((arg, at) => arg === value.args[at]) &&
    [...keywords].every(([name, item]) => item === value.keywords.get(name));
  if (isA(meant, 'reference')) return { ...value, name: meant.name, callee: meant, args, keywords };
  return isSame ? value : { ...value, args, keywords };
};

/** Choices that an object of a package holds: `Choices("draft", "done")` of django-model-utils. */
const ownChoices = (value: Value, open: Open): Value => {
  const named = ownNamed(value, open);
  const meant = isA(named, 'call') && isA(named.callee, 'reference') ? open(named.callee.name) : undefined;
  return isA(named, 'call') && isA(meant, 'class') ? { ...named, callee: meant } : named;
};

/** Undefined where nothing of it has another name. */
export const withOwnNames = (field: FieldState, open: Open): FieldState | undefined => {
  const kwargs = new Map(
    [...field.kwargs].map(([name, value]) => [name, (name === 'choices' ? ownChoices : ownNamed)(value, open)]),
  );
  const isSame = [...kwargs].every(([name, value]) => value === field.kwargs.get(name));
  return isSame ? undefined : { ...field, kwargs };
};
