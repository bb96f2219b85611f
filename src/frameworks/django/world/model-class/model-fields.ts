/** Fields of a model as code asks `_meta` for them, and what it does to them then. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  classAttribute,
  copyTold,
  dictOf,
  isA,
  isSequence,
  type Key,
  listOf,
  nameOf,
  Raised,
  resolutionOrder,
  type SequenceValue,
  tell,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../../models/meta.ts';
import { isStandardLibrary } from '../modules/standard-library.ts';
import { isWaiting, isWithoutParents } from './being-made.ts';
import { callOnField, fieldFact } from './field-facts.ts';
import { isConcrete, MODEL } from './registered-models.ts';

/** Where `_meta` keeps the model it belongs to. */
export const MODEL_OF_META = '<class>';

export const OPTIONS = 'django.db.models.options.Options';

export const instance = (name: string, state: Map<string, Value>): CallValue => ({
  type: 'call',
  name,
  callee: { type: 'reference', name },
  args: [],
  keywords: new Map(),
  serial: 0,
  file: null,
  line: 0,
  state,
});

/** Is told before a field of a model changes after all. */
export type BeforeChange = (model: ClassValue, name: string, item: CallValue) => void;

/** Children that were made before have a copy of what an abstract model hands down: what is set on that later is none of theirs. */
export const keepCopies =
  (classes: () => readonly ClassValue[], onChange: (model: ClassValue) => void): BeforeChange =>
  (model, name, item) => {
    if (!isAbstract(model)) return;
    const has = (child: ClassValue): boolean => {
      const holder = resolutionOrder(child).find((each) => each.type === 'class' && each.names.has(name));
      return child !== model && holder?.type === 'class' && holder.names.get(name) === item;
    };
    for (const child of classes().filter((each) => each.bases.length > 0 && has(each))) {
      onChange(child);
      child.names.set(name, { ...copyTold(item), home: model });
    }
  };

/**
 * The field as code sees it, with its name. What it sets on it counts: on the field itself, or, as a field of an abstract parent is one of its
 * own in each child, on a copy, which the child keeps from then on.
 */
const seenField = (
  model: ClassValue,
  name: string,
  item: CallValue,
  home: ClassValue,
  beforeChange: BeforeChange,
): CallValue => {
  const seen = copyTold(item, [
    ['name', name],
    ['model', model],
  ]);
  seen.owner = model.owner;
  if (home === model)
    seen.keep = () => {
      beforeChange(model, name, item);
      // Whoever asked for it in between may have changed it, too.
      tell(seen, item.state ?? []);
      tell(item, seen.state ?? []);
      if (item.state !== undefined) seen.state = item.state;
    };
  else {
    seen.home = home;
    seen.keep = () => model.names.set(name, seen);
  }
  return seen;
};

const defaults: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['primary_key', false],
  ['null', false],
  ['auto_created', false],
  ['choices', null],
]);

export const RELATION_CLASS = 'django.db.models.fields.reverse_related.ForeignObjectRel';

/** Attributes of a field that its shown facts rest on. */
export const shownFacts = ['null', '_unique', 'db_column'];

/** Attributes of a field that Django writes to migrations as they are, under their own names. */
export const writtenFacts = ['choices', 'default', 'null', 'max_length', 'help_text', 'db_column', 'db_index'];

/** Where a field of someone's own class keeps the `db_column` that it had when Django gave it its column. */
export const PLACED_COLUMN = '<placed column>';

const FIELD = /^django\..*(?:Field|ForeignKey|ForeignObject|GenericRelation|CompositePrimaryKey)$/;

/** A field of Django's own classes, or of one that derives from them. */
export const isField = (value: Value): boolean =>
  isA(value, 'call') &&
  (isA(value.callee, 'class') ? resolutionOrder(value.callee) : [value.callee]).some((each) =>
    FIELD.test(nameOf(each) ?? ''),
  );

/** Where a field keeps its relation once something was set on that. */
export const RELATION = '<relation>';

/** And a relation the field that it is of. */
export const FIELD_OF_RELATION = '<field>';

