import type { TaskRun } from '../../contract/index.ts';
import { plainCancel } from '../../contract/words.ts';
import type { Context, LiveRun } from '../context.ts';
import { addOwnLogLine } from '../scans/own-log.ts';
import { readRun, readStoredRun } from './read.ts';

const endLive = (live: LiveRun, reason: string): Promise<void> => {
  live.cancelReason ??= reason;
  live.handle?.cancel();
  return live.settled;
};

/** Ends one run. Idempotent: a run that has ended already stays as it is. Answers when the run is final. */
const cancel = async (context: Context, id: number, reason: string): Promise<void> => {
  const now = context.clock.now();
  const ending = { status: 'cancelled', progress: 100, exit_code: 130, error: reason, ended_at: now } as const;
  if (await context.store.runs.transition(id, 'queued', ending)) return;
  const live = context.liveRuns.get(id);
  if (live) await endLive(live, reason);
};

export const cancelRun = async (context: Context, id: number): Promise<TaskRun> => {
  const run = await readStoredRun(context, id);
  await cancel(context, id, plainCancel);
  context.board.touch(run.workspace_id, 'tasks');
  return readRun(context, id);
};

export const cancelRunsOf = async (context: Context, workspaceId: number, reason: string): Promise<void> => {
  const runs = await context.store.runs.listUnfinished();
  await Promise.all(
    runs.filter((run) => run.workspace_id === workspaceId).map((run) => cancel(context, run.id, reason)),
  );
};

/** Those of them that are going on. They may be known to nobody else any more. */
export const cancelLiveOf = async (context: Context, ids: readonly number[], reason: string): Promise<void> => {
  const live = ids.map((id) => context.liveRuns.get(id)).filter((run) => run !== undefined);
  await Promise.all(live.map((run) => endLive(run, reason)));
};

/** On stop: what runs is cancelled, what waits stays for the next start. All of them know at once, before what they need is closed. */
export const cancelLiveRuns = async (context: Context, reason: string): Promise<void> => {
  await Promise.all([...context.liveRuns.values()].map((live) => endLive(live, reason)));
};

/** After a crash: nothing runs any more, so what the store calls running has failed. Its log stays. */
export const failLostRuns = async (context: Context): Promise<void> => {
  for (const run of await context.store.runs.listUnfinished()) {
    if (run.status !== 'running') continue;
    const error = 'The service ended unexpectedly while this run was going. Run it again.';
    const isFirst = await context.store.runs.transition(run.id, 'running', {
      status: 'failed',
      progress: 100,
      exit_code: 137,
      error,
      ended_at: context.clock.now(),
      // What it wrote is not known.
      sandbox: null,
    });
    // The door is open before this: somebody may have been told that it runs.
    context.board.touch(run.workspace_id, 'tasks');
    if (isFirst)
      await addOwnLogLine(context, run.workspace_id, 'error', `Run ${run.id} (${run.label}) failed: ${error}`);
  }
};
