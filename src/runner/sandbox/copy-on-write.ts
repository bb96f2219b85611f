/**
 * The best profile: the command may write whatever it likes, into a layer that lies in memory and is gone with the run. `unshare` gives a
 * private mount namespace, the script lays an overlay over the workspace, bwrap does the rest. Every step replaces the one
 * before (exec), so the process that the service started is in the end bwrap itself and dies with the service.
 */
import path from 'node:path';
import { descriptors, type Launch, type LaunchMaker, withLimits } from './launch.ts';
import { furnish, makeBwrapInput } from './rooms.ts';

/**
 * A bind mount stands between, because `lowerdir=` breaks on `: , " \\` in a path. If the service died before setpriv asked for the death
 * signal, the parent is another one by now: nothing is started then.
 */
const script = `
set -e
[ "$PPID" = "$1" ] || exit 125
mount=$2 mkdir=$3 scratch=$4 workspace=$5 size=$6 inodes=$7
shift 7
"$mount" -n -t tmpfs -o "size=$size,nr_inodes=$inodes,mode=0700" inspector "$scratch"
cd "$scratch"
"$mkdir" lower layer layer/workspace layer/home layer/tmp layer/run layer/shm work merged
"$mount" -n --bind "$workspace" lower
"$mount" -n -t overlay -o userxattr,lowerdir=lower,upperdir=layer/workspace,workdir=work overlay merged
cd /
exec "$@"`;

export const makeCopyOnWrite: LaunchMaker = (confinement, tools): Launch => {
  const { bwrap = '', unshare = '', setpriv = '', sh = '', mount = '', mkdir = '' } = tools;
  const { scratch, workspacePath, limits, homeDir, visible, boundDatabases, script: ourScript } = confinement;
  const layer = path.join(scratch, 'layer');
  const places = {
    temporary: path.join(layer, 'tmp'),
    home: path.join(layer, 'home'),
    run: path.join(layer, 'run'),
    shared: path.join(layer, 'shm'),
  };
  const args = furnish(confinement, places, ['--bind', path.join(scratch, 'merged'), workspacePath]);
  const { seccomp, status, block, args: argsAt } = descriptors;
  const input = makeBwrapInput(args, confinement.network);
  const argv = [
    ...['--user', '--map-root-user', '--mount', '--propagation', 'private'],
    ...[setpriv, '--pdeathsig', 'KILL', sh, '-c', script, 'overlay', String(process.pid), mount, mkdir],
    ...[scratch, workspacePath, String(limits.scratchBytes), String(limits.scratchFiles)],
    ...[bwrap, '--args', String(argsAt), '--json-status-fd', String(status), '--block-fd', String(block)],
    ...(input.seccomp ? ['--seccomp', String(seccomp)] : []),
    ...['--uid', String(process.getuid?.() ?? 0), '--gid', String(process.getgid?.() ?? 0)],
    ...['--', ...withLimits(confinement.argv, limits, '/bin/sh')],
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
