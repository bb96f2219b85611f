/** The live probe: the framework's own script, run in the sandbox with the workspace's interpreter. It confirms what was read. */
import type { LiveProbe } from '../../frameworks/framework.ts';
import { isoTime } from '../../kit/clock.ts';
import { messageOf } from '../../kit/errors.ts';
import type { FoundInterpreter, RunEnd, RunHandle } from '../../runner/runner.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { Context } from '../context.ts';
import { causeOf } from '../runs/cause.ts';
import { endLength } from '../runs/seen-output.ts';
import { type KnownProject, memoryOf, type WorkspaceMemory } from './memory.ts';
import { rememberProject, surroundingsOf } from './project.ts';
import { keepTold } from './told.ts';

/** The script says where it is five seconds before. */
const probeTimeoutMs = 60_000;
/** What 5,000 models print, packed, is a few megabytes. */
const probeOutputBytes = 16 * 1024 * 1024;

/** A project whose files change all the time is asked all the same: after so long, an answer is waited for. */
const unansweredMs = 2 * 60_000;

/** What the project said or why it did not, or that its files changed before it had answered. */
type ProbeOutcome = { live: LiveProbe | null; liveProblem: string | null } | 'outdated';

/** On stop: readings and probes end with their processes. What is cut short is read anew at the next start. */
export const stopScans = async (context: Context): Promise<void> => {
  context.isStopping = true;
  for (const { laterLook, probe } of context.memories.values()) {
    clearTimeout(laterLook ?? undefined);
    probe.handle?.cancel();
  }
  await context.scanner.close();
};

/** Whether what is to be read anew comes before an answer. That there was none is noted. `now`: in ticks. */
const goesFirst = (probe: WorkspaceMemory['probe'], now: number): boolean => {
  if (now - (probe.unansweredSince ?? now) > unansweredMs) return false;
  probe.unansweredSince ??= now;
  return true;
};

/** Something is to be read anew: that begins at once rather than after an answer about files as they were. */
export const cutProbeShort = ({ memories, clock }: Context, workspaceId: number): void => {
  const probe = memories.get(workspaceId)?.probe;
  if (!probe) return;
  probe.wantedAt = clock.ticks();
  if (!probe.handle || !goesFirst(probe, clock.ticks())) return;
  probe.isOutdated = true;
  probe.handle.cancel();
};

/** The end of what was started, and whether it came because files had changed. */
const awaitEnd = async (context: Context, workspaceId: number, handle: RunHandle): Promise<RunEnd | 'outdated'> => {
  const { probe } = memoryOf(context, workspaceId);
  probe.handle = handle;
  probe.isOutdated = false;
  const end = await handle.ended;
  probe.handle = null;
  if (probe.isOutdated && end.ended === 'cancelled') return 'outdated';
  probe.unansweredSince = null;
  probe.tookMs = end.durationMs;
  return end;
};

/** `readFrom`: when its text began to be read, in ticks. Never throws: a project that cannot be started is still read from its text. */
export const probeProject = async (
  context: Context,
  workspace: StoredWorkspace,
  finding: { found: FoundInterpreter } | { problem: string },
  readFrom: number,
): Promise<ProbeOutcome> => {
  if ('problem' in finding) return { live: null, liveProblem: finding.problem };
  const sandbox = await context.sandbox();
  if (!sandbox.available)
    return { live: null, liveProblem: [sandbox.reason, sandbox.remedy].filter(Boolean).join(' ') };
  try {
    return await run(context, workspace, finding.found, readFrom);
  } catch (error) {
    return { live: null, liveProblem: `The project could not be asked: ${messageOf(error)}` };
  }
};

/** What is asked: everything, or with `databases` those alone. */
type Question = { argv: readonly string[]; timeoutMs: number; outputBytes: number };

/** `output` is whole when the script has ended. */
const startScript = (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter,
  project: KnownProject,
  { argv, timeoutMs, outputBytes }: Question,
): { handle: RunHandle; output(): string } => {
  const texts: string[] = [];
  let bytes = 0;
  const handle = context.runner.start(
    {
      name: `${['probe', ...argv].join('-')}-${workspace.id}-${Math.round(context.clock.ticks())}`,
      command: { kind: 'script', file: context.framework.probeScript, argv },
      ...surroundingsOf(context, workspace, interpreter, project),
      timeoutMs,
      spentMs: 0,
      outputFile: null,
      outputLimitBytes: outputBytes,
      logLimitBytes: null,
    },
    {
      onLines: (batch) => {
        for (const { text } of batch) {
          bytes += text.length;
          texts.push(text);
        }
        // The answer comes last, whatever the project printed before.
        while (bytes > outputBytes) bytes -= texts.shift()?.length ?? bytes;
      },
    },
  );
  return { handle, output: () => texts.join('\n') };
};

const databasesOutputBytes = 1024 * 1024;

/**
 * Has the project name its databases before a run, where its text does not or variables may change them: the run would not see one that
 * lies outside of the project, and take it for empty. Undefined when it is known.
 */
export const askDatabases = (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter,
  project: KnownProject,
  timeoutMs: number,
): RunHandle | undefined => {
  const { databases, changedAt } = memoryOf(context, workspace.id);
  const begunAt = context.clock.ticks();
  if (project.areDatabasesTold && workspace.environment === '') return undefined;
  if (databases.toldAt > changedAt) return undefined;
  const question = { argv: ['databases'], timeoutMs, outputBytes: databasesOutputBytes };
  const { handle, output } = startScript(context, workspace, interpreter, project, question);
  const keep = async (end: RunEnd): Promise<RunEnd> => {
    const files = await context.framework.parseDatabases(workspace.path, output());
    if (files) keepTold(context, workspace.id, { files, begunAt });
    return end;
  };
  return { cancel: handle.cancel, ended: handle.ended.then(keep) };
};

const run = async (
  context: Context,
  workspace: StoredWorkspace,
  interpreter: FoundInterpreter,
  readFrom: number,
): Promise<ProbeOutcome> => {
  const project = await rememberProject(context, workspace, interpreter);
  const { probe } = memoryOf(context, workspace.id);
  // Nothing is awaited from here until it has begun: what is asked for after this cuts it short.
  const isOvertaken = probe.wantedAt > readFrom && goesFirst(probe, context.clock.ticks());
  if (context.isStopping || isOvertaken) return 'outdated';
  const question = { argv: [], timeoutMs: probeTimeoutMs, outputBytes: probeOutputBytes };
  const script = startScript(context, workspace, interpreter, project, question);
  const end = await awaitEnd(context, workspace.id, script.handle);
  if (end === 'outdated') return end;
  probe.answeredFrom = readFrom;
  const output = script.output();
  if (end.ended === 'exited' && end.exitCode === 0) {
    return { live: { readAt: isoTime(context.clock.now()), output }, liveProblem: null };
  }
  return { live: null, liveProblem: whyUnanswered(context, end, output.slice(-endLength), workspace.path) };
};

const whyUnanswered = ({ framework }: Context, end: RunEnd, output: string, root: string): string => {
  const cause = causeOf(framework, end, output, root);
  // A disk of ours that is full, say: none of the project has run.
  if (end.ended === 'could_not_start') return `The project could not be asked: ${cause}`;
  if (end.ended !== 'timed_out') return `The project does not start: ${cause}`;
  // Nobody has asked for a command: it is the start of the project that took so long.
  const late = cause.replace(/^The command/, 'Its start');
  return `The project did not answer: ${[late, framework.explainHang(output, root)].filter(Boolean).join(' ')}`;
};
