import { useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { overlaps, type Rect, type Size } from '../../../../diagram/boxes.ts';
import { rectOf, type Scene } from '../../../../diagram/scene.ts';
import type { Viewport } from '../../../../diagram/view-state.ts';
import { inPixels } from '../../../parts/rem.ts';
import { visibleArea } from '../canvas/draw.ts';
import { minimapSize } from '../canvas/minimap.tsx';
import { areaView, fitView } from './fit.ts';
import type { FlowProps } from './schema-flow.tsx';

/** The view that shows the whole picture; on a phone no map lies over it. */
export const wholeView = ({ bounds, boxes }: Scene, size: Size): Viewport | null => {
  if (bounds === null) return null;
  const isPhone = window.matchMedia('(max-width: 43.75em)').matches;
  return fitView({ bounds, boxes: [...boxes.values()].map(rectOf) }, size, isPhone ? null : minimapSize);
};

export const glideMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250);

/** From further away a box is a speck: who comes for a model wants to see it. */
const speckZoom = 0.35;
const readableZoom = 0.8;

const centred = (rect: Rect, zoom: number, { width, height }: Size): Viewport => ({
  x: width / 2 - (rect.x + rect.width / 2) * zoom,
  y: height / 2 - (rect.y + Math.min(rect.height, height) / 2) * zoom,
  zoom,
});

/** The whole picture, or the model one came for where that would be a speck in it. */
const firstView = (whole: Viewport, model: Rect | null, size: Size): Viewport =>
  model !== null && whole.zoom < speckZoom ? centred(model, readableZoom, size) : whole;

/** In a window of middling width the details lie over the right side of the graph; on a phone over all of it, and go away when one wants to see it. */
const panelOver = '(min-width: 43.76em) and (max-width: 56.25em)';
const panelRem = 25;

/** What of the stage is seen beside the details. */
const useFreeSize = (hasPanel: boolean): Size => {
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  return useMemo(() => {
    const covered = hasPanel && window.matchMedia(panelOver).matches ? inPixels(panelRem) : 0;
    return { width: Math.max(0, width - covered), height };
  }, [hasPanel, width, height]);
};

/** A picture as it was shown whole, as far as its boxes had places then. */
type Fitted = { key: string; isPlaced: boolean; view: Viewport };

const isSame = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001;

/**
 * Shows a new picture once it has places, unless the address says where to look; once more when the rest of its boxes have theirs, unless one
 * has looked elsewhere by then. Brings a wanted model into sight.
 */
export const useFitting = ({ scene, isPlaced, fitKey, initialView, target, expanded, open }: FlowProps): void => {
  const { setViewport, getViewport } = useReactFlow();
  const size = useFreeSize(open !== null);
  const placeOf = useCallback(
    (id: string | null): Rect | null => {
      const placed = id === null ? undefined : scene.boxes.get(id);
      return placed === undefined ? null : rectOf(placed);
    },
    [scene],
  );
  const glideTo = useCallback(
    (rect: Rect) => {
      const view = centred(rect, Math.max(getViewport().zoom, readableZoom), size);
      void setViewport(view, { duration: glideMs() });
    },
    [size, setViewport, getViewport],
  );

  const fitted = useRef<Fitted | null>(null);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const last = fitted.current;
    const isDone = last?.key === fitKey && (last.isPlaced || !isPlaced || !isSame(last.view, getViewport()));
    const whole = size.width === 0 || isDone ? null : wholeView(scene, size);
    if (whole === null) return;
    const asked = last === null ? initialView : null;
    const view = asked ?? firstView(whole, placeOf(open), size);
    fitted.current = { key: fitKey, isPlaced: isPlaced || asked !== null, view };
    opened.current = open;
    void setViewport(view);
  }, [scene, isPlaced, fitKey, initialView, open, size, setViewport, getViewport, placeOf]);

  // Opened by a link or the palette, not by a press on it.
  useEffect(() => {
    const rect = placeOf(open);
    if (fitted.current === null || opened.current === open) return;
    opened.current = open;
    if (rect !== null && !overlaps(rect, visibleArea(getViewport(), size))) glideTo(rect);
  }, [open, size, placeOf, getViewport, glideTo]);

  // An app that was expanded where there was no room for it stands elsewhere: one is led to it.
  const unfolded = useRef<FlowProps['expanded']>(null);
  useEffect(() => {
    const group = scene.groups.find(({ app }) => app === expanded?.app);
    if (expanded === null || unfolded.current === expanded || group === undefined || size.width === 0) return;
    unfolded.current = expanded;
    const view = areaView(group, getViewport(), size);
    if (view !== null) void setViewport(view, { duration: glideMs() });
  }, [expanded, scene, size, setViewport, getViewport]);

  const shown = useRef<FlowProps['target']>(null);
  useEffect(() => {
    if (target === null || shown.current === target || size.width === 0) return;
    const rect = placeOf(target.id);
    if (rect === null) return;
    shown.current = target;
    glideTo(rect);
  }, [target, size, placeOf, glideTo]);
};
