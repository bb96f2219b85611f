/** Databases that a project names only when it runs: what is started later sees them. */
import type { Context } from '../context.ts';
import { memoryOf } from './memory.ts';

const toldLimit = 8;

/** Databases as the project named them itself, when it was asked at that time. */
export type Told = { files: readonly string[]; begunAt: number };

/** Those that its text does not name. */
export const keepTold = (context: Context, workspaceId: number, { files, begunAt }: Told): readonly string[] => {
  const { databases, project } = memoryOf(context, workspaceId);
  const named = project?.sqliteFiles ?? [];
  databases.told = files.filter((file) => !named.includes(file)).slice(0, toldLimit);
  databases.toldAt = begunAt;
  return databases.told;
};
