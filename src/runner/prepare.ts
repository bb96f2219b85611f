/** From what a use case asks for to what a sandbox needs: what to run, what it may see, and reasons not to start at all. */
import { constants, existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { findRealPath, isInside } from './interpreter/reading.ts';
import { findProgramProblem } from './interpreter/venv.ts';
import type { FoundInterpreter, RunRequest } from './runner.ts';

/** Why a run cannot start, with the exit code that a shell would give. */
export type Refusal = { exitCode: 126 | 127; cause: string };

const refuse = (cause: string, exitCode: Refusal['exitCode'] = 126): Refusal => ({ exitCode, cause });

const findManageProblem = async (workspacePath: string): Promise<string | undefined> => {
  const file = path.join(workspacePath, 'manage.py');
  const real = await findRealPath(file);
  if (!real) return `The workspace has no manage.py (${file}).`;
  if (!isInside(real, workspacePath)) return `manage.py is a link that leads out of the workspace (to ${real}).`;
  const found = await stat(real);
  if (!found.isFile()) return 'manage.py is not a regular file.';
  if (found.size === 0) return 'manage.py is empty.';
  try {
    await access(real, constants.R_OK);
  } catch {
    return 'manage.py cannot be read: its permissions forbid it.';
  }
  return undefined;
};

export const findRefusal = async ({
  workspacePath,
  command,
  interpreter,
}: RunRequest): Promise<Refusal | undefined> => {
  const real = await findRealPath(workspacePath);
  if (!real || !(await stat(real)).isDirectory()) {
    return refuse(`The workspace's folder is not there any more: ${workspacePath}`);
  }
  if (real !== workspacePath) return refuse(`The workspace's path is not canonical: ${workspacePath} is ${real}.`);
  const problem = command.kind === 'manage' ? await findManageProblem(workspacePath) : undefined;
  if (problem) return refuse(problem);
  const program = await findRealPath(interpreter.path);
  if (!program) return refuse(`The interpreter is not there: ${interpreter.path} does not exist.`, 127);
  const unfit = await findProgramProblem(program);
  return unfit ? refuse(`The interpreter cannot be run: ${unfit}`) : undefined;
};

/** Already there in every sandbox. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

const maxLinks = 40;

/** Every name on the way from a link to the file it stands for, the file itself last. */
const listLinkHops = (file: string): string[] => {
  const hops = [file];
  for (let current = file; hops.length < maxLinks; ) {
    try {
      current = path.resolve(path.dirname(current), readlinkSync(current));
    } catch {
      break;
    }
    hops.push(current);
  }
  return hops;
};

const realPathOf = (file: string): string | undefined => {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
};

/** It has its standard library. Around any other program that is named like a Python may lie whatever its user keeps there. */
const isInstallation = (prefix: string): boolean => {
  try {
    const names = readdirSync(path.join(prefix, 'lib')).filter((name) => name.startsWith('python3.'));
    return names.some((name) => existsSync(path.join(prefix, 'lib', name, 'os.py')));
  } catch {
    return false;
  }
};

/** The real program behind an interpreter, and the installation that it belongs to. */
const listProgram = (interpreter: FoundInterpreter): string[] => {
  const program = realPathOf(interpreter.path);
  if (program === undefined) return [];
  const prefix = path.dirname(path.dirname(program));
  return isInstallation(prefix) ? [program, prefix] : [program];
};

/**
 * Folders and files that the interpreter needs, without those that another one of them or the sandbox shows anyway. Looked up without
 * waiting: a turn of the event loop for each of dozens of names takes longer than all of them together.
 */
export const listVisible = (
  interpreter: FoundInterpreter,
  workspacePath: string,
  homeDir: string,
  servicePaths: readonly string[],
): string[] => {
  const folders = [
    interpreter.prefix,
    interpreter.basePrefix,
    ...listProgram(interpreter),
    ...interpreter.sitePackages,
  ].map((folder) => path.resolve(folder));
  const wanted = new Set([...folders, ...folders.map(realPathOf), ...listLinkHops(path.resolve(interpreter.path))]);
  const present = [...wanted].filter((file) => file !== undefined && realPathOf(file) !== undefined) as string[];
  const homes = [homeDir, realPathOf(homeDir) ?? homeDir];
  // What lies around the project is shown only where it is the chosen environment itself: a project in a folder `lib` can bring a library along, and
  // name the folder above it for the installation that this belongs to.
  const chosen = realPathOf(interpreter.prefix);
  const isAround = (file: string): boolean => {
    const real = realPathOf(file) ?? file;
    return isInside(workspacePath, real) && real !== chosen;
  };
  const visible: string[] = [];
  for (const file of present.sort((left, right) => left.length - right.length)) {
    const shown = [...systemFolders, workspacePath, ...visible].some((folder) => isInside(file, folder));
    const own = servicePaths.some((kept) => isInside(kept, file) || isInside(file, kept));
    if (!shown && !own && !isAround(file) && !homes.some((home) => isInside(home, file))) visible.push(file);
  }
  return visible;
};

const scriptFolder = '/run/inspector';

export const placeScript = async (request: RunRequest): Promise<{ from: string; to: string } | null> =>
  request.command.kind === 'script'
    ? { from: await realpath(request.command.file), to: path.join(scriptFolder, path.basename(request.command.file)) }
    : null;

export const makeArgv = ({ command, interpreter }: RunRequest, scriptAt: string | null): string[] => {
  if (command.kind === 'script') return [interpreter.path, scriptAt ?? command.file, ...command.argv];
  return [interpreter.path, ...command.argv];
};

/** From zero: nothing of the service's own environment reaches a command. */
export const makeEnvironment = (request: RunRequest, homeDir: string): Record<string, string> => {
  const { prefix, basePrefix } = request.interpreter;
  return {
    ...request.environment,
    PATH: [path.join(prefix, 'bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: homeDir,
    LANG: 'C.UTF-8',
    TMPDIR: '/tmp',
    TERM: 'dumb',
    NO_COLOR: '1',
    PYTHONUTF8: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
    PYTHONNOUSERSITE: '1',
    ...(prefix === basePrefix ? {} : { VIRTUAL_ENV: prefix }),
    // Only a seat belt for a database on the network; the lock is a role that may only read.
    ...(request.network ? { PGOPTIONS: '-c default_transaction_read_only=on' } : {}),
  };
};
