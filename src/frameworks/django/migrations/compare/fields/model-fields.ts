/** The fields of one model before and after. */
import {
  type ClassValue,
  classAttribute,
  type FunctionValue,
  isA,
  metaclassOf,
  nameOf,
  type ReferenceValue,
  resolutionOrder,
} from '../../../../../python/index.ts';
import type { ModelState, ProjectState } from '../../state.ts';
import { countUnclear, differs, isAtLeast, lower, note, type Pair, type Run } from '../run.ts';
import { anyOf, type Sameness, sameName } from '../values/sameness.ts';
import { certainPart, isStrange } from './away.ts';
import { bindField, givenArguments } from './bind-field.ts';
import {
  type FieldState,
  isAutoField,
  isHiddenMany,
  isManyToMany,
  isWrittenAlike,
  sameFields,
  withKnownClass,
} from './fields.ts';
import { withOwnNames } from './own-names.ts';
import { settleWritten, waysOfBinding } from './written-field.ts';

const placeOf = (model: ModelState) => ({ app: model.app, model: model.name });

const withoutDeconstruct = ({ deconstruct, ...rest }: FieldState): FieldState => rest;

/** A key that counts by itself, or its copy in a history table. */
const isKey = (field: FieldState): boolean => isAutoField(field) || /\.(?:Big|Small)?IntegerField$/.test(field.path);

/** An `id` that Django adds, of a class that depends on a version which is not known: the migrations know it. */
const settleKey = (run: Run, { after: { app } }: Pair, before: FieldState, after: FieldState): FieldState =>
  run.openKeys.has(app) && after.kwargs.get('auto_created') === true && isKey(before) && isKey(after)
    ? { ...after, path: before.path }
    : after;

/**
 * The label of an app that is not at hand is guessed from the place of its module: `wagtail.images.models.Image` is
 * `wagtailimages.Image`. Of two models that nobody here knows, with one name, the migrations have the right app.
 */
const settleGuess = (run: Run, before: FieldState, after: FieldState): FieldState => {
  if (!after.kwargs.has('to')) return after;
  const guessed = ['to', 'through'].filter((key) => {
    const [was, is] = [before.kwargs.get(key), after.kwargs.get(key)];
    if (typeof was !== 'string' || typeof is !== 'string' || was === is) return false;
    return !run.after.has(was) && !run.after.has(is) && was.split('.').at(-1) === is.split('.').at(-1);
  });
  if (guessed.length === 0) return after;
  run.looksAtOthers = true;
  const kwargs = new Map(after.kwargs);
  for (const key of guessed) kwargs.set(key, before.kwargs.get(key) ?? null);
  return { ...after, kwargs };
};

/** A migration that names the class itself holds a field that says, as the model's does, that it is of another. */
const undisguised = (pair: Pair, before: FieldState, { path, disguise }: FieldState): FieldState => {
  if (disguise === undefined || before.path === path || sameName(before.path, disguise.path) === false) return before;
  const kwargs = disguise.deconstruct(before.kwargs, placeOf(pair.before));
  return kwargs === undefined ? before : { ...before, path, kwargs };
};

/**
 * The class or function that a migration means: one that got another name may have kept the old one for it, `OldField = NewField`, and a module
 * of the project's may pass on one of Django's.
 */
const presentOf = (run: Run, name: string): ClassValue | FunctionValue | ReferenceValue | undefined => {
  const meant = name.startsWith('django.') ? undefined : run.openReference(name);
  if (isA(meant, 'reference')) return meant.name.startsWith('django.') ? meant : undefined;
  return isA(meant, 'class') || isA(meant, 'function') ? meant : undefined;
};

/** A field of Django's own class, by whatever name the migration has that from. */
const asDjangoClass = (run: Run, pair: Pair, before: FieldState, { path }: FieldState): FieldState => {
  if (!path.startsWith('django.') || sameName(before.path, path) === true) return before;
  const meant = presentOf(run, before.path);
  if (!isA(meant, 'reference') || sameName(meant.name, path) !== true) return before;
  const given = givenArguments(before.unnamed ?? before.kwargs);
  return bindField({ path, djangoClass: path, ...given, source: before.source }, placeOf(pair.before));
};

