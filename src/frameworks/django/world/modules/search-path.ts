/** Where modules lie: Python's search path over the workspace and its installed packages. */
import { basename, dirname, join, resolve } from 'node:path';
import { type Folder, openFolder } from '../../../../folder/folder.ts';
import { isIdentifier, listOf, type SequenceValue, textOf } from '../../../../python/index.ts';
import type { ModuleFile } from '../../project/project.ts';
import { isStandardLibrary } from './standard-library.ts';

export type SearchPath = {
  /** Python's `sys.path`, as the project itself may change it while it is read. */
  readonly entries: SequenceValue;
  find(name: string): ModuleFile | undefined;
  /** Whether a top-level name could be there in a form that is not read (a compiled module); null when packages are not known. */
  mayExist(topLevel: string): boolean | null;
  /** Whether a dotted name belongs to a package that the project may have, where its packages are not known. */
  isAway(name: string): boolean;
  /** The folder view that a file lies in. */
  folderOf(file: string): Folder | undefined;
  isOwn(file: string): boolean;
  shownPath(file: string): string;
};

const isBelow = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`);

/** Views of the folders of installed packages; an interpreter may name some that do not exist. */
export const openPackages = (paths: readonly string[], open: (path: string) => Folder = openFolder): Folder[] =>
  paths.flatMap((path) => {
    try {
      return [open(path)];
    } catch {
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

type Places = {
  own: Folder;
  packages: readonly Folder[];
  entries: SequenceValue;
  known: Map<string, ModuleFile | undefined>;
};

const viewOf = ({ own, packages }: Places, file: string): Folder | undefined =>
  packages.find((view) => isBelow(view.root, file)) ?? (isBelow(own.root, file) ? own : undefined);

/** A package, a module or a namespace of that name in one folder. */
const lookIn = (places: Places, parent: string, name: string): ModuleFile | undefined => {
  const folder = viewOf(places, parent);
  if (folder === undefined) return undefined;
  const base = join(parent, name);
  const common = { folder, own: folder === places.own };
  // Asked first, because to look into a folder that is not there costs most, and most modules are files.
  const isFolder = folder.isFolder(base);
  if (isFolder && folder.isFile(`${base}/__init__.py`))
    return { file: `${base}/__init__.py`, isPackage: true, isNamespace: false, ...common };
  if (folder.isFile(`${base}.py`)) return { file: `${base}.py`, isPackage: false, isNamespace: false, ...common };
  return isFolder ? { file: `${base}/__init__.py`, isPackage: true, isNamespace: true, ...common } : undefined;
};

/** A folder without `__init__.py` counts only when no other place has more. */
const searchTop = (places: Places, name: string): ModuleFile | undefined => {
  let namespace: ModuleFile | undefined;
  for (const entry of places.entries.items) {
    const folder = textOf(entry);
    // `sys.path.append("apps")`: as seen from the folder in which manage.py is run.
    const found = folder === undefined ? undefined : lookIn(places, resolve(places.own.root, folder), name);
    if (found !== undefined && !found.isNamespace) return found;
    namespace ??= found;
  }
  return namespace ?? workspaceItself(places, name);
};

/** `shop/manage.py` beside `shop/__init__.py`: the workspace is itself the package `shop`, which is installed or run from the folder above. */
const workspaceItself = ({ own }: Places, name: string): ModuleFile | undefined =>
  basename(own.root) === name && name !== 'django' && !isStandardLibrary(name) && own.isFile('__init__.py')
    ? { file: join(own.root, '__init__.py'), isPackage: true, isNamespace: false, folder: own, own: true }
    : undefined;

/** What `import_module` takes is a name in any letters, or none at all: folders are called `my-app`, too. */
const MODULE = /^[^./\0]+(?:\.[^./\0]+)*$/;

const findModule = (places: Places, name: string): ModuleFile | undefined => {
  if (!MODULE.test(name)) return undefined;
  // The project may add to the path while it is read.
  const key = `${places.entries.items.length}:${name}`;
  if (places.known.has(key)) return places.known.get(key);
  const dot = name.lastIndexOf('.');
  const parent = dot === -1 ? undefined : findModule(places, name.slice(0, dot));
  const inParent = parent?.isPackage ? lookIn(places, dirname(parent.file), name.slice(dot + 1)) : undefined;
  const found = dot === -1 ? searchTop(places, name) : inParent;
  places.known.set(key, found);
  return found;
};

/** Every top-level name that the packages have, compiled modules too. */
const topNames = (packages: readonly Folder[]): Set<string> =>
  new Set(packages.flatMap((view) => view.entries('').map((entry) => entry.name.replace(/\..*/, ''))));

const shownPath = (places: Places, file: string): string => {
  const view = viewOf(places, file);
  if (view === undefined) return file;
  const below = file.slice(view.root.length + 1);
  return view === places.own ? below : `site-packages/${below}`;
};

export const createSearchPath = (folder: Folder, packages: readonly Folder[]): SearchPath => {
  const editable = editableFolders(folder.root, packages);
  const entries = listOf([folder.root, ...editable, ...packages.map((view) => view.root)]);
  const places: Places = { own: folder, packages, entries, known: new Map() };
  let names: Set<string> | undefined;
  let last = { file: '', shown: '' };
  return {
    entries,
    find: (name) => findModule(places, name),
    mayExist: (topLevel) => {
      if (packages.length === 0) return null;
      names ??= topNames(packages);
      return names.has(topLevel);
    },
    isAway: (name) => {
      if (packages.length > 0) return false;
      const dot = name.indexOf('.');
      const top = dot === -1 ? name : name.slice(0, dot);
      return top !== 'django' && isIdentifier(top) && !isStandardLibrary(top) && findModule(places, top) === undefined;
    },
    folderOf: (file) => viewOf(places, file),
    isOwn: (file) => viewOf(places, file) === folder,
    shownPath: (file) => {
      // Asked for every field of a file in a row, each of which keeps the answer.
      if (file !== last.file) last = { file, shown: shownPath(places, file) };
      return last.shown;
    },
  };
};
