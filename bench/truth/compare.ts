/** Holds what was read from text against the live registry. */
import type { ReadModel } from '../../src/frameworks/django/models/model.ts';
import { toModels } from '../../src/frameworks/django/models/schema.ts';
import type { LiveData, LiveField, LiveModel } from '../../src/frameworks/django/probe/live.ts';

export type Score = { right: number; total: number };
export type Comparison = {
  apps: Score;
  models: Score;
  fields: Score;
  attributes: Score;
  relations: Score;
  meta: Score;
  differences: string[];
};

const score = (): Score => ({ right: 0, total: 0 });

const count = (into: Score, right: boolean): boolean => {
  into.total++;
  if (right) into.right++;
  return right;
};

/** Longest common subsequence: one missing field is one difference, not a shift of all that follow. */
const common = (left: readonly string[], right: readonly string[]): Set<number> => {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const [row, next] = [table[i] ?? [], table[i + 1] ?? []];
      row[j] = left[i] === right[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  const kept = new Set<number>();
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      kept.add(i++);
      j++;
    } else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  return kept;
};

const typeOf = (path: string): string => path.split('.').at(-1) ?? path;

const compareFields = (id: string, live: LiveModel, read: ReadModel, into: Comparison): void => {
  const [liveNames, readNames] = [
    live.fields.map((field) => `${field.name}:${field.type}`),
    read.fields.map((field) => `${field.name}:${typeOf(field.classPath)}`),
  ];
  const kept = common(liveNames, readNames);
  liveNames.forEach((name, index) => {
    const elsewhere = readNames.includes(name) ? 'in another place' : 'missing';
    if (!count(into.fields, kept.has(index)))
      into.differences.push(`${id}: field ${name} is ${elsewhere}; read: ${readNames.join(' ')}`);
  });
  for (const name of readNames.filter((name) => !liveNames.includes(name))) {
    into.fields.total++;
    into.differences.push(`${id}: field ${name} is read but not live`);
  }
};

const same = (left: string | null | undefined, right: string | null | undefined): boolean =>
  (left ?? '').toLowerCase() === (right ?? '').toLowerCase();

const compareRelation = (id: string, live: LiveField, read: ReadModel, into: Comparison): void => {
  if (live.relation === null) return;
  const found = read.fields.find((field) => field.name === live.name)?.relation ?? null;
  const wrong = (['kind', 'target', 'through', 'on_delete', 'to_field'] as const).filter(
    (key) => !same(live.relation?.[key], found?.[key]),
  );
  if (found?.parent_link !== live.relation.parent_link) wrong.push('parent_link' as never);
  if (!count(into.relations, found !== null && wrong.length === 0))
    into.differences.push(
      `${id}.${live.name}: ${found === null ? 'no relation read' : wrong.map((key) => `${key} live ${live.relation?.[key]} read ${found[key]}`).join(', ')}`,
    );
};

const compareAttributes = (id: string, live: LiveField, read: ReadModel, into: Comparison): void => {
  const found = read.fields.find((field) => field.name === live.name);
  if (found === undefined) return;
  const pairs: [string, unknown, unknown][] = [
    ['column', live.column, found.column],
    ['null', live.null, found.null],
    ['primary_key', live.primary_key, found.primaryKey],
    ['unique', live.unique, found.unique],
    ['implicit', live.implicit, found.implicit],
  ];
  for (const [key, wanted, got] of pairs)
    if (!count(into.attributes, wanted === got))
      into.differences.push(`${id}.${live.name}: ${key} live ${wanted} read ${got}`);
};

/** What `Meta` says, and the classes that the model derives from. */
const compareMeta = (live: LiveModel, read: ReadModel, into: Comparison): void => {
  const [shown] = toModels([read]);
  for (const key of ['bases', 'ordering', 'constraints', 'indexes', 'unique_together', 'composite_key'] as const) {
    const [wanted, got] = [JSON.stringify(live[key]), JSON.stringify(shown?.[key])];
    if (!count(into.meta, wanted === got)) into.differences.push(`${live.id}: ${key} live ${wanted} read ${got}`);
  }
};

const compareModel = (live: LiveModel, read: ReadModel, into: Comparison): void => {
  compareFields(live.id, live, read, into);
  for (const field of live.fields) {
    compareRelation(live.id, field, read, into);
    compareAttributes(live.id, field, read, into);
  }
  compareMeta(live, read, into);
  const pairs: [string, unknown, unknown][] = [
    ['table', live.table, read.table],
    ['proxy', live.proxy, read.proxy],
    ['managed', live.managed, read.managed],
    ['swapped', live.swapped !== null, read.swapped !== null],
    ['auto_created', live.auto_created, read.autoCreated],
  ];
  for (const [key, wanted, got] of pairs)
    if (!count(into.attributes, wanted === got)) into.differences.push(`${live.id}: ${key} live ${wanted} read ${got}`);
};

export const compare = (
  live: LiveData,
  apps: readonly { label: string; name: string }[],
  models: readonly ReadModel[],
): Comparison => {
  const into: Comparison = {
    apps: score(),
    models: score(),
    fields: score(),
    attributes: score(),
    relations: score(),
    meta: score(),
    differences: [],
  };
  for (const app of live.apps)
    if (
      !count(
        into.apps,
        apps.some((read) => read.label === app.label && read.name === app.name),
      )
    )
      into.differences.push(`app ${app.label} (${app.name}) is missing`);
  for (const app of apps.filter(({ label }) => !live.apps.some((other) => other.label === label))) {
    into.apps.total++;
    into.differences.push(`app ${app.label} (${app.name}) is read but not live`);
  }
  const byId = new Map(models.filter((model) => !model.abstract).map((model) => [model.id, model]));
  for (const model of live.models) {
    const read = byId.get(model.id);
    byId.delete(model.id);
    if (!count(into.models, read !== undefined)) into.differences.push(`${model.id} (${model.module}) is missing`);
    if (read !== undefined) compareModel(model, read, into);
    else {
      into.fields.total += model.fields.length;
      into.relations.total += model.fields.filter((field) => field.relation !== null).length;
    }
  }
  for (const id of byId.keys()) {
    into.models.total++;
    into.differences.push(`${id} is read but not live`);
  }
  return into;
};
