/** Searches in many lines without holding up the page: a slice at a time, on from where it was when lines are added. */
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../texts.ts';
import { type Matcher, openMatcher } from './matcher.ts';

/**
 * `slow`: the expression takes too long, and nothing is said about the lines; `failed`: it could not be tried at all. `of` is what the hits are indices of, `searched` how many
 * of its lines were tried: more may have come since.
 */
type Matches<T> = {
  of: readonly T[];
  hits: readonly number[];
  searched: number;
  slow: boolean;
  failed: boolean;
  done: boolean;
};

/** What is asked for: a user's expression, or words of ours that are known to come to an end. */
export type Wanted = { pattern: RegExp; regex: boolean };

type Progress<T> = {
  wanted: Wanted;
  of: readonly T[];
  at: number;
  hits: readonly number[];
  slow: boolean;
  failed: boolean;
};

/** Why nothing is said of what was asked for; null where something is. */
export function searchProblem(found: { broken: boolean; slow: boolean; failed: boolean }): string | null {
  const { badRegex, slowRegex, noSearch } = texts.logView;
  return found.broken ? badRegex : found.slow ? slowRegex : found.failed ? noSearch : null;
}

const sliceLines = 1_000;
const none: readonly number[] = [];

/** Words need no worker: they are looked for between two frames. */
const openFinder = (pattern: RegExp): Matcher => ({
  find: async (texts) => {
    await new Promise((resolve) => setTimeout(resolve));
    return { hits: texts.flatMap((text, index) => (text.search(pattern) >= 0 ? [index] : [])), slow: false };
  },
  close: () => {},
});

/** Goes on to the end of the lines, or to the first slice that takes too long. */
async function search<T>(progress: Progress<T>, textOf: (line: T) => string, finder: Matcher, stopped: () => boolean) {
  const found = [...progress.hits];
  while (progress.at < progress.of.length && !progress.slow) {
    const slice = progress.of.slice(progress.at, progress.at + sliceLines);
    const { hits, slow } = await finder.find(slice.map(textOf));
    if (stopped()) return;
    for (const hit of hits) found.push(progress.at + hit);
    progress.at += slice.length;
    progress.hits = slow ? [] : found;
    progress.slow = slow;
  }
}

/** Indices of the lines that match. `lines` may grow in place; `version` says when. */
export function useMatches<T>(
  lines: readonly T[],
  version: unknown,
  wanted: Wanted | null,
  textOf: (line: T) => string,
): Matches<T> {
  const [found, setFound] = useState<Progress<T> | null>(null);
  const progress = useRef<Progress<T> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array grows in place, its version says so
  useEffect(() => {
    if (!wanted) return setFound(null);
    const known = progress.current;
    const isKnown = known?.wanted === wanted && known.of === lines;
    const now = isKnown ? known : { wanted, of: lines, at: 0, hits: [], slow: false, failed: false };
    now.failed = false;
    progress.current = now;
    const finder = wanted.regex ? openMatcher(wanted.pattern) : openFinder(wanted.pattern);
    let stopped = false;
    void search(now, textOf, finder, () => stopped)
      .catch(() => {
        now.failed = true;
      })
      .then(() => {
        if (!stopped) setFound({ ...now });
      });
    return () => {
      stopped = true;
      finder.close();
    };
  }, [version, lines, wanted]);
  if (found && found.wanted === wanted) {
    const { of, hits, slow, failed, at } = found;
    return { of, hits, searched: at, slow, failed, done: true };
  }
  return { of: lines, hits: none, searched: 0, slow: false, failed: false, done: wanted === null };
}
