/** The state that migrations add up to: each operation applied to the models before it, as Django's `state_forwards` does. */

import type { SourceRef } from '../../../contract/index.ts';
import { type CallValue, isA, isSequence, listOf, tupleOf, unknown, type Value } from '../../../python/index.ts';
import type { MaybeFields } from '../models/model.ts';
import { bindField, labelIn } from './compare/fields/bind-field.ts';
import type { FieldState } from './compare/fields/fields.ts';
import { canonicalName } from './compare/values/sameness.ts';
import type { MigrationFile } from './files/migration-file.ts';
import { argumentOf, effectOf, type Operation, textArgument } from './files/operation.ts';

export type ModelState = {
  app: string;
  name: string;
  fields: Map<string, FieldState>;
  /** Without `indexes` and `constraints`. */
  options: Map<string, Value>;
  indexes: Value[];
  constraints: Value[];
  /** Pairs of name and manager; null when they are not known. */
  managers: Value[] | null;
  /** An operation that nobody here knows may have changed it; of a model as it is now: a base could not be read. */
  unsure: boolean;
  /** Of a model as it is now: fields and table are all that is known of it. */
  isSketch?: boolean;
  /** Of a model as it is now: that it is one was told by its look. */
  isGuess?: boolean;
  /** Of a model as it is now: a package that is not at hand makes it, who knows how exactly. */
  isMadeAway?: boolean;
  /** Of a model as it is now: code that was left out may have changed it. */
  isOpen?: boolean;
  /** Of a model as it is now: names that may be fields all the same; `any`: whatever is missing may be one. */
  mayHave: MaybeFields;
  /** Of a model as it is now: one of them may be its primary key, or lead to its parent. */
  isKeyOpen?: boolean;
  /** Of a proxy as it is now: what the primary key is called in the model that it stands for. */
  keyName?: string;
  /** Of a model as it is now: those of them that are named like fields. */
  strangers?: readonly string[];
  /** Of a model as it is now: those of them that may be fields which no migration knows yet. */
  newcomers?: readonly string[];
  source: SourceRef | null;
};

/** `app.model` in small letters → model. */
export type ProjectState = Map<string, ModelState>;

/** What AlterModelOptions takes charge of: an option that it does not name is gone. */
export const alterOptionKeys = [
  'base_manager_name',
  'default_manager_name',
  'default_related_name',
  'get_latest_by',
  'managed',
  'ordering',
  'permissions',
  'default_permissions',
  'select_on_save',
  'verbose_name',
  'verbose_name_plural',
] as const;

type Place = { state: ProjectState; app: string; file: MigrationFile };

const itemsOf = (value: Value | undefined): Value[] => (isSequence(value) ? value.items : []);

/** What is not given is nothing. */
const isToldList = (value: Value | undefined): boolean => value === undefined || value === null || isSequence(value);
const isToldDict = (value: Value | undefined): boolean => value === undefined || value === null || isA(value, 'dict');

const fieldOf = (call: CallValue, place: Place, model: string, keepDefault: boolean): FieldState => {
  const path = canonicalName(call.name);
  // A default that was only needed to fill existing rows does not count.
  const keywords = keepDefault ? call.keywords : new Map([...call.keywords].filter(([name]) => name !== 'default'));
  const source = { file: place.file.source.file, line: call.line };
  return bindField(
    { path, djangoClass: path.startsWith('django.') ? path : null, args: call.args, keywords, source },
    { app: place.app, model },
  );
};

const createModel = (place: Place, operation: Operation): void => {
  const name = textArgument(operation, 'name');
  if (name === undefined) return;
  const fields = new Map<string, FieldState>();
  const written = argumentOf(operation, 'fields');
  let unsure = !isSequence(written);
  for (const pair of itemsOf(written)) {
    const [field, call] = itemsOf(pair);
    if (typeof field === 'string' && isA(call, 'call')) fields.set(field, fieldOf(call, place, name, true));
    else unsure = true;
  }
  const given = argumentOf(operation, 'options');
  const options = new Map<string, Value>();
  if (isA(given, 'dict'))
    for (const [key, value] of given.entries) if (typeof key === 'string') options.set(key, value);
  unsure ||= !isToldDict(given) || !['indexes', 'constraints'].every((key) => isToldList(options.get(key)));
  const [indexes, constraints] = [itemsOf(options.get('indexes')), itemsOf(options.get('constraints'))];
  options.delete('indexes');
  options.delete('constraints');
  const managers = argumentOf(operation, 'managers');
  const model: ModelState = {
    app: place.app,
    name,
    fields,
    options,
    indexes: [...indexes],
    constraints: [...constraints],
    managers: isToldList(managers) ? [...itemsOf(managers)] : null,
    unsure,
    mayHave: null,
    source: place.file.source,
  };
  place.state.set(`${place.app}.${name}`.toLowerCase(), model);
};

