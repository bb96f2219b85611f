/** The models in which django-simple-history keeps what others were: one for the model itself, and one for each relation that it was told of. */
import {
  type CallValue,
  type ClassValue,
  isA,
  isSequence,
  listOf,
  referenceTo,
  truthOf,
  tupleOf,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { isAddedLater } from '../../world/model-class/class-hooks.ts';
import { spacedName } from '../../world/model-class/model-meta.ts';
import { HISTORY_RECORDS } from '../../world/model-class/registered-models.ts';
import type { BuiltField, BuiltModel } from '../build.ts';
import { allFields } from '../fields/all-fields.ts';
import { modelBases } from '../model-bases.ts';
import { type Copying, rememberedField } from './history-fields.ts';
import { asSketch, instance, type Make, type Maker, MODELS, makeClass, makeMeta, type Source } from './made-classes.ts';

const texts = (value: Value | undefined): string[] =>
  isSequence(value) ? value.items.filter((item) => typeof item === 'string') : [];

const historyTypes = listOf([tupleOf(['+', 'Created']), tupleOf(['~', 'Changed']), tupleOf(['-', 'Deleted'])]);

/** What a base of the model that cannot be read brings along is copied, too. */
const unreadBases = ({ value }: BuiltModel): Value[] =>
  value !== null && modelBases(value).unread.length > 0 ? [unknown('a base of the model could not be read')] : [];

const HISTORY = 'simple_history.models.HistoricalChanges';

const isOn = ({ openReference }: Maker, setting: string): boolean =>
  openReference(`django.conf.settings.SIMPLE_HISTORY_${setting}`) === true;

/** What a function of the package says; its versions differ. Empty where the package is not at hand. */
const saidBy = ({ openReference }: Maker, method: string): string => {
  const kind = openReference(HISTORY_RECORDS);
  const own = isA(kind, 'class') ? kind.names.get(method) : undefined;
  return isA(own, 'function') ? (own.statement?.source ?? '') : '';
};

const BY_VERSION = unknown('it depends on the version of the package');

/** How the time of a record is indexed; undefined where that is not known. */
const dateIndexing = ({ openReference }: Maker): boolean | 'composite' | undefined => {
  const told = openReference('django.conf.settings.SIMPLE_HISTORY_DATE_INDEX') ?? true;
  if (typeof told === 'string') return told.toLowerCase() === 'composite' ? 'composite' : undefined;
  return typeof told === 'boolean' ? told : undefined;
};

const dateKeywords = (maker: Maker): Record<string, Value> => {
  const said = saidBy(maker, 'get_extra_fields');
  if (said.includes('"history_date": models.DateTimeField()')) return {};
  const isAsked = said.includes('"history_date": models.DateTimeField(db_index=self._date_indexing is True)');
  const indexing = isAsked ? dateIndexing(maker) : undefined;
  return { db_index: indexing === undefined ? BY_VERSION : indexing === true };
};

const TOGETHER = 'meta_fields["index_together"] = (("history_date", model._meta.pk.attname),)';

/** An index of the time and the key of the model. */
const indexOptions = (maker: Maker, model: BuiltModel, said: string): Record<string, Value> => {
  const indexing = dateIndexing(maker);
  if (typeof indexing === 'boolean') return {};
  const key = allFields(model).find(({ primaryKey }) => primaryKey);
  const column = key && (key.fieldClass.kind === 'field' ? key.name : `${key.name}_id`);
  if (indexing === 'composite' && said.includes(TOGETHER) && column !== undefined)
    return { index_together: tupleOf([tupleOf(['history_date', column])]) };
  const named = ['index_together', 'indexes'].filter((option) => said.includes(`meta_fields["${option}"]`));
  return Object.fromEntries(named.map((option) => [option, BY_VERSION]));
};

/** What the package calls a history, by what the model is called. */
const historyOptions = (maker: Maker, model: BuiltModel): Record<string, Value | undefined> => {
  const { name, options } = model;
  const said = saidBy(maker, 'get_meta_options');
  const one = options.get('verbose_name') ?? spacedName(name);
  const many = options.get('verbose_name_plural') ?? (typeof one === 'string' ? `${one}s` : one);
  const named = (word: string, text: Value): Value =>
    new RegExp(`"historical \\{\\}",\\s*smart_str\\(model\\._meta\\.${word}\\)`).test(said) && typeof text === 'string'
      ? `historical ${text}`
      : unknown('the package makes it from the name of the model');
  return {
    get_latest_by: said.includes('"get_latest_by": ("history_date", "history_id")')
      ? tupleOf(['history_date', 'history_id'])
      : BY_VERSION,
    verbose_name: named('verbose_name', one),
    verbose_name_plural: named('verbose_name_plural', many),
    ...indexOptions(maker, model, said),
  };
};

type Making = {
  records: CallValue;
  make(kind: string, given: Record<string, Value>): CallValue;
  isOn(setting: string): boolean;
  /** A copy of a field that was given; once the package took the field itself, which has its place by where it was written. */
  copyOf(field: CallValue): CallValue;
};

const makingOf = (maker: Maker, records: CallValue): Making => ({
  records,
  make: (kind, given) => instance(maker, MODELS + kind, given, records),
  isOn: (setting) => isOn(maker, setting),
  copyOf: (field) => {
    const said = saidBy(maker, '_get_history_id_field');
    const takesIt = said !== '' && !said.includes('.clone()');
    return takesIt ? field : { ...field, serial: maker.serial() };
  },
});

const recordId = ({ records: { keywords }, make, isOn, copyOf }: Making): CallValue => {
  const given = keywords.get('history_id_field');
  const key = { primary_key: true, editable: false };
  if (isA(given, 'call')) return { ...copyOf(given), keywords: new Map([...given.keywords, ...Object.entries(key)]) };
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
  const making = makingOf(maker, records);
  const { make } = making;
  const fields = new Map<string, CallValue>();
  fields.set('history_id', recordId(making));
  fields.set('history_date', make('DateTimeField', dateKeywords(maker)));
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

/** The app whose module the history is put into; one that is told by `register` is that module's, and what is inherited is that of the child's. */
const historyApp = (
  maker: Maker,
  model: BuiltModel,
  { value: { keywords, state }, isInherited }: Source,
): BuiltModel => {
  const [app, module] = [keywords.get('app'), state?.get('module')];
  if (typeof app === 'string') return { ...model, app };
  if (isInherited) return { ...model, app: maker.appOf(model.module) ?? model.app };
  const home = typeof module === 'string' && module !== model.module ? maker.appOf(module) : null;
  return home === null || typeof module !== 'string' ? model : { ...model, app: home, module };
};

const historyBases = (maker: Maker, model: BuiltModel, given: Value | undefined): Value[] => {
  const changes = maker.openReference(HISTORY);
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

/** The history has what the model had by then; one that is asked for by `register` comes after some of what was added to it. */
const isTooLate = ({ holder, name }: BuiltField, records: CallValue): boolean => {
  const item = holder.value?.names.get(name);
  return isAddedLater(item) && isA(item, 'call') && item.serial > records.serial;
};

/** The columns of a model as its history has them. */
const copiedFields = (maker: Maker, model: BuiltModel, records: CallValue): Map<string, Value> => {
  const excluded = texts(records.keywords.get('excluded_fields'));
  const kinds = ['field', 'foreign_key', 'one_to_one'];
  const copying: Copying = {
    records,
    instance: (path, given) => instance(maker, path, given, records),
    isOn: (setting) => isOn(maker, setting),
    django: maker.django,
  };
  const names = new Map<string, Value>();
  for (const field of allFields(model))
    if (kinds.includes(field.fieldClass.kind) && !excluded.includes(field.name) && !isTooLate(field, records))
      names.set(field.name, rememberedField(field, copying));
  return names;
};

const told = (maker: Maker, made: ClassValue): ClassValue =>
  maker.isAway(HISTORY) ? asSketch(made, [referenceTo(HISTORY)]) : made;

/** Where a class of its own tells of further relations, unless it was told to look elsewhere. */
const MORE_RELATIONS = '_history_m2m_fields';

/** The relations between many that have a history, by name. */
const followedRelations = ({ order }: BuiltModel, { keywords }: CallValue): Set<string> => {
  const classes = order.filter((ancestor) => ancestor.type === 'class');
  const place = keywords.get('m2m_fields_model_field_name') ?? MORE_RELATIONS;
  const further = classes.map(({ names }) => names.get(String(place))).find((value) => value !== undefined);
  const nameOf = (item: Value): string | undefined =>
    typeof item === 'string'
      ? item
      : classes.flatMap(({ names }) => [...names]).find(([, attribute]) => attribute === item)?.[0];
  const items = [keywords.get('m2m_fields'), further].flatMap((list) => (isSequence(list) ? list.items : []));
  return new Set(items.map(nameOf).filter((name) => name !== undefined));
};

/** What a relation between many was, with each state of the model. */
const makeRelationHistory = (
  maker: Maker,
  home: BuiltModel,
  through: BuiltModel,
  kept: ClassValue,
  records: CallValue,
): ClassValue => {
  const { keywords } = records;
  const names = copiedFields(maker, through, records);
  const making = makingOf(maker, records);
  const onDelete = referenceTo(`${MODELS}DO_NOTHING`);
  names.set('history', making.make('ForeignKey', { to: kept, on_delete: onDelete, db_constraint: false }));
  names.set('m2m_history_id', recordId(making));
  const name = historyName(through, records);
  names.set('Meta', makeMeta(home, { verbose_name: name }, records));
  return makeClass(name, home, historyBases(maker, through, keywords.get('m2m_bases')), names, records);
};

/** The table that was asked for is that of a child's history, too, until a version left that out. */
const tableOfChild = (maker: Maker, table: Value | undefined): Value | undefined => {
  const said = saidBy(maker, 'create_history_model');
  if (said.includes('if not inherited and self.table_name is not None:')) return undefined;
  return table === undefined || said.includes('if self.table_name is not None:') ? table : BY_VERSION;
};

/** With what was given by place under its name; the places differ by version, but for the first. */
const withNames = (maker: Maker, records: CallValue): CallValue => {
  if (records.args.length === 0) return records;
  const told = [...saidBy(maker, '__init__').matchAll(/^\s*(\w+)=/gm)].map(([, name = '']) => name);
  const [first = 'verbose_name', ...others] = told;
  const placed = records.args.map((arg, at): [string, Value] => [[first, ...others][at] ?? `argument ${at}`, arg]);
  return { ...records, args: [], keywords: new Map([...placed, ...records.keywords]) };
};

export const makeHistory: Make = (maker, model, given) => {
  const records = withNames(maker, given.value);
  const { keywords } = records;
  const { isInherited } = given;
  const names = copiedFields(maker, model, records);
  for (const [name, field] of recordFields(maker, model, records)) names.set(name, field);
  const home = historyApp(maker, model, { ...given, value: records });
  const table = records.state?.get('table_name') ?? keywords.get('table_name') ?? undefined;
  const options = {
    ordering: tupleOf(['-history_date', '-history_id']),
    ...historyOptions(maker, model),
    ...Object.fromEntries(
      ['verbose_name', 'verbose_name_plural'].flatMap((name) => {
        const given = keywords.get(name) ?? null;
        return truthOf(given) === false ? [] : [[name, given]];
      }),
    ),
    db_table: isInherited ? tableOfChild(maker, table) : table,
  };
  names.set('Meta', makeMeta(home, options, records));
  const bases = historyBases(maker, model, keywords.get('bases'));
  const made = told(maker, makeClass(historyName(model, records), home, bases, names, records));
  const followed = followedRelations(model, records);
  const throughs = allFields(model)
    .filter(({ name, fieldClass }) => fieldClass.kind === 'many_to_many' && followed.has(name))
    .flatMap((field) => maker.throughOf(model, field) ?? []);
  return [made, ...throughs.map((through) => told(maker, makeRelationHistory(maker, home, through, made, records)))];
};
