import '@xyflow/react/dist/base.css';
import { useMediaQuery } from '@mantine/hooks';
import { type NodeChange, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Point } from '../../../../diagram/boxes.ts';
import type { Scene } from '../../../../diagram/scene.ts';
import { maxZoom, minZoom, type Viewport } from '../../../../diagram/view-state.ts';
import { CanvasLayer } from '../canvas/canvas-layer.tsx';
import { Minimap } from '../canvas/minimap.tsx';
import { usePalette } from '../canvas/palette.ts';
import { texts } from '../texts.ts';
import { AppLabel } from './app-label.tsx';
import { Controls } from './controls.tsx';
import type { FlowNode } from './flow-nodes.ts';
import { LineTip } from './line-tip.tsx';
import { BoxNode } from './model-node.tsx';
import { useFitting } from './use-fitting.ts';
import { groupMoves, useFlowNodes } from './use-flow-nodes.ts';
import { usePointer } from './use-pointer.ts';

/** What never changes. Boxes out of sight are left out before React Flow hears of them, lines are on the canvas. */
const fixed = {
  nodeTypes: { box: BoxNode, label: AppLabel },
  edges: [],
  minZoom,
  maxZoom,
  nodesConnectable: false,
  elevateNodesOnSelect: false,
  deleteKeyCode: null,
  proOptions: { hideAttribution: true },
  'aria-label': texts.graph.label,
};

export type FlowProps = {
  scene: Scene;
  /** Every box of it has its place. */
  isPlaced: boolean;
  /** Another value: another picture, to be shown whole. */
  fitKey: string;
  initialView: Viewport | null;
  /** Model to bring into sight; a new object each time it is asked for. */
  target: { id: string } | null;
  /** App that was expanded last; a new object each time. */
  expanded: { app: string } | null;
  open: string | null;
  matches: ReadonlySet<string> | null;
  search: string;
  appOrder: readonly string[];
  onOpen: (id: string | null) => void;
  onMove: (moves: ReadonlyMap<string, Point>, done: boolean) => void;
  onCollapse: (app: string) => void;
  onExpand: (app: string) => void;
  onRearrange: () => void;
  onView: (view: Viewport) => void;
  children?: ReactNode;
};

function Flow(props: FlowProps) {
  const { scene, open, matches, appOrder, onMove } = props;
  const palette = usePalette();
  const { nodes, elements, select, follow } = useFlowNodes(props);
  const { hovered, tip, clearTip, onKeyDown, ...pointer } = usePointer(props);
  useFitting(props);
  // A finger moves the picture: on a phone nearly all of it is boxes, and each would be dragged off its place.
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });

  const order = useMemo(() => new Map(appOrder.map((label, index) => [label, index])), [appOrder]);
  const litLine = tip?.line.edge.id ?? null;
  const emphasis = useMemo(
    () => ({ lit: new Set([hovered, open].filter((id) => id !== null)), litLine, matches }),
    [hovered, open, litLine, matches],
  );
  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      select(changes);
      const { moves, done } = groupMoves(changes, scene);
      if (moves.size > 0) onMove(moves, done);
    },
    [scene, onMove, select],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside take the keys, this only listens for them
    <div className="schema-stage" onKeyDown={onKeyDown} onPointerLeave={clearTip}>
      <CanvasLayer scene={scene} palette={palette} appOrder={order} emphasis={emphasis} elements={elements} />
      <ReactFlow
        {...fixed}
        {...pointer}
        nodes={nodes}
        nodesDraggable={!isTouch}
        onNodesChange={onNodesChange}
        onMove={follow}
        onMoveStart={clearTip}
        onMoveEnd={(_, view) => props.onView(view)}
      />
      <Controls scene={scene} onRearrange={props.onRearrange} />
      {/* Nothing has its place yet while the first layout is made. */}
      {scene.bounds === null ? null : <Minimap scene={scene} palette={palette} appOrder={order} />}
      {tip === null ? null : <LineTip tip={tip} scene={scene} />}
      {props.children}
    </div>
  );
}

export function SchemaFlow(props: FlowProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}
