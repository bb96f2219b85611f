/**
 * What a scan costs the service around it: a real service on a real port takes in a project, while someone polls its status. Memory is that
 * of the service and its reader processes together; what the project's own Python takes in the sandbox is not counted.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../src/contract/index.ts';
import { median, percentile } from './service/goals.ts';
import { type Measured, type MemoryField, memoryOf, now, patienceMs, startMeasured } from './service/measured.ts';

type ServiceCost = {
  /** Status polls while the project is read for the first time, and when nothing is to do. */
  busyP99Ms: number;
  idleP99Ms: number;
  polls: number;
  peakMb: number;
};

const pollEveryMs = 5;
const idleMs = 5000;
const sampleEveryMs = 100;

/** Of a process, which may end at any moment. */
const orElse = <T>(otherwise: T, look: () => T): T => {
  try {
    return look();
  } catch {
    return otherwise;
  }
};

const childrenOf = (pid: number): number[] =>
  orElse<number[]>([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  );

const isNode = (pid: number): boolean =>
  orElse(false, () => readlinkSync(`/proc/${pid}/exe`) === readlinkSync('/proc/self/exe'));

/** A process and all that it started and that run the same Node. */
const familyOf = (pid: number): number[] => [...(isNode(pid) ? [pid] : []), ...childrenOf(pid).flatMap(familyOf)];

/** What they keep in memory: each its own, and once what they share, the pages of Node's program. */
const residentMiB = (pids: readonly number[]): number => {
  const amounts = (field: MemoryField): number[] => pids.map((pid) => orElse(0, () => memoryOf(pid, field)));
  return amounts('RssAnon').reduce((sum, own) => sum + own, 0) + Math.max(0, ...amounts('RssFile'));
};

/** Polls as long as it should and gives how long each answer took. */
const poll = async (service: Measured, slug: string, goOn: (status: Status) => boolean): Promise<number[]> => {
  const times: number[] = [];
  const end = now() + patienceMs;
  for (let isMore = true; isMore && now() < end; ) {
    const { text, ms } = await service.read(`/api/workspaces/${slug}/status/`);
    times.push(ms);
    isMore = goOn(JSON.parse(text) as Status);
    await sleep(pollEveryMs);
  }
  return times;
};

const isReading = ({ scans }: Status): boolean =>
  scans.some(({ status }) => status === 'pending' || status === 'running');

export const measureService = async (project: string): Promise<ServiceCost> => {
  const service = await startMeasured();
  let peakMiB = 0;
  const sampler = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(familyOf(service.pid)));
  }, sampleEveryMs);
  try {
    await service.add(project);
    const busy = await poll(service, basename(project), isReading);
    const end = now() + idleMs;
    const idle = await poll(service, basename(project), () => now() < end);
    const peakMb = (peakMiB * 2 ** 20) / 1e6;
    return { busyP99Ms: percentile(busy, 0.99), idleP99Ms: percentile(idle, 0.99), polls: busy.length, peakMb };
  } finally {
    clearInterval(sampler);
    await service.end();
  }
};

const starts = 6;

/** From `inspector PATH` to the moment at which its models are shown; the first start compiles, which later ones need not. */
export const measureFirstModels = async (project: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    const started = now();
    const service = await startMeasured([project]);
    try {
      const hasModels = (status: Status): boolean => status.schema.nodes.length > 0;
      await poll(service, basename(project), (status) => !hasModels(status));
      if (round > 0) times.push(now() - started);
    } finally {
      await service.end();
    }
  }
  return median(times);
};
