/** What a relation field points at, and how. */
import type { Problem, Relation } from '../../../contract/index.ts';
import { isA, isMany, isSequence, nameOf, OPEN_KEYWORDS, resolutionOrder, type Value } from '../../../python/index.ts';
import type { BuiltField, BuiltModel } from './build.ts';
import { allFields } from './fields/all-fields.ts';
import { fillIn } from './fields/filled-name.ts';
import { modelId, type Registry } from './registry.ts';

/** The name of an app in `app.models.Class` when the class itself is not at hand. */
const guessTarget = (
  value: Value | undefined,
  from: BuiltModel,
  labelOf: (model: string) => string | undefined,
): string | null => {
  if (typeof value === 'string') return value.includes('.') ? value : `${from.app}.${value}`;
  const parts = nameOf(value)?.split('.') ?? [];
  const at = parts.indexOf('models');
  const name = parts.at(-1) ?? '';
  return at > 0 ? `${labelOf(name) ?? parts[at - 1]}.${name}` : null;
};

/** Until 2.0 a relation of Django's own need not say it; a class of someone's own may say another. */
const cascadesUnsaid = ({ args, keywords, fieldClass: { path, djangoClass } }: BuiltField): boolean =>
  path === djangoClass && args.length < 2 && !keywords.has(OPEN_KEYWORDS) && !args.some(isMany);

const onDelete = (field: BuiltField): string | null => {
  const value = field.keywords.get('on_delete') ?? field.args[1];
  if (field.implicit && field.parentLink) return 'CASCADE';
  if (value === undefined) return cascadesUnsaid(field) ? 'CASCADE' : null;
  const name = nameOf(value)?.split('.').at(-1);
  if (name === undefined) return null;
  return isA(value, 'call') ? `${name}(…)` : name;
};

const relatedName = (field: BuiltField, model: BuiltModel): string | null => {
  const value = field.keywords.get('related_name') ?? model.options.get('default_related_name');
  return typeof value === 'string' ? fillIn(value, model) : null;
};

/** Django makes the model in between unless the field names one. */
const throughName = (field: BuiltField): string => `${field.holder.app}.${field.holder.name}_${field.name}`;

export const isAutoThrough = ({ fieldClass: { kind, djangoClass, path }, keywords }: BuiltField): boolean =>
  kind === 'many_to_many' &&
  keywords.get('through') == null &&
  // Of a class that is not at hand by its name: `TaggableManager` goes through a model of its own.
  (djangoClass === null ? path.endsWith('ManyToManyField') : djangoClass === 'django.db.models.ManyToManyField');

export type Targets = {
  /** `app_label.Class`; null when it cannot be told. */
  of(field: BuiltField): string | null;
  throughOf(field: BuiltField): string | null;
  /** Name of the primary key of what it points at; null when it is not at hand. */
  keyOf(field: BuiltField): string | null;
};

const TAGGED = 'taggit.models.TaggedItem';

/** A manager of django-taggit's, or one that derives from it. */
const isOfTaggit = ({ fieldClass: { path, value } }: BuiltField): boolean =>
  [path, ...(value === null ? [] : resolutionOrder(value).map(nameOf))].some((name) =>
    /(^|\.)taggit\./.test(name ?? ''),
  );

export const createTargets = (
  registry: Registry,
  say: (problem: Problem) => void,
  shownPath: (file: string) => string,
  labelOf: (model: string) => string | undefined,
): Targets => {
  const idOf = (value: Value | undefined, from: BuiltModel): string | null => {
    const found = registry.resolveTarget(value, from);
    if (found === undefined) return guessTarget(value, from, labelOf);
    // Its app is not among those that are known.
    return found.app === null ? guessTarget(found.value ?? value, from, labelOf) : modelId(found);
  };
  const throughValue = (field: BuiltField): Value | undefined =>
    field.keywords.get('through') ?? (isOfTaggit(field) ? { type: 'reference', name: TAGGED } : undefined);
  const throughOf = (field: BuiltField): string | null => {
    if (field.fieldClass.kind !== 'many_to_many') return null;
    return isAutoThrough(field) ? throughName(field) : idOf(throughValue(field), field.holder);
  };
  /** Tags and the like name no target: it is what the model in between points at beside the tagged thing. */
  const beyondThrough = (field: BuiltField): string | null => {
    const through = registry.resolveTarget(throughValue(field), field.holder);
    const tag = (through ? allFields(through) : []).find((candidate) => candidate.name === 'tag');
    return tag === undefined ? null : of(tag);
  };
  const of = (field: BuiltField): string | null => {
    if (field.parent !== null) return modelId(field.parent);
    // Of tags the first argument is a name to show.
    const isTags = field.fieldClass.path.endsWith('TaggableManager') || isOfTaggit(field);
    const value = field.keywords.get('to') ?? (isTags ? undefined : field.args[0]);
    if (value === undefined && field.fieldClass.kind === 'many_to_many') return beyondThrough(field);
    const target = idOf(value, field.holder);
    if (target === null && field.file !== null)
      say({
        code: 'unknown_target',
        severity: 'warning',
        message: `${field.holder.name}.${field.name} points at something that could not be told from the text.`,
        file: shownPath(field.file),
        line: field.line,
      });
    return target;
  };
  const keyOf = ({ keywords, args, holder }: BuiltField): string | null =>
    registry.resolveTarget(keywords.get('to') ?? args[0], holder)?.primaryKey?.name ?? null;
  return { of, throughOf, keyOf };
};

const cardinality = { foreign_key: 'n:1', one_to_one: '1:1', many_to_many: 'n:m' } as const;

/** Where it stands among the arguments, after the target and `on_delete`. */
const toFieldPlace = { foreign_key: 6, one_to_one: 2 } as const;

const writtenToField = ({ fieldClass, keywords, args }: BuiltField, kind: keyof typeof toFieldPlace): unknown => {
  if (!fieldClass.djangoClass?.endsWith('.ForeignObject')) return keywords.get('to_field') ?? args[toFieldPlace[kind]];
  const several = keywords.get('to_fields') ?? args[3];
  return isSequence(several) && several.items.length === 1 ? several.items[0] : undefined;
};

/** null for the primary key, also where it is named, and for a relation over several columns. */
const toField = (field: BuiltField, kind: keyof typeof toFieldPlace, targets: Targets): string | null => {
  const written = writtenToField(field, kind);
  return typeof written === 'string' && written !== targets.keyOf(field) ? written : null;
};

/** The relation of a field; null for a plain one. */
export const relationOf = (field: BuiltField, targets: Targets, isSwapped: boolean): Relation | null => {
  const { kind } = field.fieldClass;
  if (kind === 'field') return null;
  const common = {
    related_name: relatedName(field, field.holder),
    parent_link: field.parentLink || field.keywords.get('parent_link') === true,
    // For a model that another one replaces, Django makes none in between.
    through: isSwapped && isAutoThrough(field) ? null : targets.throughOf(field),
  };
  if (kind === 'generic_foreign_key')
    return { ...common, kind: 'generic', target: null, cardinality: 'n:1', on_delete: null, to_field: null };
  if (kind === 'generic_relation')
    return {
      ...common,
      kind: 'generic',
      target: targets.of(field),
      cardinality: '1:n',
      on_delete: null,
      to_field: null,
    };
  return {
    ...common,
    kind,
    target: targets.of(field),
    cardinality: cardinality[kind],
    on_delete: kind === 'many_to_many' ? null : onDelete(field),
    to_field: kind === 'many_to_many' ? null : toField(field, kind, targets),
  };
};
