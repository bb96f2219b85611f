/** What a run or a scan needs to know of a project before it starts. Kept in memory: secrets never reach the store. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isSecretKey, secretsIn } from '../../kit/secret-keys.ts';
import type { FoundInterpreter, InterpreterFinding, RunRequest } from '../../runner/runner.ts';
import type { ScanInput } from '../../scanner/scanner.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { Context } from '../context.ts';
import { type KnownProject, memoryOf } from './memory.ts';

/** Without an interpreter it is not known which packages there are, and code beside the workspace is none of them. */
const packagesOf = (interpreter: FoundInterpreter | null, siblings: readonly string[]): string[] =>
  interpreter === null ? [] : [...new Set([...interpreter.sitePackages, ...siblings])];

/** `siblings`: of what is known of the project. */
export const scanInput = (
  root: string,
  interpreter: FoundInterpreter | null,
  siblings: readonly string[] = [],
): ScanInput => ({
  root,
  sitePackages: packagesOf(interpreter, siblings),
  pythonVersion: interpreter?.pythonVersion ?? null,
  djangoVersion: interpreter?.djangoVersion ?? null,
  live: null,
  liveProblem: null,
});

/** What is known of the project where it is now. */
export const knownProject = (context: Context, { id, path }: StoredWorkspace): KnownProject | undefined => {
  const { project } = memoryOf(context, id);
  return project?.root === path ? project : undefined;
};

/** By a quick look at the settings as they are now. */
const look = async (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter | null,
): Promise<KnownProject> => {
  const begunAt = context.clock.ticks();
  const { path } = workspace;
  const first = await context.scanner.look(scanInput(path, interpreter));
  const siblings = await context.runner.findSiblings(path, first.pathFolders);
  const looked = siblings.length === 0 ? first : await context.scanner.look(scanInput(path, interpreter, siblings));
  const { project, secrets, shownNames, areDatabasesTold, logFiles, checkedFolders, dataFiles } = looked;
  const sqliteFiles = project.databases.flatMap((database) => database.file ?? []);
  const read = { secrets, shownNames, sqliteFiles, areDatabasesTold, siblings, logFiles, checkedFolders, dataFiles };
  return { root: workspace.path, begunAt, ...read, interpreter };
};

/** Unless files changed since, or may have where nothing is watched: a secret that is new in the settings would be shown. */
const currentProject = (context: Context, workspace: StoredWorkspace): KnownProject | undefined => {
  const known = knownProject(context, workspace);
  return known && known.begunAt > memoryOf(context, workspace.id).changedAt ? known : undefined;
};

/**
 * A reading that goes on tells more than a look, which would start another process beside it: on two processors 100 models took 780 ms then, and 290 alone.
 * A large project is not waited for.
 */
const patienceMs = 1000;

/** From memory, or by a quick look at the settings. */
export const rememberProject = async (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter | null,
): Promise<KnownProject> => {
  const memory = memoryOf(context, workspace.id);
  let known = currentProject(context, workspace);
  if (!known && memory.textReading) {
    await Promise.race([memory.textReading, sleep(patienceMs, undefined, { ref: false })]);
    known = currentProject(context, workspace);
  }
  if (known) return known;
  const looked = await look(context, workspace, interpreter);
  // Read meanwhile by a scan, which saw no less.
  const read = knownProject(context, workspace);
  if (read && read.begunAt >= looked.begunAt) return read;
  memory.project = looked;
  return looked;
};

/** The interpreter, looked at when installs into it are noticed: one that came before is then seen, and one that comes later told. */
export const findWatchedInterpreter = async (
  context: Context,
  workspace: StoredWorkspace,
): Promise<InterpreterFinding> => {
  const find = () => context.runner.findInterpreter(workspace.path, workspace.python);
  const first = await find();
  const isNewlyWatched = 'found' in first && (await context.whenInstallsWatched(workspace, first.found));
  return isNewlyWatched ? find() : first;
};

/** The variables that the workspace asks for by name. */
const environmentOf = (context: Context, workspace: StoredWorkspace): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const name of workspace.environment.split(' ').filter(Boolean)) {
    const value = context.options.environment[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
};

/**
 * What is masked in all that a project prints or has written: secrets of its settings, and those of the variables that are handed to it, which only
 * itself may put together with a name.
 */
export const secretsOf = (
  context: Context,
  workspace: StoredWorkspace,
  { secrets, shownNames }: Pick<KnownProject, 'secrets' | 'shownNames'>,
): string[] => {
  const handed = Object.entries(environmentOf(context, workspace));
  const shown = new Set([...shownNames, ...handed.flatMap(([name, value]) => (isSecretKey(name) ? [] : value))]);
  const found = handed.flatMap(([name, value]) => secretsIn(value, isSecretKey(name)));
  return [...new Set([...secrets, ...found.filter((secret) => !shown.has(secret))])];
};

type Surroundings = Pick<
  RunRequest,
  | 'workspacePath'
  | 'interpreter'
  | 'network'
  | 'environment'
  | 'sqliteFiles'
  | 'logFiles'
  | 'checkedFolders'
  | 'secrets'
>;

/** What is the same for everything that is started in a project: a run, and the probe that asks it. */
export const surroundingsOf = (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter,
  project: KnownProject,
): Surroundings => ({
  workspacePath: workspace.path,
  interpreter: { ...interpreter, sitePackages: packagesOf(interpreter, project.siblings) },
  network: workspace.network === 1,
  environment: environmentOf(context, workspace),
  // Those that its text names, and those that only itself did when it was last asked.
  sqliteFiles: [...project.sqliteFiles, ...memoryOf(context, workspace.id).databases.told],
  logFiles: project.logFiles,
  checkedFolders: project.checkedFolders,
  secrets: secretsOf(context, workspace, project),
});