/** Of a field in its place: Django puts the model itself where its name was, as soon as there is one. */
const pointedAt = ({ state }: CallValue, to: Value | undefined): Value | undefined => {
  if (typeof to !== 'string' || state?.has('name') !== true) return to;
  return (to === 'self' && state.get('model')) || unknown('whether a model is there already is not known');
};

/** `field.remote_field` of a relation of Django's own; what is set on it counts for the field. */
const relationOf = (field: CallValue): Value | undefined => {
  const { callee, args, keywords, owner } = field;
  if (!isA(callee, 'reference') || !/^django\..*\.(?:ForeignKey|OneToOneField|ManyToManyField)$/.test(callee.name))
    return undefined;
  const kept = field.state?.get(RELATION);
  if (kept !== undefined) return kept;
  const to = keywords.get('to') ?? args[0];
  const shown = pointedAt(field, to);
  const given: [string, Value | undefined][] = [['model', shown]];
  if (!callee.name.endsWith('.ManyToManyField')) given.push(['on_delete', keywords.get('on_delete') ?? args[1]]);
  const told = given.flatMap(([name, value]): [string, Value][] => (value === undefined ? [] : [[name, value]]));
  const relation = instance(RELATION_CLASS, new Map([...told, [FIELD_OF_RELATION, field]]));
  relation.owner = owner;
  relation.keep = () => {
    // What is kept is what the field was given.
    if (to !== undefined && relation.state?.get('model') === shown) relation.state?.set('model', to);
    field.keep?.();
    field.state ??= new Map();
    field.state.set(RELATION, relation);
  };
  return relation;
};

/** What a plain field of Django's has that it was not given; one of someone's own class may have any. */
export const fieldDefault = (field: CallValue, name: string): Value | undefined => {
  const { callee, serial } = field;
  // Of fields of someone's own, too.
  if (name === 'creation_counter') return serial;
  if (name === 'remote_field') return relationOf(field) ?? fieldFact(field, name);
  // `Model.name.field`: a model has a descriptor in the place of its field, which knows it.
  if (name === 'field' && isField(field)) return field;
  const isOwn =
    isA(callee, 'reference') && /^django\.db\.models\.(?!.*NullBoolean).*(?:Field|ForeignKey)$/.test(callee.name);
  const told = isOwn ? defaults.get(name) : undefined;
  return told === undefined ? fieldFact(field, name) : told;
};

/** The models whose fields these are. */
const holders = new WeakMap<SequenceValue, ClassValue>();

/** Of Django's classes alone, and of what is not at hand; some of Django's are read as text. */
const classNames = ({ callee }: CallValue): string[] =>
  (isA(callee, 'class') ? resolutionOrder(callee) : [callee]).flatMap((each) => {
    const name = nameOf(each);
    return name !== undefined && (!isA(each, 'class') || name.startsWith('django.')) ? [name] : [];
  });

/** Which list of `_meta` a part of a model stands in; none for managers and other objects. What is of a class that is not at hand counts as a column. */
const listFor = (item: CallValue): 'columns' | 'many' | 'private' | null => {
  const names = classNames(item);
  const mayBeField = (name: string): boolean => FIELD.test(name) || !/^(?:django|builtins|abc|typing)\./.test(name);
  if (!names.some(mayBeField) || item.name.endsWith('.as_manager')) return null;
  if (names.some((name) => /^django\..*\.ManyToManyField$/.test(name))) return 'many';
  return names.some((name) => /^django\..*\.Generic(?:ForeignKey|Relation)$/.test(name)) ? 'private' : 'columns';
};

/** Whether an abstract model hands down a field of that name, its own or one of its abstract parents': of two, the first counts. */
export const handsDown = (model: ClassValue, name: string): boolean =>
  isAbstract(model) &&
  [...giversOf(model)].some((giver) => {
    const item = giver.names.get(name);
    return isA(item, 'call') && listFor(item) !== null;
  });

