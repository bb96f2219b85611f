/** What every profile is given and what it answers with. */
import type { SandboxProfile } from '../../contract/index.ts';
import type { Limits } from '../limits.ts';
import type { OnDisk, Room } from '../process/disk.ts';
import type { Tools } from './tools.ts';

export type Confinement = {
  /** An empty folder of this run alone; what is mounted there is seen by this run alone. */
  scratch: string;
  /** Names what is mounted, so that a later service can tell whose it was. */
  mark: string;
  /** Files that stand in for those of `/etc`: names and hosts of this machine stay unknown. */
  etc: string;
  workspacePath: string;
  homeDir: string;
  /** What to run, first the program. */
  argv: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Folders and files outside the workspace that the command needs to see. */
  visible: readonly string[];
  /** SQLite files to show as they are, so that locks are shared with the app that has them open. */
  boundDatabases: readonly string[];
  /** SQLite files that must not be made: a folder, which nobody can open as one, takes their place. */
  withheld: readonly string[];
  /** Folders outside the workspace that are there, empty and writable, while the command runs. */
  standIns: readonly string[];
  /** Where a script of ours is found inside. */
  script: { from: string; to: string } | null;
  /** Folders of the workspace that a private copy leaves out. */
  leftOut: readonly string[];
  /** What a private copy holds at the start. */
  copied: Room;
  network: boolean;
  limits: Limits;
};

/** A process to start. Standard error is the sandbox's own voice; the command writes both its streams to standard output. */
export type Launch = {
  profile: SandboxProfile;
  file: string;
  argv: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** For a sandbox with a gate: its arguments, which may hold secrets, and the filter, each read from a descriptor. */
  bwrap: { args: Buffer; seccomp: Buffer | undefined } | null;
  /** The process itself ends its tree, on SIGTERM too; true where no namespace does it. */
  supervised?: true;
  /** Where what the run wrote can be counted, as a path in the mount namespace of the process. */
  written: string | null;
  /** Mount points that bwrap itself makes there. */
  notWritten: readonly string[];
  /** Where it writes to the disk rather than to memory of a fixed size. */
  onDisk?: OnDisk;
  /** Folders inside that lie in memory each by itself: their size is fixed, the number of files in them is not. */
  rooms?: { folders: readonly string[]; mostFiles: number };
};

export type LaunchMaker = (confinement: Confinement, tools: Tools) => Launch;

/** Where nothing can be mounted elsewhere: a script of ours is run where it lies. */
export const argvInPlace = ({ argv, script }: Confinement): readonly string[] =>
  script ? argv.map((word) => (word === script.to ? script.from : word)) : argv;

/** What the machine is called inside. */
export const hostname = 'sandbox';

/** Folders of programs and libraries that are links into /usr on most systems. */
export const systemLinks = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Nothing can be made there, and nothing of a sandbox lies above them. */
export const fixedFolders = [
  '/usr',
  ...systemLinks,
  '/etc',
  '/proc',
  '/sys',
  '/dev',
  '/var/run',
  '/var/lock',
  '/var/tmp',
];

/** Descriptors of the started process. */
export const descriptors = { seccomp: 3, ready: 4, gate: 5, args: 6 } as const;

/**
 * Stands at the door of a finished sandbox: says that it is built and waits to be let go. If the service dies first, the gate closes without
 * a word and nothing of the project ever runs.
 */
const gateScript = `echo ready >&${descriptors.ready}; read -r go <&${descriptors.gate} || exit 125`;

/**
 * Sets the limits and becomes the command. From here both streams are one, so that lines stay in the order they were written, and no
 * descriptor of ours stays open. dash and busybox call the process limit -p, bash -u.
 */
const limitsScript = `
ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; ulimit -n "$4"
if [ -n "$BASH_VERSION" ]; then ulimit -u "$5"; else ulimit -p "$5"; fi
shift 5
exec "$@" 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-`;

const makeArgv = (script: string, argv: readonly string[], limits: Limits, shell: string): string[] => [
  shell,
  '-c',
  script,
  'limits',
  String(limits.cpuSeconds),
  String(Math.floor(limits.addressSpaceBytes / 1024)),
  String(Math.floor(limits.fileBytes / 512)),
  String(limits.openFiles),
  String(limits.processes),
  ...argv,
];

export const withLimits = (argv: readonly string[], limits: Limits, shell: string): string[] =>
  makeArgv(limitsScript, argv, limits, shell);

export const withGate = (argv: readonly string[], limits: Limits): string[] =>
  makeArgv(gateScript + limitsScript, argv, limits, '/bin/sh');
