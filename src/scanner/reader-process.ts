/**
 * One reader process and the jobs that wait for it. The process is started when there is something to do and ended when it crashes,
 * takes too long or has been idle for a while; only the job it was doing fails. A process rather than a thread: a thread that runs
 * out of memory takes the whole service with it.
 *
 * A job whose process was lost is tried once more, in a new one: a system that is short of memory kills what it likes, and that is no fault
 * of the project's. A second loss is taken for one. What takes too long would only do so again.
 *
 *   none ──job──> busy ──end──> idle ──job──> busy
 *                  │ crash, time-out           └── idle too long ──> none
 *                  └──> none (next job, or the same once more, starts a new process)
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InspectorError, messageOf } from '../kit/errors.ts';
import { homeFolder } from '../kit/home.ts';
import type { FromReader, Job, ToReader } from './messages.ts';
import type { ReadingEvents } from './scanner.ts';

export type ReaderOptions = {
  /** A module that exports `frameworks`, the list. */
  frameworkModule: URL;
  /** Where private copies are made while something is read. Ours alone: what lies there at a start is swept away. */
  scratchDir: string;
};

export type ReaderLimits = { memoryMb: number; idleMs: number; timeMs: Readonly<Record<Job['kind'], number>> };

type Waiting = {
  id: number;
  job: Job;
  events: ReadingEvents;
  /** Its first process was lost. */
  isAgain: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

// Beside this file, whether it is the source or the compiled one.
const program = fileURLToPath(new URL(`./reader${extname(import.meta.url)}`, import.meta.url));

const ownImports = new URL('../../bin/own-imports.js', import.meta.url).href;

// Not the service's own: what reads a stranger's files must not be able to write code that the service runs.
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/inspector-reader');

/** Node makes no cache below a folder that is missing when its permissions are set; where none can be made, each start compiles. */
const makeCompileCache = (): void => {
  try {
    mkdirSync(compileCache, { recursive: true });
  } catch {}
};

/** What cannot be removed, as on a disk that takes no more writes, is swept away at the next start. Thrown when a process has ended, it would end the service. */
const removeScratch = (scratch: string): void => {
  try {
    rmSync(scratch, { recursive: true, force: true });
  } catch {}
};

/** How V8 runs what reads. */
const readerFlags: readonly string[] = [
  // Enough that a full reading spends little on collecting: with 16 it took 2 % less time and 35 MB more, and V8 would take hundreds. From
  // the start of that size, 100 models were read in 22 ms less and 5,000 in 90 ms more.
  '--max-semi-space-size=8',
  // Room to grow before the first collection of old objects, all of which a first reading keeps: 1,000 models were read in 8 % and 5,000 in
  // 12 % less time, with no more memory at the peak. 130 instead of 100: a reader that holds one such project reads the next in a tenth less
  // processor time, and has 10 to 40 MB more after a hundred edits, until it is idle.
  '--initial-old-space-size=130',
  // For `reader.ts`, which collects when it has nothing to do.
  '--expose-gc',
  // One helper thread: it collects and compiles as fast as four did, and leaves the other processors to those who look on.
  '--v8-pool-size=1',
  // V8 learns from models, which are kept, that what a parser makes lives long, and then puts the syntax of every migration, which is
  // dropped at once, among the old objects: reading 20,000 of them took twice the processor time (5.0 s against 2.7).
  '--no-allocation-site-pretenuring',
  // What is compiled when a file is loaded is kept between starts; what is compiled at its first call is not. 100 models were read in a
  // tenth less time, 1,000 in a hundredth.
  '--no-lazy',
  // In KB: code nested as deep as our Python reader allows.
  '--stack-size=3900',
];

/** Above the service's own: on two processors, a tenth of the answers took three milliseconds where now they take half of that. */
const readerPriority = 5;

/** Before it has threads, which take it over. */
const yieldToService = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, readerPriority);
  } catch {
    // It has ended already, and says so itself.
  }
};

/** Enough of what a dying process says to know that memory was the cause. */
const lastWordsLength = 4096;

/**
 * Node's permission model holds it: it reads, writes nothing but its scratch folder and its own compiled code, and starts no process.
 * It sees nothing of the service's environment, and a core dump would lie in the scratch folder.
 */
