/** Named tuples and dataclasses: what is said of their parts, and what an object of one is made of. */
import { dottedName, type Expression } from '../../syntax.ts';
import type { KnownPackages } from '../packages.ts';
import {
  type CallValue,
  type ClassValue,
  isA,
  isMany,
  isSequence,
  nameOf,
  OPEN_KEYWORDS,
  type RecordField,
  type RecordShape,
  type SequenceValue,
  unknown,
  type Value,
} from '../values.ts';
import type { Arguments } from '../world.ts';
import { classAttribute, resolutionOrder } from './classes.ts';

/** What an annotation in the body of a class says of a name. */
type Said = 'field' | 'class' | 'passed' | 'keywords';
/** Names of a class that are annotated, in order. */
export type Annotations = Map<string, Said>;

const special: Readonly<Record<string, Said>> = { ClassVar: 'class', InitVar: 'passed', KW_ONLY: 'keywords' };

/** `code: str`, `ALL: ClassVar[int]`, `"ClassVar[int]"`, `_: KW_ONLY`. */
export const noteAnnotation = (annotations: Annotations, target: Expression, annotation: Expression): void => {
  if (target.kind !== 'name') return;
  const said = annotation.kind === 'subscript' ? annotation.object : annotation;
  const text = said.kind === 'string' ? /^\s*([\w.]+)/.exec(said.value)?.[1] : dottedName(said);
  const name = text?.split('.').at(-1) ?? '';
  annotations.set(target.name, Object.hasOwn(special, name) ? (special[name] ?? 'field') : 'field');
};

const DATACLASS = 'dataclasses.dataclass';

const dataclassOf = (decorators: readonly Value[]): Value | undefined =>
  decorators.find((decorator) => nameOf(decorator) === DATACLASS);

const isNamedTuple = (base: Value): boolean => isA(base, 'reference') && base.name === 'typing.NamedTuple';

/** Whether what is annotated in the body of a class makes it a record. */
export const takesAnnotations = (bases: readonly Value[], decorators: readonly Value[]): boolean =>
  bases.some(isNamedTuple) || dataclassOf(decorators) !== undefined;

const plainField = (name: string, otherwise: Value | undefined): RecordField => ({
  name,
  ...(otherwise === undefined ? {} : { default: otherwise }),
  isGiven: true,
  isKeywordOnly: false,
  isPassed: false,
});

/** The shape of `namedtuple("Size", "width height", defaults=[1])`. */
export const tupleShape = (names: readonly string[], defaults: readonly Value[]): RecordShape => ({
  kind: 'tuple',
  fields: names.map((name, at) => plainField(name, defaults[at - names.length + defaults.length])),
  isWhole: true,
});

const flagOf = (keywords: ReadonlyMap<string, Value> | undefined, name: string, otherwise: boolean): boolean => {
  const flag = keywords?.get(name);
  return typeof flag === 'boolean' ? flag : otherwise;
};

const readField = (name: string, said: Said, written: Value | undefined, isKeywordOnly: boolean): RecordField => {
  const isPassed = said === 'passed';
  if (!isA(written, 'call') || written.name !== 'dataclasses.field')
    return { ...plainField(name, written), isKeywordOnly, isPassed };
  const { keywords } = written;
  const isOpen = keywords.has(OPEN_KEYWORDS);
  const factory = keywords.get('default_factory');
  const otherwise = isOpen ? unknown(`what a field ${name} is by itself is not known`) : keywords.get('default');
  return {
    ...plainField(name, otherwise),
    ...(factory === undefined ? {} : { factory }),
    isGiven: flagOf(keywords, 'init', true),
    isKeywordOnly: flagOf(keywords, 'kw_only', isKeywordOnly),
    isPassed,
  };
};

const plainBases = new Set(['builtins.object', 'abc.ABC', 'typing.Generic', 'typing.Protocol']);

/** Those of its bases first, as Python goes over them; one that is said again keeps its place. */
const dataShape = (value: ClassValue, annotations: Annotations, known: KnownPackages): RecordShape => {
  const decorator = dataclassOf(value.decorators);
  const options = isA(decorator, 'call') ? decorator.keywords : undefined;
  const fields = new Map<string, RecordField>();
  const above = resolutionOrder(value).slice(1).reverse();
  for (const { record } of above.filter((base) => base.type === 'class'))
    for (const field of record?.kind === 'data' ? record.fields : []) fields.set(field.name, field);
  let isKeywordOnly = flagOf(options, 'kw_only', false);
  for (const [name, said] of annotations) {
    if (said === 'keywords') isKeywordOnly = true;
    if (said === 'keywords' || said === 'class') continue;
    const field = readField(name, said, value.names.get(name), isKeywordOnly);
    fields.set(name, field);
    // What is left in the class is what it is by itself.
    if (field.default !== undefined) value.names.set(name, field.default);
    else value.names.delete(name);
  }
  const isWhole = above.every((base) =>
    base.type === 'class'
      ? !base.bases.some((other) => isA(other, 'unknown'))
      : plainBases.has(base.name) || known.lacks(base.name, '__dataclass_fields__'),
  );
  const isWritten = value.names.has('__init__') || !flagOf(options, 'init', true);
  const isFrozen = flagOf(options, 'frozen', false);
  return {
    kind: 'data',
    fields: [...fields.values()],
    isWhole,
    ...(isWritten ? { isWritten } : {}),
    ...(isFrozen ? { isFrozen } : {}),
  };
};

