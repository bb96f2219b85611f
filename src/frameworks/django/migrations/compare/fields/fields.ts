/** Fields as Django deconstructs them: class, and the keyword arguments that differ from their defaults. */
import type { SourceRef } from '../../../../../contract/index.ts';
import {
  dictOf,
  isA,
  isSequence,
  listOf,
  nameOf,
  OPEN_KEYWORDS,
  referenceTo,
  unknown,
  type Value,
} from '../../../../../python/index.ts';
import type { KeptOutOfFields } from '../../kept-out.ts';
import { allOf, canonicalName, type Sameness, sameEntries, sameName, sameValue } from '../values/sameness.ts';
import { bindField, COMPOSITE, className, relation } from './bind-field.ts';
import { pairs } from './choices.ts';

export type FieldState = {
  /** Dotted name of the class as a migration writes it. */
  path: string;
  /** The class of Django that it is or derives from; null when that is not known, as for someone's own class named in a migration. */
  djangoClass: string | null;
  kwargs: ReadonlyMap<string, Value>;
  /** Of a class that is only by its name taken for one of relations: its arguments without the names that those have. */
  unnamed?: ReadonlyMap<string, Value>;
  /** Its class says itself what a migration holds, and may leave out or add anything. */
  deconstructs?: boolean;
  /** What such a one was made with, where nothing is set on it later: the same makes the same, whatever that is. */
  given?: ReadonlyMap<string, Value>;
  source: SourceRef | null;
  /** Known only by what the schema needs, as fields of Django's own apps in a clone without Django: what it does not say may be anything. */
  isSketch?: boolean;
  /** Of a field of someone's own class that deconstructs in a way that is known: what becomes of other arguments. */
  deconstruct?: (kwargs: ReadonlyMap<string, Value>, place: FieldPlace) => ReadonlyMap<string, Value> | undefined;
  /** Of one that says it is of another class: what it says of a field of the class that it is really of. */
  disguise?: { path: string; deconstruct: NonNullable<FieldState['deconstruct']> };
};

/** Where a field stands: `self` and names without an app are relative to it. */
export type FieldPlace = {
  app: string;
  model: string;
  /** Of a relation in a model: the labels of what it points at and goes through. */
  relation?: { to: string | null; through: string | null };
};

/** What Django's field classes take where nothing is said. */
export const fieldDefaults: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['verbose_name', null],
  ['primary_key', false],
  ['max_length', null],
  ['unique', false],
  ['blank', false],
  ['null', false],
  ['db_index', false],
  ['editable', true],
  ['serialize', true],
  ['unique_for_date', null],
  ['unique_for_month', null],
  ['unique_for_year', null],
  ['choices', null],
  ['help_text', ''],
  ['db_column', null],
  ['db_comment', null],
  ['db_tablespace', null],
  ['auto_created', false],
  ['validators', listOf([])],
  ['error_messages', null],
  ['related_name', null],
  ['related_query_name', null],
  ['limit_choices_to', dictOf()],
  ['parent_link', false],
  ['to_field', null],
  ['db_constraint', true],
  ['db_table', null],
  ['through', null],
  ['auto_now', false],
  ['auto_now_add', false],
  ['allow_unicode', false],
  ['match', null],
  ['recursive', false],
  ['allow_files', true],
  ['allow_folders', false],
  ['unpack_ipv4', false],
  ['protocol', 'both'],
  ['encoder', null],
  ['decoder', null],
  ['width_field', null],
  ['height_field', null],
  ['db_collation', null],
  ['size', null],
  ['max_digits', null],
  ['decimal_places', null],
  ['default_bounds', '[)'],
  ['upload_to', ''],
  ['srid', 4326],
  ['spatial_index', true],
  ['dim', 2],
  ['geography', false],
  ['path', ''],
]);

/** Never part of a deconstruction. */
const dropped = ['name', 'rel', 'symmetrical', 'swappable', 'extent', 'tolerance'];

