/** What the service and its executor say to each other. */
import type { SandboxFacts } from '../contract/index.ts';
import type { Limits } from './limits.ts';
import type { LineBlock, RunEnd, RunRequest } from './runner.ts';
import type { BuiltProfile } from './sandbox/profiles.ts';
import type { Tools } from './sandbox/tools.ts';

/** What stays the same for as long as an executor lives. */
export type ExecutorSettings = {
  scratchDir: string;
  homeDir: string;
  /** The service's own folders: never shown to a command. */
  servicePaths: readonly string[];
  limits: Limits;
  /** False: watch from outside, as for an ordinary user. */
  controlGroups: boolean;
};

/** What this machine allows, as last probed. */
export type Allowed = {
  tools: Tools;
  /** Best first; empty with the reason when nothing is allowed. */
  profiles: readonly BuiltProfile[];
  problem: string;
};

export type ToExecutor =
  | { type: 'start'; id: number; request: RunRequest; allowed: Allowed }
  | { type: 'cancel'; id: number };

export type FromExecutor =
  | { type: 'started'; id: number; sandbox: SandboxFacts }
  | { type: 'lines'; id: number; blocks: LineBlock[]; skipped: number }
  | { type: 'ended'; id: number; end: RunEnd }
  | { type: 'log'; level: 'info' | 'warn'; facts: object; text: string };
