import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { MigrationsDetail, SchemaDetail } from '../../../contract/index.ts';
import { arrangementKey, defaultView, parseView } from '../../../diagram/view-state.ts';
import { PageHead } from '../../parts/panel.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { exportScene } from './export/export-scene.ts';
import { SchemaFlow } from './flow/schema-flow.tsx';
import { Legend } from './legend.tsx';
import { SchemaDoubts, SchemaOrigin } from './page-facts.tsx';
import { ModelPanel } from './panel/model-panel.tsx';
import { ModelTable } from './table/model-table.tsx';
import { texts } from './texts.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { type Actions, useActions, useViews } from './use-actions.ts';
import { type Graph, useGraph } from './use-graph.ts';
import { useView } from './use-view.ts';

type Props = { slug: string; schema: SchemaDetail; migrations: MigrationsDetail | null };

export function SchemaView({ slug, schema, migrations }: Props) {
  const view = useView();
  const { state, change } = view;
  const graph = useGraph(slug, schema, migrations, state);
  const actions = useActions(view, graph.shown);
  const views = useViews(slug, change, graph.arrangement.copyTo);
  const found = useMemo(() => (graph.matches === null ? null : [...graph.matches]), [graph.matches]);
  return (
    <div className="page--full schema-page">
      <PageHead title={texts.title} detail={<SchemaOrigin schema={schema} shown={graph.shown.models.length} />} />
      <SchemaDoubts schema={schema} />
      <Toolbar
        graph={graph.graph}
        state={{ ...state, focus: graph.focus }}
        change={change}
        found={found}
        onFound={state.look === 'table' ? actions.onOpen : actions.onShow}
        views={{ current: state.view, ...views }}
        exports={{ onExport: (format) => exportScene(format, { slug, ...graph }) }}
      />
      <div className="schema-main">
        <Picture view={view} graph={graph} actions={actions} problems={schema.problems.length} />
        {state.model === null ? null : (
          <ModelPanel
            key={state.model}
            slug={slug}
            id={state.model}
            graph={graph.graph}
            migrations={migrations}
            differences={schema.differences}
            onOpen={actions.onOpen}
            onFocus={(id) => change({ look: 'graph', focus: id }, 'push')}
            onShow={actions.onShow}
          />
        )}
      </div>
    </div>
  );
}

type PictureProps = { view: ReturnType<typeof useView>; graph: Graph; actions: Actions; problems: number };

function Picture({ view, graph, actions, problems }: PictureProps) {
  const { state, change, lookAt } = view;
  const { shown, matches, arrangement } = graph;
  const [initialView] = useState(() => parseView(window.location.search).at);
  const listed = useMemo(
    () => (matches === null ? shown.models : shown.models.filter((node) => matches.has(node.model.id))),
    [shown, matches],
  );
  if (shown.models.length === 0 && shown.collapsed.length === 0) {
    return <Nothing total={graph.graph.models.size} problems={problems} onReset={() => change(defaultView)} />;
  }
  if (state.look === 'table') {
    return <ModelTable models={listed} graph={graph.graph} open={state.model} onOpen={actions.onOpen} />;
  }
  return (
    <>
      <p className="print-only">{texts.graph.print}</p>
      <SchemaFlow
        scene={graph.scene}
        fitKey={arrangementKey({ ...state, focus: graph.focus })}
        initialView={initialView}
        open={state.model}
        matches={matches}
        search={state.search}
        appOrder={graph.appOrder}
        onMove={arrangement.move}
        onRearrange={arrangement.rearrange}
        onView={lookAt}
        {...actions}
      >
        <Legend />
        <div className="schema-busy" role="status">
          {arrangement.busy ? texts.graph.arranging : arrangement.failed ? texts.graph.failed : null}
        </div>
      </SchemaFlow>
    </>
  );
}

function Nothing({ total, problems, onReset }: { total: number; problems: number; onReset: () => void }) {
  if (total === 0) {
    return <EmptyState title={texts.empty.title}>{problems > 0 ? texts.empty.problems : texts.empty.hint}</EmptyState>;
  }
  return (
    <EmptyState title={texts.empty.filtered} action={<Button onClick={onReset}>{texts.empty.reset}</Button>}>
      {texts.empty.filteredHint}
    </EmptyState>
  );
}
