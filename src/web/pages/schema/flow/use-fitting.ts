import { useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { overlaps, type Rect } from '../../../../diagram/boxes.ts';
import { rectOf } from '../../../../diagram/scene.ts';
import { minZoom, type Viewport } from '../../../../diagram/view-state.ts';
import { visibleArea } from '../canvas/draw.ts';
import type { FlowProps } from './schema-flow.tsx';

/** Room for the buttons in the corners. */
const edge = { left: 56, right: 20, top: 20, bottom: 52 };

/** The view that shows an area whole, never larger than life. */
export const fitView = (area: Rect, size: { width: number; height: number }): Viewport => {
  const room = { width: size.width - edge.left - edge.right, height: size.height - edge.top - edge.bottom };
  const wanted = Math.min(1, Math.max(1, room.width) / area.width, Math.max(1, room.height) / area.height);
  const zoom = Math.max(minZoom, wanted);
  return {
    x: edge.left + (room.width - area.width * zoom) / 2 - area.x * zoom,
    y: edge.top + (room.height - area.height * zoom) / 2 - area.y * zoom,
    zoom,
  };
};

export const glideMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250);

/** From further away a box is a speck: who comes for a model wants to see it. */
const speckZoom = 0.2;
const readableZoom = 0.8;

type Size = { width: number; height: number };

const centred = (rect: Rect, zoom: number, { width, height }: Size): Viewport => ({
  x: width / 2 - (rect.x + rect.width / 2) * zoom,
  y: height / 2 - (rect.y + Math.min(rect.height, height) / 2) * zoom,
  zoom,
});

/** The whole picture, or the model one came for where that would be a speck in it. */
const firstView = (bounds: Rect, model: Rect | null, size: Size): Viewport => {
  const whole = fitView(bounds, size);
  return model !== null && whole.zoom < speckZoom ? centred(model, readableZoom, size) : whole;
};

/** Shows a new picture once it has places, unless the address says where to look; brings a wanted model into sight. */
export const useFitting = ({ scene, fitKey, initialView, target, open }: FlowProps): void => {
  const { setViewport, getViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const placeOf = useCallback(
    (id: string | null): Rect | null => {
      const placed = id === null ? undefined : scene.boxes.get(id);
      return placed === undefined ? null : rectOf(placed);
    },
    [scene],
  );
  const glideTo = useCallback(
    (rect: Rect) => {
      const view = centred(rect, Math.max(getViewport().zoom, readableZoom), { width, height });
      void setViewport(view, { duration: glideMs() });
    },
    [width, height, setViewport, getViewport],
  );

  const fitted = useRef<string | null>(null);
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (scene.bounds === null || width === 0 || fitted.current === fitKey) return;
    const isFirst = fitted.current === null;
    fitted.current = fitKey;
    opened.current = open;
    const asked = isFirst ? initialView : null;
    void setViewport(asked ?? firstView(scene.bounds, placeOf(open), { width, height }));
  }, [scene, fitKey, initialView, open, width, height, setViewport, placeOf]);

  // Opened by a link or the palette, not by a press on it.
  useEffect(() => {
    const rect = placeOf(open);
    if (fitted.current === null || opened.current === open) return;
    opened.current = open;
    if (rect !== null && !overlaps(rect, visibleArea(getViewport(), { width, height }))) glideTo(rect);
  }, [open, width, height, placeOf, getViewport, glideTo]);

  const shown = useRef<FlowProps['target']>(null);
  useEffect(() => {
    if (target === null || shown.current === target || width === 0) return;
    const rect = placeOf(target.id);
    if (rect === null) return;
    shown.current = target;
    glideTo(rect);
  }, [target, width, placeOf, glideTo]);
};
