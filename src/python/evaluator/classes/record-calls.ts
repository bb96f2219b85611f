/** What is called to make a record, or to make something of one: `namedtuple`, `_asdict`, `dataclasses.replace`. */

import { attributeOf } from '../attributes/attributes.ts';
import { copyHeld } from '../attributes/held-data.ts';
import { stateOf } from '../attributes/object-state.ts';
import { callFunction } from '../calls/call-function.ts';
import { makeClass } from '../calls/scoped.ts';
import { isKey, setEntry } from '../data/entries.ts';
import { iterate } from '../data/iteration.ts';
import { callBuiltin } from '../known/builtins.ts';
import { callLibrary } from '../known/library.ts';
import {
  type CallValue,
  type ClassValue,
  dictOf,
  hasNoOrder,
  isA,
  isSequence,
  OPEN_KEYWORDS,
  type RecordField,
  referenceTo,
  type SequenceValue,
  tupleOf,
  unknown,
  type Value,
} from '../values.ts';
import type { Arguments, Scope } from '../world.ts';
import { resolutionOrder } from './classes.ts';
import { dataFields, isDataInstance, makeTuple, ownNew, tupleFields, tupleShape } from './records.ts';

type Tuple = SequenceValue & { of: ClassValue };

const namesFrom = (written: Value | undefined, isTyped: boolean): string[] | undefined => {
  if (typeof written === 'string' && !isTyped) return written.split(/[\s,]+/).filter((name) => name !== '');
  const items = written === undefined ? undefined : iterate(written);
  const names = items?.map((item) => (isTyped ? (isSequence(item) ? item.items[0] : undefined) : item));
  return names?.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
};

/** `namedtuple("Size", "width height", defaults=[1])`, `NamedTuple("Size", [("width", int)])`. */
const makeTupleClass = (isTyped: boolean, { args, keywords }: Arguments, scope: Scope, line: number) => {
  const [name = keywords.get('typename') ?? null, written = keywords.get(isTyped ? 'fields' : 'field_names')] = args;
  const names = namesFrom(written, isTyped);
  const given = keywords.get('defaults') ?? null;
  const defaults = given === null ? [] : iterate(given);
  if (names === undefined || defaults === undefined || keywords.has('rename') || keywords.has(OPEN_KEYWORDS))
    return undefined;
  const base = tupleOf([referenceTo('builtins.tuple')]);
  const made = makeClass({ args: [name, base, dictOf()], keywords: new Map() }, scope, line);
  if (isA(made, 'class')) made.record = tupleShape(names, defaults);
  return made;
};

const SUPER_NEW = 'builtins.super.__new__';

/** Of a class with a `__new__` of its own: what that hands on, where it does. */
const handedOn = (of: ClassValue, create: Value, call: Arguments, scope: Scope): Arguments | undefined => {
  const made = isA(create, 'function') ? callFunction(create, { ...call, args: [of, ...call.args] }, scope) : undefined;
  if (!isA(made, 'call') || made.name !== SUPER_NEW || made.args[0] !== of) return undefined;
  return { args: made.args.slice(1), keywords: made.keywords };
};

/** `class Config(TypedDict)`: what it makes is a dict like any other. */
const isTypedDict = (of: ClassValue): boolean =>
  resolutionOrder(of).some(
    ({ type, name }) => type === 'reference' && /^typing(?:_extensions)?\.TypedDict$/.test(name),
  );

/** An object of a named tuple, or what a typed dict makes; undefined where the class is neither. */
export const makeRecord = (of: ClassValue, call: Arguments, scope: Scope): Value | undefined => {
  if (isTypedDict(of)) return callBuiltin('dict', call);
  const create = ownNew(of);
  if (create === undefined) return makeTuple(of, call);
  const given = handedOn(of, create, call, scope);
  if (given !== undefined) return makeTuple(of, given);
  const items = tupleFields(of)?.map(({ name }) => unknown(`the part ${name} is not known`));
  return items && { type: 'tuple', items, of };
};

const MAX_DEPTH = 20;

