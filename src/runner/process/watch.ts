/**
 * Watches from outside what the kernel does not limit by itself: memory of all processes of a run together, and their number when the
 * service runs as root (RLIMIT_NPROC does not bind root). The sandbox's own /proc lists just its processes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Limits } from '../limits.ts';

const intervalMs = 100;
const inMiB = (bytes: number): string => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MiB`;

const readNumber = (file: string, pattern: RegExp): number => {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** Resident pages; where processes share them they count once for each, so a high sum is looked at again more closely. */
const sumMemory = (proc: string, pids: readonly string[], limitBytes: number): number => {
  const resident = pids.reduce((sum, pid) => sum + readNumber(`${proc}/${pid}/status`, /^VmRSS:\s+(\d+)/m) * 1024, 0);
  if (resident <= limitBytes) return resident;
  return pids.reduce((sum, pid) => sum + readNumber(`${proc}/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m) * 1024, 0);
};

/** Why the run must end; undefined while it keeps to its limits. */
const findExcess = (proc: string, limits: Limits): string | undefined => {
  let pids: string[];
  try {
    pids = readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  // Two of them are the sandbox's own.
  if (pids.length > limits.processes + 2) {
    return `The command started more than ${limits.processes} processes and was ended.`;
  }
  if (sumMemory(proc, pids, limits.memoryBytes) > limits.memoryBytes) {
    return `The command used more than ${inMiB(limits.memoryBytes)} of memory and was ended.`;
  }
  return undefined;
};

export const watchLimits = (insidePid: number, limits: Limits, onExcess: (cause: string) => void): (() => void) => {
  const timer = setInterval(() => {
    const cause = findExcess(`/proc/${insidePid}/root/proc`, limits);
    if (cause) onExcess(cause);
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};
