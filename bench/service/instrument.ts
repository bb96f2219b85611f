/** Loaded into the measured service before anything else: tells the bench what can only be seen from inside. */
import type { ChildProcess } from 'node:child_process';
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
  throw new TypeError(`not a question: ${question}`);
};

// The executor inherits this file. It can tell the service only, so the service hands on what it is told.
const tell = (message: object): void => void process.send?.(message);
channel('child_process').subscribe((event) => {
  // One clock for every process of this machine, so that the bench may subtract.
  tell({ spawnedAt: inMs(Number(process.hrtime.bigint())) });
  (event as { process: ChildProcess }).process.on('message', (message) => {
    if (typeof message === 'object' && message && 'spawnedAt' in message) tell(message);
  });
});
if (process.argv[1]?.endsWith('inspector.js')) {
  process.on('message', (question: Question) => tell({ answer: answer(question) }));
  process.channel?.unref();
  // A bench that was ended must not leave its service behind.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
