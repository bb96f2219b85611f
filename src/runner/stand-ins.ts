/**
 * Folders outside the project that its settings name and that Django looks for when it starts or checks: without that of a log file no
 * command starts, and for one of STATICFILES_DIRS `check` would say that it does not exist. A run gets an empty folder in their
 * place, which is gone with the run. What lies in the real ones is not shown.
 */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { isHiddenOutside } from './databases.ts';
import { isInside } from './interpreter/reading.ts';
import type { RunRequest } from './runner.ts';
import { fixedFolders } from './sandbox/launch.ts';

const most = 8;
/** Settings may name any number of folders that are not there. */
const mostTries = 50;

const isFolder = async (folder: string): Promise<boolean> =>
  (await stat(folder).catch(() => null))?.isDirectory() ?? false;

/** Where not, a command outside of the sandbox fails as well: that is the truth about this project, and shown. */
const mayLog = async (file: string): Promise<boolean> => {
  try {
    await access(path.dirname(file), constants.W_OK | constants.X_OK);
    const found = await stat(file).catch(() => null);
    if (found !== null) await access(file, constants.W_OK);
    return found === null || found.isFile();
  } catch {
    return false;
  }
};

/** There, and empty. */
const rooms = ['/tmp', '/run'];

export type Named = Pick<RunRequest, 'workspacePath' | 'logFiles' | 'checkedFolders'>;

export const listStandIns = async (
  { workspacePath, logFiles, checkedFolders }: Named,
  homeDir: string,
  servicePaths: readonly string[],
): Promise<string[]> => {
  const isFree = (folder: string): boolean =>
    !isInside(folder, workspacePath) &&
    !isHiddenOutside(folder, workspacePath) &&
    ![...fixedFolders, ...servicePaths].some((place) => isInside(folder, place)) &&
    ![...fixedFolders, ...rooms, homeDir, ...servicePaths].some((place) => isInside(place, folder));
  const folders = new Set<string>();
  const add = async (folder: string, mayBe: () => Promise<boolean>): Promise<void> => {
    if (folders.size < most && isFree(folder) && (await isFolder(folder)) && (await mayBe())) folders.add(folder);
  };
  for (const named of logFiles.slice(0, mostTries)) {
    const file = path.resolve(named);
    await add(path.dirname(file), () => mayLog(file));
  }
  for (const folder of checkedFolders.slice(0, mostTries)) await add(path.resolve(folder), async () => true);
  return [...folders];
};
