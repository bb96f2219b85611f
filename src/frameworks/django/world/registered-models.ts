/** Models that code asks Django's registry for while modules are still being imported. */
import { type ClassValue, isA, Raised, resolutionOrder, type Value } from '../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../models/meta.ts';
import type { WorldState } from './world-state.ts';

export const MODEL = /^django\.(db|contrib\.gis\.db)\.models\.(base\.)?Model$/;

/** A package's call that makes a model of its own for each model it is given, see `models/generated.ts`. */
export const HISTORY_RECORDS = 'simple_history.models.HistoricalRecords';

export const isModelClass = (value: ClassValue): boolean =>
  resolutionOrder(value).some((ancestor) => ancestor.type === 'reference' && MODEL.test(ancestor.name));

const isConcrete = (value: ClassValue): boolean => isModelClass(value) && !isAbstract(value);

/** What `Meta` says, else the app with the longest name that the module starts with. */
export const labelOf = ({ apps }: WorldState, value: ClassValue): string | undefined => {
  const written = readOptions(findMeta(value, resolutionOrder(value), isConcrete)).get('app_label');
  if (typeof written === 'string') return written;
  const homes = apps.filter(({ name }) => value.module === name || value.module.startsWith(`${name}.`));
  return homes.toSorted((a, b) => b.name.length - a.name.length)[0]?.label;
};

/** A model that was made so far. */
export const findModel = (state: WorldState, label: string, name: string): ClassValue | undefined => {
  const wanted = name.toLowerCase();
  return state.classes.find(
    (value) => value.name.toLowerCase() === wanted && isConcrete(value) && labelOf(state, value) === label,
  );
};

/** `apps.get_registered_model("shop", "Order")`: a model that was made before, or an error where someone waits for one. */
export const registeredModel = (state: WorldState, [label, name]: readonly Value[]): Value | undefined => {
  if (typeof label !== 'string' || typeof name !== 'string') return undefined;
  const { classes, engine } = state;
  // Another order of imports would answer otherwise.
  engine.foreignChanges++;
  const found = findModel(state, label, name);
  if (found !== undefined) return found;
  const wanted = name.toLowerCase();
  const isWhole = !classes.some(
    (value) => value.name.toLowerCase() === wanted && value.bases.some((base) => isA(base, 'unknown')),
  );
  if (isWhole && engine.tries > 0) throw new Raised('LookupError', `No model ${label}.${name} was made so far.`);
  return undefined;
};
