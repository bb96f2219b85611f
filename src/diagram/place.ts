/** Finds a place for models that came later. What already has a place never moves. */
import { type Box, boundsOf, overlaps, type Point, type Rect } from './boxes.ts';
import { type AppGroup, appGroups, groupHeader, groupPadding } from './groups.ts';
import { collapsedId, type VisibleEdge } from './visible.ts';

/** Boxes that are placed together, with their places relative to each other: a new app, or a single new model. */
type Block = { boxes: readonly { box: Box; at: Point }[]; size: Rect };

const gap = 36;

/**
 * `fresh` holds the layout of the new boxes among themselves (see `layout/`): a wholly new app is moved in as it is,
 * a new model of a known app is placed by itself, near its neighbours.
 */
export const placeNew = (
  boxes: readonly Box[],
  edges: readonly VisibleEdge[],
  known: ReadonlyMap<string, Point>,
  fresh: ReadonlyMap<string, Point>,
): Map<string, Point> => {
  const positions = new Map(known);
  const settled = boxes.filter((box) => positions.has(box.id));
  for (const block of newBlocks(boxes, settled, positions, fresh)) {
    const app = block.boxes[0]?.box.app ?? '';
    const groups = appGroups(settled, positions);
    const obstacles = obstaclesFor(app, settled, positions, groups);
    const wish = wishFor(block, edges, positions, settled, groups);
    const spot = freeSpot(wish, block.size, obstacles);
    for (const { box, at } of block.boxes) {
      positions.set(box.id, { x: Math.round(spot.x + at.x), y: Math.round(spot.y + at.y) });
      settled.push(box);
    }
  }
  return positions;
};

const newBlocks = (
  boxes: readonly Box[],
  settled: readonly Box[],
  known: ReadonlyMap<string, Point>,
  fresh: ReadonlyMap<string, Point>,
): Block[] => {
  const knownApps = new Set(settled.map((box) => box.app));
  const byApp = new Map<string, Box[]>();
  const singles: Box[] = [];
  for (const box of boxes) {
    if (known.has(box.id)) continue;
    if (knownApps.has(box.app) || box.kind === 'app') singles.push(box);
    else byApp.set(box.app, [...(byApp.get(box.app) ?? []), box]);
  }
  return [...singles.map((box) => toBlock([box], fresh)), ...[...byApp.values()].map((list) => toBlock(list, fresh))];
};

const toBlock = (boxes: readonly Box[], fresh: ReadonlyMap<string, Point>): Block => {
  const rects = boxes.map((box) => ({
    ...(fresh.get(box.id) ?? { x: 0, y: 0 }),
    width: box.width,
    height: box.height,
  }));
  const size = boundsOf(rects) ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    boxes: boxes.map((box, index) => ({
      box,
      at: { x: (rects[index]?.x ?? 0) - size.x, y: (rects[index]?.y ?? 0) - size.y },
    })),
    size,
  };
};

/** A new model may stand inside its own app's area, but not in another's. */
const obstaclesFor = (
  app: string,
  settled: readonly Box[],
  positions: ReadonlyMap<string, Point>,
  groups: readonly AppGroup[],
): Rect[] => {
  const areas: Rect[] = groups.filter((group) => group.app !== app);
  for (const box of settled) {
    const at = positions.get(box.id);
    if (at !== undefined && (box.app === app || box.kind === 'app')) {
      areas.push({ ...at, width: box.width, height: box.height });
    }
  }
  return areas;
};

/** The middle of the neighbours in the same app, else of the app's area, else of all neighbours, else below everything. */
const wishFor = (
  block: Block,
  edges: readonly VisibleEdge[],
  positions: ReadonlyMap<string, Point>,
  settled: readonly Box[],
  groups: readonly AppGroup[],
): Point => {
  const ids = new Set(block.boxes.map(({ box }) => box.id));
  const app = block.boxes[0]?.box.app ?? '';
  const byId = new Map(settled.map((box) => [box.id, box]));
  const near: Box[] = [];
  for (const edge of edges) {
    const other = ids.has(edge.from) ? edge.to : ids.has(edge.to) ? edge.from : null;
    const box = other === null ? undefined : byId.get(other);
    if (box !== undefined) near.push(box);
  }
  const sameApp = near.filter((box) => box.app === app);
  const centre =
    middle(sameApp, positions) ??
    groupCentre(groups.find((group) => group.app === app)) ??
    // Where the app's own box stood while it was collapsed.
    positions.get(collapsedId(app)) ??
    middle(near, positions);
  if (centre !== null) return { x: centre.x - block.size.width / 2, y: centre.y - block.size.height / 2 };
  const all = boundsOf(groups);
  return all === null ? { x: 0, y: 0 } : { x: all.x + groupPadding, y: all.y + all.height + 2 * gap };
};

const groupCentre = (group: AppGroup | undefined): Point | null =>
  group === undefined ? null : { x: group.x + group.width / 2, y: group.y + group.height / 2 };

const middle = (boxes: readonly Box[], positions: ReadonlyMap<string, Point>): Point | null => {
  if (boxes.length === 0) return null;
  let x = 0;
  let y = 0;
  for (const box of boxes) {
    const at = positions.get(box.id) ?? { x: 0, y: 0 };
    x += at.x + box.width / 2;
    y += at.y + box.height / 2;
  }
  return { x: x / boxes.length, y: y / boxes.length };
};

/** The nearest place to the wish that is free, looked for along the edges of what is in the way: exact, and quick with 1,000 boxes. */
const freeSpot = (wish: Point, size: Rect, obstacles: readonly Rect[]): Point => {
  const around = { width: size.width + 2 * groupPadding, height: size.height + 2 * groupPadding + groupHeader };
  const isFree = (x: number, y: number): boolean => {
    const rect = { x: x - groupPadding, y: y - groupPadding - groupHeader, ...around };
    return !obstacles.some((obstacle) => overlaps(rect, obstacle));
  };
  if (isFree(wish.x, wish.y)) return wish;
  const xs = [wish.x];
  const ys = [wish.y];
  for (const obstacle of obstacles) {
    xs.push(obstacle.x + obstacle.width + groupPadding + 1, obstacle.x - size.width - groupPadding - 1);
    ys.push(obstacle.y + obstacle.height + groupPadding + groupHeader + 1, obstacle.y - size.height - groupPadding - 1);
  }
  return nearestFree(wish, nearestFirst(xs, wish.x), nearestFirst(ys, wish.y), isFree);
};

const nearestFirst = (values: readonly number[], wish: number): number[] =>
  [...new Set(values)].sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish));

const nearestFree = (
  wish: Point,
  xs: readonly number[],
  ys: readonly number[],
  isFree: (x: number, y: number) => boolean,
): Point => {
  let best: Point | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const x of xs) {
    if (Math.abs(x - wish.x) >= bestDistance) break;
    for (const y of ys) {
      const distance = Math.hypot(x - wish.x, y - wish.y);
      if (distance >= bestDistance) break;
      if (!isFree(x, y)) continue;
      best = { x, y };
      bestDistance = distance;
      break;
    }
  }
  return best ?? wish;
};
