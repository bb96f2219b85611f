/**
 * Finds the Python of a workspace by reading links and `pyvenv.cfg`. In order: the one chosen by hand, a virtual environment in
 * the project or beside it, one that a tool keeps for it elsewhere, the version that `.python-version` names, the service's own default, the
 * environment that was active where the service was started, a system Python. The last two only if they have Django.
 */
import path from 'node:path';
import { environmentLevels, environmentNames } from '../../kit/environments.ts';
import { shellWord } from '../../kit/shell.ts';
import type { InterpreterFinding } from '../runner.ts';
import { listOutside } from './outside.ts';
import { findFirstLine, findRealPath, findText, isFolder, isOpenToAll, listNames } from './reading.ts';
import { findProgramProblem, type Origin, readInstallation, readVenv, type Search } from './venv.ts';

/** What shows that the folder above is the project's own: `repo/.venv` beside `repo/backend/manage.py`. */
const projectMarks =
  /^(pyproject\.toml|requirements.*\.txt|setup\.(py|cfg)|Pipfile|(poetry|uv|pdm)\.lock|environment\.ya?ml|\.git|\.python-version)$/;
const usualPythons = ['/usr/bin/python3', '/usr/local/bin/python3', '/opt/homebrew/bin/python3'];

const findConfig = (folder: string): Promise<string | undefined> => findText(path.join(folder, 'pyvenv.cfg'));

const readVenvAt = async (folder: string, origin: Origin, search: Search): Promise<InterpreterFinding | undefined> => {
  const config = await findConfig(folder);
  return config === undefined ? undefined : readVenv(folder, config, origin, search);
};

/** Of venv or of conda; undefined where there is neither. */
const readEnvironmentAt = async (
  folder: string,
  origin: Origin,
  search: Search,
): Promise<InterpreterFinding | undefined> => {
  const [config, isConda] = await Promise.all([findConfig(folder), isFolder(path.join(folder, 'conda-meta'))]);
  if (config !== undefined) return readVenv(folder, config, origin, search);
  return isConda ? readInstallation(path.join(folder, 'bin/python'), origin, search) : undefined;
};

/** An environment, also one of conda, may be named by its folder or by its Python, not by any other file in it. */
const readNamed = async (file: string, origin: Origin, search: Search): Promise<InterpreterFinding> => {
  if (await isFolder(file)) {
    return (await readVenvAt(file, origin, search)) ?? readInstallation(path.join(file, 'bin/python'), origin, search);
  }
  const venv = await readVenvAt(path.dirname(path.dirname(file)), origin, search);
  if (!venv) return readInstallation(file, origin, search);
  const unfit = 'found' in venv ? await findProgramProblem((await findRealPath(file)) ?? file) : undefined;
  return unfit ? { problem: unfit } : venv;
};

const readOverride = async (override: string, search: Search): Promise<InterpreterFinding> => {
  const finding = await readNamed(path.resolve(search.workspacePath, override), 'override', search);
  if ('found' in finding) return finding;
  return { problem: `The interpreter chosen for this workspace (${override}) cannot be used: ${finding.problem}` };
};

const readDefault = async (file: string, search: Search): Promise<InterpreterFinding> => {
  const finding = await readNamed(file, 'system', search);
  if ('found' in finding) return finding;
  return { problem: `The interpreter that default-python names (${file}) cannot be used: ${finding.problem}` };
};

/** The workspace, then the folders above it as long as they belong to the same project. */
const listProjectFolders = async ({ workspacePath, homeDir }: Search): Promise<string[]> => {
  const folders = [workspacePath];
  for (let folder = path.dirname(workspacePath); folders.length <= environmentLevels; folder = path.dirname(folder)) {
    if (folder === '/' || folder === homeDir || (await isOpenToAll(folder))) break;
    if (!(await listNames(folder)).some((name) => projectMarks.test(name))) break;
    folders.push(folder);
  }
  return folders;
};

