/**
 * Starts a launch from a thread of its own. Node's spawn waits, with everything else, until the new process runs its program: 3 ms at best, 40 ms on a busy
 * machine, and longer the more memory the service has. The thread lives as long as the service, as it must: its death would be that of all it started.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Launch } from '../sandbox/launch.ts';
import type { ProcessEnd } from './spawn.ts';

export type ToStarter =
  | { id: number; launch: Launch; stdout: number; cwd: string }
  | { id: number; what: 'let go' | 'kill' };

type Ended = Omit<ProcessEnd, 'error'> & { problem: { message: string; code: string | undefined } | null };
export type FromStarter = { id: number } & (
  | { pid: number | undefined }
  | { isReady: boolean }
  | { ended: Ended; complaint: string }
);

export type Started = {
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

type Listener = (message: FromStarter) => void;
type Starter = { send(message: ToStarter): void; listeners: Map<number, Listener> };

const lost: Ended = { code: null, signal: null, problem: { message: 'its starter ended', code: undefined } };

const openStarter = (onEnd: () => void): Starter => {
  const worker = new Worker(new URL(`./starter${extname(import.meta.url)}`, import.meta.url));
  const listeners = new Map<number, Listener>();
  worker.on('message', (message: FromStarter) => listeners.get(message.id)?.(message));
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    onEnd();
    for (const [id, listener] of listeners) listener({ id, ended: lost, complaint: '' });
  });
  // A service that has nothing else to do may end. Last, because a listener takes hold of it again.
  worker.unref();
  return { send: (message) => worker.postMessage(message), listeners };
};

let starter: Starter | undefined;
let lastId = 0;

const toEnd = ({ code, signal, problem }: Ended): ProcessEnd => ({
  code,
  signal,
  error: problem && Object.assign(new Error(problem.message), problem.code ? { code: problem.code } : {}),
});

/** Settles when the process exists, or could not be made. */
export const startProcess = (launch: Launch, stdout: number, cwd: string): Promise<Started> => {
  starter ??= openStarter(() => {
    starter = undefined;
  });
  const { send, listeners } = starter;
  lastId += 1;
  const id = lastId;
  let complaint = '';
  const ready = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<ProcessEnd>();
  return new Promise((resolve) => {
    const settle = (pid: number | undefined): void =>
      resolve({
        pid,
        ended: ended.promise,
        ready: ready.promise,
        letGo: () => send({ id, what: 'let go' }),
        complaint: () => complaint,
        kill: () => send({ id, what: 'kill' }),
      });
    listeners.set(id, (message) => {
      if ('pid' in message) settle(message.pid);
      else if ('isReady' in message) ready.resolve(message.isReady);
      else {
        complaint = message.complaint;
        listeners.delete(id);
        ready.resolve(false);
        ended.resolve(toEnd(message.ended));
        settle(undefined);
      }
    });
    send({ id, launch, stdout, cwd });
  });
};
