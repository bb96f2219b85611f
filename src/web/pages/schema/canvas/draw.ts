/**
 * Draws areas, lines and, from afar, boxes. On a canvas, because 3,000 SVG lines cost Chromium 60–200 ms a frame when
 * zooming; here a frame with everything in sight takes about 20 ms in software rendering.
 */

import { overlaps, type Rect } from '../graph/boxes.ts';
import type { PlacedBox } from '../graph/edge-path.ts';
import type { AppGroup } from '../graph/groups.ts';
import { rectOf, type Scene } from '../graph/scene.ts';
import { appTint, boxDashes, type Palette } from '../graph/style.ts';
import type { Viewport } from '../graph/view-state.ts';
import { drawLines } from './draw-lines.ts';

export type Emphasis = {
  /** Boxes whose lines are lit: the one under the pointer and the open one. */
  lit: ReadonlySet<string>;
  /** A single line under the pointer. */
  litLine: string | null;
  /** Boxes that a search found; the others step back. */
  matches: ReadonlySet<string> | null;
};

export type Drawing = {
  scene: Scene;
  view: Viewport;
  size: { width: number; height: number };
  palette: Palette;
  appOrder: ReadonlyMap<string, number>;
  emphasis: Emphasis;
  /** From afar boxes are drawn here; near by they are elements of the page. */
  drawBoxes: boolean;
};

export const draw = (context: CanvasRenderingContext2D, drawing: Drawing, pixelRatio: number): void => {
  const { view, size, scene, palette, appOrder } = drawing;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const scale = view.zoom * pixelRatio;
  context.setTransform(scale, 0, 0, scale, view.x * pixelRatio, view.y * pixelRatio);
  const area = visibleArea(view, size);
  for (const group of scene.groups) {
    if (overlaps(group, area)) drawGroup(context, group, appTint(appOrder.get(group.app) ?? 0, palette), view.zoom);
  }
  drawLines(context, drawing, area);
  if (!drawing.drawBoxes) return;
  for (const placed of scene.boxes.values()) {
    if (overlaps(rectOf(placed), area)) drawBox(context, placed, drawing);
  }
};

export const visibleArea = (view: Viewport, size: { width: number; height: number }): Rect => ({
  x: -view.x / view.zoom,
  y: -view.y / view.zoom,
  width: size.width / view.zoom,
  height: size.height / view.zoom,
});

const drawGroup = (
  context: CanvasRenderingContext2D,
  group: AppGroup,
  tint: { fill: string; stroke: string },
  zoom: number,
): void => {
  context.beginPath();
  context.roundRect(group.x, group.y, group.width, group.height, Math.min(10, 6 / zoom));
  context.fillStyle = tint.fill;
  context.fill();
  context.lineWidth = 1 / zoom;
  context.strokeStyle = tint.stroke;
  context.setLineDash([]);
  context.stroke();
};

/** Names are drawn while they can be read: below this a letter is under 5 pixels high. */
const readableZoom = 0.38;

const drawBox = (context: CanvasRenderingContext2D, { box, at }: PlacedBox, drawing: Drawing): void => {
  const { palette, view, emphasis } = drawing;
  const own = box.kind === 'app' ? box.own : box.node.model.own;
  const found = emphasis.matches === null || emphasis.matches.has(box.id);
  context.globalAlpha = found ? 1 : 0.35;
  context.fillStyle = emphasis.matches !== null && found ? palette.mark : own ? palette.surface : palette.sunken;
  context.fillRect(at.x, at.y, box.width, box.height);
  const lit = emphasis.lit.has(box.id);
  const unmade = box.kind === 'model' && box.node.unmade !== null;
  context.strokeStyle = lit ? palette.accent : unmade ? palette.warn : palette.lineStrong;
  context.lineWidth = (lit ? 2 : 1) / view.zoom;
  context.setLineDash(box.kind === 'model' && view.zoom > 0.2 ? [...boxDashes[box.node.model.kind]] : []);
  context.strokeRect(at.x, at.y, box.width, box.height);
  if (view.zoom >= readableZoom) {
    context.fillStyle = emphasis.matches !== null && found ? palette.markText : palette.text;
    context.font = '600 13px system-ui, sans-serif';
    context.fillText(box.title, at.x + 10, at.y + 21, box.width - 20);
  }
  context.globalAlpha = 1;
};
