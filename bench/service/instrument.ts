/** Loaded into the measured service before anything else: tells the bench what can only be seen from inside. */
import { channel } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

// One clock for every process of this machine, so that the bench may subtract.
channel('child_process').subscribe(() => process.send?.({ spawnedAt: inMs(Number(process.hrtime.bigint())) }));
process.on('message', (question: Question) => process.send?.({ answer: answer(question) }));
process.channel?.unref();
