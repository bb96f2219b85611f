import '@xyflow/react/dist/base.css';
import { type NodeChange, ReactFlow, ReactFlowProvider, useReactFlow, useStoreApi } from '@xyflow/react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useMemo, useState } from 'react';
import { CanvasLayer } from '../canvas/canvas-layer.tsx';
import { Minimap } from '../canvas/minimap.tsx';
import { usePalette } from '../canvas/palette.ts';
import type { Point } from '../graph/boxes.ts';
import type { EdgeLine } from '../graph/edge-path.ts';
import { boxAt, lineAt, type Scene } from '../graph/scene.ts';
import { maxZoom, minZoom, type Viewport } from '../graph/view-state.ts';
import { texts } from '../texts.ts';
import { AppLabel } from './app-label.tsx';
import { Controls } from './controls.tsx';
import type { FlowNode } from './flow-nodes.ts';
import { LineTip, type Tip } from './line-tip.tsx';
import { BoxNode } from './model-node.tsx';
import { useFitting } from './use-fitting.ts';
import { groupMoves, useFlowNodes } from './use-flow-nodes.ts';

const nodeTypes = { box: BoxNode, label: AppLabel };
const noEdges: never[] = [];

export type FlowProps = {
  scene: Scene;
  /** Another value: another picture, to be shown whole. */
  fitKey: string;
  initialView: Viewport | null;
  /** Model to bring into sight; a new object each time it is asked for. */
  target: { id: string } | null;
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
  const { scene, open, matches, appOrder, onOpen, onMove, onExpand, onView } = props;
  const palette = usePalette();
  const flow = useReactFlow();
  const store = useStoreApi();
  const [hovered, setHovered] = useState<string | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const { nodes, elements, select, follow } = useFlowNodes(props);
  useFitting(props);

  const order = useMemo(() => new Map(appOrder.map((label, index) => [label, index])), [appOrder]);
  const emphasis = useMemo(
    () => ({ lit: new Set([hovered, open].filter((id) => id !== null)), litLine: tip?.line.edge.id ?? null, matches }),
    [hovered, open, tip, matches],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      select(changes);
      const { moves, done } = groupMoves(changes, scene);
      if (moves.size > 0) onMove(moves, done);
    },
    [scene, onMove, select],
  );

  const pick = (id: string) => {
    const box = scene.boxes.get(id)?.box;
    if (box?.kind === 'app') onExpand(box.app);
    else if (box !== undefined) onOpen(id);
  };
  const lineUnder = (event: MouseEvent): EdgeLine | null => {
    const zoom = store.getState().transform[2];
    const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    return zoom < 0.15 ? null : lineAt(scene, point, 6 / zoom);
  };
  const onPaneClick = (event: MouseEvent) => {
    const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const box = boxAt(scene, point);
    const line = box === null ? lineUnder(event) : null;
    if (box !== null) pick(box.box.id);
    else onOpen(line !== null && line.edge.from === line.edge.source ? line.edge.source : null);
  };
  const onPaneMouseMove = (event: MouseEvent) => {
    const line = event.buttons === 0 ? lineUnder(event) : null;
    if (line?.edge.id === tip?.line.edge.id && line === null) return;
    setTip(line === null ? null : { line, x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as Element).closest('.react-flow__node')?.getAttribute('data-id');
    if (event.key === 'Enter' && id && scene.boxes.has(id)) pick(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside take the keys, this only listens for them
    <div className="schema-stage" onKeyDown={onKeyDown} onPointerLeave={() => setTip(null)}>
      <CanvasLayer scene={scene} palette={palette} appOrder={order} emphasis={emphasis} elements={elements} />
      <ReactFlow
        nodes={nodes}
        edges={noEdges}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={(_, node) => pick(node.id)}
        onNodeMouseEnter={(_, node) => setHovered(node.id)}
        onNodeMouseLeave={() => setHovered(null)}
        onPaneClick={onPaneClick}
        onPaneMouseMove={onPaneMouseMove}
        onMove={follow}
        onMoveStart={() => setTip(null)}
        onMoveEnd={(_, view) => onView(view)}
        minZoom={minZoom}
        maxZoom={maxZoom}
        nodesConnectable={false}
        deleteKeyCode={null}
        elevateNodesOnSelect={false}
        onlyRenderVisibleElements={false}
        proOptions={{ hideAttribution: true }}
        aria-label={texts.graph.label}
      />
      <Controls scene={scene} onRearrange={props.onRearrange} />
      <Minimap scene={scene} palette={palette} appOrder={order} />
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
