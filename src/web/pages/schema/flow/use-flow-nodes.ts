import { type NodeChange, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Point } from '../../../../diagram/boxes.ts';
import type { PlacedBox } from '../../../../diagram/edge-path.ts';
import { titleWidths } from '../../../../diagram/groups.ts';
import { boxesIn, rectOf, type Scene } from '../../../../diagram/scene.ts';
import {
  type FlowNode,
  labelFits,
  labelId,
  makeNodeCache,
  mountsPerFrame,
  stillCovers,
  type Window,
  windowOf,
} from './flow-nodes.ts';
import type { FlowProps } from './schema-flow.tsx';

type Wanted = Pick<FlowProps, 'scene' | 'open' | 'matches' | 'search' | 'onCollapse'>;

const restMs = 90;

/** The elements of the page for what is in sight, renewed as the view moves on. */
export const useFlowNodes = ({ scene, open, matches, search, onCollapse }: Wanted) => {
  const { window, follow } = useWindow(scene);
  const { selected, select } = useSelection(open);
  const cache = useMemo(makeNodeCache, []);
  const rooms = useMemo(() => {
    const collapsed = [...scene.boxes.values()].filter(({ box }) => box.kind === 'app');
    return titleWidths(scene.groups, collapsed.map(rectOf));
  }, [scene]);
  const labels = useMemo(
    () =>
      scene.groups.flatMap((group) => {
        const room = rooms.get(group.app) ?? group.width;
        return window !== null && labelFits(group, room, window.zoom) ? [cache.label(group, room, onCollapse)] : [];
      }),
    [scene, rooms, window, cache, onCollapse],
  );
  const mounted = useMounted(scene, window);
  const nodes = useMemo((): FlowNode[] => {
    const words = search.trim().toLowerCase();
    const boxes = mounted.map((placed) => {
      const id = placed.box.id;
      return cache.box(placed, { selected: selected.has(id), found: matches === null ? null : matches.has(id), words });
    });
    return [...labels, ...boxes];
  }, [labels, mounted, selected, matches, search, cache]);
  const elements = useMemo(() => new Set(mounted.map((placed) => placed.box.id)), [mounted]);
  return { nodes, elements, select, follow };
};

/** Elements follow when the view comes to rest: until then the canvas draws what has none, at a tenth of the cost. */
const useWindow = (scene: Scene): { window: Window | null; follow: () => void } => {
  const store = useStoreApi();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const [window, setWindow] = useState<Window | null>(null);
  const sceneNow = useRef(scene);
  sceneNow.current = scene;
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useCallback(
    (old: Window | null): Window => {
      const { transform, width, height } = store.getState();
      const view = { x: transform[0], y: transform[1], zoom: transform[2] };
      const covers = old !== null && stillCovers(old, view, { width, height });
      return covers ? old : windowOf(view, { width, height }, sceneNow.current);
    },
    [store],
  );
  const follow = useCallback(() => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => setWindow(look), restMs);
  }, [look]);
  useEffect(() => () => clearTimeout(rest.current), []);
  const boxCount = scene.boxes.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of boxes or another size asks for another look
  useEffect(() => setWindow(look(null)), [look, width, height, boxCount]);
  return { window, follow };
};

/** The open model, and what was selected beside it to be moved together. */
const useSelection = (open: string | null) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setSelected(new Set(open === null ? [] : [open])), [open]);
  const select = useCallback((changes: NodeChange<FlowNode>[]) => {
    const picks = changes.filter((change) => change.type === 'select');
    if (picks.length === 0) return;
    setSelected((old) => {
      const next = new Set(old);
      for (const pick of picks) {
        if (pick.selected) next.add(pick.id);
        else next.delete(pick.id);
      }
      return next;
    });
  }, []);
  return { selected, select };
};

/** A few more boxes each frame until all in the window are there: mounting them at once would hold the page up. */
const useMounted = (scene: Scene, window: Window | null): readonly PlacedBox[] => {
  const before = useRef<ReadonlySet<string>>(new Set());
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn mounts some more
  const { mounted, complete } = useMemo(() => {
    if (window === null || !window.near) return { mounted: none, complete: true };
    const wanted = boxesIn(scene, window.area);
    const kept = wanted.filter((placed) => before.current.has(placed.box.id));
    const fresh = wanted.filter((placed) => !before.current.has(placed.box.id));
    return { mounted: [...kept, ...fresh.slice(0, mountsPerFrame)], complete: fresh.length <= mountsPerFrame };
  }, [scene, window, turn]);
  useEffect(() => {
    before.current = new Set(mounted.map((placed) => placed.box.id));
    if (complete) return;
    const frame = requestAnimationFrame(() => setTurn((old) => old + 1));
    return () => cancelAnimationFrame(frame);
  }, [mounted, complete]);
  return mounted;
};

const none: readonly PlacedBox[] = [];

/** Where boxes were dragged to. The title of an app takes all its models along. */
export const groupMoves = (
  changes: readonly NodeChange<FlowNode>[],
  scene: Scene,
): { moves: Map<string, Point>; done: boolean } => {
  const moves = new Map<string, Point>();
  let done = true;
  for (const change of changes) {
    if (change.type !== 'position' || change.position === undefined) continue;
    if (change.dragging === true) done = false;
    const group = scene.groups.find((one) => labelId(one.app) === change.id);
    if (group === undefined) {
      moves.set(change.id, change.position);
      continue;
    }
    const [dx, dy] = [change.position.x - group.x - 8, change.position.y - group.y - 4];
    for (const id of group.models) {
      const at = scene.boxes.get(id)?.at;
      if (at !== undefined) moves.set(id, { x: at.x + dx, y: at.y + dy });
    }
  }
  return { moves, done };
};
