/** Which boxes are elements of the page right now, and what React Flow needs to know of them. */
import type { Node } from '@xyflow/react';
import type { Rect } from '../../../../diagram/boxes.ts';
import type { PlacedBox } from '../../../../diagram/edge-path.ts';
import type { AppGroup } from '../../../../diagram/groups.ts';
import { boxesIn, type Scene } from '../../../../diagram/scene.ts';
import type { Viewport } from '../../../../diagram/view-state.ts';
import { visibleArea } from '../canvas/draw.ts';
import { texts } from '../texts.ts';
import type { LabelData } from './app-label.tsx';
import type { BoxData } from './model-node.tsx';

export type FlowNode = Node<BoxData, 'box'> | Node<LabelData, 'label'>;

export type Window = { area: Rect; near: boolean; zoom: number };

/**
 * With more boxes than this in sight they are drawn on the canvas instead: mounting 1,000 elements at once blocks the
 * page for 300–500 ms, and at that zoom their text cannot be read anyway.
 */
const elementBudget = 120;

/** Elements that are mounted in one frame; measured at 0.4–0.9 ms each with style and layout. */
export const mountsPerFrame = 12;

/** The part of the graph that is kept as elements: what is in sight and a margin, so that a small pan mounts nothing. */
export const windowOf = (view: Viewport, size: { width: number; height: number }, scene: Scene): Window => {
  const seen = visibleArea(view, size);
  const [mx, my] = [seen.width * 0.2, seen.height * 0.2];
  const area = { x: seen.x - mx, y: seen.y - my, width: seen.width + 2 * mx, height: seen.height + 2 * my };
  return { area, near: boxesIn(scene, area).length <= elementBudget, zoom: view.zoom };
};

/** Still good while the view stays inside it and has not zoomed by half. */
export const stillCovers = (window: Window, view: Viewport, size: { width: number; height: number }): boolean => {
  const seen = visibleArea(view, size);
  const { area } = window;
  const inside =
    seen.x >= area.x &&
    seen.y >= area.y &&
    seen.x + seen.width <= area.x + area.width &&
    seen.y + seen.height <= area.y + area.height;
  const ratio = view.zoom / window.zoom;
  return inside && ratio < 1.35 && ratio > 0.8;
};

type Shown = { selected: boolean; found: boolean | null; words: string };

/** React Flow renders a node again when its object is another one: unchanged boxes must keep theirs while one is dragged. */
export const makeNodeCache = () => {
  const boxes = new WeakMap<PlacedBox, Shown & { node: FlowNode }>();
  const labels = new Map<string, { group: AppGroup; room: number; node: FlowNode }>();
  return {
    box: (placed: PlacedBox, shown: Shown): FlowNode => {
      const old = boxes.get(placed);
      const same =
        old !== undefined && old.selected === shown.selected && old.found === shown.found && old.words === shown.words;
      if (same) return old.node;
      const node = boxNode(placed, shown.selected, shown.found, shown.words);
      boxes.set(placed, { ...shown, node });
      return node;
    },
    label: (group: AppGroup, room: number, onCollapse: (app: string) => void): FlowNode => {
      const old = labels.get(group.app);
      const same =
        old !== undefined &&
        old.group.x === group.x &&
        old.group.y === group.y &&
        old.room === room &&
        old.group.counted === group.counted &&
        old.group.models.length === group.models.length;
      if (same) return old.node;
      const node = labelNode(group, room, onCollapse);
      labels.set(group.app, { group, room, node });
      return node;
    },
  };
};

const boxNode = (placed: PlacedBox, selected: boolean, found: boolean | null, words: string): FlowNode => ({
  id: placed.box.id,
  type: 'box',
  position: placed.at,
  width: placed.box.width,
  height: placed.box.height,
  measured: { width: placed.box.width, height: placed.box.height },
  selected,
  data: { box: placed.box, found, words },
  ariaLabel: boxName(placed),
});

const boxName = ({ box }: PlacedBox): string =>
  box.kind === 'app'
    ? texts.graph.appLabel(box.app, box.models)
    : texts.graph.boxLabel(box.title, box.app, box.node.model.fields.length, box.node.edges.length);

export const labelId = (app: string): string => `label:${app}`;

const labelNode = (group: AppGroup, room: number, onCollapse: (app: string) => void): FlowNode => ({
  id: labelId(group.app),
  type: 'label',
  position: { x: group.x + 8, y: group.y + 4 },
  width: 200,
  height: 24,
  measured: { width: 200, height: 24 },
  // Only the title itself takes the pointer, not the empty room beside it.
  style: { pointerEvents: 'none' },
  selectable: false,
  focusable: false,
  zIndex: 1,
  data: { app: group.app, models: group.counted, width: room - 16, onCollapse },
  ariaLabel: texts.graph.appLabel(group.app, group.counted),
});

/** A title needs room: from afar only those keep theirs that have enough. */
export const labelFits = (group: AppGroup, room: number, zoom: number): boolean =>
  room * zoom >= 56 && group.height * zoom >= 12;
