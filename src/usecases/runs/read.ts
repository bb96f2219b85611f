import type { RunLogPage, RunSummary, TaskRun } from '../../contract/index.ts';
import { isOpen, runStatuses, runsPerPage } from '../../contract/words.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { StoredRun } from '../../store/queries/runs.ts';
import type { Actor, Context } from '../context.ts';
import { type Form, isOn } from '../form.ts';
import { readLogText } from './log-recorder.ts';
import { commandOf, presentRun, presentSummary, sandboxOf } from './present.ts';
import { type QueuedRun, queueRun, unknownWorkspace } from './queue-run.ts';

export const readStoredRun = async (context: Context, id: number): Promise<StoredRun> => {
  const run = await context.store.runs.find(id);
  if (!run) throw notFound(`There is no run ${id}.`);
  return run;
};

const slugOf = async (context: Context, run: StoredRun): Promise<string> =>
  (await context.store.workspaces.findById(run.workspace_id))?.slug ?? '';

const presentWithLog = async (context: Context, run: StoredRun): Promise<TaskRun> =>
  presentRun(context, run, await slugOf(context, run), await readLogText(context.store, run.id));

export const readRun = async (context: Context, id: number): Promise<TaskRun> =>
  presentWithLog(context, await readStoredRun(context, id));

type RunQuery = {
  workspace?: string | undefined;
  status?: string | undefined;
  preset?: string | undefined;
  before?: string | undefined;
};

/** Of all results in one list, as texts; those beyond it are told by the run itself. */
const longestResults = 4 * 1024 * 1024;

/** The newest come first, so theirs are there. */
const leaveOutLargeResults = (runs: readonly StoredRun[]): StoredRun[] => {
  let room = longestResults;
  return runs.map((run) => {
    room -= run.result?.length ?? 0;
    return room < 0 ? { ...run, result: null } : run;
  });
};

export const listRuns = async (context: Context, query: RunQuery): Promise<RunSummary[]> => {
  const status = runStatuses.find((known) => known === query.status);
  if (query.status && !status)
    throw invalid({ status: [`"${query.status}" is not one of ${runStatuses.join(', ')}.`] });
  const workspaces = await context.store.workspaces.list();
  const workspace = workspaces.find((row) => row.slug === query.workspace);
  if (query.workspace && !workspace) throw invalid({ workspace: [`There is no workspace "${query.workspace}".`] });
  if (query.before && !/^\d{1,15}$/.test(query.before)) throw invalid({ before: ['Give the id of a run.'] });
  const runs = await context.store.runs.list({
    ...(workspace && { workspaceId: workspace.id }),
    ...(status && { status }),
    ...(query.preset && { preset: query.preset }),
    ...(query.before && { before: Number(query.before) }),
    limit: runsPerPage,
  });
  const slugs = new Map(workspaces.map((row) => [row.id, row.slug]));
  return leaveOutLargeResults(runs).map((run) => presentSummary(context, run, slugs.get(run.workspace_id) ?? ''));
};

/** Lines after a number, for a client that follows a log. Lines that were cut out of the middle are passed over. */
export const readRunLog = async (context: Context, id: number, after: number): Promise<RunLogPage> => {
  const run = await readStoredRun(context, id);
  const lines = (await context.store.runLogs.read(id, after)).flatMap(({ firstSeq, lines: batch }) =>
    batch.map((text, index) => ({ seq: firstSeq + index, text })).filter((line) => line.seq > after),
  );
  const { status, progress } = run;
  const command = commandOf(context, run);
  return { lines, last: lines.at(-1)?.seq ?? after, status, progress, command, sandbox: sandboxOf(run) };
};

/** The same preset for the same workspace once more; the acknowledgement is asked for again. */
export const runAgain = async (
  context: Context,
  actor: Actor,
  id: number,
  form: Form,
  idempotencyKey: string | undefined,
): Promise<QueuedRun> => {
  const run = await readStoredRun(context, id);
  const again: Form = {
    workspace: await slugOf(context, run),
    preset: run.preset,
    ...(run.note === null ? {} : { note: run.note }),
    ...(isOn(form.confirm_safe) ? { confirm_safe: 'on' } : {}),
  };
  return queueRun(context, actor, again, idempotencyKey);
};

/** The status payload with the run beside it: the payload is ready, only the run is serialised. */
export const readStatusWithRun = async (
  context: Context,
  { run, workspace }: QueuedRun,
  home: string,
): Promise<Buffer> => {
  const status = await context.board.read(workspace.slug, home);
  const stored = status && (await context.store.runs.find(run.id));
  // Removed meanwhile, and its runs with it: the same words as for one that was removed before.
  if (!stored) throw invalid(unknownWorkspace(workspace.slug));
  const taskRun = await presentWithLog(context, stored);
  return Buffer.concat([status.bytes.subarray(0, -1), Buffer.from(`,"task_run":${JSON.stringify(taskRun)}}`)]);
};

/** For `--tasks immediate`: waits until the run is final, or nothing is begun any more: it then waits for the next start. */
export const waitForRun = async (context: Context, id: number): Promise<void> => {
  for (;;) {
    const run = await context.store.runs.find(id);
    if (!run || !isOpen(run.status)) return;
    const live = context.liveRuns.get(id);
    if (!live && context.isStopping) return;
    await (live?.settled ?? new Promise((resolve) => setTimeout(resolve, 20)));
  }
};
