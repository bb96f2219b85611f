import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { Rect } from '../../../../diagram/boxes.ts';
import { rectOf } from '../../../../diagram/scene.ts';
import { minZoom, type Viewport } from '../../../../diagram/view-state.ts';
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

/** Shows a new picture whole once it has places, unless the address says where to look; brings a wanted model into sight. */
export const useFitting = ({ scene, fitKey, initialView, target }: FlowProps): void => {
  const { setViewport, setCenter, getZoom } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const fitted = useRef<string | null>(null);

  useEffect(() => {
    if (scene.bounds === null || width === 0 || fitted.current === fitKey) return;
    const isFirst = fitted.current === null;
    fitted.current = fitKey;
    void setViewport(isFirst && initialView !== null ? initialView : fitView(scene.bounds, { width, height }));
  }, [scene, fitKey, initialView, width, height, setViewport]);

  const shown = useRef<FlowProps['target']>(null);
  useEffect(() => {
    if (target === null || shown.current === target || width === 0) return;
    const placed = scene.boxes.get(target.id);
    if (placed === undefined) return;
    shown.current = target;
    const rect = rectOf(placed);
    void setCenter(rect.x + rect.width / 2, rect.y + Math.min(rect.height, height) / 2, {
      zoom: Math.max(getZoom(), 0.8),
      duration: glideMs(),
    });
  }, [target, scene, width, height, setCenter, getZoom]);
};
