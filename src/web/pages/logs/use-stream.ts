/** The stream, page by page from its newest line back. */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { LogLine, LogPage } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { keys } from '../../queries.ts';
import { joinNewest } from './fold.ts';
import type { Filter } from './use-filter.ts';

export const useStream = (slug: string, filter: Filter, paused: boolean) =>
  useInfiniteQuery({
    queryKey: [...keys.logs(slug), filter],
    // What was written stays written: when new lines wake this, only the front is asked for again, however far back one has read.
    queryFn: async ({ signal, pageParam, client, queryKey }) => {
      const read = client.getQueryData<InfiniteData<LogPage, number | null>>(queryKey);
      const known = read?.pages[read.pageParams.indexOf(pageParam)];
      if (known && pageParam !== null) return known;
      const page = await api.listLogs(slug, { ...filter, ...(pageParam ? { before: pageParam } : {}) }, signal);
      return pageParam === null ? joinNewest(page, known) : page;
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.before,
    placeholderData: (previous) => previous,
    // A pause holds back new lines, not the answer to another filter.
    enabled: (query) => !paused || query.state.data === undefined,
  });

/** All lines that were read, newest first: older ones are added to the same array, so that what was searched is not searched again. */
export function useLines(pages: readonly LogPage[]): readonly LogLine[] {
  const kept = useRef<{ pages: readonly LogPage[]; lines: LogLine[] }>({ pages: [], lines: [] });
  return useMemo(() => {
    const before = kept.current;
    const grows = before.pages.length <= pages.length && before.pages.every((page, index) => page === pages[index]);
    const lines = grows ? before.lines : [];
    for (const page of pages.slice(grows ? before.pages.length : 0)) lines.push(...page.lines);
    kept.current = { pages, lines };
    return lines;
  }, [pages]);
}