/** Points relations elsewhere after a model got another name. */
const repoint = (state: ProjectState, from: string, to: string): void => {
  for (const model of state.values()) {
    for (const [name, field] of model.fields) {
      const hits = ['to', 'through'].filter((key) => field.kwargs.get(key) === from);
      if (hits.length === 0) continue;
      const kwargs = new Map(field.kwargs);
      for (const key of hits) kwargs.set(key, to);
      model.fields.set(name, { ...field, kwargs });
    }
  }
};

const renameModel = ({ state, app }: Place, operation: Operation): void => {
  const [from, to] = [textArgument(operation, 'old_name'), textArgument(operation, 'new_name')];
  const model = from === undefined ? undefined : state.get(`${app}.${from}`.toLowerCase());
  if (!model || from === undefined || to === undefined) return;
  state.delete(`${app}.${from}`.toLowerCase());
  state.set(`${app}.${to}`.toLowerCase(), { ...model, name: to });
  repoint(state, `${app}.${from}`.toLowerCase(), `${app}.${to}`.toLowerCase());
};

const renameIn = (value: Value | undefined, from: string, to: string): Value | undefined => {
  if (!isSequence(value)) return value === from ? to : value;
  const items = value.items.map((item) =>
    isSequence(item) ? (renameIn(item, from, to) ?? item) : item === from ? to : item,
  );
  return { type: value.type, items };
};

const renameField = ({ state }: Place, model: ModelState, operation: Operation): void => {
  const [from, to] = [textArgument(operation, 'old_name'), textArgument(operation, 'new_name')];
  if (from === undefined || to === undefined || !model.fields.has(from)) return;
  model.fields = new Map([...model.fields].map(([name, field]) => [name === from ? to : name, field]));
  for (const option of ['unique_together', 'index_together']) {
    const renamed = renameIn(model.options.get(option), from, to);
    if (renamed !== undefined) model.options.set(option, renamed);
  }
  const label = `${model.app}.${model.name}`.toLowerCase();
  for (const other of state.values())
    for (const [name, field] of other.fields) {
      const isPointedAt = field.kwargs.get('to') === label;
      if (other !== model && !isPointedAt) continue;
      const keys = [...(other === model ? ownNames : []), ...(isPointedAt ? namesThere : [])];
      const kwargs = renameArguments(field.kwargs, keys, from, to);
      if (kwargs !== undefined) other.fields.set(name, { ...field, kwargs });
    }
};

/** Arguments of a field that name fields of its own model, and those that name fields of the model it points at. */
const ownNames = ['from_fields', 'field_names'];
const namesThere = ['to_field', 'to_fields'];

/** undefined where none of them names it. */
const renameArguments = (
  kwargs: ReadonlyMap<string, Value>,
  keys: readonly string[],
  from: string,
  to: string,
): Map<string, Value> | undefined => {
  let renamed: Map<string, Value> | undefined;
  for (const key of keys) {
    const value = kwargs.get(key);
    const isNamed = isSequence(value) ? value.items.includes(from) : value === from;
    if (!isNamed) continue;
    renamed ??= new Map(kwargs);
    renamed.set(key, renameIn(value, from, to) ?? null);
  }
  return renamed;
};

const alterOptions = (model: ModelState, operation: Operation): void => {
  const given = argumentOf(operation, 'options');
  if (!isA(given, 'dict')) return;
  for (const key of alterOptionKeys) model.options.delete(key);
  for (const [key, value] of given.entries) if (typeof key === 'string') model.options.set(key, value);
};

const nameOfPart = (part: Value): Value | undefined => (isA(part, 'call') ? part.keywords.get('name') : undefined);

const renameIndex = (model: ModelState, operation: Operation): void => {
  const [from, to] = [textArgument(operation, 'old_name'), textArgument(operation, 'new_name')];
  if (to === undefined) return;
  const fields = argumentOf(operation, 'old_fields');
  if (from === undefined && isSequence(fields)) {
    // An unnamed index of `index_together` becomes one of `indexes`.
    const together = itemsOf(model.options.get('index_together'));
    const wanted = JSON.stringify(fields.items);
    const rest = together.filter((item) => !isSequence(item) || JSON.stringify(item.items) !== wanted);
    model.options.set('index_together', { type: 'set', items: rest });
    model.indexes.push(makeIndex(to, fields.items));
    return;
  }
  model.indexes = model.indexes.map((index) =>
    isA(index, 'call') && nameOfPart(index) === from
      ? { ...index, keywords: new Map(index.keywords).set('name', to) }
      : index,
  );
};

const makeIndex = (name: string, fields: readonly Value[]): Value => ({
  type: 'call',
  name: 'django.db.models.Index',
  callee: { type: 'reference', name: 'django.db.models.Index' },
  args: [],
  keywords: new Map<string, Value>([
    ['fields', listOf([...fields])],
    ['name', name],
  ]),
  serial: 0,
  file: null,
  line: 1,
});

