/** Comparisons where packages are not at hand: what only their text could tell is not taken for a difference. */
import { dictOf, isA, isSequence, nameOf, unknown, type Value } from '../../../../../python/index.ts';
import type { ProjectState } from '../../state.ts';
import type { Run } from '../run.ts';
import type { FieldState } from './fields.ts';

const WHY = 'it is of a package that is not at hand';

/** What a package names may be known by another name, or be equal to something else. */
const withoutAway = (run: Run, value: Value): Value => {
  if (isA(value, 'reference') || isA(value, 'call')) {
    if (run.isAway(nameOf(value) ?? 'builtins')) return unknown(WHY);
    if (!isA(value, 'call')) return value;
    return {
      ...value,
      args: value.args.map((item) => withoutAway(run, item)),
      keywords: entriesWithoutAway(run, value.keywords),
    };
  }
  if (isSequence(value)) return { ...value, items: value.items.map((item) => withoutAway(run, item)) };
  if (isA(value, 'dict')) return dictOf(entriesWithoutAway(run, value.entries), value.partial);
  return value;
};

const entriesWithoutAway = <K>(run: Run, entries: ReadonlyMap<K, Value>): Map<K, Value> =>
  new Map([...entries].map(([name, value]) => [name, withoutAway(run, value)]));

/** A class may be imported from elsewhere than migrations name it: it is told by its package and its own name. */
const keyOf = (path: string): string => `${path.split('.', 1)[0]} ${path.slice(path.lastIndexOf('.') + 1)}`;

const written = new WeakMap<ProjectState, Map<string, Set<string>>>();

/** By field class that is not Django's: the arguments that migrations show it to pass on. */
const writtenBy = (state: ProjectState): Map<string, Set<string>> => {
  const known = written.get(state);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  for (const { fields } of state.values())
    for (const { path, kwargs } of fields.values()) {
      if (path.startsWith('django.')) continue;
      const names = found.get(keyOf(path)) ?? new Set();
      for (const name of kwargs.keys()) names.add(name);
      found.set(keyOf(path), names);
    }
  written.set(state, found);
  return found;
};

/**
 * The arguments of a field that are certain to be written to a migration, for a class whose text is not at hand; undefined where it is not even
 * certain that it is a field, or that a migration names it: no migration does.
 */
const certainNames = (run: Run, field: FieldState): ReadonlySet<string> | undefined => {
  run.looksAtOthers = true;
  return writtenBy(run.before).get(keyOf(field.path));
};

/** Of a class that nobody here knows and no migration names. */
export const isStrange = (run: Run, field: FieldState): boolean =>
  run.isCold && field.djangoClass === null && certainNames(run, field) === undefined;

/** The field as far as it is certain what becomes of it. */
export const certainPart = (run: Run, before: FieldState, after: FieldState): FieldState | undefined => {
  const names = after.djangoClass === null ? certainNames(run, after) : null;
  if (names === undefined) return undefined;
  const kwargs = entriesWithoutAway(run, after.kwargs);
  for (const name of names === null ? [] : [...kwargs.keys()])
    if (!names?.has(name) && !before.kwargs.has(name)) kwargs.delete(name);
  return { ...after, kwargs };
};
