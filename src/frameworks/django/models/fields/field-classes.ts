/** Which classes are fields, and of which kind: Django's own by name, others by their bases. */
import {
  type ClassValue,
  classAttribute,
  isA,
  nameOf,
  type ReferenceValue,
  resolutionOrder,
  type Value,
} from '../../../../python/index.ts';
import type { FieldKind } from '../model.ts';

/** `django.db.models.fields.related.ForeignKey` and other homes of a name → the one that migrations write. */
export const canonicalName = (name: string): string =>
  name
    .replace(
      /^django\.db\.models\.(fields(\.(related|files|json|generated|composite))?|base|deletion|manager|query|indexes|constraints|enums)\.(?=[A-Za-z_]\w*$)/,
      'django.db.models.',
    )
    .replace(
      /^django\.contrib\.postgres\.fields\.(array|citext|hstore|jsonb|ranges)\./,
      'django.contrib.postgres.fields.',
    )
    .replace(/^django\.contrib\.gis\.db\.models\.fields\./, 'django.contrib.gis.db.models.');

const MODELS = 'django.db.models.';
const GIS = 'django.contrib.gis.db.models.';
const gisFields = new Set(
  [
    'Geometry',
    'Point',
    'LineString',
    'Polygon',
    'MultiPoint',
    'MultiLineString',
    'MultiPolygon',
    'GeometryCollection',
    'Raster',
    'Extent',
  ].map((name) => `${name}Field`),
);

/** `django.contrib.gis.db.models` re-exports `django.db.models`. */
const ownHome = (name: string): string => {
  const canonical = canonicalName(name);
  if (!canonical.startsWith(GIS)) return canonical;
  const rest = canonical.slice(GIS.length);
  return gisFields.has(rest) ? canonical : MODELS + rest;
};

const relations: Record<string, FieldKind> = {
  [`${MODELS}ForeignKey`]: 'foreign_key',
  [`${MODELS}ForeignObject`]: 'foreign_key',
  [`${MODELS}OneToOneField`]: 'one_to_one',
  [`${MODELS}ManyToManyField`]: 'many_to_many',
  'django.contrib.contenttypes.fields.GenericForeignKey': 'generic_foreign_key',
  'django.contrib.contenttypes.fields.GenericRelation': 'generic_relation',
  'django.contrib.contenttypes.generic.GenericForeignKey': 'generic_foreign_key',
  'django.contrib.contenttypes.generic.GenericRelation': 'generic_relation',
};

/** The kind of a class of Django, by its name. */
const djangoKind = (canonical: string): FieldKind | undefined => {
  const relation = relations[canonical];
  if (relation !== undefined) return relation;
  const isField =
    /^django\.(db\.models|contrib\.(postgres|gis)\b.*)\.([A-Z]\w*Field|Field|OrderWrt|CompositePrimaryKey)$/.test(
      canonical,
    );
  return isField && !canonical.includes('.forms.') ? 'field' : undefined;
};

/** A class whose text is not at hand, by the look of its name. */
export const guessedKind = (name: string): FieldKind | undefined => {
  const last = name.split('.').at(-1) ?? '';
  if (/\.(forms|serializers|filters|widgets)\./.test(name)) return undefined;
  if (/GenericForeignKey$/.test(last)) return 'generic_foreign_key';
  if (/GenericRelation$/.test(last)) return 'generic_relation';
  if (/ForeignKey$|^ParentalKey$/.test(last)) return 'foreign_key';
  if (/OneToOneField$/.test(last)) return 'one_to_one';
  if (/ManyToManyField$|^TaggableManager$/.test(last)) return 'many_to_many';
  return /[A-Za-z]Field$/.test(last) ? 'field' : undefined;
};

export type FieldClass = {
  kind: FieldKind;
  /** As a migration writes it. */
  path: string;
  djangoClass: string | null;
  /** The class itself, when its text is at hand. */
  value: ClassValue | null;
  /** Its class adds it to models as a private field, which is no part of their tables. */
  isPrivate?: true;
};

/** Made of other fields, which it is told by position: it has no column of its own. */
export const COMPOSITE_KEY = `${MODELS}CompositePrimaryKey`;

export const isComposite = ({ djangoClass }: FieldClass): boolean => djangoClass === COMPOSITE_KEY;

export type FieldClasses = {
  /** What the class of an instance is as a field; undefined when it is none. */
  of(callee: Value): FieldClass | undefined;
};

const isRelatedField = (name: string): boolean => /^django\.db\.models\.(fields\.related\.)?RelatedField$/.test(name);

/** `many_to_many = True` on a field of its own kind, as django-taggit's. */
const flaggedKind = (order: readonly (ClassValue | ReferenceValue)[]): FieldKind | undefined => {
  const flag = (name: string): boolean =>
    order.some((ancestor) => ancestor.type === 'class' && ancestor.names.get(name) === true);
  if (flag('many_to_many')) return 'many_to_many';
  return flag('one_to_one') ? 'one_to_one' : flag('many_to_one') ? 'foreign_key' : undefined;
};

