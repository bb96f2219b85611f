/** What a press on the page does to the view. */
import { useCallback, useState } from 'react';
import { arrangementKey, defaultView, formatView, parseView, type ViewState } from '../../../diagram/view-state.ts';
import type { VisibleGraph } from '../../../diagram/visible.ts';
import { browserStore, listViews, type NamedView, removeView, saveView } from './layout/storage.ts';
import type { ChangeView, useView } from './use-view.ts';

/** On a phone the panel lies over the whole graph: who asks to see a model there wants it out of the way. */
const keptOpen = (id: string): string | null => (window.matchMedia('(max-width: 43.75em)').matches ? null : id);

const now = () => parseView(window.location.search);

export type Actions = ReturnType<typeof useActions>;

export const useActions = ({ change }: ReturnType<typeof useView>, shown: VisibleGraph) => {
  /** Model to bring into sight; a new object each time it is asked for. */
  const [target, setTarget] = useState<{ id: string } | null>(null);
  const [expanded, setExpanded] = useState<{ app: string } | null>(null);
  const onOpen = useCallback((model: string | null) => change({ model }, 'push'), [change]);
  const onShow = useCallback(
    (id: string) => {
      const isShown =
        shown.models.some((node) => node.model.id === id) || shown.collapsed.some(({ models }) => models.includes(id));
      // The box of its app would stand for it.
      const collapsed = now().collapsed.filter((label) => !id.startsWith(`${label}.`));
      // A model that the filters hide is shown with its neighbours.
      change(
        { look: 'graph', model: keptOpen(id), collapsed, ...(isShown ? {} : { focus: id }) },
        isShown ? 'replace' : 'push',
      );
      setTarget({ id });
    },
    [change, shown],
  );
  const onFocus = useCallback(
    (id: string) => change({ look: 'graph', focus: id, model: keptOpen(id) }, 'push'),
    [change],
  );
  const onCollapse = useCallback((app: string) => change({ collapsed: [...now().collapsed, app] }), [change]);
  const onExpand = useCallback(
    (app: string) => {
      change({ collapsed: now().collapsed.filter((one) => one !== app) });
      setExpanded({ app });
    },
    [change],
  );
  return { target, expanded, onOpen, onShow, onFocus, onCollapse, onExpand };
};

/** Views that were given a name: kept in this browser, for this workspace. */
export const useKeptViews = (slug: string) => useState(() => listViews(browserStore, slug));

/** An address from another browser names a view that is not kept here: it shows the same, under no name. */
export const underKeptName = (state: ViewState, views: readonly NamedView[]): ViewState =>
  views.some(({ name }) => name === state.view) ? state : { ...state, view: null };

export const useViews = (
  [views, setViews]: ReturnType<typeof useKeptViews>,
  slug: string,
  change: ChangeView,
  copyTo: (arrangement: string) => void,
) => {
  return {
    views,
    onChoose: (view: { query: string } | null) =>
      change(view === null ? { ...defaultView } : parseView(view.query), 'push'),
    onSave: (name: string): boolean => {
      const saved = { ...now(), view: name };
      // First the name, then its places: places of a view without a name are cleared away.
      const kept = saveView(browserStore, slug, { name, query: formatView(saved) });
      if (kept === null) return false;
      setViews(kept);
      copyTo(arrangementKey(saved));
      change({ view: name, at: saved.at });
      return true;
    },
    onRemove: (name: string) => {
      setViews(removeView(browserStore, slug, name));
      if (now().view === name) change({ view: null });
    },
  };
};
