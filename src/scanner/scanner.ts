/** The seam of the scanner: reads a project folder through a framework, in processes that can write and start nothing. */
import type { FixturesDetail } from '../contract/index.ts';
import type { LogPosition, LogReading, QuickLook, ReadingInput, StaticReading } from '../frameworks/framework.ts';

export type ScanInput = Omit<ReadingInput, 'onProgress'>;
export type ScanProgress = (done: number, total: number) => void;

/** Tells when files of a project change, bounded and debounced. */
export type FolderWatch = { close(): void };

export interface Scanner {
  look(input: ScanInput): Promise<QuickLook>;
  /** Models and migrations come from one reading, so that they can be held against each other. */
  read(input: ScanInput, onProgress?: ScanProgress): Promise<StaticReading>;
  readFixtures(
    input: ScanInput,
    models: readonly string[],
    onProgress?: ScanProgress,
  ): Promise<FixturesDetail & { filesRead: number }>;
  readLogs(input: ScanInput, logFiles: readonly string[], position: LogPosition): Promise<LogReading>;
  /** `logs` when only log files changed, else `files`. */
  watch(root: string, logFiles: readonly string[], onChange: (what: 'files' | 'logs') => void): FolderWatch;
  close(): Promise<void>;
}
