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

export const keepProject = (
  context: Context,
  workspaceId: number,
  { secrets, sqliteFiles, logFiles }: Pick<ModelsDigest, 'secrets' | 'sqliteFiles' | 'logFiles'>,
  interpreter: FoundInterpreter | null,
): ProjectMemory => {
  const memory: ProjectMemory = { secrets, sqliteFiles, logFiles, interpreter };
  context.projects.set(workspaceId, memory);
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
  return { secrets, sqliteFiles, logFiles, interpreter };
};

/** From memory, else by a quick look at the settings. */
export const rememberProject = async (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter | null,
): Promise<ProjectMemory> => {
  const known = context.projects.get(workspace.id);
  if (known) return known;
  const looked = await lookAtProject(context, workspace, interpreter);
  // Read meanwhile by a scan, which saw no less.
  return context.projects.get(workspace.id) ?? keepProject(context, workspace.id, looked, interpreter);
};
