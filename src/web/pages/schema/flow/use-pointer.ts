import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react';
import type { EdgeLine } from '../../../../diagram/edge-path.ts';
import { boxAt, lineAt } from '../../../../diagram/scene.ts';
import type { Tip } from './line-tip.tsx';
import type { FlowProps } from './schema-flow.tsx';

type Wanted = Pick<FlowProps, 'scene' | 'onOpen' | 'onExpand'>;

/** From further away than this a line is one of hundreds under the pointer. */
const lineZoom = 0.15;
const reachPixels = 6;

/** What the pointer is over and what a press opens, also for what is only drawn. */
export const usePointer = ({ scene, onOpen, onExpand }: Wanted) => {
  const flow = useReactFlow();
  const store = useStoreApi();
  const [hovered, setHovered] = useState<string | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const clearTip = useCallback(() => setTip(null), []);

  const pick = (id: string) => {
    const box = scene.boxes.get(id)?.box;
    if (box?.kind === 'app') onExpand(box.app);
    else if (box !== undefined) onOpen(id);
  };
  const pointOf = (event: MouseEvent) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
  const lineUnder = (event: MouseEvent): EdgeLine | null => {
    const zoom = store.getState().transform[2];
    return zoom < lineZoom ? null : lineAt(scene, pointOf(event), reachPixels / zoom);
  };
  return {
    hovered,
    tip,
    clearTip,
    onKeyDown: (event: KeyboardEvent) => {
      const id = (event.target as Element).closest('.react-flow__node')?.getAttribute('data-id');
      if (event.key === 'Enter' && id && scene.boxes.has(id)) pick(id);
    },
    onNodeClick: (_: unknown, node: { id: string }) => pick(node.id),
    onNodeMouseEnter: (_: unknown, node: { id: string }) => setHovered(node.id),
    onNodeMouseLeave: () => setHovered(null),
    onPaneClick: (event: MouseEvent) => {
      const box = boxAt(scene, pointOf(event));
      if (box !== null) return pick(box.box.id);
      const edge = lineUnder(event)?.edge;
      onOpen(edge !== undefined && edge.from === edge.source ? edge.source : null);
    },
    onPaneMouseMove: (event: MouseEvent) => {
      const line = event.buttons === 0 ? lineUnder(event) : null;
      if (line !== null) setTip({ line, x: event.clientX, y: event.clientY });
      else if (tip !== null) setTip(null);
    },
  };
};
