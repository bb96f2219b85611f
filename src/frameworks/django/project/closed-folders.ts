/** Folders of the project's own apps, or where these are looked for, that the service's user may not read: Python sees an empty package there, and so would we. */
import { dirname, join } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { Folder, Listing } from '../../../folder/folder.ts';
import { shellWord } from '../../../kit/shell.ts';
import type { DjangoApp, Modules } from './project.ts';

/** The code of a problem: which apps a folder holds is not known. */
export const searchClosed = 'folder_unreadable';

/** It cannot be opened, or its files are listed and none can be reached. */
const isClosed = (folder: Folder, path: string): boolean => {
  const read = folder.readText(path);
  if (!read.ok && read.refusal === 'unreadable') return true;
  const first = folder.entries(path).find(({ kind }) => kind === 'file');
  return first !== undefined && !folder.isFile(join(path, first.name));
};

/** `a.b.c` → `a`, `a.b`, `a.b.c`. */
const withParents = (name: string): string[] =>
  name.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'));

/** The outermost: what is below it is not known to be there. */
const findClosed = (modules: Modules, name: string): string | undefined => {
  for (const each of withParents(name)) {
    const found = modules.find(each);
    if (!found?.own || !found.isPackage) return undefined;
    const path = dirname(found.file);
    // Where its `__init__.py` can be reached so can the others; to list the folder would make the whole reading rest on each name in it.
    if (found.isNamespace && isClosed(found.folder, path)) return path;
  }
  return undefined;
};

type App = Pick<DjangoApp, 'name' | 'modelsModule' | 'migrationsModule'>;

/** `shown`: the folder; `lost`: what is missing or not known for that. */
export const closedProblem = (code: string, shown: string, lost: string): Problem => ({
  code,
  severity: 'warning',
  message: `The folder ${shown} cannot be read by the user of this service, so ${lost}. Let that user read it, for example: chmod -R a+rX ${shellWord(shown)}`,
  file: shown,
  line: null,
});

/** `apps`: names of those that lie in such a folder themselves, which are not missing. `migrations`: by the name of an app the closed folder that its migrations lie in. */
type Closed = { apps: ReadonlySet<string>; migrations: ReadonlyMap<string, string>; folders: ReadonlySet<string> };

/** One for each folder, whatever lies in it; but for one of migrations, which whoever reads those tells of. */
export const sayClosed = (modules: Modules, apps: readonly App[], problems: Problem[]): Closed => {
  const closed = { apps: new Set<string>(), migrations: new Map<string, string>(), folders: new Set<string>() };
  for (const { name, modelsModule, migrationsModule } of apps)
    for (const module of [name, modelsModule, ...(migrationsModule === null ? [] : [migrationsModule])]) {
      const path = findClosed(modules, module);
      if (path === undefined) continue;
      const shown = modules.shownPath(path);
      if (module === name) closed.apps.add(name);
      if (module === migrationsModule) closed.migrations.set(name, shown);
      if (!closed.folders.has(shown) && module !== migrationsModule)
        problems.push(closedProblem('file_unreadable', shown, `what the app ${name} has there is missing`));
      closed.folders.add(shown);
    }
  return closed;
};

const mostSaid = 20;
/** Of each folder on the way to a module. */
const isModulePath = (path: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*(?:\/[\p{L}_][\p{L}\p{N}_]*)*$/u.test(path);

/** Where apps are told by what lies in folders: one that cannot be opened may hold any. `said`: those of apps that were found all the same. */
export const sayClosedToSearch = (
  folder: Folder,
  { cuts, folders }: Pick<Listing, 'cuts' | 'folders'>,
  said: ReadonlySet<string>,
  problems: Problem[],
): void => {
  if (!cuts.includes('unreadable')) return;
  const told = [...said];
  for (const path of folders) {
    // What is below one that is told is told with it.
    if (told.length >= mostSaid || told.some((outer) => `${path}/`.startsWith(`${outer}/`))) continue;
    if (!isModulePath(path) || !isClosed(folder, path)) continue;
    told.push(path);
    problems.push(closedProblem(searchClosed, path, 'apps that may be in it are missing'));
  }
};
