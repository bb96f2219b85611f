/** Fields that code adds to a model once it is made, or changes once they are part of it: what Django told of them by then stays. */
import { type CallValue, type ClassValue, isA, isSequence, textOf, type Value } from '../../../../python/index.ts';
import { FIRST_NAME } from '../../world/model-class/bound-names.ts';
import { MISSED_BY } from '../../world/model-class/class-hooks.ts';

export type Placed = {
  /** With what it became part of the model, by which its column and the key of the model are told; none where nothing of that was changed. */
  placed?: ReadonlyMap<string, Value>;
  /** Under which name, where code gave it another one since. */
  placedName?: string;
  /** Of a field that an abstract model got late: children that were there before, and do not have it. */
  missedBy?: ReadonlySet<Value>;
};

/** `model`: of which it is a field by now; null where that is abstract, whose children take fields as they are by then. */
export const placedWith = (model: ClassValue | null, { state, keywords, callee, home }: CallValue): Placed => {
  const key = state?.get('primary_key');
  if (key === undefined && state?.has('db_column') !== true) return {};
  if (model === null || state?.get('model') !== model || !isA(callee, 'reference')) return {};
  // What an abstract parent hands down may have been made a key there.
  return { placed: home === undefined || key === undefined ? keywords : new Map([...keywords, ['primary_key', key]]) };
};

/** `name`: by which the class has it. */
export const placedAs = (model: ClassValue | null, name: string, { state, keywords }: CallValue): Placed => {
  const isInPlace = model !== null && state?.get('model') === model && state.has('name') && !keywords.has('name');
  const first = isInPlace ? (textOf(state?.get(FIRST_NAME)) ?? name) : undefined;
  return first === undefined || state?.get('name') === first ? {} : { placedName: first };
};

/** Whether a model has it for its key. */
export const isKey = ({ placed, primaryKey }: Placed & { primaryKey: boolean }): boolean =>
  placed === undefined ? primaryKey : placed.get('primary_key') === true;

export const missedBy = ({ state }: CallValue): Placed => {
  const missed = state?.get(MISSED_BY);
  return isSequence(missed) ? { missedBy: new Set(missed.items) } : {};
};
