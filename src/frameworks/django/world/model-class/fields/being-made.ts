/** What a model that is being made does not have yet: Django puts its own fields in one after another, and then what its parents hand down. */
import { type CallValue, type ClassValue, isA, resolutionOrder } from '../../../../../python/index.ts';
import { isConcrete } from '../registered-models.ts';

/** Names of what has not come yet, of its own text or of its parents; those are no parents yet while the former has its turn. */
type Waiting = { names: Set<string>; isOwn: boolean };

const waiting = new WeakMap<ClassValue, Waiting>();

type Contributors = readonly (readonly [name: string, item: CallValue])[];

/** Each contributor has its turn behind what stands before it in `order`, of its own text or of what is handed down. */
export const takeTurns = (
  value: ClassValue,
  isOwn: boolean,
  contributors: Contributors,
  order: () => Iterable<string>,
  turn: (name: string, item: CallValue) => void,
): void => {
  if (contributors.length === 0) return;
  const names = new Set(order());
  waiting.set(value, { names, isOwn });
  try {
    for (const [name, item] of contributors) {
      for (const before of [...names]) {
        if (before === name || !names.has(name)) break;
        names.delete(before);
      }
      turn(name, item);
      names.delete(name);
    }
  } finally {
    waiting.delete(value);
  }
};

/** It has been put into the model, by whomever. */
export const hasItsPlace = (model: ClassValue, name: string): void => void waiting.get(model)?.names.delete(name);

/** Whether Django has not looked at its parents yet: what they have is none of the model's. */
export const isWithoutParents = (model: ClassValue): boolean => waiting.get(model)?.isOwn === true;

/** Whether a field that has this name in the text of `giver` is not there yet. */
export const isWaiting = (model: ClassValue, giver: ClassValue, name: string): boolean => {
  const state = waiting.get(model);
  if (state === undefined) return false;
  if (giver !== model && state.isOwn) return true;
  return state.isOwn === (giver === model) && state.names.has(name);
};

/** Whether its fields are having their turns: what it has now is not what it will have. */
export const isBeingMade = (model: ClassValue): boolean => waiting.has(model);

/** Whether a field with this counter has its place in a model that is being made: of its own, or handed down. */
export const hasPlaced = (model: ClassValue, counter: number): boolean =>
  resolutionOrder(model).some((giver) => {
    if (giver.type !== 'class' || (giver !== model && isConcrete(giver))) return false;
    return [...giver.names].some(
      ([name, item]) => isA(item, 'call') && item.serial === counter && !isWaiting(model, giver, name),
    );
  });
