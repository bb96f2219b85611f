/**
 * What makemigrations would write: the state that the migrations add up to, held against the models as they are. Follows Django's
 * autodetector step by step; a rename is told where Django would ask for one. What cannot be told for certain is counted, not claimed.
 */
import type { UnmadeChange } from '../../../../contract/index.ts';
import { isA, isSequence, tupleOf, type Value } from '../../../../python/index.ts';
import { alterOptionKeys, type ModelState, type ProjectState } from '../state.ts';
import { compareField, compareFields } from './fields/model-fields.ts';
import { recall, remember } from './pair-memory.ts';
import { compareParts, compareTogether, notePartsOfNewModel } from './parts.ts';
import {
  countUnclear,
  type Detection,
  type DetectionInput,
  differs,
  isManaged,
  isProxy,
  labelOf,
  lower,
  note,
  type Pair,
  type Run,
} from './run.ts';
import { allOf, type Sameness, sameEntries, sameName, sameValue } from './values/sameness.ts';

/** Same fields but for their names and targets? */
const looksRenamed = (run: Run, before: ModelState, after: ModelState): Sameness => {
  const sorted = (model: ModelState) =>
    [...model.fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, field]) => field);
  const [old, now] = [sorted(before), sorted(after)];
  if (after.mayHave === 'any' || after.newcomers?.length) return old.length < now.length ? false : undefined;
  if (old.length !== now.length) return false;
  let isUnclear = false;
  for (const [index, field] of old.entries()) {
    const other = now[index];
    const same = other !== undefined && compareField(run, { before, after }, field, other, ['to']);
    if (same === false) return false;
    if (same === undefined) isUnclear = true;
  }
  return isUnclear ? undefined : true;
};

/** Models of apps with migrations that pass, by label. Few do, so these are put in order and not all. */
const modelsOf = (
  run: Run,
  state: ProjectState,
  passes: (label: string, model: ModelState) => boolean,
): [string, ModelState][] => {
  const found: [string, ModelState][] = [];
  for (const [label, model] of state)
    if (passes(label, model) && run.migratedApps.has(model.app)) found.push([label, model]);
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
};

/** By label, models that are there before and after. Between a proxy and a model of its own there is no way but a new one. */
const findKeptModels = ({ before, after }: DetectionInput): Map<string, Pair> => {
  const kept = new Map<string, Pair>();
  for (const [label, now] of after) {
    const old = before.get(label);
    if (old !== undefined && isProxy(old) === isProxy(now)) kept.set(label, { before: old, after: now });
  }
  return kept;
};

const findRenamedModels = (run: Run, kept: ReadonlyMap<string, Pair>): void => {
  const isWhole = (model: ModelState): boolean => !isProxy(model) && isManaged(model);
  const missingIn =
    (state: ProjectState) =>
    (label: string, model: ModelState): boolean =>
      !state.has(label) && (isWhole(model) || model.isOpen === true);
  const added = modelsOf(run, run.after, missingIn(run.before)).map(([, model]) => model);
  if (added.length === 0) return;
  const missing = modelsOf(run, run.before, missingIn(run.after));
  const mayStay = ([label, model]: [string, ModelState]): boolean => run.maybeModels.has(label) || run.mayBeMade(model);
  // A model that is open may not be there at all.
  const open = [...kept.values()].flatMap(({ before, after }) => (after.isOpen ? [before] : []));
  const doubted = [...missing.filter(mayStay).map(([, model]) => model), ...open];
  const gone = missing.filter((entry) => !mayStay(entry)).map(([, model]) => model);
  const compare = (before: ModelState, after: ModelState): Sameness => {
    if (before.app !== after.app) return false;
    // What is open, or told by its look, may be any of them.
    return after.isOpen || after.isGuess ? undefined : looksRenamed(run, before, after);
  };
  for (const after of added) {
    const alike = gone.map((model) => compare(model, after));
    const before = gone[alike.findIndex((same) => same !== false)];
    if (!before) {
      // Where one that may still be there is not, this is it.
      if (doubted.some((model) => compare(model, after) !== false)) run.maybeRenamed.add(labelOf(after));
      continue;
    }
    if (alike.some((same) => same === undefined) || run.maybeRenamed.has(labelOf(before))) {
      for (const model of [after, ...gone.filter((_, at) => alike[at] !== false)]) run.maybeRenamed.add(labelOf(model));
      continue;
    }
    gone.splice(gone.indexOf(before), 1);
    run.renamed.set(labelOf(after), labelOf(before));
    run.pairs.push({ before, after });
    note(run, 'model_renamed', after, `Rename model ${before.name} to ${after.name}`);
  }
};