const maxLengths: Readonly<Record<string, number>> = {
  SlugField: 50,
  URLField: 200,
  FileField: 100,
  ImageField: 100,
  FilePathField: 100,
  GenericIPAddressField: 39,
  IPAddressField: 15,
};

const relations = new Set(['ForeignKey', 'OneToOneField', 'ForeignObject']);
const indexed = new Set(['SlugField', ...relations]);

/** Where a class takes something else for granted than all others do. */
const hasOwnDefault = (kind: string, name: string): boolean =>
  (name === 'db_index' && indexed.has(kind)) || (name === 'editable' && kind === 'BinaryField');
const autoFields = new Set(['AutoField', 'BigAutoField', 'SmallAutoField']);

/** The storage that is there anyway. */
const isDefaultStorage = (value: Value | undefined): boolean => nameOf(value)?.endsWith('.default_storage') === true;

/** A function that gives it. */
export const givesDefaultStorage = (value: Value | undefined): boolean => {
  try {
    return isA(value, 'function') && isDefaultStorage(value.call([], new Map()));
  } catch {
    // Someone else's function may raise.
    return false;
  }
};

/** What `Field.deconstruct` of each class leaves out or always says. */
const applyClassRules = (kind: string, kwargs: Map<string, Value>): void => {
  const drop = (...names: string[]): void => {
    for (const name of names) kwargs.delete(name);
  };
  const limit = maxLengths[kind];
  if (limit !== undefined && (kwargs.get('max_length') ?? limit) === limit) drop('max_length');
  if (kind === 'EmailField' && !kwargs.has('max_length')) kwargs.set('max_length', 254);
  if (kind === 'UUIDField') drop('max_length');
  if (indexed.has(kind) && kwargs.get('db_index') === true) drop('db_index');
  if (kind === 'OneToOneField') drop('unique');
  if (kwargs.get('auto_now') === true || kwargs.get('auto_now_add') === true) drop('editable', 'blank');
  if (kind === 'BinaryField' && kwargs.get('editable') !== true) drop('editable');
  if (kind === 'GeneratedField' || kind === COMPOSITE) drop('editable', 'blank');
  if (kind === COMPOSITE) drop('primary_key', 'serialize');
  if (kind === 'NullBooleanField') drop('null', 'blank');
  if (autoFields.has(kind)) {
    drop('blank');
    kwargs.set('primary_key', true);
  }
  // Django sets it on every primary key by itself.
  if (kwargs.get('primary_key') === true) drop('serialize');
  for (const name of ['default', 'db_default']) if (nameOf(kwargs.get(name))?.endsWith('.NOT_PROVIDED')) drop(name);
  if (kwargs.get('storage') === null || isDefaultStorage(kwargs.get('storage'))) drop('storage');
};

/** `Q()`, which is false. */
const isNoCondition = (value: Value): boolean =>
  isA(value, 'call') &&
  canonicalName(value.name) === 'django.db.models.Q' &&
  value.args.length + value.keywords.size === 0;

const isDefault = (name: string, value: Value): boolean => {
  const otherwise = fieldDefaults.get(name);
  if (otherwise === undefined) return false;
  if (name === 'limit_choices_to' || name === 'db_tablespace')
    return value === null || value === '' || isNoCondition(value) || sameValue(value, otherwise) === true;
  return sameValue(value, otherwise) === true;
};

const FIELD = /^django\.(?:db\.models|contrib\.(?:postgres|gis)\.[\w.]+)\.[A-Z]\w*Field$/;

/** Fields inside a field, as the base of an array or what an expression gives, are taken apart too. */
const settleInner = (value: Value, place: FieldPlace): Value => {
  if (!isA(value, 'call')) return value;
  const path = canonicalName(value.name);
  if (FIELD.test(path)) {
    const bound = bindField(
      { path, djangoClass: path, args: value.args, keywords: value.keywords, source: null },
      place,
    );
    return { ...value, args: [], keywords: settleField(bound, path, place) };
  }
  const args = value.args.map((arg) => settleInner(arg, place));
  const keywords = new Map([...value.keywords].map(([name, item]) => [name, settleInner(item, place)]));
  return { ...value, args, keywords };
};

