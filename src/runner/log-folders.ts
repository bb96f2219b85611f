/**
 * Folders outside the project that its LOGGING writes to. Django opens such a file when it starts and fails where its folder is not
 * there; so a run gets an empty folder in its place, which is gone with the run. What lies in the real one is not shown.
 */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { isHiddenOutside } from './databases.ts';
import { isInside } from './interpreter/reading.ts';
import { systemLinks } from './sandbox/launch.ts';

const most = 8;

/** A command outside of the sandbox would fail as well: that is the truth about this project, and shown. */
const mayWrite = async (file: string): Promise<boolean> => {
  const folder = path.dirname(file);
  try {
    if (!(await stat(folder)).isDirectory()) return false;
    await access(folder, constants.W_OK | constants.X_OK);
    const found = await stat(file).catch(() => null);
    if (found !== null) await access(file, constants.W_OK);
    return found === null || found.isFile();
  } catch {
    return false;
  }
};

/** Nothing of a sandbox lies there, or above it. */
const fixed = ['/usr', ...systemLinks, '/etc', '/proc', '/sys', '/dev', '/var/run', '/var/tmp'];
/** There, and empty. */
const rooms = ['/tmp', '/run'];

export const listLogFolders = async (
  files: readonly string[],
  workspacePath: string,
  homeDir: string,
  servicePaths: readonly string[],
): Promise<string[]> => {
  const folders = new Set<string>();
  for (const file of files.map((named) => path.resolve(named))) {
    const folder = path.dirname(file);
    const isTaken =
      isInside(folder, workspacePath) ||
      [...fixed, ...servicePaths].some((place) => isInside(folder, place)) ||
      [...fixed, ...rooms, homeDir, ...servicePaths].some((place) => isInside(place, folder));
    if (folders.size >= most || isTaken || isHiddenOutside(file, workspacePath)) continue;
    if (await mayWrite(file)) folders.add(folder);
  }
  return [...folders];
};
