/**
 * What makemigrations would write: the state that the migrations add up to, held against the models as they are. Follows Django's
 * autodetector step by step; a rename is told where Django would ask for one. What cannot be told for certain is counted, not claimed.
 */
import type { SourceRef, UnmadeChange } from '../../../contract/index.ts';
import { isA, type Value } from '../../../python/index.ts';
import { type FieldPlace, type FieldState, isManyToMany, sameFields } from './fields.ts';
import { settledPart } from './model-states.ts';
import { describeIndex } from './operation.ts';
import { type Sameness, sameEntries, sameValue } from './sameness.ts';
import { alterOptionKeys, type ModelState, type ProjectState, togetherOf } from './state.ts';

export type Detection = {
  changes: UnmadeChange[] /** Comparisons that could not be decided, by app. */;
  unclear: Map<string, number>;
};

export type DetectionInput = {
  before: ProjectState;
  after: ProjectState;
  /** Apps that have a migrations package: only these can have unmade changes. */
  migratedApps: ReadonlySet<string>;
  /** `[4, 2]`; null when not known. */
  version: readonly [number, number] | null;
};

type Pair = { before: ModelState; after: ModelState };

type Run = DetectionInput &
  Detection & {
    /** Labels after → labels before, for renamed models. */
    renamed: Map<string, string>;
    pairs: Pair[];
  };

const labelOf = (model: ModelState): string => `${model.app}.${model.name}`.toLowerCase();
const lower = (model: ModelState): string => model.name.toLowerCase();
const placeOf = (model: ModelState): FieldPlace => ({ app: model.app, model: model.name });
const isProxy = (model: ModelState): boolean => model.options.get('proxy') === true;
const isManaged = (model: ModelState): boolean => model.options.get('managed') !== false;

const note = (
  run: Run,
  kind: UnmadeChange['kind'],
  model: ModelState,
  field: string | null,
  description: string,
  source: SourceRef | null,
): void => {
  const before = run.before.get(run.renamed.get(labelOf(model)) ?? labelOf(model));
  if (before?.unsure) {
    run.unclear.set(model.app, (run.unclear.get(model.app) ?? 0) + 1);
    return;
  }
  run.changes.push({ app: model.app, kind, model: model.name, field, description, source: source ?? model.source });
};

/** Certain difference? Counts what cannot be told. */
const differs = (run: Run, app: string, same: Sameness): boolean => {
  if (same === undefined) run.unclear.set(app, (run.unclear.get(app) ?? 0) + 1);
  return same === false;
};

const primaryKeyOf = (state: ProjectState, label: Value | undefined): string | undefined => {
  const model = typeof label === 'string' ? state.get(label) : undefined;
  if (!model) return undefined;
  return [...model.fields].find(([, field]) => field.kwargs.get('primary_key') === true)?.[0] ?? 'id';
};

/** `to_field` is said only where it is not the primary key; a renamed target counts as what it was. */
const settleRelation = (run: Run, state: ProjectState, field: FieldState): FieldState => {
  const to = field.kwargs.get('to');
  if (to === undefined) return field;
  const kwargs = new Map(field.kwargs);
  if (kwargs.get('to_field') === primaryKeyOf(state, to)) kwargs.delete('to_field');
  for (const key of ['to', 'through']) {
    const before = run.renamed.get(String(kwargs.get(key)));
    if (before !== undefined && state === run.after) kwargs.set(key, before);
  }
  return { ...field, kwargs };
};

const compareFields = (
  run: Run,
  pair: Pair,
  before: FieldState,
  after: FieldState,
  ignore?: readonly string[],
): Sameness =>
  sameFields(
    { field: settleRelation(run, run.before, before), place: placeOf(pair.before) },
    { field: settleRelation(run, run.after, after), place: placeOf(pair.after) },
    ignore,
  );