const isPointer = (path: string): boolean => /^django\.db\.models\.(?:ForeignKey|OneToOneField)$/.test(path);

/** Until 2.0 a relation did not have to say it. Since then Django refuses one that does not; a class of someone's own may have another. */
const addOnDelete = (path: string, kwargs: Map<string, Value>): void => {
  if (isPointer(path) && !kwargs.has('on_delete') && !kwargs.has(OPEN_KEYWORDS))
    kwargs.set('on_delete', referenceTo('django.db.models.CASCADE'));
};

/** Where such fields may stand. */
const holders = ['base_field', 'output_field', 'expression', 'db_default'];

/** The keyword arguments that `deconstruct()` gives. `djangoClass` is that of the side that knows it. */
export const settleField = (field: FieldState, djangoClass: string | null, place: FieldPlace): Map<string, Value> => {
  const kwargs = new Map(field.kwargs);
  for (const name of dropped) kwargs.delete(name);
  const choices = kwargs.get('choices');
  if (choices !== undefined && choices !== null) kwargs.set('choices', pairs(choices));
  for (const name of ['validators', 'from_fields', 'to_fields']) {
    const value = kwargs.get(name);
    if (isSequence(value)) kwargs.set(name, listOf([...value.items]));
  }
  for (const name of holders) {
    const value = kwargs.get(name);
    if (value !== undefined) kwargs.set(name, settleInner(value, place));
  }
  const kind = className(djangoClass ?? field.path);
  applyClassRules(kind, kwargs);
  addOnDelete(canonicalName(field.path), kwargs);
  for (const [name, value] of [...kwargs])
    if (isDefault(name, value) && !hasOwnDefault(kind, name)) kwargs.delete(name);
  return kwargs;
};

/** Options that hardly a field class sets or eats by itself; others may be made up or taken away by someone's own class. */
const certain = new Set(['null', 'unique', 'db_index', 'db_column', 'to', 'related_name', 'on_delete', 'primary_key']);

/** What a class whose text is not at hand may take for granted: a relation has an index, one to one is unique. */
const mayBeUsual = new Set(['db_index', 'unique', 'primary_key']);

const sameKeywords = (
  left: ReadonlyMap<string, Value>,
  right: ReadonlyMap<string, Value>,
  { path, djangoClass, deconstruct, deconstructs }: FieldState,
): Sameness => {
  if (path.startsWith('django.') || deconstruct !== undefined) return sameEntries(left, right);
  const names = new Set([...left.keys(), ...right.keys()]);
  return allOf(
    [...names].map((name) => {
      const [a, b] = [left.get(name), right.get(name)];
      if (a !== undefined && b !== undefined) {
        const same = sameValue(a, b);
        // A class whose text is not at hand, or that says itself what a migration holds, may turn what it is given into something else.
        return same === false && (djangoClass === null || deconstructs) && !certain.has(name) ? undefined : same;
      }
      // Only what the model says and the migration does not is certain: a class may add to what it was given.
      const isCertain = certain.has(name) && !(djangoClass === null && mayBeUsual.has(name));
      return a === undefined && !deconstructs && isCertain && !isA(b, 'unknown') ? false : undefined;
    }),
  );
};

/** Where not all that a side was given is known: what only the other one has may be there, too. */
const sameShared = (left: ReadonlyMap<string, Value>, right: ReadonlyMap<string, Value>): Sameness =>
  allOf(
    [...left].map(([name, value]) => {
      const other = right.get(name);
      return other === undefined ? undefined : sameValue(value, other);
    }),
  );

export const isWrittenAlike = (left: ReadonlyMap<string, Value>, right: ReadonlyMap<string, Value>): boolean => {
  if (left.size !== right.size) return false;
  for (const [name, value] of left) {
    const other = right.get(name);
    if (other === undefined || (other !== value && sameValue(value, other) !== true)) return false;
  }
  return true;
};

