/**
 * No command leaves a core dump, neither in its folder nor with a program of this machine that takes them (systemd-coredump, apport): that is
 * started by the kernel, outside of any sandbox, with what the command left. It takes no notice of a limit of 0, but the kernel starts none for a limit of
 * one byte. Set once, before the process that carries runs out; the filter of system calls keeps a command from changing it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const programs = ['/usr/bin/prlimit', '/bin/prlimit'];

/** Tried: whoever may have no dumps at all cannot ask for a byte of them. */
const works = (file: string, argv: readonly string[]): boolean =>
  spawnSync(file, [...argv, '/bin/sh', '-c', ':'], { env: {}, stdio: 'ignore', timeout: 2000 }).status === 0;

/** What to put before a program and its arguments. */
export const withoutCoreDumps = (): string[] => {
  const prlimit = programs.find((file) => existsSync(file));
  const oneByte = ['--core=1:1'];
  if (prlimit && works(prlimit, oneByte)) return [prlimit, ...oneByte];
  return ['/bin/sh', '-c', 'ulimit -c 0; exec "$@"', 'sh'];
};
