/**
 * The process that carries runs out; `executor-process.ts` starts it and says why there is one. It does what it is told and tells what becomes
 * of it. When the service is gone, so is everything that it started.
 */
import type { Allowed, ExecutorSettings, FromExecutor, ToExecutor } from './messages.ts';
import { openControlGroups } from './process/cgroup.ts';
import { createPipePool, type PipePool } from './process/pipe.ts';
import { type RunContext, type RunLog, startRun } from './run.ts';
import type { RunHandle } from './runner.ts';
import { createScratch } from './scratch.ts';

const { scratchDir, homeDir, servicePaths, limits, controlGroups } = JSON.parse(
  process.argv[2] ?? '',
) as ExecutorSettings;
const scratch = createScratch(scratchDir, homeDir);
const groups = controlGroups ? openControlGroups() : null;
const runs = new Map<number, RunHandle>();
let pipes: PipePool | undefined;

const tell = (message: FromExecutor): void => {
  // A service that has just died cannot be told anything; `disconnect` ends the rest.
  if (process.connected) process.send?.(message, () => undefined);
};

const log: RunLog = {
  info: (facts, text) => tell({ type: 'log', level: 'info', facts, text }),
  warn: (facts, text) => tell({ type: 'log', level: 'warn', facts, text }),
};

const findContext = (allowed: Allowed): RunContext => {
  pipes ??= createPipePool(scratch.pipes, allowed.tools.mkfifo ?? 'mkfifo');
  return { ...allowed, log, limits, scratch, homeDir, servicePaths, pipes, groups };
};

const start = async ({ id, request, allowed }: ToExecutor & { type: 'start' }): Promise<void> => {
  const run = startRun(
    request,
    {
      onStart: (sandbox) => tell({ type: 'started', id, sandbox }),
      onLines: (blocks, skipped) => tell({ type: 'lines', id, blocks, skipped }),
    },
    findContext(allowed),
  );
  runs.set(id, run);
  const end = await run.ended;
  runs.delete(id);
  tell({ type: 'ended', id, end });
};

process.on('message', (message: ToExecutor) => {
  if (message.type === 'start') void start(message);
  else runs.get(message.id)?.cancel();
});

process.once('disconnect', () => {
  // A sandbox dies with this process; a command without one has to be ended.
  for (const run of runs.values()) run.cancel();
  process.exit();
});
