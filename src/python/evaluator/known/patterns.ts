/** Paths that patterns stand for, as `glob` and `pathlib` find them; and the folders below one. */
import { listOf, oneByOne, tupleOf, unknownItems, type Value } from '../values.ts';
import type { World } from '../world.ts';
import { isThere } from './files.ts';
import { absolutePath, joinPath } from './texts/texts.ts';

/** Whether a name is one that `*` and `?` stand for. Without a regular expression: many stars would make one run for ever. */
export const fits = (name: string, pattern: string): boolean => {
  let [at, of, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[of] === '*') [star, mark] = [of++, at];
    else if (pattern[of] === '?' || pattern[of] === name[at]) [at, of] = [at + 1, of + 1];
    else if (star !== -1) [at, of] = [++mark, star + 1];
    else return false;
  }
  while (pattern[of] === '*') of++;
  return of === pattern.length;
};

const isPattern = (segment: string): boolean => /[*?[]/.test(segment);

/** `takesHidden`: as `pathlib` does. `isDeep`: `**` stands for any number of folders. */
type Way = { takesHidden: boolean; isDeep: boolean };

type Entry = { path: string; name: string; isFolder: boolean };

// More than any project has whose settings look for files; all of it is looked at again with every reading.
const MAX_FOLDERS = 2000;

/** What lies in a folder; undefined when that cannot be told. A path that begins nowhere begins where `manage.py` is run. */
const entriesOf = (folder: string, world: World): Entry[] | undefined => {
  const place = absolutePath(folder, world.cwd);
  const entries = isThere(place, world, 'folder') ? world.entries(place) : [];
  return entries?.map((entry) => ({ ...entry, path: joinPath([folder, entry.name]) }));
};

/** A folder and all below it, each before what it holds; undefined when there are too many. */
const foldersFrom = (top: string, world: World, { takesHidden }: Way): string[] | undefined => {
  const found: string[] = [];
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    found.push(folder);
    const entries = entriesOf(folder, world);
    if (entries === undefined || found.length > MAX_FOLDERS) return undefined;
    const below = entries.filter(({ isFolder, name }) => isFolder && (takesHidden || !name.startsWith('.')));
    waiting.push(...below.map(({ path }) => path).reverse());
  }
  return found;
};

/** What one part of a pattern leads to from a folder. */
const stepFrom = (folder: string, segment: string, world: World, way: Way): string[] | undefined => {
  if (segment === '**' && way.isDeep)
    return isThere(absolutePath(folder, world.cwd), world, 'folder') ? foldersFrom(folder, world, way) : [];
  if (!isPattern(segment)) return [joinPath([folder, segment])];
  const isTaken = (name: string): boolean => way.takesHidden || !name.startsWith('.') || segment.startsWith('.');
  return entriesOf(folder, world)?.flatMap(({ name, path }) => (fits(name, segment) && isTaken(name) ? path : []));
};

/** Paths that a pattern stands for, by name, each as the pattern begins; undefined when that cannot be told. */
export const findPaths = (pattern: string, world: World, way: Way): string[] | undefined => {
  const segments = pattern.split('/').filter(Boolean);
  // Of the folders alone that `**` finds at the end, versions of Python disagree; so they do of `a**`.
  const isOdd = segments.some((segment) => segment.includes('[') || (segment.includes('**') && segment !== '**'));
  if (isOdd || (segments.at(-1) === '**' && way.isDeep) || segments.filter((segment) => segment === '**').length > 1)
    return undefined;
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const segment of segments) {
    const next: string[] = [];
    for (const folder of found) {
      const paths = stepFrom(folder, segment, world, way);
      if (paths === undefined) return undefined;
      next.push(...paths);
    }
    found = next;
  }
  return found.filter((path) => isThere(absolutePath(path, world.cwd), world));
};

/** `os.walk(top)`. Whoever goes over it may leave folders out by changing what it is given: only what it begins with is sure. */
export const walkFolder = (top: string, world: World): Value | undefined => {
  const entries = entriesOf(top, world);
  if (entries === undefined) return undefined;
  const namesOf = (isWanted: boolean): Value[] =>
    entries.flatMap(({ name, isFolder }) => (isFolder === isWanted ? [name] : []));
  if (!isThere(absolutePath(top, world.cwd), world, 'folder')) return oneByOne([]);
  const folders = namesOf(true);
  const first = tupleOf([top, listOf(folders), listOf(namesOf(false))]);
  return oneByOne(folders.length === 0 ? [first] : [first, unknownItems('what lies below a folder is not known')]);
};