const withPresentName = (run: Run, before: FieldState, { path }: FieldState): FieldState => {
  if (before.path.startsWith('django.') || sameName(before.path, path) !== false) return before;
  const meant = presentOf(run, before.path);
  return meant !== undefined && nameOf(meant) === path ? { ...before, path } : before;
};

/** A class that a migration names may make something else where it is called, by its `__new__` or by its metaclass, and a function anything. */
const makesOther = (run: Run, name: string): boolean => {
  const meant = presentOf(run, name);
  if (!isA(meant, 'class')) return isA(meant, 'function');
  const metaclass = metaclassOf(meant);
  return (
    isA(classAttribute(meant, '__new__'), 'function') ||
    (metaclass !== undefined && isA(classAttribute(metaclass, '__call__'), 'function'))
  );
};

export const compareField = (
  run: Run,
  pair: Pair,
  former: FieldState,
  field: FieldState,
  ignore?: readonly string[],
): Sameness => {
  const given = withKnownClass(asDjangoClass(run, pair, former, field), field);
  const revealed = undisguised(pair, given, field);
  const before = withPresentName(run, revealed, field);
  const after = settleGuess(run, before, settleKey(run, pair, before, field));
  if (after.given && sameName(before.path, after.path) && isWrittenAlike(before.kwargs, after.given)) return true;
  const write = (kwargs: FieldState['kwargs']) => after.deconstruct?.(kwargs, placeOf(pair.before));
  const isOther = revealed !== given || sameName(before.path, after.path) === false;
  const written = isOther ? undefined : write(before.kwargs);
  const wasWritten = written === undefined ? before : { ...before, kwargs: written };
  const now = written === undefined && after.deconstruct ? withoutDeconstruct(after) : after;
  const compareBound = (field: FieldState, old: FieldState, bindsFields: boolean): Sameness => {
    const settle = (state: ProjectState, model: ModelState, field: FieldState) => ({
      field: settleWritten(run, state, model, field, bindsFields),
      place: placeOf(model),
    });
    const [was, is] = [settle(run.before, pair.before, old), settle(run.after, pair.after, field)];
    return sameFields(was, is, ignore, run.keptOut.fields);
  };
  const compare = (field: FieldState, old: FieldState): Sameness =>
    anyOf(waysOfBinding(run).map((bindsFields) => () => compareBound(field, old, bindsFields)));
  const first = compare(now, wasWritten);
  if (first === true) return true;
  // A class that the migration names may be asked for more when the field is made: `StateField(graph=States)` has its choices from it.
  const opened = written === undefined ? undefined : withOwnNames(before, (name) => presentOf(run, name));
  const again = opened && write(opened.kwargs);
  const was = again === undefined ? wasWritten : { ...before, kwargs: again };
  const same = again === undefined ? first : compare(now, was);
  if (same === true) return true;
  if (makesOther(run, former.path)) return undefined;
  if (run.isCold) {
    const certain = same === false ? certainPart(run, was, now) : undefined;
    return certain && compare(certain, was);
  }
  const named = withOwnNames(now, run.openReference);
  const wasNamed = withOwnNames(was, (name) => presentOf(run, name));
  return named || wasNamed ? compare(named ?? now, wasNamed ?? was) : same;
};

/** Was the field renamed and the old column kept by name? */
const withColumn = (before: FieldState, name: string, after: FieldState): FieldState | undefined => {
  const column = after.kwargs.get('db_column');
  const former = before.kwargs.has('to') ? `${name}_id` : name;
  return column === former && !before.kwargs.has('db_column')
    ? { ...before, kwargs: new Map(before.kwargs).set('db_column', column) }
    : undefined;
};

/** Up to 3.2 Django named the way back of a hidden many-to-many field after the field itself. */
const namesItself = (run: Run, field: FieldState): boolean => !isAtLeast(run, 4, 0) && isHiddenMany(field);

