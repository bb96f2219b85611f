/** What field classes of Django have as attributes, the same in every version: code asks `models.Field.empty_values`. */
import { listOf, tupleOf, type Value } from '../../../python/index.ts';
import { parentOf, plainFieldName } from './field-bases.ts';

/** Of relations; the others have none. */
const directions: Readonly<Record<string, string>> = {
  many_to_one: 'ForeignKey',
  one_to_one: 'OneToOneField',
  many_to_many: 'ManyToManyField',
  one_to_many: '',
};

const relations = new Set(['ForeignKey', 'OneToOneField', 'ManyToManyField']);

/** What is no text is not empty by an empty text. */
const withoutEmptyTexts = new Set(
  (
    'BooleanField DateField DecimalField DurationField FloatField ForeignKey GenericIPAddressField IPAddressField IntegerField JSONField ' +
    'TimeField UUIDField'
  ).split(' '),
);

const isWithoutEmptyTexts = (kind: string | undefined): boolean =>
  kind !== undefined && (withoutEmptyTexts.has(kind) || isWithoutEmptyTexts(parentOf(kind)));

const emptyValues = (): Value[] => [
  null,
  '',
  listOf([]),
  tupleOf([]),
  { type: 'dict', entries: new Map(), partial: false },
];

/** `django.core.validators.EMPTY_VALUES` */
export const EMPTY_VALUES = (): Value => tupleOf(emptyValues());

/** `kind`: the name of a field class. */
const attributeOfKind = (kind: string, asked: string): Value | undefined => {
  // What stands between `Field` and the relations differs.
  if (/^(?:RelatedField|ForeignObject)$/.test(kind)) return undefined;
  if (Object.hasOwn(directions, asked)) return relations.has(kind) ? directions[asked] === kind : null;
  switch (asked) {
    case 'empty_strings_allowed':
      return !isWithoutEmptyTexts(kind);
    case 'empty_values':
      return kind === 'BinaryField' ? listOf([null, { type: 'bytes', text: '' }]) : listOf(emptyValues());
    case 'hidden':
      return relations.has(kind) ? undefined : false;
    default:
      return undefined;
  }
};

/** `path`: the dotted name of a class. undefined: it is no such field of Django's, or nothing is known of that. */
export const fieldClassAttribute = (path: string, asked: string): Value | undefined => {
  const kind = plainFieldName(path);
  return kind === undefined ? undefined : attributeOfKind(kind, asked);
};
