/**
 * What a run costs beside the same argv spawned bare, and what many runs cost the service: `npm run bench:runs`.
 * One run prints times as added milliseconds and as ratios; the machine's noise meets both sides.
 */
import { spawn } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { StatusWithRun, TaskRun } from '../src/contract/index.ts';
import { type Client, makeProject, slowSettings, startTestService, type TestService, until } from '../test/service.ts';

const python = process.env.INSPECTOR_TEST_PYTHON ?? '/usr/bin/python3';
const rounds = 15;

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const percentile = (numbers: number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0;

const bare = (cwd: string, args: string[]): Promise<number> =>
  new Promise((resolve) => {
    const started = performance.now();
    spawn(python, args, { cwd, stdio: ['ignore', 'ignore', 'ignore'] }).on('close', () =>
      resolve(performance.now() - started),
    );
  });

const queue = async (client: Client, workspace: string, preset: string): Promise<TaskRun> =>
  (await client.post('/api/task-runs/', { workspace, preset, confirm_safe: 'on' })).json<StatusWithRun>().task_run;

/** Asks the use cases' memory instead of polling over HTTP: the poll's own time must not count. */
const timeRun = async (service: TestService, workspace: string, preset: string) => {
  const { context } = service.app;
  const started = performance.now();
  const { id } = await queue(service.owner, workspace, preset);
  const spawned = await until(
    async () => context.store.runs.find(id),
    (run) => (run?.progress ?? 0) >= 10,
    'spawned',
  ).then(() => performance.now() - started);
  await (context.liveRuns.get(id)?.settled ?? Promise.resolve());
  const ended = performance.now() - started;
  const run = await context.store.runs.find(id);
  return { spawned, ended, own: run?.duration_ms ?? 0 };
};

const compare = async (service: TestService, workspace: string, preset: string, args: string[]): Promise<void> => {
  const cwd = `${service.folder}/${workspace}`;
  const ours: number[] = [];
  const peers: number[] = [];
  const spawned: number[] = [];
  for (let round = 0; round < rounds; round++) {
    peers.push(await bare(cwd, args));
    const times = await timeRun(service, workspace, preset);
    ours.push(times.ended);
    spawned.push(times.spawned);
  }
  const added = median(ours) - median(peers);
  console.log(
    `${workspace.padEnd(10)} ${preset.padEnd(8)} POST→end ${median(ours).toFixed(0)} ms, bare ${median(peers).toFixed(0)} ms, added ${added.toFixed(0)} ms (goal ≤ 40) · POST→spawn seen ${median(spawned).toFixed(0)} ms (goal ≤ 15, polled every 20 ms)`,
  );
};

const statusTimes = async (client: Client, slug: string, seconds: number): Promise<number[]> => {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const started = performance.now();
    await client.get(`/api/workspaces/${slug}/status/`);
    times.push(performance.now() - started);
  }
  return times;
};

const manyRuns = async (service: TestService): Promise<void> => {
  const names = Array.from({ length: 10 }, (_, index) => `many${index}`);
  for (const name of names) await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, name) });
  await until(
    async () => service.app.context.store.scans.nextPending([]),
    (scan) => scan === undefined,
    'scans end',
    120_000,
  );
  const idle = await statusTimes(service.owner, 'many0', 3);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  for (let index = 0; index < 200; index++) await queue(service.owner, names[index % 10] ?? '', 'version');
  const busy: number[] = [];
  while ((await service.app.context.store.runs.listUnfinished()).length > 0)
    busy.push(...(await statusTimes(service.owner, 'many0', 0.5)));
  delay.disable();
  console.log(
    `200 runs on 10 workspaces in ${((performance.now() - started) / 1000).toFixed(1)} s · event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms (goal ≤ 20) · status p99 ${percentile(busy, 0.99).toFixed(1)} ms, idle ${percentile(idle, 0.99).toFixed(1)} ms, ratio ${(percentile(busy, 0.99) / percentile(idle, 0.99)).toFixed(1)} (goal ≤ 2)`,
  );
};

const flood = async (service: TestService): Promise<void> => {
  const line = 'print("x" * 127)';
  const settings = slowSettings(`for _ in range(${Math.floor(2 ** 30 / 128)}):\n    ${line}`);
  await service.owner.post('/api/workspaces/', {
    path: makeProject(service.folder, 'flood', { 'config/settings.py': settings }),
  });
  await until(
    async () => service.app.context.store.scans.nextPending([]),
    (scan) => scan === undefined,
    'scans end',
    120_000,
  );
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const { id } = await queue(service.owner, 'flood', 'version');
  await until(
    async () => service.app.context.store.runs.find(id),
    (run) => run?.ended_at != null,
    'the flood ends',
    300_000,
  );
  clearInterval(watch);
  console.log(`a flood of 1 GB: ${((most - before) / 2 ** 20).toFixed(0)} MB of extra resident memory (goal ≤ 40)`);
};

const service = await startTestService({ 'run-timeout': '300' });
makeProject(service.folder, 'nothing', { 'manage.py': 'raise SystemExit(0)\n' });
makeProject(service.folder, 'project');
for (const name of ['nothing', 'project'])
  await service.owner.post('/api/workspaces/', { path: `${service.folder}/${name}` });
await until(
  async () => service.app.context.store.scans.nextPending([]),
  (scan) => scan === undefined,
  'scans end',
  120_000,
);
await compare(service, 'nothing', 'version', ['manage.py', 'version']);
await compare(service, 'project', 'check', ['manage.py', 'check']);
await manyRuns(service);
await flood(service);
await service.end();