type Candidate = { name: string; field: FieldState };

type Renaming = 'as it was' | 'with its column kept';

const renamingOf = (run: Run, pair: Pair, old: Candidate, now: Candidate): Renaming | null => {
  const wayBack = `_${pair.after.app}_${lower(pair.after)}_${now.name}_+`;
  if (namesItself(run, now.field) && old.field.kwargs.get('related_name') !== wayBack) return null;
  if (compareField(run, pair, old.field, now.field) === true) return 'as it was';
  const kept = withColumn(old.field, old.name, now.field);
  return kept !== undefined && compareField(run, pair, kept, now.field) === true ? 'with its column kept' : null;
};

/** Since 4.1 the column of a renamed field is named before it is renamed, so that no table changes; before, it was named after. */
const namesColumnFirst = (run: Run): boolean => isAtLeast(run, 4, 1);

const namesOf = (model: ModelState): string[] => [...model.fields.keys()].sort();

/** The primary key that Django would add, of a model with a base that could not be read: that may bring another, as may an open attribute. */
const isDoubtful = ({ after }: Pair, field: FieldState): boolean =>
  field.kwargs.get('auto_created') === true && (after.isKeyOpen === true || (after.unsure && !field.kwargs.has('to')));

/** Of the new fields that nobody can tell from a former one, the first: Django goes through them in order. */
const firstUnclear = (run: Run, pair: Pair, former: string): string | undefined => {
  const { before, after } = pair;
  const was = before.fields.get(former);
  const added = [...after.fields].filter(
    ([name, now]) => !before.fields.has(name) && was && compareField(run, pair, was, now) === undefined,
  );
  const newcomers = (after.newcomers ?? []).filter((name) => !before.fields.has(name));
  return [...added.map(([name]) => name), ...newcomers].sort()[0];
};

/** Names after → names before, where Django would ask whether a field was renamed. */
const findRenamed = (run: Run, pair: Pair): Map<string, string> => {
  const { before, after } = pair;
  const gone = new Set(namesOf(before).filter((name) => !after.fields.has(name) && !mayStay(run, pair, name)));
  const renamed = new Map<string, string>();
  const unclear = new Map([...gone].map((name) => [name, firstUnclear(run, pair, name)]));
  for (const name of namesOf(after)) {
    const now = after.fields.get(name);
    if (!now || before.fields.has(name) || isDoubtful(pair, now)) continue;
    let renaming: Renaming | null = null;
    const old = [...gone].find((candidate) => {
      if ((unclear.get(candidate) ?? name) < name) return false;
      const was = before.fields.get(candidate);
      renaming = was ? renamingOf(run, pair, { name: candidate, field: was }, { name, field: now }) : null;
      return renaming !== null;
    });
    if (old === undefined) continue;
    gone.delete(old);
    renamed.set(name, old);
    if (renaming === 'with its column kept' && namesColumnFirst(run)) noteAltered(run, pair, old, now);
    const text = `Rename field ${old} on ${lower(after)} to ${name}`;
    note(run, 'field_renamed', after, text, { field: name, source: now.source });
  }
  return renamed;
};

/** Whether a name that was not read as a field may be one all the same; what cannot be read may bring others along, named after it. */
const mayStay = (run: Run, { after }: Pair, name: string): boolean => {
  const { mayHave } = after;
  if (mayHave === 'any' || run.isHanded(after)) return true;
  return mayHave !== null && (mayHave.has(name) || (run.isCold && [...mayHave].some((part) => name.includes(part))));
};

/** The primary key that Django adds where no base brings one: without its packages it is not read. */
const isOpenKey = (run: Run, { before, after }: Pair, name: string): boolean =>
  run.isCold && after.unsure && before.fields.get(name)?.kwargs.get('auto_created') === true;

const noteAltered = (run: Run, { after }: Pair, name: string, { source }: FieldState): void =>
  note(run, 'field_altered', after, `Alter field ${name} on ${lower(after)}`, { field: name, source });

