/** A run, from request to end: checks what can be checked before anything starts, then tries the profiles that this machine allows. */
import path from 'node:path';
import type { SandboxFacts } from '../contract/index.ts';
import { messageOf } from '../kit/errors.ts';
import { type DatabasePlan, explainDatabase, planDatabases } from './databases.ts';
import type { Limits } from './limits.ts';
import type { Allowed } from './messages.ts';
import {
  couldNotStart,
  explainReadOnly,
  type Outcome,
  outcomeOf,
  type StopReason,
  startProblemOf,
  stopped,
} from './outcome.ts';
import { createRecorder, type Recorder } from './output/record.ts';
import { findRefusal, listVisible, makeArgv, makeEnvironment, placeScript } from './prepare.ts';
import { type AttemptEnd, runAttempt } from './process/attempt.ts';
import type { ControlGroup, ControlGroups } from './process/cgroup.ts';
import type { PipePool } from './process/pipe.ts';
import { uncounted } from './process/written.ts';
import type { RunEnd, RunEvents, RunHandle, RunRequest } from './runner.ts';
import type { Confinement } from './sandbox/launch.ts';
import { copyPrivately } from './sandbox/private-copy.ts';
import { type BuiltProfile, makers } from './sandbox/profiles.ts';
import type { RunScratch, Scratch } from './scratch.ts';
import { findNextTry, holdBackMs, type Try } from './second-try.ts';
import { listStandIns } from './stand-ins.ts';

export type RunLog = Record<'info' | 'warn', (facts: object, text: string) => void>;

export type RunContext = Allowed & {
  log: RunLog;
  limits: Limits;
  scratch: Scratch;
  homeDir: string;
  /** The service's own folders: never shown to a command. */
  servicePaths: readonly string[];
  pipes: PipePool;
  groups: ControlGroups | null;
};

type Ending = Outcome &
  Pick<RunEnd, 'outputLines' | 'outputBytes' | 'outputTruncated'> & {
    profile: BuiltProfile;
    discarded: AttemptEnd['discarded'];
  };

type Live = { stop: AbortSignal; reason(): StopReason | undefined; onStart(profile: BuiltProfile): void };

const unstarted = (outcome: Outcome, profile: BuiltProfile): Ending => ({
  ...outcome,
  profile,
  outputLines: 0,
  outputBytes: 0,
  outputTruncated: false,
  discarded: uncounted,
});

/** What the command will see, found before anything is made for it. */
type Seen = Pick<Confinement, 'script' | 'visible' | 'standIns' | 'withheld'>;

/** A database that is opened for writing is copied into the layer whole; room for that is not taken from the command. */
const makeRoom = (limits: Limits, copiedBytes: number): Limits => {
  const extra = Math.min(copiedBytes, 1024 * 1024 * 1024);
  return { ...limits, scratchBytes: limits.scratchBytes + extra, fileBytes: limits.fileBytes + extra };
};

const confine = (request: RunRequest, context: RunContext, folder: string, limits: Limits, seen: Seen): Confinement => {
  const { homeDir, scratch } = context;
  const { script } = seen;
  return {
    scratch: folder,
    mark: scratch.mark,
    etc: scratch.etc,
    workspacePath: request.workspacePath,
    homeDir,
    argv: makeArgv(request, script?.to ?? null),
    environment: makeEnvironment(request, homeDir),
    ...seen,
    boundDatabases: [],
    leftOut: [],
    copied: { bytes: 0, files: 0 },
    network: request.network,
    limits,
  };
};

const prepareTry = async (
  base: Confinement,
  current: Try,
  stop: AbortSignal,
): Promise<Confinement | { problem: string }> => {
  const confinement = { ...base, boundDatabases: current.boundDatabases };
  if (current.profile !== 'private-copy') return confinement;
  const copy = await copyPrivately(base.workspacePath, path.join(base.scratch, 'copy'), stop);
  return copy.ok ? { ...confinement, leftOut: copy.shown, copied: copy.copied } : { problem: copy.problem };
};

/** Everything that belongs to one run, from its first try to its last. */
type Job = {
  request: RunRequest;
  events: RunEvents;
  context: RunContext;
  live: Live;
  own: RunScratch;
  group: ControlGroup | null;
  databases: DatabasePlan;
  limits: Limits;
  seen: Seen;
};

const finish = async (
  { context, databases, limits }: Job,
  recorder: Recorder,
  end: AttemptEnd,
  { profile }: Try,
): Promise<Ending> => {
  const totals = await recorder.end();
  if (totals.failure !== undefined) {
    context.log.warn({ problem: messageOf(totals.failure) }, 'the output file of a run is incomplete');
  }
  const outcome = outcomeOf(end, recorder.lastText(), limits);
  return {
    ...outcome,
    cause:
      outcome.cause ??
      explainDatabase(databases, outcome.exitCode, recorder.lastText()) ??
      explainReadOnly(profile, outcome.exitCode, recorder.lastText()),
    profile,
    outputLines: totals.lines,
    outputBytes: totals.bytes,
    outputTruncated: totals.truncated || totals.failure !== undefined,
    discarded: end.discarded,
  };
};

