import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { MigrationsDetail, SchemaDetail } from '../../../contract/index.ts';
import { isCounted, type SchemaGraph } from '../../../diagram/graph.ts';
import { arrangementKey, defaultView, parseView, type ViewState } from '../../../diagram/view-state.ts';
import { modelsWithin } from '../../../diagram/visible.ts';
import { PageHead } from '../../parts/panel.tsx';
import { EmptyState, NoMatch } from '../../parts/states.tsx';
import { exportedText, exportScene } from './export/export-scene.ts';
import { SchemaFlow } from './flow/schema-flow.tsx';
import { bestFirst } from './found-order.ts';
import { Legend } from './legend.tsx';
import { SchemaDoubts, SchemaOrigin } from './page-facts.tsx';
import { ModelPanel } from './panel/model-panel.tsx';
import { ModelTable } from './table/model-table.tsx';
import { inTableOrder } from './table/table-order.ts';
import { texts } from './texts.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { type Actions, underKeptName, useActions, useKeptViews, useViews } from './use-actions.ts';
import { type Graph, useGraph } from './use-graph.ts';
import { type ChangeView, useView } from './use-view.ts';

type Props = { slug: string; schema: SchemaDetail; migrations: MigrationsDetail | null };

export function SchemaView({ slug, schema, migrations }: Props) {
  const asked = useView();
  const { change } = asked;
  const kept = useKeptViews(slug);
  const named = underKeptName(asked.state, kept[0]);
  const graph = useGraph(slug, schema, migrations, named);
  const state = { ...named, model: knownId(graph.graph, named.model) };
  const view = { ...asked, state };
  const actions = useActions(view, graph.shown);
  const views = useViews(kept, slug, change, graph.arrangement.copyTo);
  const found = useMemo(() => {
    if (graph.matches === null) return null;
    const nodes = modelsWithin(graph.graph, graph.shown).filter((node) => graph.matches?.has(node.model.id));
    const inOrder = state.look === 'table' ? inTableOrder(nodes) : nodes;
    return bestFirst(inOrder, state.search).map((node) => node.model.id);
  }, [graph.matches, graph.graph, graph.shown, state.look, state.search]);
  return (
    <div className="page--full schema-page">
      <PageHead title={texts.title} detail={<SchemaOrigin slug={slug} schema={schema} shown={graph.shown.models} />} />
      <SchemaDoubts schema={schema} />
      <Toolbar
        graph={graph.graph}
        state={{ ...state, focus: graph.focus }}
        change={change}
        found={found}
        onFound={state.look === 'table' ? actions.onOpen : actions.onShow}
        views={{ current: state.view, ...views }}
        exports={{
          onExport: (format) => exportScene(format, { slug, ...graph }),
          textOf: (format) => exportedText(format, graph.shown, graph.graph),
        }}
      />
      <div className="schema-main">
        <Picture view={view} graph={graph} actions={actions} problems={schema.problems.length} />
        {state.model === null ? null : (
          <ModelPanel
            slug={slug}
            id={state.model}
            field={state.field}
            graph={graph.graph}
            migrations={migrations}
            differences={schema.differences}
            onOpen={actions.onOpen}
            onFocus={actions.onFocus}
            onShow={actions.onShow}
          />
        )}
      </div>
    </div>
  );
}

/** Fixtures, checks and migrations write the names of models in lower case. */
const knownId = ({ models }: SchemaGraph, id: string | null): string | null => {
  if (id === null || models.has(id)) return id;
  const wanted = id.toLowerCase();
  return [...models.keys()].find((known) => known.toLowerCase() === wanted) ?? id;
};

type PictureProps = { view: ReturnType<typeof useView>; graph: Graph; actions: Actions; problems: number };

function Picture({ view, graph, actions, problems }: PictureProps) {
  const { state, change, lookAt } = view;
  const { shown, matches, arrangement } = graph;
  const [initialView] = useState(() => parseView(window.location.search).at);
  const listed = useMemo(
    () => inTableOrder(matches === null ? shown.models : shown.models.filter((node) => matches.has(node.model.id))),
    [shown, matches],
  );
  if (shown.models.length === 0 && shown.collapsed.length === 0) {
    return <Nothing graph={graph.graph} state={state} problems={problems} change={change} />;
  }
  if (state.look === 'table' && listed.length === 0) {
    const { none, clear } = texts.search;
    return <NoMatch title={none} clear={clear} onClear={() => change({ search: '' })} />;
  }
  if (state.look === 'table') {
    return <ModelTable models={listed} graph={graph.graph} open={state.model} onOpen={actions.onOpen} />;
  }
  return (
    <>
      <p className="print-only">{texts.graph.print}</p>
      <SchemaFlow
        scene={graph.scene}
        isPlaced={graph.isPlaced}
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

type NothingProps = { graph: SchemaGraph; state: ViewState; problems: number; change: ChangeView };

function Nothing({ graph, state, problems, change }: NothingProps) {
  const { empty } = texts;
  const total = graph.models.size;
  if (total === 0) return <EmptyState title={empty.title}>{problems > 0 ? empty.problems : empty.hint}</EmptyState>;
  // Nothing of its own that could point at a third-party model: the usual view of it is empty, and to go back to it no help.
  if (state.thirdParty !== 'all' && graph.apps.every((app) => !app.own || app.models === 0)) {
    const show = <Button onClick={() => change({ thirdParty: 'all' })}>{empty.showThirdParty}</Button>;
    const brought = [...graph.models.values()].filter(({ model }) => isCounted(model)).length;
    return (
      <EmptyState title={empty.noOwn} action={show}>
        {empty.noOwnHint(brought)}
      </EmptyState>
    );
  }
  return (
    <NoMatch title={empty.filtered} clear={empty.reset} onClear={() => change(defaultView)}>
      {empty.filteredHint}
    </NoMatch>
  );
}
