/**
 * One run from `running` to its end.
 *
 * queued → running → succeeded, failed or cancelled; queued → cancelled; queued → failed. Each arrow is a compare-and-set in the
 * store, so that a cancel and an end that meet leave one winner. Final states never change.
 */
import type { RunResult, SandboxFacts } from '../../contract/index.ts';
import { plainCancel, reasonBeside } from '../../contract/words.ts';
import { createStopwatch } from '../../kit/clock.ts';
import { messageOf } from '../../kit/errors.ts';
import type { RunEnd, RunRequest } from '../../runner/runner.ts';
import type { RunChanges, StoredRun } from '../../store/queries/runs.ts';
import type { StoreNouns } from '../../store/store.ts';
import type { Context, LiveRun } from '../context.ts';
import { readAfterRun } from '../scans/databases.ts';
import { checkPreset, renewCheckInsights } from '../scans/insights.ts';
import { addOwnLogLine } from '../scans/own-log.ts';
import { askDatabases } from '../scans/probe.ts';
import { rememberProject, surroundingsOf } from '../scans/project.ts';
import { untilStored } from '../until-stored.ts';
import { workspaceProblem } from '../workspaces/paths.ts';
import { causeOf } from './cause.ts';
import { createLogRecorder } from './log-recorder.ts';
import { applyRetention, openOutput, outputFileOf } from './output.ts';
import { createProgress } from './progress.ts';
import { createSeenOutput, type SeenOutput } from './seen-output.ts';

/** As a text. The plan of 20,000 migrations has half of it; a command that prints findings without end has only its output. */
const longestResult = 2 * 1024 * 1024;

type Ending = RunChanges & { status: 'succeeded' | 'failed' | 'cancelled'; exit_code: number; error: string | null };

/** Takes the oldest waiting run after that id, of a workspace that is not busy. Undefined when there is none. */
export const claimRunAfter =
  (after: number) =>
  async (context: Context, busy: readonly number[]): Promise<StoredRun | undefined> => {
    for (;;) {
      const run = await context.store.runs.nextQueued(busy, after);
      if (!run) return undefined;
      const claimed = { status: 'running', progress: 5, started_at: context.clock.now() } as const;
      // Not worth a wait for the disk: after a power cut the run is queued again, and it only reads.
      if (await context.store.transaction((store) => store.runs.transition(run.id, 'queued', claimed), 'soon')) {
        context.board.touch(run.workspace_id, 'tasks');
        return { ...run, ...claimed };
      }
    }
  };

/** Runs it to its end, whatever happens; never throws. */
export const executeRun = async (context: Context, run: StoredRun): Promise<void> => {
  let settle = (): void => undefined;
  const live: LiveRun = {
    handle: null,
    cancelReason: null,
    time: createStopwatch(context.clock),
    settled: new Promise((resolve) => (settle = resolve)),
  };
  context.liveRuns.set(run.id, live);
  try {
    const ending = await attempt(context, run, live).catch((error): Ending => {
      // What it needed may be closed already by a service that stops.
      if (live.cancelReason !== null) return cancelled(live.cancelReason);
      context.log.error({ err: error, run: run.id }, 'run could not be carried out');
      const said = `The run could not be carried out: ${messageOf(error)}`;
      return { status: 'failed', exit_code: 126, error: said, sandbox: null };
    });
    live.time.stop();
    await settleRun(context, run, { ...ending, duration_ms: live.time.ms() });
  } finally {
    context.liveRuns.delete(run.id);
    settle();
  }
};

const attempt = async (context: Context, run: StoredRun, live: LiveRun): Promise<Ending> => {
  const workspace = await context.store.workspaces.findById(run.workspace_id);
  if (!workspace) return { status: 'failed', exit_code: 126, error: 'The workspace was removed.' };
  // All of these only look, so they look at the same time: the run waits for them.
  const [problem, finding, outputFile] = await Promise.all([
    workspaceProblem(context, workspace),
    context.runner.findInterpreter(workspace.path, workspace.python),
    outputFileOf(context, run.id),
  ]);
  if (problem) return { status: 'failed', exit_code: 126, error: problem };
  // Its record names the old folder.
  if (run.workspace_path !== workspace.path)
    return { status: 'failed', exit_code: 126, error: 'The workspace was moved while this run waited. Run it again.' };
  // Again, at the last moment: a preset stored long ago must still be allowed by the list in force.
  const argv = JSON.parse(run.argv) as string[];
  const verdict = context.runner.checkAllowlist(argv, context.framework.allowlist);
  if (!verdict.allowed)
    return { status: 'failed', exit_code: 126, error: `The command is not on the allowlist: ${verdict.reason}` };
  if ('problem' in finding) return { status: 'failed', exit_code: 127, error: finding.problem };
  const project = await rememberProject(context, workspace, finding.found);
  if (live.cancelReason !== null) return cancelled(live.cancelReason);
  live.time.start();
  live.handle = askDatabases(context, workspace, finding.found, project, run.timeout_ms) ?? null;
  const asked = await live.handle?.ended;
  if (live.cancelReason !== null) return cancelled(live.cancelReason);
  // It hangs as it starts, so the command would as well. Whatever else is wrong with it the command says better.
  if (asked?.ended === 'timed_out') return timedOut(asked);
  return watch(context, run, live, {
    name: `run-${run.id}`,
    command: { kind: 'manage', argv },
    ...surroundingsOf(context, workspace, finding.found, project),
    timeoutMs: run.timeout_ms,
    spentMs: asked?.durationMs ?? 0,
    outputFile,
    outputLimitBytes: context.options.outputLimitBytes,
    logLimitBytes: context.options.logLimitBytes,
  });
};

