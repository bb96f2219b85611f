/** One start of one launch, from spawn to the last byte: output read, limits watched, the layer counted, the tree gone. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '../limits.ts';
import type { Launch } from '../sandbox/launch.ts';
import type { ControlGroup } from './cgroup.ts';
import type { OutputPipe, Reader } from './pipe.ts';
import { type ProcessEnd, type Spawned, spawnLaunch } from './spawn.ts';
import { findStartTime, listLine } from './table.ts';
import { type Excess, listedFrom, watchGroup, watchLimits, watchRooms, watchWritten } from './watch.ts';
import { type Discarded, openWrittenLayer, uncounted, type WrittenLayer } from './written.ts';

export type AttemptInput = {
  launch: Launch;
  pipe: OutputPipe;
  workspacePath: string;
  limits: Limits;
  reader: Reader;
  onStart(): void;
  remember(pid: number): void;
  group: ControlGroup | null;
  /** Aborted to end the whole tree. */
  stop: AbortSignal;
};

export type AttemptEnd = {
  process: ProcessEnd;
  /** The command began; false: the sandbox was refused before anything ran. */
  began: boolean;
  complaint: string;
  /** Which limit was met. */
  excess: Excess | null;
  layerFull: boolean;
  discarded: Discarded;
};

/** Above the service's own: a command that takes every core must not starve the ones who look at it. */
const commandPriority = 10;
/** Without a sandbox a daemon may hold the output pipe for ever. */
const lastWordsMs = 500;
const deathWaitMs = 2000;

const yieldToService = (pid: number | undefined): void => {
  try {
    if (pid === undefined) return;
    setPriority(pid, commandPriority);
    // Where Linux weighs sessions against each other first, a priority within its own session means nothing to the others.
    writeFileSync(`/proc/${pid}/autogroup`, String(commandPriority));
  } catch {
    // It has ended already, or there are no such groups.
  }
};

/** The first process inside takes all others with it: once it is gone, nothing of the tree is alive. */
const waitForDeath = async (insidePid: number, startTime: string | undefined): Promise<void> => {
  const deadline = performance.now() + deathWaitMs;
  while (startTime && performance.now() < deadline && findStartTime(insidePid) === startTime) await sleep(2);
};

/** What no watch sees (buffers of sockets, shared pages that were let go) may fill the machine: then the kernel ends the run, not somebody's editor. */
const goFirst = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended already, or this is no Linux.
  }
};

type Beginning = {
  began: boolean;
  /** The first process inside, which takes all others with it. */
  inside: { pid: number; startTime: string | undefined } | null;
  layer: WrittenLayer | null;
  group: ControlGroup | null;
};

/** Holds the sandbox at its gate until its layer is open for counting and its processes are counted, then lets the command begin. */
const begin = async (started: Spawned, { launch, group, remember, onStart }: AttemptInput): Promise<Beginning> => {
  const nothing = { began: false, inside: null, layer: null, group: null };
  if (started.pid === undefined) return nothing;
  // The first change of groups in a while makes the kernel wait some 10 ms, so it is made while the sandbox is still being built.
  group?.join([started.pid]);
  if (!(await started.ready)) return nothing;
  if (!launch.bwrap) {
    yieldToService(started.pid);
    goFirst(started.pid);
    onStart();
    return { ...nothing, began: true };
  }
  const line = listLine(started.pid);
  // The last of the line is the shell at the gate, the one before it the first process of the sandbox.
  const insidePid = line.at(-2) ?? started.pid;
  const outsidePid = line.at(-3) ?? started.pid;
  const startTime = findStartTime(insidePid);
  remember(insidePid);
  const layer = launch.written ? openWrittenLayer(outsidePid, launch.written) : null;
  const joined = group?.join(line);
  // From here on, not before: what builds the sandbox is ours, and somebody waits for it.
  yieldToService(line.at(-1));
  goFirst(line.at(-1));
  onStart();
  started.letGo();
  return { began: true, inside: { pid: insidePid, startTime }, layer, group: joined && group ? group : null };
};

const watch = (
  { inside, group }: Beginning,
  { limits, launch }: AttemptInput,
  onExcess: (met: Excess) => void,
): (() => void) => {
  if (!inside) return () => undefined;
  const listed = listedFrom(inside.pid, !launch.supervised, limits);
  const watches = [
    group ? watchGroup(group, onExcess) : watchLimits(listed, limits, onExcess),
    ...(launch.onDisk ? [watchWritten(listed, launch.onDisk, onExcess)] : []),
    ...(launch.rooms ? [watchRooms(listed, launch.rooms, onExcess)] : []),
  ];
  return () => {
    for (const end of watches) end();
  };
};

const readLayer = async (layer: WrittenLayer | null, { workspacePath, launch }: AttemptInput) => {
  if (!layer) return { layerFull: false, discarded: uncounted };
  try {
    return { layerFull: await layer.isFull(), discarded: await layer.count(workspacePath, launch.notWritten) };
  } finally {
    layer.close();
  }
};

/** Node throws some of what can go wrong and tells the rest; then nobody has the pipe. */
const spawnWith = async ({ launch, pipe, workspacePath }: AttemptInput): Promise<Spawned> => {
  try {
    return spawnLaunch(launch, pipe.writeFd, workspacePath);
  } catch (error) {
    await pipe.giveBack();
    throw error;
  }
};

export const runAttempt = async (input: AttemptInput): Promise<AttemptEnd> => {
  const { launch, pipe, reader, stop } = input;
  let excess: Excess | null = null;
  const started = await spawnWith(input);
  const reading = pipe.read(reader);
  await pipe.closeWriteEnd();
  const kill = (): void => started.kill();
  stop.addEventListener('abort', kill, { once: true });
  if (stop.aborted) kill();
  const beginning = await begin(started, input).catch((error: unknown) => {
    // On a full disk, say: the sandbox would wait at its gate for ever.
    kill();
    throw error;
  });
  const onExcess = (met: Excess): void => {
    excess ??= met;
    kill();
  };
  const unwatch = watch(beginning, input, onExcess);
  const process = await started.ended;
  unwatch();
  stop.removeEventListener('abort', kill);
  if (beginning.inside) await waitForDeath(beginning.inside.pid, beginning.inside.startTime);
  else kill();
  await Promise.race([reading, sleep(launch.bwrap ? deathWaitMs : lastWordsMs, undefined, { ref: false })]);
  pipe.stop();
  await reading;
  const layer = await readLayer(beginning.layer, input);
  excess ??= input.group?.readExcess() ?? null;
  return { process, began: beginning.began, complaint: started.complaint(), excess, ...layer };
};
