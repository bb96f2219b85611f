/** The seam of the runner: what a use case may ask it. `runner/index.ts` makes the real one. */
import type { SandboxFacts, SandboxState } from '../contract/index.ts';

/** An interpreter found by reading links and `pyvenv.cfg`; nothing of the workspace is run to find it. */
export type FoundInterpreter = {
  path: string;
  origin: 'override' | 'workspace' | 'system';
  pythonVersion: string | null;
  djangoVersion: string | null;
  /** `sys.prefix` and `sys.base_prefix` as read: both must be visible inside the sandbox. */
  prefix: string;
  basePrefix: string;
  /** Folders that hold installed packages, in import order. */
  sitePackages: string[];
};

/** Either an interpreter, or in words why there is none and how to make one. */
export type InterpreterFinding = { found: FoundInterpreter } | { problem: string };

/** One allowed command: tokens that must be there, then options and parameters that may. Matched token by token. */
export type AllowlistEntry = {
  /** e.g. `['manage.py', 'check']`; joined with spaces it is the run's `safe_prefix`. */
  prefix: readonly string[];
  /** Exact tokens that may follow, e.g. `--deploy`. */
  flags: readonly string[];
  /** Options with one value each in the next token, e.g. `--indent` with `^[0-9]$`. */
  options: Readonly<Record<string, RegExp>>;
  /** Positional parameters in order; every one is anchored and cannot start with `-`. */
  positionals: readonly RegExp[];
};

export type AllowlistVerdict = { allowed: true; safePrefix: string } | { allowed: false; reason: string };

export type RunCommand =
  /** `python manage.py …`; argv starts with `manage.py`. */
  | { kind: 'manage'; argv: readonly string[] }
  /** A script of our own, made visible inside the sandbox and run with the workspace as its folder. */
  | { kind: 'script'; file: string; argv: readonly string[] };

export type RunRequest = {
  /** Names the run's scratch folder; unique among live runs. */
  name: string;
  command: RunCommand;
  workspacePath: string;
  interpreter: FoundInterpreter;
  network: boolean;
  /** Added to the bare environment: what the workspace's own settings list asks for. */
  environment: Readonly<Record<string, string>>;
  /** Absolute paths of the SQLite files that the settings name. */
  sqliteFiles: readonly string[];
  /** Absolute paths of the files that they log to. */
  logFiles: readonly string[];
  /** Absolute paths of folders that they name and that Django's checks look for. */
  checkedFolders: readonly string[];
  /** Values to mask wherever they appear (secret-looking keys are masked anyhow). */
  secrets: readonly string[];
  timeoutMs: number;
  /** How much of that time is gone already, with what was started for the same run before. */
  spentMs: number;
  /** The whole output, masked and gzipped, is written here; null keeps none. */
  outputFile: string | null;
  outputLimitBytes: number;
  /** Lines that a log of this size has no room for are skipped; null skips none. */
  logLimitBytes: number | null;
};

/** Finished lines, masked and safe to store, joined by line feeds: so many that a string for each would cost more than the text. */
export type LineBlock = {
  /** Milliseconds since the epoch. */
  at: number;
  text: string;
  lines: number;
};

export type RunEvents = {
  /** The process exists, held like this. Once more when the run is tried again, perhaps held otherwise. */
  onStart?(sandbox: SandboxFacts): void;
  /** What was written since the last call, in order, after so many skipped lines; called at most every 100 ms. */
  onLines?(blocks: LineBlock[], skipped: number): void;
};

export type RunEnd = {
  exitCode: number;
  ended: 'exited' | 'signalled' | 'timed_out' | 'cancelled' | 'could_not_start';
  durationMs: number;
  /** Lines that the command itself wrote, before long ones are broken. */
  outputLines: number;
  outputBytes: number;
  outputTruncated: boolean;
  /** The sandbox's own words when it, not the command, is the cause (memory limit, missing program, refused namespace …). */
  cause: string | null;
  sandbox: SandboxFacts;
};

export type RunHandle = {
  ended: Promise<RunEnd>;
  /** Ends the whole process tree. Idempotent. */
  cancel(): void;
};

export interface Runner {
  /** Looks which profile this machine allows. Kept until asked again. */
  probeSandbox(): Promise<SandboxState>;
  findInterpreter(workspacePath: string, override: string | null): Promise<InterpreterFinding>;
  /** Which of the folders that a project puts on its path are code of its own repository and may be shown to it; canonical. */
  findSiblings(workspacePath: string, named: readonly string[]): Promise<string[]>;
  checkAllowlist(argv: readonly string[], allowlist: readonly AllowlistEntry[]): AllowlistVerdict;
  start(request: RunRequest, events: RunEvents): RunHandle;
  /** After a crash: ends what an earlier service left behind and removes its scratch folders. */
  clearLeftovers(): Promise<void>;
  /** Ends what still runs, and the process that runs it. */
  close(): Promise<void>;
}
