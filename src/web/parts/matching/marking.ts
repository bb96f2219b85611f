/** What a search in lines asks for, and how what it found is marked. */

/** null: nothing asked; undefined: not a regular expression. */
export function patternOf(text: string, regex: boolean): RegExp | null | undefined {
  if (text === '') return null;
  try {
    return new RegExp(regex ? text : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  } catch {
    return undefined;
  }
}

type Piece = { text: string; match: boolean; at: number };

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

/** Of a line's pieces what lies between two places in it. */
export const between = (all: readonly Piece[], from: number, to: number): Piece[] =>
  all.flatMap((piece) => {
    const [start, end] = [Math.max(piece.at, from), Math.min(piece.at + piece.text.length, to)];
    return start < end ? [{ ...piece, text: piece.text.slice(start - piece.at, end - piece.at), at: start }] : [];
  });

/** The place of the next of so many, round and round; -1 is before the first, and the one before that is the last. */
export const placeAfter = (place: number, step: 1 | -1, count: number): number =>
  place < 0 && step < 0 ? count - 1 : (place + step + count) % count;

/** Whether a line is among the hits, which are in order. */
export function isHit(hits: readonly number[], index: number): boolean {
  let [from, to] = [0, hits.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((hits[middle] ?? 0) < index) from = middle + 1;
    else to = middle;
  }
  return hits[from] === index;
}