const changeModel = (place: Place, model: ModelState, operation: Operation): void => {
  const name = textArgument(operation, 'name');
  const value = (key: string): Value | undefined => argumentOf(operation, key);
  switch (effectOf(operation)) {
    case 'AddField':
    case 'AlterField': {
      const field = value('field');
      if (name === undefined || !isA(field, 'call')) {
        model.unsure = true;
        return;
      }
      model.fields.set(name, fieldOf(field, place, model.name, value('preserve_default') !== false));
      return;
    }
    case 'RemoveField':
      if (name !== undefined) model.fields.delete(name);
      return;
    case 'RenameField':
      renameField(place, model, operation);
      return;
    case 'AlterModelOptions':
      alterOptions(model, operation);
      return;
    case 'AlterModelTable':
      model.options.set('db_table', value('table') ?? null);
      return;
    case 'AlterModelTableComment':
      model.options.set('db_table_comment', value('table_comment') ?? null);
      return;
    case 'AlterUniqueTogether':
      model.options.set('unique_together', value('unique_together') ?? null);
      return;
    case 'AlterIndexTogether':
      model.options.set('index_together', value('index_together') ?? null);
      return;
    case 'AlterOrderWithRespectTo':
      model.options.set('order_with_respect_to', value('order_with_respect_to') ?? null);
      return;
    case 'AlterModelManagers':
      model.managers = [...itemsOf(value('managers'))];
      return;
    default:
      changeParts(model, operation);
  }
};

/** Indexes and constraints. */
const changeParts = (model: ModelState, operation: Operation): void => {
  const name = textArgument(operation, 'name');
  const [index, constraint] = [argumentOf(operation, 'index'), argumentOf(operation, 'constraint')];
  switch (effectOf(operation)) {
    case 'AddIndex':
      if (index !== undefined) model.indexes.push(index);
      return;
    case 'RemoveIndex':
      model.indexes = model.indexes.filter((part) => nameOfPart(part) !== name);
      return;
    case 'RenameIndex':
      renameIndex(model, operation);
      return;
    case 'AddConstraint':
      if (constraint !== undefined) model.constraints.push(constraint);
      return;
    case 'RemoveConstraint':
      model.constraints = model.constraints.filter((part) => nameOfPart(part) !== name);
      return;
    case 'AlterConstraint':
      model.constraints = model.constraints.map((part) =>
        nameOfPart(part) === name && constraint !== undefined ? constraint : part,
      );
  }
};

const isChildOf = ({ fields }: ModelState, labels: ReadonlySet<string>): boolean =>
  [...fields.values()].some(({ kwargs }) => kwargs.get('parent_link') === true && labels.has(String(kwargs.get('to'))));

const doubtModel = (model: ModelState, sets: Operation['sets']): void => {
  if (sets === undefined || sets.some((name) => listsApart.has(name))) model.unsure = true;
  else for (const name of sets) model.options.set(name, unknown('an operation of its own sets it'));
};

/** What is not kept among the options. */
const listsApart = new Set(['indexes', 'constraints']);

/**
 * Someone's own operation, or of an app that cannot be told: what it names is no longer certain, with the models that derive from it. Where the
 * app has no such model, all of the app, and what is called so in another one.
 */
export const doubt = ({ state, app }: Place, { values, mentions = [], sets }: Operation): void => {
  const names = [...values, ...mentions].flatMap((value) => (typeof value === 'string' ? value.toLowerCase() : []));
  const labels = new Set(names.map((name) => `${app}.${name}`).filter((label) => state.has(label)));
  const isTouched = (model: ModelState): boolean => model.app === app || names.includes(model.name.toLowerCase());
  for (const [label, model] of state)
    if (labels.size > 0 ? labels.has(label) || isChildOf(model, labels) : isTouched(model)) doubtModel(model, sets);
};

export const applyOperation = (place: Place, operation: Operation): void => {
  if (!operation.known) {
    doubt(place, operation);
    return;
  }
  for (const inner of operation.inner) applyOperation(place, inner);
  switch (effectOf(operation)) {
    case 'CreateModel':
      createModel(place, operation);
      return;
    case 'DeleteModel':
      place.state.delete(labelIn(textArgument(operation, 'name') ?? '', { app: place.app, model: '' }));
      return;
    case 'RenameModel':
      renameModel(place, operation);
      return;
    default: {
      const target = textArgument(operation, 'model_name') ?? textArgument(operation, 'name');
      const model = target === undefined ? undefined : place.state.get(`${place.app}.${target}`.toLowerCase());
      if (model) changeModel(place, model, operation);
    }
  }
};

/** `unique_together` and the like as a set of tuples of names, however it was written. */
export const togetherOf = (value: Value | undefined): string[][] | undefined => {
  if (value === undefined || value === null) return [];
  if (!isSequence(value)) return undefined;
  const groups =
    value.items.every((item) => typeof item === 'string') && value.items.length > 0
      ? [tupleOf(value.items)]
      : value.items;
  const names: string[][] = [];
  for (const group of groups) {
    if (!isSequence(group) || !group.items.every((item) => typeof item === 'string')) return undefined;
    names.push(group.items as string[]);
  }
  return names;
};
