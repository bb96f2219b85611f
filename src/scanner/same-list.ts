/** What was made of a list, made once as long as the list holds the very same items. */
import { hasSameItems } from '../kit/same-items.ts';

type ListMemory<T> = (items: readonly object[], context: string, make: () => T) => T;

/** Kept with the first item, and gone with it. `context`: what else it was made of. */
export const createListMemory = <T>(): ListMemory<T> => {
  const remembered = new WeakMap<object, { items: readonly object[]; context: string; made: T }>();
  return (items, context, make) => {
    const [first] = items;
    if (first === undefined) return make();
    const known = remembered.get(first);
    if (known?.context === context && hasSameItems(known.items, items)) return known.made;
    const made = make();
    remembered.set(first, { items, context, made });
    return made;
  };
};
