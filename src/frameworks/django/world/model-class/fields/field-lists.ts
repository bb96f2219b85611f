/** The fields of a model as `_meta` lists them: what it has by itself, what is handed down, what Django adds. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  dictOf,
  isA,
  type Key,
  nameOf,
  resolutionOrder,
  unknown,
  type Value,
} from '../../../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../../../models/meta.ts';
import { isStandardLibrary } from '../../modules/standard-library.ts';
import { isConcrete, MODEL } from '../registered-models.ts';
import { isWaiting, isWithoutParents } from './being-made.ts';
import { fieldFact } from './field-facts.ts';
import { type BeforeChange, FIELD, instance, seenField } from './model-fields.ts';

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

const isWithoutFields = (base: string): boolean => MODEL.test(base) || isStandardLibrary(base);

/** Whether the text of all that it derives from is at hand. */
export const isWhole = (model: ClassValue): boolean =>
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
