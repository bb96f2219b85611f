import { overlaps, type Rect } from '../../../../diagram/boxes.ts';
import type { EdgeLine } from '../../../../diagram/edge-path.ts';
import type { Scene } from '../../../../diagram/scene.ts';
import { type LineStyle, lineStyles, throughStyle } from '../../../../diagram/style.ts';
import type { VisibleEdge } from '../../../../diagram/visible.ts';
import type { Drawing } from './draw.ts';

type Paths = { line: Path2D; strokes: Path2D; shapes: Path2D };

/** Parsing a path costs more than drawing it; a line that has not moved keeps its own. */
const parsed = new WeakMap<EdgeLine, Paths>();

const pathsOf = (line: EdgeLine): Paths => {
  const known = parsed.get(line);
  if (known !== undefined) return known;
  const paths = { line: new Path2D(line.path), strokes: new Path2D(line.strokes), shapes: new Path2D(line.shapes) };
  parsed.set(line, paths);
  return paths;
};

/** Measured: 3,000 curves in sight take 30–66 ms a frame, the same as straight lines 21 ms. */
const straightAbove = 450;
/** Marks are under 4 pixels below this zoom. */
const markZoom = 0.4;

export const drawLines = (context: CanvasRenderingContext2D, drawing: Drawing, area: Rect): void => {
  const { scene, emphasis, palette, view } = drawing;
  const inSight = scene.lines.filter((line) => overlaps(line.bounds, area));
  const isLit = ({ edge }: EdgeLine) =>
    edge.id === emphasis.litLine || emphasis.lit.has(edge.from) || emphasis.lit.has(edge.to);
  const lit = emphasis.lit.size > 0 || emphasis.litLine !== null ? inSight.filter(isLit) : [];
  const straight = inSight.length > straightAbove;
  context.globalAlpha = alphaOf(straight, lit.length > 0 || emphasis.matches !== null);
  for (const [style, lines] of byStyle(inSight, scene)) {
    const colour = style.faint ? palette.lineStrong : palette.edge;
    if (straight) strokeStraight(context, lines, style, colour, view.zoom);
    else strokeCurves(context, lines, style, colour, drawing);
  }
  context.globalAlpha = 1;
  for (const [style, lines] of byStyle(lit, scene)) {
    strokeCurves(context, lines, { ...style, width: style.width + 0.6 }, palette.accent, drawing);
  }
  context.setLineDash([]);
};

/** From afar thousands of lines would be one dark cloud; lines step back when others are lit. */
const alphaOf = (straight: boolean, others: boolean): number => (straight ? 0.22 : 1) * (others ? 0.5 : 1);

const byStyle = (lines: readonly EdgeLine[], scene: Scene): Map<LineStyle, EdgeLine[]> => {
  const groups = new Map<LineStyle, EdgeLine[]>();
  for (const line of lines) {
    const style = styleOf(line.edge, scene);
    const group = groups.get(style);
    if (group === undefined) groups.set(style, [line]);
    else group.push(line);
  }
  return groups;
};

const styleOf = (edge: VisibleEdge, scene: Scene): LineStyle =>
  edge.through !== null && scene.boxes.has(edge.through) ? throughStyle : lineStyles[edge.kind];

/** In sets of fifty: one path of thousands of pieces is slower to fill than many short ones. */
const strokeStraight = (
  context: CanvasRenderingContext2D,
  lines: readonly EdgeLine[],
  style: LineStyle,
  colour: string,
  zoom: number,
): void => {
  context.strokeStyle = colour;
  context.lineWidth = Math.min(style.width, 1) / zoom;
  context.setLineDash([]);
  for (let index = 0; index < lines.length; index += 50) {
    context.beginPath();
    for (const line of lines.slice(index, index + 50)) {
      context.moveTo(line.start.x, line.start.y);
      context.lineTo(line.end.x, line.end.y);
    }
    context.stroke();
  }
};

const strokeCurves = (
  context: CanvasRenderingContext2D,
  lines: readonly EdgeLine[],
  style: LineStyle,
  colour: string,
  { view, palette }: Drawing,
): void => {
  // Thin lines stay visible from afar, and do not grow into bars when one zooms in.
  const width = Math.max(style.width, 0.8 / view.zoom);
  context.strokeStyle = colour;
  context.setLineDash(view.zoom > 0.25 ? (style.dash as number[]) : []);
  for (const line of lines) {
    context.lineWidth = line.edge.count > 1 ? width + Math.min(3, Math.log2(line.edge.count)) : width;
    context.stroke(pathsOf(line).line);
  }
  if (view.zoom >= markZoom) drawMarks(context, lines, palette.paper);
};

const drawMarks = (context: CanvasRenderingContext2D, lines: readonly EdgeLine[], paper: string): void => {
  context.setLineDash([]);
  context.lineWidth = 1.2;
  context.fillStyle = paper;
  for (const line of lines) {
    const { strokes, shapes } = pathsOf(line);
    if (line.strokes !== '') context.stroke(strokes);
    if (line.shapes === '') continue;
    context.fill(shapes);
    context.stroke(shapes);
  }
};
