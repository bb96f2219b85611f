/** Managers as a migration would hold them: those made for it, and stand-ins for a default manager of another kind. */
import { type CallValue, type ClassValue, isA, tupleOf, unknown, type Value } from '../../../../python/index.ts';
import { ADDED_BY_METACLASS, ADDED_LATER } from '../../world/model-class/class-hooks.ts';
import { isField } from '../../world/model-class/fields/model-fields.ts';
import { allManagers, type Manager, type OpenName, plainManager } from '../../world/model-class/model-managers.ts';
import { changedInMeta } from '../../world/model-class/model-meta.ts';

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

const isLate = ({ call: { state } }: Manager): boolean =>
  state?.has(ADDED_LATER) === true || state?.has(ADDED_BY_METACLASS) === true;

/** Made after the fields of the model, with which its text ends; one that was there before them comes first wherever it is added. */
const isMadeAfter = (manager: CallValue, model: ClassValue | null): boolean => {
  const fields = [...(model?.names.values() ?? [])].filter(isField) as CallValue[];
  return fields.length > 0 && fields.every(({ serial }) => serial < manager.serial);
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
  const isOnlyLate = managers.every(isLate);
  const earliest = isOnlyLate ? undefined : managers[0];
  const first = managers.find(({ name }) => name === defaultName) ?? earliest;
  const kept = managers.filter((manager) => manager.inMigrations || manager === first || manager.name === baseName);
  const [only] = kept;
  if (kept.length === 1 && only?.name === 'objects' && !only.inMigrations) return guesses;
  const pairs = kept.map(({ name, inMigrations, call }) => tupleOf([name, inMigrations ? call : standIn(call)]));
  // A model without a manager gets one as it is made; what is made and added afterwards comes second.
  if (only === undefined || !isOnlyLate || first !== undefined) return [...pairs, ...guesses];
  if (!kept.every(({ name, call }) => name !== 'objects' && isMadeAfter(call, model.value))) return null;
  return [tupleOf(['objects', standIn(only.call)]), ...pairs, ...guesses];
};
