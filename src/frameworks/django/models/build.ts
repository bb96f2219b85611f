/**
 * A model class → its fields, step by step as Django's `ModelBase` does it: own fields first, then what abstract parents
 * hand down and pointers to concrete parents, all kept in order of creation.
 */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  isA,
  OPEN_KEYWORDS,
  type ReferenceValue,
  resolutionOrder,
  type UnknownValue,
  type Value,
} from '../../../python/index.ts';
import { boundName } from '../world/model-class/bound-names.ts';
import { BEHIND, isAddedLater } from '../world/model-class/class-hooks.ts';
import { optionsOf } from '../world/model-class/model-meta.ts';
import type { OwnField } from './fields/deconstruct.ts';
import { type FieldClass, isComposite } from './fields/field-classes.ts';
import { isKey, missedBy, type Placed, placedAs, placedWith } from './fields/placed.ts';
import { findMeta, isAbstract, mayBeAbstract } from './meta.ts';
import type { FieldKind } from './model.ts';

/** A field that belongs to a model; copies for children keep its counter. */
export type BuiltField = Placed & {
  name: string;
  fieldClass: FieldClass;
  args: readonly Value[];
  keywords: ReadonlyMap<string, Value>;
  /** Of a class of the project's or a package's own. */
  own: OwnField | null;
  counter: number;
  implicit: boolean;
  parentLink: boolean;
  primaryKey: boolean;
  /** Where it was written. */
  origin: ClassValue | null;
  file: string | null;
  line: number;
  /** The model it is a field of. */
  holder: BuiltModel;
  /** Of a parent pointer: the parent. */
  parent: BuiltModel | null;
  /** Of a generic relation, which each child gets a copy of: the parent with a table of its own that has it. */
  heldBy?: BuiltModel | undefined;
};

export type BuiltModel = {
  value: ClassValue | null;
  name: string;
  module: string;
  app: string | null;
  abstract: boolean;
  proxy: boolean;
  options: ReadonlyMap<string, Value>;
  localFields: BuiltField[];
  localManyToMany: BuiltField[];
  privateFields: BuiltField[];
  /** Concrete parents and the field that points at them; null for a proxy. */
  parents: Map<BuiltModel, BuiltField | null>;
  concrete: BuiltModel | null;
  /** Direct model bases. */
  bases: BuiltModel[];
  primaryKey: BuiltField | null;
  /** Attributes of its own and of abstract parents that could not be read, and may be fields. */
  unread: Set<string> | null;
  /** One of them may be its primary key, or lead to its parent. */
  isKeyOpen: boolean;
  /** Fields of a parent that count as equal, as they have one counter, are listed once: the first of them. */
  listsEqualOnce: boolean;
  order: readonly (ClassValue | ReferenceValue)[];
};

export type BuildTools = {
  fieldOf(value: Value):
    | {
        fieldClass: FieldClass;
        own: OwnField | null;
        args: readonly Value[];
        keywords: ReadonlyMap<string, Value>;
      }
    | undefined;
  /** Whether it may be a field all the same: its class is one of a package that is not at hand. */
  mayBeField(value: CallValue): boolean;
  /** Whether a primary key may come from where the text is not at hand. */
  mayHaveKey(model: BuiltModel): boolean;
  /** Whether a decorator of such a package may have made a field of a method. */
  mayBecomeField(value: Value): boolean;
  /** What a value of a module that was not opened is; undefined when it is none or cannot be told. */
  openValue(value: Value): Value | undefined;
  appOf(module: string): string | null;
  autoFieldOf(app: string | null): FieldClass;
  /** Up to Django 3.2: of two abstract bases with a plain field of one name, both come through. */
  doublesFields: boolean;
  /** Since Django 5.0: see `BuiltModel`. */
  listsEqualOnce: boolean;
  /** The model of a class, if it is one. */
  modelOf(value: ClassValue): BuiltModel | undefined;
  /** Django counts fields that it makes by itself downwards. */
  nextImplicit(): number;
  nextCounter(): number;
  resolveTarget(value: Value | undefined, from: BuiltModel): BuiltModel | undefined;
};

const isTrue = (value: Value | undefined): boolean => value === true;

