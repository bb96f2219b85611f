/** Models that code asks Django's registry for, or waits for, while modules are still being imported. */
import {
  type Arguments,
  type ClassValue,
  type FunctionValue,
  isA,
  isSequence,
  listOf,
  Raised,
  resolutionOrder,
  type Value,
} from '../../../../python/index.ts';
import { findMeta, isAbstract, readOptions } from '../../models/meta.ts';
import { recordEvent } from '../journal.ts';
import type { WorldState } from '../world-state.ts';

export const MODEL = /^django\.(db|contrib\.gis\.db)\.models\.(base\.)?Model$/;

/** A package's call that makes a model of its own for each model it is given, see `models/made/generated.ts`. */
export const HISTORY_RECORDS = 'simple_history.models.HistoricalRecords';

export const isModelClass = (value: ClassValue): boolean =>
  resolutionOrder(value).some((ancestor) => ancestor.type === 'reference' && MODEL.test(ancestor.name));

/** A model with a table, or a proxy of one. */
export const isConcrete = (value: ClassValue): boolean => isModelClass(value) && !isAbstract(value);

/** What `Meta` says, else the app with the longest name that the module starts with. */
export const labelOf = ({ apps }: WorldState, value: ClassValue): string | undefined => {
  const written = readOptions(findMeta(value, resolutionOrder(value), isConcrete)).get('app_label');
  if (typeof written === 'string') return written;
  const homes = apps.filter(({ name }) => value.module === name || value.module.startsWith(`${name}.`));
  return homes.toSorted((a, b) => b.name.length - a.name.length)[0]?.label;
};

export const findModel = (state: WorldState, label: string, name: string): ClassValue | undefined => {
  const wanted = name.toLowerCase();
  return state.classes.find(
    (value) => value.name.toLowerCase() === wanted && isConcrete(value) && labelOf(state, value) === label,
  );
};

/** A model that was made so far; another order of imports would answer otherwise. */
export const askModel = (state: WorldState, label: string, name: string): ClassValue | undefined => {
  const found = findModel(state, label, name);
  recordEvent(state.journal, { model: `${label}.${name}`, found });
  return found;
};

/** Another model stands in its place. */
const isSwapped = (state: WorldState, value: ClassValue): boolean => {
  const setting = readOptions(findMeta(value, resolutionOrder(value), isConcrete)).get('swappable');
  const chosen = typeof setting === 'string' ? state.settings.get(setting) : undefined;
  return typeof chosen === 'string' && chosen.toLowerCase() !== `${labelOf(state, value)}.${value.name}`.toLowerCase();
};

/** `apps.get_models()`, once all are made: of each of these apps, in the order in which they were made. */
export const registeredModels = (state: WorldState, labels: readonly string[]): Value | undefined => {
  if (!state.areModelsReady) return undefined;
  // Whatever is added to any app would be among them.
  state.engine.foreignChanges++;
  const models = state.classes.filter((value) => isConcrete(value) && !isSwapped(state, value));
  return listOf(labels.flatMap((label) => models.filter((model) => labelOf(state, model) === label)));
};

/** `apps.get_registered_model("shop", "Order")`: a model that was made before, or an error where someone waits for one. */
export const registeredModel = (state: WorldState, [label, name]: readonly Value[]): Value | undefined => {
  if (typeof label !== 'string' || typeof name !== 'string') return undefined;
  const { classes, engine } = state;
  const found = askModel(state, label, name);
  if (found !== undefined) return found;
  const wanted = name.toLowerCase();
  const isWhole = !classes.some(
    (value) => value.name.toLowerCase() === wanted && value.bases.some((base) => isA(base, 'unknown')),
  );
  if (isWhole && engine.tries > 0) throw new Raised('LookupError', `No model ${label}.${name} was made so far.`);
  return undefined;
};

// Code that waits for models: `lazy_related_operation(function, model, "shop.Order")` is followed once all of them are made.

type Wanted = ClassValue | { label: string; name: string };

export type Waiting = { wanted: readonly Wanted[]; call: FunctionValue; keywords: ReadonlyMap<string, Value> };

type Hooks = { isUnfinished(value: ClassValue): boolean };

const byText = (text: string, label: string | undefined): Wanted | undefined => {
  const [first = '', second] = text.split('.');
  if (second !== undefined) return { label: first, name: second };
  return label === undefined ? undefined : { label, name: first };
};

const related = (state: WorldState, value: Value, model: ClassValue): Wanted | undefined => {
  if (value === 'self') return model;
  if (isA(value, 'class')) return value;
  return typeof value === 'string' ? byText(value, labelOf(state, model)) : undefined;
};

/** `("shop", "order")`, as `apps.lazy_model_operation` has it. */
const byPair = (value: Value): Wanted | undefined => {
  const [label, name] = isSequence(value) ? value.items : [];
  return typeof label === 'string' && typeof name === 'string' ? { label, name } : undefined;
};

const find = (state: WorldState, hooks: Hooks, wanted: Wanted): ClassValue | undefined => {
  const found = 'type' in wanted ? wanted : findModel(state, wanted.label, wanted.name);
  return found === undefined || hooks.isUnfinished(found) ? undefined : found;
};

/** Follows what waited, if all is there that it waited for. */
const tryAgain = (state: WorldState, hooks: Hooks, entry: Waiting): void => {
  const models = entry.wanted.map((wanted) => find(state, hooks, wanted));
  const known = models.filter((model) => model !== undefined);
  if (known.length < models.length) return;
  state.waiting.splice(state.waiting.indexOf(entry), 1);
  const trusted = known.filter((model) => !state.unfollowed.has(model));
  try {
    entry.call.call(known, entry.keywords);
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
  }
  // It is part of making them, where what a field does is followed as far as it can be told.
  for (const model of trusted) state.unfollowed.delete(model);
};

const isFor = (made: ClassValue, wanted: Wanted): boolean =>
  'type' in wanted ? wanted === made : wanted.name.toLowerCase() === made.name.toLowerCase();

/** A class was made that someone may have waited for. */
export const endWaiting = (state: WorldState, hooks: Hooks, made: ClassValue): void => {
  for (const entry of state.waiting.filter(({ wanted }) => wanted.some((each) => isFor(made, each))))
    tryAgain(state, hooks, entry);
};

export const startWaiting = (state: WorldState, hooks: Hooks, name: string, { args, keywords }: Arguments): null => {
  const [call, model, ...rest] = args;
  const wanted =
    name.endsWith('lazy_related_operation') && isA(model, 'class')
      ? [model, ...rest.map((value) => related(state, value, model))]
      : args.slice(1).map(byPair);
  const known = wanted.filter((each) => each !== undefined);
  if (!isA(call, 'function') || known.length < wanted.length) return null;
  // Models that are made afterwards rest on it.
  state.engine.foreignChanges++;
  const entry: Waiting = { wanted: known, call, keywords };
  state.waiting.push(entry);
  tryAgain(state, hooks, entry);
  return null;
};
