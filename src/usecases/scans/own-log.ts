import type { LogLevel } from '../../contract/index.ts';
import { ownSource } from '../../contract/words.ts';
import type { Context } from '../context.ts';
import { keepNewestLines } from './kept-lines.ts';

/** An event of our own in the workspace's stream, beside what its log files say. */
export const addOwnLogLine = async (
  context: Context,
  workspaceId: number,
  level: LogLevel,
  message: string,
): Promise<void> => {
  const line = {
    workspace_id: workspaceId,
    at: context.clock.now(),
    level,
    source: ownSource,
    logger: null,
    message,
    detail: null,
  };
  await context.store.soon.logs.append([line]);
  await keepNewestLines(context, workspaceId, [line]);
  context.board.touch(workspaceId, 'log_excerpt');
};