const startReader = (
  { frameworkModule, scratchDir }: ReaderOptions,
  memoryMb: number,
): { child: ChildProcess; scratch: string } => {
  mkdirSync(scratchDir, { recursive: true, mode: 0o700 });
  const scratch = mkdtempSync(join(scratchDir, 'reader-'));
  makeCompileCache();
  const child = fork(program, [frameworkModule.href], {
    cwd: scratch,
    // Where `~` is for a run. A user without an account of its own, as in a container, has a home by this variable alone.
    env: { TMPDIR: scratch, NODE_COMPILE_CACHE: compileCache, HOME: homeFolder() },
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${scratch}`,
      `--allow-fs-write=${compileCache}`,
      `--max-old-space-size=${memoryMb}`,
      ...readerFlags,
      '--import',
      ownImports,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  yieldToService(child);
  return { child, scratch };
};

export class ReaderProcess {
  readonly #options: ReaderOptions;
  readonly #limits: ReaderLimits;
  readonly #waiting: Waiting[] = [];
  #child: ChildProcess | undefined;
  /** The process keeps what it has read before: less of its memory is left for the next. */
  #isFresh = true;
  #current: (Waiting & { timer: NodeJS.Timeout }) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;
  #nextId = 1;
  #whenFree: (() => void)[] = [];

  constructor(options: ReaderOptions, limits: ReaderLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  /** Jobs that it does or that wait; getting ready for them is none. */
  get load(): number {
    const jobs = this.#current ? [this.#current, ...this.#waiting] : this.#waiting;
    return jobs.filter(({ job }) => job.kind !== 'prepare').length;
  }

  get isStarted(): boolean {
    return this.#child !== undefined;
  }

  /** Settled when it has nothing to do any more, whatever became of it. */
  whenFree(): Promise<void> {
    if (this.load === 0) return Promise.resolve();
    const free = Promise.withResolvers<void>();
    this.#whenFree.push(free.resolve);
    return free.promise;
  }

  run(job: Job, events: ReadingEvents): Promise<unknown> {
    if (this.#closed) return Promise.reject(new InspectorError('unavailable', 'The scanner is closed.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: this.#nextId++, job, events, isAgain: false, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = new InspectorError('unavailable', 'The scan was stopped because the service stops.');
    for (const job of this.#waiting.splice(0)) job.reject(error);
    for (const tell of this.#whenFree.splice(0)) tell();
    await this.#end(error);
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    const next = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (!next) for (const tell of this.#whenFree.splice(0)) tell();
    if (next) this.#begin(next);
    else if (this.#child) this.#idle = setTimeout(() => void this.#end(undefined), this.#limits.idleMs).unref();
  }

  #begin(next: Waiting): void {
    const limitMs = this.#limits.timeMs[next.job.kind];
    const timer = setTimeout(() => {
      void this.#end(
        new InspectorError('unavailable', `The scan took longer than ${Math.ceil(limitMs / 1000)} s and was stopped.`),
      );
    }, limitMs);
    this.#current = { ...next, timer };
    try {
      this.#child ??= this.#start();
    } catch (error) {
      // No room for the scratch folder, no process to be had: the job fails, the next may work.
      const failure = new InspectorError('unavailable', `The scan could not start: ${messageOf(error)}`, {
        cause: error,
      });
      this.#finish(() => next.reject(failure));
      return;
    }
    this.#send({ id: next.id, job: next.job });
  }

  #send(message: ToReader): void {
    // A process that has just died cannot be told anything; its `exit` settles the job.
    if (this.#child?.connected) this.#child.send(message, () => {});
  }

  #start(): ChildProcess {
    const { child, scratch } = startReader(this.#options, this.#limits.memoryMb);
    let lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-lastWordsLength);
    });
    child.on('message', (message: FromReader) => this.#receive(child, message));
    child.on('error', (error) => {
      this.#lose(child, new InspectorError('internal', `The scan could not start: ${error.message}`, { cause: error }));
    });
    // `close` rather than `exit`: by then its last words have been read.
    child.on('close', (_, signal) => {
      removeScratch(scratch);
      const outOfHeap = /heap out of memory/i.test(lastWords);
      if (!this.#tryAgain(child, outOfHeap)) this.#lose(child, this.#failureOf(outOfHeap, signal, lastWords));
    });
    this.#isFresh = true;
    return child;
  }

  #failureOf(outOfHeap: boolean, signal: NodeJS.Signals | null, lastWords: string): InspectorError {
    if (outOfHeap) {
      const words = `The scan needed more than ${this.#limits.memoryMb} MB of memory and was stopped.`;
      return new InspectorError('unavailable', words);
    }
    return signal === 'SIGKILL'
      ? new InspectorError(
          'unavailable',
          'The process that read the project was killed, also when it was tried once more: this machine may be short of memory.',
        )
      : new InspectorError('internal', 'The scan ended without an answer, also when it was tried once more.', {
          cause: lastWords,
        });
  }

  /** The same job next, in a new process, unless it was that already or would need as much memory again. */
  #tryAgain(child: ChildProcess, outOfHeap: boolean): boolean {
    const current = this.#current;
    if (child !== this.#child || !current || current.isAgain || (outOfHeap && this.#isFresh)) return false;
    this.#child = undefined;
    this.#waiting.unshift({ ...current, isAgain: true });
    this.#finish(() => {});
    return true;
  }

  #receive(child: ChildProcess, message: FromReader): void {
    const current = this.#current;
    if (child !== this.#child || current?.id !== message.id) return;
    switch (message.type) {
      case 'progress':
        current.events.onProgress?.(message.done, message.total);
        return;
      case 'models':
        current.events.onModels?.(message.models);
        return;
      case 'done':
        this.#finish(() => current.resolve(message.value));
        return;
      case 'failed':
        this.#finish(() => current.reject(new InspectorError(message.code, message.message)));
    }
  }

  #finish(settle: () => void): void {
    clearTimeout(this.#current?.timer);
    this.#isFresh = false;
    this.#current = undefined;
    settle();
    this.#next();
  }

  /** The process is gone by itself. */
  #lose(child: ChildProcess, error: InspectorError): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    const current = this.#current;
    if (current) this.#finish(() => current.reject(error));
  }

  /** Ends the process; a job it was doing fails with `error`. */
  async #end(error: InspectorError | undefined): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    const current = this.#current;
    if (current && error) this.#finish(() => current.reject(error));
    if (!child) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  }
}
