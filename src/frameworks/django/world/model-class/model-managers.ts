/** The managers of a model: which of its attributes are some, in Django's order, and the one that it uses by itself. */
import {
  type CallValue,
  type ClassValue,
  classAttribute,
  copyTold,
  isA,
  nameOf,
  Raised,
  type ReferenceValue,
  referenceTo,
  resolutionOrder,
  type Value,
} from '../../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../../models/meta.ts';
import { isStandardLibrary } from '../modules/standard-library.ts';
import { instance } from './fields/model-fields.ts';
import { isConcrete, isModelClass } from './registered-models.ts';

type Ancestor = ClassValue | ReferenceValue;

/** The thing behind a dotted name, if its module can be read. */
export type OpenName = (name: string) => Value | undefined;

/** `isGuess`: its class could not be looked up, so that it may be something else. */
export type Manager = { name: string; call: CallValue; inMigrations: boolean; isGuess?: boolean };

export const plainManager = 'django.db.models.Manager';
const MANAGER = /^django\.(?:contrib\.gis\.)?db\.models\.(?:manager\.)?(?:Base)?Manager$/;
/** `class Found(Manager.from_queryset(FoundQuerySet))`: such a base is a manager whatever it was made from. */
const FROM_QUERYSET = /\.from_queryset\(\)$/;
const isManagerName = (name: string): boolean => FROM_QUERYSET.test(name) || MANAGER.test(name);

/** A manager that is put into a model once more, under another name, keeps its first one. */
const GIVEN_NAME = '<name of the manager>';

/** A manager whose class says itself what it does to a model. */
export const contributesAsManager = ({ callee }: CallValue): boolean =>
  isA(callee, 'class') &&
  isA(classAttribute(callee, 'contribute_to_class'), 'function') &&
  resolutionOrder(callee).some((ancestor) => ancestor.type === 'reference' && isManagerName(ancestor.name));

/** The classes of a manager, its own first; undefined when one of them cannot be looked up. */
const classesOf = (callee: Value, open: OpenName): readonly Ancestor[] | undefined => {
  const opened = isA(callee, 'reference') && !isManagerName(callee.name) ? (open(callee.name) ?? callee) : callee;
  if (isA(opened, 'reference')) return [opened];
  return isA(opened, 'class') ? resolutionOrder(opened).flatMap((ancestor) => withMadeFrom(ancestor, open)) : undefined;
};

/** The class that `from_queryset` was called on says the rest. */
const withMadeFrom = (ancestor: Ancestor, open: OpenName): readonly Ancestor[] => {
  const name = ancestor.type === 'reference' ? ancestor.name : '';
  const base = FROM_QUERYSET.test(name) ? open(name.replace(FROM_QUERYSET, '')) : undefined;
  return isA(base, 'class') ? [ancestor, ...resolutionOrder(base)] : [ancestor];
};

/** `Base.from_queryset(Other)()`: the class is made of that base, which alone says whether migrations keep it. */
const madeFrom = ({ callee }: CallValue): Value | undefined => {
  const name = isA(callee, 'call') ? /^(.+)\.from_queryset$/.exec(callee.name)?.[1] : undefined;
  return name === undefined ? undefined : referenceTo(name);
};

/** What a function of a package that is not opened gives; undefined for a class, `null` where that cannot be told. */
const madeByFunction = ({ callee, args, keywords }: CallValue, open: OpenName): CallValue | null | undefined => {
  const isNamed = isA(callee, 'reference') && !isManagerName(callee.name) && !callee.name.startsWith('django.');
  const maker = isNamed ? open(callee.name) : undefined;
  if (!isA(maker, 'function')) return undefined;
  try {
    const made = maker.call(args, keywords);
    return isA(made, 'call') ? made : null;
  } catch (error) {
    if (error instanceof Raised) return null;
    throw error;
  }
};

