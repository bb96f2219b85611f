/** Operations of a migration: what they were called with, by name, and in Django's own words. */
import { type Arguments, type CallValue, isA, isSequence, unknown, type Value } from '../../../../python/index.ts';
import { compact } from './compact.ts';
import { type FollowOperation, mentionedIn, optionsSetBy, ownOperation } from './own-operations.ts';

export type Operation = {
  /** Class of the operation. */
  kind: string;
  /** False for an operation whose effect on the state nobody here knows. */
  known: boolean;
  /** It is one of Django's, but which model or part of it is meant cannot be told. */
  isUntold?: boolean;
  /** Names of its arguments and, in the same order, what they are: less than half of what a Map of them takes. */
  names: readonly string[];
  values: readonly Value[];
  /** Operations that change the state in place of their owner's own effect. */
  inner: readonly Operation[];
  /** Of one whose effect nobody knows: texts in the function that has it, which may be names of models. */
  mentions?: readonly string[];
  /** Of such a one: the options of models that are all it can change; undefined where it may change anything. */
  sets?: readonly string[] | undefined;
};

/** Names of positional arguments, by operation. An operation with an empty list changes nothing in the state. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  CreateModel: ['name', 'fields', 'options', 'bases', 'managers'],
  DeleteModel: ['name'],
  RenameModel: ['old_name', 'new_name'],
  AlterModelTable: ['name', 'table'],
  AlterModelTableComment: ['name', 'table_comment'],
  AlterUniqueTogether: ['name', 'unique_together'],
  AlterIndexTogether: ['name', 'index_together'],
  AlterOrderWithRespectTo: ['name', 'order_with_respect_to'],
  AlterModelOptions: ['name', 'options'],
  AlterModelManagers: ['name', 'managers'],
  AddField: ['model_name', 'name', 'field', 'preserve_default'],
  RemoveField: ['model_name', 'name', 'field'],
  AlterField: ['model_name', 'name', 'field', 'preserve_default'],
  RenameField: ['model_name', 'old_name', 'new_name'],
  AddIndex: ['model_name', 'index'],
  RemoveIndex: ['model_name', 'name'],
  RenameIndex: ['model_name', 'new_name', 'old_name', 'old_fields'],
  AddConstraint: ['model_name', 'constraint'],
  RemoveConstraint: ['model_name', 'name'],
  AlterConstraint: ['model_name', 'name', 'constraint'],
  SeparateDatabaseAndState: ['database_operations', 'state_operations'],
  RunSQL: ['sql', 'reverse_sql', 'state_operations', 'hints', 'elidable'],
  RunPython: ['code', 'reverse_code'],
  AddIndexConcurrently: ['model_name', 'index'],
  RemoveIndexConcurrently: ['model_name', 'name'],
  AddConstraintNotValid: ['model_name', 'constraint'],
  ValidateConstraint: ['model_name', 'name'],
  CreateExtension: ['name'],
  CreateCollation: ['name', 'locale'],
  RemoveCollation: ['name', 'locale'],
};

/** Named subclasses that do the same to the state. */
const sameAs: Readonly<Record<string, string>> = {
  AddIndexConcurrently: 'AddIndex',
  RemoveIndexConcurrently: 'RemoveIndex',
  AddConstraintNotValid: 'AddConstraint',
};

/** The kind by which an operation changes the state. */
export const effectOf = (operation: Operation): string => sameAs[operation.kind] ?? operation.kind;

const isExtension = (path: string): boolean => /^django\.contrib\.postgres\.operations\.\w+Extension$/.test(path);

/** What those without a name of their own create. */
const extensions: Readonly<Record<string, string>> = {
  BloomExtension: 'bloom',
  BtreeGinExtension: 'btree_gin',
  BtreeGistExtension: 'btree_gist',
  CITextExtension: 'citext',
  CryptoExtension: 'pgcrypto',
  HStoreExtension: 'hstore',
  TrigramExtension: 'pg_trgm',
  UnaccentExtension: 'unaccent',
};

type OperationClass = { kind: string; base: string | undefined };

/** The base of someone's own operation that leaves the state alone. */
const NO_EFFECT = '';

/** Operations of Django itself, by the name they are called by: a few dozen, written tens of thousands of times. */
const ofDjango = new Map<string, OperationClass | null>();

const djangoClassOf = (name: string): OperationClass | null => {
  if (!name.startsWith('django.')) return null;
  let known = ofDjango.get(name);
  if (known === undefined) {
    const own = name.slice(name.lastIndexOf('.') + 1);
    known = isExtension(name) ? { kind: own, base: 'CreateExtension' } : null;
    if (known === null && signatures[own]) known = { kind: own, base: own };
    if (ofDjango.size < 1000) ofDjango.set(name, known);
  }
  return known;
};

/** Those of Django, and subclasses of them that leave the state to their base. Anything else is someone's own. */
const classOf = (call: CallValue, follow: FollowOperation | undefined): OperationClass & { given: Arguments } => {
  const known = djangoClassOf(call.name);
  if (known !== null) return { kind: known.kind, base: known.base, given: call };
  const kind = call.name.slice(call.name.lastIndexOf('.') + 1);
  const own = ownOperation(call, (name) => Object.hasOwn(signatures, name), follow);
  if (own === undefined) return { kind, base: undefined, given: call };
  return own.base === null ? { kind, base: NO_EFFECT, given: call } : { kind, base: own.base, given: own.call };
};

/** Not kept: code and SQL, which change no state, and operations that are read on their own. */
const dropped = new Set([
  'code',
  'reverse_code',
  'sql',
  'reverse_sql',
  'hints',
  'database_operations',
  'state_operations',
]);

