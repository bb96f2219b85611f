/** A service in a process of its own, as its users have it, with a look inside and at its memory from outside. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scan, StatusWithRun, TaskRun } from '../../src/contract/index.ts';
import { Client } from '../../test/service.ts';

export type Question = 'watch' | 'delay';
type Delay = { p50: number; p99: number; max: number };

export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

export type Measured = Awaited<ReturnType<typeof startMeasured>>;

/** The service and the process that carries out its runs: what one of them costs counts. */
const listOwn = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('executor.ts'))
    .map(Number),
];

const sumOf = (pid: number, of: (pid: number) => number): number => listOwn(pid).reduce((sum, own) => sum + of(own), 0);

/** As `/proc` names it. */
export type MemoryField = 'VmRSS' | 'VmHWM' | 'RssAnon' | 'RssFile';

export const memoryOf = (pid: number, field: MemoryField): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Processor time, its own and the kernel's for it; the kernel counts in hundredths of a second. */
const cpuMsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** GET over connections that are kept, as a browser does. */
const createReader = (port: number, client: Client) => {
  const agent = new Agent({ keepAlive: true });
  const headers = { host: client.host, cookie: client.cookieHeader };
  const read = (file: string): Promise<{ status: number; text: string; ms: number }> =>
    new Promise((resolve, reject) => {
      const started = now();
      const take = (response: IncomingMessage): void => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, ms: now() - started }));
      };
      request({ host: '127.0.0.1', port, path: file, headers, agent }, take).on('error', reject).end();
    });
  return { read, close: () => agent.destroy() };
};

const launch = async (dataDir: string, flags: readonly string[]) => {
  const main = path.join(import.meta.dirname, '../../bin/inspector.js');
  const fixed = ['--data-dir', dataDir, '--port', '0', '--no-open', '--log-level', 'silent'];
  const child = fork(main, [...fixed, '--posts-per-minute', '1000000', ...flags], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', path.join(import.meta.dirname, 'instrument.ts')],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    cwd: '/',
  });
  let out = '';
  const link = await new Promise<URL>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout?.on('data', (piece) => {
      out += piece;
      const found = / {2}or (\S+)\n/.exec(out)?.[1];
      if (found) resolve(new URL(found));
    });
  });
  return { child, link };
};

export const makeBenchFolder = (): string => realpathSync(mkdtempSync(path.join(tmpdir(), 'inspector-bench-')));

/** In a folder that may hold the data of an earlier one. */
export const startMeasured = async (flags: readonly string[] = [], folder = makeBenchFolder()) => {
  const { child, link } = await launch(path.join(folder, 'data'), flags);
  const pid = child.pid ?? 0;
  let spawnedAt = 0;
  let answered: ((value: unknown) => void) | undefined;
  child.on('message', (message: { spawnedAt: number } | { answer: unknown }) => {
    if ('spawnedAt' in message) spawnedAt = message.spawnedAt;
    else answered?.(message.answer);
  });
  const ask = <T>(question: Question): Promise<T> =>
    new Promise((resolve) => {
      answered = resolve as (value: unknown) => void;
      child.send(question);
    });
  const client = new Client(Number(link.port));
  await client.get(link.pathname + link.search);
  const { read, close } = createReader(client.port, client);
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    close();
    child.removeAllListeners('exit');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await Promise.race([gone, sleep(10_000)]);
  };
  return {
    folder,
    pid,
    read,
    spawnedAt: () => spawnedAt,
    watchLoop: () => ask<null>('watch'),
    readLoop: () => ask<Delay>('delay'),
    cpuMs: () => sumOf(pid, cpuMsOf),
    residentMiB: () => sumOf(pid, (own) => memoryOf(own, 'VmRSS')),
    /** The most since the last `forgetPeak`: the kernel keeps it, nothing is missed between two looks. */
    peakMiB: () => sumOf(pid, (own) => memoryOf(own, 'VmHWM')),
    forgetPeak: () => {
      for (const own of listOwn(pid)) writeFileSync(`/proc/${own}/clear_refs`, '5');
    },
    add: async (project: string): Promise<void> => {
      const answer = await client.post('/api/workspaces/', { path: project });
      if (answer.status !== 201) throw new Error(answer.text);
    },
    queue: async (workspace: string, preset: string): Promise<TaskRun> => {
      const answer = await client.post('/api/task-runs/', { workspace, preset, confirm_safe: 'on' });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json<StatusWithRun>().task_run;
    },
    client,
    stop,
    end: async (): Promise<void> => {
      await stop('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const patienceMs = 600_000;

/** Asks until something holds; the pause is short where the moment itself is measured. */
export const waitFor = async <T>(
  service: Measured,
  file: string,
  holds: (value: T) => boolean,
  pauseMs = 20,
): Promise<T> => {
  const deadline = now() + patienceMs;
  for (;;) {
    const value = JSON.parse((await service.read(file)).text) as T;
    if (holds(value)) return value;
    if (now() > deadline) throw new Error(`waited in vain for ${file}`);
    await sleep(pauseMs);
  }
};

export const waitForScans = (service: Measured, slug: string): Promise<{ scans: Scan[] }> =>
  waitFor(service, `/api/workspaces/${slug}/status/`, ({ scans }: { scans: Scan[] }) =>
    scans.every(({ status }) => status === 'completed' || status === 'failed'),
  );

const isFinal = (run: TaskRun): boolean => run.status !== 'queued' && run.status !== 'running';

export const waitForRun = (service: Measured, id: number, pauseMs?: number): Promise<TaskRun> =>
  waitFor(service, `/api/task-runs/${id}/`, isFinal, pauseMs);
