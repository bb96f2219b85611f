/** `class Meta`: which one counts, and what it says. */
import {
  type ClassValue,
  isA,
  isSequence,
  nameOf,
  type ReferenceValue,
  resolutionOrder,
  type Value,
} from '../../../python/index.ts';

type Ancestor = ClassValue | ReferenceValue;

const optionNames = new Set(
  (
    'verbose_name verbose_name_plural db_table db_table_comment ordering unique_together permissions get_latest_by ' +
    'order_with_respect_to app_label db_tablespace abstract managed proxy swappable auto_created index_together apps ' +
    'default_permissions select_on_save default_related_name required_db_features required_db_vendor base_manager_name ' +
    'default_manager_name indexes constraints'
  ).split(' '),
);

export const ownMeta = (value: ClassValue): ClassValue | undefined => {
  const meta = value.names.get('Meta');
  return isA(meta, 'class') ? meta : undefined;
};

/** A `Meta` that only a model can have: Django refuses any other name in it, and other classes have a word of their own, as `model`. */
export const hasModelMeta = (value: ClassValue): boolean => {
  const names = [...(ownMeta(value)?.names.keys() ?? [])].filter((name) => !name.startsWith('_'));
  return names.every((name) => optionNames.has(name)) && names.some((name) => name !== 'abstract');
};

/**
 * What a `Meta` says of `abstract`. Django sets it to False on that of an abstract model, also where it inherits it; one in a plain class still
 * counts. `above`: what its model derives from.
 */
export const abstractIn = (meta: ClassValue, above: readonly Ancestor[] = []): Value | undefined => {
  for (const ancestor of resolutionOrder(meta)) {
    if (ancestor.type !== 'class') return undefined;
    const isLeft =
      ancestor !== meta &&
      (/\.Meta$/.test(ancestor.qualname) || above.some((model) => isA(model, 'class') && ownMeta(model) === ancestor));
    if (isLeft && abstractIn(ancestor) !== undefined) return false;
    const abstract = ancestor.names.get('abstract');
    if (abstract !== undefined) return abstract;
  }
  return undefined;
};

/** Written in the class's own `Meta`: a parent's `abstract` never passes on. */
export const isAbstract = (value: ClassValue): boolean => {
  const meta = ownMeta(value);
  return meta !== undefined && abstractIn(meta, resolutionOrder(value).slice(1)) === true;
};

/** Whether it is one cannot be told. */
export const mayBeAbstract = (value: ClassValue): boolean => {
  const meta = ownMeta(value);
  return meta !== undefined && isA(abstractIn(meta, resolutionOrder(value).slice(1)), 'unknown');
};

/** The class's own `Meta`, else that of the first base that left one: abstract models and plain classes do, others do not. */
export const findMeta = (
  value: ClassValue,
  order: readonly Ancestor[],
  isConcreteModel: (ancestor: ClassValue) => boolean,
): ClassValue | undefined => {
  const own = ownMeta(value);
  if (own !== undefined) return own;
  for (const ancestor of order.slice(1)) {
    if (ancestor.type !== 'class' || isConcreteModel(ancestor)) continue;
    const meta = ownMeta(ancestor);
    if (meta !== undefined) return meta;
  }
  return undefined;
};

/** The options as Django reads them: a Meta's own attributes before those it inherits. */
export const readOptions = (meta: ClassValue | undefined): Map<string, Value> => {
  const options = new Map<string, Value>();
  if (meta === undefined) return options;
  for (const ancestor of resolutionOrder(meta))
    if (ancestor.type === 'class')
      for (const [name, option] of ancestor.names)
        if (optionNames.has(name) && !options.has(name)) options.set(name, option);
  options.delete('abstract');
  return options;
};

const texts = (value: Value | undefined): string[] =>
  isSequence(value) ? value.items.filter((item) => typeof item === 'string') : typeof value === 'string' ? [value] : [];

const OPEN = '…';

/** An expression by its class; what a function gave that is not computed may be a text as well. */
const expressionName = (item: Value): string => {
  const name = nameOf(item)?.split('.').at(-1);
  return name === undefined || (isA(item, 'call') && !/^_?[A-Z]/.test(name)) ? OPEN : name;
};

/** `-created`; an expression such as `F("name").desc()` is shown by its name. */
export const writtenOrdering = (ordering: Value | undefined): string[] => {
  if (isA(ordering, 'unknown') || isA(ordering, 'call') || isA(ordering, 'reference')) return [OPEN];
  if (!isSequence(ordering)) return texts(ordering);
  return ordering.items.map((item) => (typeof item === 'string' ? item : expressionName(item)));
};

/** `("a", "b")` counts as `(("a", "b"),)`. */
export const togetherOf = (value: Value | undefined): string[][] => {
  if (!isSequence(value) || value.items.length === 0) return [];
  return value.items.every((item) => typeof item === 'string') ? [texts(value)] : value.items.map(texts);
};

/** Constraints and indexes by name, else by what they are made of. */
export const namedOf = (parts: readonly Value[]): string[] =>
  parts.flatMap((part) => {
    if (!isA(part, 'call')) return [];
    const name = part.keywords.get('name');
    if (typeof name === 'string') return [name];
    const kind = part.name.split('.').at(-1) ?? '';
    return [`${kind}(${texts(part.keywords.get('fields')).join(', ')})`];
  });
