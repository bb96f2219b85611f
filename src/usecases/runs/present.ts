/** A stored run in the words of the contract. */
import type { CommandMetadata, RunMetadata, RunSummary, SandboxFacts, TaskRun } from '../../contract/index.ts';
import { isoTime } from '../../kit/clock.ts';
import type { StoredRun } from '../../store/queries/runs.ts';
import type { Context } from '../context.ts';

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

export const commandOf = (context: Context, run: StoredRun): CommandMetadata => {
  const live = run.status === 'running' ? context.liveRuns.get(run.id) : undefined;
  return {
    raw: run.raw,
    safe_prefix: run.safe_prefix,
    workspace_path: run.workspace_path,
    ...(run.exit_code === null ? {} : { exit_code: run.exit_code }),
    duration_seconds: (live?.time.ms() ?? run.duration_ms) / 1000,
    output_lines: run.output_lines,
    timed_out: run.timed_out === 1,
    ...(run.error === null ? {} : { error: run.error }),
  };
};

export const sandboxOf = (run: StoredRun): SandboxFacts | null => parsed(run.sandbox);

const metadataOf = (context: Context, run: StoredRun, slug: string): RunMetadata => ({
  command: commandOf(context, run),
  workspace: slug,
  note: run.note,
  user: run.user_name,
  queued_at: isoTime(run.queued_at),
  started_at: run.started_at === null ? null : isoTime(run.started_at),
  ended_at: run.ended_at === null ? null : isoTime(run.ended_at),
  sandbox: sandboxOf(run),
  result: parsed(run.result),
  output: { bytes: run.output_bytes, truncated: run.output_truncated === 1, log_cut_lines: run.log_cut_lines },
});

export const presentSummary = (context: Context, run: StoredRun, slug: string): RunSummary => ({
  id: run.id,
  preset: run.preset,
  label: run.label,
  status: run.status,
  progress: run.progress,
  metadata: metadataOf(context, run, slug),
});

export const presentRun = (context: Context, run: StoredRun, slug: string, log: string): TaskRun => {
  const { id, preset, label, status, progress, metadata } = presentSummary(context, run, slug);
  return { id, preset, label, status, progress, log, metadata };
};
