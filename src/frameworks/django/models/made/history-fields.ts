/**
 * Fields as django-simple-history copies them into the model that keeps a history: numbers for what counted by itself, text for files, nothing
 * unique, and no time that is set by itself.
 */
import { type CallValue, isSequence, referenceTo, unknown, type Value } from '../../../../python/index.ts';
import { bindField } from '../../migrations/compare/fields/bind-field.ts';
import type { DjangoSpan } from '../../project/versions/versions.ts';
import type { BuiltField } from '../build.ts';
import { fillIn } from '../fields/filled-name.ts';
import { MODELS } from './made-classes.ts';

/** Where and how a copy is made. */
export type Copying = {
  /** The `HistoricalRecords(…)` that asks for it. */
  records: CallValue;
  /** A field of that class. */
  instance(path: string, keywords: Record<string, Value>): CallValue;
  /** Whether a setting of the package is on. */
  isOn(setting: string): boolean;
  django: DjangoSpan;
};

type Keywords = Record<string, Value>;

const counting: Readonly<Record<string, string>> = {
  AutoField: 'IntegerField',
  BigAutoField: 'BigIntegerField',
  SmallAutoField: 'SmallIntegerField',
};

const files = new Set(['FileField', 'ImageField']);
const ofFiles = ['upload_to', 'storage', 'width_field', 'height_field'];

/** What reaches Django's own class, by name. */
const boundTo = ({ fieldClass, args, keywords, holder }: BuiltField): Keywords =>
  Object.fromEntries(
    bindField(
      { path: fieldClass.path, djangoClass: fieldClass.djangoClass, args, keywords, source: null },
      { app: holder.app ?? '', model: holder.name },
    ).kwargs,
  );

const without = (keywords: Keywords, names: readonly string[]): Keywords =>
  Object.fromEntries(Object.entries(keywords).filter(([name]) => !names.includes(name)));

/** Arguments that someone told the package to leave out of a relation. */
const leftOut = ({ keywords }: CallValue, name: string): string[] => {
  const given = keywords.get('excluded_field_kwargs');
  const names = typeof given === 'object' && given?.type === 'dict' ? given.entries.get(name) : undefined;
  return isSequence(names) ? names.items.map(String) : [];
};

/** Up to 3.2 the name by which filters go back is copied as the field got it in its model, since then as it is written. */
const queryName = ({ related_query_name: written }: Keywords, { holder }: BuiltField, django: DjangoSpan): Keywords => {
  if (typeof written !== 'string' || !written.includes('%(') || django.isSince(4, 0)) return {};
  const filled = django.isBefore(4, 0) ? fillIn(written, holder) : unknown('it depends on the version of Django');
  return { related_query_name: filled };
};

/** A relation is made anew from what it was made with. */
const copyRelation = (field: BuiltField, { records, instance, django }: Copying): CallValue => {
  const { fieldClass, own, parent, holder } = field;
  const isPlain = own === null || fieldClass.kind === 'one_to_one';
  const bound = boundTo(field);
  const written = field.keywords.get('to') ?? field.args[0] ?? null;
  const to = parent?.value ?? (written === 'self' ? (holder.value ?? written) : written);
  const rest = { null: true, blank: true, related_name: '+', on_delete: referenceTo(`${MODELS}DO_NOTHING`) };
  // A pointer to a parent that Django made is copied as one.
  const made: Keywords = field.implicit && parent !== null ? { auto_created: true, parent_link: true } : {};
  const given = isPlain ? bound : Object.fromEntries(own.given.keywords);
  const kept = without(given, ['primary_key', 'db_index', 'serialize', 'unique', ...leftOut(records, field.name)]);
  const path = fieldClass.kind === 'one_to_one' ? `${MODELS}ForeignKey` : fieldClass.path;
  const copy = instance(path, {
    ...kept,
    ...queryName(kept, field, django),
    to,
    ...rest,
    ...made,
    db_constraint: false,
  });
  return isPlain || fieldClass.value === null ? copy : { ...copy, callee: fieldClass.value };
};

/** What is set on the copy; `bound` is what the field itself has. */
const changesTo = ({ primaryKey, implicit }: BuiltField, kind: string, bound: Keywords): Keywords => {
  const changes: Keywords = {};
  const timed = ['auto_now', 'auto_now_add'].filter((name) => bound[name] === true);
  for (const name of timed) changes[name] = false;
  if (timed.length > 0) Object.assign(changes, { editable: false, blank: true });
  if (Object.hasOwn(counting, kind)) changes.blank = true;
  // An `id` that Django made stays one.
  if (Object.hasOwn(counting, kind) && implicit) Object.assign(changes, { verbose_name: 'ID', auto_created: true });
  if (kind === 'OrderWrt') changes.editable = false;
  if (bound.db_collation !== undefined) changes.db_collation = null;
  if (primaryKey) changes.primary_key = false;
  // What was unique is at least indexed.
  if (primaryKey || bound.unique === true) Object.assign(changes, { unique: false, db_index: true });
  return changes;
};

const copyPlain = (field: BuiltField, { instance, isOn }: Copying): CallValue => {
  const { fieldClass, own } = field;
  const bound = boundTo(field);
  const kind = fieldClass.djangoClass?.startsWith(MODELS) ? fieldClass.djangoClass.slice(MODELS.length) : '';
  const changes = changesTo(field, kind, bound);
  const fileType = isOn('FILEFIELD_TO_CHARFIELD') ? 'CharField' : 'TextField';
  const plain = counting[kind] ?? (kind === 'OrderWrt' ? 'IntegerField' : files.has(kind) ? fileType : undefined);
  if (plain !== undefined) {
    const kept = files.has(kind) ? { max_length: 100, ...without(bound, ofFiles) } : bound;
    return instance(MODELS + plain, { ...kept, ...changes });
  }
  if (own === null || fieldClass.value === null) return instance(fieldClass.path, { ...bound, ...changes });
  const copy = instance(fieldClass.path, { ...Object.fromEntries(own.given.keywords), ...changes });
  return { ...copy, args: own.given.args, callee: fieldClass.value };
};

export const rememberedField = (field: BuiltField, copying: Copying): CallValue => {
  const unindexed = copying.records.keywords.get('no_db_index');
  const isUnindexed = isSequence(unindexed) ? unindexed.items.includes(field.name) : unindexed === field.name;
  const isRelation = field.fieldClass.kind !== 'field';
  const copy = isRelation ? copyRelation(field, copying) : copyPlain(field, copying);
  return {
    ...copy,
    ...(isUnindexed ? { keywords: new Map(copy.keywords).set('db_index', false) } : {}),
    ...(isRelation ? {} : { serial: field.counter }),
    // Of a sketch of Django's model: no more is known of the copy.
    ...(!isRelation && field.file === null && !field.implicit ? { file: null } : {}),
  };
};