const findAddedAndRemovedModels = (run: Run, kept: ReadonlyMap<string, Pair>): void => {
  const formerly = new Set(run.renamed.values());
  const isGone = (label: string): boolean => !formerly.has(label) && !kept.has(label);
  const isNew = (label: string): boolean => !run.renamed.has(label) && !kept.has(label);
  const added = modelsOf(run, run.after, isNew);
  for (const [label, model] of modelsOf(run, run.before, isGone))
    if (run.maybeModels.has(label) || run.mayBeMade(model) || run.maybeRenamed.has(label)) countUnclear(run, model);
    else note(run, 'model_removed', model, `Delete model ${model.name}`);
  for (const [label, model] of added) {
    if (model.isGuess || model.isOpen || run.mayMake(model) || run.maybeRenamed.has(label)) {
      countUnclear(run, model);
      continue;
    }
    note(run, 'model_added', model, `Create ${isProxy(model) ? 'proxy ' : ''}model ${model.name}`);
    if (isManaged(model) && !isProxy(model)) notePartsOfNewModel(run, model);
  }
};

const compareOptions = (run: Run, { before, after }: Pair): void => {
  const chosen = (model: ModelState): Map<string, Value> => {
    const options = new Map<string, Value>();
    for (const key of alterOptionKeys) {
      if (run.keptOut.options.has(key)) continue;
      const value = model.options.get(key);
      if (value !== undefined) options.set(key, value);
    }
    return options;
  };
  if (differs(run, after, sameEntries(chosen(before), chosen(after)))) {
    note(run, 'options_altered', after, `Change Meta options on ${lower(after)}`);
  }
};

const compareOption = (
  run: Run,
  { before, after }: Pair,
  option: string,
  kind: UnmadeChange['kind'],
  describe: (value: Value) => string,
): void => {
  const [old, now] = [before.options.get(option) ?? null, after.options.get(option) ?? null];
  if (differs(run, after, sameValue(old, now))) note(run, kind, after, describe(now));
};

/** Managers are equal when their class and what they were made with are, whatever class that is. */
const sameManagers = (before: readonly Value[], given: readonly Value[]): Sameness => {
  const isGuess = (pair: Value): boolean => isSequence(pair) && isA(pair.items[1], 'unknown');
  const after = given.filter((pair) => !isGuess(pair));
  // What may be a manager is one where the migrations say so; which is the default one is then open.
  const names = new Set(given.filter(isGuess).map((pair) => (isSequence(pair) ? pair.items[0] : null)));
  if (names.size > 0 && before.some((pair) => isSequence(pair) && names.has(pair.items[0] ?? null))) return undefined;
  if (before.length !== after.length) return false;
  return allOf(
    before.map((pair, index) => {
      const [old, now] = [pair, after[index]].map((item) => (isSequence(item) ? item.items : []));
      const [was, is] = [old?.[1], now?.[1]];
      if (old?.[0] !== now?.[0]) return false;
      if (!isA(was, 'call') || !isA(is, 'call')) return undefined;
      const args = sameValue(tupleOf([...was.args]), tupleOf([...is.args]));
      return allOf([sameName(was.name, is.name), args, sameEntries(was.keywords, is.keywords)]);
    }),
  );
};

const compareManagers = (run: Run, { before, after }: Pair): void => {
  const same = before.managers && after.managers ? sameManagers(before.managers, after.managers) : undefined;
  if (differs(run, after, same)) note(run, 'managers_altered', after, `Change managers on ${lower(after)}`);
};