/** In the place of Django's class for something that is made of none, and puts itself among the fields of a model. */
const OBJECT = 'builtins.object';

/** Without a column, as all that Django's classes bring along. */
export const isPlainObject = ({ djangoClass }: FieldClass): boolean => djangoClass === OBJECT;

const PUTS_ITSELF = /\b_meta\.(?:private_fields\.append|add_field)\(\s*self\b/;

const PRIVATE = /\bprivate(?:_only)?\s*=\s*True\b/;

const contributes = (order: readonly (ClassValue | ReferenceValue)[], how: RegExp): boolean =>
  order.some((ancestor) => {
    const method = ancestor.type === 'class' ? ancestor.names.get('contribute_to_class') : undefined;
    return isA(method, 'function') && how.test(method.statement?.source ?? '');
  });

/** Whoever else gets the field, or the method above, may name its column. */
const MAY_NAME_COLUMN = /\bset_attributes_from_name\(|\bcontribute_to_class\b|\bcolumn\b|[(,=]\s*self\b(?!\.)/;
/** What gets it and does not: the method itself, whose parameters come first, the class, and the fields of the model. */
const NAMES_NONE = /^\(|\bsetattr\([^()]*,|\b_meta\.\w+(?:\.append)?\(/g;

/** Its own `contribute_to_class` puts it among the fields by hand, and neither hands on to that of Django, which names the column, nor names one itself. */
export const isColumnless = ({ value }: FieldClass): boolean => {
  const method = value === null ? undefined : classAttribute(value, 'contribute_to_class');
  const source = isA(method, 'function') ? (method.statement?.source ?? '') : '';
  return PUTS_ITSELF.test(source) && !MAY_NAME_COLUMN.test(source.replaceAll(NAMES_NONE, ' '));
};

/** Whether it puts itself among the fields of a model by hand. */
export const putsItself = (order: readonly (ClassValue | ReferenceValue)[]): boolean => contributes(order, PUTS_ITSELF);

const classify = (value: ClassValue): FieldClass | undefined => {
  const order = resolutionOrder(value);
  const path = canonicalName(nameOf(value) ?? '');
  for (const ancestor of order) {
    const name = nameOf(ancestor) ?? '';
    const canonical = ownHome(name);
    if (isRelatedField(name)) return { kind: flaggedKind(order) ?? 'field', path, djangoClass: canonical, value };
    const kind = djangoKind(canonical);
    if (kind !== undefined)
      return { kind, path, djangoClass: canonical, value, ...(contributes(order, PRIVATE) ? { isPrivate: true } : {}) };
  }
  const unread = order.find(
    (ancestor) => ancestor.type === 'reference' && !/^(builtins|django|typing)\./.test(ancestor.name),
  );
  if (unread === undefined)
    return putsItself(order) ? { kind: 'field', path, djangoClass: OBJECT, value, isPrivate: true } : undefined;
  const kind = guessedKind(nameOf(unread) ?? '');
  return kind === undefined ? undefined : { kind, path, djangoClass: null, value };
};

/** Told once per class: its bases and its text do not change. */
const classified = new WeakMap<ClassValue, { fieldClass: FieldClass | undefined }>();

const classOf = (value: ClassValue): FieldClass | undefined => {
  let known = classified.get(value);
  if (known === undefined) {
    known = { fieldClass: classify(value) };
    classified.set(value, known);
  }
  return known.fieldClass;
};

/** `isField`: whether a class that is not at hand and named like a field is one. */
export const createFieldClasses = (
  openReference: (name: string) => Value | undefined,
  isField: (name: string) => boolean,
): FieldClasses => {
  /** Classes of Django by the name they are called by; undefined for one that is no field. */
  const ofDjango = new Map<string, FieldClass | undefined>();
  const ofReference = (name: string): FieldClass | undefined => {
    if (ofDjango.has(name)) return ofDjango.get(name);
    const path = ownHome(name);
    const kind = djangoKind(path);
    if (kind !== undefined || /^(django\.(?!contrib)|builtins\.)/.test(path)) {
      const found = kind === undefined ? undefined : { kind, path, djangoClass: path, value: null };
      ofDjango.set(name, found);
      return found;
    }
    // Each time: whoever asks rests on what is found there.
    const opened = openReference(name);
    if (isA(opened, 'class')) return classOf(opened);
    // An alias: `JSONField = models.JSONField`.
    if (isA(opened, 'reference') && opened.name !== name) return ofReference(opened.name);
    const guessed = opened === undefined ? guessedKind(name) : undefined;
    return guessed === undefined || !isField(name)
      ? undefined
      : { kind: guessed, path, djangoClass: null, value: null };
  };
  return {
    of(callee) {
      if (isA(callee, 'class')) return classOf(callee);
      return isA(callee, 'reference') ? ofReference(callee.name) : undefined;
    },
  };
};
