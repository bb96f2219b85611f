/** Loaded into the measured service before anything else: tells the bench what can only be seen from inside. */
import { channel } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import type { Question } from './measured.ts';

const delay = monitorEventLoopDelay({ resolution: 1 });
const inMs = (nanoseconds: number): number => nanoseconds / 1e6;

const answer = (question: Question): unknown => {
  if (question === 'watch') {
    delay.reset();
    delay.enable();
    return null;
  }
  if (question === 'delay') {
    delay.disable();
    return { p50: inMs(delay.percentile(50)), p99: inMs(delay.percentile(99)), max: inMs(delay.max) };
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

// Loaded into every thread of the service: processes are started in one of their own, and only the main one can tell the bench.
const threads = new BroadcastChannel('instrument');
threads.unref();
// One clock for every process of this machine, so that the bench may subtract.
channel('child_process').subscribe(() => {
  const message = { spawnedAt: inMs(Number(process.hrtime.bigint())) };
  if (isMainThread) process.send?.(message);
  else threads.postMessage(message);
});
if (isMainThread) {
  threads.onmessage = (event) => process.send?.((event as unknown as { data: object }).data);
  threads.unref();
  process.on('message', (question: Question) => process.send?.({ answer: answer(question) }));
  process.channel?.unref();
}
