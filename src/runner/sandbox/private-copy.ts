/** A copy of the workspace for one run, without what is large and not needed to be writable; that is shown read-only in its place. */
import { constants, type Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { environmentNames } from '../../kit/environments.ts';
import { systemCodeOf } from '../../kit/errors.ts';
import { withThousands } from '../../kit/numbers.ts';
import type { Room } from '../process/disk.ts';

const leftOut = new Set([
  ...environmentNames.map((name) => name.split('/', 1)[0] as string),
  '.direnv',
  '.hatch',
  'node_modules',
  '.git',
  '.hg',
  'media',
  '.tox',
  '.mypy_cache',
]);
const maxFiles = 20_000;
const maxBytes = 512 * 1024 * 1024;

export type PrivateCopy = { ok: true; shown: string[]; copied: Room } | { ok: false; problem: string };

const tooLarge = `The workspace is too large to be copied for a run (more than ${withThousands(maxFiles)} files or ${maxBytes / 1024 / 1024} MiB).`;

/** What vanished or may not be read is missing for the command too. What could not be written would be missing in the copy alone. */
const passOver = (error: unknown): void => {
  if (!['ENOENT', 'EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')) throw error;
};

const listFolder = async (folder: string): Promise<Dirent[]> => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    passOver(error);
    return [];
  }
};

/** `stop`: the run is over, so nobody needs the rest. */
export const copyPrivately = async (
  workspacePath: string,
  target: string,
  stop: AbortSignal,
  mostFiles = maxFiles,
): Promise<PrivateCopy> => {
  const shown: string[] = [];
  let files = 0;
  let bytes = 0;
  const waiting = [''];
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await listFolder(path.join(workspacePath, folder))) {
      files += 1;
      if (files > mostFiles) return { ok: false, problem: tooLarge };
      if (stop.aborted) return { ok: false, problem: 'The run ended while its workspace was copied.' };
      const name = path.join(folder, entry.name);
      const [from, to] = [path.join(workspacePath, name), path.join(target, name)];
      if (entry.isDirectory() && leftOut.has(entry.name)) {
        await mkdir(to, { mode: 0o700 });
        shown.push(from);
      } else if (entry.isDirectory()) {
        await mkdir(to, { mode: 0o700 });
        waiting.push(name);
      } else if (entry.isSymbolicLink()) {
        await readlink(from)
          .then((target) => symlink(target, to))
          .catch(passOver);
      } else if (entry.isFile()) {
        bytes += (await lstat(from).catch(() => null))?.size ?? 0;
        if (bytes > maxBytes) return { ok: false, problem: tooLarge };
        await copyFile(from, to, constants.COPYFILE_FICLONE).catch(passOver);
      }
    }
  }
  return { ok: true, shown, copied: { bytes, files } };
};