/** What `.python-version` names, in the places where version managers keep Pythons. */
const findPinned = async (folder: string, search: Search): Promise<InterpreterFinding | undefined> => {
  const wanted = await findFirstLine(path.join(folder, '.python-version'));
  if (!wanted || !/^[\w.@-]+$/.test(wanted) || wanted.startsWith('.')) return undefined;
  const roots = ['.pyenv/versions', '.asdf/installs/python', '.local/share/mise/installs/python'];
  for (const root of roots.map((name) => path.join(search.homeDir, name))) {
    const versions = (await listNames(root)).filter((name) => name === wanted || name.startsWith(`${wanted}.`));
    const newest = versions.sort((left, right) => left.localeCompare(right, 'en', { numeric: true })).at(-1);
    if (!newest) continue;
    const prefix = (await findRealPath(path.join(root, newest))) ?? path.join(root, newest);
    const venv = await readVenvAt(prefix, 'workspace', search);
    return venv ?? readInstallation(path.join(prefix, 'bin', 'python3'), 'workspace', search);
  }
  return undefined;
};

/** The first of these environments that can be used, or what is wrong with the first that is there. */
const readFirst = async (environments: readonly string[], search: Search): Promise<InterpreterFinding | undefined> => {
  const findings = await Promise.all(environments.map((folder) => readEnvironmentAt(folder, 'workspace', search)));
  return findings.find((finding) => finding && 'found' in finding) ?? findings.find((finding) => finding !== undefined);
};

const hasDjango = (finding: InterpreterFinding | undefined): boolean =>
  finding !== undefined && 'found' in finding && finding.found.djangoVersion !== null;

/** The first Python of the system that has Django, or what there is instead and what to do first. */
const readSystem = async (files: readonly string[], search: Search): Promise<InterpreterFinding | string> => {
  let bare: string | undefined;
  let damage: string | undefined;
  for (const file of files) {
    const finding = await readInstallation(file, 'system', search);
    if (hasDjango(finding)) return finding;
    if ('found' in finding) bare ??= file;
    else if (await findRealPath(file)) damage ??= finding.problem;
  }
  if (bare !== undefined) return `the Python of the system (${bare}) has no Django.`;
  if (damage !== undefined) return `the Python of the system cannot be used: ${damage}`;
  return 'there is no Python on this system. Install Python 3.';
};

/**
 * For projects without an environment of their own. `active`: the folder of one that was activated where the service was started. `systemPythons`: elsewhere
 * than where systems have theirs.
 */
export type Fallbacks = {
  defaultPython?: string | null;
  active?: string | null;
  systemPythons?: readonly string[];
};

export const findInterpreter = async (
  workspacePath: string,
  override: string | null,
  homeDir: string,
  { defaultPython = null, active = null, systemPythons = usualPythons }: Fallbacks = {},
): Promise<InterpreterFinding> => {
  const search = { workspacePath: (await findRealPath(workspacePath)) ?? workspacePath, homeDir };
  if (override) return readOverride(override, search);
  let problem: string | undefined;
  for (const folder of await listProjectFolders(search)) {
    const inside = environmentNames.map((name) => path.join(folder, name));
    for (const list of [async () => inside, () => listOutside(folder, homeDir)]) {
      const finding = await readFirst(await list(), search);
      if (finding && 'found' in finding) return finding;
      problem ??= finding?.problem;
    }
    const pinned = await findPinned(folder, search);
    if (pinned && hasDjango(pinned)) return pinned;
  }
  if (problem) return { problem };
  if (defaultPython) return readDefault(defaultPython, search);
  const activated = active ? await readEnvironmentAt(active, 'system', search) : undefined;
  if (activated && hasDjango(activated)) return activated;
  const system = await readSystem(systemPythons, search);
  if (typeof system !== 'string') return system;
  const venv = shellWord(path.join(search.workspacePath, '.venv'));
  return {
    problem:
      `No Python with Django was found for this workspace: there is no virtual environment in the project, and ${system} ` +
      `Make one: python3 -m venv ${venv} && ${venv}/bin/pip install django (or the project's ` +
      'requirements), or choose an interpreter for the workspace.',
  };
};
