/** Where overlays are refused: bwrap alone, with the workspace as it is and nothing in it writable, or with a copy of it. */
import { withoutAbstractSockets } from './landlock/abstract-sockets.ts';
import { type Confinement, descriptors, type Launch, type LaunchMaker, withGate } from './launch.ts';
import { furnish, makeBwrapInput } from './rooms.ts';

/** The same guard as in copy-on-write: no start without a living service to die with. */
const script = `[ "$PPID" = "$1" ] || exit 125; shift; exec "$@"`;

const makeBwrapLaunch =
  (
    profile: 'read-only' | 'private-copy',
    workspace: (confinement: Confinement) => string[],
    onDisk: (confinement: Confinement) => Pick<Launch, 'onDisk'> = () => ({}),
  ): LaunchMaker =>
  (confinement, tools): Launch => {
    const { bwrap = '', setpriv, sh = '' } = tools;
    const { limits, standIns, homeDir } = confinement;
    // Each room is a tmpfs; together they hold what the one of copy-on-write may.
    const places = { sizeBytes: Math.floor(limits.scratchBytes / (4 + standIns.length)) };
    const input = makeBwrapInput(furnish(confinement, places, workspace(confinement)), confinement.network);
    const { seccomp, args } = descriptors;
    const chain = [
      ...[sh, '-c', script, profile, String(process.pid)],
      ...[bwrap, '--args', String(args)],
      ...(input.seccomp ? ['--seccomp', String(seccomp)] : []),
      ...['--', ...withGate(withoutAbstractSockets(confinement, tools), limits)],
    ];
    const guarded = setpriv ? [setpriv, '--pdeathsig', 'KILL', ...chain] : chain;
    const [file = '', ...argv] = guarded;
    const writes = onDisk(confinement);
    const rooms = { folders: ['/tmp', '/run', '/dev/shm', homeDir, ...standIns], mostFiles: limits.scratchFiles };
    return { profile, file, argv, environment: {}, bwrap: input, written: null, notWritten: [], rooms, ...writes };
  };

export const makeReadOnly = makeBwrapLaunch('read-only', ({ workspacePath }) => [
  '--ro-bind',
  workspacePath,
  workspacePath,
]);

/** The copy lies in the run's scratch folder; what `private-copy.ts` left out is shown as it is. */
export const makePrivateCopy = makeBwrapLaunch(
  'private-copy',
  ({ scratch, workspacePath, leftOut }) => [
    ...['--bind', `${scratch}/copy`, workspacePath],
    ...leftOut.flatMap((folder) => ['--ro-bind', folder, folder]),
  ],
  ({ scratch, copied, limits }) => ({
    onDisk: {
      folder: `${scratch}/copy`,
      held: copied,
      most: { bytes: copied.bytes + limits.scratchBytes, files: copied.files + limits.scratchFiles },
    },
  }),
);