/** Same fields but for their names and targets. */
const looksRenamed = (run: Run, before: ModelState, after: ModelState): boolean => {
  const sorted = (model: ModelState) =>
    [...model.fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, field]) => field);
  const [old, now] = [sorted(before), sorted(after)];
  if (old.length !== now.length) return false;
  const pair = { before, after };
  return old.every((field, index) => {
    const other = now[index];
    return other !== undefined && compareFields(run, pair, field, other, ['to']) === true;
  });
};

const byLabel = (models: ModelState[]): ModelState[] => models.sort((a, b) => (labelOf(a) < labelOf(b) ? -1 : 1));

const ofKind = (run: Run, state: ProjectState, kind: 'model' | 'proxy' | 'any'): ModelState[] =>
  byLabel(
    [...state.values()].filter(
      (model) =>
        run.migratedApps.has(model.app) &&
        (kind === 'any' || (kind === 'proxy' ? isProxy(model) : !isProxy(model) && isManaged(model))),
    ),
  );

const findRenamedModels = (run: Run): void => {
  const added = ofKind(run, run.after, 'model').filter((model) => !run.before.has(labelOf(model)));
  const gone = new Set(ofKind(run, run.before, 'model').filter((model) => !run.after.has(labelOf(model))));
  for (const after of added) {
    const before = [...gone].find((model) => model.app === after.app && looksRenamed(run, model, after));
    if (!before) continue;
    gone.delete(before);
    run.renamed.set(labelOf(after), labelOf(before));
    run.pairs.push({ before, after });
    note(run, 'model_renamed', after, null, `Rename model ${before.name} to ${after.name}`, after.source);
  }
};

const findAddedAndRemovedModels = (run: Run): void => {
  const formerly = new Set(run.renamed.values());
  for (const model of ofKind(run, run.before, 'any')) {
    const now = run.after.get(labelOf(model));
    // Between a proxy and a model of its own there is no way but a new one.
    if (formerly.has(labelOf(model)) || (now && isProxy(now) === isProxy(model))) continue;
    note(run, 'model_removed', model, null, `Delete model ${model.name}`, model.source);
  }
  for (const model of ofKind(run, run.after, 'any')) {
    const before = run.before.get(labelOf(model));
    if (run.renamed.has(labelOf(model))) continue;
    if (before && isProxy(before) === isProxy(model)) {
      run.pairs.push({ before, after: model });
      continue;
    }
    note(run, 'model_added', model, null, `Create ${isProxy(model) ? 'proxy ' : ''}model ${model.name}`, model.source);
    addPartsOfNewModel(run, model);
  }
};

/** Up to 5.0 the indexes of a new model, and up to 5.1 its constraints, were operations of their own. */
const addPartsOfNewModel = (run: Run, model: ModelState): void => {
  if (run.version === null || !isManaged(model) || isProxy(model)) return;
  const [major, minor] = run.version;
  if (major < 5) for (const index of model.indexes) noteIndex(run, model, index);
  if (major < 5 || (major === 5 && minor < 1))
    for (const constraint of model.constraints) noteConstraint(run, model, constraint);
};

const partName = (part: Value): string => {
  const name = isA(part, 'call') ? part.keywords.get('name') : undefined;
  return typeof name === 'string' ? name : '?';
};

const partSource = (model: ModelState, part: Value): SourceRef | null =>
  isA(part, 'call') && model.source ? { file: model.source.file, line: part.line } : model.source;

const noteIndex = (run: Run, model: ModelState, index: Value): void =>
  note(run, 'index_changed', model, null, describeIndex(index, lower(model)), partSource(model, index));

const noteConstraint = (run: Run, model: ModelState, constraint: Value): void =>
  note(
    run,
    'constraint_changed',
    model,
    null,
    `Create constraint ${partName(constraint)} on model ${lower(model)}`,
    partSource(model, constraint),
  );

