import { useStore } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { type Drawing, draw, labelScale } from './draw.ts';

/** Lies under the boxes and is drawn in the same commit that moves them, so that lines never lag behind. */
export function CanvasLayer(drawing: Omit<Drawing, 'view' | 'size'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y, zoom] = useStore((state) => state.transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const ratio = Math.min(window.devicePixelRatio || 1, 2);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || width === 0) return;
    // Setting the size of a canvas empties it, so only when it is another one.
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (context.canvas.width !== wide) context.canvas.width = wide;
    if (context.canvas.height !== high) context.canvas.height = high;
    if (drawing.scene.boxes.size > 0 && performance.getEntriesByName('schema-picture').length === 0) {
      performance.mark('schema-picture');
    }
    draw(context, { ...drawing, view: { x, y, zoom }, size: { width, height } }, ratio);
    scaleLabels(canvas.current?.parentElement ?? null, labelScale(zoom));
  });

  return <canvas ref={canvas} className="schema-canvas" aria-hidden />;
}

/** Straight to the few titles: a variable on their parent would make the browser style every box again in each frame. */
const scaleLabels = (stage: Element | null, scale: number): void => {
  for (const label of stage?.getElementsByClassName('app-label') ?? []) {
    if (!(label instanceof HTMLElement)) continue;
    label.style.scale = String(scale);
    label.style.setProperty('--room', `${Number(label.dataset.width) / scale}px`);
  }
};
