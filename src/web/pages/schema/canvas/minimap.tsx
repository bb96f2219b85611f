import { useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { Rect } from '../../../../diagram/boxes.ts';
import { rectOf, type Scene } from '../../../../diagram/scene.ts';
import { appTint, type Palette } from '../../../../diagram/style.ts';
import { texts } from '../texts.ts';
import { visibleArea } from './draw.ts';

/** As the styles have it. */
export const minimapSize = { width: 180, height: 120 };
const size = minimapSize;
const ratio = 2;

type Props = { scene: Scene; palette: Palette; appOrder: ReadonlyMap<string, number> };

/** The whole graph in a corner. It is drawn once per scene; moving about only moves the frame over it. */
export function Minimap({ scene, palette, appOrder }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore((state) => state.transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const { setCenter } = useReactFlow();
  const fit = useMemo(() => fitInto(scene.bounds), [scene.bounds]);
  const picture = useMemo(() => paint(scene, palette, appOrder, fit), [scene, palette, appOrder, fit]);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    context.drawImage(picture, 0, 0, size.width, size.height);
    const area = visibleArea({ x, y, zoom }, { width, height });
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.strokeRect(...insideMap(toMap(area, fit)));
  }, [x, y, zoom, width, height, picture, palette, fit]);

  const goTo = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const frame = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - frame.left, y: event.clientY - frame.top };
    void setCenter((at.x - fit.left) / fit.scale + fit.x, (at.y - fit.top) / fit.scale + fit.y, { zoom });
  };
  return (
    <canvas
      ref={canvas}
      className="schema-minimap"
      width={size.width * ratio}
      height={size.height * ratio}
      role="img"
      aria-label={texts.graph.minimap}
      onPointerDown={goTo}
      onPointerMove={goTo}
    />
  );
}

type Fit = { scale: number; x: number; y: number; left: number; top: number };

const fitInto = (bounds: Rect | null): Fit => {
  if (bounds === null) return { scale: 1, x: 0, y: 0, left: 0, top: 0 };
  const scale = Math.min((size.width - 12) / bounds.width, (size.height - 12) / bounds.height);
  return {
    scale,
    x: bounds.x,
    y: bounds.y,
    left: (size.width - bounds.width * scale) / 2,
    top: (size.height - bounds.height * scale) / 2,
  };
};

const toMap = (rect: Rect, fit: Fit): [number, number, number, number] => [
  (rect.x - fit.x) * fit.scale + fit.left,
  (rect.y - fit.y) * fit.scale + fit.top,
  Math.max(1, rect.width * fit.scale),
  Math.max(1, rect.height * fit.scale),
];

/** A view larger than the graph frames the whole map. */
const insideMap = ([x, y, width, height]: [number, number, number, number]): [number, number, number, number] => {
  const left = Math.max(1, x);
  const top = Math.max(1, y);
  const right = Math.min(size.width - 1, x + width);
  const bottom = Math.min(size.height - 1, y + height);
  return [left, top, Math.max(0, right - left), Math.max(0, bottom - top)];
};

const paint = (scene: Scene, palette: Palette, appOrder: ReadonlyMap<string, number>, fit: Fit): HTMLCanvasElement => {
  const picture = document.createElement('canvas');
  picture.width = size.width * ratio;
  picture.height = size.height * ratio;
  const context = picture.getContext('2d');
  if (context === null) return picture;
  context.scale(ratio, ratio);
  for (const group of scene.groups) {
    context.fillStyle = appTint(appOrder.get(group.app) ?? 0, palette).stroke;
    context.fillRect(...toMap(group, fit));
  }
  context.fillStyle = palette.dim;
  context.globalAlpha = 0.7;
  for (const placed of scene.boxes.values()) context.fillRect(...toMap(rectOf(placed), fit));
  return picture;
};
