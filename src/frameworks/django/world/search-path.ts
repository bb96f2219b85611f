/** Where modules lie: Python's search path over the workspace and its installed packages. */
import { dirname, join } from 'node:path';
import { type Folder, openFolder } from '../../../folder/folder.ts';
import { listOf, type SequenceValue, textOf } from '../../../python/index.ts';
import type { ModuleFile } from '../project/project.ts';

export type SearchPath = {
  /** Python's `sys.path`, as the project itself may change it while it is read. */
  readonly entries: SequenceValue;
  find(name: string): ModuleFile | undefined;
  /** Whether a top-level name could be there in a form that is not read (a compiled module); null when packages are not known. */
  mayExist(topLevel: string): boolean | null;
  /** The folder view that a file lies in. */
  folderOf(file: string): Folder | undefined;
  isOwn(file: string): boolean;
  shownPath(file: string): string;
};

const isBelow = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`);

const openAll = (paths: readonly string[]): Folder[] =>
  paths.flatMap((path) => {
    try {
      return [openFolder(path)];
    } catch {
      // An interpreter may name folders that do not exist.
      return [];
    }
  });

/** Folders of the workspace that `.pth` files of its packages put on the path: editable installs. */
const editableFolders = (root: string, packages: readonly Folder[]): string[] =>
  packages.flatMap((folder) =>
    folder
      .entries('')
      .filter((entry) => entry.kind === 'file' && entry.name.endsWith('.pth'))
      .slice(0, 50)
      .flatMap((entry) => {
        const read = folder.readText(entry.name, 64 * 1024);
        return read.ok ? read.value.split('\n').map((line) => line.trim()) : [];
      })
      .filter((line) => isBelow(root, line)),
  );

export const createSearchPath = (folder: Folder, sitePackages: readonly string[]): SearchPath => {
  const packages = openAll(sitePackages);
  const views = [...packages, folder];
  const folderOf = (file: string): Folder | undefined => views.find((view) => isBelow(view.root, file));
  const isOwn = (file: string): boolean => folderOf(file) === folder;
  const entries = listOf([
    folder.root,
    ...editableFolders(folder.root, packages),
    ...packages.map((view) => view.root),
  ]);
  const known = new Map<string, ModuleFile | undefined>();

  const lookIn = (parent: string, name: string): ModuleFile | undefined => {
    const view = folderOf(parent);
    if (view === undefined) return undefined;
    const at = (file: string, isPackage: boolean, isNamespace = false): ModuleFile => ({
      file,
      folder: view,
      isPackage,
      isNamespace,
      own: view === folder,
    });
    const base = join(parent, name);
    if (view.isFile(`${base}/__init__.py`)) return at(`${base}/__init__.py`, true);
    if (view.isFile(`${base}.py`)) return at(`${base}.py`, false);
    return view.isFolder(base) ? at(`${base}/__init__.py`, true, true) : undefined;
  };

  const searchTop = (name: string): ModuleFile | undefined => {
    let namespace: ModuleFile | undefined;
    for (const entry of entries.items) {
      const found = lookIn(textOf(entry) ?? '', name);
      if (found !== undefined && !found.isNamespace) return found;
      namespace ??= found;
    }
    return namespace;
  };

  const find = (name: string): ModuleFile | undefined => {
    if (!/^[^\W\d]\w*(\.[^\W\d]\w*)*$/.test(name)) return undefined;
    const length = entries.items.length;
    const key = `${length}:${name}`;
    if (known.has(key)) return known.get(key);
    const dot = name.lastIndexOf('.');
    const parent = dot === -1 ? undefined : find(name.slice(0, dot));
    const found =
      dot === -1 ? searchTop(name) : parent?.isPackage ? lookIn(dirname(parent.file), name.slice(dot + 1)) : undefined;
    known.set(key, found);
    return found;
  };

  let topNames: Set<string> | undefined;
  return {
    entries,
    find,
    mayExist: (topLevel) => {
      if (packages.length === 0) return null;
      topNames ??= new Set(packages.flatMap((view) => view.entries('').map((entry) => entry.name.replace(/\..*/, ''))));
      return topNames.has(topLevel);
    },
    folderOf,
    isOwn,
    shownPath: (file) => {
      const view = folderOf(file);
      if (view === undefined) return file;
      const below = file.slice(view.root.length + 1);
      return view === folder ? below : `site-packages/${below}`;
    },
  };
};
