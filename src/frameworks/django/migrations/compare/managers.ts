/** Managers as a migration would hold them: those made for it, and stand-ins for a default manager of another kind. */
import {
  type CallValue,
  type ClassValue,
  isA,
  nameOf,
  type ReferenceValue,
  referenceTo,
  resolutionOrder,
  tupleOf,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { ADDED_LATER } from '../../world/class-hooks.ts';
import { changedInMeta } from '../../world/model-meta.ts';
import { canonicalName } from './sameness.ts';

type Ancestor = ClassValue | ReferenceValue;

/** The thing behind a dotted name, if its module can be read. */
export type OpenName = (name: string) => Value | undefined;

/** `isGuess`: its class could not be looked up, so that it may be something else. */
type Manager = { name: string; call: CallValue; inMigrations: boolean; isGuess?: boolean };

const plainManager = 'django.db.models.Manager';
const isModelName = (ancestor: Ancestor): boolean => canonicalName(nameOf(ancestor) ?? '') === 'django.db.models.Model';
/** `class Found(Manager.from_queryset(FoundQuerySet))`: such a base is a manager whatever it was made from. */
const FROM_QUERYSET = /\.from_queryset\(\)$/;
const isManagerName = (name: string): boolean =>
  FROM_QUERYSET.test(name) || /^django\.db\.models\.(?:Base)?Manager$/.test(canonicalName(name));

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

/** Whether a call makes a manager, and one that migrations keep. `null`: no manager; undefined: not known. */
const managerOf = (name: string, call: CallValue, open: OpenName): Manager | null | undefined => {
  if (call.name.endsWith('.as_manager')) return { name, call, inMigrations: false };
  const made = madeFrom(call);
  // Most attributes are fields of Django: nothing to look up.
  if (!made && call.name.startsWith('django.db.models.') && !isManagerName(call.name)) return null;
  const classes = classesOf(made ?? call.callee, open);
  if (classes === undefined) return made || name === 'objects' ? undefined : null;
  if (!classes.some((ancestor) => isManagerName(nameOf(ancestor) ?? ''))) {
    const isKnown = classes.every(
      (ancestor) => ancestor.type === 'class' || /^(?:django|builtins)\./.test(ancestor.name),
    );
    if (isKnown || name === 'objects') return isKnown ? null : undefined;
    return { name, call, inMigrations: false, isGuess: true };
  }
  const flag = classes.map((ancestor) =>
    ancestor.type === 'class' ? ancestor.names.get('use_in_migrations') : undefined,
  );
  return { name, call, inMigrations: flag.find((value) => value !== undefined) === true };
};

const isModel = (ancestor: Ancestor): ancestor is ClassValue =>
  ancestor.type === 'class' && resolutionOrder(ancestor).some(isModelName);

/** What a condition leaves open, of things that are no fields. */
const mayBeManager = (attribute: Value): boolean =>
  isA(attribute, 'unknown') &&
  (attribute.mayBe ?? []).some((each) => isA(each, 'call') && !/(?:Field|ForeignKey)$/.test(each.name));

/** In Django's order: nearest class first, then as written; undefined when one is not known. */
const allManagers = (value: ClassValue, open: OpenName): Manager[] | undefined => {
  const managers = new Map<string, Manager>();
  for (const ancestor of resolutionOrder(value).filter(isModel)) {
    const own: Manager[] = [];
    for (const [name, attribute] of ancestor.names) {
      if (mayBeManager(attribute)) return undefined;
      if (!isA(attribute, 'call')) continue;
      const manager = managerOf(name, attribute, open);
      if (manager === undefined) return undefined;
      if (manager) own.push(manager);
    }
    for (const manager of own.sort((a, b) => a.call.serial - b.call.serial)) {
      if (!managers.has(manager.name)) managers.set(manager.name, manager);
    }
  }
  return [...managers.values()];
};

const standIn = (call: CallValue): CallValue => ({ ...call, name: plainManager, args: [], keywords: new Map() });

type Holder = { value: ClassValue | null; options: ReadonlyMap<string, Value>; bases: readonly Holder[] };

/** As `_meta` has it in the end: which managers there are, Django asks the finished model. */
const optionOf = ({ value, options }: Holder, name: string): Value | undefined =>
  changedInMeta(value ?? null, name) ?? options.get(name);

/** The name of the base manager passes on from the nearest model above. */
const baseNameOf = (model: Holder | undefined): Value | undefined =>
  model === undefined ? undefined : (optionOf(model, 'base_manager_name') ?? baseNameOf(model.bases[0]));

/** That of the default manager passes on one step, to a model without managers of its own. */
const defaultNameOf = (model: Holder, managers: readonly Manager[]): Value | undefined => {
  const isOwn = ({ name, call }: Manager): boolean => model.value?.names.get(name) === call;
  const [parent] = managers.some(isOwn) ? [] : model.bases;
  return optionOf(model, 'default_manager_name') ?? (parent && optionOf(parent, 'default_manager_name'));
};

/** Pairs of name and manager, of what may be one a name and something unknown; null when they cannot be told. */
export const managersOf = (model: Holder, open: OpenName): Value[] | null => {
  if (model.value === null) return [];
  const all = allManagers(model.value, open);
  if (!all) return null;
  const managers = all.filter(({ isGuess }) => !isGuess);
  const guesses = all.filter(({ isGuess }) => isGuess).map(({ name }) => tupleOf([name, unknown('its class')]));
  const [defaultName, baseName] = [defaultNameOf(model, managers), baseNameOf(model)];
  if (isA(defaultName, 'unknown') || isA(baseName, 'unknown')) return null;
  const isLate = ({ call }: Manager): boolean => call.state?.has(ADDED_LATER) ?? false;
  // A model without a manager gets one as it is made; what is added afterwards comes second.
  const earliest = managers.every(isLate) ? undefined : managers[0];
  const first = managers.find(({ name }) => name === defaultName) ?? earliest;
  const kept = managers.filter((manager) => manager.inMigrations || manager === first || manager.name === baseName);
  const [only] = kept;
  if (kept.length === 1 && only?.name === 'objects' && !only.inMigrations) return guesses;
  const pairs = kept.map(({ name, inMigrations, call }) => tupleOf([name, inMigrations ? call : standIn(call)]));
  return [...pairs, ...guesses];
};
