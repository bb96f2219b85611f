/** What of the migrations is shown, kept in the address. */
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { writeLater, writeWaiting } from '../../parts/hooks/late-address.ts';
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

const typingMs = 250;

/** What is typed is shown at once and stands in the address once nobody types. */
export const useFilter = (): { filter: Filter; change: ChangeFilter; search: (text: string) => void } => {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const [typed, setTyped] = useState<string | null>(null);
  const filter = useMemo(() => {
    const asked = parseFilter(query);
    return typed === null ? asked : { ...asked, search: typed };
  }, [query, typed]);
  const write = useCallback(
    (changes: Partial<Filter>) => {
      const text = formatFilter({ ...parseFilter(window.location.search), ...changes });
      navigate(text === '' ? path : `${path}?${text}`, { replace: !('migration' in changes) });
      setTyped(null);
    },
    [navigate, path],
  );
  const change = useCallback(
    (changes: Partial<Filter>) => {
      writeWaiting();
      write(changes);
    },
    [write],
  );
  const search = (text: string) => {
    setTyped(text);
    writeLater('search', typingMs, () => write({ search: text }));
  };
  return { filter, change, search };
};