const timedOut = ({ cause }: RunEnd): Ending => ({ status: 'failed', exit_code: 124, timed_out: 1, error: cause });

const cancelled = (reason: string): Ending => ({ status: 'cancelled', exit_code: 130, error: reason });

/** Writes a run's log and progress in order; each write is one commit, and the board is told of it. */
const createWriter = (context: Context, run: StoredRun) => {
  let writing = Promise.resolve();
  return {
    write: (work: (store: StoreNouns) => Promise<unknown>): void => {
      writing = writing
        .then(() => context.store.transaction(work, 'soon'))
        .then(
          () => context.board.touch(run.workspace_id, 'tasks'),
          // A full disk costs lines of the log, not the run.
          (error) => context.log.warn({ err: error, run: run.id }, 'log of a run not stored'),
        );
    },
    done: () => writing,
  };
};

/** Starts the command and stores what it prints while it runs. */
const watch = async (context: Context, run: StoredRun, live: LiveRun, request: RunRequest): Promise<Ending> => {
  const recorder = createLogRecorder(run.id, context.options.logLimitBytes);
  const progress = createProgress(await context.store.runs.linesOfLastSuccess(run.workspace_id, run.preset));
  const writer = createWriter(context, run);
  const output = createSeenOutput(() => openOutput(context, run.id));
  let lines = 0;
  const report = (store: StoreNouns): Promise<boolean> =>
    store.runs.transition(run.id, 'running', {
      progress: progress.percent(),
      output_lines: lines,
      duration_ms: live.time.ms(),
      log_cut_lines: recorder.cutLines(),
    });
  live.handle = context.runner.start(request, {
    onStart: (sandbox) => {
      progress.started();
      writer.write(async (store) => {
        await store.runs.transition(run.id, 'running', { sandbox: JSON.stringify(sandbox) });
        await report(store);
      });
    },
    onLines: (blocks, skipped) => {
      lines += blocks.reduce((sum, block) => sum + block.lines, skipped);
      output.add(blocks, skipped);
      progress.lines(lines);
      writer.write(async (store) => {
        await recorder.append(store, blocks, skipped);
        await report(store);
      });
    },
  });
  if (live.cancelReason !== null) live.handle.cancel();
  const end = await live.handle.ended;
  await writer.done();
  return { ...(await endingOf(context, run, live, end, output)), log_cut_lines: recorder.cutLines() };
};

/** Succeeded is only a command that ended by itself with 0; a cancelled one is cancelled whatever its code. */
const statusOf = (end: RunEnd): Ending['status'] =>
  end.ended === 'cancelled' ? 'cancelled' : end.ended === 'exited' && end.exitCode === 0 ? 'succeeded' : 'failed';

const endingOf = async (
  context: Context,
  run: StoredRun,
  live: LiveRun,
  end: RunEnd,
  output: SeenOutput,
): Promise<Ending> => {
  const status = statusOf(end);
  const sandbox: SandboxFacts = end.sandbox;
  // Of a command that was ended nobody knows what it had still to say.
  const said = end.ended === 'exited' ? await output.start() : null;
  const parsed: RunResult | null =
    said === null ? null : context.framework.parseResult(run.preset, JSON.parse(run.argv), said);
  const result = parsed && JSON.stringify(parsed);
  return {
    status,
    exit_code: end.exitCode,
    timed_out: end.ended === 'timed_out' ? 1 : 0,
    output_lines: end.outputLines,
    output_bytes: end.outputBytes,
    output_truncated: end.outputTruncated ? 1 : 0,
    // A run that could not be started was held by nothing.
    sandbox: end.ended === 'could_not_start' ? null : JSON.stringify(sandbox),
    result: result !== null && result.length > longestResult ? null : result,
    error: status === 'succeeded' ? null : await errorOf(context, run, live, end, output.end()),
  };
};

const errorOf = async (
  context: Context,
  run: StoredRun,
  live: LiveRun,
  end: RunEnd,
  output: string,
): Promise<string> => {
  if (end.ended === 'cancelled') return live.cancelReason ?? plainCancel;
  if (end.ended === 'timed_out' && end.cause !== null) return end.cause;
  // Removed or moved meanwhile: whatever the command missed, it missed for that.
  const workspace = await context.store.workspaces.findById(run.workspace_id);
  return (
    (workspace && (await workspaceProblem(context, workspace))) ??
    causeOf(context.framework, end, output, workspace?.path)
  );
};

/** For the log. */
const wordsOf = ({ status, error }: Ending): string => {
  const reason = reasonBeside(error);
  return reason === null ? `${status}.` : `${status}: ${reason}`;
};

const settleRun = async (context: Context, run: StoredRun, ending: Ending): Promise<void> => {
  await untilStored(context, { run: run.id }, async () => {
    const ended = { ...ending, progress: 100, ended_at: context.clock.now() };
    await context.store.runs.transition(run.id, 'running', ended);
  });
  context.board.touch(run.workspace_id, 'tasks');
  try {
    await addOwnLogLine(
      context,
      run.workspace_id,
      ending.status === 'failed' ? 'error' : 'info',
      `Run ${run.id} (${run.label}) ${wordsOf(ending)}`,
    );
    await readAfterRun(context, run.workspace_id, ending.result ? JSON.parse(ending.result) : null);
    if (run.preset === checkPreset) await renewCheckInsights(context, run.workspace_id);
    await applyRetention(context, run.workspace_id);
  } catch (error) {
    context.log.warn({ err: error, run: run.id }, 'after a run');
  }
};