/** `asdict`, which goes down into lists, tuples and dicts. */
const asDict = (value: Value, scope: Scope, depth = 0): Value => {
  if (depth > MAX_DEPTH) return unknown('a record is nested too deeply');
  const inner = (part: Value): Value => asDict(part, scope, depth + 1);
  if (isDataInstance(value)) {
    const fields = dataFields(value.callee) ?? [];
    return dictOf(kept(fields).map(({ name }) => [name, inner(attributeOf(value, name, scope))] as const));
  }
  if (isSequence(value)) return { ...value, items: value.items.map(inner) };
  if (!isA(value, 'dict')) return value;
  const copy = dictOf([], value.partial);
  for (const [key, part] of value.entries) if (isKey(key)) setEntry(copy, key, inner(part));
  return copy;
};

const kept = (fields: readonly RecordField[]): RecordField[] => fields.filter(({ isPassed }) => !isPassed);

/** `dataclasses.fields(Kind)`: what is asked of one is its name. */
const asField = ({ name, default: otherwise }: RecordField, { engine, module }: Scope, line: number): CallValue => ({
  type: 'call',
  name: 'dataclasses.Field',
  callee: referenceTo('dataclasses.Field'),
  args: [],
  keywords: new Map(),
  serial: engine.serial++,
  file: module.file,
  line,
  state: new Map([
    ['name', name],
    ['default', otherwise === undefined ? referenceTo('dataclasses.MISSING') : otherwise],
  ]),
});

/** `replace(kind, key="b")`: made anew, as its class makes one. */
const replaced = (object: Value | undefined, { keywords }: Arguments, scope: Scope): Value | undefined => {
  if (!isDataInstance(object)) return undefined;
  const state = stateOf(object, scope);
  const fields = (dataFields(object.callee) ?? []).filter(({ isGiven }) => isGiven);
  if (fields.some(({ isPassed }) => isPassed)) return undefined;
  const old = fields.map(({ name }): [string, Value] => [name, state.get(name) ?? null]);
  const { state: _, ...rest } = object;
  return { ...rest, args: [], keywords: new Map([...old, ...keywords]), serial: scope.engine.serial++ };
};

/** An object of its own, with what the other one has. */
const copiedObject = (object: CallValue, isDeep: boolean, scope: Scope): CallValue => {
  const state = [...stateOf(object, scope)].map(([name, value]): [string, Value] => {
    const part = isDeep
      ? callLibrary('copy.deepcopy', { args: [value], keywords: new Map() }, scope.engine.world)
      : value;
    return [name, part === undefined ? value : part];
  });
  const held = object.held && { held: copyHeld(object.held) };
  return { ...object, ...held, state: new Map(state), owner: scope.engine.owner ?? undefined };
};

/** Functions of the library that make or take records; undefined: it is none of these, or cannot be told. */
export const callRecords = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const [first] = call.args;
  switch (name) {
    case 'collections.namedtuple':
    case 'typing.NamedTuple':
      return makeTupleClass(name === 'typing.NamedTuple', call, scope, line);
    case 'dataclasses.asdict':
      return isDataInstance(first) && call.args.length === 1 ? asDict(first, scope) : undefined;
    case 'dataclasses.fields': {
      const fields = dataFields(isDataInstance(first) ? first.callee : first);
      return fields && tupleOf(kept(fields).map((field) => asField(field, scope, line)));
    }
    case 'dataclasses.replace':
      return replaced(first, call, scope);
    case 'copy.copy':
    case 'copy.deepcopy':
      return isA(first, 'call') ? copiedObject(first, name === 'copy.deepcopy', scope) : undefined;
    default:
      return undefined;
  }
};

/** `_asdict()` and `_replace(…)`; any other method is one of its class, or of every tuple. */
export const callOfTuple = (record: Tuple, method: string, { keywords }: Arguments): Value | undefined => {
  const names = tupleFields(record.of)?.map(({ name }) => name) ?? [];
  if (method === '_asdict') return dictOf(names.map((name, at) => [name, record.items[at] ?? null] as const));
  if (method !== '_replace') return undefined;
  const isOpen = keywords.has(OPEN_KEYWORDS);
  const items = names.map((name, at) => {
    const given = keywords.get(name);
    if (given !== undefined) return given;
    return isOpen ? unknown(`the part ${name} is not known`) : (record.items[at] ?? null);
  });
  return { type: 'tuple', items, of: record.of };
};

/** `Size._make(row)`. */
export const makeFrom = (of: ClassValue, row: Value | undefined): Value | undefined => {
  const items = row === undefined || hasNoOrder(row) ? undefined : iterate(row);
  return items && makeTuple(of, { args: items, keywords: new Map() });
};