const noteRemoved = (run: Run, { before, after }: Pair, name: string): void =>
  note(run, 'field_removed', after, `Remove field ${name} from ${lower(after)}`, {
    field: name,
    source: before.fields.get(name)?.source,
  });

const noteAdded = (run: Run, { after }: Pair, name: string): void =>
  note(run, 'field_added', after, `Add field ${name} to ${lower(after)}`, {
    field: name,
    source: after.fields.get(name)?.source,
  });

/** Since 6.1 a many-to-many field that points elsewhere gets another table. */
const isRetargeted = (run: Run, old: FieldState, now: FieldState): boolean => {
  if (!isAtLeast(run, 6, 1) || !isManyToMany(now)) return false;
  const [was, is] = [String(old.kwargs.get('to')), String(now.kwargs.get('to'))];
  return was !== (run.renamed.get(is) ?? is);
};

/** Of a field as the migrations leave it, whose class may be someone's own; undefined where that is not at hand. */
const wasManyToMany = (run: Run, old: FieldState, now: FieldState): Sameness => {
  if (old.djangoClass !== null || isManyToMany(old)) return isManyToMany(old);
  if (sameName(old.path, now.path) === true) return isManyToMany(now);
  const meant = presentOf(run, old.path);
  if (!isA(meant, 'class')) return run.isCold ? undefined : false;
  return resolutionOrder(meant).some((base) => base.type === 'reference' && base.name.endsWith('.ManyToManyField'));
};

const hasSameNames = ({ before, after }: Pair): boolean => {
  if (before.fields.size !== after.fields.size) return false;
  for (const name of after.fields.keys()) if (!before.fields.has(name)) return false;
  return true;
};

const compareNames = (run: Run, pair: Pair): Map<string, string> => {
  const { before, after } = pair;
  const renamed = findRenamed(run, pair);
  const formerly = new Set(renamed.values());
  // Those that may be gone: a new one may be one of them under another name.
  const doubted: Candidate[] = [];
  for (const name of namesOf(before)) {
    if (after.fields.has(name) || formerly.has(name)) continue;
    const field = before.fields.get(name);
    if (field === undefined || isOpenKey(run, pair, name)) continue;
    if (mayStay(run, pair, name) || firstUnclear(run, pair, name) !== undefined) {
      countUnclear(run, after);
      doubted.push({ name, field });
    } else noteRemoved(run, pair, name);
  }
  for (const [name, field] of [...after.fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (before.fields.has(name) || renamed.has(name) || isDoubtful(pair, field)) continue;
    const mayBeOld = doubted.some(
      (old) =>
        renamingOf(run, pair, old, { name, field }) !== null || compareField(run, pair, old.field, field) === undefined,
    );
    if (mayBeOld || isStrange(run, field)) countUnclear(run, after);
    else noteAdded(run, pair, name);
  }
  return renamed;
};

/** Gives the names after → before of renamed fields. */
export const compareFields = (run: Run, pair: Pair): Map<string, string> => {
  const { before, after } = pair;
  const renamed = hasSameNames(pair) ? new Map<string, string>() : compareNames(run, pair);
  for (const name of after.strangers ?? []) if (!before.fields.has(name)) countUnclear(run, after);
  const different = [...after.fields].filter(([name, now]) => {
    const old = before.fields.get(renamed.get(name) ?? name);
    if (old === undefined || isDoubtful(pair, now) || (renamed.has(name) && namesColumnFirst(run))) return false;
    return (renamed.has(name) && namesItself(run, now)) || differs(run, after, compareField(run, pair, old, now));
  });
  for (const [name, now] of different.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const old = before.fields.get(renamed.get(name) ?? name);
    if (old === undefined) continue;
    const wasMany = wasManyToMany(run, old, now);
    if (wasMany === undefined) countUnclear(run, after);
    else if (wasMany === isManyToMany(now) && !isRetargeted(run, old, now)) noteAltered(run, pair, name, now);
    else {
      noteRemoved(run, pair, name);
      noteAdded(run, pair, name);
    }
  }
  return renamed;
};
