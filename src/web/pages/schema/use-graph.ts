/** From what was read and what the view asks for to a scene with places. */
import { useEffect, useMemo, useRef } from 'react';
import type { MigrationsDetail, SchemaDetail } from '../../../contract/index.ts';
import { appBox, type Box, modelBox } from '../../../diagram/boxes.ts';
import { buildGraph } from '../../../diagram/graph.ts';
import { buildScene, emptyScene, type Scene } from '../../../diagram/scene.ts';
import { arrangementKey, type ViewState } from '../../../diagram/view-state.ts';
import { searchVisible, showVisible } from '../../../diagram/visible.ts';
import { useArrangement } from './layout/use-arrangement.ts';

export type Graph = ReturnType<typeof useGraph>;

export const useGraph = (slug: string, schema: SchemaDetail, migrations: MigrationsDetail | null, state: ViewState) => {
  const graph = useMemo(
    () => buildGraph(schema, migrations?.apps.flatMap((app) => app.unmade) ?? []),
    [schema, migrations],
  );
  const { focus: wanted, hops, thirdParty, abstract, through, level, search } = state;
  // The table has no boxes that would stand for their models.
  const collapsed = state.look === 'table' ? [] : state.collapsed;
  const collapsedText = collapsed.join();
  // A model that is gone cannot be in focus; the address may still name it.
  const focus = wanted !== null && graph.models.has(wanted) ? wanted : null;
  const shown = useMemo(() => {
    const collapsed = collapsedText.split(',');
    return showVisible(graph, { focus, hops, collapsed, thirdParty, abstract, through });
  }, [graph, focus, hops, collapsedText, thirdParty, abstract, through]);
  const boxes = useMemo(
    (): Box[] => [...shown.models.map((node) => modelBox(node, level)), ...shown.collapsed.map(appBox)],
    [shown, level],
  );
  const matches = useMemo(() => searchVisible(graph, shown, search), [graph, shown, search]);
  const grouping = focus === null ? 'apps' : 'flat';
  const arrangement = useArrangement({
    slug,
    arrangement: arrangementKey({ ...state, focus, collapsed }),
    boxes,
    edges: shown.edges,
    collapsed: shown.collapsed,
    grouping,
  });
  const before = useRef<Scene>(emptyScene);
  const scene = useMemo(
    () => buildScene(boxes, shown.edges, arrangement.positions, grouping, before.current),
    [boxes, shown.edges, arrangement.positions, grouping],
  );
  useEffect(() => {
    before.current = scene;
  }, [scene]);
  const appOrder = useMemo(() => graph.apps.map((app) => app.label), [graph]);
  const isPlaced = scene.boxes.size === boxes.length;
  return { graph, shown, matches, scene, isPlaced, arrangement, appOrder, focus };
};
