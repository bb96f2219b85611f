/** What objects of the text's own classes are as a text, how long they are, what `with` makes of them: their classes say it. */
import { ask, attributeOf, hasOwn, settled } from '../attributes/attributes.ts';
import { formatValue, reprOf, stringOf } from '../known/texts/formats.ts';
import { formatBraces, formatPercent } from '../known/texts/texts.ts';
import {
  type DictValue,
  hasNoOrder,
  isA,
  isSequence,
  MAX_TEXT,
  type MemberValue,
  plainOf,
  type SequenceValue,
  unknown,
  type Value,
} from '../values.ts';
import { type Arguments, type Engine, type Scope, spend } from '../world.ts';
import { resolutionOrder } from './classes.ts';
import { isRecord } from './records.ts';

/** `str(value)` of an object whose class says how; undefined for any other. */
export const ownText = (value: Value | undefined, scope: Scope): string | undefined => {
  if (value === undefined || !hasOwn(value, '__str__')) return undefined;
  const text = ask(value, '__str__', [], scope);
  return typeof text === 'string' ? text : undefined;
};

/**
 * A member that is equal to its value, as a text: `Status.DONE` of a `(str, Enum)`, its value where its class is made for that.
 * `isFormatted`: in an f-string, where older Pythons show the value.
 */
const memberText = (member: MemberValue, isFormatted: boolean, scope: Scope): string | undefined => {
  if (isFormatted && hasOwn(member, '__format__')) return undefined;
  if (hasOwn(member, '__str__')) return ownText(member, scope);
  const { world } = scope.engine;
  const bases = resolutionOrder(member.of).flatMap(({ type, name }) => (type === 'reference' ? [name] : []));
  const showsValue = bases.some(
    (name) => /^enum\.(?:Str|Repr)Enum$/.test(name) || world.known.enumeration(name) !== undefined,
  );
  const isNumber = bases.some((name) => name === 'enum.IntEnum' || name === 'enum.IntFlag');
  const isSince311 = world.isSincePython(11);
  const [isValue, isOther] = (isSince311 === undefined ? [true, false] : [isSince311]).map(
    (isSince) => showsValue || (isNumber ? isFormatted || isSince : isFormatted && !isSince),
  );
  if (isOther !== undefined && isOther !== isValue) return undefined;
  return isValue ? stringOf(member.value) : `${member.of.name}.${member.name}`;
};

/** What Python's own enumerations write; those of packages have their own way, which differs by version. */
const memberRepr = (member: MemberValue, { engine: { world } }: Scope): string | undefined =>
  resolutionOrder(member.of).some((base) => base.type === 'reference' && world.known.enumeration(base.name))
    ? undefined
    : reprOf(member);

/** How something is shown: by `str()` and `%s`, by a format, by `repr()`. */
type Way = 'text' | 'format' | 'repr';

const shownMember = (member: MemberValue, way: Way, scope: Scope): Value | undefined => {
  if (member.isBare) return way === 'repr' ? reprOf(member.value) : member.value;
  return way === 'repr' ? memberRepr(member, scope) : memberText(member, way === 'format', scope);
};

/** A member is known as its value from here on; who shows that has to know of it. */
export const decay = (value: Value, { decayed }: Engine): Value => {
  if (!isA(value, 'member') || value.isPure) return value;
  const same = decayed.get(value.value);
  if (same === undefined) decayed.set(value.value, new Set([value]));
  else same.add(value);
  return value.value;
};

/** Whether a value may be a member that is shown otherwise. */
const mayShowOtherwise = (value: Value, way: Way, scope: Scope): boolean => {
  const { engine } = scope;
  const members = engine.decayed.get(value);
  if (members === undefined || engine.isShowing) return false;
  // What the class of a member shows meanwhile is that member's value, and nothing else.
  engine.isShowing = true;
  try {
    return [...members].some((member) => shownMember(member, way, scope) !== stringOf(value));
  } finally {
    engine.isShowing = false;
  }
};

// Deeper than what anyone shows; a list may hold itself.
const MAX_NESTING = 20;

const isContainer = (value: Value): value is SequenceValue | DictValue => isSequence(value) || isA(value, 'dict');

