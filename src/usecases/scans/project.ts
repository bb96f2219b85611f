/** What a run or a scan needs to know of a project before it starts. Kept in memory: secrets never reach the store. */
import type { FoundInterpreter } from '../../runner/runner.ts';
import type { ModelsDigest, ScanInput } from '../../scanner/scanner.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { Context, ProjectMemory } from '../context.ts';

export const scanInput = (workspace: StoredWorkspace, interpreter: FoundInterpreter | null): ScanInput => ({
  root: workspace.path,
  sitePackages: interpreter?.sitePackages ?? [],
  pythonVersion: interpreter?.pythonVersion ?? null,
  djangoVersion: interpreter?.djangoVersion ?? null,
  live: null,
  liveProblem: null,
});

/** What is known of the project where it is now. */
export const knownProject = ({ projects }: Context, { id, path }: StoredWorkspace): ProjectMemory | undefined => {
  const known = projects.get(id);
  return known?.root === path ? known : undefined;
};

export const keepProject = (
  context: Context,
  { id, path }: StoredWorkspace,
  { secrets, sqliteFiles, logFiles }: Pick<ModelsDigest, 'secrets' | 'sqliteFiles' | 'logFiles'>,
  interpreter: FoundInterpreter | null,
): ProjectMemory => {
  const memory: ProjectMemory = { root: path, secrets, sqliteFiles, logFiles, interpreter };
  context.projects.set(id, memory);
  return memory;
};

/** By a quick look at the settings as they are now. */
export const lookAtProject = async (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter | null,
): Promise<ProjectMemory> => {
  const { project, secrets, logFiles } = await context.scanner.look(scanInput(workspace, interpreter));
  const sqliteFiles = project.databases.flatMap((database) => database.file ?? []);
  return { root: workspace.path, secrets, sqliteFiles, logFiles, interpreter };
};

/** From memory, else by a quick look at the settings. */
export const rememberProject = async (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter | null,
): Promise<ProjectMemory> => {
  const known = knownProject(context, workspace);
  if (known) return known;
  const looked = await lookAtProject(context, workspace, interpreter);
  // Read meanwhile by a scan, which saw no less.
  return knownProject(context, workspace) ?? keepProject(context, workspace, looked, interpreter);
};
