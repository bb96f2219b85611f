/** Choices as a migration writes them. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  hasNoOrder,
  isA,
  isSequence,
  iterate,
  listOf,
  plainOf,
  tupleOf,
  type Value,
} from '../../../../../python/index.ts';

/** What a class or an object of someone's own gives when it is gone over. */
const itemsOf = (value: ClassValue | CallValue): readonly Value[] | undefined => {
  try {
    return iterate(value);
  } catch {
    // Someone else's `__iter__` may raise.
    return undefined;
  }
};

/** Choices as a list of pairs, whatever they were written as: since 5.0 also a class of choices itself. */
export const pairs = (value: Value): Value => {
  if (isA(value, 'class')) {
    const given = classAttribute(value, 'choices');
    if (isSequence(given)) return given;
  }
  // Of a call: `TextChoices("Status", "OPEN CLOSED")`, or an object that holds them.
  if (isA(value, 'class') || isA(value, 'call')) {
    const items = itemsOf(value);
    return items === undefined ? { type: 'unknown', why: 'choices are not known' } : pairs(listOf(items.map(plainOf)));
  }
  if (isA(value, 'dict')) {
    if (value.partial) return { type: 'unknown', why: 'choices are not known' };
    const found = listOf([...value.entries].map(([key, label]) => tupleOf([key, group(label)])));
    return hasNoOrder(value) ? { ...found, isAnyOrder: true } : found;
  }
  if (!isSequence(value)) return value;
  const items = value.items.map((item) => (isSequence(item) ? tupleOf(item.items.map(group)) : item));
  return hasNoOrder(value) ? { ...listOf(items), isAnyOrder: true } : listOf(items);
};

/** Under a label stand further pairs, written in any of these ways. */
const group = (value: Value): Value => (isSequence(value) || isA(value, 'dict') ? pairs(value) : value);
