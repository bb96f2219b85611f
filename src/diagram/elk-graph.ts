/** The visible graph in ELK's words, and ELK's answer in ours. */
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Box, Point } from './boxes.ts';
import { groupHeader, groupPadding, titleRoom } from './groups.ts';
import type { VisibleEdge } from './visible.ts';

export type Grouping = 'apps' | 'flat';
type Pair = readonly [string, string];

/**
 * Lines are drawn by us, so ELK need not keep room for its own: only for the boxes, and a lane between the layers. Where a line passes
 * between two boxes it takes the place of their gap: half of it on each side, or they would stand 3 pixels apart.
 */
const layered = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '76',
  'elk.layered.spacing.edgeNodeBetweenLayers': '1',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '1',
  'elk.layered.edgeRouting.polyline.slopedEdgeZoneWidth': '0',
  'elk.edgeRouting': 'POLYLINE',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '1',
  'elk.spacing.componentComponent': '24',
  'elk.aspectRatio': '1.5',
} as const;

const packed = { 'elk.algorithm': 'rectpacking', 'elk.aspectRatio': '1.6', 'elk.spacing.nodeNode': '40' } as const;

/**
 * Measured with ELK 0.12: layered needs 0.7 s for 200 boxes of one app and 6 s for 400, at which size nobody follows
 * its layers any more. Above this the boxes are packed, related ones next to each other, in milliseconds.
 */
const layeredLimit = 160;

/**
 * Apps are laid out by themselves and then packed: 1,000 models as one layered graph take ELK minutes and mix the
 * apps; as 40 apps in a layered root 4 s, at a hundred times the area.
 */
export const toElk = (boxes: readonly Box[], edges: readonly VisibleEdge[], grouping: Grouping): ElkNode => {
  const pairs = edges.map((edge): Pair => [edge.from, edge.to]);
  return grouping === 'flat'
    ? { id: 'root', ...arranged(boxes.map(toNode), pairs) }
    : { id: 'root', ...appGraph(boxes, pairs) };
};

const appGraph = (boxes: readonly Box[], pairs: readonly Pair[]): Omit<ElkNode, 'id'> => {
  const groupOf = new Map(boxes.map((box) => [box.id, box.kind === 'app' ? box.id : `group:${box.app}`]));
  const inner = new Map<string, Pair[]>();
  const outer: Pair[] = [];
  for (const [from, to] of pairs) {
    const [fromGroup, toGroup] = [groupOf.get(from), groupOf.get(to)];
    if (fromGroup === undefined || toGroup === undefined) continue;
    if (fromGroup !== toGroup) outer.push([fromGroup, toGroup]);
    else (inner.get(fromGroup) ?? inner.set(fromGroup, []).get(fromGroup))?.push([from, to]);
  }
  const groups = Map.groupBy(boxes, (box) => groupOf.get(box.id) ?? box.id);
  const children = [...groups].map(([id, list]) => groupNode(id, list, inner.get(id) ?? []));
  // A few large areas fill their last row badly; asked for more width they come out as wide as a screen.
  const aspect = groups.size < 10 ? '2' : '1.6';
  return { layoutOptions: { ...packed, 'elk.aspectRatio': aspect }, children: byKinship(children, outer) };
};

const groupNode = (id: string, boxes: readonly Box[], pairs: readonly Pair[]): ElkNode => {
  const [first] = boxes;
  if (first?.kind === 'app') return toNode(first);
  const node = { id, ...arranged(boxes.map(toNode), pairs) };
  const [top, side] = [groupPadding + groupHeader, groupPadding];
  node.layoutOptions = {
    ...node.layoutOptions,
    'elk.padding': `[top=${top},left=${side},bottom=${side},right=${side}]`,
    'elk.nodeSize.constraints': 'MINIMUM_SIZE',
    'elk.nodeSize.minimum': `(${first === undefined ? 0 : titleRoom(first.app)},0)`,
  };
  return node;
};

const arranged = (children: ElkNode[], pairs: readonly Pair[]): Omit<ElkNode, 'id'> => {
  const edges = distinct(pairs);
  if (children.length > layeredLimit || isStrip(children, edges))
    return { layoutOptions: packed, children: byKinship(children, pairs) };
  // Brandes–Köpf aligns neighbours nicely but spreads a dense graph over twice the area.
  const dense = children.length > 14 && edges.length > 1.4 * children.length;
  const layoutOptions = {
    ...layered,
    'elk.layered.nodePlacement.strategy': dense ? 'SIMPLE' : 'BRANDES_KOEPF',
    'elk.layered.thoroughness': dense ? '1' : '7',
    'elk.layered.crossingMinimization.greedySwitch.type': dense ? 'OFF' : 'TWO_SIDED',
  };
  return { layoutOptions, children, edges: dense ? thinned(edges) : edges };
};