/** `repr([1, "a"])`; undefined where a part is not known, or it is something else that is a list or a dict here. A set has no order. */
const containerText = (value: SequenceValue | DictValue, scope: Scope, depth = 0): string | undefined => {
  if (value.isOther || isRecord(value) || depth > MAX_NESTING || hasNoOrder(value)) return undefined;
  spend(scope.engine, isA(value, 'dict') ? value.entries.size : value.items.length);
  const shownItem = (item: Value): string | undefined => {
    if (isContainer(item)) return containerText(item, scope, depth + 1);
    const part = shown(item, 'repr', scope);
    return part === undefined || (part !== item && typeof part === 'string') ? (part as string) : reprOf(part);
  };
  const joined = (parts: readonly (string | undefined)[]): string | undefined => {
    const length = parts.reduce((sum, part) => sum + (part?.length ?? MAX_TEXT), 0);
    return length < MAX_TEXT ? parts.join(', ') : undefined;
  };
  if (isA(value, 'dict')) {
    if (value.partial || value.isNames || value.factory !== undefined) return undefined;
    const text = joined(
      [...value.entries].flatMap(([key, item]) => {
        const [name, part] = [shownItem(key), shownItem(item)];
        return name === undefined || part === undefined ? undefined : `${name}: ${part}`;
      }),
    );
    return text === undefined ? undefined : `{${text}}`;
  }
  const text = joined(value.items.map(shownItem));
  if (text === undefined || (value.type === 'set' && value.isFrozen)) return undefined;
  if (value.type === 'list') return `[${text}]`;
  if (value.type === 'set') return value.items.length === 0 ? 'set()' : `{${text}}`;
  return `(${text}${value.items.length === 1 ? ',' : ''})`;
};

/** What stands for a value where it is shown: a text for what has its own; undefined where that is not known. */
export const shown = (given: Value, way: Way, scope: Scope): Value | undefined => {
  const value = isA(given, 'reference') ? settled(given, scope) : given;
  if (isA(value, 'member') && !value.isPure) return shownMember(value, way, scope);
  if (mayShowOtherwise(value, way, scope)) return undefined;
  if (isContainer(value)) return containerText(value, scope) ?? value;
  return way === 'repr' ? value : (ownText(value, scope) ?? value);
};

const ways: Readonly<Record<string, Way>> = { r: 'repr', a: 'repr', s: 'text', '': 'format' };

/** A part of an f-string, or of what is formatted otherwise. */
export const shownPart = (
  value: Value | undefined,
  spec: string,
  conversion: string,
  scope: Scope,
): string | undefined => {
  const isBare = isA(value, 'member') && value.isBare;
  if (value === undefined || (!isBare && hasOwn(value, '__format__'))) return undefined;
  // Lists and dicts take no specification.
  if (isContainer(value) && ((conversion === '' && spec !== '') || conversion === 'a')) return undefined;
  const part = shown(value, ways[conversion] ?? 'format', scope);
  return part === undefined ? undefined : formatValue(part, spec, part === value ? conversion : '');
};

/** `template % value`; a member that is given as it is has its own text. */
export const percent = (template: string, value: Value, scope: Scope): Value | undefined =>
  formatPercent(template, value, (part, kind) => {
    if (kind !== 's' && kind !== 'r') return plainOf(part);
    return shown(part, kind === 's' ? 'text' : 'repr', scope);
  });

/** `template.format(…)`. */
export const formatText = (
  template: string,
  { args, keywords }: Arguments,
  scope: Scope,
  item: (of: Value, at: Value) => Value,
): Value =>
  formatBraces(template, args, keywords, {
    shown: (part, spec, conversion) => shownPart(part, spec, conversion, scope),
    attribute: (of, name) => attributeOf(of, name, scope),
    item,
  }) ?? unknown('a part of a text is not known');

/** `len(value)` of an object of a class of the text. */
export const ownLength = (value: Value, scope: Scope): Value | undefined =>
  hasOwn(value, '__len__') ? (ask(value, '__len__', [], scope) ?? unknown('a length is not known')) : undefined;

/** What `with value as name` gives the name. */
export const enteredBy = (value: Value, scope: Scope): Value => {
  if (isA(value, 'call') && value.name === 'contextlib.nullcontext') return value.args[0] ?? null;
  if (!isA(value, 'call') || !hasOwn(value, '__enter__')) return value;
  return ask(value, '__enter__', [], scope) ?? unknown('what "with" gives is not known');
};
