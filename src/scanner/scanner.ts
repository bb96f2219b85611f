/** The seam of the scanner: reads a project folder through a framework, in processes that can write and start nothing. */
import type { MigrationsDetail, SchemaDetail } from '../contract/index.ts';
import type { LogPosition, LogReading, QuickLook, ReadingInput, RecordedMark } from '../frameworks/framework.ts';

export type ScanInput = Omit<ReadingInput, 'onProgress' | 'onModels'>;
type ScanProgress = (done: number, total: number) => void;

/** A rich resource as it is stored and sent: gzip of its JSON. */
export type Packed = Uint8Array;

export type ModelCounts = {
  installedApps: number;
  /** Apps that have something to show: models or migrations. */
  shownApps: number;
  /** Apps of the project that have models, and these models. */
  ownApps: number;
  ownModels: number;
  schemaProblems: number;
};

export type MigrationCounts = {
  migrations: number;
  migratedApps: number;
  pending: number;
  unmade: number;
  /** Own apps whose migrations cannot be read. */
  closedApps: number;
  /** Own apps in which some comparisons with their migrations could not be decided. */
  unclear: number;
  conflicts: number;
  /** Besides conflicts. */
  migrationProblems: number;
};

/** What the service keeps of a project's settings and models. Secrets are masked in everything but `secrets`. */
export type ModelsDigest = {
  djangoVersion: string | null;
  sqliteFiles: string[];
  /** These are as in `ModelsReading`. */
  areDatabasesTold: boolean;
  pathFolders: string[];
  logFiles: string[];
  checkedFolders: string[];
  dataFiles: string[];
  /** Literals to mask. Never stored. */
  secrets: string[];
  /** As in `ModelsReading`. */
  shownNames: string[];
  schema: Packed;
  /** JSON text of the project's facts, and of the status payload's `schema`. */
  project: string;
  nodes: string;
  /** For `readFixtures`. */
  fixtureNeeds: string;
  counts: ModelCounts;
  /** Where models come from; with a `note`, why the project itself was not asked. */
  provenance: Pick<SchemaDetail['provenance'], 'source' | 'note'>;
  /** Why it is not known which apps are installed; null when it is. */
  appsProblem: string | null;
  /** Why there may be more models of the project; null when there are not. */
  modelsProblem: string | null;
};

/** It is made where the project is read, so that the service neither holds nor serialises thousands of models. */
export type Reading = ModelsDigest & {
  migrations: Packed;
  /** JSON text of the status payload's `apps`, which tell models and migrations. */
  apps: string;
  counts: ModelCounts & MigrationCounts;
  applied: Pick<MigrationsDetail['applied'], 'source' | 'note'>;
  /** For the `lastRecord` of later readings; null when there is nothing new to keep. */
  record: string | null;
  /** What the file of its database had recorded when it was read; null where no file told. */
  recorded: RecordedMark | null;
  nextPending: { app: string; migration: string } | null;
};

export type FixturesReading = {
  fixtures: Packed;
  files: number;
  /** In those that were read. */
  objects: number;
  unread: number;
  problems: number;
  /** Files with models of which it cannot be told whether they exist. */
  unclear: number;
  /** Why there may be more of them than were found. */
  foldersProblem: string | null;
};

/** What a reading found that is watched too. */
export type Watched = {
  logFiles: readonly string[];
  databaseFiles: readonly string[];
  /** Files of any name, also above the project; with a final `/`, all names in a folder. */
  dataFiles: readonly string[];
  /** Folders of installed packages. */
  sitePackages: readonly string[];
  /** Where a virtual environment is or should be, besides the usual places in the project and above it. */
  environments: readonly string[];
};

/** Tells when files of a project or its packages change, bounded and debounced. */
export type FolderWatch = {
  /** Settled when every change from then on is noticed. Never rejected; where folders come and go all the time it takes long. */
  ready: Promise<void>;
  /**
   * To be called after each reading: now and then it has what was lost sight of watched again. Settled when changes of the packages that are
   * named are noticed; never rejected.
   */
  renew(watched: Watched): Promise<void>;
  close(): void;
};

export type WatchEvents = {
  /** At once, for what `onChange` tells of as `files` when it has come to rest. */
  onTouch?(): void;
  /** `files` also for packages. `databases`: the files of a `database` change, absolute. */
  onChange(what: 'files' | 'logs' | 'database', databases: readonly string[]): void;
  /** Not every folder can be watched; told once, in words. */
  onPartly?(message: string): void;
};

/** What is told while a project is read. */
export type ReadingEvents = {
  onProgress?: ScanProgress | undefined;
  /** By a reading from the start, before it reads migrations, which may take many times as long. */
  onModels?: ((models: ModelsDigest) => void) | undefined;
};

export interface Scanner {
  /** Something is read soon: a process is started for it, and loads what it needs. */
  prepare(): void;
  look(input: ScanInput): Promise<QuickLook>;
  /** Models and migrations come from one reading, so that they can be held against each other. */
  read(input: ScanInput, events?: ReadingEvents): Promise<Reading>;
  /** `fixtureNeeds`: of the last reading; null before the first. */
  readFixtures(
    input: ScanInput,
    fixtureNeeds: string | null,
    secrets: readonly string[],
    onProgress?: ScanProgress,
  ): Promise<FixturesReading>;
  /** What changes when a database file records other migrations as applied; null when it cannot be told. */
  readMark(root: string, file: string): Promise<string | null>;
  /** Secrets are masked in what it gives. */
  readLogs(
    input: ScanInput,
    logFiles: readonly string[],
    position: LogPosition,
    secrets: readonly string[],
  ): Promise<LogReading>;
  /** The folder is that of no workspace any more. */
  forget(root: string): void;
  watch(root: string, watched: Watched, events: WatchEvents): FolderWatch;
  close(): Promise<void>;
}
