/** Which folders may become a workspace. Each refusal says what is wrong and what to do. */
import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { type InspectorError, invalid, systemCodeOf } from '../../kit/errors.ts';
import { homeFolder, realHome } from '../../kit/home.ts';
import { shellWord } from '../../kit/shell.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { StoreNouns } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { adviseNearby } from './nearby.ts';

/** Nothing below these is anyone's project: a scan or a run there would show the system's or a person's secrets. */
const closedTrees = ['/etc', '/proc', '/sys', '/dev', '/boot', '/run'];
/** These themselves are no project; folders below may be. */
const closedFolders = [
  '/',
  '/bin',
  '/home',
  '/lib',
  '/media',
  '/mnt',
  '/opt',
  '/root',
  '/sbin',
  '/srv',
  '/tmp',
  '/usr',
  '/var',
  '/Users',
  '/Library',
  '/System',
];
const privateInHome = ['.ssh', '.gnupg', '.aws', '.kube', '.docker', '.password-store', '.mozilla', '.config'];
const longestPath = 4096;

/** Relative to the parent; undefined when it lies elsewhere. */
export const pathWithin = (parent: string, child: string): string | undefined => {
  const path = relative(parent, child);
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path;
};

const isWithin = (parent: string, child: string): boolean => pathWithin(parent, child) !== undefined;

const protectionOf = (path: string, dataDir: string): string | undefined => {
  const home = realHome();
  if (closedFolders.includes(path) || closedTrees.some((tree) => isWithin(tree, path))) {
    return `${path} belongs to the system. Choose the folder of a project.`;
  }
  if (isWithin(path, home)) return `${path} is or holds your home folder. Choose the folder of a project inside it.`;
  if (privateInHome.some((name) => isWithin(join(home, name), path)))
    return `${path} holds private settings. Choose the folder of a project.`;
  if (isWithin(dataDir, path) || isWithin(path, dataDir)) {
    return `${path} holds the data of Workspace Inspector itself (${dataDir}). Choose another folder, or another --data-dir.`;
  }
  return undefined;
};

/** `choices`: folders that may be given in its place. */
type Refusal = { problem: string; choices?: readonly string[] };
type Found = { path: string } | Refusal;

export const refusePlace = ({ problem, choices }: Refusal): InspectorError => invalid({ path: [problem] }, choices);

const checkMarker = async (folder: string, marker: string): Promise<Refusal | undefined> => {
  const file = join(folder, marker);
  try {
    // stat, not open: opening a FIFO would wait for a writer for ever.
    const info = await stat(file);
    if (!info.isFile())
      return {
        problem: `${marker} in ${folder} is not a regular file. Choose the folder that holds the project's own ${marker}.`,
      };
    if (info.size === 0) return { problem: `${marker} in ${folder} is empty. Restore it, then try again.` };
    await access(file, constants.R_OK);
    return undefined;
  } catch (error) {
    if (systemCodeOf(error) === 'EACCES')
      return { problem: `${marker} in ${folder} cannot be read. Give yourself read permission.` };
    const link = await lstat(file).catch(() => undefined);
    if (link) return { problem: `${marker} in ${folder} is a link that leads nowhere. Repair it, then try again.` };
    const { advice, ...choices } = await adviseNearby(folder, marker);
    return { problem: `There is no ${marker} in ${folder}. ${advice}`, ...choices };
  }
};

/** `absent`: what to say of a path where nothing is. */
const canonical = async (given: string, absent: (typed: string) => string): Promise<Found> => {
  const typed = given === '~' || given.startsWith('~/') ? join(homeFolder(), given.slice(1)) : given;
  if (typed.includes('\0')) return { problem: 'A path cannot hold a NUL character.' };
  if (Buffer.byteLength(typed) > longestPath) return { problem: `A path has at most ${longestPath} bytes.` };
  if (!isAbsolute(typed)) return { problem: 'Give the whole path, starting with /.' };
  try {
    return { path: await realpath(typed) };
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EACCES') return { problem: `${typed} cannot be entered. Give yourself permission to read it.` };
    if (code === 'ELOOP') return { problem: `${typed} is a link that leads to itself.` };
    return { problem: absent(typed) };
  }
};

/** The canonical path of a folder that may be a workspace, or why it may not. */
const checkProjectPath = async (
  { framework, options }: Context,
  given: string,
  absent = (typed: string) => `${typed} does not exist. Check the spelling.`,
): Promise<Found> => {
  const place = await canonical(given, absent);
  if ('problem' in place) return place;
  const ownData = await realpath(options.dataDir).catch(() => options.dataDir);
  const protection = protectionOf(place.path, ownData);
  if (protection) return { problem: protection };
  const refusal = await checkMarker(place.path, framework.marker);
  if (refusal === undefined) return place;
  // Last: it may have gone while it was looked at, and then nothing else that was found is so.
  const info = await stat(place.path).catch(() => undefined);
  if (!info) return { problem: absent(place.path) };
  return info.isDirectory() ? refusal : { problem: `${place.path} is a file. Choose the folder that holds it.` };
};

/** A folder is that of one workspace at most. */
export const twinProblem = async (store: StoreNouns, path: string): Promise<string | undefined> => {
  const twin = await store.workspaces.findByPath(path);
  return twin && `This folder is the workspace "${twin.slug}" already.`;
};

/** A blank at the end is of the name where there is such a folder; otherwise it came along when the path was copied. */
const withoutStrayBlanks = async (given: string): Promise<string> => {
  const trimmed = given.trimEnd();
  if (trimmed === given) return given;
  const place = await canonical(given, () => '');
  return 'path' in place ? given : trimmed;
};

/** The same for one that may be added or moved to: it is that of no workspace yet. */
export const findFreePlace = async (context: Context, given: string): Promise<Found> => {
  const place = await checkProjectPath(context, await withoutStrayBlanks(given));
  const problem = 'path' in place ? await twinProblem(context.store, place.path) : undefined;
  return problem === undefined ? place : { problem };
};

/** Before a service is started for a folder: why that may not be a workspace. One that is a workspace already is no mistake, whatever became of its folder. */
export const requirePlace = async (context: Context, given: string): Promise<void> => {
  const place = await checkProjectPath(context, given);
  if ('path' in place) return;
  const path = await realpath(given).catch(() => given);
  if (!(await context.store.workspaces.findByPath(path))) throw refusePlace(place);
};

/** For a workspace that was added before: is its folder still what it was? */
export const workspaceProblem = async (
  context: Context,
  { slug, path }: StoredWorkspace,
): Promise<string | undefined> => {
  const now = await checkProjectPath(context, path, (gone) => `${gone} does not exist any more.`);
  if ('problem' in now) return `The workspace folder cannot be used: ${now.problem}`;
  return now.path === path
    ? undefined
    : `The workspace folder ${path} now leads to ${now.path}. Move the workspace there: inspector move ${slug} ${shellWord(now.path)}`;
};
