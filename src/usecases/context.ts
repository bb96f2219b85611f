/** What a use case may ask for: the tools, the settings in force, and the little that is kept in memory between two signals. */
import type { SandboxState, Setting } from '../contract/index.ts';
import type { Framework } from '../frameworks/framework.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { FoundInterpreter, RunHandle, Runner } from '../runner/runner.ts';
import type { Reading, Scanner } from '../scanner/scanner.ts';
import type { StoredWorkspace } from '../store/queries/workspaces.ts';
import type { Store } from '../store/store.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { createSessionMemory, type SessionMemory } from './sessions/memory.ts';
import { createStatusBoard, type StatusBoard } from './status/board.ts';

export type Options = {
  version: string;
  dataDir: string;
  auth: 'on' | 'off';
  tasks: 'background' | 'immediate';
  sandbox: 'auto' | 'none';
  watch: boolean;
  runTimeoutMs: number;
  queueLimit: number;
  postsPerMinute: number;
  logLimitBytes: number;
  outputLimitBytes: number;
  keepRuns: number;
  keepOutputBytes: number;
  sessionIdleMs: number;
  sessionMaxMs: number;
  /** Settings in force, as `inspector config` prints them. */
  settings: Record<string, Setting>;
  environment: Readonly<Record<string, string | undefined>>;
};

export type Tools = { store: Store; scanner: Scanner; runner: Runner; framework: Framework; clock: Clock; log: Log };

/** What the last reading of a workspace's settings gave, for runs. Secrets live here only: they never reach the store. */
export type ProjectMemory = {
  /** Where the project was then: a workspace may be moved while its folder is read. */
  root: string;
  /** Ticks. */
  begunAt: number;
  secrets: string[];
  sqliteFiles: string[];
  logFiles: string[];
  checkedFolders: string[];
  dataFiles: string[];
  interpreter: FoundInterpreter | null;
};

/** What is known of a workspace's databases, so that a project is not started for every row that a site writes. */
export type DatabaseMemory = {
  /** Of database files, by their paths: what they had recorded as applied, and when that was looked at, in ticks. */
  marks: Map<string, { mark: string; seenAt: number }>;
  /** Whether the project answered when it was last asked. */
  isAnswered: boolean;
  /** Rows were written, and what is applied stayed the same. */
  isWritten: boolean;
};

export type LiveRun = { handle: RunHandle | null; cancelReason: string | null; settled: Promise<void> };

/** `unansweredSince`: when it was first ended before it had answered, because files had changed; no answer came since. */
export type Probe = { handle: RunHandle | null; isOutdated: boolean; unansweredSince: number | null };

export type Context = Tools & {
  options: Options;
  board: StatusBoard;
  sessions: SessionMemory;
  postLimiter: Limiter;
  loginLimiter: Limiter;
  /** Runs that this process executes now. */
  liveRuns: Map<number, LiveRun>;
  /** Of workspaces that have been asked: how that goes. */
  probes: Map<number, Probe>;
  /** The service stops: no project is asked any more. */
  isStopping: boolean;
  projects: Map<number, ProjectMemory>;
  databases: Map<number, DatabaseMemory>;
  /** When files of a workspace were last seen to change, in ticks. */
  changedAt: Map<number, number>;
  /** Of workspaces in whose logs something was still being written: when they are read again. */
  laterLooks: Map<number, NodeJS.Timeout>;
  /** Readings that also answer a scan which waited when they began, by that scan's id. */
  sharedReadings: Map<number, Promise<Reading>>;
  /** Where the service can be reached; set when it listens. */
  address: { port: number; url(host: string, path: string): string } | null;
  /** The profile in force. A good answer is kept for a minute; a bad one is asked again, so that a remedy works at once. */
  sandbox(): Promise<SandboxState>;
  /** Tells the queue that something waits. */
  wakeQueue(): void;
  onWake(listener: () => void): void;
  /** Tells the watcher that workspaces were added, removed or read anew. */
  onProjectRead(listener: (workspaceId: number) => void): void;
  projectRead(workspaceId: number): void;
  /** Settled when edits of the workspace are noticed, at once where nothing is watched. Set by the watcher. */
  whenWatched(workspace: StoredWorkspace): Promise<void>;
  /** Settled when installs into this interpreter are noticed; false when they were before. Set by the watcher. */
  whenInstallsWatched(workspace: StoredWorkspace, interpreter: FoundInterpreter): Promise<boolean>;
};

const rememberMs = 60_000;

const rememberSandbox = ({ runner, clock }: Tools): (() => Promise<SandboxState>) => {
  let known: { state: SandboxState; at: number } | undefined;
  return async () => {
    if (known?.state.available && clock.ticks() - known.at < rememberMs) return known.state;
    known = { state: await runner.probeSandbox(), at: clock.ticks() };
    return known.state;
  };
};

export const createContext = async (tools: Tools, options: Options): Promise<Context> => {
  const wakeListeners: (() => void)[] = [];
  const readListeners: ((workspaceId: number) => void)[] = [];
  const context: Context = {
    ...tools,
    options,
    board: createStatusBoard(() => context),
    sessions: await createSessionMemory(tools.store),
    postLimiter: createLimiter(tools.clock, 60_000),
    loginLimiter: createLimiter(tools.clock, 60_000),
    liveRuns: new Map(),
    probes: new Map(),
    isStopping: false,
    projects: new Map(),
    databases: new Map(),
    changedAt: new Map(),
    laterLooks: new Map(),
    sharedReadings: new Map(),
    address: null,
    sandbox: rememberSandbox(tools),
    wakeQueue: () => {
      for (const listener of wakeListeners) listener();
    },
    onWake: (listener) => wakeListeners.push(listener),
    onProjectRead: (listener) => readListeners.push(listener),
    projectRead: (workspaceId) => {
      for (const listener of readListeners) listener(workspaceId);
    },
    whenWatched: () => Promise.resolve(),
    whenInstallsWatched: () => Promise.resolve(false),
  };
  return context;
};

/** Who asks. */
export type Actor = { name: string; role: 'admin' | 'viewer'; sessionId: number | null };