/** Lists of names by what is in them: operations of a kind mostly have the same. */
const nameLists = new Map<string, readonly string[]>();
const nameListsLimit = 2000;

const sharedNames = (names: readonly string[]): readonly string[] => {
  const key = names.join(' ');
  const known = nameLists.get(key);
  if (known !== undefined) return known;
  if (nameLists.size >= nameListsLimit) nameLists.clear();
  nameLists.set(key, names);
  return names;
};

/** What is kept of a value between scans: `compact`, or the value itself where it was read as such. */
export type Keep = (value: Value) => Value;

const namedArguments = (
  call: Arguments,
  signature: readonly string[],
  isKnown: boolean,
  keepOf: Keep,
): Pick<Operation, 'names' | 'values'> => {
  const names: string[] = [];
  const values: Value[] = [];
  const keep = (name: string | undefined, value: Value): void => {
    if (name === undefined || dropped.has(name) || names.includes(name)) return;
    names.push(name);
    values.push(keepOf(value));
  };
  // A keyword argument counts before one by position, which Python would not allow beside it.
  for (const [name, value] of call.keywords) keep(name, value);
  call.args.forEach((value, index) => {
    keep(isKnown ? signature[index] : `#${index}`, value);
  });
  // Cut to their length: a list that grew by itself keeps room for 17.
  return { names: sharedNames(names), values: values.slice() };
};

export const argumentOf = ({ names, values }: Operation, name: string): Value | undefined => {
  const at = names.indexOf(name);
  return at === -1 ? undefined : values[at];
};

const noOperations: readonly Operation[] = [];

/** Of SeparateDatabaseAndState and RunSQL, by name or by position. */
const stateOperations = (call: Arguments, names: readonly string[]): Value | undefined => {
  const at = names.indexOf('state_operations');
  return call.keywords.get('state_operations') ?? (at === -1 ? undefined : call.args[at]);
};

const isText = (value: Value | undefined): boolean => typeof value === 'string';
const isList = (value: Value | undefined): boolean => value === null || isSequence(value);

/** A part with a name of its own, or of a class that may make one up. */
const isNamedPart = (value: Value | undefined): boolean =>
  isA(value, 'call') && (!value.keywords.has('name') || isText(value.keywords.get('name')));

/** What an operation must be told to be applied; what else is open is compared as such. */
const isTold: Readonly<Record<string, (value: Value | undefined) => boolean>> = {
  name: isText,
  model_name: isText,
  new_name: isText,
  old_name: (value) => value === null || isText(value),
  old_fields: isList,
  managers: isList,
  options: (value) => value === null || isA(value, 'dict'),
  index: isNamedPart,
  constraint: isNamedPart,
};

/** Operations that name a model by their first argument, and that one; of one that makes a model the rest, if it is open, leaves only that model open. */
const namedFirst = new Map(
  Object.entries(signatures)
    .filter(([kind, [first = '']]) => /^(?:model_|old_)?name$/.test(first) && !/Extension|Collation/.test(kind))
    .map(([kind, [first = '']]) => [kind, { first, isMade: kind === 'CreateModel' }]),
);

/** Whether Django's operation says which model it changes, and which part of that. */
const isWhole = (base: string, { names, values }: Pick<Operation, 'names' | 'values'>): boolean => {
  const named = namedFirst.get(base);
  if (named === undefined) return true;
  // Behind `**arguments` that nobody knows it is missing.
  if (!names.includes(named.first)) return false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    if (named.isMade && name !== 'name') continue;
    const isToldAs = isTold[name];
    if (isToldAs !== undefined && !isToldAs(values[at])) return false;
  }
  return true;
};

const readOperation = (value: Value, keepOf: Keep, follow?: FollowOperation): Operation => {
  if (!isA(value, 'call')) return { kind: 'unknown', known: false, names: [], values: [], inner: noOperations };
  const { kind, base, given: call } = classOf(value, follow);
  const names = base === undefined ? [] : (signatures[base] ?? []);
  // A subclass of RunPython or RunSQL made for this project does what its base does.
  const isOwn = base !== undefined && base !== NO_EFFECT && kind !== base && base !== 'CreateExtension';
  const inner = readOperations(stateOperations(call, names), follow, keepOf);
  const extension = base === 'CreateExtension' ? extensions[kind] : undefined;
  const given =
    extension === undefined
      ? namedArguments(call, names, base !== undefined, keepOf)
      : { names: sharedNames(['name']), values: [extension] };
  const operation: Operation = {
    kind: base === 'CreateExtension' ? 'CreateExtension' : isOwn ? base : kind,
    known: base !== undefined,
    // One by one: an object that is spread out takes more room, and there may be 40,000.
    names: given.names,
    values: given.values,
    inner: inner.length === 0 ? noOperations : inner,
  };
  if (base === undefined) return { ...operation, mentions: mentionedIn(value), sets: optionsSetBy(value) };
  return isWhole(base, given) ? operation : { ...operation, known: false, isUntold: true };
};

/** Where it cannot be told which ones, one that may do anything stands for them. */
export const readOperations = (
  value: Value | undefined,
  follow?: FollowOperation,
  keepOf: Keep = compact,
): Operation[] => {
  if (value === undefined || value === null) return [];
  const items = isSequence(value) ? value.items : [unknown('the operations are not known')];
  return items.map((item) => readOperation(item, keepOf, follow));
};

export const textArgument = (operation: Operation, name: string): string | undefined => {
  const value = argumentOf(operation, name);
  return typeof value === 'string' ? value : undefined;
};
