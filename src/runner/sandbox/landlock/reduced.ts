/**
 * Where namespaces are refused: the command runs among the processes of this machine and sees its real folders, and Landlock and a system call filter
 * hold it. It may read what the other profiles show and write to a folder of its own, which stands for its home and for /tmp; the workspace is read-only.
 */
import { existsSync, lstatSync } from 'node:fs';
import type { Limits } from '../../limits.ts';
import { argvInPlace, type Confinement, type Launch, type LaunchMaker, systemLinks } from '../launch.ts';
import { networkFiles, systemFiles } from '../rooms.ts';
import { makeReducedFilter } from './calls.ts';
import { landlockProgram } from './program.ts';

const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'];

const isFolder = (file: string): boolean => existsSync(file) && !lstatSync(file).isSymbolicLink();

const listReadable = ({ visible, boundDatabases, script, network, workspacePath }: Confinement): string[] => [
  '/usr',
  ...systemLinks.filter(isFolder),
  ...[...systemFiles, ...(network ? networkFiles : [])].map((name) => `/etc/${name}`),
  ...visible,
  ...boundDatabases,
  ...(script ? [script.from] : []),
  workspacePath,
];

const nameLimits = (limits: Limits): Record<string, number> => ({
  RLIMIT_CPU: limits.cpuSeconds,
  RLIMIT_AS: limits.addressSpaceBytes,
  RLIMIT_FSIZE: Math.min(limits.fileBytes, limits.scratchBytes),
  RLIMIT_NOFILE: limits.openFiles,
  RLIMIT_NPROC: limits.processes,
});

/** -E is part of -I; named all the same, because nothing of an environment may reach this Python. */
export const pythonFlags = ['-I', '-S', '-E'];

export const makeReduced: LaunchMaker = (confinement, tools): Launch => {
  const { scratch, workspacePath, network, environment, limits } = confinement;
  const given = {
    network,
    folder: workspacePath,
    read: listReadable(confinement),
    devices,
    write: scratch,
    limits: nameLimits(limits),
    argv: argvInPlace(confinement),
  };
  return {
    profile: 'reduced',
    file: tools.python3 ?? '',
    argv: [...pythonFlags, '-c', landlockProgram, String(process.pid)],
    environment: { ...environment, HOME: scratch, TMPDIR: scratch },
    bwrap: { args: Buffer.from(JSON.stringify(given)), seccomp: makeReducedFilter(network) },
    supervised: true,
    written: scratch,
    notWritten: [],
    onDisk: {
      folder: scratch,
      held: { bytes: 0, files: 0 },
      most: { bytes: limits.scratchBytes, files: limits.scratchFiles },
    },
  };
};
