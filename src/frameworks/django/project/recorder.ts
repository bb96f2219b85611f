/** Remembers what a reading asked its folders, so that a later one can tell whether any answer would be another. */
import { type Folder, openFolder } from '../../../folder/folder.ts';

export type Recorder = {
  open(path: string): Folder;
  /** True when every question would be answered as before: then what was made of the answers still holds. */
  isUnchanged(): boolean;
};

type Question = (folder: Folder) => string;

const stampText = (folder: Folder, path: string): string => {
  const stamp = folder.stamp(path);
  return stamp === undefined ? 'none' : `${stamp.device}:${stamp.inode}:${stamp.size}:${stamp.mtimeMs}`;
};

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

export const createRecorder = (): Recorder => {
  const asked = new Map<string, { root: string; question: Question; answer: string }>();
  let isWhole = true;
  const ask = (root: Folder, key: string, question: Question, answer?: string): void => {
    if (asked.size >= MAX_QUESTIONS) isWhole = false;
    else if (!asked.has(key)) asked.set(key, { root: root.root, question, answer: answer ?? question(root) });
  };
  const remember = (folder: Folder, path: string): void =>
    ask(folder, `stamp ${folder.root} ${path}`, (view) => stampText(view, path));
  const recorded = (folder: Folder): Folder => ({
    ...folder,
    readBytes: (path, limit) => {
      remember(folder, path);
      return folder.readBytes(path, limit);
    },
    readText: (path, limit) => {
      remember(folder, path);
      return folder.readText(path, limit);
    },
    isFile: (path) => {
      const found = folder.isFile(path);
      ask(folder, `file ${folder.root} ${path}`, (view) => String(view.isFile(path)), String(found));
      return found;
    },
    isFolder: (path) => {
      const found = folder.isFolder(path);
      ask(folder, `folder ${folder.root} ${path}`, (view) => String(view.isFolder(path)), String(found));
      return found;
    },
    entries: (path) => {
      ask(folder, `entries ${folder.root} ${path}`, (view) => entriesText(view, path));
      return folder.entries(path);
    },
    // A walk over everything cannot be asked again cheaply.
    list: (options) => {
      isWhole = false;
      return folder.list(options);
    },
  });
  return {
    open: (path) => recorded(openFolder(path)),
    isUnchanged: () => {
      const views = new Map<string, Folder | null>();
      const viewOf = (root: string): Folder | null => {
        if (!views.has(root)) views.set(root, openOrNull(root));
        return views.get(root) ?? null;
      };
      return (
        isWhole &&
        [...asked.values()].every(({ root, question, answer }) => {
          const view = viewOf(root);
          return view !== null && question(view) === answer;
        })
      );
    },
  };
};
