/** What a field was made with, by the names that its class has for it. */
import type { SourceRef } from '../../../../../contract/index.ts';
import { type Arguments, tupleOf, type Value } from '../../../../../python/index.ts';
import { canonicalName } from '../values/sameness.ts';
import type { FieldPlace, FieldState } from './fields.ts';

const plain =
  'verbose_name name primary_key max_length unique blank null db_index rel default editable serialize unique_for_date unique_for_month unique_for_year choices help_text db_column db_tablespace auto_created validators error_messages db_comment db_default'.split(
    ' ',
  );

/** Names of positional arguments where a class has its own. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  DateField: ['verbose_name', 'name', 'auto_now', 'auto_now_add'],
  DateTimeField: ['verbose_name', 'name', 'auto_now', 'auto_now_add'],
  TimeField: ['verbose_name', 'name', 'auto_now', 'auto_now_add'],
  DecimalField: ['verbose_name', 'name', 'max_digits', 'decimal_places'],
  FilePathField: ['verbose_name', 'name', 'path', 'match', 'recursive', 'allow_files', 'allow_folders'],
  FileField: ['verbose_name', 'name', 'upload_to', 'storage'],
  ImageField: ['verbose_name', 'name', 'width_field', 'height_field'],
  GenericIPAddressField: ['verbose_name', 'name', 'protocol', 'unpack_ipv4'],
  JSONField: ['verbose_name', 'name', 'encoder', 'decoder'],
  UUIDField: ['verbose_name'],
  ForeignKey: [
    'to',
    'on_delete',
    'related_name',
    'related_query_name',
    'limit_choices_to',
    'parent_link',
    'to_field',
    'db_constraint',
  ],
  ForeignObject: [
    'to',
    'on_delete',
    'from_fields',
    'to_fields',
    'rel',
    'related_name',
    'related_query_name',
    'limit_choices_to',
    'parent_link',
  ],
  OneToOneField: ['to', 'on_delete', 'to_field'],
  ManyToManyField: [
    'to',
    'related_name',
    'related_query_name',
    'limit_choices_to',
    'symmetrical',
    'through',
    'through_fields',
    'db_constraint',
    'db_table',
    'swappable',
  ],
  ArrayField: ['base_field', 'size'],
};

const everyText = ['db_collation'];
const everyFile = ['upload_to', 'storage', 'width_field', 'height_field'];
const everyPointer = [...(signatures.ForeignKey ?? []), 'swappable', 'from_fields', 'to_fields'];

/** Arguments that a class of Django takes by name alone, in any version; of classes that are not here that is not known. */
const byName: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'AutoField BigAutoField SmallAutoField BigIntegerField BinaryField BooleanField DateField DateTimeField DecimalField DurationField FilePathField FloatField GenericIPAddressField IntegerField JSONField ManyToManyField PositiveBigIntegerField PositiveIntegerField PositiveSmallIntegerField SmallIntegerField TimeField UUIDField'
      .split(' ')
      .map((kind) => [kind, []]),
  ),
  CharField: everyText,
  EmailField: everyText,
  TextField: everyText,
  URLField: everyText,
  SlugField: [...everyText, 'allow_unicode'],
  FileField: everyFile,
  ImageField: everyFile,
  ForeignKey: everyPointer,
  OneToOneField: everyPointer,
};

/** By class of Django's: every argument that a field of it can be made with, in some version. */
export const argumentNames: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byName).map(([kind, own]) => [kind, new Set([...plain, ...(signatures[kind] ?? []), ...own])]),
);

export const className = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

export const relation = /(?:ForeignKey|OneToOneField|ManyToManyField)$/;

/** What an argument by position is kept as where its name is not known. */
const placeName = (index: number): string => `#${index}`;

/** Arguments as they were given, from how they are kept. */
export const givenArguments = (kwargs: ReadonlyMap<string, Value>): Arguments => {
  const args: Value[] = [];
  for (let at = 0, value = kwargs.get(placeName(0)); value !== undefined; value = kwargs.get(placeName(++at)))
    args.push(value);
  return { args, keywords: new Map([...kwargs].filter(([name]) => !name.startsWith('#'))) };
};

/** And the other way round. */
export const keptArguments = (args: readonly Value[]): [string, Value][] =>
  args.map((value, index) => [placeName(index), value]);

/** The one field whose arguments by position are all of one kind: the fields that it is made of. */
export const COMPOSITE = 'CompositePrimaryKey';

/** Arguments by name; `self`, names of models and settings become `app.model` in small letters. */
export const bindField = (
  field: {
    path: string;
    djangoClass: string | null;
    args: readonly Value[];
    keywords: ReadonlyMap<string, Value>;
    source: SourceRef | null;
  },
  place: FieldPlace,
): FieldState => {
  const path = canonicalName(field.path);
  const [to, through] = [field.keywords.get('to'), field.keywords.get('through')];
  // Most fields are given by name and point nowhere: their arguments are shared, not copied.
  if (field.args.length === 0 && typeof to !== 'string' && typeof through !== 'string')
    return { path, djangoClass: field.djangoClass, kwargs: field.keywords, source: field.source };
  const kind = className(field.djangoClass ?? field.path);
  const names = signatures[kind] ?? signatures[relation.exec(kind)?.[0] ?? ''] ?? plain;
  // Someone's own class, whose arguments by position have names of its own.
  const isOthers = field.djangoClass === null && !path.startsWith('django.');
  const isOwn = isOthers && names === plain;
  const kwargs = new Map<string, Value>();
  if (kind === COMPOSITE) kwargs.set('field_names', tupleOf([...field.args]));
  else
    field.args.forEach((value, index) => {
      const name = isOwn ? placeName(index) : names[index];
      if (name !== undefined) kwargs.set(name, value);
    });
  for (const [name, value] of field.keywords) kwargs.set(name, value);
  // Only what points at itself by that word is taken to go both ways; the word is gone below.
  if (kwargs.get('to') === 'self' && names === signatures.ManyToManyField && !kwargs.has('symmetrical'))
    kwargs.set('symmetrical', true);
  for (const name of ['to', 'through']) {
    const value = kwargs.get(name);
    if (typeof value === 'string') kwargs.set(name, labelIn(value, place));
  }
  const bound = { path, djangoClass: field.djangoClass, kwargs, source: field.source };
  if (!isOthers || isOwn || field.args.length === 0) return bound;
  return { ...bound, unnamed: new Map([...keptArguments(field.args), ...field.keywords]) };
};

export const labelIn = (name: string, { app, model }: FieldPlace): string => {
  if (name === 'self') return `${app}.${model}`.toLowerCase();
  return (name.includes('.') ? name : `${app}.${name}`).toLowerCase();
};
