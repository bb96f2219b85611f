/**
 * Takes the next run or scan when a slot is free and hands it to a use case. One of each at a time per workspace; its logs are read beside
 * its other scans, which may wait for a project that starts slowly.
 */
import type { Context } from '../usecases/context.ts';
import { recover } from '../usecases/recovery.ts';
import { cancelLiveRuns } from '../usecases/runs/cancel.ts';
import { claimRunAfter, executeRun } from '../usecases/runs/execute.ts';
import { claimScanOf, executeScan } from '../usecases/scans/execute.ts';
import { renewHour } from '../usecases/scans/insights.ts';
import { stopScans } from '../usecases/scans/probe.ts';
import { requestOverdueScans, requestScansAfterWrites } from '../usecases/scans/request.ts';

export type Queue = { stop(reason: string): Promise<void> };

type Work = 'runs' | 'scans';

/** What a command line is asked for, and in which workspace. */
export type Errand = { work: Work; slug: string };

/** What is taken from the queue, after which run, and of which workspaces nothing. */
type Share = { works: readonly Work[]; afterRun: number; notOf: readonly number[] };

const everything: Share = { works: ['runs', 'scans'], afterRun: 0, notOf: [] };

/** Of a command line without a service: what it is asked for. The rest that waits is left to the next service: it would be cut short when the command ends. */
export const shareOfCommand = async ({ store }: Context, { work, slug }: Errand): Promise<Share> => ({
  works: [work],
  afterRun: (await store.runs.list({ limit: 1 }))[0]?.id ?? 0,
  notOf: (await store.workspaces.list()).filter((one) => one.slug !== slug).map(({ id }) => id),
});

type Job = { workspace_id: number };

/** How long to wait before the store is asked again after it failed. */
const retryMs = 1000;

/** How often one looks at what time alone changes, and at what a database server may hold by now. */
const minuteMs = 60_000;
const overdueMs = 10_000;

type Lane = {
  pump(): void;
  /** Nothing is taken any more; settled when what was about to be taken has begun. */
  close(): Promise<void>;
  idle(): Promise<void>;
};

/** Claims jobs while slots are free; each workspace holds at most one. */
const createLane = <J extends Job>(
  context: Context,
  slots: number,
  claim: (context: Context, busy: readonly number[]) => Promise<J | undefined>,
  execute: (context: Context, job: J) => Promise<void>,
  notOf: readonly number[],
): Lane => {
  const busy = new Map<number, Promise<void>>();
  let claiming: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const pump = async (): Promise<void> => {
    while (!closed && busy.size < slots) {
      const job = await claim(context, [...busy.keys(), ...notOf]);
      if (!job) return;
      const work = execute(context, job).finally(() => {
        busy.delete(job.workspace_id);
        start();
      });
      busy.set(job.workspace_id, work);
    }
  };

  const start = (): void => {
    again = true;
    if (claiming || closed) return;
    again = false;
    claiming = pump()
      .catch((error) => {
        context.log.error({ err: error }, 'queue');
        setTimeout(start, retryMs).unref();
      })
      .finally(() => {
        claiming = null;
        // Woken while claiming: something may have come after the last look.
        if (again) start();
      });
  };

  return {
    pump: start,
    close: async () => {
      closed = true;
      await claiming;
    },
    idle: async () => {
      await Promise.all(busy.values());
    },
  };
};

const lanesOf: Record<Work, (context: Context, slots: number, share: Share) => Lane[]> = {
  runs: (context, slots, { afterRun, notOf }) => [
    createLane(context, slots, claimRunAfter(afterRun), executeRun, notOf),
  ],
  scans: (context, slots, { notOf }) => [
    // Fixtures are held against the models that the schema found, so they come after it.
    createLane(context, slots, claimScanOf('schema', 'migrations', 'fixtures'), executeScan, notOf),
    createLane(context, slots, claimScanOf('logs'), executeScan, notOf),
  ],
};

export const startLocalQueue = async (context: Context, slots: number, share = everything): Promise<Queue> => {
  await recover(context);
  const lanes = share.works.flatMap((work) => lanesOf[work](context, slots, share));
  context.onWake(() => {
    for (const lane of lanes) lane.pump();
  });
  // A command wakes it with what it asks for: scans that wait would have begun by then, and be done twice.
  if (share === everything) context.wakeQueue();
  const every = (ms: number, ...works: readonly ((context: Context) => Promise<void>)[]): NodeJS.Timeout =>
    setInterval(() => {
      Promise.all(works.map((work) => work(context))).catch((error) =>
        context.log.warn({ err: error }, 'what time alone changes'),
      );
    }, ms).unref();
  const timers = [every(minuteMs, renewHour, requestScansAfterWrites), every(overdueMs, requestOverdueScans)];
  return {
    stop: async (reason) => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(lanes.map((lane) => lane.close()));
      await Promise.all([cancelLiveRuns(context, reason), stopScans(context)]);
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
  };
};
