/** Which models and edges a view shows, and what a collapsed app takes the place of. */
import { type EdgeKind, isCounted, type SchemaEdge, type SchemaGraph, type SchemaModel } from './graph.ts';
import type { ViewState } from './view-state.ts';

export type VisibleEdge = Omit<SchemaEdge, 'kind'> & {
  /** `mixed`: of a bundle of relations that are not all of one kind. */
  kind: EdgeKind | 'mixed';
  /** Box ids at the ends: a model id, or `app:label` of a collapsed app. */
  from: string;
  to: string;
  /** Edges that a line between collapsed boxes stands for. */
  count: number;
};

/** `counted`: those of its boxes that count as models. */
export type CollapsedApp = { id: string; label: string; own: boolean; models: string[]; counted: number };

export type VisibleGraph = {
  models: readonly SchemaModel[];
  collapsed: readonly CollapsedApp[];
  edges: readonly VisibleEdge[];
};

export type Filters = Pick<ViewState, 'focus' | 'hops' | 'collapsed' | 'thirdParty' | 'abstract' | 'through'>;

export const collapsedId = (label: string): string => `app:${label}`;

export const showVisible = (graph: SchemaGraph, filters: Filters): VisibleGraph => {
  const ids =
    filters.focus !== null ? withinHops(graph, filters.focus, filters.hops, filters) : filtered(graph, filters);
  const collapsedLabels = new Set(filters.collapsed);
  const models: SchemaModel[] = [];
  const collapsed = new Map<string, CollapsedApp>();
  for (const [id, node] of graph.models) {
    if (!ids.has(id)) continue;
    const label = node.model.app;
    // The model in focus is what one came to see: its app does not swallow it.
    if (!collapsedLabels.has(label) || id === filters.focus) {
      models.push(node);
      continue;
    }
    const box = collapsed.get(label) ?? { id: collapsedId(label), label, own: node.model.own, models: [], counted: 0 };
    box.models.push(id);
    box.counted += Number(isCounted(node.model));
    collapsed.set(label, box);
  }
  const shown = new Set(models.map((node) => node.model.id));
  return { models, collapsed: [...collapsed.values()], edges: visibleEdges(graph, ids, shown) };
};

const passes = (node: SchemaModel, filters: Filters): boolean =>
  (filters.abstract || node.model.kind !== 'abstract') && (filters.through || node.model.kind !== 'through');

const filtered = (graph: SchemaGraph, filters: Filters): Set<string> => {
  const ids = new Set<string>();
  for (const [id, node] of graph.models) {
    if (passes(node, filters) && (node.model.own || filters.thirdParty === 'all')) ids.add(id);
  }
  if (filters.thirdParty === 'linked') {
    for (const edge of graph.edges) {
      if (graph.models.get(edge.source)?.model.own !== true) continue;
      const target = graph.models.get(edge.target);
      if (target !== undefined && passes(target, filters)) ids.add(edge.target);
    }
  }
  return ids;
};

/** Focus walks edges both ways. It shows third-party models too, unless they are hidden: they are often the answer. */
const withinHops = (graph: SchemaGraph, focus: string, hops: number, filters: Filters): Set<string> => {
  if (!graph.models.has(focus)) return filtered(graph, filters);
  const ids = new Set([focus]);
  let rim = [focus];
  for (let hop = 0; hop < hops; hop += 1) {
    const next: string[] = [];
    for (const id of rim) {
      for (const edge of graph.models.get(id)?.edges ?? []) {
        const other = edge.source === id ? edge.target : edge.source;
        const node = graph.models.get(other);
        if (node === undefined || ids.has(other) || !passes(node, filters)) continue;
        if (!node.model.own && filters.thirdParty === 'hidden') continue;
        ids.add(other);
        next.push(other);
      }
    }
    rim = next;
  }
  return ids;
};

/** Edges with a collapsed end are bundled, one line per pair of boxes: the box has no field to start from. */
const visibleEdges = (graph: SchemaGraph, ids: ReadonlySet<string>, shown: ReadonlySet<string>): VisibleEdge[] => {
  const edges: VisibleEdge[] = [];
  const bundles = new Map<string, VisibleEdge>();
  const boxOf = (id: string): string => (shown.has(id) ? id : collapsedId(graph.models.get(id)?.model.app ?? ''));
  for (const edge of graph.edges) {
    if (!ids.has(edge.source) || !ids.has(edge.target)) continue;
    const from = boxOf(edge.source);
    const to = boxOf(edge.target);
    if (from === edge.source && to === edge.target) {
      edges.push({ ...edge, from, to, count: 1 });
      continue;
    }
    if (from === to) continue;
    const key = `${from}>${to}`;
    const bundle = bundles.get(key);
    if (bundle === undefined) {
      bundles.set(key, { ...edge, id: key, field: null, sourceMark: 'none', targetMark: 'none', from, to, count: 1 });
      continue;
    }
    bundle.count += 1;
    if (bundle.kind !== edge.kind) bundle.kind = 'mixed';
    if (bundle.through !== edge.through) bundle.through = null;
  }
  return [...edges, ...bundles.values()];
};

/** The models on screen, and those inside of a collapsed app. */
export const modelsWithin = (graph: SchemaGraph, shown: VisibleGraph): SchemaModel[] => [
  ...shown.models,
  ...shown.collapsed.flatMap((app) => app.models.flatMap((id) => graph.models.get(id) ?? [])),
];

/** Models that are found, and the boxes of collapsed apps that hold one of them. Null: no search. */
export const searchVisible = (graph: SchemaGraph, shown: VisibleGraph, text: string): Set<string> | null => {
  const found = searchModels(modelsWithin(graph, shown), text);
  for (const app of shown.collapsed) if (app.models.some((id) => found?.has(id))) found?.add(app.id);
  return found;
};

/** Words may be parts of a model's name, app, table or of a field; all must be found, in any order. Null: no search. */
export const searchModels = (models: Iterable<SchemaModel>, text: string): Set<string> | null => {
  if (text.trim() === '') return null;
  const words = text.trim().toLowerCase().split(/\s+/);
  const found = new Set<string>();
  for (const { model } of models) {
    const hay = `${model.id} ${model.table ?? ''} ${model.fields.map((field) => field.name).join(' ')}`.toLowerCase();
    if (words.every((word) => hay.includes(word))) found.add(model.id);
  }
  return found;
};
