/**
 * The best profile: the command may write whatever it likes, into a layer that lies in memory and is gone with the run. `unshare` gives a
 * private mount namespace, the script lays an overlay over the workspace, bwrap does the rest.
 *
 * All of it dies with the service, at whatever moment. The process that the service started asks for the death signal and becomes, by exec
 * alone, the parent of a pid namespace of its own; that namespace's first process has the death signal too and takes everything with it. (bwrap's
 * own --die-with-parent binds the inside only once it is built: a service killed in between left a process behind in one of 240 runs.)
 */
import path from 'node:path';
import { withoutAbstractSockets } from './landlock/abstract-sockets.ts';
import { descriptors, type Launch, type LaunchMaker, withGate } from './launch.ts';
import { furnish, makeBwrapInput } from './rooms.ts';

/**
 * A bind mount stands between, because `lowerdir=` breaks on `: , " \\` in a path. If the service died before setpriv asked for the death
 * signal, the parent is another one by now: nothing is started then.
 */
const script = `
set -e
[ "$PPID" = "$1" ] || exit 125
mount=$2 mkdir=$3 source=$4 scratch=$5 workspace=$6 size=$7 inodes=$8 outside=$9
shift 9
"$mount" -n -t tmpfs -o "size=$size,nr_inodes=$inodes,mode=0700" "$source" "$scratch"
cd "$scratch"
"$mkdir" lower layer layer/workspace layer/home layer/tmp layer/run layer/shm $outside work merged
"$mount" -n --bind "$workspace" lower
"$mount" -n -t overlay -o userxattr,lowerdir=lower,upperdir=layer/workspace,workdir=work overlay merged
cd "$workspace"
exec "$@"`;

export const makeCopyOnWrite: LaunchMaker = (confinement, tools): Launch => {
  const { bwrap = '', unshare = '', setpriv = '', sh = '', mount = '', mkdir = '' } = tools;
  const { scratch, workspacePath, limits, homeDir, visible, boundDatabases, standIns, script: ourScript } = confinement;
  const layer = path.join(scratch, 'layer');
  const outside = standIns.map((_, index) => `layer/outside-${index}`);
  const places = {
    temporary: path.join(layer, 'tmp'),
    home: path.join(layer, 'home'),
    run: path.join(layer, 'run'),
    shared: path.join(layer, 'shm'),
    standIns: outside.map((name) => path.join(scratch, name)),
  };
  const args = furnish(confinement, places, ['--bind', path.join(scratch, 'merged'), workspacePath]);
  const { seccomp, args: argsAt } = descriptors;
  const input = makeBwrapInput(args, confinement.network);
  const argv = [
    ...['--user', '--map-root-user', '--mount', '--propagation', 'private'],
    ...[
      setpriv,
      '--pdeathsig',
      'KILL',
      sh,
      '-c',
      script,
      'overlay',
      String(process.pid),
      mount,
      mkdir,
      confinement.mark,
    ],
    ...[scratch, workspacePath, String(limits.scratchBytes), String(limits.scratchFiles), outside.join(' ')],
    ...[unshare, '--pid', '--fork', '--kill-child=SIGKILL', bwrap, '--args', String(argsAt)],
    ...(input.seccomp ? ['--seccomp', String(seccomp)] : []),
    ...['--uid', String(process.getuid?.() ?? 0), '--gid', String(process.getgid?.() ?? 0)],
    ...['--', ...withGate(withoutAbstractSockets(confinement, tools), limits)],
  ];
  const inLayer = (file: string): string[] => {
    for (const [folder, place] of [
      ['/tmp', places.temporary],
      ['/run', places.run],
      [homeDir, places.home],
    ] as const) {
      if (file.startsWith(`${folder}/`)) return [path.join(place, file.slice(folder.length))];
    }
    return [];
  };
  return {
    profile: 'copy-on-write',
    file: unshare,
    argv,
    environment: {},
    bwrap: input,
    written: layer,
    notWritten: [...visible, ...boundDatabases, ...(ourScript ? [ourScript.to] : [])].flatMap(inLayer),
  };
};