/** What tables rest on: no project keeps it out of its migrations. */
const schematic = new Set([...certain, 'max_length', 'max_digits', 'decimal_places', 'through', 'db_table']);

/** By a project that says itself what a migration holds of a field, where that cannot be followed: what its text does not name may stay or not. */
const leaveOut = (left: Map<string, Value>, right: Map<string, Value>, names: ReadonlySet<string>): void => {
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const mayBeLeft = left.has(name) !== right.has(name) && !schematic.has(name);
    if (!names.has(name) && !mayBeLeft) continue;
    left.delete(name);
    right.delete(name);
    if (!names.has(name)) right.set(OPEN_KEYWORDS, notTold);
  }
};

const notTold = unknown('what a project leaves out of its migrations');

/** What the project's own `deconstruct` leaves of both; one that cannot be followed leaves out what its text names. */
const withoutKeptOut = (
  both: readonly Map<string, Value>[],
  djangoClass: string | null,
  { deconstructs }: FieldState,
  { names, leave }: KeptOutOfFields,
): readonly Map<string, Value>[] => {
  // A class that says itself what a migration holds may put back what was left out.
  const left = deconstructs || djangoClass === null ? [] : both.map((kwargs) => leave(djangoClass, kwargs));
  const followed = left.filter((kwargs) => kwargs !== undefined);
  if (followed.length === both.length) return followed;
  const [first, second] = both;
  if (first !== undefined && second !== undefined) leaveOut(first, second, names);
  return both;
};

/** `before`: as the migrations leave it; `after`: as the model has it. */
export const sameFields = (
  before: { field: FieldState; place: FieldPlace },
  after: { field: FieldState; place: FieldPlace },
  ignore: readonly string[] = [],
  keptOut: KeptOutOfFields | null = null,
): Sameness => {
  const named = sameName(before.field.path, after.field.path);
  // A class that says itself what a migration holds may say that it is another one.
  if (named === false) return after.field.deconstructs ? undefined : false;
  // Most fields are written alike in both places: these need no settling, which costs five times as much.
  if (named && isWrittenAlike(before.field.kwargs, after.field.kwargs)) return true;
  const djangoClass = after.field.djangoClass ?? before.field.djangoClass;
  const settled = [before, after].map(({ field, place }) => settleField(field, djangoClass, place));
  const [left, right] = (keptOut === null ? settled : withoutKeptOut(settled, djangoClass, after.field, keptOut)) as [
    Map<string, Value>,
    Map<string, Value>,
  ];
  for (const name of ignore) {
    left.delete(name);
    right.delete(name);
  }
  if (left.has(OPEN_KEYWORDS) || right.has(OPEN_KEYWORDS)) return allOf([named, sameShared(left, right), undefined]);
  if (after.field.isSketch) for (const name of left.keys()) if (!right.has(name)) left.delete(name);
  return allOf([named, sameKeywords(left, right, after.field)]);
};

/** A field as the migrations leave it, now that its class is known: `after` has it. */
export const withKnownClass = (before: FieldState, { path, djangoClass }: FieldState): FieldState => {
  if (before.djangoClass !== null || djangoClass === null) return before;
  const isSame = sameName(before.path, path) === true;
  const kwargs = before.unnamed === undefined || relation.test(djangoClass) ? before.kwargs : before.unnamed;
  return isSame || kwargs !== before.kwargs ? { ...before, kwargs, djangoClass: isSame ? djangoClass : null } : before;
};

/** A many-to-many field without a way back. Up to 3.2 Django made up a name for that, from the field's own. */
export const isHiddenMany = (field: FieldState): boolean => {
  const wayBack = field.kwargs.get('related_name');
  return isManyToMany(field) && (field.kwargs.get('symmetrical') === true || String(wayBack).endsWith('+'));
};

export const isAutoField = (field: FieldState): boolean => autoFields.has(className(field.path));

export const isManyToMany = (field: FieldState): boolean =>
  /ManyToManyField$/.test(className(field.djangoClass ?? field.path));
