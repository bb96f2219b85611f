/**
 * Models that a package makes from another model in ways that text cannot show: history tables (django-simple-history) and
 * translation tables (django-parler). Each is put together as the class the package would make, and then built like any other.
 */
import {
  type CallValue,
  type ClassValue,
  dictOf,
  isA,
  isSequence,
  listOf,
  nameOf,
  referenceTo,
  resolutionOrder,
  tupleOf,
  unknown,
  type Value,
} from '../../../python/index.ts';
import { HISTORY_RECORDS } from '../world/registered-models.ts';
import { allFields, type BuiltModel, opennessOf } from './build.ts';
import { type Copying, rememberedField } from './history-fields.ts';
import { modelBases } from './model-bases.ts';

export type Maker = {
  serial(): number;
  appOf(module: string): string | null;
  openReference(name: string): Value | undefined;
  /** Whether it belongs to a package that is not at hand. */
  isAway(name: string): boolean;
};

/** Made the way that a package which is not at hand most likely would: its version and its settings decide. */
const sketches = new WeakSet<ClassValue>();

export const isSketchOfPackage = (value: ClassValue): boolean => sketches.has(value);

/** The base that only the package has stands for all that is not known. */
const asSketch = (value: ClassValue, base: string): ClassValue => {
  const sketch = { ...value, bases: [referenceTo(base)] };
  sketches.add(sketch);
  return sketch;
};

const instance = (maker: Maker, path: string, keywords: Record<string, Value>, place: CallValue): CallValue => ({
  type: 'call',
  name: path,
  callee: referenceTo(path),
  args: [],
  keywords: new Map(Object.entries(keywords)),
  serial: maker.serial(),
  file: place.file,
  line: place.line,
});

const makeClass = (
  name: string,
  model: BuiltModel,
  bases: Value[],
  names: Map<string, Value>,
  place: CallValue,
): ClassValue => ({
  type: 'class',
  name,
  qualname: name,
  module: model.module,
  file: place.file,
  line: place.line,
  bases,
  keywords: new Map(),
  decorators: [],
  names,
  ...opennessOf(model),
});

const makeMeta = (model: BuiltModel, options: Record<string, Value | undefined>, place: CallValue): ClassValue => {
  const given = Object.entries({ app_label: model.app ?? undefined, ...options });
  const names = new Map(
    given.flatMap(([key, value]): [string, Value][] => (value === undefined ? [] : [[key, value]])),
  );
  return makeClass('Meta', model, [], names, place);
};

const MODELS = 'django.db.models.';

const texts = (value: Value | undefined): string[] =>
  isSequence(value) ? value.items.filter((item) => typeof item === 'string') : [];

const historyTypes = listOf([tupleOf(['+', 'Created']), tupleOf(['~', 'Changed']), tupleOf(['-', 'Deleted'])]);

/** What a base of the model that cannot be read brings along is copied, too. */
const unreadBases = ({ value }: BuiltModel): Value[] =>
  value !== null && modelBases(value).unread.length > 0 ? [unknown('a base of the model could not be read')] : [];

const HISTORY = 'simple_history.models.HistoricalChanges';

const isOn = ({ openReference }: Maker, setting: string): boolean =>
  openReference(`django.conf.settings.SIMPLE_HISTORY_${setting}`) === true;

type Making = {
  records: CallValue;
  make(kind: string, given: Record<string, Value>): CallValue;
  isOn(setting: string): boolean;
};

const recordId = ({ records: { keywords }, make, isOn }: Making): CallValue => {
  const given = keywords.get('history_id_field');
  const key = { primary_key: true, editable: false };
  if (isA(given, 'call')) return { ...given, keywords: new Map([...given.keywords, ...Object.entries(key)]) };
  if (!isOn('HISTORY_ID_USE_UUID')) return make('AutoField', { primary_key: true });
  return make('UUIDField', { ...key, default: referenceTo('uuid.uuid4') });
};

const recordReason = ({ records: { keywords }, make, isOn }: Making): CallValue => {
  const given = keywords.get('history_change_reason_field');
  if (isA(given, 'call')) return given;
  if (isOn('HISTORY_CHANGE_REASON_USE_TEXT_FIELD')) return make('TextField', { null: true });
  return make('CharField', { max_length: 100, null: true });
};

const recordUser = ({ records: { keywords }, make }: Making, openReference: Maker['openReference']): CallValue =>
  make('ForeignKey', {
    to: keywords.get('user_model') ?? openReference('django.conf.settings.AUTH_USER_MODEL') ?? 'auth.User',
    null: true,
    related_name: keywords.get('user_related_name') ?? '+',
    on_delete: referenceTo(`${MODELS}SET_NULL`),
    db_constraint: keywords.get('user_db_constraint') ?? true,
  });

