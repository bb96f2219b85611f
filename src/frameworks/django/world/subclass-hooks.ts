/** `__init_subclass__`: what a class does with those that derive from it, as soon as they are made. Plugins are often listed that way. */
import { type ClassValue, isA, Raised, resolutionOrder, type Value } from '../../../python/index.ts';
import { isModelClass } from './registered-models.ts';

/** Someone else's code may raise, on purpose or because we know too little: what it did before counts. False where it did. */
export const follow = (call: () => void): boolean => {
  try {
    call();
    return true;
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    return false;
  }
};

/** `class Note(Base, prefix="x")`: what stands beside the bases is handed to those who make the class. */
export const classKeywords = ({ keywords }: ClassValue): ReadonlyMap<string, Value> =>
  keywords.has('metaclass') ? new Map([...keywords].filter(([name]) => name !== 'metaclass')) : keywords;

/** The nearest one of a base; a class does not ask its own. */
const hookOf = (value: ClassValue): Value | undefined => {
  for (const ancestor of resolutionOrder(value)) {
    const found = ancestor.type === 'class' && ancestor !== value ? ancestor.names.get('__init_subclass__') : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What is set on a model that way is no field: Django takes those from the text of the class. */
const dropFields = ({ names }: ClassValue, before: ReadonlyMap<string, Value>): void => {
  for (const [name, item] of [...names]) {
    const old = before.get(name);
    if (item === old || !isA(item, 'call')) continue;
    if (old === undefined) names.delete(name);
    else names.set(name, old);
  }
};

export const followSubclass = (value: ClassValue): void => {
  const hook = hookOf(value);
  if (!isA(hook, 'function')) return;
  const keywords = classKeywords(value);
  const before = new Map(value.names);
  if (!follow(() => hook.call([value], keywords))) value.isOpen = true;
  if (isModelClass(value)) dropFields(value, before);
};
