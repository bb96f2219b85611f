import assert from 'node:assert/strict';

/** Of the processor and of this thread: others may be at work on this machine, and the collector of garbage beside the tests. */
const processorMs = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/** The best of several tries: what a busy machine does to one of them does not come to each, and what takes too long always does. */
export function assertWithin(limitMs: number, work: () => void, what = ''): void {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least >= limitMs; tries += 1) least = Math.min(least, processorMs(work));
  assert.ok(least < limitMs, `${what} took ${least} ms of the processor`);
}

/** The same of work that waits in between. */
export async function assertEndsWithin(limitMs: number, work: () => Promise<void>, what: string): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least >= limitMs; tries += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  assert.ok(least < limitMs, `${what} took ${least} ms of the processor`);
}

/** Beside each other in the same breath: a processor that is slow is slow for both. */
export function assertNoLongerThan(times: number, any: () => void, work: () => void, what = ''): void {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least >= times; tries += 1) {
    const ofAny = processorMs(any);
    least = Math.min(least, processorMs(work) / ofAny);
  }
  assert.ok(least < times, `${what} took ${least} times as long as any other`);
}
