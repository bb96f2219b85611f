/** What the service and a reader process say to each other. */

import type { LogPosition } from '../frameworks/framework.ts';
import type { ErrorCode } from '../kit/errors.ts';
import type { ScanInput } from './scanner.ts';

export type Job =
  | { kind: 'look'; input: ScanInput }
  | { kind: 'read'; input: ScanInput }
  | { kind: 'fixtures'; input: ScanInput; models: readonly string[] }
  | { kind: 'logs'; input: ScanInput; logFiles: readonly string[]; position: LogPosition }
  /** Folders to watch, at most `limit`, shallow ones first. */
  | { kind: 'folders'; root: string; under: string; limit: number };

/** To a reader process. `more`: the part arrived, send the next. */
export type ToReader = { type: 'job'; id: number; job: Job } | { type: 'more' };

/** Where a list was cut out of the value, and a part of its items. */
export type Part = { path: readonly (string | number)[]; items: unknown[] };

/** From a reader process. A value arrives as its frame without long lists, then their parts, then `end`. */
export type FromReader =
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'frame'; id: number; value: unknown }
  | { type: 'part'; id: number; part: Part }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; code: ErrorCode; message: string };
