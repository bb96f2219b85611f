/** What of the migrations is shown, kept in the address. */
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
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
  const query = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => parseFilter(query), [query]);
  const change = useCallback(
    (changes: Partial<Filter>) => {
      const text = formatFilter({ ...parseFilter(window.location.search), ...changes });
      navigate(text === '' ? path : `${path}?${text}`, { replace: !('migration' in changes) });
    },
    [navigate, path],
  );
  return [filter, change];
};
