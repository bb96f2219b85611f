/** The view of the address bar, and the one way to change it. */
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { arrangementKey, formatView, parseView, type Viewport, type ViewState } from '../../../diagram/view-state.ts';
import { writeLater, writeWaiting } from '../../parts/hooks/late-address.ts';

export type ChangeView = (changes: Partial<ViewState>, history?: 'push' | 'replace') => void;

export const useView = (): { state: ViewState; change: ChangeView; lookAt: (at: Viewport) => void } => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const query = useMemo(() => withoutPlace(search), [search]);
  const state = useMemo(() => parseView(query), [query]);

  const go = useCallback(
    (next: ViewState, replace: boolean) => {
      const text = formatView(next);
      if (text === formatView(parseView(window.location.search))) return;
      navigate(text === '' ? path : `${path}?${text}`, { replace });
    },
    [navigate, path],
  );
  const change = useCallback<ChangeView>(
    (changes, history = 'replace') => {
      writeWaiting();
      const now = parseView(window.location.search);
      // Another picture is shown whole; the same one stays where it is.
      const samePicture = arrangementKey({ ...now, ...changes }) === arrangementKey(now);
      // A field is asked for of one model.
      const field = 'model' in changes ? null : now.field;
      go({ ...now, at: samePicture ? now.at : null, field, ...changes }, history === 'replace');
    },
    [go],
  );
  return { state, change, lookAt };
};

/**
 * Past the router on purpose: the page need not be rendered again because someone looks elsewhere. And only after a
 * while: the browser takes up to 40 ms for it, and refuses more than a few a second.
 */
const lookAt = (at: Viewport): void =>
  writeLater('place', 400, () => {
    const address = `${window.location.pathname}?${formatView({ ...parseView(window.location.search), at })}`;
    History.prototype.replaceState.call(window.history, window.history.state, '', address);
  });

/** Moving about changes the address but nothing that has to be computed again. */
const withoutPlace = (search: string): string => {
  const params = new URLSearchParams(search);
  params.delete('at');
  return params.toString();
};
