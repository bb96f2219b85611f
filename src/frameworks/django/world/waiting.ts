/** Code that waits for models: `lazy_related_operation(function, model, "shop.Order")` is followed once all of them are made. */
import {
  type Arguments,
  type ClassValue,
  type FunctionValue,
  isA,
  isSequence,
  Raised,
  type Value,
} from '../../../python/index.ts';
import { findModel, labelOf } from './registered-models.ts';
import type { WorldState } from './world-state.ts';

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

/** Follows what waited for the model that was made last. */
export const endWaiting = (state: WorldState, hooks: Hooks): void => {
  for (const entry of [...state.waiting]) {
    const models = entry.wanted.map((wanted) => find(state, hooks, wanted));
    const known = models.filter((model) => model !== undefined);
    if (known.length < models.length) continue;
    state.waiting.splice(state.waiting.indexOf(entry), 1);
    const trusted = known.filter((model) => !state.unfollowed.has(model));
    try {
      entry.call.call(known, entry.keywords);
    } catch (error) {
      if (!(error instanceof Raised)) throw error;
    }
    // It is part of making them, where what a field does is followed as far as it can be told.
    for (const model of trusted) state.unfollowed.delete(model);
  }
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
  state.waiting.push({ wanted: known, call, keywords });
  endWaiting(state, hooks);
  return null;
};
