/** Where every box stands: what was remembered, what ELK lays out for the rest, and what a hand has moved. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Box, boundsOf, type Point } from '../../../../diagram/boxes.ts';
import type { Grouping } from '../../../../diagram/elk-graph.ts';
import { placeNew } from '../../../../diagram/place.ts';
import type { CollapsedApp, VisibleEdge } from '../../../../diagram/visible.ts';
import { startLayout } from './layout.ts';
import { browserStore, forgetPositions, readPositions, writePositions } from './storage.ts';

export type Wanted = {
  slug: string;
  /** Name of the arrangement, see `arrangementKey`. */
  arrangement: string;
  boxes: readonly Box[];
  edges: readonly VisibleEdge[];
  collapsed: readonly CollapsedApp[];
  grouping: Grouping;
};

export type Arrangement = {
  positions: ReadonlyMap<string, Point>;
  /** Laying out just now. */
  busy: boolean;
  failed: boolean;
  move: (moves: ReadonlyMap<string, Point>, done: boolean) => void;
  /** Forgets what was dragged and lays everything out anew. */
  rearrange: () => void;
  copyTo: (arrangement: string) => void;
};

type Held = { arrangement: string; positions: ReadonlyMap<string, Point> };

export const useArrangement = (wanted: Wanted): Arrangement => {
  const { slug, arrangement } = wanted;
  const load = (): Held => ({ arrangement, positions: readPositions(browserStore, slug, arrangement) });
  const [held, setHeld] = useState<Held>(load);
  // Swapped while rendering, so that no box is drawn for a moment where another arrangement has it.
  if (held.arrangement !== arrangement) setHeld(load());
  const current = useRef(held);
  current.current = held;

  const settle = useCallback<Settle>(
    (positions, keep) => {
      setHeld({ arrangement, positions });
      if (keep) writePositions(browserStore, slug, arrangement, positions);
    },
    [slug, arrangement],
  );
  const state = useLayout(wanted, held.positions, settle);
  const move = useCallback(
    (moves: ReadonlyMap<string, Point>, done: boolean) => settle(merged(current.current.positions, moves), done),
    [settle],
  );
  const rearrange = useCallback(() => {
    forgetPositions(browserStore, slug, arrangement);
    setHeld({ arrangement, positions: new Map() });
  }, [slug, arrangement]);
  const copyTo = useCallback(
    (other: string) => void writePositions(browserStore, slug, other, current.current.positions),
    [slug],
  );
  return { positions: held.positions, ...state, move, rearrange, copyTo };
};

const idle = { busy: false, failed: false };

type Settle = (positions: ReadonlyMap<string, Point>, keep: boolean) => void;

/** Has those boxes laid out that have no place yet. */
const useLayout = (wanted: Wanted, positions: ReadonlyMap<string, Point>, settle: Settle) => {
  const [state, setState] = useState(idle);
  const latest = useRef(wanted);
  latest.current = wanted;
  const { boxes, grouping } = wanted;
  // Only other boxes or other sizes need another layout; a field's type or an unmade change does not.
  const shape = useMemo(() => boxes.map((box) => `${box.id} ${box.width} ${box.height}`).join('\n'), [boxes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for boxes, edges and collapsed apps
  useEffect(() => {
    const { boxes, edges, collapsed } = latest.current;
    const known = withCollapsed(positions, collapsed);
    const missing = boxes.filter((box) => !known.has(box.id));
    if (missing.length === 0) {
      // What was being laid out before is not wanted any more, and will not tell that it ended.
      setState(idle);
      if (known !== positions) settle(known, false);
      return;
    }
    const isFirst = missing.length === boxes.length;
    const job = startLayout(missing, isFirst ? edges : edgesAmong(missing, edges), grouping);
    setState({ busy: true, failed: false });
    job.promise
      .then((fresh) => settle(isFirst ? merged(known, fresh) : placeNew(boxes, edges, known, fresh), true))
      .then(() => setState(idle))
      .catch(() => setState({ busy: false, failed: true }));
    return job.cancel;
  }, [positions, shape, grouping, settle]);
  return state;
};

const merged = (a: ReadonlyMap<string, Point>, b: ReadonlyMap<string, Point>): Map<string, Point> =>
  new Map([...a, ...b]);

const edgesAmong = (boxes: readonly Box[], edges: readonly VisibleEdge[]): VisibleEdge[] => {
  const ids = new Set(boxes.map((box) => box.id));
  return edges.filter((edge) => ids.has(edge.from) && ids.has(edge.to));
};

/** The box of a collapsed app stands in the middle of the models it hides. */
const withCollapsed = (
  positions: ReadonlyMap<string, Point>,
  collapsed: readonly CollapsedApp[],
): ReadonlyMap<string, Point> => {
  const added = new Map<string, Point>();
  for (const app of collapsed) {
    if (positions.has(app.id)) continue;
    const places = app.models.flatMap((id) => positions.get(id) ?? []);
    const bounds = boundsOf(places.map((at) => ({ ...at, width: 180, height: 60 })));
    if (bounds === null) continue;
    added.set(app.id, { x: Math.round(bounds.x + bounds.width / 2 - 80), y: Math.round(bounds.y + bounds.height / 2) });
  }
  return added.size === 0 ? positions : merged(positions, added);
};