/** Fields that the package adds, or that it was told to add instead, in the order it makes them. */
const recordFields = (maker: Maker, model: BuiltModel, records: CallValue): Map<string, CallValue> => {
  const { openReference } = maker;
  const making: Making = {
    records,
    make: (kind, given) => instance(maker, MODELS + kind, given, records),
    isOn: (setting) => isOn(maker, setting),
  };
  const { make } = making;
  const fields = new Map<string, CallValue>();
  fields.set('history_id', recordId(making));
  fields.set('history_date', make('DateTimeField', { db_index: unknown('it depends on the version of the package') }));
  fields.set('history_change_reason', recordReason(making));
  fields.set('history_type', make('CharField', { max_length: 1, choices: historyTypes }));
  const wayBack = records.keywords.get('related_name');
  const onDelete = referenceTo(`${MODELS}DO_NOTHING`);
  const relation = {
    to: model.value ?? null,
    on_delete: onDelete,
    related_name: wayBack ?? null,
    db_constraint: false,
  };
  if (typeof wayBack === 'string') fields.set('history_relation', make('ForeignKey', relation));
  const user = records.keywords.get('history_user_id_field');
  if (isA(user, 'call')) fields.set('history_user_id', user);
  else fields.set('history_user', recordUser(making, openReference));
  return fields;
};

/** The app whose module the history is put into; one that is told by `register` is that module's. */
const historyApp = (maker: Maker, model: BuiltModel, { keywords, state }: CallValue): BuiltModel => {
  const [app, module] = [keywords.get('app'), state?.get('module')];
  if (typeof app === 'string') return { ...model, app };
  const home = typeof module === 'string' && module !== model.module ? maker.appOf(module) : null;
  return home === null || typeof module !== 'string' ? model : { ...model, app: home, module };
};

const historyBases = (maker: Maker, model: BuiltModel, { keywords }: CallValue): Value[] => {
  const changes = maker.openReference(HISTORY);
  const given = keywords.get('bases');
  return [
    ...(isA(changes, 'class') ? [changes] : []),
    ...(isSequence(given) ? given.items : [referenceTo(`${MODELS}Model`)]),
    ...unreadBases(model),
  ];
};

/** A name, or a function that makes one of the model's. */
const historyName = ({ name }: BuiltModel, { keywords }: CallValue): string => {
  const custom = keywords.get('custom_model_name');
  const given = isA(custom, 'function') ? custom.call([name], new Map()) : custom;
  return typeof given === 'string' ? given : `Historical${name}`;
};

const makeHistory = (maker: Maker, model: BuiltModel, _name: string, records: CallValue): ClassValue => {
  const { keywords } = records;
  const excluded = texts(keywords.get('excluded_fields'));
  const kinds = ['field', 'foreign_key', 'one_to_one'];
  const copying: Copying = {
    records,
    instance: (path, given) => instance(maker, path, given, records),
    isOn: (setting) => isOn(maker, setting),
  };
  const names = new Map<string, Value>();
  for (const field of allFields(model))
    if (kinds.includes(field.fieldClass.kind) && !excluded.includes(field.name))
      names.set(field.name, rememberedField(field, copying));
  for (const [name, field] of recordFields(maker, model, records)) names.set(name, field);
  const home = historyApp(maker, model, records);
  const fromName = unknown('the package makes it from the name of the model');
  const options = {
    ordering: tupleOf(['-history_date', '-history_id']),
    get_latest_by: unknown('it depends on the version of the package'),
    verbose_name: keywords.get('verbose_name') ?? fromName,
    verbose_name_plural: keywords.get('verbose_name_plural') ?? fromName,
    db_table: records.state?.get('table_name') ?? keywords.get('table_name') ?? undefined,
  };
  names.set('Meta', makeMeta(home, options, records));
  const made = makeClass(historyName(model, records), home, historyBases(maker, model, records), names, records);
  return maker.isAway(HISTORY) ? asSketch(made, HISTORY) : made;
};

const PARLER = 'parler.models.TranslatedFieldsModel';

const fromPackage = unknown('the package gives it');

/** An object has one translation into a language: by `unique_together`, in newer versions of the package by a constraint. */
const onePerLanguage = (
  maker: Maker,
  given: Record<string, Value>,
  prefix: string,
  fields: CallValue,
): Record<string, Value> => {
  if (maker.isAway(PARLER)) return { unique_together: fromPackage, constraints: fromPackage };
  const itemsOf = (value: Value | undefined): Value[] => (isSequence(value) ? value.items : []);
  const make = maker.openReference('parler.models.create_translations_model');
  const key = tupleOf(['language_code', 'master']);
  if (isA(make, 'function') && make.statement?.source.includes('UniqueConstraint(')) {
    const name = `${prefix}_translation_uniq_lang`;
    const own = itemsOf(given.constraints);
    // The package may have been followed as far as putting it there itself.
    if (own.some((part) => isA(part, 'call') && part.keywords.get('name') === name)) return {};
    const constraint = instance(maker, `${MODELS}UniqueConstraint`, { fields: key, name }, fields);
    return { constraints: listOf([...own, constraint]) };
  }
  const groups = itemsOf(given.unique_together);
  const isThere = groups.some((group) => isSequence(group) && group.items.join() === key.items.join());
  return { unique_together: listOf(isThere ? groups : [...groups, key]) };
};

