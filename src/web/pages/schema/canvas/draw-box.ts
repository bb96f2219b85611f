import { headerHeight, type ModelBox, rowDetail, rowHeight } from '../../../../diagram/boxes.ts';
import type { PlacedBox } from '../../../../diagram/edge-path.ts';
import { boxDash, type Palette } from '../../../../diagram/style.ts';
import type { Drawing } from './draw.ts';

/** Text is drawn while it can be read. A hundred boxes of rows are a thousand texts, 20 ms a frame: those only near by. */
const titleZoom = 0.4;
const rowsZoom = 0.58;

const fonts = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** A box as the page's own elements look, so that nothing seems to change when one takes its place. */
export const drawBox = (context: CanvasRenderingContext2D, { box, at }: PlacedBox, drawing: Drawing): void => {
  const { palette, view, emphasis } = drawing;
  const own = box.kind === 'app' ? box.own : box.node.model.own;
  const found = emphasis.matches === null || emphasis.matches.has(box.id);
  const marked = emphasis.matches !== null && found;
  context.globalAlpha = found ? 1 : 0.35;
  context.fillStyle = marked ? palette.mark : own ? palette.surface : palette.sunken;
  context.fillRect(at.x, at.y, box.width, box.height);
  const lit = emphasis.lit.has(box.id);
  const unmade = box.kind === 'model' && box.node.unmade !== null;
  context.strokeStyle = lit ? palette.accent : unmade ? palette.warn : palette.lineStrong;
  context.lineWidth = (lit ? 2 : 1) / Math.min(1, view.zoom);
  context.setLineDash(box.kind === 'model' && view.zoom > 0.2 ? (boxDash(box.node) as number[]) : []);
  context.strokeRect(at.x, at.y, box.width, box.height);
  if (view.zoom >= titleZoom) {
    context.fillStyle = marked ? palette.markText : palette.text;
    context.font = `600 13px ${fonts}`;
    const title = headerHeight / 2 + (box.kind === 'app' ? box.height / 2 - headerHeight / 2 : 0);
    context.fillText(box.title, at.x + 10, at.y + title + 5, box.width - 20);
  }
  if (box.kind === 'model' && box.rows.length > 0 && view.zoom >= rowsZoom) drawRows(context, box, at, palette, marked);
  context.globalAlpha = 1;
};

const drawRows = (
  context: CanvasRenderingContext2D,
  box: ModelBox,
  at: { x: number; y: number },
  palette: Palette,
  marked: boolean,
): void => {
  if (marked) {
    context.fillStyle = palette.surface;
    context.fillRect(at.x, at.y + headerHeight, box.width, box.height - headerHeight);
  }
  context.fillStyle = palette.line;
  context.fillRect(at.x, at.y + headerHeight, box.width, 1);
  context.font = `12px ${fonts}`;
  box.rows.forEach(({ field }, index) => {
    const y = at.y + headerHeight + (index + 0.5) * rowHeight + 4;
    context.fillStyle = palette.text;
    context.fillText(field.null ? `${field.name}?` : field.name, at.x + 10, y, box.width * 0.6);
    context.fillStyle = palette.dim;
    context.textAlign = 'right';
    context.fillText(rowDetail(field), at.x + box.width - 10, y, box.width * 0.5);
    context.textAlign = 'left';
  });
};
