/** The seam of a framework: what Workspace Inspector needs to know to look into projects of one kind. */
import type {
  FixturesDetail,
  LogLine,
  MigrationsDetail,
  Problem,
  ProjectFacts,
  RunResult,
  SchemaDetail,
} from '../contract/index.ts';

/** What a reading may use. Paths are canonical; outside `root` and `sitePackages` nothing is read but what tells versions in the repository around `root`. */
export type ReadingInput = {
  root: string;
  /** Folders of installed packages of the workspace's interpreter, in import order; empty when there is none. */
  sitePackages: readonly string[];
  pythonVersion: string | null;
  djangoVersion: string | null;
  /** What the live probe said last, if it ran for this reading. */
  live: LiveProbe | null;
  /** Why there is no live probe, in words to act on. */
  liveProblem: string | null;
  /** The `record` of an earlier reading: what the database held when the project could last be asked. */
  lastRecord?: string | null;
  onProgress?(done: number, total: number): void;
  /** Told by a reading from the start what models give, so that nobody who looks at these waits for migrations. */
  onModels?(reading: ModelsReading): Promise<void>;
};

/** A value, and what stood in the way of a better one. Readers never throw on someone else's code. */
export type Reading<T> = { value: T; problems: Problem[] };

/** What settings and models give. */
export type ModelsReading = {
  project: ProjectFacts;
  schema: SchemaDetail;
  /** Why it is not known which apps are installed, in a sentence: those that were found are a guess. Null when it is known. */
  appsProblem: string | null;
  /** Why there may be more models of the project than were found, in a sentence. Null when there are not. */
  modelsProblem: string | null;
  /** Labels of the apps that they may be of. */
  cutApps: string[];
  /** What fixtures are held against and where they lie, for `readFixtures`. Opaque to everyone but the framework. */
  fixtureNeeds: string;
  /** Literals that the settings hold under secret-looking keys. Never shown, only masked. */
  secrets: string[];
  /** Names by which the project is shown everywhere: one that is also a password somewhere is hidden beside its key alone. */
  shownNames: string[];
  /** Whether the text tells every database of the project, where no variable is set. */
  areDatabasesTold: boolean;
  /** Absolute paths of folders outside of the workspace that the project itself puts on Python's path. */
  pathFolders: string[];
  /** Absolute paths of log files that LOGGING names. */
  logFiles: string[];
  /** Absolute paths of folders that the settings name and that the framework's own checks look for. */
  checkedFolders: string[];
  /**
   * Absolute paths of files that the reading rests on whatever they are called: those that the project's own code reads or looks for (with a
   * final `/`, folders that it lists), and those above the project that tell versions.
   */
  dataFiles: string[];
};

/** Everything that one pass over the project's text gives; assembled once and shared by the scan kinds. */
export type StaticReading = ModelsReading & {
  migrations: MigrationsDetail;
  /** What only the live project could tell of its database, for later readings. Opaque to everyone but the framework; no secret. */
  record: string | null;
  /** What the file of its database had recorded; null where no file told. */
  recorded: RecordedMark | null;
  /** What would be applied first, of the project's own apps where one of theirs is pending. */
  nextPending: { app: string; migration: string } | null;
};

/** `mark`: the same for as long as the file (an absolute path) records the same migrations as applied. */
export type RecordedMark = { file: string; mark: string };

/** A line that a log file holds, before it is stored. */
export type ReadLogLine = Omit<LogLine, 'id'>;

/**
 * Where the tail of each file was left; `mark` is a hash of the bytes before the offset, `copies` the rotated copies that lay beside it,
 * `writtenAt` the time of the file, `keyLines` how many lines a private key may go on that began before. Opaque to everyone but the reader.
 */
export type LogPosition = Record<
  string,
  { inode: number; offset: number; mark?: string; copies?: string[]; writtenAt?: number; keyLines?: number }
>;

/**
 * `lookAgainMs`: when something that was still being written when it was read will count as whole; null when nothing was.
 * `unreadUntil`: of the time up to this moment there are lines that were left out; null when none were.
 */
export type LogReading = {
  lines: ReadLogLine[];
  position: LogPosition;
  files: number;
  problems: Problem[];
  lookAgainMs: number | null;
  unreadUntil: number | null;
};

/** What the probe script printed: the live registry, taken apart and checked where the project's text is read. */
export type LiveProbe = { readAt: string; output: string };

export type PresetDefinition = {
  key: string;
  label: string;
  description: string;
  /** Path below the documentation of the workspace's version, e.g. `ref/django-admin/#check`. */
  documentationPath: string;
  icon: string;
  category: string;
  requiresConfirmation: boolean;
  /** Fixed tokens; a `{ parameter }` is filled in on the server from what the last scan found. */
  argv: readonly (string | { parameter: 'pendingApp' | 'pendingMigration' })[];
  /** It may take this long at least; null: as long as the service's own time-out. */
  timeoutMs: number | null;
};

/** One allowed command; see `runner/runner.ts`, whose matcher reads it. */
export type AllowedCommand = {
  prefix: readonly string[];
  flags: readonly string[];
  options: Readonly<Record<string, RegExp>>;
  positionals: readonly RegExp[];
};

export type QuickLook = {
  settingsModule: string | null;
  apps: string[];
  project: ProjectFacts;
  warnings: string[];
  /** As in StaticReading: literals to mask and names that are none, the log files and folders that the settings name, and what the project's own code reads. */
  secrets: string[];
  shownNames: string[];
  areDatabasesTold: boolean;
  pathFolders: string[];
  logFiles: string[];
  checkedFolders: string[];
  dataFiles: string[];
};

export interface Framework {
  readonly name: string;
  /** Name of the file whose presence makes a folder a project. */
  readonly marker: string;
  readonly presets: readonly PresetDefinition[];
  readonly allowlist: readonly AllowedCommand[];
  /** Absolute path of the script that reports the live registry, or with `databases` these alone. */
  readonly probeScript: string;
  /** Absolute paths of the databases that the script reported; undefined where it reported none that can be believed. */
  parseDatabases(root: string, output: string): Promise<string[] | undefined>;
  documentationUrl(version: string | null, path: string): string;
  /** Support status of a version on a day, in words: "LTS until April 2026". */
  versionSupport(version: string | null, now: Date): string;
  /** Loads what reads projects: whoever is asked for it later need not wait. */
  prepare(): Promise<void>;
  /** Settings, apps and versions only: fast enough for a form. */
  look(input: ReadingInput): Promise<QuickLook>;
  read(input: ReadingInput): Promise<StaticReading>;
  /** `fixtureNeeds`: of the last reading; null before the first. */
  readFixtures(input: ReadingInput, fixtureNeeds: string | null): Promise<FixturesDetail>;
  /** The mark of a database file, of the project's or not; null when it cannot be told. `file`: absolute, below `root`. */
  readMark(root: string, file: string): Promise<string | null>;
  readLogs(input: ReadingInput, logFiles: readonly string[], position: LogPosition): Promise<LogReading>;
  /** The output of a preset as data, if this preset's output is understood. */
  parseResult(presetKey: string, argv: readonly string[], output: string): RunResult | null;
  /** The root cause of a failed command in words a person can act on, from its output. `root`: the folder of the project. */
  explainFailure(output: string, exitCode: number, root?: string): string | null;
  /** Where the script was that was ended because it took too long, from its output. */
  explainHang(output: string, root?: string): string | null;
}
