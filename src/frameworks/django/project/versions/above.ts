/**
 * `repo/pyproject.toml` of `repo/backend/manage.py`: what tells versions may lie above the workspace, in the same git repository. Nothing
 * else is read there, and nothing in the workspace says where to look.
 */
import { dirname, join } from 'node:path';
import type { Folder } from '../../../../folder/folder.ts';
import { environmentLevels } from '../../../../kit/environments.ts';
import { realHome } from '../../../../kit/home.ts';

/** `files`: absolute paths of those that were asked for. */
export type Above = { folders: Folder[]; files: Set<string> };

/** A file, where it is a submodule or a further working tree. */
const isRepository = (folder: Folder): boolean => folder.isFolder('.git') || folder.isFile('.git');

const openOrNull = (path: string, open: (path: string) => Folder): Folder | null => {
  try {
    return open(path);
  } catch {
    return null;
  }
};

/** From the folder above up to that of the repository; none where there is no repository, or where it is the workspace's own. */
const openFolders = (folder: Folder, open: (path: string) => Folder): Folder[] => {
  const found: Folder[] = [];
  if (isRepository(folder)) return found;
  for (let path = dirname(folder.root); found.length < environmentLevels; path = dirname(path)) {
    const above = path === dirname(path) || path === realHome() ? null : openOrNull(path, open);
    if (above === null) return [];
    found.push(above);
    if (isRepository(above)) return found;
  }
  return [];
};

export const lookAbove = (folder: Folder, open: (path: string) => Folder): Above => {
  const files = new Set<string>();
  const folders = openFolders(folder, open).map((above) => ({
    ...above,
    readText: (path: string, limitBytes?: number) => {
      files.add(join(above.root, path));
      return above.readText(path, limitBytes);
    },
  }));
  return { folders, files };
};
