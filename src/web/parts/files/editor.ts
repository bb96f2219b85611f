/**
 * Programs on the reader's machine that open a file at a line when a link asks them to. Only these few, each with an address of its
 * own: one that could be typed in freely could be made to say anything. None until someone chooses; kept in this browser.
 */
import { useSyncExternalStore } from 'react';

type Editor = { name: string; address: (path: string, line: number) => string };

const likeCode = (name: string, scheme: string): Editor => ({
  name,
  address: (path, line) => `${scheme}://file${path}:${line}`,
});

export const editors = {
  vscode: likeCode('VS Code', 'vscode'),
  vscodium: likeCode('VSCodium', 'vscodium'),
  cursor: likeCode('Cursor', 'cursor'),
  zed: likeCode('Zed', 'zed'),
  pycharm: { name: 'PyCharm', address: (path, line) => `pycharm://open?file=${path}&line=${line}` },
} as const satisfies Record<string, Editor>;

type EditorKey = keyof typeof editors;

const storageKey = 'inspector-editor';
const listeners = new Set<() => void>();

const isKnown = (key: string | null): key is EditorKey => key !== null && Object.hasOwn(editors, key);

function read(): EditorKey | null {
  try {
    const key = localStorage.getItem(storageKey);
    return isKnown(key) ? key : null;
  } catch {
    return null;
  }
}

export function chooseEditor(key: string): void {
  try {
    if (isKnown(key)) localStorage.setItem(storageKey, key);
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage may be refused; files are not links then.
  }
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useEditor = (): EditorKey | null => useSyncExternalStore(subscribe, read);

/** Where packages are installed is not told, only that a file is one of theirs. */
const isOfPackage = (file: string): boolean => file.startsWith('site-packages/');

const leadsUp = (file: string): boolean => file.split('/').includes('..');

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The link that opens a file of the workspace; null where none can. */
export const editorAddress = (
  key: EditorKey | null,
  root: string | undefined,
  file: string,
  line: number,
): string | null =>
  key === null || !root?.startsWith('/') || isOfPackage(file) || leadsUp(file)
    ? null
    : editors[key].address(encoded(`${root}/${file}`), line);
