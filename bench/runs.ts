/**
 * What a run costs beside the same argv spawned bare, what many runs cost the service, and what a flood costs its memory:
 * `npm run bench:runs [-- PART …]`, parts `one`, `many`, `chatty`, `flood`. The service is a process of its own; both sides of a comparison take turns, so
 * that the machine's noise meets both. Ends with 1 when a goal is missed.
 */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLogPage, TaskRun } from '../src/contract/index.ts';
import { djangoPython } from '../test/django-python.ts';
import { makeProject } from '../test/service.ts';
import { createGoals, median, percentile } from './service/goals.ts';
import { type Measured, now, startMeasured, waitFor, waitForRun, waitForScans } from './service/measured.ts';

const parts = process.argv.slice(2).filter((word) => /^[a-z]+$/.test(word));
const rounds = 15;
const goals = createGoals();

const bare = (cwd: string): Promise<number> =>
  new Promise((resolve) => {
    const started = now();
    const child = spawn(djangoPython, ['manage.py', 'check'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    // As a run has it: on a busy machine priorities would be compared, not spawns.
    setPriority(child.pid ?? 0, 10);
    child.stdout.resume();
    child.stderr.resume();
    child.once('close', () => resolve(now() - started));
  });

/** Not asked before it has ended: the service tells when that was, and asking takes its time. */
const timeRun = async (service: Measured, workspace: string) => {
  const [started, startedAt] = [now(), Date.now()];
  const { id } = await service.queue(workspace, 'check');
  const answered = now() - started;
  await sleep(patienceMs);
  const { status, log, metadata } = await waitForRun(service, id);
  if (status !== 'succeeded' || !metadata.ended_at) throw new Error(log);
  return { answered, spawned: service.spawnedAt() - started, ended: Date.parse(metadata.ended_at) - startedAt };
};
const patienceMs = 60;

const timeFirstLine = async (service: Measured, workspace: string): Promise<number> => {
  const started = now();
  const { id } = await service.queue(workspace, 'check');
  await waitFor<RunLogPage>(service, `/api/task-runs/${id}/log/?after=0`, ({ lines }) => lines.length > 0, 5);
  const shown = now() - started;
  await waitForRun(service, id);
  return shown;
};

const one = async (service: Measured, workspace: string): Promise<void> => {
  const cwd = `${service.folder}/${workspace}`;
  await Promise.all([bare(cwd), timeRun(service, workspace)]);
  const bareMs: number[] = [];
  const shown: number[] = [];
  const times: Awaited<ReturnType<typeof timeRun>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bareMs.push(await bare(cwd));
    times.push(await timeRun(service, workspace));
    shown.push(await timeFirstLine(service, workspace));
  }
  const of = (name: 'answered' | 'spawned' | 'ended'): number[] => times.map((time) => time[name]);
  const text = (numbers: number[]): string => `${median(numbers).toFixed(0)} (best ${Math.min(...numbers).toFixed(0)})`;
  console.log(
    `${workspace}: ms from POST to its answer ${text(of('answered'))}, spawn ${text(of('spawned'))}, first line ${text(shown)}, end ${text(of('ended'))}; bare ${text(bareMs)}`,
  );
  goals.check(`${workspace}: POST to spawn, median`, median(of('spawned')), 15, 'ms');
  goals.check(`${workspace}: POST to spawn, best`, Math.min(...of('spawned')), 15, 'ms');
  goals.check(`${workspace}: added to the bare spawn, median`, median(of('ended')) - median(bareMs), 40, 'ms');
  goals.check(`${workspace}: added, best of each`, Math.min(...of('ended')) - Math.min(...bareMs), 40, 'ms');
};

/** Status asked at a steady pace, as windows do; until `going` says no. */
const pollStatus = async (service: Measured, slug: string, going: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (going()) {
    const { status, ms } = await service.read(`/api/workspaces/${slug}/status/`);
    if (status !== 200) throw new Error(`status ${status}`);
    times.push(ms);
    await sleep(20);
  }
  return times;
};

const many = async (service: Measured, project: string, files: Record<string, string>): Promise<void> => {
  const names = Array.from({ length: 10 }, (_, index) => `${project}${index}`);
  for (const name of names) await service.add(makeProject(service.folder, name, files));
  for (const name of names) await waitForScans(service, name);
  const watched = names[0] ?? '';
  const idleUntil = now() + 4000;
  await service.watchLoop();
  const idle = await pollStatus(service, watched, () => now() < idleUntil);
  const idleLoop = await service.readLoop();
  const [started, cpuBefore] = [now(), service.cpuMs()];
  await service.watchLoop();
  let over = false;
  const polled = pollStatus(service, watched, () => !over);
  const runs: TaskRun[] = [];
  for (let index = 0; index < 200; index += 1) runs.push(await service.queue(names[index % 10] ?? '', 'check'));
  for (const { id } of runs) {
    const run = await waitForRun(service, id, 50);
    if (run.status !== 'succeeded') throw new Error(run.log);
  }
  over = true;
  const busy = await polled;
  const loop = await service.readLoop();
  const cpu = (service.cpuMs() - cpuBefore) / runs.length;
  console.log(
    `200 runs of ${project} on 10 workspaces in ${((now() - started) / 1000).toFixed(1)} s, ${cpu.toFixed(1)} ms of the service's processor time each; event loop p99 ${loop.p99.toFixed(1)} ms, most ${loop.max.toFixed(0)} (idle ${idleLoop.p99.toFixed(1)}, ${idleLoop.max.toFixed(0)}); status p50 ${median(busy).toFixed(1)} (idle ${median(idle).toFixed(1)}), p99 ${percentile(busy, 0.99).toFixed(1)} (idle ${percentile(idle, 0.99).toFixed(1)}) ms`,
  );
  goals.check(`200 runs of ${project}: event loop p99`, loop.p99, 20, 'ms');
  goals.check(
    `200 runs of ${project}: status p99 beside idle`,
    percentile(busy, 0.99) / percentile(idle, 0.99),
    2,
    '×',
  );
};

/** As a window looks on: new lines every second, the whole run every five. */
const watchRun = async (service: Measured, id: number): Promise<TaskRun> => {
  let last = 0;
  for (let second = 0; ; second += 1) {
    const page = JSON.parse((await service.read(`/api/task-runs/${id}/log/?after=${last}`)).text) as RunLogPage;
    last = page.last;
    const isOver = page.status !== 'queued' && page.status !== 'running';
    if (isOver || second % 5 === 0) {
      const run = JSON.parse((await service.read(`/api/task-runs/${id}/`)).text) as TaskRun;
      if (isOver) return run;
    }
    await sleep(1000);
  }
};

const gigabyte = 2 ** 30;

const flood = async (service: Measured, name: string, piece: string): Promise<void> => {
  // Only when it is run: a scan asks the project too.
  const manage = `import os, sys\npiece = ${piece}\nleft = ${gigabyte} if sys.argv[1:] == ["check"] else 0\nwhile left > 0:\n    left -= os.write(1, piece[:left])\n`;
  await service.add(makeProject(service.folder, name, { 'manage.py': manage }));
  await waitForScans(service, name);
  await sleep(1000);
  const [before, started, cpuBefore] = [service.residentMiB(), now(), service.cpuMs()];
  service.forgetPeak();
  await service.watchLoop();
  const run = await watchRun(service, (await service.queue(name, 'check')).id);
  if (run.status !== 'succeeded') throw new Error(run.metadata.command.error ?? run.status);
  const { p99, max } = await service.readLoop();
  const extra = service.peakMiB() - before;
  console.log(
    `${name}: 1 GiB, ${run.metadata.command.output_lines} lines in ${((now() - started) / 1000).toFixed(1)} s, ${((service.cpuMs() - cpuBefore) / 1000).toFixed(1)} s of the service's processor time, event loop p99 ${p99.toFixed(1)}, most ${max.toFixed(0)} ms`,
  );
  goals.check(`flood of ${name}: extra resident memory`, extra, 40, 'MiB');
};

/** Many small writes, as of `dumpdata`: what counts is how often they wake whoever reads them. */
const chatty = async (service: Measured, name: string, work: string): Promise<void> => {
  const manage = `import sys\nif sys.argv[1:] == ["check"]:\n    for number in range(100000):\n        ${work}\n`;
  await service.add(makeProject(service.folder, name, { 'manage.py': manage }));
  await waitForScans(service, name);
  const [bareMs, runMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    bareMs.push(await bare(`${service.folder}/${name}`));
    const run = await waitForRun(service, (await service.queue(name, 'check')).id, 50);
    if (run.status !== 'succeeded') throw new Error(run.metadata.command.error ?? run.status);
    runMs.push(run.metadata.command.duration_seconds * 1000);
  }
  const [bareBest, runBest] = [Math.min(...bareMs), Math.min(...runMs)];
  console.log(`${name}: 100000 writes in ${runBest.toFixed(0)} ms, bare ${bareBest.toFixed(0)} (best of 3)`);
  goals.check(`${name}: beside the bare spawn`, runBest / bareBest, 1.5, '×');
};

const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
const nothing = { 'manage.py': 'print("done")\n' };

const service = await startMeasured(['--run-timeout', '600']);
try {
  if (isWanted('one')) {
    for (const [name, files] of [
      ['nothing', nothing],
      ['django', {}],
    ] as const) {
      await service.add(makeProject(service.folder, name, files));
      await waitForScans(service, name);
      await one(service, name);
    }
  }
  if (isWanted('many')) {
    await many(service, 'nothing', nothing);
    if (!process.argv.includes('quick')) await many(service, 'django', {});
  }
  if (isWanted('chatty')) {
    await chatty(service, 'short-prints', 'sum(range(500)); print("line", number)');
    await chatty(service, 'one-long-line', 'sum(range(500)); print("value", number, end=", ")');
  }
  if (isWanted('flood')) {
    await flood(service, 'long-lines', 'b"x" * 65535 + b"\\n"');
    await flood(service, 'short-lines', '(b"y" * 127 + b"\\n") * 512');
    await flood(service, 'two-byte-lines', 'b"z\\n" * 32768');
    await flood(service, 'no-line-end', 'b"w" * 65536');
  }
  goals.end();
} finally {
  await service.end();
}
