/** Places in the text of a traceback, and what of the project they are in. */
import type { Model } from '../../../contract/index.ts';

type Place = { path: string; line: number };
type Part = { at: number; text: string; place: Place | null };

const pythonPlace = /File "([^"\n]+)", line (\d+)(?:, in [^\n]+)?/g;

/** The text in pieces, each a place or what is between two. */
export function cutAtPlaces(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(pythonPlace)) {
    const [whole, path = '', line = ''] = match;
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), place: null });
    parts.push({ at: match.index, text: whole, place: { path, line: Number(line) } });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), place: null });
  return parts;
}

/**
 * The file as the workspace calls it; null for one of Python or a package. A log from a container or a server names another folder:
 * there only files of models are known again, by the whole of their path in the project.
 */
export function ownFile(path: string, root: string | undefined, models: readonly Model[]): string | null {
  if (path.includes('/site-packages/')) return null;
  if (root && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  return models.find(({ own, source }) => own && source && path.endsWith(`/${source.file}`))?.source?.file ?? null;
}

/** The last model that begins at or before a line of a file. */
export function modelAbove(models: readonly Model[], file: string, line: number): Model | null {
  const begun = models.filter(
    ({ own, kind, source }) => own && kind !== 'through' && source?.file === file && source.line <= line,
  );
  return begun.toSorted((a, b) => (b.source?.line ?? 0) - (a.source?.line ?? 0))[0] ?? null;
}
