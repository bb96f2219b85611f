/**
 * Watches from outside what the kernel does not limit by itself without a control group: memory of all processes of a run together, and
 * their number when the service runs as root. The sandbox's own /proc lists just its processes.
 */
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits } from '../limits.ts';
import type { Launch } from '../sandbox/launch.ts';
import type { ControlGroup } from './cgroup.ts';
import { type OnDisk, watchDisk } from './disk.ts';

const intervalMs = 100;

/** Which limit was met. */
export type Excess = 'processes' | 'memory' | 'written';

const readdirOrNone = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const readTextOrNone = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

const findNumber = (file: string, pattern: RegExp): number | undefined => {
  const found = pattern.exec(readTextOrNone(file))?.[1];
  return found === undefined ? undefined : Number(found);
};

const findSum = (file: string, ...patterns: RegExp[]): number | undefined => {
  const found = patterns.map((pattern) => findNumber(file, pattern));
  return found[0] === undefined ? undefined : found.reduce((sum: number, each) => sum + (each ?? 0), 0) * 1024;
};

/** What the machine has put aside into its swap is still the command's. */
const residentOf = (place: string): number => findSum(`${place}/status`, /^VmRSS:\s+(\d+)/m, /^VmSwap:\s+(\d+)/m) ?? 0;

/** Its share of pages that several processes have; all it has, where it does not let anybody look (PR_SET_DUMPABLE, a program that may not be read). */
const shareOf = (place: string): number =>
  findSum(`${place}/smaps_rollup`, /^Pss:\s+(\d+)/m, /^SwapPss:\s+(\d+)/m) ?? residentOf(place);

/** Looking closely costs milliseconds for each process. */
const closeLooks = 16;

/** Resident pages; where processes share them they count once for each, so when the sum is high the largest are looked at more closely. */
const sumMemory = (proc: string, pids: readonly string[], limitBytes: number): number => {
  const sizes = pids.map((pid) => ({ pid, bytes: residentOf(`${proc}/${pid}`) }));
  const resident = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (resident <= limitBytes) return resident;
  return sizes
    .sort((left, right) => right.bytes - left.bytes)
    .slice(0, closeLooks)
    .reduce((sum, { pid }) => sum + shareOf(`${proc}/${pid}`), 0);
};

/** A pid namespace lists just the run's own. */
const listInside = (proc: string): string[] => readdirSync(proc).filter((name) => /^\d+$/.test(name));

/** Without one: everything below a process. Bounded, because it may grow while we look. */
const listBelow = (pid: string, limits: Limits): string[] => {
  const found = [pid];
  for (let index = 0; index < found.length && found.length <= limits.processes + 2; index += 1) {
    const tasks = `/proc/${found[index]}/task`;
    for (const task of readdirOrNone(tasks)) {
      found.push(...readTextOrNone(`${tasks}/${task}/children`).split(' ').filter(Boolean));
    }
  }
  return found;
};

/** Why the run must end; undefined while it keeps to its limits. */
const findExcess = (proc: string, list: () => string[], limits: Limits): Excess | undefined => {
  let pids: string[];
  try {
    pids = list();
  } catch {
    return undefined;
  }
  // Two of them are the sandbox's own.
  if (pids.length > limits.processes + 2) return 'processes';
  return sumMemory(proc, pids, limits.memoryBytes) > limits.memoryBytes ? 'memory' : undefined;
};

/** Where the run's processes are listed, and which these are. `pid`: the first inside. */
type Listed = { proc: string; list(): string[] };

export const listedFrom = (pid: number, hasNamespace: boolean, limits: Limits): Listed => {
  const proc = hasNamespace ? join('/proc', String(pid), 'root', 'proc') : '/proc';
  return { proc, list: () => (hasNamespace ? listInside(proc) : listBelow(String(pid), limits)) };
};

export const watchLimits = ({ proc, list }: Listed, limits: Limits, onExcess: (met: Excess) => void): (() => void) => {
  const timer = setInterval(() => {
    const met = findExcess(proc, list, limits);
    if (met) onExcess(met);
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** A control group ends one process when memory runs out; a command without it is broken, so the rest is ended too. */
export const watchGroup = (group: ControlGroup, onExcess: (met: Excess) => void): (() => void) => {
  const timer = setInterval(() => {
    if (group.readExcess() === 'memory') onExcess('memory');
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

export const watchWritten = ({ proc, list }: Listed, onDisk: OnDisk, onExcess: (met: Excess) => void): (() => void) =>
  watchDisk(
    onDisk,
    () => list().map((pid) => join(proc, pid)),
    () => onExcess('written'),
  );

/** An empty file takes no room, and a kilobyte of the kernel's memory. */
const countFiles = (proc: string, folder: string): number => {
  try {
    const { files, ffree } = statfsSync(join(proc, '..', folder));
    return files - ffree;
  } catch {
    return 0;
  }
};

export const watchRooms = (
  { proc }: Listed,
  { folders, mostFiles }: NonNullable<Launch['rooms']>,
  onExcess: (met: Excess) => void,
): (() => void) => {
  const timer = setInterval(() => {
    if (folders.reduce((sum, folder) => sum + countFiles(proc, folder), 0) > mostFiles) onExcess('written');
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};