const insert = (list: BuiltField[], field: BuiltField): void => {
  let at = list.length;
  while (at > 0 && (list[at - 1]?.counter ?? 0) > field.counter) at--;
  list.splice(at, 0, field);
};

const privateKinds: readonly FieldKind[] = ['generic_foreign_key', 'generic_relation'];

const addField = (model: BuiltModel, field: BuiltField): void => {
  if (privateKinds.includes(field.fieldClass.kind) || field.fieldClass.isPrivate) model.privateFields.push(field);
  else if (field.fieldClass.kind === 'many_to_many') insert(model.localManyToMany, field);
  else {
    insert(model.localFields, field);
    if (model.primaryKey === null && isKey(field)) model.primaryKey = field;
  }
};

/** A field class may put its additions right beside itself: of equal counters the one that was added first comes first. */
const counterOf = ({ state, serial }: CallValue): number => {
  const set = state?.get('creation_counter');
  return typeof set === 'number' ? set + (state?.has(BEHIND) ? 0.25 : -0.25) : serial;
};

/** A field may name itself, whatever the attribute is called. What a class that is not at hand takes by position is not known. */
const nameFor = (attribute: string, { fieldClass, args, keywords }: { fieldClass: FieldClass } & Arguments): string => {
  const mayTellName = fieldClass.kind === 'field' && fieldClass.djangoClass !== null && !isComposite(fieldClass);
  const given = keywords.get('name') ?? (mayTellName ? args[1] : undefined);
  return typeof given === 'string' && given !== '' ? given : attribute;
};

/** A class that is not at hand may bring further fields along, named after this one or by what it is given: `currency_field_name="coin"`. */
const noteCompanions = (model: BuiltModel, name: string, { keywords }: CallValue): void => {
  model.unread = (model.unread ?? new Set()).add(name);
  for (const [keyword, given] of keywords)
    if (typeof given === 'string' && keyword.includes('field')) model.unread.add(given);
};

/** What a condition leaves open may be a field that Django adds none for: a primary key, the way to a parent. */
const mayBeKey = (name: string, { mayBe = [] }: UnknownValue): boolean =>
  name === 'id' ||
  mayBe.some(
    (each) =>
      isA(each, 'call') &&
      (/\.(?:OneToOneField|CompositePrimaryKey)$/.test(each.name) ||
        each.keywords.get('primary_key') === true ||
        each.keywords.has(OPEN_KEYWORDS)),
  );

const ownFields = (model: BuiltModel, value: ClassValue, tools: BuildTools): void => {
  const seen = new Set<Value>();
  for (const [name, attribute] of value.names) {
    // Two names for one field: it has the first.
    if (seen.has(attribute)) continue;
    if (isA(attribute, 'call')) seen.add(attribute);
    if (!isA(attribute, 'call')) {
      // What Python itself writes into a class is no field, where code hands it on.
      if (/^__\w+__$/.test(name)) continue;
      if (isA(attribute, 'unknown') || tools.mayBecomeField(attribute))
        model.unread = (model.unread ?? new Set()).add(name);
      if (isA(attribute, 'unknown')) model.isKeyOpen ||= mayBeKey(name, attribute);
      continue;
    }
    const field = tools.fieldOf(attribute);
    if (field === undefined) {
      if (tools.mayBeField(attribute)) model.unread = (model.unread ?? new Set()).add(name);
      continue;
    }
    const { fieldClass, own, args, keywords } = field;
    if (fieldClass.djangoClass === null) noteCompanions(model, name, attribute);
    addField(model, {
      name: nameFor(boundName(attribute) ?? name, field),
      fieldClass,
      args,
      keywords,
      own,
      // Django counts what claims to be made by itself downwards, too.
      counter: isTrue(keywords.get('auto_created')) ? tools.nextImplicit() : counterOf(attribute),
      implicit: false,
      parentLink: fieldClass.kind === 'one_to_one' && isTrue(keywords.get('parent_link')),
      primaryKey: isTrue(keywords.get('primary_key')) || isComposite(fieldClass),
      origin: attribute.home ?? value,
      file: attribute.file,
      line: attribute.line,
      holder: model,
      parent: null,
      ...missedBy(attribute),
      ...placedWith(model.abstract ? null : value, attribute),
      ...placedAs(model.abstract ? null : value, name, attribute),
    });
  }
};

