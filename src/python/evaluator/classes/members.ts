/** What is written for the members of an enumeration: which names are members, and what `auto()` stands for. */
import { numberText, toFloat, toInteger } from '../known/numbers.ts';
import {
  type CallValue,
  type ClassValue,
  isA,
  isSequence,
  listOf,
  nameOf,
  numberOf,
  type ReferenceValue,
  unknown,
  type Value,
} from '../values.ts';
import { Raised } from '../world.ts';

type Ancestor = ClassValue | ReferenceValue;

/** `_ignore_ = "a b"`, or a list. */
const ignoredNames = (written: Value | undefined): readonly Value[] => {
  if (typeof written === 'string') return written.split(/[\s,]+/);
  return isSequence(written) ? written.items : [];
};

/** Names between underscores are Python's, those behind two are the class's own; `_2D` is a member like any other. */
const mayBeMember = (name: string): boolean => !name.startsWith('__') && !/^_.*_$/.test(name);

const descriptors = new Set([
  'builtins.property',
  'builtins.classmethod',
  'builtins.staticmethod',
  'functools.cached_property',
  'functools.partialmethod',
  'enum.nonmember',
]);

const isDescriptor = ({ name, callee }: CallValue): boolean =>
  descriptors.has(name) ||
  (isA(callee, 'class') && ['__get__', '__set__', '__delete__'].some((method) => callee.names.has(method)));

/** What is written for a member; undefined for what is none. */
export const writtenMember = (name: string, { names }: ClassValue): Value | undefined => {
  const attribute = names.get(name);
  if (!mayBeMember(name) || isA(attribute, 'function') || isA(attribute, 'class')) return undefined;
  if (names.has('_ignore_') && ignoredNames(names.get('_ignore_')).includes(name)) return undefined;
  if (!isA(attribute, 'call')) return attribute;
  if (isDescriptor(attribute)) return undefined;
  return attribute.name === 'enum.member' ? attribute.args[0] : attribute;
};

export const isFlag = (order: readonly Ancestor[]): boolean =>
  order.some((ancestor) => /^enum\.(?:Int)?Flag$/.test(nameOf(ancestor) ?? ''));

const notKnown = unknown('a value is not known');

const toText = (value: Value): Value | undefined =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : numberText(value);

/** Of what is not of the type yet. */
const conversions: Readonly<Record<string, (value: Value) => Value | undefined>> = {
  'builtins.str': (value) => (typeof value === 'string' ? value : toText(value)),
  'builtins.int': toInteger,
  'builtins.float': toFloat,
  'enum.IntEnum': toInteger,
};

export const isPlainType = (name: string): boolean => Object.hasOwn(conversions, name);

/** What `str`, `int` or `float` makes of a value: `class Size(str, Enum): SMALL = 1` has `"1"`. */
export const converted = (type: string, written: Value): Value => {
  const value = isSequence(written) && written.type === 'tuple' ? written.items[0] : written;
  if (isSequence(written) && written.type === 'tuple' && written.items.length > 1) return notKnown;
  const isPlain = value === null || typeof value !== 'object' || isA(value, 'float');
  // What is not plain, a text that is translated later among it, is left what it is.
  return value === undefined || !isPlain ? written : (conversions[type]?.(value) ?? notKnown);
};

/** `_generate_next_value_` of the text. */
const generated = (order: readonly Ancestor[], name: string, before: readonly Value[]): Value | undefined => {
  const holder = order.find((ancestor) => ancestor.type === 'class' && ancestor.names.has('_generate_next_value_'));
  const generate = holder?.type === 'class' ? holder.names.get('_generate_next_value_') : undefined;
  if (generate === undefined) return undefined;
  if (!isA(generate, 'function')) return notKnown;
  try {
    return generate.call([name, 1, before.length, listOf([...before])], new Map());
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    return notKnown;
  }
};

/** `auto()`: one more than the last, of flags the next bit, of texts the name. Where the last is not the highest, versions of Python disagree. */
export const autoValue = (
  order: readonly Ancestor[],
  name: string,
  before: readonly Value[],
  ofPackage: ((name: string) => Value) | undefined,
): Value => {
  const own = generated(order, name, before);
  if (own !== undefined) return own;
  if (ofPackage !== undefined) return ofPackage(name);
  if (order.some((ancestor) => nameOf(ancestor) === 'enum.StrEnum')) return name.toLowerCase();
  const numbers = before.map((value) => numberOf(value));
  const last = numbers.at(-1);
  if (before.length === 0) return 1;
  if (last === undefined || numbers.some((number) => number === undefined || number > last)) return notKnown;
  if (!isFlag(order)) return last + 1;
  return last > 0 ? 2 ** (Math.floor(Math.log2(last)) + 1) : 1;
};

const bits: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  'operator.and_': (left, right) => left & right,
  'operator.or_': (left, right) => left | right,
  'operator.xor': (left, right) => left ^ right,
};

/** `ALL = READ | WRITE`: in the class itself each `auto()` before it is a number already. */
export const settled = (written: Value, autos: ReadonlyMap<Value, Value>): Value => {
  const known = autos.get(written);
  if (known !== undefined || !isA(written, 'call') || !written.name.startsWith('operator.')) return known ?? written;
  const [left, right] = written.args.map((part) => settled(part, autos));
  const combine = bits[written.name];
  return combine !== undefined && Number.isSafeInteger(left) && Number.isSafeInteger(right)
    ? Number(combine(BigInt(left as number), BigInt(right as number)))
    : notKnown;
};
