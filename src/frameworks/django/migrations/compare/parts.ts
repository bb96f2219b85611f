/** Indexes, constraints, and fields that are unique or indexed together. */
import { createHash } from 'node:crypto';
import type { SourceRef } from '../../../../contract/index.ts';
import {
  type CallValue,
  classAttribute,
  isA,
  isSequence,
  listOf,
  referenceTo,
  resolutionOrder,
  tupleOf,
  type Value,
} from '../../../../python/index.ts';
import { describeIndex, describeUnnamed } from '../files/describe.ts';
import { type ModelState, togetherOf } from '../state.ts';
import { countUnclear, differs, isAtLeast, lower, note, type Pair, type Run } from './run.ts';
import { partOfDjango } from './values/objects.ts';
import { canonicalName, type Sameness, sameName, sameValue } from './values/sameness.ts';

const suffixes: Readonly<Record<string, string>> = {
  BloomIndex: 'bloom',
  BrinIndex: 'brin',
  BTreeIndex: 'btree',
  GinIndex: 'gin',
  GistIndex: 'gist',
  HashIndex: 'hash',
  SpGistIndex: 'spgist',
};

/** What Django tells long names apart by. */
export const nameDigest = (names: readonly string[], length: number): string =>
  createHash('md5').update(names.join('')).digest('hex').slice(0, length);

const usualSuffix = (path: string): string => suffixes[path.slice(path.lastIndexOf('.') + 1)] ?? 'idx';

