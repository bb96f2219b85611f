/** What of the migrations is shown, kept in the address. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Show } from './timeline.ts';

export type Filter = { show: Show; search: string; migration: string | null };

const shows: readonly Show[] = ['all', 'attention', 'own'];

export const parseFilter = (query: string): Filter => {
  const params = new URLSearchParams(query);
  return {
    show: shows.find((one) => one === params.get('show')) ?? 'all',
    search: params.get('q') ?? '',
    migration: params.get('migration') || null,
  };
};

export const formatFilter = ({ show, search, migration }: Filter): string => {
  const params = new URLSearchParams();
  if (show !== 'all') params.set('show', show);
  if (search !== '') params.set('q', search);
  if (migration !== null) params.set('migration', migration);
  return params.toString();
};

export type ChangeFilter = (changes: Partial<Filter>) => void;

export const useFilter = (): [Filter, ChangeFilter] => {
  const woken = useSearch();
  const [path, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: wakes us; its text is half decoded, so the address is read
  const filter = useMemo(() => parseFilter(window.location.search), [woken]);
  const change = useCallback(
    (changes: Partial<Filter>) => {
      const query = formatFilter({ ...parseFilter(window.location.search), ...changes });
      navigate(query === '' ? path : `${path}?${query}`, { replace: !('migration' in changes) });
    },
    [navigate, path],
  );
  return [filter, change];
};
