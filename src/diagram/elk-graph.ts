/** The visible graph in ELK's words, and ELK's answer in ours. */
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Box, Point } from './boxes.ts';
import { groupHeader, groupPadding, titleRoom } from './groups.ts';
import type { VisibleEdge } from './visible.ts';

export type Grouping = 'apps' | 'flat';
type Pair = readonly [string, string];
type Lines = NonNullable<ElkNode['edges']>;

const layerGap = 76;

/**
 * Lines are drawn by us, so ELK need not keep room for its own: only for the boxes, and a lane between the layers. Where a line passes
 * between two boxes it takes the place of their gap: half of it on each side, or they would stand 3 pixels apart.
 */
const layered = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(layerGap),
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
  const all = distinct(pairs);
  // Brandes–Köpf aligns neighbours nicely but spreads a dense graph over twice the area.
  const dense = children.length > 14 && all.length > 1.4 * children.length;
  const edges = dense ? thinned(all) : all;
  if (children.length > layeredLimit || isStrip(children, all) || isTower(children, edges))
    return { layoutOptions: packed, children: byKinship(children, pairs) };
  const layoutOptions = {
    ...layered,
    'elk.layered.nodePlacement.strategy': dense ? 'SIMPLE' : 'BRANDES_KOEPF',
    'elk.layered.thoroughness': dense ? '1' : '7',
    'elk.layered.crossingMinimization.greedySwitch.type': dense ? 'OFF' : 'TWO_SIDED',
  };
  return { layoutOptions, children, edges };
};

const toNode = (box: Box): ElkNode => ({ id: box.id, width: box.width, height: box.height });

/** Two relations between the same boxes pull no harder than one, and cost ELK time. */
const distinct = (pairs: readonly Pair[]): Lines => {
  const seen = new Map<string, Pair>();
  for (const pair of pairs) if (pair[0] !== pair[1]) seen.set(`${pair[0]}>${pair[1]}`, pair);
  return [...seen].map(([id, [from, to]]) => ({ id, sources: [from], targets: [to] }));
};

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);
const heightOf = (nodes: readonly ElkNode[]): number => sum(nodes.map((node) => node.height ?? 0));
const widthOf = (nodes: readonly ElkNode[]): number => Math.max(...nodes.map((node) => node.width ?? 0));

/** A chain this long is no longer followed by eye, and shown whole its boxes are too small to read. */
const longestChain = 8;
const widestStrip = 6;

/** Models that follow one another, as layers a strip many times as wide as it is high: packed, they fill the screen instead. */
const isStrip = (nodes: readonly ElkNode[], lines: Lines): boolean => {
  const layers = layersOf(nodes, lines).length;
  return layers > longestChain && layers * widthOf(nodes) > (widestStrip * heightOf(nodes)) / layers;
};

/** So many above one another fill a screen. */
const longestColumn = 8;
const highestTower = 1.5;

/** Models that all point at the same few, as layers a column much higher than all of them are wide. */
const isTower = (nodes: readonly ElkNode[], lines: Lines): boolean => {
  const layers = layersOf(nodes, lines);
  const width = sum(layers.map((layer) => widthOf(layer) + layerGap));
  return layers.some((layer) => layer.length > longestColumn && heightOf(layer) > highestTower * width);
};

/** Boxes with lines, by how many follow them at most; a line that closes a circle does not count. */
const layersOf = (nodes: readonly ElkNode[], lines: Lines): ElkNode[][] => {
  const next = Map.groupBy(lines, (line) => line.sources[0] ?? '');
  const known = new Map<string, number>();
  const layerOf = (id: string): number => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, 0);
    const layer = 1 + Math.max(0, ...(next.get(id) ?? []).map((line) => layerOf(line.targets[0] ?? '')));
    known.set(id, layer);
    return layer;
  };
  const tied = new Set(lines.flatMap(({ sources, targets }) => [...sources, ...targets]));
  return [
    ...Map.groupBy(
      nodes.filter(({ id }) => tied.has(id)),
      ({ id }) => layerOf(id),
    ).values(),
  ];
};

/** Two lines out of each box are enough to find its layer. With all of a dense app's lines ELK takes half as long again. */
const thinned = (lines: Lines): Lines => {
  const used = new Map<string, number>();
  return lines.filter((line) => {
    const source = line.sources[0] ?? '';
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