/** What abstract parents hand down, in the order in which Django puts it into a model. */
export const namesHandedDown = (model: ClassValue): string[] => {
  const rank = { columns: 0, many: 1, private: 2 };
  const givers = giversOf(model);
  const order: [name: string, list: keyof FieldLists, serial: number][] = [];
  for (const giver of resolutionOrder(model)) {
    if (giver.type !== 'class' || giver === model || !givers.has(giver)) continue;
    const own = [...giver.names].flatMap(([name, item]): typeof order => {
      const list = isA(item, 'call') ? listFor(item) : null;
      return list === null || !isA(item, 'call') ? [] : [[name, list, item.serial]];
    });
    order.push(...own.sort(([, a, first], [, b, second]) => rank[a] - rank[b] || first - second));
  }
  return order.map(([name]) => name);
};

/** What Django adds by itself comes first. */
const implicitField = (name: string, path: string, args: readonly Value[], ...facts: string[]): CallValue => ({
  // The key is called so; the way to a parent is by its own name.
  ...instance(
    path,
    new Map([['name', name], ...(facts[0] === 'primary_key' ? [['verbose_name', 'ID'] as const] : [])]),
  ),
  args: [...args],
  keywords: new Map<string, Value>([['auto_created', true], ...facts.map((fact): [string, Value] => [fact, true])]),
  serial: -1,
});

/** What code sets on the key that Django adds makes it one that the model has as if it had named it. */
const keptKey = (model: ClassValue, key: CallValue): CallValue => {
  key.owner = model.owner;
  // A copy of it has all that Django makes it with.
  key.keywords = new Map<string, Value>([...key.keywords, ['verbose_name', 'ID'], ['serialize', false]]);
  key.keep = () => {
    key.state?.set('model', model);
    model.names.set('id', key);
  };
  return key;
};

const isGiven = (fields: readonly CallValue[], keyword: string): boolean =>
  fields.some((field) => field.keywords.get(keyword) === true || field.name.endsWith('.CompositePrimaryKey'));

/** Those with a table of their own. */
export const concreteParents = ({ bases }: ClassValue): ClassValue[] =>
  bases.filter((base): base is ClassValue => isA(base, 'class') && isConcrete(base));

/** Those whose fields it has: all, once Django has looked at them. */
const parentsSoFar = (model: ClassValue): ClassValue[] => (isWithoutParents(model) ? [] : concreteParents(model));

/** Its primary key, or the way to its parents, where the text names none. `keyOf`: the class of a key; undefined where it cannot be told. */
const implicitFields = (
  model: ClassValue,
  fields: readonly CallValue[],
  keyOf: (model: ClassValue) => string | undefined,
): Value[] => {
  const parents = concreteParents(model);
  if (parents.length > 0) {
    const one = 'django.db.models.OneToOneField';
    if (isGiven(fields, 'parent_link')) return [];
    // The way to the first is the key where the text names none.
    const keys = isGiven(fields, 'primary_key') ? [] : ['primary_key'];
    return parents.map((parent, at) =>
      implicitField(`${parent.name.toLowerCase()}_ptr`, one, [parent], 'parent_link', ...(at === 0 ? keys : [])),
    );
  }
  if (isGiven(fields, 'primary_key')) return [];
  const key = keyOf(model);
  return [
    key === undefined
      ? unknown('the class of the primary key is not known')
      : keptKey(model, implicitField('id', key, [], 'primary_key')),
  ];
};

/** What `_meta` tells of the fields of a model: its own, and those that abstract parents hand down. */
export type FieldLists = { columns: Value[]; many: Value[]; private: Value[] };

export type FieldTools = {
  beforeChange: BeforeChange;
  keyOf(model: ClassValue): string | undefined;
  /** Whether Django has added by then what it adds by itself. */
  isPrepared(model: ClassValue): boolean;
  /** The thing behind a dotted name, if its module can be read. */
  openReference(name: string): Value | undefined;
  /** Whether `_meta` has `index_together`, which is gone since Django 5.1. */
  readonly hasIndexTogether: boolean;
};

