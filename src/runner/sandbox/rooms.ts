/** The inside of the sandbox as arguments of bwrap: what is there, what is empty, what nobody may touch. */
import { lstatSync, readlinkSync } from 'node:fs';
import { hostname as machineName } from 'node:os';
import path from 'node:path';
import { isInside } from '../interpreter/reading.ts';
import { type Confinement, fixedFolders, hostname, systemLinks } from './launch.ts';
import { makeSeccompFilter } from './seccomp.ts';

/** Where the run's writable folders lie: made by the launch script in one tmpfs, or by bwrap one tmpfs each. */
export type Writable =
  | { temporary: string; home: string; run: string; shared: string; standIns: readonly string[] }
  | { sizeBytes: number };

/** Needed to load programs, to know the time zone and to check certificates; nothing that tells about this machine. */
export const systemFiles = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'alternatives',
  'localtime',
  'timezone',
  'mime.types',
  'protocols',
  'services',
  'nsswitch.conf',
  'gai.conf',
  'ssl/certs',
  'ssl/openssl.cnf',
  'ca-certificates',
  'pki/tls/certs',
  'pki/ca-trust/extracted',
  'crypto-policies',
];
export const networkFiles = ['resolv.conf', 'hosts'];
/** Settings may name any number of databases. */
const mostWithheld = 8;
/** Folders where database servers put their sockets. */
const socketFolders = ['/run/postgresql', '/run/mysqld'];

const namespaces = (network: boolean): string[] => [
  '--unshare-user',
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...(network ? [] : ['--unshare-net']),
  '--disable-userns',
  '--die-with-parent',
  '--new-session',
  // With the network come the names of this machine, its own among them: settings look themselves up.
  '--hostname',
  network ? machineName() : hostname,
  '--cap-drop',
  'ALL',
  '--clearenv',
];

const system = (): string[] => {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const folder of systemLinks) {
    try {
      if (lstatSync(folder).isSymbolicLink()) args.push('--symlink', readlinkSync(folder), folder);
      else args.push('--ro-bind', folder, folder);
    } catch {
      // This system has no such folder.
    }
  }
  return args;
};

/** A file of `/etc`, or the link to one below `/usr` that it is: where that of the time zone leads is how programs know its name. */
const systemFile = (name: string): string[] => {
  const file = `/etc/${name}`;
  try {
    const target = path.resolve(path.dirname(file), readlinkSync(file));
    if (target.startsWith('/usr/')) return ['--symlink', target, file];
  } catch {
    // No link.
  }
  return ['--ro-bind-try', file, file];
};

const settings = ({ etc, network }: Confinement): string[] => [
  ...[...systemFiles, ...(network ? networkFiles : [])].flatMap(systemFile),
  ...['passwd', 'group', ...(network ? [] : ['hosts'])].flatMap((name) => [
    '--ro-bind',
    path.join(etc, name),
    `/etc/${name}`,
  ]),
];

const writable = ({ homeDir, standIns, withheld }: Confinement, places: Writable): string[] => {
  const room = (from: string | null, to: string): string[] =>
    from === null
      ? ['--size', String('sizeBytes' in places ? places.sizeBytes : 0), '--tmpfs', to]
      : ['--bind', from, to];
  const at = 'sizeBytes' in places ? null : places;
  return [
    // A writable /proc/sys would let a service that runs as root be taken over (core_pattern); /dev is a tmpfs without limit.
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev'],
    ...room(at?.shared ?? null, '/dev/shm'),
    ...['--remount-ro', '/dev'],
    ...room(at?.temporary ?? null, '/tmp'),
    ...room(at?.run ?? null, '/run'),
    ...['--symlink', '../run', '/var/run', '--symlink', '../run', '/var/lock', '--symlink', '../tmp', '/var/tmp'],
    ...room(at?.home ?? null, homeDir),
    ...standIns.flatMap((folder, index) => room(at?.standIns[index] ?? null, folder)),
    ...withheld
      .filter((file) => !fixedFolders.some((folder) => isInside(file, folder)))
      .slice(0, mostWithheld)
      .flatMap((file) => ['--dir', file]),
  ];
};

/** Nothing that a project can name leads up: while it sets up, bubblewrap's new root lies beside the real one. */
const refuseUpward = (places: readonly string[]): void => {
  const upward = places.find((place) => path.resolve(place) !== place);
  if (upward !== undefined) throw new TypeError(`${upward} is no plain path`);
};

/** All arguments but the command. `workspace` says how the project's folder is shown. */
export const furnish = (confinement: Confinement, places: Writable, workspace: readonly string[]): string[] => {
  const { visible, boundDatabases, script, network, environment, workspacePath } = confinement;
  refuseUpward([workspacePath, ...visible, ...boundDatabases, ...confinement.standIns, ...confinement.withheld]);
  return [
    ...namespaces(network),
    ...system(),
    ...settings(confinement),
    ...writable(confinement, places),
    ...(network ? socketFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]) : []),
    ...visible.flatMap((file) => ['--ro-bind', file, file]),
    ...workspace,
    ...boundDatabases.flatMap((file) => ['--ro-bind', file, file]),
    ...(script ? ['--ro-bind', script.from, script.to] : []),
    // Last, or nothing could be mounted any more: the root itself is a tmpfs without limit.
    ...['--remount-ro', '/', '--chdir', workspacePath],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
};

/** Arguments end with NUL each; a NUL inside one would begin another. */
const encodeArguments = (args: readonly string[]): Buffer => {
  if (args.some((arg) => arg.includes('\0'))) throw new TypeError('an argument of the sandbox holds NUL');
  return Buffer.from(args.map((arg) => `${arg}\0`).join(''));
};

export const makeBwrapInput = (args: readonly string[], network: boolean) => ({
  args: encodeArguments(args),
  // A database server on this machine may be reached through a socket; then, and only then, such sockets are allowed.
  seccomp: makeSeccompFilter(network),
});
