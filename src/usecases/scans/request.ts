import type { ScanKind } from '../../contract/index.ts';
import { scanKinds } from '../../contract/words.ts';
import { invalid } from '../../kit/errors.ts';
import type { Context } from '../context.ts';
import type { Form } from '../form.ts';
import { memoryOf, type WorkspaceMemory } from './memory.ts';
import { cutProbeShort } from './probe.ts';

/** A project is read soon: what that takes to start is started meanwhile. */
export const expectReading = (context: Context): void => context.scanner.prepare();

/** Queues scans of these kinds; one that waits already stands for the new one. `isLook`: nobody asked, and nothing is known to have changed. */
export const requestScans = async (
  context: Context,
  workspaceId: number,
  wanted: readonly ScanKind[] = scanKinds,
  isLook = false,
): Promise<void> => {
  // In one transaction: who asks at the same time finds what waits.
  await context.store.transaction(async (store) => {
    // A reading or a watch may still tell of one that was removed.
    if (!(await store.workspaces.findById(workspaceId))) return;
    const memory = memoryOf(context, workspaceId);
    for (const kind of wanted) {
      const waiting = await store.scans.findPending(workspaceId, kind);
      // Asked for again: a reading that began before is too old for it.
      if (waiting && memory.shared?.scanId === waiting.id) memory.shared = null;
      if (waiting && !isLook) memory.looks.scans.delete(waiting.id);
      if (waiting) continue;
      const { id } = await store.scans.insert({
        workspace_id: workspaceId,
        kind,
        status: 'pending',
        progress: 0,
        summary: 'Waiting',
        created_at: context.clock.now(),
        ended_at: null,
      });
      if (isLook) memory.looks.scans.add(id);
    }
  }, 'soon');
  // Who is cut short ends with what the text says: only for scans that answer again all it was asked for.
  if (wanted.includes('schema') && wanted.includes('migrations')) cutProbeShort(context, workspaceId);
  context.board.touch(workspaceId, 'scans');
  context.wakeQueue();
};

const retryMs = 1000;

/** After a change, which nobody tells again: where they cannot be queued, as on a full disk, that is tried until they can be. */
export const requestScansSurely = (context: Context, workspaceId: number, wanted: readonly ScanKind[]): Promise<void> =>
  requestScans(context, workspaceId, wanted).catch((error) => {
    if (context.isStopping) return;
    context.log.warn({ err: error }, 'scans not queued yet');
    const { unqueued } = memoryOf(context, workspaceId);
    for (const kind of wanted) unqueued.kinds.add(kind);
    unqueued.timer ??= setTimeout(() => {
      const kinds = [...unqueued.kinds];
      unqueued.kinds.clear();
      unqueued.timer = null;
      void requestScansSurely(context, workspaceId, kinds);
    }, retryMs).unref();
  });

/**
 * A database server tells nobody that something was applied: the project is asked again after a while. Soon where its files have just changed, since
 * who has written a migration applies it next; then after twice as long each time.
 */
const soonestMs = 30_000;
const latestMs = 5 * 60_000;
/** One that takes long to start is not started all the time. */
const restAfterStart = 20;

/** `ageMs`: of the last answer. */
const isDue = ({ clock }: Context, { changedAt, probe }: WorkspaceMemory, ageMs: number): boolean => {
  const restedMs = clock.ticks() - ageMs - changedAt;
  const soonest = Math.max(soonestMs, restAfterStart * probe.tookMs);
  return ageMs >= Math.min(latestMs, changedAt === Number.POSITIVE_INFINITY ? latestMs : Math.max(soonest, restedMs));
};

/** Of an applied state that only the running project knows. */
const isRecordOld = async (context: Context, workspaceId: number): Promise<boolean> => {
  const { store, clock } = context;
  const last = (await store.scans.listShown(workspaceId, 0)).find(({ kind }) => kind === 'migrations');
  if (last?.ended_at == null) return false;
  // Also of one from the future: the clock was set back since.
  const isOld = isDue(context, memoryOf(context, workspaceId), Math.abs(clock.now() - last.ended_at));
  return isOld && (await store.readings.find(workspaceId, 'record')) !== undefined;
};

/** Every few seconds: queues scans of migrations whose applied state only the running project knows, once the last one is old. */
export const requestOverdueScans = async (context: Context): Promise<void> => {
  if (!context.options.watch) return;
  // Where it cannot be queued the next time does as well.
  for (const { id } of await context.store.workspaces.list())
    if (await isRecordOld(context, id)) await requestScans(context, id, ['migrations'], true);
};

/** Every minute: a project that could not be started may have waited for a row, of a site or a user, that was written since. */
export const requestScansAfterWrites = async (context: Context): Promise<void> => {
  for (const { id } of await context.store.workspaces.list()) {
    const { databases, probe } = memoryOf(context, id);
    const isWritten = databases.isWritten;
    databases.isWritten = false;
    if (isWritten && !probe.isAnswered) await requestScansSurely(context, id, ['migrations']);
  }
};

/** The form of `POST …/scans/`: one kind, or all of them. */
export const requestScansByForm = async (context: Context, workspaceId: number, form: Form): Promise<void> => {
  const kind = form.kind ?? '';
  const wanted = scanKinds.filter((known) => kind === '' || known === kind);
  if (wanted.length === 0) throw invalid({ kind: [`"${kind}" is not one of ${scanKinds.join(', ')}.`] });
  await requestScans(context, workspaceId, wanted);
};
