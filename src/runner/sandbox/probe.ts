/** Looks which profile this machine allows by building each, best first, around a command that does nothing. */
import { execFile } from 'node:child_process';
import type { SandboxProfile, SandboxState } from '../../contract/index.ts';
import { makeReducedFilter } from './landlock/calls.ts';
import { landlockProgram } from './landlock/program.ts';
import { pythonFlags } from './landlock/reduced.ts';
import { explainRefusal } from './remedies.ts';
import type { Tools } from './tools.ts';

export type ProbeOptions = {
  sandbox: 'auto' | 'none';
  /** Profiles to leave out; a test of a lesser one leaves out the better. */
  without: readonly SandboxProfile[];
  platform: NodeJS.Platform;
};

/** `isLate`: there was no answer in time. */
type Trial = { ok: true } | { ok: false; said: string; isLate?: boolean };

const timeoutMs = 5000;

/** It says nothing about the sandbox: taken for a refusal, whatever keeps the machine busy would choose a looser profile. */
export const tooBusy: SandboxState = {
  available: false,
  profile: null,
  reason: `This machine is too busy: which sandbox it allows could not be told within ${timeoutMs / 1000} seconds.`,
  remedy: 'Try again in a moment.',
  proven: false,
};

const attempt = (file: string, argv: readonly string[]): Promise<Trial> =>
  new Promise((resolve) => {
    execFile(file, argv, { timeout: timeoutMs, env: {}, killSignal: 'SIGKILL' }, (error, _stdout, stderr) => {
      const isLate = error?.killed ?? false;
      resolve(error ? { ok: false, said: (stderr || error.message).trim(), isLate } : { ok: true });
    });
  });

const isLate = (trial: Trial): boolean => !trial.ok && trial.isLate === true;

const inside = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--disable-userns',
  '--cap-drop',
  'ALL',
];
const shown = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];

const tryBwrap = ({ bwrap = '' }: Tools): Promise<Trial> =>
  attempt(bwrap, [...inside, ...shown, '--', '/bin/sh', '-c', ':']);

const overlayScript = `
set -e
"$1" -n -t tmpfs -o size=1m,mode=0700 inspector /tmp
cd /tmp
"$2" lower upper work merged
"$1" -n -t overlay -o userxattr,lowerdir=lower,upperdir=upper,workdir=work overlay merged
shift 2
exec "$@"`;

const tryOverlay = ({
  bwrap = '',
  unshare = '',
  setpriv = '',
  sh = '',
  mount = '',
  mkdir = '',
}: Tools): Promise<Trial> =>
  attempt(unshare, [
    ...['--user', '--map-root-user', '--mount', '--propagation', 'private', setpriv, '--pdeathsig', 'KILL'],
    ...[sh, '-c', overlayScript, 'probe', mount, mkdir],
    ...[bwrap, ...inside, ...shown, '--bind', '/tmp/merged', '/tmp', '--', '/bin/sh', '-c', ':'],
  ]);

const tryLandlock = async ({ python3 }: Tools): Promise<Trial> => {
  if (!python3) return { ok: false, said: 'missing: python3' };
  // Landlock alone leaves too much open: without the filter there is no such profile.
  if (!makeReducedFilter(false)) return { ok: false, said: `no filter for ${process.arch}` };
  return attempt(python3, [...pythonFlags, '-c', landlockProgram, 'probe']);
};

const state = (profile: SandboxProfile, said: string | null): SandboxState => ({
  available: true,
  profile,
  ...explainRefusal(said),
  proven: profile !== 'seatbelt',
});

const probeLinux = async (tools: Tools, without: readonly SandboxProfile[]): Promise<SandboxState> => {
  let said: string | null = null;
  if (!without.includes('copy-on-write')) {
    const missing = (['bwrap', 'unshare', 'setpriv', 'mount', 'mkdir', 'sh'] as const).find((name) => !tools[name]);
    const trial: Trial = missing ? { ok: false, said: `missing: ${missing}` } : await tryOverlay(tools);
    if (trial.ok) return { available: true, profile: 'copy-on-write', reason: null, remedy: null, proven: true };
    if (isLate(trial)) return tooBusy;
    said = trial.said;
  }
  const bwrapSays: Trial = tools.bwrap ? await tryBwrap(tools) : { ok: false, said: 'missing: bwrap' };
  if (isLate(bwrapSays)) return tooBusy;
  if (bwrapSays.ok) {
    if (!without.includes('read-only')) return state('read-only', said);
    if (!without.includes('private-copy')) return state('private-copy', said);
  }
  if (!without.includes('reduced') && (await tryLandlock(tools)).ok) {
    return state('reduced', bwrapSays.ok ? 'left out' : bwrapSays.said);
  }
  return {
    available: false,
    profile: null,
    ...explainRefusal(bwrapSays.ok ? 'left out' : bwrapSays.said),
    proven: false,
  };
};

export const probe = async (tools: Tools, options: ProbeOptions): Promise<SandboxState> => {
  if (options.sandbox === 'none') {
    return {
      available: true,
      profile: 'none',
      reason: 'The service was started with --sandbox none: commands may change whatever this user may change.',
      remedy: 'Start the service without --sandbox none.',
      proven: false,
    };
  }
  if (options.platform === 'linux') return probeLinux(tools, options.without);
  if (options.platform === 'darwin' && tools['sandbox-exec']) return state('seatbelt', null);
  return {
    available: false,
    profile: null,
    reason: `There is no sandbox for this system (${options.platform}).`,
    remedy:
      'Run the service on Linux, in WSL 2 or on macOS; or choose --sandbox none and accept that commands are not confined.',
    proven: false,
  };
};
