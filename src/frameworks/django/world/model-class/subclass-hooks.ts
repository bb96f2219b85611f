/** `__init_subclass__`: what a class does with those that derive from it, as soon as they are made. Plugins are often listed that way. */
import { type ClassValue, isA, Raised, resolutionOrder, type Value } from '../../../../python/index.ts';
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

/** What Django takes out of a class before Python makes it: its `Meta`, and whatever has a say in becoming an attribute of a model. */
const isTakenOut = (name: string, item: Value): boolean => {
  if (name === 'Meta') return true;
  if (!isA(item, 'call')) return false;
  if (isA(item.callee, 'reference')) return item.callee.name.startsWith('django.db.models.');
  return isA(item.callee, 'class') && contributes(item.callee);
};

const contributes = (value: ClassValue): boolean =>
  resolutionOrder(value).some((ancestor) =>
    ancestor.type === 'class'
      ? ancestor.names.has('contribute_to_class')
      : /^django\.db\.models\..*(?:Field|Key|Manager|Base)$/.test(ancestor.name),
  );

/** Models whose bases are being told of them. */
const halfMade = new WeakSet<ClassValue>();

/** Whose `_meta` a model has: before Django gave it one of its own, that of a base. */
export const holderOfMeta = (value: ClassValue): ClassValue | undefined => {
  if (!halfMade.has(value)) return value;
  const base = resolutionOrder(value).find((each) => each !== value && each.type === 'class' && isModelClass(each));
  return base?.type === 'class' ? base : undefined;
};

/** The class as its bases are told of it; what they make of it meanwhile stays, but for what Django had taken out before. */
const withoutTaken = (value: ClassValue, call: () => void): void => {
  const before = [...value.names];
  const taken = before.filter(([name, item]) => isTakenOut(name, item));
  for (const [name] of taken) value.names.delete(name);
  try {
    call();
  } finally {
    const after = new Map(value.names);
    for (const [name] of taken) after.delete(name);
    const kept = before.filter(([name, item]) => after.has(name) || isTakenOut(name, item));
    value.names.clear();
    for (const [name, item] of kept) value.names.set(name, after.get(name) ?? item);
    for (const [name, item] of after) value.names.set(name, item);
  }
};

export const followSubclass = (value: ClassValue): void => {
  const hook = hookOf(value);
  if (!isA(hook, 'function')) return;
  const keywords = classKeywords(value);
  const tell = (): void => {
    if (!follow(() => hook.call([value], keywords))) value.isOpen = true;
  };
  if (!isModelClass(value)) {
    tell();
    return;
  }
  const before = new Map(value.names);
  halfMade.add(value);
  withoutTaken(value, tell);
  halfMade.delete(value);
  dropFields(value, before);
};
