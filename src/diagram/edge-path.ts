/** The line of an edge between two placed boxes, as SVG path text: drawn on canvas and written to files from one source. */
import { anchorY, type Box, type Point, type Rect } from './boxes.ts';
import type { EndMark } from './graph.ts';
import type { VisibleEdge } from './visible.ts';

export type PlacedBox = { box: Box; at: Point };

type End = Point & { /** 1 leaves to the right, -1 to the left. */ out: 1 | -1 };

export type EdgeLine = {
  edge: VisibleEdge;
  /** From the source to the target, without marks. */
  path: string;
  /** Marks of both ends that are only stroked. */
  strokes: string;
  /** Marks that are filled with the background and stroked: rings and triangles. */
  shapes: string;
  start: Point;
  end: Point;
  /** Control points, for hit tests: start, stub, two handles, stub, end. */
  curve: readonly Point[];
  bounds: Rect;
};

const stub = 16;

export const edgeLine = (edge: VisibleEdge, from: PlacedBox, to: PlacedBox): EdgeLine => {
  const [start, end] = chooseEnds(edge, from, to);
  const a = { x: start.x + start.out * stub, y: start.y };
  const b = { x: end.x + end.out * stub, y: end.y };
  const reach = handleReach(a, b, start.out === end.out);
  const c1 = { x: a.x + start.out * reach, y: a.y };
  const c2 = { x: b.x + end.out * reach, y: b.y };
  const marks = [endMark(edge.sourceMark, start), endMark(edge.targetMark, end)];
  return {
    edge,
    path: `M${n(start.x)} ${n(start.y)}H${n(a.x)}C${n(c1.x)} ${n(c1.y)} ${n(c2.x)} ${n(c2.y)} ${n(b.x)} ${n(b.y)}H${n(end.x)}`,
    strokes: marks.map((mark) => mark.strokes).join(''),
    shapes: marks.map((mark) => mark.shapes).join(''),
    start: { x: start.x, y: start.y },
    end: { x: end.x, y: end.y },
    curve: [start, a, c1, c2, b, end].map(({ x, y }) => ({ x, y })),
    bounds: curveBounds([start, a, c1, c2, b, end]),
  };
};

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Boxes beside each other are joined by facing sides; one above the other by the same side, so that no line runs under a box. */
const chooseEnds = (edge: VisibleEdge, from: PlacedBox, to: PlacedBox): [End, End] => {
  const fromRight = from.at.x + from.box.width;
  const toRight = to.at.x + to.box.width;
  const startY = from.at.y + anchorY(from.box, edge.from === edge.source ? edge.field : null);
  const endY = to.at.y + anchorY(to.box, null);
  const gap = 2 * stub;
  if (to.at.x >= fromRight + gap) return [right(fromRight, startY), left(to.at.x, endY)];
  if (toRight + gap <= from.at.x) return [left(from.at.x, startY), right(toRight, endY)];
  return [right(fromRight, startY), right(toRight, endY)];
};

const right = (x: number, y: number): End => ({ x, y, out: 1 });
const left = (x: number, y: number): End => ({ x, y, out: -1 });

const handleReach = (a: Point, b: Point, sameSide: boolean): number => {
  if (sameSide) return Math.min(90, 18 + Math.abs(a.y - b.y) * 0.3 + Math.max(0, Math.abs(a.x - b.x) * 0.4));
  return Math.min(160, Math.max(12, Math.abs(b.x - a.x) / 2));
};

/** Crow's foot notation: a bar is one, a ring is none, a fork is many; an open triangle points at a parent. */
const endMark = (mark: EndMark, { x, y, out }: End): { strokes: string; shapes: string } => {
  const bar = (at: number) => `M${n(x + out * at)} ${n(y - 5)}v10`;
  switch (mark) {
    case 'one':
      return { strokes: bar(8), shapes: '' };
    case 'zero_or_one':
      return {
        strokes: bar(6),
        shapes: `M${n(x + out * 9)} ${n(y)}a3.5 3.5 0 1 0 ${out * 7} 0a3.5 3.5 0 1 0 ${-out * 7} 0Z`,
      };
    case 'many':
      return { strokes: `M${n(x)} ${n(y - 5)}L${n(x + out * 10)} ${n(y)}L${n(x)} ${n(y + 5)}`, shapes: '' };
    case 'parent':
      return { strokes: '', shapes: `M${n(x)} ${n(y)}L${n(x + out * 11)} ${n(y - 6)}v12Z` };
    case 'none':
      return { strokes: '', shapes: '' };
  }
};

const curveBounds = (points: readonly Point[]): Rect => {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
};

/** Distance from a point to the line, over short straight pieces of its curve. */
export const distanceToLine = (line: EdgeLine, point: Point): number => {
  const [start, a, c1, c2, b, end] = line.curve as [Point, Point, Point, Point, Point, Point];
  let best = Math.min(distanceToSegment(point, start, a), distanceToSegment(point, b, end));
  let previous = a;
  for (let step = 1; step <= 16; step += 1) {
    const next = bezierAt(a, c1, c2, b, step / 16);
    best = Math.min(best, distanceToSegment(point, previous, next));
    previous = next;
  }
  return best;
};

const bezierAt = (a: Point, c1: Point, c2: Point, b: Point, t: number): Point => {
  const u = 1 - t;
  const [wa, w1, w2, wb] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return { x: wa * a.x + w1 * c1.x + w2 * c2.x + wb * b.x, y: wa * a.y + w1 * c1.y + w2 * c2.y + wb * b.y };
};

const distanceToSegment = (p: Point, a: Point, b: Point): number => {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy));
};
