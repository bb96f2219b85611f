import { openFolder } from '../../folder/folder.ts';
import { notFound } from '../../kit/errors.ts';
import type { Context } from '../context.ts';
import { findProjectFacts } from '../doc-links.ts';
import { workspaceProblem } from './paths.ts';
import { readStoredWorkspace } from './workspaces.ts';

export const readReadme = async (context: Context, slug: string): Promise<string> => {
  const workspace = await readStoredWorkspace(context, slug);
  const facts = await findProjectFacts(context, workspace.id);
  if (!facts?.readme) throw notFound(`"${slug}" has no README.`);
  // The folder may have become a link to one that is nobody's project.
  const problem = await workspaceProblem(context, workspace);
  const read = problem === undefined ? openFolder(workspace.path).readText(facts.readme) : undefined;
  if (!read?.ok) throw notFound(`The README of "${slug}" cannot be read.`);
  return read.value;
};