const ONE_TO_ONE = 'django.db.models.OneToOneField';

const implicitField = (
  model: BuiltModel,
  name: string,
  fieldClass: FieldClass,
  counter: number,
  parent: BuiltModel | null,
): BuiltField => ({
  name,
  fieldClass,
  args: [],
  keywords: new Map(),
  own: null,
  counter,
  implicit: true,
  parentLink: parent !== null,
  primaryKey: parent === null && name === 'id',
  origin: null,
  file: null,
  line: 0,
  holder: model,
  parent,
});

/** One-to-one fields with `parent_link=True`, own ones and those of abstract parents. */
const parentLinks = (model: BuiltModel, tools: BuildTools): Map<BuiltModel, BuiltField> => {
  const links = new Map<BuiltModel, BuiltField>();
  for (const holder of [...model.bases.filter((base) => base.abstract).reverse(), model])
    for (const field of holder.localFields) {
      if (!field.parentLink || field.implicit) continue;
      const target = tools.resolveTarget(field.keywords.get('to') ?? field.args[0], model);
      if (target !== undefined) links.set(target, field);
    }
  return links;
};

type Inheritance = { names: Set<string>; taken: Set<string>; links: Map<BuiltModel, BuiltField> };

const inheritConcrete = (model: BuiltModel, base: BuiltModel, state: Inheritance, tools: BuildTools): void => {
  for (const field of [...base.localFields, ...base.localManyToMany]) state.taken.add(field.name);
  const parent = base.concrete ?? base;
  const link = state.links.get(parent);
  if (link !== undefined) {
    link.parent = parent;
    model.parents.set(parent, link);
  } else if (model.proxy) model.parents.set(parent, null);
  else {
    const name = `${parent.name.toLowerCase()}_ptr`;
    const fieldClass: FieldClass = { kind: 'one_to_one', path: ONE_TO_ONE, djangoClass: ONE_TO_ONE, value: null };
    const field = implicitField(model, name, fieldClass, tools.nextImplicit(), parent);
    if (!state.names.has(name)) addField(model, field);
    model.parents.set(parent, field);
  }
};

const inheritAbstract = (model: BuiltModel, base: BuiltModel, state: Inheritance, doublesFields: boolean): void => {
  const parents = new Map(base.parents);
  for (const name of base.unread ?? []) {
    if (state.names.has(name)) continue;
    model.unread = (model.unread ?? new Set()).add(name);
    // Where both come through, migrations know only the one that was written last.
    model.localFields = model.localFields.filter((field) => field.name !== name || field.primaryKey);
  }
  model.isKeyOpen ||= base.isKeyOpen;
  for (const field of [...base.localFields, ...base.localManyToMany]) {
    if (state.names.has(field.name) || state.taken.has(field.name)) continue;
    if (model.value !== null && field.missedBy?.has(model.value)) continue;
    const copy: BuiltField = { ...field, holder: model };
    addField(model, copy);
    // Django sees what was inherited before by the attribute on the class, which a plain field once left to its abstract base.
    if (!doublesFields || field.fieldClass.kind !== 'field') state.names.add(field.name);
    for (const [parent, link] of parents) if (link === field) parents.set(parent, copy);
    for (const [parent, link] of state.links) if (link === field) state.links.set(parent, copy);
  }
  for (const [parent, link] of parents) model.parents.set(parent, link);
  // What cannot be read may be a field all the same, and then stands before those of later bases.
  for (const name of base.unread ?? []) state.names.add(name);
};

