/** What one run may use. A run that needs more is ended, and told which limit it met. */
const MiB = 1024 * 1024;

export type Limits = {
  /** Of one process; the wall clock bounds the run. */
  cpuSeconds: number;
  /** Address space of one process: an allocation beyond it fails at once. */
  addressSpaceBytes: number;
  /** Resident memory of all processes together, watched from outside. */
  memoryBytes: number;
  processes: number;
  openFiles: number;
  fileBytes: number;
  /** Everything that is written and thrown away afterwards: workspace, home, /tmp. It lies in memory. */
  scratchBytes: number;
  scratchFiles: number;
};

export const defaultLimits: Limits = {
  cpuSeconds: 600,
  // numpy and its threads reserve some 2 GiB without using them.
  addressSpaceBytes: 8192 * MiB,
  memoryBytes: 2048 * MiB,
  processes: 256,
  openFiles: 1024,
  fileBytes: 256 * MiB,
  scratchBytes: 256 * MiB,
  scratchFiles: 50_000,
};