const makeTranslation = (maker: Maker, model: BuiltModel, name: string, fields: CallValue): ClassValue => {
  const names = new Map<string, Value>();
  const base = maker.openReference(PARLER);
  if (maker.isAway(PARLER)) names.set('language_code', unknown('its class depends on the version of the package'));
  else if (!isA(base, 'class'))
    names.set('language_code', instance(maker, `${MODELS}CharField`, { max_length: 15 }, fields));
  for (const [key, value] of fields.keywords) if (key !== 'meta') names.set(key, value);
  const to = model.value ?? null;
  const onDelete = referenceTo(`${MODELS}CASCADE`);
  const keywords = { to, null: true, editable: false, related_name: name, on_delete: onDelete };
  names.set('master', instance(maker, 'parler.fields.TranslationsForeignKey', keywords, fields));
  const table = model.options.get('db_table');
  const prefix = typeof table === 'string' ? table : `${model.app}_${model.name.toLowerCase()}`;
  const meta = fields.keywords.get('meta');
  // The package fills in what is not given, from what the text cannot show.
  const written = [...(isA(meta, 'dict') ? meta : dictOf()).entries].filter(([, value]) => !isA(value, 'unknown'));
  const given = Object.fromEntries(written) as Record<string, Value>;
  const options = {
    db_table: `${prefix}_translation`,
    verbose_name: fromPackage,
    verbose_name_plural: fromPackage,
    default_permissions: fromPackage,
    managed: fromPackage,
    ...given,
    ...onePerLanguage(maker, given, prefix, fields),
  };
  names.set('Meta', makeMeta(model, options, fields));
  const bases = [isA(base, 'class') ? base : referenceTo(`${MODELS}Model`)];
  const made = makeClass(`${model.name}Translation`, model, bases, names, fields);
  return maker.isAway(PARLER) ? asSketch(made, PARLER) : made;
};

const makers: Record<string, typeof makeHistory> = {
  [HISTORY_RECORDS]: makeHistory,
  'parler.models.TranslatedFields': makeTranslation,
};

/** Methods of a class of records that say who did something and when, and nothing about the table that keeps it. */
const TELLS =
  /^(?:post_|pre_|get_history_user|get_change_reason|create_historical_record|context$|__(?:module|qualname|doc)__$)/;

/** What a class of the project's own is made by that derives from one of a package; what it does otherwise may be anything. */
const asOwnKind =
  (own: ClassValue, make: typeof makeHistory): typeof makeHistory =>
  (maker, model, name, value) => {
    const made = make(maker, model, name, value);
    const isPlain = resolutionOrder(own).every(
      (base) =>
        base.type === 'reference' ||
        Object.hasOwn(makers, nameOf(base) ?? '') ||
        [...base.names.keys()].every((key) => TELLS.test(key)),
    );
    if (isPlain) return made;
    const sketch = { ...made, bases: [...made.bases, unknown('a class of its own makes it')] };
    sketches.add(sketch);
    return sketch;
  };

const makerOf = ({ name, callee }: CallValue): typeof makeHistory | undefined => {
  if (Object.hasOwn(makers, name)) return makers[name];
  const order = isA(callee, 'class') ? resolutionOrder(callee) : [];
  const kind = order.map((base) => nameOf(base) ?? '').find((base) => Object.hasOwn(makers, base));
  const make = kind === undefined ? undefined : makers[kind];
  return make && isA(callee, 'class') ? asOwnKind(callee, make) : undefined;
};

type Source = [name: string, value: CallValue];

/** By class, once all modules are imported: hardly any class has one. */
const known = new WeakMap<ClassValue, readonly Source[]>();

const ownSources = (value: ClassValue): readonly Source[] => {
  let found = known.get(value);
  if (found === undefined) {
    found = [...value.names].filter(
      (entry): entry is Source => isA(entry[1], 'call') && makerOf(entry[1]) !== undefined,
    );
    known.set(value, found);
  }
  return found;
};

/** Attributes of the class, and those of its bases that pass on to children. */
const sources = (model: BuiltModel): Source[] =>
  model.order.flatMap((ancestor) =>
    ancestor.type === 'class'
      ? ownSources(ancestor).filter(([, value]) => ancestor === model.value || value.keywords.get('inherit') === true)
      : [],
  );

/** The classes that packages make for a model. */
export const generatedClasses = (model: BuiltModel, maker: Maker): ClassValue[] =>
  model.abstract || model.app === null || model.value === null
    ? []
    : sources(model).flatMap(([name, value]) => makerOf(value)?.(maker, model, name, value) ?? []);
