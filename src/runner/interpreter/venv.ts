/** One Python, read from its folder: a virtual environment, or an installation such as pyenv's. Nothing of it is run. */
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { shellWord } from '../../kit/shell.ts';
import type { FoundInterpreter, InterpreterFinding } from '../runner.ts';
import { findDjangoVersion, listImportFolders, listPackageFolders, listPythonFolders } from './packages.ts';
import { findRealPath, findText, isInside } from './reading.ts';

export type Search = { workspacePath: string; homeDir: string };
export type Origin = FoundInterpreter['origin'];

const parseVenvConfig = (text: string): Map<string, string> => {
  const entries = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=');
    if (at > 0) entries.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return entries;
};

/** A Python installation has its standard library: so a venv cannot have any other folder shown inside the sandbox. */
const findLibrary = async (prefix: string): Promise<string | undefined> => {
  for (const python of await listPythonFolders(prefix)) {
    if ((await findText(path.join(prefix, 'lib', python, 'os.py'), 16)) !== undefined) return python;
  }
  return undefined;
};

/** What Pythons are called: python3, python3.13t, python3.12-dbg, pypy3.10, and Red Hat's own. What it is can only be told by running it. */
const pythonName = /^(?:platform-)?(?:python|pypy|graalpy)[\d.]*[a-z]*(?:-(?:dbg|debug|intel64|64))?$/i;

/** Why a file, with all links followed, cannot be the interpreter; undefined when it can. */
export const findProgramProblem = async (file: string): Promise<string | undefined> => {
  try {
    if (!(await stat(file)).isFile()) return `${file} is not a file.`;
  } catch {
    return `${file} does not exist.`;
  }
  try {
    await access(file, constants.X_OK);
  } catch {
    return `${file} is not executable.`;
  }
  const start = await findText(file, 4);
  if (start?.startsWith('#!')) return `${file} is a script (a pyenv shim?), not a Python interpreter.`;
  const isElf = start?.startsWith('\x7fELF');
  const isMacho = process.platform === 'darwin' && start !== undefined && start.length > 0;
  if (!isElf && !isMacho) return `${file} is not a program that this machine can run.`;
  return pythonName.test(path.basename(file))
    ? undefined
    : `${file} is not named like a Python (python3, python3.12, pypy3 …).`;
};

const remake = (folder: string): string =>
  `Make it again, for example: python3 -m venv ${shellWord(folder)} && ${shellWord(folder)}/bin/pip install -r requirements.txt`;

const readVersion = (config: Map<string, string>, library: string | undefined, basePrefix: string): string | null => {
  const stated = config.get('version') ?? config.get('version_info');
  const match = stated && /^\d+\.\d+(\.\d+)?/.exec(stated);
  if (match) return match[0];
  // pyenv, asdf and mise name the folder after the full version.
  const named = /(?:^|-)(3\.\d+\.\d+)(?:$|-)/.exec(path.basename(basePrefix));
  return named?.[1] ?? library?.replace(/^python|t$/g, '') ?? null;
};

/** All of an environment is shown to runs: a link in the project must not make one of a folder in which others lie beside it. */
const isAround = (prefix: string, origin: Origin, { workspacePath }: Search): boolean =>
  origin === 'workspace' && isInside(workspacePath, prefix);

const aroundProblem = (folder: string): string =>
  `The environment ${folder} is a folder around the project, of which a run would see everything. Choose it for this workspace if it is to be used, or make one in the project: python3 -m venv .venv`;

/** The interpreter of a virtual environment, or in words what is wrong with it. */
export const readVenv = async (
  folder: string,
  config: string,
  origin: Origin,
  search: Search,
): Promise<InterpreterFinding> => {
  const entries = parseVenvConfig(config);
  const place = (await findRealPath(folder)) ?? folder;
  if (isAround(place, origin, search)) return { problem: aroundProblem(place) };
  const python = path.join(folder, 'bin', 'python');
  const real = await findRealPath(python);
  if (!real)
    return { problem: `${folder} has no Python that this user can reach, or its Python is gone. ${remake(folder)}` };
  const unfit = await findProgramProblem(real);
  if (unfit) return { problem: `The Python of ${folder} cannot be run: ${unfit} ${remake(folder)}` };
  const home = entries.get('home');
  const bases = [home ? path.dirname(path.resolve(folder, home)) : undefined, path.dirname(path.dirname(real))];
  for (const basePrefix of bases) {
    const library = basePrefix && (await findLibrary(basePrefix));
    if (!basePrefix || !library) continue;
    const own = (await listPythonFolders(folder))[0] ?? library;
    const folders = await listPackageFolders(folder, own);
    if (entries.get('include-system-site-packages')?.toLowerCase() === 'true') {
      folders.push(...(await listPackageFolders(basePrefix, library)));
    }
    const sitePackages = await listImportFolders(folders, search.workspacePath, search.homeDir);
    const pythonVersion = readVersion(entries, library, basePrefix);
    const djangoVersion = await findDjangoVersion(sitePackages);
    return {
      found: { path: python, origin, pythonVersion, djangoVersion, prefix: folder, basePrefix, sitePackages },
    };
  }
  return { problem: `${folder} was made from a Python that is gone (${home ?? real}). ${remake(folder)}` };
};

/** The interpreter of an installation: `/usr/bin/python3`, a pyenv version, one chosen by hand. */
export const readInstallation = async (file: string, origin: Origin, search: Search): Promise<InterpreterFinding> => {
  const real = await findRealPath(file);
  const unfit = await findProgramProblem(real ?? file);
  if (!real || unfit) return { problem: unfit ?? `${file} does not exist.` };
  const prefix = path.dirname(path.dirname(real));
  if (isAround(prefix, origin, search)) return { problem: aroundProblem(prefix) };
  const named = /^python(3\.\d+t?)$/.exec(path.basename(real))?.[1];
  const library = named ? `python${named}` : await findLibrary(prefix);
  if (!library || isInside(search.homeDir, prefix))
    return { problem: `${file} does not belong to a Python installation.` };
  if ((await findText(path.join(prefix, 'lib', library, 'os.py'), 16)) === undefined) {
    return { problem: `${file} has no standard library beside it (${prefix}/lib/${library}).` };
  }
  const folders = await listPackageFolders(prefix, library);
  const sitePackages = await listImportFolders(folders, search.workspacePath, search.homeDir);
  const pythonVersion = readVersion(new Map(), library, prefix);
  const djangoVersion = await findDjangoVersion(sitePackages);
  return { found: { path: file, origin, pythonVersion, djangoVersion, prefix, basePrefix: prefix, sitePackages } };
};
