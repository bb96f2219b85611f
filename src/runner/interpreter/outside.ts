/**
 * Environments that tools keep elsewhere: those that direnv makes in a folder of its own, the one that a file `.venv` or `.pdm-python` names, Pipenv's and
 * virtualenvwrapper's by the `.project` in them, Poetry's and hatch's by a hash of the project's path, and conda's by the name in `environment.yml`.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { findFirstLine, findRealPath, findText, listNames } from './reading.ts';

/** Where Pipenv and virtualenvwrapper keep theirs, and where a bare name in `.venv` is looked for. */
const collections = ['.local/share/virtualenvs', '.virtualenvs'];
/** On Linux and on macOS. */
const ofPoetry = ['.cache/pypoetry/virtualenvs', 'Library/Caches/pypoetry/virtualenvs'];

/** On Linux and on macOS. */
const ofHatch = ['.local/share/hatch/env/virtual', 'Library/Application Support/hatch/env/virtual'];

/** Where conda and its kin keep environments; it lists those made elsewhere in a file of its own. */
const ofConda = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba', '.conda', '/opt/conda'];
const allOfConda = '.conda/environments.txt';

/** The newest first: `.direnv/python-3.12` or `.direnv/python-3.12.4`. */
const listDirenv = async (folder: string): Promise<string[]> => {
  const own = path.join(folder, '.direnv');
  const names = (await listNames(own)).filter((name) => name.startsWith('python-'));
  return names.sort(newestFirst).map((name) => path.join(own, name));
};

const newestFirst = (left: string, right: string): number => right.localeCompare(left, 'en', { numeric: true });

/** It holds the path of a Python. */
const listPdm = async (folder: string): Promise<string[]> => {
  const python = await findFirstLine(path.join(folder, '.pdm-python'));
  return python?.startsWith('/') ? [path.dirname(path.dirname(python))] : [];
};

const listConda = async (folder: string, homeDir: string): Promise<string[]> => {
  const texts = await Promise.all(
    ['environment.yml', 'environment.yaml'].map((file) => findText(path.join(folder, file))),
  );
  const name = texts
    .map((text) => /^name:[ \t]*(['"]?)([\w.-]+)\1[ \t]*(?:#.*)?$/m.exec(text ?? '')?.[2])
    .find(Boolean);
  if (name === undefined) return [];
  const listed = (await findText(path.join(homeDir, allOfConda)))?.split('\n').map((line) => line.trim()) ?? [];
  return [
    ...listed.filter((prefix) => prefix.startsWith('/') && path.basename(prefix) === name),
    ...ofConda.map((root) => path.resolve(homeDir, root, 'envs', name)),
  ];
};

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

/** By which Poetry and hatch know a project. */
const hashOf = (folder: string): string => createHash('sha256').update(folder).digest('base64url').slice(0, 8);

/** The newest first, unless `poetry env use` chose another: names end in the hash and the version of Python. */
const listPoetry = async (folder: string, homeDir: string): Promise<string[]> => {
  const hash = hashOf(folder);
  const found: string[] = [];
  for (const cache of ofPoetry.map((name) => path.join(homeDir, name))) {
    const names = (await listNames(cache)).filter((name) => name.replace(/-py3\.\d+$/, '').endsWith(`-${hash}`));
    if (names.length === 0) continue;
    const chosen = (await findText(path.join(cache, 'envs.toml')))?.split(`-${hash}]`)[1];
    const version = /^[^[]*?minor = "(3\.\d+)"/.exec(chosen ?? '')?.[1];
    const newest = names.sort(newestFirst);
    const inOrder = [...newest.filter((name) => name.endsWith(`-py${version}`)), ...newest];
    found.push(...inOrder.map((name) => path.join(cache, name)));
  }
  return found;
};

/** The default one is called as the project is; beside it lie those for tests, for its documentation and the like. */
const listHatch = async (folder: string, homeDir: string): Promise<string[]> => {
  const hash = hashOf(folder);
  const stored = await Promise.all(
    ofHatch.map(async (name) => {
      const storage = path.join(homeDir, name);
      return (await listNames(storage)).map((project) => path.join(storage, project, hash, project));
    }),
  );
  const stated = await findText(path.join(folder, 'pyproject.toml'));
  const name = /^\[project\][^[]*?^name[ \t]*=[ \t]*['"]([\w.-]+)['"]/m.exec(stated ?? '')?.[1];
  const own = name === undefined ? [] : [path.join(folder, '.hatch', name.toLowerCase().replace(/[-_.]+/g, '-'))];
  return [...own, ...stored.flat()];
};

/** In the order in which they count; some may not be there. `folder`: with all links followed. */
export const listOutside = async (folder: string, homeDir: string): Promise<string[]> => [
  ...(await listDirenv(folder)),
  ...(await listNamed(folder, homeDir)),
  ...(await listPdm(folder)),
  ...(await listOwned(folder, homeDir)),
  ...(await listPoetry(folder, homeDir)),
  ...(await listHatch(folder, homeDir)),
  ...(await listConda(folder, homeDir)),
];
