/** Metaclasses: what they make of a class, under which name, of which bases, and what they make besides. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  changeBases,
  classAttribute,
  isA,
  isSequence,
  type Key,
  metaclassOf,
  openBody,
  tupleOf,
  type Value,
} from '../../../../python/index.ts';
import { classKeywords, follow, followSubclass } from './subclass-hooks.ts';

export type Metaclasses = {
  /** Has a class made by its metaclass; what its name stands for afterwards. */
  make(value: ClassValue): ClassValue | CallValue;
  /** `super().__new__(…)` inside a metaclass. */
  superNew(call: Arguments): ClassValue | undefined;
};

/** `isMade`: the metaclass has asked for it. `isTold`: so have its bases been. */
type Making = { value: ClassValue; isMade: boolean; isTold: boolean };

/** Python asks its bases once the class is there, before the metaclass has it back. */
const tellBases = (making: Making): ClassValue => {
  if (!making.isTold) followSubclass(making.value);
  making.isTold = true;
  return making.value;
};

/** What Python puts among the names of a class, for its metaclass to see. */
const given = ['__module__', '__qualname__'] as const;

const giveNames = ({ names, module, qualname }: ClassValue): void => {
  names.set('__module__', module);
  names.set('__qualname__', qualname);
};

const takeNames = (value: ClassValue): void => {
  const [module, qualname] = given.map((name) => value.names.get(name));
  if (typeof module === 'string') value.module = module;
  if (typeof qualname === 'string') value.qualname = qualname;
  for (const name of given) value.names.delete(name);
};

type Parts = Pick<ClassValue, 'name' | 'bases' | 'names'>;

/** What a metaclass hands on, `made` where it is not known. `isWhole`: it is. */
const partsOf = (
  { args: [, name, bases, body] }: Arguments,
  made: ClassValue,
  open: (base: Value) => Value,
): Parts & { isWhole: boolean } => {
  const isWhole = typeof name === 'string' && isSequence(bases) && isA(body, 'dict') && !body.partial;
  const names = isA(body, 'dict') ? (body.entries as Map<Key, Value>) : made.names;
  return {
    name: typeof name === 'string' ? name : made.name,
    bases: [...(isSequence(bases) ? bases.items.map(open) : made.bases), ...(isWhole ? [] : [openBody])],
    names: names as Map<string, Value>,
    isWhole,
  };
};

/** The class that the text names, as its metaclass wants it. */
const settle = (value: ClassValue, maker: Value | undefined, { name, bases, names }: Parts): void => {
  value.name = name;
  if (names !== value.names) {
    const items = [...names];
    value.names.clear();
    for (const [key, item] of items) value.names.set(key, item);
    if (!value.names.has('__qualname__')) value.qualname = name;
  }
  const isOther = bases.length !== value.bases.length || bases.some((base, at) => base !== value.bases[at]);
  if (isOther) changeBases(value, bases);
  if (isA(maker, 'class') && metaclassOf(value) !== maker) value.keywords.set('metaclass', maker);
};

/** One more class that a metaclass makes on the way. */
const another = (value: ClassValue, maker: Value | undefined, { name, bases, names }: Parts): ClassValue => {
  const { file, line, module, owner } = value;
  const made: ClassValue = {
    type: 'class',
    name,
    qualname: name,
    module,
    file,
    line,
    bases,
    keywords: new Map(isA(maker, 'class') ? [['metaclass', maker]] : []),
    decorators: [],
    names: new Map(names),
    ...(value.isMaybe ? { isMaybe: true } : {}),
    ...(value.isEither ? { isEither: true } : {}),
    ...(owner === undefined ? {} : { owner }),
  };
  takeNames(made);
  return made;
};

/** Its text is there, and the class is not: the metaclass gave something else for it. */
const vanish = (value: ClassValue): void => {
  changeBases(value, []);
  value.names.clear();
};

/** Of a class that the text or Django has; a call that nobody could follow is none. */
const isObject = (value: Value): value is CallValue =>
  isA(value, 'call') &&
  (isA(value.callee, 'class') || (isA(value.callee, 'reference') && /\.[A-Z]\w*$/.test(value.callee.name)));

/** `announce`: of a class that no text names. */
export const createMetaclasses = (
  openReference: (name: string) => Value | undefined,
  announce: (value: ClassValue) => void,
): Metaclasses => {
  const makings: Making[] = [];
  const open = (base: Value): Value => (isA(base, 'reference') ? (openReference(base.name) ?? base) : base);
  return {
    make(value) {
      const metaclass = metaclassOf(value);
      const [create, init] = ['__new__', '__init__'].map((name) => metaclass && classAttribute(metaclass, name));
      const making: Making = { value, isMade: false, isTold: false };
      if (metaclass === undefined || (!isA(create, 'function') && !isA(init, 'function'))) return tellBases(making);
      const entries = value.names as Map<Key, Value>;
      const attributes: Value = { type: 'dict', entries, partial: false, owner: value.owner ?? value, isNames: true };
      const rest = [value.name, tupleOf([...value.bases]), attributes];
      const keywords = classKeywords(value);
      giveNames(value);
      makings.push(making);
      let result: Value = value;
      const isCreated =
        !isA(create, 'function') ||
        follow(() => {
          result = create.call([metaclass, ...rest], keywords);
        });
      if (isObject(result)) {
        makings.pop();
        vanish(value);
        return result;
      }
      const made = isA(result, 'class') ? result : value;
      if (made !== value && !making.isMade) vanish(value);
      else tellBases(making);
      const isReady = !isA(init, 'function') || follow(() => init.call([made, ...rest], keywords));
      // A project that starts has classes that can be made: something is not known here.
      if (!isCreated || !isReady) made.isOpen = true;
      makings.pop();
      takeNames(value);
      return made;
    },
    superNew(call) {
      const making = makings.at(-1);
      // An object that is made meanwhile asks for itself alone.
      if (making === undefined || (call.args.length === 1 && call.keywords.size === 0)) return undefined;
      const { value } = making;
      const [maker] = call.args;
      const { isWhole, ...parts } = partsOf(call, value, open);
      if (!making.isMade) {
        making.isMade = true;
        settle(value, maker, parts);
        return tellBases(making);
      }
      if (!isWhole) return undefined;
      const made = another(value, maker, parts);
      announce(made);
      return made;
    },
  };
};