const NAMES_ITSELF = /\bname\s*=(?!=)(?!\s*name\s*[,)])(?!\s*None\b)|["']name["']\s*(?:\]\s*=|[,:])/;

/** Whether its class makes up its name, or another one than it is given. */
export const namesItself = ({ callee }: CallValue): boolean =>
  isA(callee, 'class') &&
  resolutionOrder(callee).some((each) => {
    const init = each.type === 'class' ? each.names.get('__init__') : undefined;
    return isA(init, 'function') && NAMES_ITSELF.test(init.statement?.source ?? '');
  });

/** What ends the names that Django makes for indexes of that class; undefined where it may say itself what they are called. */
export const suffixOf = ({ callee, name }: CallValue): string | undefined => {
  if (!isA(callee, 'class')) return name.startsWith('django.') ? usualSuffix(name) : undefined;
  if (classAttribute(callee, 'set_name_with_model') !== undefined) return undefined;
  const own = classAttribute(callee, 'suffix');
  if (own !== undefined) return typeof own === 'string' ? own : undefined;
  const base = resolutionOrder(callee).find((each) => each.type === 'reference' && each.name.startsWith('django.'));
  return base && usualSuffix(base.name);
};

/** The name that Django makes for an index without one. */
export const indexName = (
  table: string,
  suffix: string,
  columns: readonly { name: string; descending: boolean }[],
): string => {
  const ordered = columns.map(({ name, descending }) => (descending ? `-${name}` : name));
  // A table may carry a schema in quotes; the name is made from the table alone.
  const bare = table.replace(/^.*"\."?/, '').replaceAll('"', '');
  const digest = nameDigest([bare, ...ordered, suffix], 6);
  const first = columns[0]?.name ?? '';
  const name = `${bare.slice(0, 11)}_${first.slice(0, 7)}_${digest}_${suffix}`;
  return /^[_\d]/.test(name) ? `D${name.slice(1)}` : name;
};

const partName = (part: Value): string => {
  const name = isA(part, 'call') ? part.keywords.get('name') : undefined;
  return typeof name === 'string' ? name : '?';
};

const sourceOf = (model: ModelState, part: Value): SourceRef | null =>
  isA(part, 'call') && model.source ? { file: model.source.file, line: part.line } : model.source;

const fieldNamed = (name: string, part: CallValue): CallValue => ({
  ...part,
  name: 'django.db.models.F',
  callee: referenceTo('django.db.models.F'),
  args: [name],
  keywords: new Map(),
});

/** What goes without saying: an exclusion constraint is of this kind unless it is said to be of another. */
const isUsual = (name: string, value: Value): boolean =>
  value === null ||
  (isSequence(value) && value.items.length === 0) ||
  (name === 'index_type' && typeof value === 'string' && value.toLowerCase() === 'gist');

/** What Django makes of the arguments: lists of names, nothing empty; `check` became `condition` in 5.1. */
const settle = (part: CallValue, isNamed: boolean): CallValue => {
  const keywords = new Map<string, Value>();
  for (const [name, value] of part.keywords) {
    if (isUsual(name, value) || (name === 'name' && !isNamed)) continue;
    keywords.set(name === 'check' ? 'condition' : name, isSequence(value) ? listOf([...value.items]) : value);
  }
  // A name alone stands for the field of that name.
  const args = part.args.map((arg) => (typeof arg === 'string' ? fieldNamed(arg, part) : arg));
  return { ...part, name: canonicalName(part.name), args, keywords };
};

/** `isNamed`: whether their names count. */
const comparePart = (before: CallValue, after: CallValue, isNamed: boolean): Sameness => {
  const ofDjango = sameName(before.name, after.name) === true ? partOfDjango(after) : null;
  const [left, right] = [before, after].map((part) => settle(part, isNamed)) as [CallValue, CallValue];
  return ofDjango === null
    ? sameValue(left, right)
    : sameValue({ ...left, name: ofDjango }, { ...right, name: ofDjango });
};

/** `onOpen` hears of those that have one name and may differ all the same. */
const isSamePart = (before: Value, after: Value, isNamed = true, onOpen?: () => void): boolean => {
  if (!isA(before, 'call') || !isA(after, 'call')) return partName(before) === partName(after);
  const same = comparePart(before, after, isNamed);
  if (same !== undefined) return same;
  // Not certain to differ.
  const isOne = isNamed && partName(before) === partName(after);
  if (isOne) onOpen?.();
  return isOne;
};

const addedTo = (before: readonly Value[], after: readonly Value[], onOpen: () => void): Value[] =>
  after.filter((part) => !before.some((other) => isSamePart(other, part, true, onOpen)));

const removedFrom = (before: readonly Value[], after: readonly Value[]): Value[] =>
  before.filter((part) => !after.some((other) => isSamePart(part, other)));

const noteIndex = (run: Run, model: ModelState, index: Value): void =>
  note(run, 'index_changed', model, describeIndex(index, lower(model)), { source: sourceOf(model, index) });

const noteConstraint = (run: Run, model: ModelState, constraint: Value): void =>
  note(run, 'constraint_changed', model, `Create constraint ${partName(constraint)} on model ${lower(model)}`, {
    source: sourceOf(model, constraint),
  });

/** Since 4.1 an index that only got another name is renamed. */
const findRenamedIndexes = (run: Run, { after }: Pair, added: Value[], removed: Value[]): void => {
  if (!isAtLeast(run, 4, 1)) return;
  for (const index of [...added]) {
    const old = removed.find((other) => isSamePart(other, index, false));
    if (old === undefined) continue;
    added.splice(added.indexOf(index), 1);
    removed.splice(removed.indexOf(old), 1);
    const text = `Rename index ${partName(old)} on ${lower(after)} to ${partName(index)}`;
    note(run, 'index_changed', after, text, { source: sourceOf(after, index) });
  }
};

/** Since 4.1 a group of `index_together` that became an index of its own is given a name. Those groups, as keys. */
const nameGroups = (run: Run, { before, after }: Pair, added: Value[]): Set<string> => {
  const named = new Set<string>();
  const [old, now] = [
    togetherOf(before.options.get('index_together')),
    togetherOf(after.options.get('index_together')),
  ];
  if (!isAtLeast(run, 4, 1) || !old || !now) return named;
  const kept = new Set(now.map(groupKey));
  for (const group of old.filter((each) => !kept.has(groupKey(each)))) {
    const same = added.filter((index) => isPlainIndex(index, group));
    const [index] = same;
    if (index === undefined || same.length > 1) continue;
    added.splice(added.indexOf(index), 1);
    named.add(groupKey(group));
    note(run, 'index_changed', after, describeUnnamed(tupleOf(group), lower(after), partName(index)), {
      source: sourceOf(after, index),
    });
  }
  return named;
};

const groupKey = (group: readonly string[]): string => group.join(',');

/** Nothing but fields and a name. */
const isPlainIndex = (index: Value, group: readonly string[]): boolean => {
  const settled = isA(index, 'call') ? settle(index, true) : undefined;
  const fields = settled?.keywords.get('fields');
  return (
    settled?.name === 'django.db.models.Index' &&
    settled.args.length === 0 &&
    settled.keywords.size === 2 &&
    isSequence(fields) &&
    groupKey(fields.items.map(String)) === groupKey(group)
  );
};

/** What only Python looks at: since 5.2 a constraint that differs in nothing else is not made anew. */
const outsideDatabase = new Set(['violation_error_code', 'violation_error_message']);

const withoutMessages = (part: Value): Value =>
  isA(part, 'call')
    ? { ...part, keywords: new Map([...part.keywords].filter(([name]) => !outsideDatabase.has(name))) }
    : part;

/** Constraints that are gone, new, and those that only say something else when they are broken. */
const compareConstraints = (run: Run, { before, after }: Pair): Record<'removed' | 'added' | 'altered', Value[]> => {
  const removed = removedFrom(before.constraints, after.constraints);
  const added = addedTo(before.constraints, after.constraints, () => countUnclear(run, after));
  const altered = isAtLeast(run, 5, 2)
    ? added.filter((part) => removed.some((old) => isSamePart(withoutMessages(old), withoutMessages(part))))
    : [];
  const names = new Set(altered.map(partName));
  const isLeft = (part: Value): boolean => !names.has(partName(part));
  return { removed: removed.filter(isLeft), added: added.filter(isLeft), altered };
};

/** Of one that a function makes neither its name is known nor whether it is one. */
const isUntold = (part: Value): boolean => !isA(part, 'call') || typeof part.keywords.get('name') !== 'string';

/** Whether what a list holds is not known in part: an index that is not told by its text has another name, and may be several; what a class calls its own is not known either. */
const isOpen = (run: Run, parts: readonly Value[]): boolean =>
  parts.some((part) => isUntold(part) || (isA(part, 'call') && run.isAway(part.name)));

/** The pair without the lists that cannot be compared. */
const withoutOpen = (run: Run, { before, after }: Pair): Pair => {
  const indexes = isOpen(run, after.indexes) || before.indexes.some(isUntold);
  const constraints = isOpen(run, after.constraints) || before.constraints.some(isUntold);
  if (!indexes && !constraints) return { before, after };
  countUnclear(run, after);
  const empty = { ...(indexes ? { indexes: [] } : {}), ...(constraints ? { constraints: [] } : {}) };
  return { before: { ...before, ...empty }, after: { ...after, ...empty } };
};

/** What is in migrations alone, unless a field that could not be told may have put it into the model. */
const surelyRemoved = (run: Run, { after }: Pair, removed: Value[]): readonly Value[] => {
  if (after.mayHave === null || removed.length === 0) return removed;
  countUnclear(run, after);
  return [];
};

/** What is removed is told before the fields, what is added after them, as makemigrations does. */
export const compareParts = (run: Run, given: Pair): PartChanges => {
  const pair = withoutOpen(run, given);
  const { before, after } = pair;
  const added = addedTo(before.indexes, after.indexes, () => countUnclear(run, after));
  const removed = removedFrom(before.indexes, after.indexes);
  const constraints = compareConstraints(run, pair);
  for (const constraint of surelyRemoved(run, pair, constraints.removed)) {
    note(run, 'constraint_changed', after, `Remove constraint ${partName(constraint)} from model ${lower(after)}`);
  }
  findRenamedIndexes(run, pair, added, removed);
  const named = nameGroups(run, pair, added);
  for (const index of surelyRemoved(run, pair, removed)) {
    note(run, 'index_changed', after, `Remove index ${partName(index)} from ${lower(after)}`);
  }
  const noteAdded = (): void => {
    for (const index of added) noteIndex(run, after, index);
    for (const constraint of constraints.added) noteConstraint(run, after, constraint);
    for (const constraint of constraints.altered)
      note(run, 'constraint_changed', after, `Alter constraint ${partName(constraint)} on ${lower(after)}`, {
        source: sourceOf(after, constraint),
      });
  };
  return { named, noteAdded };
};

/** `named`: groups of `index_together` that are indexes now; `noteAdded` tells what is told after the fields. */
type PartChanges = { named: ReadonlySet<string>; noteAdded: () => void };

const noteTogether = (run: Run, model: ModelState, option: Together, groups: readonly string[][] | undefined): void => {
  const count = new Set(groups?.map((group) => group.join(','))).size;
  const kind = option === 'unique_together' ? 'constraint_changed' : 'index_changed';
  note(run, kind, model, `Alter ${option} for ${lower(model)} (${count} constraint(s))`);
};

/** Before 4.2 (its first correction) the indexes of a new model, and before 5.1 its constraints, were operations of their own, and kept what follows apart. */
export const notePartsOfNewModel = (run: Run, model: ModelState): void => {
  const told = (parts: readonly Value[]): readonly Value[] => {
    if (!isOpen(run, parts)) return parts;
    countUnclear(run, model);
    return [];
  };
  const indexes = isAtLeast(run, 4, 2) ? [] : told(model.indexes);
  const constraints = isAtLeast(run, 5, 1) ? [] : told(model.constraints);
  for (const index of indexes) noteIndex(run, model, index);
  for (const constraint of constraints) noteConstraint(run, model, constraint);
  if (indexes.length + constraints.length === 0) return;
  for (const option of ['unique_together', 'index_together'] as const) {
    const groups = togetherOf(model.options.get(option));
    if (groups?.length) noteTogether(run, model, option, groups);
  }
};

type Together = 'unique_together' | 'index_together';

const keyOf = (groups: readonly string[][]): string =>
  groups
    .map((group) => group.join(','))
    .sort()
    .join(';');

/** `renamed`: names of fields after → before; `named`: groups that are indexes now. */
export const compareTogether = (
  run: Run,
  { before, after }: Pair,
  option: Together,
  renamed: ReadonlyMap<string, string>,
  named?: ReadonlySet<string>,
): void => {
  // Gone since 5.1: what migrations once said of it is left as it is.
  if (option === 'index_together' && isAtLeast(run, 5, 1)) return;
  const whole = togetherOf(before.options.get(option));
  const old = whole?.filter((group) => !named?.has(groupKey(group)));
  const now = togetherOf(after.options.get(option));
  // Django asks its list of renamed fields by the new name, so what was renamed is written anew.
  const renamedOld = old?.map((group) => group.map((name) => renamed.get(name) ?? name));
  const same = renamedOld && now ? keyOf(renamedOld) === keyOf(now) : undefined;
  if (differs(run, after, same)) noteTogether(run, after, option, now);
};