/** Whose fields are its own: it, and its abstract parents. What is abstract behind a parent with a table is that one's. */
const giversOf = (model: ClassValue, givers = new Set<ClassValue>()): Set<ClassValue> => {
  givers.add(model);
  for (const base of model.bases)
    if (isA(base, 'class') && !givers.has(base) && isAbstract(base)) giversOf(base, givers);
  return givers;
};

export const fieldLists = (model: ClassValue, tools: FieldTools): FieldLists => {
  const fields = new Map<string, CallValue>();
  const taken = new Set<string>();
  const isProxy = readOptions(findMeta(model, resolutionOrder(model), isConcrete)).get('proxy') === true;
  const givers = isProxy ? new Set() : giversOf(model);
  for (const ancestor of resolutionOrder(model)) {
    if (ancestor.type !== 'class' || !givers.has(ancestor)) continue;
    for (const [name, item] of ancestor.names) {
      if (isWaiting(model, ancestor, name)) continue;
      if (isA(item, 'call') && !taken.has(name))
        fields.set(name, seenField(model, name, item, ancestor, tools.beforeChange));
      taken.add(name);
    }
  }
  const inOrder = [...fields.values()].sort((a, b) => a.serial - b.serial);
  const listed = (list: keyof FieldLists): CallValue[] => inOrder.filter((item) => listFor(item) === list);
  const columns = listed('columns');
  const hasImplicit = !isProxy && !isAbstract(model) && tools.isPrepared(model);
  const implicit = hasImplicit ? implicitFields(model, columns, tools.keyOf) : [];
  return { columns: [...implicit, ...columns], many: listed('many'), private: listed('private') };
};

/** `_meta.fields`: with those of its parents, which come first. */
export const allColumns = (model: ClassValue, tools: FieldTools, seen = new Set<ClassValue>()): Value[] => {
  seen.add(model);
  const parents = parentsSoFar(model).filter((parent) => !seen.has(parent));
  return [...parents.flatMap((parent) => allColumns(parent, tools, seen)), ...fieldLists(model, tools).columns];
};

/** `_meta.concrete_fields`: those with a column. undefined where a class of the text says itself which column it has. */
export const withColumn = (columns: readonly Value[]): Value[] | undefined => {
  const saysItself = (field: Value): boolean =>
    isA(field, 'call') &&
    isA(field.callee, 'class') &&
    classAttribute(field.callee, 'get_attname_column') !== undefined;
  if (columns.some(saysItself)) return undefined;
  const WITHOUT = /\.(?:ForeignObject|CompositePrimaryKey)$/;
  return columns.filter((field) => !isA(field, 'call') || !WITHOUT.test(field.name));
};

/** `_meta.many_to_many`: with those of its parents. */
export const allMany = (model: ClassValue, tools: FieldTools): Value[] => [
  ...parentsSoFar(model).flatMap((parent) => allMany(parent, tools)),
  ...fieldLists(model, tools).many,
];

/** Whether the text of all that it derives from is at hand. */
const isWhole = (model: ClassValue): boolean =>
  resolutionOrder(model).every(({ type, name }) => type === 'class' || isWithoutFields(name));

/** `_meta._forward_fields_map`: by their names, and by those of their values. */
export const fieldsByName = (model: ClassValue, tools: FieldTools): Value => {
  const entries = new Map<Key, Value>();
  let isPartial = !isWhole(model);
  const lists = [allColumns(model, tools), allMany(model, tools), fieldLists(model, tools).private];
  for (const field of lists.flat()) {
    const name = isA(field, 'call') ? field.state?.get('name') : undefined;
    const attname = isA(field, 'call') && lists[0]?.includes(field) ? fieldFact(field, 'attname') : name;
    if (typeof name === 'string') entries.set(name, field);
    if (typeof attname === 'string') entries.set(attname, field);
    else isPartial = true;
  }
  return dictOf(entries, isPartial);
};

