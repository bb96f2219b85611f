/** Django's enumerations for choices: each member has a label beside its value. */
import {
  type ClassValue,
  type Enumeration,
  isSequence,
  isTagged,
  listOf,
  type MemberValue,
  tupleOf,
  type Value,
} from '../../../python/index.ts';

/** Made from the name where none is written. */
const labelFrom = (name: string): string => {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.replace(/\p{Cased}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));
};

/** A text, or one that is translated later. */
const mayBeLabel = (value: Value | undefined): value is Value =>
  typeof value === 'string' || (isTagged(value) && value.type !== 'float');

/** `DRAFT = "d", _("Draft")`: what stands last may be the label. */
const takeApart = (name: string, written: Value): { value: Value; label: Value } => {
  const parts = isSequence(written) && written.type === 'tuple' ? written.items : [];
  const label = parts.at(-1);
  if (parts.length < 2 || !mayBeLabel(label)) return { value: written, label: labelFrom(name) };
  return { value: parts.length === 2 ? (parts[0] ?? null) : tupleOf(parts.slice(0, -1)), label };
};

const attribute = (of: ClassValue, members: readonly MemberValue[], name: string): Value | undefined => {
  const empty = of.names.get('__empty__');
  const blank = empty === undefined ? [] : [{ value: null, label: empty }];
  const all: readonly { value: Value; label?: Value }[] = [...blank, ...members];
  switch (name) {
    case 'choices':
      return listOf(all.map(({ value, label = null }) => tupleOf([value, label])));
    case 'values':
      return listOf(all.map(({ value }) => value));
    case 'labels':
      return listOf(all.map(({ label = null }) => label));
    case 'names':
      return listOf([...(empty === undefined ? [] : ['__empty__']), ...members.map((each) => each.name)]);
    default:
      return undefined;
  }
};

const choices: Enumeration = { takeApart, attribute };
const integerChoices: Enumeration = { ...choices, type: 'builtins.int' };
const textChoices: Enumeration = { ...choices, type: 'builtins.str', auto: (name) => name };

const HOMES = ['django.db.models', 'django.db.models.enums'];

/** By the dotted name of the class. */
export const enumerations: ReadonlyMap<string, Enumeration> = new Map(
  HOMES.flatMap((home): [string, Enumeration][] => [
    [`${home}.Choices`, choices],
    [`${home}.IntegerChoices`, integerChoices],
    [`${home}.TextChoices`, textChoices],
  ]),
);
