import { Button, SegmentedControl } from '@mantine/core';
import { useCallback } from 'react';
import type { SchemaGraph } from '../../../../diagram/graph.ts';
import type { Level, Look, ViewState } from '../../../../diagram/view-state.ts';
import { IconX } from '../../../icons.ts';
import { texts } from '../texts.ts';
import type { ChangeView } from '../use-view.ts';
import { ExportMenu, type ExportMenuProps } from './export-menu.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { ViewsMenu, type ViewsMenuProps } from './views-menu.tsx';

const levels = (['names', 'keys', 'all'] as const).map((value) => ({ value, label: texts.level[value] }));
const looks = (['graph', 'table'] as const).map((value) => ({ value, label: texts.look[value] }));
const hops = ([1, 2, 3] as const).map((value) => ({ value: String(value), label: texts.focus.hop(value) }));

type Props = {
  graph: SchemaGraph;
  state: ViewState;
  change: ChangeView;
  /** Ids of matches, the best first. */
  found: readonly string[] | null;
  onFound: (id: string) => void;
  views: ViewsMenuProps;
  exports: ExportMenuProps;
};

export function Toolbar({ graph, state, change, found, onFound, views, exports }: Props) {
  const onSearch = useCallback((search: string) => change({ search }), [change]);
  return (
    <div className="schema-toolbar">
      <SearchBox search={state.search} found={found} onSearch={onSearch} onFound={onFound} />
      <SegmentedControl
        size="xs"
        aria-label={texts.look.label}
        data={looks}
        value={state.look}
        onChange={(look) => change({ look: look as Look }, 'push')}
      />
      {state.look === 'graph' ? (
        <SegmentedControl
          size="xs"
          aria-label={texts.level.label}
          data={levels}
          value={state.level}
          onChange={(level) => change({ level: level as Level })}
        />
      ) : null}
      <div className="schema-toolbar__menus">
        <FilterMenu graph={graph} state={state} change={change} />
        <ViewsMenu {...views} />
        <ExportMenu {...exports} />
      </div>
      {state.focus === null ? null : <FocusBar graph={graph} state={state} change={change} />}
    </div>
  );
}

function FocusBar({ graph, state, change }: Pick<Props, 'graph' | 'state' | 'change'>) {
  if (state.focus === null) return null;
  const name = graph.models.get(state.focus)?.model.name ?? state.focus;
  return (
    <div className="schema-focus">
      <span className="cut">{texts.focus.on(name)}</span>
      <SegmentedControl
        size="xs"
        aria-label={texts.focus.hops}
        data={hops}
        value={String(state.hops)}
        onChange={(value) => change({ hops: Number(value) as ViewState['hops'] })}
      />
      <Button
        variant="subtle"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={() => change({ focus: null }, 'push')}
      >
        {texts.focus.stop}
      </Button>
    </div>
  );
}
