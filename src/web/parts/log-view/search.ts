/** Search over many lines without holding up the page: in slices, and from the start again when the question changes. */
import { useEffect, useMemo, useState } from 'react';
import type { LogLineNumbered } from '../../../contract/index.ts';

const sliceMs = 8;
const stamp = /^\[\d\d:\d\d:\d\d\] ?/;

export const timeOf = (text: string): string => stamp.exec(text)?.[0].slice(1, 9) ?? '';
export const withoutTime = (text: string): string => text.replace(stamp, '');

/** null: nothing asked; undefined: not a regular expression. */
export function patternOf(text: string, regex: boolean): RegExp | null | undefined {
  if (text === '') return null;
  try {
    return new RegExp(regex ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  } catch {
    return undefined;
  }
}

export type Piece = { text: string; match: boolean; at: number };

/** A line cut at its matches, for highlighting. */
export function pieces(text: string, pattern: RegExp | null | undefined): Piece[] {
  if (!pattern) return [{ text, match: false, at: 0 }];
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index), match: false, at: from });
    found.push({ text: match[0], match: true, at: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length || found.length === 0) found.push({ text: text.slice(from), match: false, at: from });
  return found;
}

function scan(lines: readonly LogLineNumbered[], pattern: RegExp, onDone: (hits: number[]) => void): () => void {
  const hits: number[] = [];
  let at = 0;
  let timer: ReturnType<typeof setTimeout>;
  const slice = () => {
    const end = performance.now() + sliceMs;
    for (; at < lines.length && (at % 64 !== 0 || performance.now() < end); at++) {
      pattern.lastIndex = 0;
      if (pattern.test(withoutTime(lines[at]?.text ?? ''))) hits.push(at);
    }
    if (at < lines.length) timer = setTimeout(slice);
    else onDone(hits);
  };
  timer = setTimeout(slice);
  return () => clearTimeout(timer);
}

/** Indices of the lines that match. */
export function useHits(
  lines: readonly LogLineNumbered[],
  version: number,
  pattern: RegExp | null | undefined,
): readonly number[] {
  const [hits, setHits] = useState<readonly number[]>([]);
  const none = useMemo<readonly number[]>(() => [], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array grows in place, its version says so
  useEffect(() => {
    if (!pattern) return setHits(none);
    return scan(lines, new RegExp(pattern.source, pattern.flags), setHits);
  }, [version, pattern, none]);
  return hits;
}