const runTry = async (job: Job, current: Try, confinement: Confinement, recorder: Recorder): Promise<AttemptEnd> => {
  const { request, context, live, own, group, limits } = job;
  return runAttempt({
    launch: makers[current.profile](confinement, context.tools),
    pipe: await context.pipes.open(),
    workspacePath: request.workspacePath,
    limits,
    reader: recorder,
    onStart: () => live.onStart(current.profile),
    remember: own.remember,
    group,
    stop: live.stop,
  });
};

const runTries = async (job: Job): Promise<Ending> => {
  const { request, events, context, live, databases } = job;
  const base = confine(request, context, job.own.folder, job.limits, job.seen);
  let current: Try = { profile: context.profiles[0] as BuiltProfile, boundDatabases: databases.bound };
  for (;;) {
    const confinement = await prepareTry(base, current, live.stop);
    if ('problem' in confinement) return unstarted(couldNotStart(126, confinement.problem), current.profile);
    const recorder = createRecorder(request, events, holdBackMs(current, databases, context.profiles));
    const end = await runTry(job, current, confinement, recorder);
    const next = live.reason()
      ? undefined
      : findNextTry(current, end, recorder.lastText(), databases, context.profiles);
    if (!next || (end.began && !recorder.isHeld())) return finish(job, recorder, end, current);
    const said = end.complaint;
    context.log.info({ run: request.name, from: current.profile, to: next.profile, said }, 'trying a run again');
    await recorder.discard();
    current = next;
  }
};

const run = async (request: RunRequest, events: RunEvents, context: RunContext, live: Live): Promise<Ending> => {
  const profile = context.profiles[0];
  if (!profile) return unstarted(couldNotStart(126, context.problem), 'none');
  // All of these only look, so they look at the same time: every millisecond here is one that somebody waits for.
  const [refusal, databases, script, standIns] = await Promise.all([
    findRefusal(request),
    planDatabases(request.sqliteFiles, request.workspacePath, context.servicePaths),
    placeScript(request),
    listStandIns(request, context.homeDir, context.servicePaths),
  ]);
  if (refusal) return unstarted(couldNotStart(refusal.exitCode, refusal.cause), profile);
  const limits = makeRoom(context.limits, databases.copiedBytes);
  const own = await context.scratch.create(request.name);
  const group = context.groups?.create(request.name, limits) ?? null;
  const visible = listVisible(request.interpreter, request.workspacePath, context.homeDir, context.servicePaths);
  const seen = { script, visible, standIns, withheld: databases.withheld };
  try {
    return await runTries({ request, events, context, live, own, group, databases, limits, seen });
  } finally {
    await group?.remove();
    await own
      .remove()
      .catch((error) => context.log.warn({ problem: messageOf(error) }, 'a scratch folder is left behind'));
  }
};

const factsOf = (
  { interpreter, network }: RunRequest,
  profile: BuiltProfile,
  discarded: SandboxFacts['discarded'],
): SandboxFacts => ({
  profile,
  interpreter: interpreter.path,
  // What nothing holds has it, asked for or not.
  network: network || profile === 'none',
  discarded,
});

export const startRun = (request: RunRequest, events: RunEvents, context: RunContext): RunHandle => {
  const controller = new AbortController();
  const startedAt = performance.now() - request.spentMs;
  let reason: StopReason | undefined;
  let over = false;
  const stopFor = (why: StopReason): void => {
    if (over || reason) return;
    reason = why;
    controller.abort();
  };
  const timer = setTimeout(() => stopFor('timed_out'), Math.max(0, request.timeoutMs - request.spentMs));
  const live: Live = {
    stop: controller.signal,
    reason: () => reason,
    onStart: (profile) => events.onStart?.(factsOf(request, profile, uncounted)),
  };
  const ended = (async (): Promise<RunEnd> => {
    const ending = await run(request, events, context, live).catch((error: unknown) =>
      unstarted(couldNotStart(126, `The run could not be started: ${startProblemOf(error)}`), 'none'),
    );
    over = true;
    clearTimeout(timer);
    const { profile, discarded, ...rest } = ending;
    const sandbox = factsOf(request, profile, discarded);
    const outcome = reason ? stopped(reason, request.timeoutMs, rest.cause) : rest;
    return { ...rest, ...outcome, durationMs: performance.now() - startedAt, sandbox };
  })();
  return { ended, cancel: () => stopFor('cancelled') };
};
