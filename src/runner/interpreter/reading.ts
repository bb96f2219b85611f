/** Small guarded reads: every file belongs to someone else, may be huge, a device, or gone a moment later. */
import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { InspectorError, isOutOfFiles, tooFewFiles } from '../../kit/errors.ts';

const maxTextBytes = 256 * 1024;
const maxEntries = 20_000;

const requireDescriptors = (error: unknown): void => {
  if (isOutOfFiles(error)) throw new InspectorError('unavailable', tooFewFiles, { cause: error });
};

const readText = async (file: string, maxBytes: number): Promise<string | undefined> => {
  try {
    // O_NONBLOCK: a FIFO under that name must not make us wait for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return undefined;
      // No larger than the file: dozens of these are read before every run, and large buffers keep the garbage collector busy.
      const length = Math.min(found.size, maxBytes);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    requireDescriptors(error);
    return undefined;
  }
};

const underWay = new Map<string, Promise<string | undefined>>();

/** The beginning of a regular file, undefined for anything else. Workspaces that are looked at together share what they all ask for. */
export const findText = (file: string, maxBytes = maxTextBytes): Promise<string | undefined> => {
  const key = `${maxBytes} ${file}`;
  const known = underWay.get(key);
  if (known) return known;
  const text = readText(file, maxBytes).finally(() => underWay.delete(key));
  underWay.set(key, text);
  return text;
};

/** The first line that says something, of a file that names a version or a folder. */
export const findFirstLine = async (file: string): Promise<string | undefined> =>
  (await findText(file, 4096))
    ?.split(/\r?\n/)
    .map((line) => line.trim())
    .find((line) => line && !line.startsWith('#'));

/** Names by folder and by when it was last changed: those of the system's packages, thousands, are asked for before every run. */
const known = new Map<string, { stamp: string; names: readonly string[] }>();
const maxKnown = 100;
/** Within it, a second change might bear the time of the first. */
const sameTimeMs = 2000;

export const listNames = async (folder: string): Promise<readonly string[]> => {
  try {
    const { dev, ino, mtimeMs, ctimeMs } = await stat(folder);
    const stamp = `${dev} ${ino} ${mtimeMs} ${ctimeMs}`;
    const before = known.get(folder);
    if (before?.stamp === stamp) return before.names;
    const names = (await readdir(folder)).slice(0, maxEntries).sort();
    if (known.size >= maxKnown) known.clear();
    if (Date.now() - Math.max(mtimeMs, ctimeMs) > sameTimeMs) known.set(folder, { stamp, names });
    return names;
  } catch (error) {
    requireDescriptors(error);
    return [];
  }
};

export const isFolder = async (file: string): Promise<boolean> => {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
};

const openToAll = 0o1002;

/** As `/tmp` is: what lies there may be anybody's, and says nothing about a project below it. (Where all may write and each may remove all, the project itself may be anybody's.) */
export const isOpenToAll = async (folder: string): Promise<boolean> => {
  try {
    return ((await stat(folder)).mode & openToAll) === openToAll;
  } catch {
    return false;
  }
};

export const findRealPath = async (file: string): Promise<string | undefined> => {
  try {
    return await realpath(file);
  } catch {
    return undefined;
  }
};

export const isInside = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