/** `_meta.pk`; undefined where it cannot be told yet, or at all. */
export const primaryKey = (columns: readonly Value[]): Value | undefined => {
  const isKey = (field: Value): boolean =>
    isA(field, 'call') && (field.keywords.get('primary_key') === true || field.name.endsWith('.CompositePrimaryKey'));
  if (columns.some((field) => isA(field, 'unknown'))) return undefined;
  return (
    columns.find(isKey) ?? columns.find((field) => isA(field, 'call') && field.keywords.get('parent_link') === true)
  );
};

/** `_meta.local_fields`: what is taken out of it the model does not have any more. */
export const localFields = (model: ClassValue, columns: readonly Value[]): Value => {
  const list = listOf([...columns]);
  if (model.owner !== undefined) list.owner = model.owner;
  holders.set(list, model);
  return list;
};

const nameIn = (model: ClassValue, field: Value | undefined): string | undefined => {
  const name = isA(field, 'call') ? field.state?.get('name') : undefined;
  if (typeof name === 'string') return name;
  return [...model.names].find(([, item]) => item === field)?.[0];
};

/** `_meta.local_fields.remove(field)`: the model does not have it any more, whoever would hand it down. */
const removeField = (model: ClassValue, field: Value | undefined): void => {
  const name = nameIn(model, field);
  if (name === undefined) return;
  const isInherited = resolutionOrder(model).some(
    (ancestor) => ancestor !== model && ancestor.type === 'class' && ancestor.names.has(name),
  );
  if (isInherited) model.names.set(name, null);
  else model.names.delete(name);
};

const attnameOf = (field: Value): Value | undefined => (isA(field, 'call') ? fieldFact(field, 'attname') : undefined);

const isCalled = (field: Value, name: string): boolean => isA(field, 'call') && field.state?.get('name') === name;

/** Of a class that is not at hand nobody knows what its value is called: `author_id`, as that of a pointer. */
const mayBeCalled = (field: Value, name: string): boolean =>
  isA(field, 'call') && attnameOf(field) === undefined && name === `${field.state?.get('name')}_id`;

/** `_meta.get_field`, which raises when there is no such field. */
const getField = (model: ClassValue, name: string, tools: FieldTools): Value => {
  for (const ancestor of resolutionOrder(model)) {
    const found = ancestor.type === 'class' ? ancestor.names.get(name) : undefined;
    if (found === undefined || ancestor.type !== 'class' || isWaiting(model, ancestor, name)) continue;
    if (!isA(found, 'call')) return found;
    if (isAbstract(ancestor)) return seenField(model, name, found, ancestor, tools.beforeChange);
    tell(found, [
      ['name', name],
      ['model', ancestor],
    ]);
    return found;
  }
  // What Django adds by itself no text names; and a pointer is known by the name of its value, too.
  const columns = allColumns(model, tools);
  const named = columns.find((field) => isCalled(field, name)) ?? columns.find((field) => attnameOf(field) === name);
  const own = isA(named, 'call') ? named.state?.get('name') : undefined;
  if (named !== undefined) return typeof own === 'string' && model.names.has(own) ? getField(model, own, tools) : named;
  if (!isWhole(model) || columns.some((field) => isA(field, 'unknown') || mayBeCalled(field, name)))
    return unknown(`whether there is a field ${name}`);
  throw new Raised('FieldDoesNotExist', `There is no field ${name}.`);
};

const isWithoutFields = (base: string): boolean => MODEL.test(base) || isStandardLibrary(base);

export const callOnFields = (
  object: Value,
  method: string,
  { args: [first] }: Arguments,
  onChange: (model: ClassValue) => void,
  tools: FieldTools,
): Value | undefined => {
  if (method === 'get_field' && isA(object, 'call') && object.name === OPTIONS) {
    const model = object.state?.get(MODEL_OF_META);
    return isA(model, 'class') && typeof first === 'string' ? getField(model, first, tools) : undefined;
  }
  if (isA(object, 'call') && isField(object)) return callOnField(object, method);
  const model = method === 'remove' && isSequence(object) ? holders.get(object) : undefined;
  if (model === undefined) return undefined;
  onChange(model);
  removeField(model, first);
  return null;
};
