/**
 * The service's side of the process that carries runs out. A process of its own, because a start of a process makes its maker wait and copies
 * the tables of all its memory (3 ms at best, 40 on a busy machine), and because whatever a command prints is decoded, masked and compressed:
 * nobody who asks the service for something waits for any of that.
 *
 *   none ──run──> busy ──last run ends──> idle ──run──> busy
 *                  │ crash                  └── idle too long ──> none
 *                  └──> none: its runs have failed, what it left is cleared, the next run starts a new one
 */
import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../kit/errors.ts';
import type { Log } from '../kit/log.ts';
import type { Allowed, ExecutorSettings, FromExecutor, ToExecutor } from './messages.ts';
import { startProblemOf } from './outcome.ts';
import { withoutCoreDumps } from './process/core-dumps.ts';
import { onSpareProcessors } from './process/processors.ts';
import { uncounted } from './process/written.ts';
import type { RunEnd, RunEvents, RunHandle, RunRequest } from './runner.ts';

/** Why runs have no executor: it could not be made, or it is gone and nobody knows how far they came. */
type Loss = { exitCode: 126 | 137; cause: string };

type Live = { events: RunEvents; settle(end: RunEnd): void; lose(loss: Loss): void };

// Beside this file, whether it is the source or the compiled one.
const program = fileURLToPath(new URL(`./executor${extname(import.meta.url)}`, import.meta.url));
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/inspector');

const idleMs = 10 * 60_000;
const gone: Loss = { exitCode: 137, cause: 'The process that carries out commands ended unexpectedly. Run it again.' };
const stopped: Loss = { exitCode: 137, cause: 'The service was stopped.' };
const notStarted = (error: unknown): Loss => ({
  exitCode: 126,
  cause: `The run could not be started: ${startProblemOf(error)}`,
});

/** How a run ends whose executor is gone, or never was. */
const lostEnd = (request: RunRequest, startedAt: number, loss: Loss): RunEnd => ({
  ...loss,
  ended: 'could_not_start',
  durationMs: performance.now() - startedAt,
  outputLines: 0,
  outputBytes: 0,
  outputTruncated: true,
  sandbox: {
    profile: 'none',
    interpreter: request.interpreter.path,
    network: request.network,
    discarded: uncounted,
  },
});

const flags = [
  // A flood of output is short-lived objects: with little room for them they are collected at once, and memory stays flat.
  '--max-semi-space-size=1',
  '--disable-warning=ExperimentalWarning',
];

const forkExecutor = (settings: ExecutorSettings): ChildProcess => {
  const before = [...onSpareProcessors(), ...withoutCoreDumps()];
  const [execPath = '', ...execArgv] = [...before, process.execPath, ...process.execArgv, ...flags];
  return fork(program, [JSON.stringify(settings)], {
    execPath,
    execArgv,
    // Nothing of the service's environment, which may hold secrets, can reach a command by way of it.
    env: { NODE_COMPILE_CACHE: compileCache },
    // Ctrl-C in the service's terminal is for the service, which then ends its runs in order.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
};

export class ExecutorProcess {
  readonly #settings: ExecutorSettings;
  readonly #log: Log;
  readonly #clearLeftovers: () => Promise<void>;
  readonly #runs = new Map<number, Live>();
  #child: ChildProcess | undefined;
  #clearing: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;

  constructor(settings: ExecutorSettings, log: Log, clearLeftovers: () => Promise<void>) {
    this.#settings = settings;
    this.#log = log;
    this.#clearLeftovers = clearLeftovers;
  }

  start(request: RunRequest, events: RunEvents, findAllowed: () => Promise<Allowed>): RunHandle {
    const id = this.#nextId++;
    const startedAt = performance.now() - request.spentMs;
    // From now on, not when it is begun: what comes before may take a while, in which the idle process would be ended, and this run with it.
    clearTimeout(this.#idle);
    const ended = new Promise<RunEnd>((settle) => {
      this.#runs.set(id, { events, settle, lose: (loss) => settle(lostEnd(request, startedAt, loss)) });
    });
    const sent = this.#begin(id, request, findAllowed).catch((error: unknown) => {
      this.#runs.get(id)?.lose(notStarted(error));
      this.#forget(id);
    });
    return { ended, cancel: () => void sent.then(() => this.#send({ type: 'cancel', id })) };
  }

  /** Ends the process, and with it what still runs. Whoever comes meanwhile gets a new one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    this.#loseAll(stopped);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    if (child.connected) child.disconnect();
    await gone;
  }

  async #begin(id: number, request: RunRequest, findAllowed: () => Promise<Allowed>): Promise<void> {
    const allowed = await findAllowed();
    await this.#clearing;
    this.#child ??= this.#open();
    // While something runs the service may not end by itself.
    this.#child.channel?.ref();
    this.#send({ type: 'start', id, request, allowed });
  }

  #open(): ChildProcess {
    const child = forkExecutor(this.#settings);
    child.on('message', (message: FromExecutor) => this.#receive(message));
    child.on('error', (error) => this.#lose(child, notStarted(error)));
    child.once('exit', () => this.#lose(child, gone));
    child.unref();
    return child;
  }

  #send(message: ToExecutor): void {
    // One that has just died cannot be told anything; its `exit` settles the run.
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  #receive(message: FromExecutor): void {
    if (message.type === 'log') {
      this.#log[message.level](message.facts, message.text);
      return;
    }
    const live = this.#runs.get(message.id);
    if (message.type === 'started') live?.events.onStart?.(message.sandbox);
    else if (message.type === 'lines') live?.events.onLines?.(message.blocks, message.skipped);
    else if (message.type === 'ended') {
      live?.settle(message.end);
      this.#forget(message.id);
    }
  }

  #forget(id: number): void {
    this.#runs.delete(id);
    if (this.#runs.size > 0) return;
    this.#child?.channel?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }

  #lose(child: ChildProcess, loss: Loss): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    if (this.#runs.size === 0) return;
    this.#log.error({ runs: this.#runs.size }, 'the process that carries out commands is gone');
    this.#clearing = this.#clearLeftovers().catch((error: unknown) => {
      this.#log.warn({ problem: messageOf(error) }, 'leftovers of runs could not be cleared');
    });
    this.#loseAll(loss);
  }

  #loseAll(loss: Loss): void {
    for (const [id, live] of this.#runs) {
      live.lose(loss);
      this.#forget(id);
    }
  }
}
