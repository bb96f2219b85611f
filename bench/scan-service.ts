/**
 * What a scan costs the service around it: a real service on a real port takes in a project, while someone polls its status. Memory is that
 * of the service and its reader processes together; what the project's own Python takes in the sandbox is not counted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type ServiceCost = {
  /** Status polls while the project is read for the first time, and when nothing is to do. */
  busyP99Ms: number;
  idleP99Ms: number;
  polls: number;
  peakMb: number;
};

type Target = { url: URL; cookie: string };

const pollEveryMs = 5;
const idleMs = 5000;
const patienceMs = 300_000;

const readStatus = (pid: string, key: string): number => {
  try {
    return Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

const isOurs = (pid: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === readlinkSync('/proc/self/exe');
  } catch {
    return false;
  }
};

/** Resident memory of a process and of all that it started and that run the same Node, in MB. */
const treeMemory = (root: number): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((pid) => [pid, String(readStatus(pid, 'PPid'))]));
  const belongs = (pid: string): boolean => {
    for (let at: string | undefined = pid, depth = 0; at !== undefined && depth < 20; at = parents.get(at), depth += 1)
      if (at === String(root)) return true;
    return false;
  };
  const own = pids.filter((pid) => belongs(pid) && isOurs(pid));
  return own.reduce((sum, pid) => sum + readStatus(pid, 'VmRSS'), 0) / 1000;
};

const startService = (folder: string, project: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../bin/inspector.js', import.meta.url)),
      project,
      ...['--data-dir', join(folder, 'data'), '--port', '0', '--no-open', '--no-watch'],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );

/** The link for programs, with which a session begins. */
const logIn = async (service: ChildProcess): Promise<Target> => {
  let said = '';
  const link = await new Promise<URL>((resolve, reject) => {
    service.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /(http:\/\/127\.0\.0\.1\S+token=\S+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    service.once('exit', () => reject(new Error(`The service ended: ${said}`)));
  });
  const answer = await fetch(link, { redirect: 'manual' });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const list = (await (await fetch(new URL('/api/workspaces/', link), { headers: { cookie } })).json()) as {
    workspaces?: { slug: string }[];
  };
  const [first] = Array.isArray(list) ? (list as { slug: string }[]) : (list.workspaces ?? []);
  if (first === undefined) throw new Error('The service has taken in no project.');
  return { url: new URL(`/api/workspaces/${first.slug}/status/`, link), cookie };
};

/** Polls as long as it should and gives how long each answer took. */
const poll = async (
  { url, cookie }: Target,
  goOn: (status: { scans: { status: string }[] }) => boolean,
): Promise<number[]> => {
  const times: number[] = [];
  const end = performance.now() + patienceMs;
  for (let isMore = true; isMore && performance.now() < end; ) {
    const start = performance.now();
    const answer = await fetch(url, { headers: { cookie } });
    const text = await answer.text();
    times.push(performance.now() - start);
    isMore = goOn(JSON.parse(text) as { scans: { status: string }[] });
    await sleep(pollEveryMs);
  }
  return times;
};

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

const isReading = ({ scans }: { scans: { status: string }[] }): boolean =>
  scans.some(({ status }) => status === 'pending' || status === 'running');

export const measureService = async (project: string): Promise<ServiceCost> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const service = startService(folder, project);
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, treeMemory(service.pid ?? 0));
  }, 100);
  try {
    const target = await logIn(service);
    const busy = await poll(target, isReading);
    const end = performance.now() + idleMs;
    const idle = await poll(target, () => performance.now() < end);
    return { busyP99Ms: p99(busy), idleP99Ms: p99(idle), polls: busy.length, peakMb };
  } finally {
    clearInterval(sampler);
    const closed = once(service, 'close');
    service.kill('SIGTERM');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  }
};
