/**
 * Environments that tools keep outside the project: the one that a file `.venv` names, Pipenv's and virtualenvwrapper's by the `.project` in them, and
 * Poetry's, whose names end in a hash of the project's path and the version of Python.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { findFirstLine, findRealPath, findText, listNames } from './reading.ts';

/** Where Pipenv and virtualenvwrapper keep theirs, and where a bare name in `.venv` is looked for. */
const collections = ['.local/share/virtualenvs', '.virtualenvs'];
/** On Linux and on macOS. */
const ofPoetry = ['.cache/pypoetry/virtualenvs', 'Library/Caches/pypoetry/virtualenvs'];

const listNamed = async (folder: string, homeDir: string): Promise<string[]> => {
  const named = await findFirstLine(path.join(folder, '.venv'));
  if (named === undefined) return [];
  return named.includes('/')
    ? [path.resolve(folder, named.replace(/^~(?=\/)/, homeDir))]
    : collections.map((collection) => path.join(homeDir, collection, named));
};

const listOwned = async (folder: string, homeDir: string): Promise<string[]> => {
  const owned: string[] = [];
  for (const collection of collections.map((name) => path.join(homeDir, name))) {
    for (const name of await listNames(collection)) {
      const owner = await findFirstLine(path.join(collection, name, '.project'));
      if (owner !== undefined && (await findRealPath(owner)) === folder) owned.push(path.join(collection, name));
    }
  }
  return owned;
};

/** The newest first, unless `poetry env use` chose another. */
const listPoetry = async (folder: string, homeDir: string): Promise<string[]> => {
  const hash = createHash('sha256').update(folder).digest('base64url').slice(0, 8);
  const found: string[] = [];
  for (const cache of ofPoetry.map((name) => path.join(homeDir, name))) {
    const names = (await listNames(cache)).filter((name) => name.replace(/-py3\.\d+$/, '').endsWith(`-${hash}`));
    if (names.length === 0) continue;
    const chosen = (await findText(path.join(cache, 'envs.toml')))?.split(`-${hash}]`)[1];
    const version = /^[^[]*?minor = "(3\.\d+)"/.exec(chosen ?? '')?.[1];
    const newest = names.sort((left, right) => right.localeCompare(left, 'en', { numeric: true }));
    const inOrder = [...newest.filter((name) => name.endsWith(`-py${version}`)), ...newest];
    found.push(...inOrder.map((name) => path.join(cache, name)));
  }
  return found;
};

/** In the order in which they count; some may not be there. `folder`: with all links followed. */
export const listOutside = async (folder: string, homeDir: string): Promise<string[]> => [
  ...(await listNamed(folder, homeDir)),
  ...(await listOwned(folder, homeDir)),
  ...(await listPoetry(folder, homeDir)),
];