const toNode = (box: Box): ElkNode => ({ id: box.id, width: box.width, height: box.height });

/** Two relations between the same boxes pull no harder than one, and cost ELK time. */
const distinct = (pairs: readonly Pair[]): NonNullable<ElkNode['edges']> => {
  const seen = new Map<string, Pair>();
  for (const pair of pairs) if (pair[0] !== pair[1]) seen.set(`${pair[0]}>${pair[1]}`, pair);
  return [...seen].map(([id, [from, to]]) => ({ id, sources: [from], targets: [to] }));
};

/** A chain this long is no longer followed by eye, and shown whole its boxes are too small to read. */
const longestChain = 8;
const widestStrip = 6;

/** Models that follow one another, as layers a strip many times as wide as it is high: packed, they fill the screen instead. */
const isStrip = (nodes: readonly ElkNode[], edges: NonNullable<ElkNode['edges']>): boolean => {
  const layers = layersOf(nodes, edges);
  if (layers <= longestChain) return false;
  const widest = Math.max(...nodes.map((node) => node.width ?? 0));
  const heights = nodes.reduce((sum, node) => sum + (node.height ?? 0), 0);
  return layers * widest > (widestStrip * heights) / layers;
};

/** So many boxes follow one another at most; a line that closes a circle does not count. */
const layersOf = (nodes: readonly ElkNode[], edges: NonNullable<ElkNode['edges']>): number => {
  const next = Map.groupBy(edges, (edge) => edge.sources[0] ?? '');
  const known = new Map<string, number>();
  const layersFrom = (id: string): number => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, 0);
    const layers = 1 + Math.max(0, ...(next.get(id) ?? []).map((edge) => layersFrom(edge.targets[0] ?? '')));
    known.set(id, layers);
    return layers;
  };
  return Math.max(0, ...nodes.map((node) => layersFrom(node.id)));
};

/** Two lines out of each box are enough to find its layer. With all of a dense app's lines ELK takes half as long again. */
const thinned = (edges: NonNullable<ElkNode['edges']>): NonNullable<ElkNode['edges']> => {
  const used = new Map<string, number>();
  return edges.filter((edge) => {
    const source = edge.sources[0] ?? '';
    const count = (used.get(source) ?? 0) + 1;
    used.set(source, count);
    return count <= 2;
  });
};

/** Packing keeps the order it is given: each next one is the one most tied to those before it. */
const byKinship = (nodes: readonly ElkNode[], pairs: readonly Pair[]): ElkNode[] => {
  const ties = new Map<string, Map<string, number>>(nodes.map((node) => [node.id, new Map()]));
  const tie = (a: string, b: string) => ties.get(a)?.set(b, (ties.get(a)?.get(b) ?? 0) + 1);
  for (const [from, to] of pairs) {
    if (from === to) continue;
    tie(from, to);
    tie(to, from);
  }
  const left = new Map(nodes.map((node) => [node.id, node]));
  const pull = new Map<string, number>(nodes.map((node) => [node.id, (ties.get(node.id)?.size ?? 0) / 1e6]));
  const ordered: ElkNode[] = [];
  while (left.size > 0) {
    let next: ElkNode | null = null;
    for (const node of left.values()) {
      if (next === null || (pull.get(node.id) ?? 0) > (pull.get(next.id) ?? 0)) next = node;
    }
    if (next === null) break;
    left.delete(next.id);
    ordered.push(next);
    for (const [other, count] of ties.get(next.id) ?? []) pull.set(other, (pull.get(other) ?? 0) + count);
  }
  return ordered;
};

export const fromElk = (root: ElkNode): Map<string, Point> => {
  const positions = new Map<string, Point>();
  for (const child of root.children ?? []) {
    const at = { x: child.x ?? 0, y: child.y ?? 0 };
    if (child.children === undefined) positions.set(child.id, rounded(at));
    for (const inner of child.children ?? []) {
      positions.set(inner.id, rounded({ x: at.x + (inner.x ?? 0), y: at.y + (inner.y ?? 0) }));
    }
  }
  return positions;
};

const rounded = (point: Point): Point => ({ x: Math.round(point.x), y: Math.round(point.y) });
