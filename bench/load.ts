/**
 * Q01: windows that poll while runs go on. `npm run bench:load [-- SECONDS [POLLERS]]`, 20 seconds and 200 pollers of one request a second unless
 * told otherwise: first alone, then with ten runs of `manage.py check` on ten workspaces kept in the queue. No error, and the status' p95 within twice that of the first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeProject } from '../test/service.ts';
import { createGoals, median, percentile } from './service/goals.ts';
import { type Measured, now, startMeasured, waitForRun, waitForScans } from './service/measured.ts';

const [seconds = 20, pollers = 200] = process.argv.slice(2).map(Number);
const names = Array.from({ length: 10 }, (_, index) => `project${index}`);

/** Each poller has its own second and its own beat, as windows opened by different people have. */
const poll = async (service: Measured, index: number, until: number, times: number[]): Promise<number> => {
  let errors = 0;
  await sleep((index * 1000) / pollers);
  while (now() < until) {
    const started = now();
    const answer = await service.read(`/api/workspaces/${names[index % names.length]}/status/`).catch(() => null);
    if (answer?.status === 200) times.push(answer.ms);
    else errors += 1;
    await sleep(Math.max(0, 1000 - (now() - started)));
  }
  return errors;
};

const pollAll = async (service: Measured, until: number): Promise<{ times: number[]; errors: number }> => {
  const times: number[] = [];
  const errors = await Promise.all(Array.from({ length: pollers }, (_, index) => poll(service, index, until, times)));
  return { times, errors: errors.reduce((sum, count) => sum + count, 0) };
};

/** Ten at a time until the time is over; how many ended, and how many not well. */
const runAll = async (service: Measured, until: number): Promise<{ runs: number; failed: number }> => {
  const total = { runs: 0, failed: 0 };
  while (now() < until) {
    const queued = await Promise.all(names.map((name) => service.queue(name, 'check')));
    for (const { id } of queued) {
      const run = await waitForRun(service, id, 100);
      total.runs += 1;
      if (run.status !== 'succeeded') total.failed += 1;
    }
  }
  return total;
};

const text = (times: number[]): string =>
  `${times.length} answers, p50 ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`;

const service = await startMeasured();
try {
  for (const name of names) await service.add(makeProject(service.folder, name));
  for (const name of names) await waitForScans(service, name);
  const idle = await pollAll(service, now() + seconds * 1000);
  console.log(`${pollers} pollers alone: ${text(idle.times)}, ${idle.errors} errors`);
  const until = now() + seconds * 1000;
  const [busy, { runs, failed }] = await Promise.all([pollAll(service, until), runAll(service, until)]);
  console.log(`with ten runs at a time: ${text(busy.times)}, ${busy.errors} errors; ${runs} runs, ${failed} failed`);
  const goals = createGoals();
  goals.check('errors of status and of runs', idle.errors + busy.errors + failed, 0, '');
  goals.check('status p95 beside idle', percentile(busy.times, 0.95) / percentile(idle.times, 0.95), 2, '×');
  goals.end();
} finally {
  await service.end();
}
