/**
 * Code beside the workspace that its project is made of too: `repo/libs` of `repo/backend/manage.py`. Project code chooses what it puts on its path, and
 * could name any folder of this machine; so it is shown only where it lies in the workspace's own git repository.
 */
import path from 'node:path';
import { environmentLevels } from '../../kit/environments.ts';
import { findRealPath, isFolder, isInside, isOpenToAll, listNames } from './reading.ts';

const most = 8;
/** A project may put any number of folders on its path. */
const mostTries = 50;

/** What lies in `/srv` or `/home` is not of one repository. */
const isShared = (folder: string): boolean => folder.split('/').length < 3;

/** The folder of the repository above a workspace; none where the workspace is one itself. */
const findRepository = async (workspacePath: string, homeDir: string): Promise<string | undefined> => {
  let folder = workspacePath;
  for (let level = 0; level <= environmentLevels && !isShared(folder) && !isInside(homeDir, folder); level += 1) {
    if (level > 0 && (await isOpenToAll(folder))) return undefined;
    if ((await listNames(folder)).includes('.git')) return level === 0 ? undefined : folder;
    folder = path.dirname(folder);
  }
  return undefined;
};

/** Neither hidden nor a folder around the workspace, in which others may lie. */
const isBeside = (folder: string, repository: string, workspacePath: string): boolean =>
  isInside(folder, repository) &&
  !isInside(folder, workspacePath) &&
  !isInside(workspacePath, folder) &&
  !path
    .relative(repository, folder)
    .split('/')
    .some((part) => part.startsWith('.'));

/** Those of the named folders that may be shown, with all links followed. */
export const findSiblings = async (
  workspacePath: string,
  named: readonly string[],
  homeDir: string,
): Promise<string[]> => {
  if (named.length === 0) return [];
  const repository = await findRepository(workspacePath, homeDir);
  if (repository === undefined) return [];
  const siblings = new Set<string>();
  for (const folder of named.slice(0, mostTries)) {
    const real = await findRealPath(path.resolve(workspacePath, folder));
    if (real && isBeside(real, repository, workspacePath) && (await isFolder(real))) siblings.add(real);
  }
  return [...siblings].slice(0, most);
};