/** Makes a class a record, once its body has been read. */
export const becomeRecord = (value: ClassValue, annotations: Annotations, known: KnownPackages): void => {
  if (!value.bases.some(isNamedTuple)) {
    value.record = dataShape(value, annotations, known);
    return;
  }
  const names = [...annotations.keys()];
  const fields = names.map((name) => plainField(name, value.names.get(name)));
  for (const name of names) value.names.delete(name);
  value.record = { kind: 'tuple', fields, isWhole: true };
};

/** The nearest class of its kind among a class and its bases. */
const recordOf = (value: ClassValue, kind: RecordShape['kind']): ClassValue | undefined =>
  resolutionOrder(value).find(
    (ancestor): ancestor is ClassValue => ancestor.type === 'class' && ancestor.record?.kind === kind,
  );

export const tupleFields = (value: Value | undefined): readonly RecordField[] | undefined =>
  isA(value, 'class') && value.enumeration === undefined ? recordOf(value, 'tuple')?.record?.fields : undefined;

/** The fields of a dataclass, or of one among its bases. */
export const dataFields = (value: Value | undefined): readonly RecordField[] | undefined => {
  const shape = isA(value, 'class') ? recordOf(value, 'data')?.record : undefined;
  return shape?.isWhole ? shape.fields : undefined;
};

/** The dataclass whose `__init__`, which Python writes, makes objects of a class; undefined where a text says it, or none is one. */
export const writtenByPython = (value: ClassValue): RecordShape | undefined => {
  for (const ancestor of resolutionOrder(value)) {
    if (ancestor.type !== 'class') continue;
    if (ancestor.names.has('__init__')) return undefined;
    if (ancestor.record?.kind === 'data' && !ancestor.record.isWritten) return ancestor.record;
  }
  return undefined;
};

/** What each part of a record is; a part that is not there is left out. `make`: what a factory gives. */
export const bindFields = (
  { fields, isWhole }: RecordShape,
  { args, keywords }: Arguments,
  make: (factory: Value) => Value,
): Map<string, Value> => {
  const bound = new Map<string, Value>();
  const many = args.findIndex(isMany);
  const told = isWhole ? (many === -1 ? args.length : many) : 0;
  // From here on nobody knows what is given by position.
  const isLost = told < args.length;
  const isOpen = keywords.has(OPEN_KEYWORDS);
  let next = 0;
  for (const { name, isGiven, isKeywordOnly, factory, default: otherwise } of fields) {
    const byPlace = isGiven && !isKeywordOnly && next < told ? args[next++] : undefined;
    const given = byPlace === undefined && isGiven ? keywords.get(name) : byPlace;
    if (given !== undefined) bound.set(name, given);
    else if (isGiven && (isOpen || (isLost && !isKeywordOnly)))
      bound.set(name, unknown(`the part ${name} is not known`));
    else if (otherwise !== undefined) bound.set(name, otherwise);
    else if (factory !== undefined) bound.set(name, make(factory));
    else if (isGiven) bound.set(name, unknown(`the part ${name} is not known`));
  }
  return bound;
};

/** An object of a named tuple: it is a tuple, and its parts have names. */
export const makeTuple = (of: ClassValue, call: Arguments): SequenceValue | undefined => {
  const fields = tupleFields(of);
  if (fields === undefined) return undefined;
  const parts = bindFields({ kind: 'tuple', fields, isWhole: true }, call, () => null);
  return { type: 'tuple', items: fields.map(({ name }) => parts.get(name) ?? null), of };
};

/** Whether a class between an object and its named tuple makes it by a `__new__` of its own. */
export const ownNew = (of: ClassValue): Value | undefined =>
  tupleFields(of) === undefined ? undefined : classAttribute(of, '__new__');

export const isRecord = (value: Value | undefined): value is SequenceValue & { of: ClassValue } =>
  isSequence(value) && value.of !== undefined;

/** The part of a named tuple with that name. */
export const partOf = ({ of, items }: SequenceValue & { of: ClassValue }, name: string): Value | undefined => {
  const at = tupleFields(of)?.findIndex((field) => field.name === name) ?? -1;
  return at === -1 ? undefined : items[at];
};

export type Instance = CallValue & { callee: ClassValue };

/** An object of a dataclass of the text. */
export const isDataInstance = (value: Value | undefined): value is Instance =>
  isA(value, 'call') && dataFields(value.callee) !== undefined;
