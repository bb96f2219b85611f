/** The schema as a graph: models are nodes, relations and inheritance are edges. Built once per reading, then only filtered. */
import type { Field, Model, SchemaDetail, UnmadeChange } from '../contract/index.ts';

export type EdgeKind = 'foreign_key' | 'one_to_one' | 'many_to_many' | 'generic' | 'parent_link' | 'proxy' | 'abstract';

/** What stands at an end of an edge. `parent` is the open triangle of inheritance. */
export type EndMark = 'one' | 'zero_or_one' | 'many' | 'parent' | 'none';

export type SchemaEdge = {
  id: string;
  kind: EdgeKind;
  source: string;
  target: string;
  /** The field that makes the relation; null for proxy and abstract inheritance. */
  field: string | null;
  sourceMark: EndMark;
  targetMark: EndMark;
  through: string | null;
};

export type ModelUnmade = {
  /** Changes of the model as a whole. */
  model: UnmadeChange[];
  /** Changes by field name. */
  fields: ReadonlyMap<string, UnmadeChange[]>;
  count: number;
};

export type SchemaModel = {
  model: Model;
  unmade: ModelUnmade | null;
  edges: SchemaEdge[];
  /** Stands between two models of a many-to-many relation. */
  between: boolean;
  /** Fields that live in the table of a parent model. */
  parents: ReadonlySet<string>;
};

export type SchemaGraph = {
  models: ReadonlyMap<string, SchemaModel>;
  edges: readonly SchemaEdge[];
  /** App labels, the project's own first, in the order of the reading. */
  apps: readonly { label: string; name: string; own: boolean; models: number }[];
};

const uncounted: readonly Model['kind'][] = ['abstract', 'swapped', 'through'];

/** As the overview counts models: without those that have no table, and tables that Django makes for many-to-many. */
export const isCounted = ({ kind }: Model): boolean => !uncounted.includes(kind);

export const buildGraph = (schema: SchemaDetail, unmade: readonly UnmadeChange[] = []): SchemaGraph => {
  const models = new Map<string, SchemaModel>();
  const unmadeByModel = groupUnmade(unmade);
  const through = throughModels(schema.models);
  const findBase = baseFinder(schema);
  for (const model of schema.models) {
    const unmade = unmadeByModel.get(model.id.toLowerCase()) ?? null;
    const parents = new Set(
      model.fields.filter((field) => isParents(model, field, findBase)).map((field) => field.name),
    );
    models.set(model.id, { model, unmade, edges: [], between: through.has(model.id), parents });
  }
  const edges: SchemaEdge[] = [];
  for (const model of schema.models) {
    for (const field of model.fields) {
      const edge = models.get(model.id)?.parents.has(field.name) ? null : relationEdge(model, field);
      // Of a model that was not read the field tells alone.
      if (edge !== null && models.has(edge.target)) edges.push(edge);
    }
    edges.push(...inheritanceEdges(model, findBase));
  }
  for (const edge of edges) {
    models.get(edge.source)?.edges.push(edge);
    if (edge.target !== edge.source) models.get(edge.target)?.edges.push(edge);
  }
  return { models, edges, apps: listApps(schema) };
};

const throughModels = (models: readonly Model[]): Set<string> => {
  const through = new Set(models.filter((model) => model.kind === 'through').map((model) => model.id));
  for (const model of models) {
    for (const { relation } of model.fields) if (relation?.through) through.add(relation.through);
  }
  return through;
};

/** A relation of a parent with a table of its own is the parent's line: drawn again at every child it would only hide others. */
const isParents = (model: Model, field: Field, findBase: FindBase): boolean => {
  if (field.inherited_from === null) return false;
  const from = findBase(model, field.inherited_from);
  return from !== null && from.kind !== 'abstract';
};

const relationEdge = (model: Model, field: Field): SchemaEdge | null => {
  const relation = field.relation;
  if (relation === null || relation.target === null) return null;
  const [from, to] = relation.cardinality.split(':');
  const one: EndMark = field.null ? 'zero_or_one' : 'one';
  return {
    id: `${model.id}.${field.name}`,
    kind: relation.parent_link ? 'parent_link' : relation.kind,
    source: model.id,
    target: relation.target,
    field: field.name,
    sourceMark: from === '1' ? 'one' : 'many',
    targetMark: relation.parent_link ? 'parent' : to === '1' ? one : 'many',
    through: relation.through,
  };
};

/** Proxies and abstract bases have no field of their own to hang an edge on; parent links do and are not drawn twice. */
const inheritanceEdges = (model: Model, findBase: FindBase): SchemaEdge[] => {
  const edges: SchemaEdge[] = [];
  for (const written of model.bases) {
    const base = findBase(model, written);
    if (base === null || base.id === model.id) continue;
    const kind = base.kind === 'abstract' ? 'abstract' : model.kind === 'proxy' ? 'proxy' : null;
    if (kind === null) continue;
    edges.push({
      id: `${model.id}<${base.id}`,
      kind,
      source: model.id,
      target: base.id,
      field: null,
      sourceMark: 'none',
      targetMark: 'parent',
      through: null,
    });
  }
  return edges;
};

type FindBase = (model: Model, base: string) => Model | null;

/** A base may be written as an id, a dotted path or a bare class: the id wins, then its app, then the only one of that name. */
const baseFinder = (schema: SchemaDetail): FindBase => {
  const byId = new Map(schema.models.map((model) => [model.id, model]));
  const byClass = Map.groupBy(schema.models, (model) => classOf(model.id));
  // The longest name first: `shop.orders` before `shop`.
  const apps = [...schema.apps].sort((a, b) => b.name.length - a.name.length);
  return (model, base) => {
    const app = apps.find((one) => base.startsWith(`${one.name}.`));
    const exact =
      byId.get(base) ?? byId.get(`${model.app}.${base}`) ?? (app && byId.get(`${app.label}.${classOf(base)}`));
    if (exact !== undefined) return exact;
    const named = byClass.get(classOf(base)) ?? [];
    return named.length === 1 ? (named[0] ?? null) : null;
  };
};

export const classOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** Migrations write model names in lower case, classes do not: matched without regard to case. */
const groupUnmade = (changes: readonly UnmadeChange[]): Map<string, ModelUnmade> => {
  const groups = new Map<string, ModelUnmade & { fields: Map<string, UnmadeChange[]> }>();
  for (const change of changes) {
    const key = `${change.app}.${classOf(change.model)}`.toLowerCase();
    const group = groups.get(key) ?? {
      model: [] as UnmadeChange[],
      fields: new Map<string, UnmadeChange[]>(),
      count: 0,
    };
    groups.set(key, group);
    group.count += 1;
    if (change.field === null) group.model.push(change);
    else group.fields.set(change.field, [...(group.fields.get(change.field) ?? []), change]);
  }
  return groups;
};

const listApps = (schema: SchemaDetail): SchemaGraph['apps'] => {
  const counts = new Map<string, number>();
  const own = new Map<string, boolean>();
  for (const model of schema.models) {
    counts.set(model.app, (counts.get(model.app) ?? 0) + Number(isCounted(model)));
    own.set(model.app, (own.get(model.app) ?? false) || model.own);
  }
  const names = new Map(schema.apps.map((app) => [app.label, app.name]));
  const order = [...new Set([...schema.apps.map((app) => app.label), ...counts.keys()])];
  return order
    .filter((label) => counts.has(label))
    .map((label) => ({
      label,
      name: names.get(label) ?? label,
      own: own.get(label) ?? false,
      models: counts.get(label) ?? 0,
    }))
    .sort((a, b) => Number(b.own) - Number(a.own));
};
