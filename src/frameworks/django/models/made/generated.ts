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
  openBody,
  referenceTo,
  resolutionOrder,
  tupleOf,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { HISTORY_RECORDS } from '../../world/model-class/registered-models.ts';
import type { BuiltModel } from '../build.ts';
import { allFields } from '../fields/all-fields.ts';
import { makeHistory } from './history.ts';
import { asSketch, instance, type Make, type Maker, MODELS, makeClass, makeMeta, type Source } from './made-classes.ts';

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

/** What the package calls the table of a model, by the text of its own; Django shows it where no language is chosen. */
const tableName = (maker: Maker, value: ClassValue): Value => {
  const lazy = maker.openReference('parler.models._lazy_verbose_name');
  const [text] = isA(lazy, 'call') ? lazy.args : [];
  try {
    const told = isA(text, 'function') ? text.call([value], new Map()) : null;
    return typeof told === 'string' ? told : fromPackage;
  } catch {
    // Someone else's text may be refused.
    return fromPackage;
  }
};

type Filling = { how: RegExp; tell(maker: Maker, model: BuiltModel): Value };

/** How the package says what it fills in. */
const fillings: Readonly<Record<string, Filling | null>> = {
  verbose_name: {
    how: /setdefault\("verbose_name", _lazy_verbose_name\(shared_model\)\)/,
    tell: (maker, { value }) => (value === null ? fromPackage : tableName(maker, value)),
  },
  verbose_name_plural: null,
  default_permissions: { how: /setdefault\("default_permissions", \(\)\)/, tell: () => tupleOf([]) },
  managed: {
    how: /meta\["managed"\] = shared_model\._meta\.managed\b/,
    tell: (_maker, { options }) => options.get('managed') ?? true,
  },
};

/** What is not given, by the text of the package: what that does not name it leaves to Django, what it says in another way is not known. */
const filledIn = (maker: Maker, model: BuiltModel): Record<string, Value> => {
  const make = maker.openReference('parler.models.create_translations_model');
  const text = (isA(make, 'function') ? make.statement?.source : undefined)?.replaceAll("'", '"');
  return Object.fromEntries(
    Object.entries(fillings).flatMap(([name, filling]): [string, Value][] => {
      if (text !== undefined && !text.includes(`"${name}"`)) return [];
      const isTold = text !== undefined && filling?.how.test(text);
      return [[name, isTold && filling ? filling.tell(maker, model) : fromPackage]];
    }),
  );
};

const makeTranslation: Make = (maker, model, { name, value: fields }) => {
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
    ...filledIn(maker, model),
    ...given,
    ...onePerLanguage(maker, given, prefix, fields),
  };
  names.set('Meta', makeMeta(model, options, fields));
  const bases = [isA(base, 'class') ? base : referenceTo(`${MODELS}Model`)];
  const made = makeClass(`${model.name}Translation`, model, bases, names, fields);
  return [maker.isAway(PARLER) ? asSketch(made, [referenceTo(PARLER)]) : made];
};

const makers: Record<string, Make> = {
  [HISTORY_RECORDS]: makeHistory,
  'parler.models.TranslatedFields': makeTranslation,
};

/** Methods of a class of records that say who did something and when, and nothing about the table that keeps it. */
const TELLS =
  /^(?:post_|pre_|get_history_user|get_change_reason|create_historical_record|context$|__(?:module|qualname|doc)__$)/;

/** Methods that make the fields a record has of its own: what it copies from the model stays. */
const MAKES_OWN = /^(?:get_extra_fields|_get_history_\w+)$/;

/** Methods that give the package nothing: one that always hands on to it, and sets nothing of the records, leaves the table as it is. */
const GIVES_NOTHING = /^(?:contribute_to_class|finalize|add_extra_methods)$/;
const CHOOSES_OR_SETS = /\b(?:if|for|while|try|with|return|setattr)\b|\bself\.[\w.]+\s*\W?=[^=]/;

const isHandedOn = ([name, method]: [name: string, method: Value]): boolean => {
  const text = isA(method, 'function') ? (method.statement?.source ?? '') : '';
  return GIVES_NOTHING.test(name) && /\bsuper\(.*\)\./.test(text) && !CHOOSES_OR_SETS.test(text);
};

/** What methods of a class of the project's own do otherwise than the package, by name. */
const ownMethods = (own: ClassValue): [name: string, method: Value][] =>
  resolutionOrder(own).flatMap((base) =>
    base.type === 'reference' || Object.hasOwn(makers, nameOf(base) ?? '')
      ? []
      : [...base.names].filter((entry) => !TELLS.test(entry[0]) && !isHandedOn(entry)),
  );

/** Whether it may make other fields of a record's own: where it is made, those are known by their arguments. */
const makesOwn = ([name, method]: [name: string, method: Value]): boolean =>
  name === '__init__'
    ? !isA(method, 'function') || (method.statement?.source.includes('history_') ?? true)
    : MAKES_OWN.test(name);

/** What a class of the project's own is made by that derives from one of a package; what it does otherwise may be anything. */
const asOwnKind =
  (own: ClassValue, make: Make): Make =>
  (maker, model, source) => {
    const made = make(maker, model, source);
    const methods = ownMethods(own);
    if (methods.length === 0) return made;
    const mayMakeOwn = methods.some(makesOwn);
    const mayLeaveOut = methods.some(([name]) => !MAKES_OWN.test(name));
    const copied = new Set(allFields(model).map(({ name }) => name));
    const isSure = ([name]: [name: string, value: Value]): boolean =>
      name === 'Meta' || (copied.has(name) ? !mayLeaveOut : !mayMakeOwn);
    return made.map((value) =>
      asSketch({ ...value, names: new Map([...value.names].filter(isSure)) }, [...value.bases, openBody]),
    );
  };

const makerOf = ({ name, callee }: CallValue): Make | undefined => {
  if (Object.hasOwn(makers, name)) return makers[name];
  const order = isA(callee, 'class') ? resolutionOrder(callee) : [];
  const kind = order.map((base) => nameOf(base) ?? '').find((base) => Object.hasOwn(makers, base));
  const make = kind === undefined ? undefined : makers[kind];
  return make && isA(callee, 'class') ? asOwnKind(callee, make) : undefined;
};

type Attribute = [name: string, value: CallValue];

/** By class, once all modules are imported: hardly any class has one. */
const known = new WeakMap<ClassValue, readonly Attribute[]>();

const ownSources = (value: ClassValue): readonly Attribute[] => {
  let found = known.get(value);
  if (found === undefined) {
    found = [...value.names].filter(
      (entry): entry is Attribute => isA(entry[1], 'call') && makerOf(entry[1]) !== undefined,
    );
    known.set(value, found);
  }
  return found;
};

/** Attributes of the class, and those of its bases that pass on to children. */
const sources = (model: BuiltModel): Source[] =>
  model.order.flatMap((ancestor) =>
    (ancestor.type === 'class' ? ownSources(ancestor) : [])
      .map(([name, value]) => ({ name, value, isInherited: ancestor !== model.value }))
      .filter(({ value, isInherited }) => !isInherited || value.keywords.get('inherit') === true),
  );

/** The classes that packages make for a model. */
export const generatedClasses = (model: BuiltModel, maker: Maker): ClassValue[] =>
  model.abstract || model.app === null || model.value === null
    ? []
    : sources(model).flatMap((source) => makerOf(source.value)?.(maker, model, source) ?? []);
