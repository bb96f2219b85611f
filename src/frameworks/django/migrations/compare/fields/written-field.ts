/** What a migration holds of a field, where that rests on the version of Django or on other models. */
import { isA, unknown, type Value } from '../../../../../python/index.ts';
import { fillIn } from '../../../models/fields/filled-name.ts';
import type { ModelState, ProjectState } from '../../state.ts';
import { isAtLeast, isProxy, type Run } from '../run.ts';
import { type FieldState, givesDefaultStorage, isHiddenMany } from './fields.ts';

const primaryKeyOf = (state: ProjectState, label: Value): string | undefined => {
  const model = typeof label === 'string' ? state.get(label) : undefined;
  if (!model) return undefined;
  const own = [...model.fields].find(([, field]) => field.kwargs.get('primary_key') === true)?.[0];
  return own ?? (isProxy(model) ? model.keyName : 'id');
};

/** Migrations have them since 5.2; where the version is not known, they may be missing in what an older one wrote. */
const writesThroughFields = (run: Run): boolean => run.version !== null && isAtLeast(run, 5, 2);

/**
 * Up to 3.2 the fields of migrations were held as they are once they belong to a model: the way back by the name that it got there, and
 * no `to_field` that is the primary key. Since then they count as they are written. Of an unknown version it may be either: what is the same
 * in one of the two is no change.
 */
export const waysOfBinding = (run: Run): readonly boolean[] =>
  run.version === null ? [true, false] : [!isAtLeast(run, 4, 0)];

/** The way back as a field has it that belongs to a model, where that is another one: Meta may name it, and the name may hold that of the model. */
const givenWayBack = (model: ModelState, field: FieldState): [string, Value][] =>
  (['related_name', 'related_query_name'] as const).flatMap((key): [string, Value][] => {
    const written = field.kwargs.get(key);
    const isName = key === 'related_name';
    const given = written || (isName ? model.options.get('default_related_name') : null);
    if (isA(given, 'unknown')) return [[key, given]];
    const name = isName && isHiddenMany(field) ? '+' : typeof given === 'string' ? fillIn(given, model) : written;
    return name === undefined || name === written ? [] : [[key, name]];
  });

/** `to_field` is said only where it is not the primary key; a renamed target counts as what it was; Meta may name the way back. */
const settleRelation = (
  run: Run,
  state: ProjectState,
  model: ModelState,
  field: FieldState,
  bindsFields: boolean,
): FieldState => {
  const to = field.kwargs.get('to');
  if (to === undefined) return field;
  const toField = field.kwargs.get('to_field');
  const wayBack = bindsFields ? givenWayBack(model, field) : [];
  const isLeftOut = field.kwargs.has('through_fields') && !writesThroughFields(run);
  const isSettled = run.renamed.size === 0 && run.maybeRenamed.size === 0;
  if (toField === undefined && wayBack.length === 0 && isSettled && !isLeftOut) return field;
  const kwargs = new Map([...field.kwargs, ...wayBack]);
  if (isLeftOut) kwargs.delete('through_fields');
  if (toField !== undefined) {
    run.looksAtOthers = true;
    const isBound = state === run.after || bindsFields;
    // Without packages the migrations of the target may not be at hand.
    if (isBound && toField === (primaryKeyOf(state, to) ?? primaryKeyOf(run.after, to))) kwargs.delete('to_field');
  }
  for (const key of ['to', 'through']) {
    const target = String(kwargs.get(key));
    const before = run.renamed.get(target);
    if (before !== undefined && state === run.after) kwargs.set(key, before);
    if (run.maybeRenamed.has(target)) kwargs.set(key, unknown('whether the model was renamed is not known'));
  }
  return { ...field, kwargs };
};

/** Before 4.2 a function that gives the usual storage was left out of migrations; of an unknown version it may be. */
const settleStorage = (run: Run, field: FieldState): FieldState => {
  const written = field.kwargs.get('storage');
  if (written === undefined || (run.version !== null && isAtLeast(run, 4, 2))) return field;
  const storage = isA(written, 'reference') ? run.openReference(written.name) : written;
  if (!givesDefaultStorage(storage)) return field;
  const kwargs = new Map(field.kwargs);
  kwargs.delete('storage');
  return { ...field, kwargs };
};

/** The field as a migration of the project's Django would hold it. */
export const settleWritten = (
  run: Run,
  state: ProjectState,
  model: ModelState,
  field: FieldState,
  bindsFields: boolean,
): FieldState => settleStorage(run, settleRelation(run, state, model, field, bindsFields));