const compareOptions = (run: Run, { before, after }: Pair): void => {
  const chosen = (model: ModelState) =>
    new Map(
      alterOptionKeys.flatMap((key): [string, Value][] => {
        const value = model.options.get(key);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  if (differs(run, after.app, sameEntries(chosen(before), chosen(after)))) {
    note(run, 'options_altered', after, null, `Change Meta options on ${lower(after)}`, after.source);
  }
};

const sameParts = (left: Value, right: Value): Sameness => {
  const same = sameValue(settledPart(left), settledPart(right));
  // Of the same name and not certain to differ.
  return same === undefined ? partName(left) === partName(right) : same;
};

const isIn = (part: Value, list: readonly Value[]): boolean => list.some((other) => sameParts(part, other) === true);

/** Without its name, for an index that only got another. */
const nameless = (part: Value): Value => {
  if (!isA(part, 'call')) return part;
  const keywords = new Map(part.keywords);
  keywords.delete('name');
  return settledPart({ ...part, keywords });
};

const findRenamedIndexes = (run: Run, { after }: Pair, added: Value[], removed: Value[]): void => {
  if (run.version === null || run.version[0] < 4 || (run.version[0] === 4 && run.version[1] < 1)) return;
  for (const index of [...added]) {
    const old = removed.find((other) => sameValue(nameless(other), nameless(index)) === true);
    if (old === undefined) continue;
    added.splice(added.indexOf(index), 1);
    removed.splice(removed.indexOf(old), 1);
    const text = `Rename index ${partName(old)} on ${lower(after)} to ${partName(index)}`;
    note(run, 'index_changed', after, null, text, partSource(after, index));
  }
};

/** What is removed is told before the fields, what is added after them, as makemigrations does. */
const compareParts = (run: Run, pair: Pair): (() => void) => {
  const { before, after } = pair;
  const [addedIndexes, removedIndexes] = [
    after.indexes.filter((part) => !isIn(part, before.indexes)),
    before.indexes.filter((part) => !isIn(part, after.indexes)),
  ];
  const addedConstraints = after.constraints.filter((part) => !isIn(part, before.constraints));
  for (const constraint of before.constraints.filter((part) => !isIn(part, after.constraints))) {
    const text = `Remove constraint ${partName(constraint)} from model ${lower(after)}`;
    note(run, 'constraint_changed', after, null, text, after.source);
  }
  findRenamedIndexes(run, pair, addedIndexes, removedIndexes);
  for (const index of removedIndexes) {
    note(run, 'index_changed', after, null, `Remove index ${partName(index)} from ${lower(after)}`, after.source);
  }
  return () => {
    for (const index of addedIndexes) noteIndex(run, after, index);
    for (const constraint of addedConstraints) noteConstraint(run, after, constraint);
  };
};

/** Was the field renamed and the old column kept by name? */
const keepsColumn = (before: FieldState, name: string, after: FieldState): FieldState | undefined => {
  const column = after.kwargs.get('db_column');
  const relation = before.kwargs.has('to') ? `${name}_id` : name;
  return column === relation && !before.kwargs.has('db_column')
    ? { ...before, kwargs: new Map(before.kwargs).set('db_column', column) }
    : undefined;
};

const sortedNames = (names: Iterable<string>): string[] => [...names].sort();

const findRenamedFields = (run: Run, pair: Pair): Map<string, string> => {
  const { before, after } = pair;
  const gone = new Set(sortedNames(before.fields.keys()).filter((name) => !after.fields.has(name)));
  const renamed = new Map<string, string>();
  for (const name of sortedNames(after.fields.keys()).filter((field) => !before.fields.has(field))) {
    const now = after.fields.get(name);
    const old = [...gone].find((candidate) => {
      const was = before.fields.get(candidate);
      if (!was || !now) return false;
      const kept = keepsColumn(was, candidate, now);
      return (
        compareFields(run, pair, was, now) === true ||
        (kept !== undefined && compareFields(run, pair, kept, now) === true)
      );
    });
    if (old === undefined) continue;
    gone.delete(old);
    renamed.set(name, old);
    note(run, 'field_renamed', after, name, `Rename field ${old} on ${lower(after)} to ${name}`, now?.source ?? null);
  }
  return renamed;
};

const removeField = (run: Run, { before, after }: Pair, name: string): void =>
  note(
    run,
    'field_removed',
    after,
    name,
    `Remove field ${name} from ${lower(after)}`,
    before.fields.get(name)?.source ?? null,
  );

const addField = (run: Run, { after }: Pair, name: string): void =>
  note(run, 'field_added', after, name, `Add field ${name} to ${lower(after)}`, after.fields.get(name)?.source ?? null);

const compareAllFields = (run: Run, pair: Pair): Map<string, string> => {
  const { before, after } = pair;
  const renamed = findRenamedFields(run, pair);
  const formerly = new Set(renamed.values());
  for (const name of sortedNames(before.fields.keys()))
    if (!after.fields.has(name) && !formerly.has(name)) removeField(run, pair, name);
  for (const name of sortedNames(after.fields.keys()))
    if (!before.fields.has(name) && !renamed.has(name)) addField(run, pair, name);
  for (const name of sortedNames(after.fields.keys())) {
    const [old, now] = [before.fields.get(renamed.get(name) ?? name), after.fields.get(name)];
    if (!old || !now || renamed.has(name) || !differs(run, after.app, compareFields(run, pair, old, now))) continue;
    if (isManyToMany(old) === isManyToMany(now)) {
      note(run, 'field_altered', after, name, `Alter field ${name} on ${lower(after)}`, now.source);
    } else {
      removeField(run, pair, name);
      addField(run, pair, name);
    }
  }
  return renamed;
};

const groupsKey = (groups: readonly string[][]): string =>
  groups
    .map((group) => group.join(','))
    .sort()
    .join(';');

const compareTogether = (
  run: Run,
  { before, after }: Pair,
  option: 'unique_together' | 'index_together',
  renamed: ReadonlyMap<string, string>,
): void => {
  const names = new Map([...renamed].map(([now, old]) => [old, now]));
  const [old, now] = [togetherOf(before.options.get(option)), togetherOf(after.options.get(option))];
  const same =
    old && now
      ? groupsKey(old.map((group) => group.map((name) => names.get(name) ?? name))) === groupsKey(now)
      : undefined;
  if (!differs(run, after.app, same)) return;
  const text = `Alter ${option} for ${lower(after)} (${new Set(now?.map((group) => group.join(','))).size} constraint(s))`;
  note(run, option === 'unique_together' ? 'constraint_changed' : 'index_changed', after, null, text, after.source);
};

const compareOption = (
  run: Run,
  { before, after }: Pair,
  option: string,
  describe: (value: Value) => string,
  kind: UnmadeChange['kind'],
): void => {
  const [old, now] = [before.options.get(option) ?? null, after.options.get(option) ?? null];
  if (differs(run, after.app, sameValue(old, now))) note(run, kind, after, null, describe(now), after.source);
};

const comparePair = (run: Run, pair: Pair): void => {
  const { before, after } = pair;
  compareOptions(run, pair);
  const isWhole = !isProxy(after) && isManaged(before) && isManaged(after);
  if (isWhole) {
    const addParts = compareParts(run, pair);
    const renamed = compareAllFields(run, pair);
    compareOption(
      run,
      pair,
      'order_with_respect_to',
      (value) => `Set order_with_respect_to on ${lower(after)} to ${value ?? 'None'}`,
      'options_altered',
    );
    compareTogether(run, pair, 'unique_together', renamed);
    compareTogether(run, pair, 'index_together', renamed);
    addParts();
  }
  if (isManaged(before) === isManaged(after)) {
    compareOption(
      run,
      pair,
      'db_table',
      (value) => `Rename table for ${lower(after)} to ${value ?? '(default)'}`,
      'table_altered',
    );
    compareOption(run, pair, 'db_table_comment', () => `Alter ${lower(after)} table comment`, 'table_altered');
  }
};

export const detectChanges = (input: DetectionInput): Detection => {
  const run: Run = { ...input, changes: [], unclear: new Map(), renamed: new Map(), pairs: [] };
  findRenamedModels(run);
  findAddedAndRemovedModels(run);
  for (const pair of run.pairs) comparePair(run, pair);
  return { changes: run.changes, unclear: run.unclear };
};
