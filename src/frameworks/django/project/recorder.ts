/** Remembers what a reading asked its folders, so that a later one can tell which answers would be others. */
import {
  type FileRead,
  type Fingerprint,
  type Folder,
  fingerprintOf,
  isSurelySame,
  openFolder,
} from '../../../folder/folder.ts';

/** Absolute paths of files whose text is another; `more`: something else is, or it cannot be told. */
export type Changes = { texts: string[]; more: boolean };

export type Recorder = {
  open(path: string): Folder;
  /** From now on, files that are read for the first time may be read again by themselves. */
  beginModules(): void;
  /** Asks everything again, through fresh views, which are used from then on. */
  findChanges(): Changes;
};

type Question = (folder: Folder) => string;
type Asked = { root: string; question: Question; answer: string };
type Text = { root: string; path: string; limitBytes: number | undefined; seen: Fingerprint | null; isModule: boolean };

const entriesText = (folder: Folder, path: string): string =>
  folder
    .entries(path)
    .map(({ name, kind }) => `${kind}:${name}`)
    .join('/');

// Enough for a project of tens of thousands of modules; beyond it a reading is simply done anew.
const MAX_QUESTIONS = 200_000;

const openOrNull = (path: string): Folder | null => {
  try {
    return openFolder(path);
  } catch {
    return null;
  }
};

const seenOf = (read: FileRead<string>, lookedAtMs: number): Fingerprint | null =>
  read.ok ? fingerprintOf(read, lookedAtMs) : null;

/** Reads the file again only where its stamp cannot tell; renews what is known of it. */
const isSameText = (folder: Folder, text: Text, lookedAtMs: number): boolean => {
  const { path, seen, limitBytes } = text;
  if (seen !== null && isSurelySame(seen, folder.stamp(path))) return true;
  const now = seenOf(folder.readText(path, limitBytes), lookedAtMs);
  text.seen = now;
  return now?.hash === seen?.hash;
};

export const createRecorder = (): Recorder => {
  const asked = new Map<string, Asked>();
  const texts = new Map<string, Text>();
  const views = new Map<string, Folder>();
  let isWhole = true;
  let isModules = false;

  const ask = (folder: Folder, kind: string, path: string, question: Question, answer: string): void => {
    const key = `${kind} ${folder.root} ${path}`;
    if (asked.size >= MAX_QUESTIONS) isWhole = false;
    else if (!asked.has(key)) asked.set(key, { root: folder.root, question, answer });
  };

  const keepText = (text: Text): void => {
    const key = `${text.root} ${text.path}`;
    const known = texts.get(key);
    if (known) known.seen = text.seen;
    else if (texts.size >= MAX_QUESTIONS) isWhole = false;
    else texts.set(key, text);
  };

  /** A view whose answers are remembered; the view behind it is the newest of its folder. */
  const recorded = (first: Folder): Folder => {
    const { root } = first;
    const view = (): Folder => views.get(root) ?? first;
    return {
      ...first,
      readText: (path, limitBytes) => {
        const lookedAtMs = Date.now();
        const read = view().readText(path, limitBytes);
        keepText({ root, path, limitBytes, seen: seenOf(read, lookedAtMs), isModule: isModules });
        return read;
      },
      // Bytes, parts and walks are not asked for again cheaply.
      readBytes: (path, limitBytes) => {
        isWhole = false;
        return view().readBytes(path, limitBytes);
      },
      list: (options) => {
        isWhole = false;
        return view().list(options);
      },
      isFile: (path) => {
        const found = view().isFile(path);
        ask(first, 'file', path, (folder) => String(folder.isFile(path)), String(found));
        return found;
      },
      isFolder: (path) => {
        const found = view().isFolder(path);
        ask(first, 'folder', path, (folder) => String(folder.isFolder(path)), String(found));
        return found;
      },
      entries: (path) => {
        ask(first, 'entries', path, (folder) => entriesText(folder, path), entriesText(view(), path));
        return view().entries(path);
      },
      readPart: (path, offset, length) => view().readPart(path, offset, length),
      copy: (path, target, limitBytes) => view().copy(path, target, limitBytes),
      realPath: (path) => view().realPath(path),
      stamp: (path) => view().stamp(path),
      stamps: (path, names) => view().stamps(path, names),
    };
  };

  const renewViews = (): boolean => {
    for (const root of views.keys()) {
      const view = openOrNull(root);
      if (view === null || view.root !== root) return false;
      views.set(root, view);
    }
    return true;
  };

  const isSameAnswer = ({ root, question, answer }: Asked): boolean => {
    const view = views.get(root);
    return view !== undefined && question(view) === answer;
  };

  return {
    open: (path) => {
      const folder = openFolder(path);
      views.set(folder.root, folder);
      return recorded(folder);
    },
    beginModules: () => {
      isModules = true;
    },
    findChanges: () => {
      if (!isWhole || !renewViews() || ![...asked.values()].every(isSameAnswer)) return { texts: [], more: true };
      const lookedAtMs = Date.now();
      const changed = [...texts.values()].filter((text) => {
        const view = views.get(text.root);
        return view === undefined || !isSameText(view, text, lookedAtMs);
      });
      // A text may be named by its absolute path or by the one below its folder.
      const absolute = ({ root, path }: Text): string => (path.startsWith('/') ? path : `${root}/${path}`);
      return { texts: changed.map(absolute), more: changed.some(({ isModule }) => !isModule) };
    },
  };
};
