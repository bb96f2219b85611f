/** What a text of a log or a command speaks of: places in files, migrations, models and their fields. Whether they are there is for others to say. */
import type { Model } from '../../../contract/index.ts';

export type Reference =
  /** `isLine`: a line of a traceback, with nothing after it. */
  | { kind: 'file'; path: string; line: number; isLine: boolean }
  | { kind: 'migration'; id: string }
  | { kind: 'model'; id: string; field: string | null };

type Part = { at: number; text: string; to: Reference | null };

/** Letters of any script: Python takes them in names. */
const letter = String.raw`[\p{L}\p{M}\p{N}_]`;
const name = String.raw`[\p{L}_]${letter}*`;
const alone = String.raw`(?<![\p{L}\p{M}\p{N}_./-])`;
/** What follows goes on with the name, or makes it another thing. */
const ends = String.raw`(?!${letter}|/|\.${letter})`;
const pythonLine = String.raw`File "(?<python>[^"\n]+)", line (?<pythonLine>\d+)(?:, in [^\n]+)?`;
const migration = String.raw`${alone}(?<migration>${name}\.\d${letter}*)${ends}`;
/** Not the number of a check (`fields.W342`), and not the beginning of code (`auth.User.objects.get(`). */
const model = String.raw`${alone}(?<model>${name}\.(?![CDEIW]\d{3}\b)[\p{Lu}\p{Lo}]${letter}*)(?:\.(?<field>[\p{Ll}\p{Lo}_]${letter}*))?(?!\()${ends}`;
/** `/home/me/shop/orders/views.py:14`, as warnings have it: below the project's own folder alone. */
const place = (root: string): string =>
  String.raw`${alone}(?<path>${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/[^\s"'():,]+):(?<line>\d+)`;

/** Made once for the workspace that is looked at. */
let made: { root: string | undefined; pattern: RegExp } | undefined;

function patternOf(root: string | undefined): RegExp {
  if (made === undefined || made.root !== root) {
    const all = [pythonLine, ...(root ? [place(root)] : []), migration, model];
    made = { root, pattern: new RegExp(all.join('|'), 'gu') };
  }
  return made.pattern;
}

function referenceOf(found: Readonly<Record<string, string | undefined>>): Reference | null {
  if (found.python) return { kind: 'file', path: found.python, line: Number(found.pythonLine), isLine: true };
  if (found.path) return { kind: 'file', path: found.path, line: Number(found.line), isLine: false };
  if (found.migration) return { kind: 'migration', id: found.migration };
  return found.model ? { kind: 'model', id: found.model, field: found.field ?? null } : null;
}

/** A longer line is data, not something to read: it is left as it is. */
const longestLine = 4_000;

/** The text in pieces, each a reference or what is between two. `root`: the folder of the project. */
export function cutAtReferences(text: string, root: string | undefined): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.length > longestLine && !text.includes('\n') ? [] : text.matchAll(patternOf(root))) {
    const to = referenceOf(match.groups ?? {});
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), to: null });
    parts.push({ at: match.index, text: match[0], to });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), to: null });
  return parts;
}

/** ` [X] 0001_initial`, below a line that is the label of its app. */
const listed = new RegExp(String.raw`^( \[[X -]\] )(${letter}+)`, 'u');
const appLabel = new RegExp(`^${name}$`, 'u');

/** So many migrations of one app are looked past for its label. */
const mostListed = 2_000;

/** The app that a line of `showmigrations` is about; undefined for any other line. */
export function appAbove(textAt: (index: number) => string | undefined, index: number): string | undefined {
  if (!listed.test(textAt(index) ?? '')) return undefined;
  for (let above = index - 1; above >= Math.max(0, index - mostListed); above--) {
    const text = textAt(above) ?? '';
    if (appLabel.test(text)) return text;
    if (!listed.test(text)) return undefined;
  }
  return undefined;
}

/** Such a line in its pieces. */
export function cutListed(text: string, app: string): Part[] {
  const [, mark = '', name = ''] = listed.exec(text) ?? [];
  const end = mark.length + name.length;
  return [
    { at: 0, text: mark, to: null },
    { at: mark.length, text: name, to: { kind: 'migration', id: `${app}.${name}` } },
    ...(end < text.length ? [{ at: end, text: text.slice(end), to: null }] : []),
  ];
}

/**
 * The file as the workspace calls it; null for one of Python or a package. A log from a container or a server names another folder:
 * there only files of models are known again, by the whole of their path in the project.
 */
export function ownFile(path: string, root: string | undefined, models: readonly Model[]): string | null {
  // A project writes its log as it likes: with `..` it would name any file of this machine as one of its own.
  if (path.includes('/site-packages/') || path.split('/').includes('..')) return null;
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
