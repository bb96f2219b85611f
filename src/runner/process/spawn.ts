/**
 * Starts a launch and says how it ended. `node:child_process` rather than execa: the descriptors beyond the first three, a pipe
 * of our own as standard output and the death of the whole tree are what this is about, and execa would only hand them through.
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { descriptors, type Launch } from '../sandbox/launch.ts';
import { endSession } from './table.ts';

export type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null; error: NodeJS.ErrnoException | null };

export type Spawned = {
  pid: number | undefined;
  ended: Promise<ProcessEnd>;
  /** The sandbox is built; false when it was refused. */
  ready: Promise<boolean>;
  /** Lets the command begin. Until then the sandbox waits. */
  letGo(): void;
  /** What the sandbox itself said: empty when all went well. */
  complaint(): string;
  kill(): void;
};

/**
 * Descriptors that whoever started the service left open for its children. Node closes its own on exec, not these, and a command could read
 * or write what is behind them.
 */
const listInherited = (): number[] => {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((descriptor) => {
        if (descriptor <= descriptors.args || descriptor > maxInherited) return false;
        try {
          const flags = /^flags:\s+([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
          return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
        } catch {
          return false;
        }
      });
  } catch {
    return [];
  }
};
const maxInherited = 1023;
const closeOnExec = 0o2000000;
let covers: { at: number[]; nothing: number } | undefined;

/** The standard ones, ours, and /dev/null in the place of every inherited one. */
const layDescriptors = (stdout: number, ours: boolean): StdioOptions => {
  const inherited = covers?.at ?? listInherited();
  covers ??= { at: inherited, nothing: inherited.length > 0 ? openSync('/dev/null', 'r') : -1 };
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', stdout, 'pipe'];
  if (ours) stdio.push('pipe', 'pipe', 'pipe', 'pipe');
  for (const descriptor of inherited) {
    while (stdio.length < descriptor) stdio.push('ignore');
    stdio[descriptor] = covers.nothing;
  }
  return stdio;
};

/** Processes that hold gigabytes give them back one after the other: with one second some were still dying on a busy machine when the run had ended. */
const supervisorMs = 3000;
const maxComplaint = 8 * 1024;

const gather = (stream: Readable | null | undefined, onText: (text: string) => void): void => {
  stream?.setEncoding('utf8');
  stream?.on('data', onText);
  stream?.on('error', () => undefined);
};

const send = (child: ChildProcess, descriptor: number, bytes: Uint8Array | undefined): void => {
  const stream = child.stdio[descriptor] as Writable | null;
  // A sandbox that ends early closes its side; its exit tells why.
  stream?.on('error', () => undefined);
  stream?.end(bytes);
};

/** Settles when the finished sandbox stands at its gate, with false when it never came to be. */
const waitForReady = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    const ready = child.stdio[descriptors.ready] as Readable | null;
    gather(ready, () => resolve(true));
    ready?.once('close', () => resolve(false));
    child.once('error', () => resolve(false));
  });

export const spawnLaunch = (launch: Launch, stdout: number, cwd: string): Spawned => {
  let complaint = '';
  const child = spawn(launch.file, launch.argv, {
    cwd,
    env: launch.environment,
    stdio: layDescriptors(stdout, launch.bwrap !== null),
    // A session of its own: Ctrl-C in the service's terminal is for the service, which then ends its runs in order.
    detached: true,
  });
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
    child.once('close', (code, signal) => resolve({ code, signal, error: null }));
  });
  child.once('exit', (_code, signal) => {
    if (launch.supervised && signal !== null && child.pid !== undefined) endSession(child.pid);
  });
  gather(child.stderr, (text) => {
    if (complaint.length < maxComplaint) complaint += text.slice(0, maxComplaint - complaint.length);
  });
  if (launch.bwrap && child.pid !== undefined) {
    send(child, descriptors.seccomp, launch.bwrap.seccomp);
    send(child, descriptors.args, launch.bwrap.args);
  }
  return {
    pid: child.pid,
    ended,
    // Without descriptors to spare Node gives no process and none of its streams either.
    ready: launch.bwrap && child.pid !== undefined ? waitForReady(child) : Promise.resolve(child.pid !== undefined),
    letGo: () => {
      if (launch.bwrap && child.pid !== undefined) send(child, descriptors.gate, Buffer.from('go\n'));
    },
    complaint: () => complaint.trim(),
    kill: () => {
      if (launch.supervised) {
        // It ends its tree and then itself. Should it be stuck, or come to nothing on a machine that is taken by that tree, both are ended.
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), supervisorMs).unref();
        return;
      }
      // Without a sandbox the process group is the nearest thing to a tree.
      if (!launch.bwrap && child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // The group is gone already.
        }
      }
      child.kill('SIGKILL');
    },
  };
};
