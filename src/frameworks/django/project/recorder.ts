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
  const stamp = folder.stamp(path);
  // Most that could not be read are not there, and still are not.
  if (seen === null ? stamp === undefined : isSurelySame(seen, stamp)) return true;
  const now = seenOf(folder.readText(path, limitBytes), lookedAtMs);
  text.seen = now;
  return now?.hash === seen?.hash;
};

type State = {
  asked: Map<string, Asked>;
  texts: Map<string, Text>;
  /** The newest view of each folder. */
  views: Map<string, Folder>;
  /** False once something was asked that cannot be asked again cheaply. */
  isWhole: boolean;
  isModules: boolean;
};

const keepAnswer = (state: State, key: string, asked: Asked): void => {
  if (state.asked.size >= MAX_QUESTIONS) state.isWhole = false;
  else if (!state.asked.has(key)) state.asked.set(key, asked);
};

const keepText = (state: State, text: Text): void => {
  const key = `${text.root} ${text.path}`;
  const known = state.texts.get(key);
  if (known) {
    known.seen = text.seen;
    known.isModule &&= text.isModule;
  } else if (state.texts.size >= MAX_QUESTIONS) state.isWhole = false;
  else state.texts.set(key, text);
};

/** A view whose answers are remembered; the view behind it is the newest of its folder. */
const recorded = (state: State, first: Folder): Folder => {
  const { root } = first;
  const view = (): Folder => state.views.get(root) ?? first;
  const ask = (kind: 'isFile' | 'isFolder', path: string): boolean => {
    const found = view()[kind](path);
    keepAnswer(state, `${kind} ${root} ${path}`, {
      root,
      question: (folder) => String(folder[kind](path)),
      answer: String(found),
    });
    return found;
  };
  return {
    ...first,
    readText: (path, limitBytes) => {
      const lookedAtMs = Date.now();
      const read = view().readText(path, limitBytes);
      // What the project's own code reads as data comes with a limit: who rests on it is not known.
      const isModule = state.isModules && limitBytes === undefined;
      keepText(state, { root, path, limitBytes, seen: seenOf(read, lookedAtMs), isModule });
      return read;
    },
    readBytes: (path, limitBytes) => {
      state.isWhole = false;
      return view().readBytes(path, limitBytes);
    },
    list: (options) => {
      state.isWhole = false;
      return view().list(options);
    },
    isFile: (path) => ask('isFile', path),
    isFolder: (path) => ask('isFolder', path),
    entries: (path) => {
      const question: Question = (folder) => entriesText(folder, path);
      keepAnswer(state, `entries ${root} ${path}`, { root, question, answer: question(view()) });
      return view().entries(path);
    },
    readPart: (path, offset, length) => view().readPart(path, offset, length),
    copy: (path, target, limitBytes) => view().copy(path, target, limitBytes),
    realPath: (path) => view().realPath(path),
    stamp: (path) => view().stamp(path),
    stamps: (path, names) => view().stamps(path, names),
    contents: (path, before) => view().contents(path, before),
  };
};

/** False when a folder is gone or leads elsewhere. */
const renewViews = ({ views }: State): boolean => {
  for (const root of views.keys()) {
    const view = openOrNull(root);
    if (view === null || view.root !== root) return false;
    views.set(root, view);
  }
  return true;
};

const isSameAnswer = ({ views }: State, { root, question, answer }: Asked): boolean => {
  const view = views.get(root);
  return view !== undefined && question(view) === answer;
};

const findChangedTexts = ({ texts, views }: State): Text[] => {
  const lookedAtMs = Date.now();
  return [...texts.values()].filter((text) => {
    const view = views.get(text.root);
    return view === undefined || !isSameText(view, text, lookedAtMs);
  });
};

/** A text may be named by its absolute path or by the one below its folder. */
const absolutePath = ({ root, path }: Text): string => (path.startsWith('/') ? path : `${root}/${path}`);

export const createRecorder = (): Recorder => {
  const state: State = { asked: new Map(), texts: new Map(), views: new Map(), isWhole: true, isModules: false };
  return {
    open: (path) => {
      const folder = openFolder(path);
      state.views.set(folder.root, folder);
      return recorded(state, folder);
    },
    beginModules: () => {
      state.isModules = true;
    },
    findChanges: () => {
      const isKnown = state.isWhole && renewViews(state);
      if (!isKnown || ![...state.asked.values()].every((asked) => isSameAnswer(state, asked)))
        return { texts: [], more: true };
      const changed = findChangedTexts(state);
      return { texts: changed.map(absolutePath), more: changed.some(({ isModule }) => !isModule) };
    },
  };
};
