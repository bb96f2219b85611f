/** What is kept in memory of a workspace between two signals, in one place, so that all of it goes with the workspace. */
import type { ScanKind } from '../../contract/index.ts';
import type { FoundInterpreter, RunHandle } from '../../runner/runner.ts';
import type { Reading } from '../../scanner/scanner.ts';
import type { Context } from '../context.ts';

/** What the last reading of the settings gave, for runs. Secrets live here only: they never reach the store. */
export type KnownProject = {
  /** Where the project was then: a workspace may be moved while its folder is read. */
  root: string;
  /** Ticks. */
  begunAt: number;
  secrets: string[];
  shownNames: string[];
  sqliteFiles: string[];
  areDatabasesTold: boolean;
  /** Folders of code beside the workspace that it may see. */
  siblings: string[];
  logFiles: string[];
  checkedFolders: string[];
  dataFiles: string[];
  interpreter: FoundInterpreter | null;
};

export type WorkspaceMemory = {
  project: KnownProject | null;
  /** When its files were last seen to change, in ticks; infinite as long as nobody watches them. */
  changedAt: number;
  /** How it goes that the project itself is asked. */
  probe: {
    handle: RunHandle | null;
    isOutdated: boolean;
    /** When all that it answers was last asked for anew, in ticks. */
    wantedAt: number;
    /** When it was first ended before it had answered, because files had changed, in ticks; no answer came since. */
    unansweredSince: number | null;
    /** When the text was read that its last answer or refusal is about, in ticks; null before the first reading. */
    answeredFrom: number | null;
    /** Whether the project answered when it was last asked. */
    isAnswered: boolean;
    /** How long that took. */
    tookMs: number;
  };
  /** So that a project is not started for every row that a site writes. */
  databases: {
    /** By the paths of their files: what they had recorded as applied, and when that was looked at, in ticks. */
    marks: Map<string, { mark: string; seenAt: number }>;
    /** Files that only the running project names: it may not have seen them, but what comes next does. */
    told: readonly string[];
    /** When it was last asked and answered, in ticks. */
    toldAt: number;
    /** Rows were written, and what is applied stayed the same. */
    isWritten: boolean;
  };
  /** Of a database server: whether something new is there is looked for by scans that nobody asked for. */
  looks: {
    /** Those that wait. */
    scans: Set<number>;
    /** Whether the scan that goes on is one. */
    isLooking: boolean;
  };
  /** When its logs are read again, in which something was still being written. */
  laterLook: NodeJS.Timeout | null;
  /** Scans that are to be queued when the store can be written again. */
  unqueued: { kinds: Set<ScanKind>; timer: NodeJS.Timeout | null };
  /** Of the text in its stream, at most; null before it was counted. */
  logBytes: number | null;
  /** The reading of its text that goes on, settled however that ends. */
  textReading: Promise<void> | null;
  /** A reading that also answers a scan which waited when it began. */
  shared: { scanId: number; reading: Promise<Reading> } | null;
};

export const memoryOf = ({ memories }: Context, workspaceId: number): WorkspaceMemory => {
  const known = memories.get(workspaceId);
  if (known) return known;
  const fresh: WorkspaceMemory = {
    project: null,
    changedAt: Number.POSITIVE_INFINITY,
    probe: {
      handle: null,
      isOutdated: false,
      wantedAt: Number.NEGATIVE_INFINITY,
      unansweredSince: null,
      answeredFrom: null,
      isAnswered: false,
      tookMs: 0,
    },
    databases: { marks: new Map(), told: [], toldAt: Number.NEGATIVE_INFINITY, isWritten: false },
    looks: { scans: new Set(), isLooking: false },
    laterLook: null,
    unqueued: { kinds: new Set(), timer: null },
    logBytes: null,
    textReading: null,
    shared: null,
  };
  memories.set(workspaceId, fresh);
  return fresh;
};

/** The workspace is removed: nothing of it goes on. */
export const forgetWorkspace = ({ memories }: Context, workspaceId: number): void => {
  const known = memories.get(workspaceId);
  if (!known) return;
  memories.delete(workspaceId);
  clearTimeout(known.laterLook ?? undefined);
  clearTimeout(known.unqueued.timer ?? undefined);
  known.probe.handle?.cancel();
};
