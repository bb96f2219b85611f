/** What a use case may ask for: the tools, the settings in force, and the little that is kept in memory between two signals. */
import type { SandboxState, Setting } from '../contract/index.ts';
import type { Framework } from '../frameworks/framework.ts';
import type { Clock, Stopwatch } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { FoundInterpreter, RunHandle, Runner } from '../runner/runner.ts';
import type { Scanner } from '../scanner/scanner.ts';
import type { StoredWorkspace } from '../store/queries/workspaces.ts';
import type { Store } from '../store/store.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { WorkspaceMemory } from './scans/memory.ts';
import { createSessionMemory, type SessionMemory } from './sessions/memory.ts';
import { createStatusBoard, type StatusBoard } from './status/board.ts';

export type Options = {
  version: string;
  dataDir: string;
  /** Whole outputs of runs. */
  outputDir: string;
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

export type LiveRun = {
  handle: RunHandle | null;
  cancelReason: string | null;
  /** Of its command, and of what the project is asked before it. */
  time: Stopwatch;
  settled: Promise<void>;
};

export type Context = Tools & {
  options: Options;
  board: StatusBoard;
  sessions: SessionMemory;
  postLimiter: Limiter;
  loginLimiter: Limiter;
  /** Runs that this process executes now. */
  liveRuns: Map<number, LiveRun>;
  /** Answers that wait for the end of a run (`--tasks immediate`); a service that stops gives them before it closes its door. */
  awaited: Set<Promise<unknown>>;
  /** The service stops: no project is asked any more. */
  isStopping: boolean;
  /** By workspace. */
  memories: Map<number, WorkspaceMemory>;
  /**
   * Where the service can be reached; set when it listens. `plainUrl`: for programs that do not resolve names below `localhost`; `homeAt`: its
   * first page for whoever asks by one of its hosts, behind a proxy always the public one.
   */
  address: {
    port: number;
    url(path: string): string;
    plainUrl(path: string): string;
    homeAt(host: string): string;
  } | null;
  /** The profile in force. A good answer is kept for a minute; a bad one is asked again, so that a remedy works at once. */
  sandbox(): Promise<SandboxState>;
  /** Tells the queue that something waits. */
  wakeQueue(): void;
  onWake(listener: () => void): void;
  /** Tells the watcher that a workspace was removed or read anew. */
  onWorkspaceChange(listener: (workspaceId: number) => void): void;
  workspaceChanged(workspaceId: number): void;
  /** Settled when edits of the workspace are noticed, at once where nothing is watched. Set by the watcher. */
  whenWatched(workspace: StoredWorkspace): Promise<void>;
  /** Settled when installs into this interpreter are noticed; false when they were before. Set by the watcher. */
  whenInstallsWatched(workspace: StoredWorkspace, interpreter: FoundInterpreter): Promise<boolean>;
};

const rememberMs = 60_000;

const rememberSandbox = ({ runner, clock }: Tools): (() => Promise<SandboxState>) => {
  let known: { state: SandboxState; at: number } | undefined;
  let asking: Promise<SandboxState> | undefined;
  const ask = async (): Promise<SandboxState> => {
    known = { state: await runner.probeSandbox(), at: clock.ticks() };
    return known.state;
  };
  return async () => {
    if (known?.state.available && clock.ticks() - known.at < rememberMs) return known.state;
    // Each answer takes some processes to be started: whoever asks meanwhile shares it.
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
};

export const createContext = async (tools: Tools, options: Options): Promise<Context> => {
  const wakeListeners: (() => void)[] = [];
  const changeListeners: ((workspaceId: number) => void)[] = [];
  const context: Context = {
    ...tools,
    options,
    board: createStatusBoard(() => context),
    sessions: await createSessionMemory(tools.store),
    postLimiter: createLimiter(tools.clock, 60_000),
    loginLimiter: createLimiter(tools.clock, 60_000),
    liveRuns: new Map(),
    awaited: new Set(),
    isStopping: false,
    memories: new Map(),
    address: null,
    sandbox: rememberSandbox(tools),
    wakeQueue: () => {
      for (const listener of wakeListeners) listener();
    },
    onWake: (listener) => wakeListeners.push(listener),
    onWorkspaceChange: (listener) => changeListeners.push(listener),
    workspaceChanged: (workspaceId) => {
      for (const listener of changeListeners) listener(workspaceId);
    },
    whenWatched: () => Promise.resolve(),
    whenInstallsWatched: () => Promise.resolve(false),
  };
  return context;
};

/** Who asks. */
export type Actor = { name: string; role: 'admin' | 'viewer'; sessionId: number | null };