/** Options that are compared one by one. */
const singleOptions = ['order_with_respect_to', 'unique_together', 'index_together', 'db_table', 'db_table_comment'];
const comparedOptions = new Set<string>([...alterOptionKeys, ...singleOptions]);

/** Someone's own operation sets an option that only its own makemigrations compares. */
const isLeftOpen = ({ options }: ModelState): boolean => {
  for (const [name, value] of options) if (isA(value, 'unknown') && !comparedOptions.has(name)) return true;
  return false;
};

const comparePair = (run: Run, pair: Pair): void => {
  const { before, after } = pair;
  const name = lower(after);
  if (isLeftOpen(before)) countUnclear(run, after);
  if (after.isMadeAway || after.isOpen) {
    countUnclear(run, after);
    return;
  }
  if (!after.isSketch) compareOptions(run, pair);
  // Of a proxy and of a table that Django does not manage only the options count.
  if (!isProxy(after) && isManaged(before) && isManaged(after)) {
    if (!after.isSketch) compareManagers(run, pair);
    const { named, noteAdded } = compareParts(run, pair);
    const renamed = compareFields(run, pair);
    compareOption(
      run,
      pair,
      'order_with_respect_to',
      'options_altered',
      (value) => `Set order_with_respect_to on ${name} to ${value ?? 'None'}`,
    );
    compareTogether(run, pair, 'unique_together', renamed);
    compareTogether(run, pair, 'index_together', renamed, named);
    noteAdded();
  }
  if (isManaged(before) !== isManaged(after)) return;
  compareOption(
    run,
    pair,
    'db_table',
    'table_altered',
    (value) => `Rename table for ${name} to ${value ?? '(default)'}`,
  );
  compareOption(run, pair, 'db_table_comment', 'table_altered', () => `Alter ${name} table comment`);
};

const nothing: Detection = { changes: [], unclear: new Map() };

/** Compared as if it were the only pair; an answer that rests on nothing else is remembered with it. */
const compareAlone = (run: Run, pair: Pair): Detection => {
  const isAlone = run.renamed.size === 0 && run.maybeRenamed.size === 0;
  const known = isAlone ? recall(pair, run) : undefined;
  if (known) return known;
  const alone: Run = { ...run, changes: [], unclear: new Map(), looksAtOthers: false };
  comparePair(alone, pair);
  // What an operation that nobody here knows made of it may differ where the rest does not.
  if (pair.before.unsure && alone.unclear.size === 0) countUnclear(alone, pair.after);
  const isNothing = alone.changes.length === 0 && alone.unclear.size === 0;
  const found: Detection = isNothing ? nothing : { changes: alone.changes, unclear: alone.unclear };
  if (isAlone && !alone.looksAtOthers) remember(pair, run, found);
  return found;
};

export const detectChanges = (input: DetectionInput): Detection => {
  const run: Run = {
    ...input,
    changes: [],
    unclear: new Map(),
    renamed: new Map(),
    maybeRenamed: new Set(),
    pairs: [],
    looksAtOthers: false,
  };
  const kept = findKeptModels(run);
  findRenamedModels(run, kept);
  findAddedAndRemovedModels(run, kept);
  for (const [label, pair] of kept)
    if (run.migratedApps.has(pair.after.app) && !run.renamed.has(label)) run.pairs.push(pair);
  const told: { label: string; found: Detection }[] = [];
  for (const pair of run.pairs) {
    const found = compareAlone(run, pair);
    if (found !== nothing) told.push({ label: labelOf(pair.after), found });
  }
  // Renamed models first, then by label, as makemigrations goes through them.
  const isRenamed = ({ label }: { label: string }): boolean => run.renamed.has(label);
  told.sort((a, b) => Number(isRenamed(b)) - Number(isRenamed(a)) || (a.label < b.label ? -1 : 1));
  for (const { changes, unclear } of told.map(({ found }) => found)) {
    run.changes.push(...changes);
    for (const [app, names] of unclear) run.unclear.set(app, [...(run.unclear.get(app) ?? []), ...names]);
  }
  return { changes: run.changes, unclear: run.unclear };
};
