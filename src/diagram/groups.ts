/** The tinted areas behind the models of one app. */
import { type Box, boundsOf, lettersIn, type Point, type Rect, titleCharWidth } from './boxes.ts';
import { isCounted } from './graph.ts';

/** `counted`: those of its boxes that count as models. */
export type AppGroup = Rect & { app: string; own: boolean; models: string[]; counted: number };

export const groupPadding = 18;
export const groupHeader = 30;

/** Titles keep their size on screen: this much room shows them whole also from afar, where boxes are not read any more. */
const titleGrowth = 2.2;
const widestTitle = 360;

/** How wide an app wants to be for its title: one of a single small model would have its name cut. */
export const titleRoom = (app: string): number =>
  Math.round(Math.min(widestTitle, (lettersIn(app) * titleCharWidth + 2 * groupPadding) * titleGrowth));

/** Around every app's models; a collapsed app needs no area, its box is one. */
export const appGroups = (boxes: Iterable<Box>, positions: ReadonlyMap<string, Point>): AppGroup[] => {
  const rects = new Map<string, { own: boolean; rects: Rect[]; models: string[]; counted: number }>();
  for (const box of boxes) {
    const at = positions.get(box.id);
    if (box.kind === 'app' || at === undefined) continue;
    const group = rects.get(box.app) ?? { own: box.node.model.own, rects: [], models: [], counted: 0 };
    rects.set(box.app, group);
    group.rects.push({ ...at, width: box.width, height: box.height });
    group.models.push(box.id);
    group.counted += Number(isCounted(box.node.model));
  }
  const groups: AppGroup[] = [];
  for (const [app, { rects: parts, ...group }] of rects) {
    const bounds = boundsOf(parts);
    if (bounds !== null) groups.push({ ...padded(bounds), app, ...group });
  }
  return groups;
};

const padded = (rect: Rect): Rect => ({
  x: rect.x - groupPadding,
  y: rect.y - groupPadding - groupHeader,
  width: rect.width + 2 * groupPadding,
  height: rect.height + 2 * groupPadding + groupHeader,
});

/** A title grows upwards from the top of its area. */
const titleReach = 24;
const endlessRoom = 2_000;

/** How far the title of each app may go to the right: over the free room beside a narrow area, up to what stands there. */
export const titleWidths = (groups: readonly AppGroup[], others: readonly Rect[]): Map<string, number> => {
  const all = [...groups, ...others];
  return new Map(
    groups.map((group) => {
      const [top, bottom] = [group.y - titleReach, group.y + groupHeader];
      const beside = all.filter(({ x, y, height }) => x > group.x && y < bottom && y + height > top);
      return [group.app, Math.max(group.width, Math.min(endlessRoom, ...beside.map(({ x }) => x - group.x)))];
    }),
  );
};
