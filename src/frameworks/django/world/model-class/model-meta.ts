/** `_meta` of a model: what code finds there, what it may change in it, and who hears of that. */
import {
  type CallValue,
  type ClassValue,
  dictOf,
  isA,
  isSequence,
  listOf,
  resolutionOrder,
  tupleOf,
  type Value,
} from '../../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../../models/meta.ts';
import { localFields } from './fields/asked-fields.ts';
import { isBeingMade } from './fields/being-made.ts';
import {
  allColumns,
  allMany,
  concreteParents,
  type FieldTools,
  fieldLists,
  fieldsByName,
  primaryKey,
  withColumn,
} from './fields/field-lists.ts';
import { instance, MODEL_OF_META, OPTIONS } from './fields/model-fields.ts';
import { defaultManager, managersInMeta } from './model-managers.ts';
import { isConcrete } from './registered-models.ts';

/** `BlogPost` → `blog post`. */
export const spacedName = (name: string): string =>
  name
    .replace(/(?<=[a-z])[A-Z]|[A-Z](?![A-Z]|$)/g, ' $&')
    .trim()
    .toLowerCase();

const labelled = (label: string, name: string): [string, Value][] => [
  ['app_label', label],
  ['db_table', `${label}_${name}`.toLowerCase()],
  ['label', `${label}.${name}`],
  ['label_lower', `${label}.${name}`.toLowerCase()],
];

/** Where `_meta` of a model stays once something was set on it: `sender._meta.db_table = …`. */
const CHANGED_META = '<meta>';

/** `_meta`, which the model keeps once it is changed. */
export const keptMeta = (
  value: ClassValue,
  labelOf: (value: ClassValue) => string | undefined,
  onChange: (value: ClassValue) => void,
  tools: FieldTools,
): CallValue => {
  const kept = value.names.get(CHANGED_META);
  if (isA(kept, 'call')) return kept;
  const meta = metaOf(value, labelOf(value), tools);
  const [parent] = concreteParents(value);
  // A proxy has the table of what it stands for.
  if (parent !== undefined && meta.state?.get('proxy') === true) {
    const table = keptMeta(parent, labelOf, onChange, tools).state?.get('db_table');
    if (table === undefined) meta.state.delete('db_table');
    else meta.state.set('db_table', table);
  }
  meta.owner = value.owner;
  meta.keep = () => {
    onChange(value);
    value.names.set(CHANGED_META, meta);
  };
  return meta;
};

const PARTS = ['indexes', 'constraints'] as const;

/** Where a list of `_meta` stays, which is the model's own and not that of its Meta: code may put more into it. */
const partsName = (option: (typeof PARTS)[number]): string => `<${option}>`;

const keptParts = (value: ClassValue, options: ReadonlyMap<string, Value>): [string, Value][] =>
  PARTS.map((option) => {
    const written = options.get(option) ?? listOf([]);
    if (!value.names.has(partsName(option)) && isSequence(written))
      value.names.set(partsName(option), { ...listOf([...written.items]), owner: value.owner });
    return [option, value.names.get(partsName(option)) ?? written];
  });

/** What code set on `_meta` once the class was made; migrations hear of indexes and constraints alone. */
export const changedInMeta = (value: ClassValue | null, option: string): Value | undefined => {
  const meta = value?.names.get(CHANGED_META);
  return isA(meta, 'call') ? meta.state?.get(option) : undefined;
};

/** Indexes or constraints as `_meta` has them, where code has asked for that. */
export const partsInMeta = (value: ClassValue | null, option: (typeof PARTS)[number]): Value | undefined =>
  changedInMeta(value, option) ?? value?.names.get(partsName(option));

/** Where `_meta.original_attrs` stays once code has asked for it. */
const ORIGINAL_ATTRS = '<original attrs>';

const keptOriginals = (value: ClassValue, options: ReadonlyMap<string, Value>): Value => {
  const kept = value.names.get(ORIGINAL_ATTRS) ?? { ...dictOf(options), owner: value.owner };
  value.names.set(ORIGINAL_ATTRS, kept);
  return kept;
};

/** The options that migrations hear of: those of Meta, unless code wrote to the list of them. */
export const optionsOf = (value: ClassValue, meta: ClassValue | undefined): Map<string, Value> => {
  const originals = value.names.get(ORIGINAL_ATTRS);
  if (!isA(originals, 'dict')) return readOptions(meta);
  return new Map(
    [...originals.entries].flatMap(([name, option]) => (typeof name === 'string' ? [[name, option]] : [])),
  );
};

type Entry = [string, Value];

/** `_meta` has tuples of tuples, whatever Meta says: to add one to them leaves the list of Meta as it is. */
const groupsIn = (written: Value): Value => {
  if (!isSequence(written) || !/^(?:list|tuple)$/.test(written.type)) return written;
  const { items } = written;
  const groups = items.length > 0 && !isSequence(items[0]) && !isA(items[0], 'unknown') ? [written] : items;
  return tupleOf(groups.map((group) => (isSequence(group) ? tupleOf([...group.items]) : group)));
};

const withGroups = (options: ReadonlyMap<string, Value>): Entry[] =>
  [...options].map(([name, option]) => [name, /^(?:unique|index)_together$/.test(name) ? groupsIn(option) : option]);

