/** Lists and dicts that a field is given, and that someone may change afterwards: whether the field sees that is Django's affair. */
import {
  type Arguments,
  isA,
  isSequence,
  type SequenceValue,
  unknownItems,
  type Value,
} from '../../../python/index.ts';
import { isEarlier } from '../project/versions/bounds.ts';
import type { WorldInput } from './world-state.ts';

const copyOf = (value: Value): Value => {
  if (isA(value, 'dict')) return { ...value, entries: new Map(value.entries) };
  return isSequence(value) && value.type === 'list' ? { ...value, items: [...value.items] } : value;
};

/** What it held, and nothing certain once that has changed. */
const untilChanged = (list: SequenceValue): SequenceValue => {
  const before = [...list.items];
  return {
    ...list,
    get items() {
      const isSame = before.length === list.items.length && before.every((item, at) => item === list.items[at]);
      return isSame
        ? before
        : [unknownItems('whether a field sees what is put into its choices later depends on Django')];
    },
  };
};

/** Until 5.0 a field kept the very list of its choices. */
const choicesTaken = (value: Value, { djangoVersion, djangoEnd }: WorldInput): Value => {
  if (!isSequence(value) || value.type !== 'list') return copyOf(value);
  const [major = 0, minor = 0] = djangoVersion?.split('.').map(Number) ?? [];
  if (djangoVersion !== null && !isEarlier([major, minor], [5, 0])) return copyOf(value);
  const isOld =
    djangoVersion !== null && djangoEnd !== null && (djangoEnd === undefined || !isEarlier([5, 0], djangoEnd));
  return isOld ? value : untilChanged(value);
};

/** What an object of Django's is made with. */
export const takenByDjango = (call: Arguments, input: WorldInput): Arguments => {
  const { keywords } = call;
  const [choices, validators] = [keywords.get('choices'), keywords.get('validators')];
  if (choices == null && validators == null) return call;
  const taken = new Map(keywords);
  if (choices != null) taken.set('choices', choicesTaken(choices, input));
  if (validators != null) taken.set('validators', copyOf(validators));
  return { ...call, keywords: taken };
};
