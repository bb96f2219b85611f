/** The models as they are now, in the form that the replayed migrations have: Django's `ModelState.from_model`. */
import { type CallValue, isA, isSequence, nameOf, referenceTo, unknown, type Value } from '../../../../python/index.ts';
import type { OwnField } from '../../models/fields/deconstruct.ts';
import { guessedKind } from '../../models/fields/field-classes.ts';
import { fillIn } from '../../models/fields/filled-name.ts';
import { isSketchOfPackage } from '../../models/made/made-classes.ts';
import type { ReadField, ReadModel } from '../../models/model.ts';
import { modelBases } from '../../models/model-bases.ts';
import { partsInMeta } from '../../world/model-class/model-meta.ts';
import type { ModelState, ProjectState } from '../state.ts';
import { bindField, givenArguments } from './fields/bind-field.ts';
import type { FieldPlace, FieldState } from './fields/fields.ts';
import { indexName, namesItself, suffixOf } from './parts.ts';
import { canonicalName } from './values/sameness.ts';

/** What Django gives a field that it adds by itself: `id`, or the pointer to a parent. */
const implicitKeywords = (field: ReadField): Map<string, Value> => {
  const keywords = new Map<string, Value>([['auto_created', true]]);
  if (field.primaryKey) keywords.set('primary_key', true);
  if (field.relation === null) keywords.set('verbose_name', 'ID');
  else {
    keywords.set('on_delete', referenceTo('django.db.models.CASCADE'));
    keywords.set('parent_link', true);
  }
  return keywords;
};

const relationOf = ({ relation }: ReadField): Pick<FieldPlace, 'relation'> =>
  relation === null ? {} : { relation: { to: relation.target, through: relation.through } };

const isSelfMany = ({ kind, args, keywords }: ReadField): boolean =>
  kind === 'many_to_many' && (keywords.get('symmetrical') ?? (keywords.get('to') ?? args[0]) === 'self') === true;

const fieldState = (field: ReadField, model: ReadModel): FieldState => {
  // A copy of a field that Django made, as history tables have it, is written with all it needs.
  const keywords = field.implicit && field.keywords.size === 0 ? implicitKeywords(field) : field.keywords;
  const place = { app: model.app, model: model.name };
  const { own, djangoClass, source } = field;
  const first = own?.deconstruct(own.given, { ...place, ...relationOf(field) });
  // Django holds a copy, made of what the field says of itself, against the migrations: what it keeps to itself is lost.
  const isSame = first?.path === field.classPath;
  const written = isSame && first ? (own?.deconstruct(givenArguments(first.kwargs), place) ?? first) : first;
  const bound = written
    ? bindField({ path: written.path, djangoClass, args: [], keywords: written.kwargs, source }, place)
    : bindField({ path: field.classPath, djangoClass, args: field.args, keywords, source }, place);
  const asWritten =
    (of: Pick<OwnField, 'deconstruct'>): NonNullable<FieldState['deconstruct']> =>
    (kwargs, at) =>
      of.deconstruct(givenArguments(kwargs), at)?.kwargs;
  if (own && written?.path === field.classPath) bound.deconstruct = asWritten(own);
  else if (own && written) {
    bound.disguise = { path: field.classPath, deconstruct: asWritten(own) };
    const base = own.ofBase(written.path);
    if (base) bound.deconstruct = asWritten(base);
  } else if (own?.hasDeconstruct && !written) {
    bound.deconstructs = true;
    const given = { path: field.classPath, djangoClass, ...own.given, source };
    if (own.settled.size === 0 && field.relation === null) bound.given = bindField(given, place).kwargs;
  }
  // What is written nowhere and not made by Django itself is of a sketch of its models.
  if (source === null && !field.implicit) bound.isSketch = true;
  // What the relation of a field goes through in the end is known where the field tells it, as is what its `__init__` alone sets,
  // and what it has by its place in the model.
  const isTold = (name: string): boolean =>
    written !== undefined &&
    (own?.told.has(name) ||
      own?.asPlaced.has(name) ||
      (name === 'through' && typeof written.kwargs.get(name) === 'string'));
  for (const name of own?.settled ?? [])
    if (!isTold(name)) bound.kwargs = new Map(bound.kwargs).set(name, unknown('the field sets it itself'));
  if (field.relation === null) return bound;
  // The reader has resolved what the relation points at, across files.
  const kwargs = new Map(bound.kwargs);
  // What points at itself by that word has no way back, even where its class writes something else.
  if (own && isSelfMany(field)) kwargs.set('symmetrical', true);
  if (field.relation.target !== null) kwargs.set('to', field.relation.target.toLowerCase());
  const { through } = field.relation;
  const given = kwargs.get('through');
  if (isGiven(given) && !isA(given, 'unknown') && through !== null) kwargs.set('through', through.toLowerCase());
  // A pointer to a parent becomes the primary key where there is no other.
  if (field.relation.parent_link && field.primaryKey) kwargs.set('primary_key', true);
  else if (field.relation.parent_link && model.unsure)
    kwargs.set('primary_key', unknown('whether it points at a parent is not known'));
  return { ...bound, kwargs };
};

/** A model of Django's own in a clone without Django. */
const isSketch = ({ value }: ReadModel): boolean => value?.file === null && value.module.startsWith('django.');

/** None of its bases that could be read is a model of Django's. */
const isGuess = ({ unsure, value }: ReadModel): boolean => unsure && value !== null && !modelBases(value).isModel;

const isGiven = (value: Value | undefined): boolean => value !== undefined && value !== null;

/** `%(class)s` in the name of an index or a constraint of an abstract model. */
const formatName = (name: Value | undefined, model: ReadModel): Value | undefined =>
  typeof name === 'string' ? fillIn(name, model) : name;

