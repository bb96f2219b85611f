/** What a field of Django's own classes says of itself when code asks: what it was not given, and what it is by its class or its place. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  isA,
  isSequence,
  listOf,
  nameOf,
  resolutionOrder,
  type Value,
} from '../../../../../python/index.ts';
import { fieldClassAttribute } from '../../../known/field-attributes.ts';
import { isStandardLibrary } from '../../modules/standard-library.ts';

const NUMBERS =
  'AutoField BigAutoField BigIntegerField DecimalField FloatField IntegerField PositiveBigIntegerField PositiveIntegerField PositiveSmallIntegerField SmallAutoField SmallIntegerField';
const OTHERS =
  'BinaryField BooleanField CharField DateField DateTimeField DurationField EmailField FileField FilePathField ForeignKey GenericIPAddressField ImageField JSONField ManyToManyField OneToOneField SlugField TextField TimeField URLField UUIDField';
const kinds = new Set(`${NUMBERS} ${OTHERS}`.split(' '));

const internalTypes: Readonly<Record<string, string>> = {
  EmailField: 'CharField',
  ImageField: 'FileField',
  URLField: 'CharField',
};

const lengths: Readonly<Record<string, number>> = {
  EmailField: 254,
  FileField: 100,
  FilePathField: 100,
  GenericIPAddressField: 39,
  ImageField: 100,
  SlugField: 50,
  URLField: 200,
  UUIDField: 32,
};

const PATH = /^django\.db\.models\.(?:fields\.(?:\w+\.)?)?(\w+)$/;

/** Empty for a class that may say it otherwise, and where more is given by position than what comes first. */
const kindOf = ({ callee, args, keywords }: CallValue): string => {
  const kind = isA(callee, 'reference') ? (PATH.exec(callee.name)?.[1] ?? '') : '';
  const most = isPointer(kind) ? 2 : 1;
  return kinds.has(kind) && args.length <= most && !keywords.has('**') ? kind : '';
};

/** What a field of someone's own class has by the class of Django's above it, whatever it is made with; unless it says so itself. */
const ofOwnClass = (field: CallValue, asked: string): Value | undefined => {
  if (
    !isA(field.callee, 'class') ||
    !/^(?:attname|concrete|empty_values|empty_strings_allowed|is_relation|(?:many|one)_to_(?:many|one))$/.test(asked)
  )
    return undefined;
  const above = resolutionOrder(field.callee).flatMap((each) => (each.type === 'reference' ? each.name : []));
  const kind = above.map((name) => PATH.exec(name)?.[1] ?? '').find((name) => kinds.has(name));
  if (kind === undefined || above.some((name) => !name.startsWith('django.') && !isStandardLibrary(name)))
    return undefined;
  if ([asked, 'get_attname', 'get_attname_column', 'set_attributes_from_name'].some((each) => isSaid(field, each)))
    return undefined;
  const name = field.state?.get('name');
  if (asked !== 'attname' && asked !== 'concrete') return ofItself(field, kind, asked);
  return typeof name === 'string' ? ofPlace(field, kind, name, asked) : undefined;
};

const isSaid = ({ callee }: CallValue, name: string): boolean =>
  isA(callee, 'class') && classAttribute(callee, name) !== undefined;

const isPointer = (kind: string): boolean => kind === 'ForeignKey' || kind === 'OneToOneField';
const isRelation = (kind: string): boolean => isPointer(kind) || kind === 'ManyToManyField';

const isStamped = ({ keywords }: CallValue): boolean =>
  keywords.get('auto_now') === true || keywords.get('auto_now_add') === true;

