import type { ScanKind, ScanStatus } from '../../contract/index.ts';
import { scanKinds } from '../../contract/words.ts';
import { invalid } from '../../kit/errors.ts';
import type { Context } from '../context.ts';
import type { Form } from '../form.ts';

const pending: ScanStatus = 'pending';

/** Queues scans of these kinds; one that waits already stands for the new one. */
export const requestScans = async (
  context: Context,
  workspaceId: number,
  wanted: readonly ScanKind[] = scanKinds,
): Promise<void> => {
  for (const kind of wanted) {
    const waiting = await context.store.scans.findPending(workspaceId, kind);
    if (waiting) {
      // Asked for again: a reading that began before is too old for it.
      context.sharedReadings.delete(waiting.id);
      continue;
    }
    await context.store.scans.insert({
      workspace_id: workspaceId,
      kind,
      status: pending,
      progress: 0,
      summary: 'Waiting',
      created_at: context.clock.now(),
      ended_at: null,
    });
  }
  context.board.touch(workspaceId, 'scans');
  context.wakeQueue();
};

/** The form of `POST …/scans/`: one kind, or all of them. */
export const requestScansByForm = async (context: Context, workspaceId: number, form: Form): Promise<void> => {
  const kind = form.kind ?? '';
  const wanted = scanKinds.filter((known) => kind === '' || known === kind);
  if (wanted.length === 0) throw invalid({ kind: [`"${kind}" is not one of ${scanKinds.join(', ')}.`] });
  await requestScans(context, workspaceId, wanted);
};
