/** A regular expression on the stream: tried here, on what was read, and older lines are read for it up to a bound that one can lift. */
import { useEffect, useMemo, useState } from 'react';
import type { LogPage } from '../../../contract/index.ts';
import { useMatches, type Wanted } from '../../parts/matching/use-matches.ts';
import { wholeText } from './fold.ts';
import { useLines, type useStream } from './use-stream.ts';

/** So many are read and so many are found without being asked for more. */
const pagesAtOnce = 50;
const hitsAtOnce = 100;

/** How far a search has come: `more` says that there are older lines which it was not tried on. */
export type Reach = { lines: number; searching: boolean; more: boolean };

const none: readonly LogPage[] = [];

/** Lifted for one expression; the next one begins anew. */
function useBound(regex: RegExp | null) {
  const [bound, setBound] = useState({ regex, pages: pagesAtOnce, hits: hitsAtOnce });
  return {
    bound: bound.regex === regex ? bound : { pages: pagesAtOnce, hits: hitsAtOnce },
    lift: (pages: number, hits: number) => setBound({ regex, pages: pages + pagesAtOnce, hits: hits + hitsAtOnce }),
  };
}

export function useSearch(stream: ReturnType<typeof useStream>, regex: RegExp | null) {
  const { hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } = stream;
  const pages = stream.data?.pages ?? none;
  const all = useLines(pages);
  const wanted = useMemo<Wanted | null>(() => regex && { pattern: regex, regex: true }, [regex]);
  const { of, hits, searched, slow, failed, done } = useMatches(all, pages, wanted, wholeText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array grows in place, its pages say so
  const lines = useMemo(
    () => (wanted ? hits.flatMap((index) => of[index] ?? []) : [...all]).reverse(),
    [wanted, of, hits, all, pages],
  );
  const { bound, lift } = useBound(regex);
  const isWithin = pages.length < bound.pages && hits.length < bound.hits;
  const goesOn = wanted !== null && hasNextPage && isWithin && !slow && !failed && !isFetchNextPageError;
  const isTried = of === all && searched === all.length;
  useEffect(() => {
    if (goesOn && isTried && !isFetching) void fetchNextPage();
  }, [goesOn, isTried, isFetching, fetchNextPage]);
  // While new lines make it try all anew, what was found holds.
  const searching = goesOn || !done || isPlaceholderData || (of === all && !isTried);
  const reach: Reach | null = wanted && { lines: searched, searching, more: hasNextPage };
  const goOn = () => {
    lift(pages.length, hits.length);
    void fetchNextPage();
  };
  return { pages, lines, slow, failed, reach, goOn };
}
