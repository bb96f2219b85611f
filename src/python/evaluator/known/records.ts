/** Records of `collections.namedtuple`: by name, by number, one after the other. */
import { type CallValue, isA, isSequence, unknown, type Value } from '../values.ts';

const NAMED_TUPLE = /^(?:collections\.namedtuple|builtins\.namedtuple)$/;

/** The names of its parts, where something is what `namedtuple("Size", "width height")` made. */
const partNames = (type: Value): string[] | undefined => {
  if (!isA(type, 'call') || !NAMED_TUPLE.test(type.name) || isA(type.callee, 'call')) return undefined;
  const names = type.args[1] ?? type.keywords.get('field_names');
  if (typeof names === 'string') return names.split(/[\s,]+/).filter((name) => name !== '');
  if (!isSequence(names)) return undefined;
  return names.items.every((name) => typeof name === 'string') ? (names.items as string[]) : undefined;
};

/** The parts of a record in order; undefined where it is none. */
export const partsOfRecord = ({ callee, args, keywords }: CallValue): ReadonlyMap<string, Value> | undefined => {
  const names = partNames(callee);
  if (names === undefined) return undefined;
  return new Map(
    names.map((name, at): [string, Value] => [
      name,
      args[at] ?? keywords.get(name) ?? unknown(`the part ${name} is not known`),
    ]),
  );
};
