/**
 * One scanner thread and the jobs that wait for it. The thread is started when there is something to do and ended when it crashes,
 * takes too long or has been idle for a while; only the job it was doing fails.
 *
 *   none ──job──> busy ──end──> idle ──job──> busy
 *                  │ crash, time-out           └── idle too long ──> none
 *                  └──> none (next job starts a new thread)
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { InspectorError, messageOf, systemCodeOf } from '../kit/errors.ts';
import type { FromWorker, Job, ToWorker, WorkerData } from './messages.ts';
import { putBack } from './parts.ts';
import type { ScanProgress } from './scanner.ts';

export type ThreadLimits = { memoryMb: number; idleMs: number; timeMs: Readonly<Record<Job['kind'], number>> };

type Waiting = {
  id: number;
  job: Job;
  onProgress: ScanProgress | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

// Beside this file, whether it is the source or the compiled one.
const workerFile = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

const failureOf = (error: unknown, memoryMb: number): InspectorError =>
  systemCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new InspectorError('unavailable', `The scan needed more than ${memoryMb} MB of memory and was stopped.`, {
        cause: error,
      })
    : new InspectorError('internal', `The scan crashed: ${messageOf(error)}`, { cause: error });

export class ScannerThread {
  readonly #data: WorkerData;
  readonly #limits: ThreadLimits;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #current: (Waiting & { frame: unknown; timer: NodeJS.Timeout }) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;
  #nextId = 1;

  constructor(data: WorkerData, limits: ThreadLimits) {
    this.#data = data;
    this.#limits = limits;
  }

  /** Jobs that it does or that wait. */
  get load(): number {
    return this.#waiting.length + (this.#current ? 1 : 0);
  }

  run(job: Job, onProgress: ScanProgress | undefined): Promise<unknown> {
    if (this.#closed) return Promise.reject(new InspectorError('unavailable', 'The scanner is closed.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: this.#nextId++, job, onProgress, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = new InspectorError('unavailable', 'The scan was stopped because the service stops.');
    for (const job of this.#waiting.splice(0)) job.reject(error);
    await this.#end(error);
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    const next = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (!next) {
      if (!this.#worker) return;
      this.#worker.unref();
      this.#idle = setTimeout(() => void this.#end(undefined), this.#limits.idleMs).unref();
      return;
    }
    const limitMs = this.#limits.timeMs[next.job.kind];
    const timer = setTimeout(() => {
      void this.#end(
        new InspectorError('unavailable', `The scan took longer than ${Math.ceil(limitMs / 1000)} s and was stopped.`),
      );
    }, limitMs);
    this.#current = { ...next, frame: undefined, timer };
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#send({ type: 'job', id: next.id, job: next.job });
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(workerFile, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    });
    worker.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.on('error', (error) => this.#lose(worker, failureOf(error, this.#limits.memoryMb)));
    worker.on('exit', () => this.#lose(worker, new InspectorError('internal', 'The scan ended without an answer.')));
    return worker;
  }

  #receive(worker: Worker, message: FromWorker): void {
    const current = this.#current;
    if (worker !== this.#worker || current?.id !== message.id) return;
    switch (message.type) {
      case 'progress':
        current.onProgress?.(message.done, message.total);
        return;
      case 'frame':
        current.frame = message.value;
        return;
      case 'part':
        putBack(current.frame, message.part);
        // In a turn of its own, so that requests are answered between two parts.
        setImmediate(() => this.#send({ type: 'more' }));
        return;
      case 'end':
        this.#finish(() => current.resolve(current.frame));
        return;
      case 'failed':
        this.#finish(() => current.reject(new InspectorError(message.code, message.message)));
    }
  }

  #finish(settle: () => void): void {
    clearTimeout(this.#current?.timer);
    this.#current = undefined;
    settle();
    this.#next();
  }

  /** The thread is gone by itself. */
  #lose(worker: Worker, error: InspectorError): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const current = this.#current;
    if (current) this.#finish(() => current.reject(error));
  }

  /** Ends the thread; a job it was doing fails with `error`. */
  async #end(error: InspectorError | undefined): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    const current = this.#current;
    if (current && error) this.#finish(() => current.reject(error));
    await worker?.terminate();
  }
}
