/** Which part of a graph is looked at so that it is seen whole. */
import { overlaps, type Rect, type Size } from '../../../../diagram/boxes.ts';
import { minZoom, type Viewport } from '../../../../diagram/view-state.ts';

/** Room for the buttons in the corners. */
const edge = { left: 56, right: 20, top: 20, bottom: 52 };
/** Around the map in the lower right corner. */
const mapGap = 12;

/** The view that shows an area whole within these edges, never larger than life. */
const fitWithin = (area: Rect, size: Size, { left, right, top, bottom }: typeof edge): Viewport => {
  const room = { width: size.width - left - right, height: size.height - top - bottom };
  const wanted = Math.min(1, Math.max(1, room.width) / area.width, Math.max(1, room.height) / area.height);
  const zoom = Math.max(minZoom, wanted);
  return {
    x: left + (room.width - area.width * zoom) / 2 - area.x * zoom,
    y: top + (room.height - area.height * zoom) / 2 - area.y * zoom,
    zoom,
  };
};

/** The view that leads to an area; null where its middle is in sight already. */
export const areaView = (area: Rect, { x, y, zoom }: Viewport, size: Size): Viewport | null => {
  const middle = { x: (area.x + area.width / 2) * zoom + x, y: (area.y + area.height / 2) * zoom + y };
  const isInSight = middle.x >= 0 && middle.y >= 0 && middle.x <= size.width && middle.y <= size.height;
  return isInSight ? null : fitWithin(area, size, edge);
};

/** What of the graph lies below the map. */
const behindMap = ({ x, y, zoom }: Viewport, size: Size, map: Size): Rect => ({
  x: (size.width - mapGap - map.width - x) / zoom,
  y: (size.height - mapGap - map.height - y) / zoom,
  width: map.width / zoom,
  height: map.height / zoom,
});

type Picture = { bounds: Rect; boxes: readonly Rect[] };

/** Where the map would cover a box, the picture stands beside or above it, whichever leaves it larger. Null: there is no map. */
export const fitView = ({ bounds, boxes }: Picture, size: Size, map: Size | null): Viewport => {
  const whole = fitWithin(bounds, size, edge);
  if (map === null) return whole;
  const behind = behindMap(whole, size, map);
  if (!boxes.some((box) => overlaps(box, behind))) return whole;
  const beside = fitWithin(bounds, size, { ...edge, right: map.width + 2 * mapGap });
  const above = fitWithin(bounds, size, { ...edge, bottom: map.height + 2 * mapGap });
  return beside.zoom > above.zoom ? beside : above;
};