const columnOf = (model: ReadModel, name: string): string =>
  model.fields.find((field) => field.name === name)?.column ?? name;

const namedIndex = (index: CallValue, model: ReadModel): CallValue => {
  const given = formatName(index.keywords.get('name'), model);
  if (given !== undefined && given !== null) return { ...index, keywords: new Map(index.keywords).set('name', given) };
  const fields = index.keywords.get('fields');
  const suffix = suffixOf(index);
  if (!isSequence(fields) || model.table === null || suffix === undefined) return index;
  // By the table that the class has when it is made, whatever becomes of that.
  const table = model.options.get('db_table') ?? `${model.app}_${model.name.toLowerCase()}`;
  const columns = fields.items.map(String).map((field) => ({
    name: columnOf(model, field.replace(/^-/, '')),
    descending: field.startsWith('-'),
  }));
  return { ...index, keywords: new Map(index.keywords).set('name', indexName(String(table), suffix, columns)) };
};

const partsOf = (value: Value | undefined): Value[] => {
  if (isSequence(value)) return value.items;
  return value === undefined || value === null ? [] : [value];
};

/** Indexes or constraints with the names that Django gives them; those that their own classes call something are left without one. */
export const namedParts = (model: ReadModel, option: 'indexes' | 'constraints'): Value[] =>
  partsOf(partsInMeta(model.value, option) ?? model.options.get(option)).map((part) => {
    if (!isA(part, 'call')) return part;
    if (namesItself(part)) return { ...part, keywords: new Map([...part.keywords].filter(([key]) => key !== 'name')) };
    if (option === 'indexes') return namedIndex(part, model);
    const name = formatName(part.keywords.get('name'), model);
    return name === undefined ? part : { ...part, keywords: new Map(part.keywords).set('name', name) };
  });

/** `price = MoneyField()` of a package that is not at hand, which no migration names: a new field, or none at all. */
const isStranger = (item: Value | undefined): boolean =>
  isA(item, 'call') && guessedKind(nameOf(item.callee) ?? '') !== undefined;

/** A constant is no field, nor is something that is not made like one: `panels = Page.panels + ["word"]`. */
const mayBeNew = (name: string, item: Value | undefined): boolean => {
  if (name === name.toUpperCase() || (isA(item, 'unknown') && item.isData)) return false;
  return !isA(item, 'call') || isStranger(item);
};

/** Names that may be fields and were not read as one. */
const unreadNames = ({ mayHave, value, fields }: ReadModel): Pick<ModelState, 'strangers' | 'newcomers'> => {
  if (mayHave === 'any' || mayHave === null) return {};
  const known = new Set(fields.map(({ name }) => name));
  const names = [...mayHave].filter((name) => !known.has(name));
  const itemOf = (name: string): Value | undefined => value?.names.get(name);
  return {
    strangers: names.filter((name) => isStranger(itemOf(name))),
    newcomers: names.filter((name) => mayBeNew(name, itemOf(name))),
  };
};

const modelState = (model: ReadModel): ModelState => {
  const fields = new Map<string, FieldState>();
  for (const field of [...model.localFields, ...model.localManyToMany]) {
    // Not part of the state: what Django adds for `order_with_respect_to`, and generic relations, which have no column.
    if (
      canonicalName(field.classPath).endsWith('.OrderWrt') ||
      /\.Generic(?:Relation|ForeignKey)$/.test(field.classPath)
    )
      continue;
    fields.set(field.name, fieldState(field, model));
  }
  const options = new Map(model.options);
  for (const key of ['indexes', 'constraints', 'abstract', 'app_label', 'apps']) options.delete(key);
  // Generic relations are no part of the state, nor what refers to one.
  if (model.privateFields.some(({ name }) => name === options.get('order_with_respect_to')))
    options.delete('order_with_respect_to');
  if (model.proxy) options.set('proxy', true);
  // After those of its parents.
  const key = model.proxy ? model.fields.findLast(({ primaryKey }) => primaryKey) : undefined;
  return {
    app: model.app,
    name: model.name,
    fields,
    options,
    // Where its Meta has none, migrations do not look at what code has put there.
    indexes: model.options.has('indexes') ? namedParts(model, 'indexes') : [],
    constraints: model.options.has('constraints') ? namedParts(model, 'constraints') : [],
    managers: model.managers === null ? null : [...model.managers],
    ...(isSketch(model) ? { isSketch: true } : {}),
    ...(isGuess(model) ? { isGuess: true } : {}),
    ...(model.value !== null && isSketchOfPackage(model.value) ? { isMadeAway: true } : {}),
    ...(model.isOpen ? { isOpen: true } : {}),
    unsure: model.unsure,
    mayHave: model.mayHave,
    ...(model.isKeyOpen ? { isKeyOpen: true } : {}),
    ...(key === undefined ? {} : { keyName: key.name }),
    ...unreadNames(model),
    source: model.source,
  };
};

/** A model that was read anew is another object: what was made of it is kept with it. */
const remembered = new WeakMap<ReadModel, { label: string; state: ModelState }>();

const rememberedState = (model: ReadModel): { label: string; state: ModelState } => {
  let known = remembered.get(model);
  if (!known) {
    known = { label: model.id.toLowerCase(), state: modelState(model) };
    remembered.set(model, known);
  }
  return known;
};

export const modelStates = (models: readonly ReadModel[]): ProjectState => {
  const states: ProjectState = new Map();
  for (const model of models) {
    if (model.abstract || model.autoCreated) continue;
    const { label, state } = rememberedState(model);
    states.set(label, state);
  }
  return states;
};
