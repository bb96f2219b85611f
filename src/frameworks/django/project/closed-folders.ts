/** Folders of the project's own apps that the service's user may not read: Python sees an empty package there, and so would we. */
import { dirname, join } from 'node:path';
import type { Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import { shellWord } from '../../../kit/shell.ts';
import type { DjangoApp, Modules } from './project.ts';

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

/** One for each folder, whatever lies in it. Names of the apps that are in one: these are not missing. */
export const sayClosed = (modules: Modules, apps: readonly App[], problems: Problem[]): ReadonlySet<string> => {
  const said = new Set<string>();
  const inside = new Set<string>();
  for (const { name, modelsModule, migrationsModule } of apps)
    for (const module of [name, modelsModule, ...(migrationsModule === null ? [] : [migrationsModule])]) {
      const path = findClosed(modules, module);
      if (path === undefined) continue;
      if (module === name) inside.add(name);
      if (said.has(path)) continue;
      said.add(path);
      const shown = modules.shownPath(path);
      problems.push({
        // Without its migrations an app is as it is: of its models nothing is missing.
        code: module === migrationsModule ? 'migrations_unreadable' : 'file_unreadable',
        severity: 'warning',
        message: `The folder ${shown} cannot be read by the user of this service, so what the app ${name} has there is missing. Let that user read it, for example: chmod -R a+rX ${shellWord(shown)}`,
        file: shown,
        line: null,
      });
    }
  return inside;
};