/** Whether a call makes a manager, and one that migrations keep. `null`: no manager; undefined: not known. */
const managerOf = (name: string, call: CallValue, open: OpenName): Manager | null | undefined => {
  const given = madeByFunction(call, open);
  if (given === null) return { name, call, inMigrations: false, isGuess: true };
  if (given !== undefined) {
    const manager = managerOf(name, { ...call, callee: given.callee, name: given.name }, open);
    return manager && { ...manager, call };
  }
  if (call.name.endsWith('.as_manager')) return { name, call, inMigrations: false };
  const made = madeFrom(call);
  // Most attributes are fields of Django: nothing to look up. A manager that is made of another is of a class of its own, which lies there by its name.
  if (!made && isA(call.callee, 'reference') && call.name.startsWith('django.db.models.') && !isManagerName(call.name))
    return null;
  const classes = classesOf(made ?? call.callee, open);
  if (classes === undefined) return made || name === 'objects' ? undefined : null;
  if (!classes.some((ancestor) => isManagerName(nameOf(ancestor) ?? ''))) {
    const isKnown = classes.every((ancestor) =>
      ancestor.type === 'class'
        ? ancestor.bases.every((base) => isA(base, 'class') || isA(base, 'reference'))
        : /^(?:django|builtins)\./.test(ancestor.name) || isStandardLibrary(ancestor.name),
    );
    if (isKnown || name === 'objects') return isKnown ? null : undefined;
    return { name, call, inMigrations: false, isGuess: true };
  }
  const flag = classes.map((ancestor) =>
    ancestor.type === 'class' ? ancestor.names.get('use_in_migrations') : undefined,
  );
  return { name, call, inMigrations: flag.find((value) => value !== undefined) === true };
};

const isModel = (ancestor: Ancestor): ancestor is ClassValue => ancestor.type === 'class' && isModelClass(ancestor);

/** What a condition leaves open, of things that are no fields. */
const mayBeManager = (attribute: Value): boolean =>
  isA(attribute, 'unknown') &&
  (attribute.mayBe ?? []).some((each) => isA(each, 'call') && !/(?:Field|ForeignKey)$/.test(each.name));

/** In Django's order: nearest class first, then as written; undefined when one is not known. */
export const allManagers = (value: ClassValue, open: OpenName): Manager[] | undefined => {
  const managers = new Map<string, Manager>();
  for (const ancestor of resolutionOrder(value).filter(isModel)) {
    const own: Manager[] = [];
    const firstNames = new Map<CallValue, string>();
    for (const [name, attribute] of ancestor.names) {
      // `all_books = objects`: one manager, which keeps the name that it was given first.
      if (isA(attribute, 'call') && !firstNames.has(attribute)) firstNames.set(attribute, name);
      const given = isA(attribute, 'call') ? (attribute.state?.get(GIVEN_NAME) ?? firstNames.get(attribute)) : name;
      // A nearer class has one of that name, whatever this one is.
      if (typeof given === 'string' && managers.has(given)) continue;
      if (mayBeManager(attribute)) return undefined;
      if (!isA(attribute, 'call')) continue;
      const manager = managerOf(typeof given === 'string' ? given : name, attribute, open);
      if (manager === undefined) return undefined;
      if (manager) own.push(manager);
    }
    for (const manager of own.sort((a, b) => a.call.serial - b.call.serial)) {
      if (!managers.has(manager.name)) managers.set(manager.name, manager);
    }
  }
  return [...managers.values()];
};

/** As the model has it: a copy that knows whose it is, of a class that can be asked about. */
const asOwn = (value: ClassValue, { name, call }: Manager, open: OpenName): CallValue => {
  const opened = isA(call.callee, 'reference') ? open(call.callee.name) : undefined;
  const callee = call.name.endsWith('.as_manager') ? referenceTo(plainManager) : opened;
  const own = copyTold(call, [
    ['model', value],
    ['name', name],
    [GIVEN_NAME, name],
  ]);
  return callee ? { ...own, callee } : own;
};

/** `_meta.managers`; undefined where one of them is not known. */
export const managersInMeta = (value: ClassValue, open: OpenName): CallValue[] | undefined => {
  const managers = allManagers(value, open);
  if (managers === undefined || managers.some(({ isGuess }) => isGuess)) return undefined;
  // A model without one gets one as it is made.
  if (managers.length === 0 && !isAbstract(value))
    return [instance(plainManager, new Map(Object.entries({ model: value, name: 'objects' })))];
  return managers.map((manager) => asOwn(value, manager, open));
};

/** `_default_manager`: the first, unless Meta names another, which not every child takes over. */
export const defaultManager = (
  value: ClassValue,
  open: OpenName,
  managers = managersInMeta(value, open),
): Value | undefined => {
  const isNamed = resolutionOrder(value).some(
    (ancestor) =>
      isModel(ancestor) &&
      readOptions(findMeta(ancestor, resolutionOrder(ancestor), isConcrete)).has('default_manager_name'),
  );
  return isNamed ? undefined : managers && (managers[0] ?? null);
};