/** What it has whatever model it is part of. */
const ofItself = (field: CallValue, kind: string, asked: string): Value | undefined => {
  const ofClass = fieldClassAttribute(`django.db.models.${kind}`, asked);
  if (ofClass !== undefined) return ofClass;
  switch (asked) {
    case 'is_relation':
      return isRelation(kind);
    case 'blank':
      return kind.endsWith('AutoField') || isStamped(field);
    case 'editable':
      return kind !== 'BinaryField' && !isStamped(field);
    case 'unique':
      return kind === 'OneToOneField' || field.keywords.get('primary_key') === true;
    case 'db_index':
      return isPointer(kind) || kind === 'SlugField';
    case 'max_length':
      return lengths[kind] ?? null;
    case 'help_text':
      return '';
    case 'remote_field':
      return isRelation(kind) ? undefined : null;
    case 'verbose_name':
      // Without a place in a model it has none but what it was given.
      return isRelation(kind) ? null : (field.args[0] ?? null);
    case 'flatchoices': {
      const choices = field.keywords.get('choices') ?? null;
      if (choices === null) return listOf([]);
      const isFlat = (item: Value): boolean =>
        isSequence(item) && item.items.length === 2 && typeof item.items[1] === 'string';
      return isSequence(choices) && choices.items.every(isFlat) ? listOf([...choices.items]) : undefined;
    }
    default:
      return undefined;
  }
};

/** What it has by its name in a model. */
const ofPlace = (field: CallValue, kind: string, name: string, asked: string): Value | undefined => {
  const attname = isPointer(kind) ? `${name}_id` : name;
  switch (asked) {
    case 'attname':
      return attname;
    case 'column':
      return field.keywords.get('db_column') ?? attname;
    case 'concrete':
      return true;
    case 'verbose_name': {
      const given = isRelation(kind) ? undefined : field.args[0];
      return given ?? name.replaceAll('_', ' ');
    }
    default:
      return undefined;
  }
};

/** An attribute of a field that was not set on it, nor given to it under that name. undefined: it cannot be told. */
export const fieldFact = (field: CallValue, asked: string): Value | undefined => {
  const kind = kindOf(field);
  if (kind === '') return ofOwnClass(field, asked);
  const name = field.state?.get('name');
  const placed = typeof name === 'string' ? ofPlace(field, kind, name, asked) : undefined;
  return placed === undefined ? ofItself(field, kind, asked) : placed;
};

/** A class of someone's own hands on what it is given, unless its `__init__` has a word about it; only Django's classes are above it. */
const handsOnDefault = ({ callee, args, keywords }: CallValue): boolean =>
  isA(callee, 'class') &&
  args.length <= 1 &&
  !keywords.has('**') &&
  resolutionOrder(callee).every((each) => {
    if (each.type === 'reference') return /^(?:django|builtins)\./.test(each.name);
    const init = each.names.get('__init__') ?? null;
    const isPlain = each.names.get('__new__') === undefined && each.keywords.size === 0;
    return (
      isPlain && (init === null || (isA(init, 'function') && !/\bdefault\b/.test(init.statement?.source ?? 'default')))
    );
  });

/** `field.get_internal_type()`, `field.has_default()`. */
export const callOnField = (field: CallValue, method: string): Value | undefined => {
  const kind = kindOf(field);
  if (kind === '' && !(method === 'has_default' && (field.state?.has('default') || handsOnDefault(field))))
    return undefined;
  if (method === 'get_internal_type') return internalTypes[kind] ?? kind;
  if (method === 'get_attname') return fieldFact(field, 'attname');
  if (method !== 'has_default') return undefined;
  const given = field.state?.has('default') ? field.state.get('default') : field.keywords.get('default');
  if (given === undefined) return false;
  return isA(given, 'unknown') ? undefined : !nameOf(given)?.endsWith('.NOT_PROVIDED');
};

/** An attribute that a class of someone's own has by the field class of Django's above it. */
export const inheritedFieldAttribute = (value: ClassValue, asked: string): Value | undefined => {
  for (const each of resolutionOrder(value)) {
    if (each.type === 'class') {
      if (each.names.has(asked) || each.bases.some((base) => !isA(base, 'class') && !isA(base, 'reference')))
        return undefined;
      continue;
    }
    const found = fieldClassAttribute(each.name, asked);
    if (found !== undefined || each.name !== 'builtins.object') return found;
  }
  return undefined;
};