/** What `_meta` has of options that Meta does not name. */
const unnamed: readonly Entry[] = [
  ['managed', true],
  ['auto_created', false],
  ['select_on_save', false],
  ['base_manager_name', null],
  ['default_manager_name', null],
  ['default_related_name', null],
  ['order_with_respect_to', null],
  ['required_db_vendor', null],
];

const tupleIfKnown = (name: string, items: Value[] | undefined): Entry[] =>
  items === undefined ? [] : [[name, tupleOf(items)]];

/** The model that has the table: itself, or what a proxy stands for in the end; undefined where that was not opened. */
const modelOfTable = (value: ClassValue): ClassValue | undefined => {
  const proxy = readOptions(findMeta(value, resolutionOrder(value), isConcrete)).get('proxy') ?? false;
  if (typeof proxy !== 'boolean') return undefined;
  const [parent] = concreteParents(value);
  return proxy ? parent && modelOfTable(parent) : value;
};

/** As much of `_meta` as a class under construction can tell. */
const metaOf = (value: ClassValue, label: string | undefined, tools: FieldTools): CallValue => {
  const options = readOptions(findMeta(value, resolutionOrder(value), isConcrete));
  const words = spacedName(value.name);
  const parents = concreteParents(value);
  const table = modelOfTable(value);
  const managers = managersInMeta(value, tools.openReference);
  const manager = defaultManager(value, tools.openReference, managers);
  return instance(
    OPTIONS,
    new Map<string, Value>([
      ['verbose_name', words],
      ['verbose_name_raw', words],
      ['verbose_name_plural', `${words}s`],
      ...(label === undefined ? [] : labelled(label, value.name)),
      ...unnamed,
      // What a parent says of the latest is handed down.
      ...(parents.length > 0 ? [] : [['get_latest_by', null] as Entry]),
      // As is its order, and one by a relation is `_order`.
      ...(parents.length > 0 || options.has('order_with_respect_to') ? [] : [['ordering', listOf([])] as Entry]),
      ['unique_together', tupleOf([])],
      ...(tools.hasIndexTogether ? [['index_together', tupleOf([])] as Entry] : []),
      ...withGroups(options),
      ...keptParts(value, options),
      ['original_attrs', keptOriginals(value, options)],
      ['abstract', isAbstract(value)],
      ['proxy', options.get('proxy') === true],
      ['proxy_for_model', options.get('proxy') === true ? (parents[0] ?? null) : null],
      ...(options.has('swappable') ? [] : [['swapped', null] as Entry]),
      ...(table !== undefined && tools.isPrepared(value) ? [['concrete_model', table] as Entry] : []),
      ['object_name', value.name],
      ['model_name', value.name.toLowerCase()],
      ['parents', dictOf(parents.map((base) => [base, null]))],
      ...tupleIfKnown('managers', managers),
      ...(manager === undefined ? [] : [['default_manager', manager] as Entry]),
      [MODEL_OF_META, value],
    ]),
  );
};

const tupleIfTold = (items: Value[] | undefined): Value | undefined => items && tupleOf(items);

/** By the names that `_meta` has for them. */
const fieldNames: Readonly<Record<string, (model: ClassValue, tools: FieldTools) => Value | undefined>> = {
  local_fields: (model, tools) => localFields(model, fieldLists(model, tools).columns),
  local_concrete_fields: (model, tools) => tupleIfTold(withColumn(fieldLists(model, tools).columns)),
  fields: (model, tools) => tupleOf(allColumns(model, tools)),
  concrete_fields: (model, tools) => tupleIfTold(withColumn(allColumns(model, tools))),
  local_many_to_many: (model, tools) => listOf(fieldLists(model, tools).many),
  many_to_many: (model, tools) => tupleOf(allMany(model, tools)),
  pk: (model, tools) => primaryKey(fieldLists(model, tools).columns),
  private_fields: (model, tools) => listOf(fieldLists(model, tools).private),
  _forward_fields_map: fieldsByName,
};

/** The fields that a model has when it is asked; `_meta` keeps them once all of them are there. */
export const fieldsInMeta = (meta: CallValue, name: string, tools: FieldTools): Value | undefined => {
  const model = meta.state?.get(MODEL_OF_META);
  const fields = isA(model, 'class') && Object.hasOwn(fieldNames, name) ? fieldNames[name]?.(model, tools) : undefined;
  if (fields !== undefined && isA(model, 'class') && !isBeingMade(model)) meta.state?.set(name, fields);
  return fields;
};

/** Where a model keeps what its parent was ordered by when it was made, unless that is what the parent's Meta says. */
const TAKEN_ORDERING = '<taken ordering>';

/** Of a parent that code had changed before. */
export const takeOrdering = (value: ClassValue): void => {
  const [parent] = value.bases;
  const ordering = isA(parent, 'class') ? (takenOrdering(parent) ?? changedInMeta(parent, 'ordering')) : undefined;
  if (ordering !== undefined) value.names.set(TAKEN_ORDERING, ordering);
};

export const takenOrdering = (value: ClassValue | null): Value | undefined => value?.names.get(TAKEN_ORDERING);
