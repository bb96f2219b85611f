/** What one line of a log says. */
import type { LogLevel } from '../../../../contract/index.ts';

export type ParsedLine = {
  at: number | undefined;
  /** A time without a day. */
  clock: string | null;
  level: LogLevel;
  logger: string | null;
  message: string;
  detail: string | null;
  /**
   * `entry`: a header was recognised, unrecognised lines after it belong to it. `access`: a request line, which stands
   * alone. `plain`: no header.
   */
  shape: 'entry' | 'access' | 'plain';
};

export const entry = (at: number | undefined, level: LogLevel, logger: string | null, message: string): ParsedLine => ({
  at,
  clock: null,
  level,
  logger,
  message,
  detail: null,
  shape: 'entry',
});

const thread =
  /^(?:MainThread|MainProcess|(?:Dummy|Thread|Process|ThreadPoolExecutor|ForkPoolWorker|SpawnPoolWorker)-\d)/;

/** As Python calls threads and processes: no logger, and no word of a message. */
export const isThread = (name: string): boolean => thread.test(name);
