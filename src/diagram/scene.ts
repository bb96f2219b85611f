/** Everything that has a place: boxes, lines between them and the areas of apps. One scene is drawn, hit and exported. */
import { type Box, boundsOf, overlaps, type Point, type Rect } from './boxes.ts';
import { distanceToLine, type EdgeLine, edgeLine, type PlacedBox } from './edge-path.ts';
import type { Grouping } from './elk-graph.ts';
import { type AppGroup, appGroups } from './groups.ts';
import type { VisibleEdge } from './visible.ts';

export type Scene = {
  boxes: ReadonlyMap<string, PlacedBox>;
  lines: readonly EdgeLine[];
  groups: readonly AppGroup[];
  bounds: Rect | null;
};

export const emptyScene: Scene = { boxes: new Map(), lines: [], groups: [], bounds: null };

/** What did not move is taken over from the scene before: dragging one box of 1,000 costs that box's lines only. */
export const buildScene = (
  boxes: readonly Box[],
  edges: readonly VisibleEdge[],
  positions: ReadonlyMap<string, Point>,
  grouping: Grouping,
  before: Scene = emptyScene,
): Scene => {
  const placed = new Map<string, PlacedBox>();
  for (const box of boxes) {
    const at = positions.get(box.id);
    if (at === undefined) continue;
    const old = before.boxes.get(box.id);
    placed.set(box.id, old !== undefined && old.box === box && samePlace(old.at, at) ? old : { box, at });
  }
  const oldLines = new Map(before.lines.map((line) => [line.edge, line]));
  const lines: EdgeLine[] = [];
  for (const edge of edges) {
    const from = placed.get(edge.from);
    const to = placed.get(edge.to);
    if (from === undefined || to === undefined) continue;
    const old = oldLines.get(edge);
    const still = old !== undefined && before.boxes.get(edge.from) === from && before.boxes.get(edge.to) === to;
    lines.push(still ? old : edgeLine(edge, from, to));
  }
  const groups = grouping === 'apps' ? appGroups(boxes, positions) : [];
  return { boxes: placed, lines, groups, bounds: boundsOf([...groups, ...[...placed.values()].map(rectOf)]) };
};

const samePlace = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;

export const rectOf = ({ box, at }: PlacedBox): Rect => ({ x: at.x, y: at.y, width: box.width, height: box.height });

export const boxesIn = (scene: Scene, area: Rect): PlacedBox[] => {
  const found: PlacedBox[] = [];
  for (const placed of scene.boxes.values()) if (overlaps(rectOf(placed), area)) found.push(placed);
  return found;
};

export const boxAt = (scene: Scene, point: Point): PlacedBox | null => {
  for (const placed of scene.boxes.values()) {
    if (overlaps(rectOf(placed), { ...point, width: 0, height: 0 })) return placed;
  }
  return null;
};

/** The line nearest to a point, no further away than `reach`. */
export const lineAt = (scene: Scene, point: Point, reach: number): EdgeLine | null => {
  let best: EdgeLine | null = null;
  let bestDistance = reach;
  const area = { x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach };
  for (const line of scene.lines) {
    if (!overlaps(area, line.bounds)) continue;
    const distance = distanceToLine(line, point);
    if (distance > bestDistance) continue;
    best = line;
    bestDistance = distance;
  }
  return best;
};
