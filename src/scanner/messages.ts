/** What the service and a reader process say to each other. */

import type { LogPosition } from '../frameworks/framework.ts';
import type { ErrorCode } from '../kit/errors.ts';
import type { ModelsDigest, ScanInput } from './scanner.ts';

export type Job =
  /** What reads projects is loaded. */
  | { kind: 'prepare' }
  | { kind: 'look'; input: ScanInput }
  | { kind: 'read'; input: ScanInput }
  | { kind: 'fixtures'; input: ScanInput; fixtureNeeds: string | null; secrets: readonly string[] }
  | {
      kind: 'logs';
      input: ScanInput;
      logFiles: readonly string[];
      position: LogPosition;
      secrets: readonly string[];
    }
  | { kind: 'mark'; root: string; file: string }
  /** Folders to watch, at most `limit`, shallow ones first. */
  | { kind: 'folders'; root: string; limit: number };

export type ToReader = { id: number; job: Job };

export type FromReader =
  | { type: 'progress'; id: number; done: number; total: number }
  | { type: 'models'; id: number; models: ModelsDigest }
  | { type: 'done'; id: number; value: unknown }
  | { type: 'failed'; id: number; code: ErrorCode; message: string };
