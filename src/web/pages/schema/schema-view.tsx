import { Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { MigrationsDetail, SchemaDetail } from '../../../contract/index.ts';
import { PageHead } from '../../parts/panel.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { exportScene } from './export/export-scene.ts';
import { SchemaFlow } from './flow/schema-flow.tsx';
import { arrangementKey, defaultView, formatView, parseView } from './graph/view-state.ts';
import { listViews, removeView, saveView } from './layout/storage.ts';
import { Legend } from './legend.tsx';
import { SchemaDoubts, SchemaOrigin } from './page-facts.tsx';
import { ModelPanel } from './panel/model-panel.tsx';
import { ModelTable } from './table/model-table.tsx';
import { texts } from './texts.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useGraph } from './use-graph.ts';
import { type ChangeView, useView } from './use-view.ts';

type Props = { slug: string; schema: SchemaDetail; migrations: MigrationsDetail | null };

export function SchemaView({ slug, schema, migrations }: Props) {
  const { state, change, lookAt } = useView();
  const { graph, shown, matches, scene, arrangement, appOrder, focus } = useGraph(slug, schema, migrations, state);
  const [target, setTarget] = useState<{ id: string } | null>(null);
  const [initialView] = useState(() => parseView(window.location.search).at);
  const views = useViews(slug, change, arrangement.copyTo);

  const onOpen = useCallback((model: string | null) => change({ model }, 'push'), [change]);
  const onShow = useCallback(
    (id: string) => {
      const isHidden = !shown.models.some((node) => node.model.id === id);
      if (isHidden) change({ look: 'graph', model: id, focus: id }, 'push');
      else change({ look: 'graph', model: id });
      setTarget({ id });
    },
    [change, shown],
  );
  const onCollapse = useCallback(
    (app: string) => change({ collapsed: [...parseView(window.location.search).collapsed, app] }),
    [change],
  );
  const onExpand = useCallback(
    (app: string) => change({ collapsed: parseView(window.location.search).collapsed.filter((one) => one !== app) }),
    [change],
  );
  const found = useMemo(() => (matches === null ? null : [...matches]), [matches]);
  const tableModels = useMemo(
    () => (matches === null ? shown.models : shown.models.filter((node) => matches.has(node.model.id))),
    [shown, matches],
  );
  const isEmpty = shown.models.length === 0 && shown.collapsed.length === 0;

  return (
    <div className="page--full schema-page">
      <PageHead title={texts.title} detail={<SchemaOrigin schema={schema} shown={shown.models.length} />} />
      <SchemaDoubts schema={schema} />
      <Toolbar
        graph={graph}
        state={{ ...state, focus }}
        change={change}
        found={found}
        onFound={onShow}
        views={{ current: state.view, ...views }}
        exports={{ onExport: (format) => exportScene(format, { slug, scene, shown, appOrder }) }}
      />
      <div className="schema-main">
        {isEmpty ? (
          <Nothing total={schema.models.length} onReset={() => change(defaultView)} />
        ) : state.look === 'table' ? (
          <ModelTable models={tableModels} graph={graph} open={state.model} onOpen={onOpen} />
        ) : (
          <SchemaFlow
            scene={scene}
            fitKey={arrangementKey({ ...state, focus })}
            initialView={initialView}
            target={target}
            open={state.model}
            matches={matches}
            search={state.search}
            appOrder={appOrder}
            onOpen={onOpen}
            onMove={arrangement.move}
            onCollapse={onCollapse}
            onExpand={onExpand}
            onRearrange={arrangement.rearrange}
            onView={lookAt}
          >
            <Legend />
            <div className="schema-busy" role="status">
              {arrangement.busy ? texts.graph.arranging : arrangement.failed ? texts.graph.failed : null}
            </div>
          </SchemaFlow>
        )}
        {state.model === null ? null : (
          <ModelPanel
            key={state.model}
            slug={slug}
            id={state.model}
            graph={graph}
            migrations={migrations}
            differences={schema.differences}
            onOpen={onOpen}
            onFocus={(id) => change({ look: 'graph', focus: id }, 'push')}
            onShow={onShow}
          />
        )}
      </div>
    </div>
  );
}

/** Views that were given a name: kept in this browser, for this workspace. */
const useViews = (slug: string, change: ChangeView, copyTo: (arrangement: string) => void) => {
  const [views, setViews] = useState(() => listViews(localStorage, slug));
  return {
    views,
    onChoose: (view: { query: string } | null) =>
      change(view === null ? { ...defaultView } : parseView(view.query), 'push'),
    onSave: (name: string) => {
      const now = { ...parseView(window.location.search), view: name };
      // First the name, then its places: places of a view without a name are cleared away.
      setViews(saveView(localStorage, slug, { name, query: formatView(now) }));
      copyTo(arrangementKey(now));
      change({ view: name, at: now.at });
    },
    onRemove: (name: string) => {
      setViews(removeView(localStorage, slug, name));
      if (parseView(window.location.search).view === name) change({ view: null });
    },
  };
};

function Nothing({ total, onReset }: { total: number; onReset: () => void }) {
  if (total === 0) return <EmptyState title={texts.empty.title}>{texts.empty.hint}</EmptyState>;
  return (
    <EmptyState title={texts.empty.filtered} action={<Button onClick={onReset}>{texts.empty.reset}</Button>}>
      {texts.empty.filteredHint}
    </EmptyState>
  );
}
