/**
 * Watches from outside what the kernel does not limit by itself without a control group: memory of all processes of a run together, and
 * their number when the service runs as root. The sandbox's own /proc lists just its processes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Limits } from '../limits.ts';
import type { ControlGroup } from './cgroup.ts';

const intervalMs = 100;

/** Which limit was met. */
export type Excess = 'processes' | 'memory';

const readNumber = (file: string, pattern: RegExp): number => {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** Looking closely costs milliseconds for each process. */
const closeLooks = 16;

/** Resident pages; where processes share them they count once for each, so when the sum is high the largest are looked at more closely. */
const sumMemory = (proc: string, pids: readonly string[], limitBytes: number): number => {
  const sizes = pids.map((pid) => ({ pid, bytes: readNumber(`${proc}/${pid}/status`, /^VmRSS:\s+(\d+)/m) * 1024 }));
  const resident = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (resident <= limitBytes) return resident;
  return sizes
    .sort((left, right) => right.bytes - left.bytes)
    .slice(0, closeLooks)
    .reduce((sum, { pid }) => sum + readNumber(`${proc}/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m) * 1024, 0);
};

/** Why the run must end; undefined while it keeps to its limits. */
const findExcess = (proc: string, limits: Limits): Excess | undefined => {
  let pids: string[];
  try {
    pids = readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  // Two of them are the sandbox's own.
  if (pids.length > limits.processes + 2) return 'processes';
  return sumMemory(proc, pids, limits.memoryBytes) > limits.memoryBytes ? 'memory' : undefined;
};

export const watchLimits = (insidePid: number, limits: Limits, onExcess: (met: Excess) => void): (() => void) => {
  const timer = setInterval(() => {
    const met = findExcess(`/proc/${insidePid}/root/proc`, limits);
    if (met) onExcess(met);
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** A control group ends one process when memory runs out; a command without it is broken, so the rest is ended too. */
export const watchGroup = (group: ControlGroup, onExcess: (met: Excess) => void): (() => void) => {
  const timer = setInterval(() => {
    void group.readExcess().then((met) => {
      if (met === 'memory') onExcess(met);
    });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};