const inherit = (model: BuiltModel, value: ClassValue, tools: BuildTools): void => {
  const own = [...model.localFields, ...model.localManyToMany, ...model.privateFields].map((field) => field.name);
  const fieldNames = new Set(own);
  const state: Inheritance = {
    names: new Set([...own, ...value.names.keys()]),
    taken: new Set(),
    links: parentLinks(model, tools),
  };
  for (const ancestor of model.order.slice(1)) {
    const base = ancestor.type === 'class' ? model.bases.find((candidate) => candidate.value === ancestor) : undefined;
    if (base === undefined) {
      if (ancestor.type === 'class') for (const name of ancestor.names.keys()) state.taken.add(name);
      continue;
    }
    if (base.abstract) inheritAbstract(model, base, state, tools.doublesFields);
    else inheritConcrete(model, base, state, tools);
    const parent = base.abstract ? undefined : base;
    for (const field of base.privateFields)
      if (!fieldNames.has(field.name) && !field.missedBy?.has(value))
        model.privateFields.push({ ...field, holder: model, heldBy: field.heldBy ?? parent });
  }
  // What was added to a model that was made stands behind what it inherits.
  const isLate = ({ name }: BuiltField): boolean => isAddedLater(value.names.get(name));
  model.privateFields.sort((a, b) => Number(isLate(a)) - Number(isLate(b)));
};

/** `Options._prepare`: the order pointer, and a primary key where there is none. */
const prepare = (model: BuiltModel, tools: BuildTools): void => {
  const respect = model.options.get('order_with_respect_to');
  if (typeof respect === 'string' && !model.localFields.some((field) => field.name === '_order')) {
    const path = 'django.db.models.OrderWrt';
    addField(
      model,
      implicitField(
        model,
        '_order',
        { kind: 'field', path, djangoClass: path, value: null },
        tools.nextCounter(),
        null,
      ),
    );
  }
  if (model.primaryKey !== null || model.proxy) return;
  const [link] = model.parents.values();
  if (link != null) {
    const present = model.localFields.find((field) => field.name === link.name) ?? link;
    present.primaryKey = true;
    model.primaryKey = present;
  } else if (model.parents.size === 0 && !tools.mayHaveKey(model))
    addField(model, implicitField(model, 'id', tools.autoFieldOf(model.app), tools.nextImplicit(), null));
};

/** Options that other things rest on, so that a package's own setting or function is looked up. */
const decisive = ['app_label', 'db_table', 'managed', 'proxy', 'swappable'];

const createEmpty = (value: ClassValue, tools: BuildTools): BuiltModel => {
  const order = resolutionOrder(value);
  const isConcrete = (ancestor: ClassValue): boolean => {
    const model = tools.modelOf(ancestor);
    return model !== undefined && !model.abstract;
  };
  const options = optionsOf(value, findMeta(value, order, isConcrete));
  for (const name of decisive) {
    const opened = tools.openValue(options.get(name) ?? null);
    if (opened !== undefined) options.set(name, opened);
  }
  const label = options.get('app_label');
  const bases = value.bases.flatMap((base) => (isA(base, 'class') ? (tools.modelOf(base) ?? []) : []));
  return {
    value,
    name: value.name,
    module: value.module,
    app: typeof label === 'string' ? label : tools.appOf(value.module),
    abstract: isAbstract(value),
    proxy: isTrue(options.get('proxy')),
    options,
    localFields: [],
    localManyToMany: [],
    privateFields: [],
    parents: new Map(),
    concrete: null,
    bases,
    primaryKey: null,
    unread: null,
    isKeyOpen: false,
    listsEqualOnce: tools.listsEqualOnce,
    order,
  };
};

export const buildModel = (value: ClassValue, tools: BuildTools): BuiltModel => {
  const model = createEmpty(value, tools);
  ownFields(model, value, tools);
  if (model.proxy) {
    const target = model.bases.find((base) => !base.abstract);
    model.concrete = target?.concrete ?? target ?? null;
    model.primaryKey = target?.primaryKey ?? null;
  } else model.concrete = model;
  inherit(model, value, tools);
  if (!model.abstract) prepare(model, tools);
  return model;
};

/** What of a model or of what it inherits cannot be told for sure. */
export const opennessOf = ({ order }: BuiltModel): Pick<ClassValue, 'isEither' | 'isOpen'> => {
  const classes = order.filter((ancestor) => ancestor.type === 'class');
  return {
    ...(classes.some((each) => each.isEither || mayBeAbstract(each)) ? { isEither: true } : {}),
    ...(classes.some(({ isOpen }) => isOpen) ? { isOpen: true } : {}),
  };
};
