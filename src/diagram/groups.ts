/** The tinted areas behind the models of one app. */
import { type Box, boundsOf, type Point, type Rect } from './boxes.ts';

export type AppGroup = Rect & { app: string; own: boolean; models: string[] };

export const groupPadding = 18;
export const groupHeader = 30;

/** Around every app's models; a collapsed app needs no area, its box is one. */
export const appGroups = (boxes: Iterable<Box>, positions: ReadonlyMap<string, Point>): AppGroup[] => {
  const rects = new Map<string, { own: boolean; rects: Rect[]; models: string[] }>();
  for (const box of boxes) {
    const at = positions.get(box.id);
    if (box.kind === 'app' || at === undefined) continue;
    const group = rects.get(box.app) ?? { own: box.node.model.own, rects: [], models: [] };
    rects.set(box.app, group);
    group.rects.push({ ...at, width: box.width, height: box.height });
    group.models.push(box.id);
  }
  const groups: AppGroup[] = [];
  for (const [app, group] of rects) {
    const bounds = boundsOf(group.rects);
    if (bounds !== null) groups.push({ ...padded(bounds), app, own: group.own, models: group.models });
  }
  return groups;
};

const padded = (rect: Rect): Rect => ({
  x: rect.x - groupPadding,
  y: rect.y - groupPadding - groupHeader,
  width: rect.width + 2 * groupPadding,
  height: rect.height + 2 * groupPadding + groupHeader,
});
