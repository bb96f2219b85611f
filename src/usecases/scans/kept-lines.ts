/** How much of a workspace's stream is kept: its newest lines, by their number and by the bytes of their text. */
import type { LogLineRow } from '../../store/tables.ts';
import type { Context } from '../context.ts';
import { memoryOf } from './memory.ts';

export const logLinesKept = 20_000;
/** Lines of 1.6 KB each. A search goes over all of it at once: 34 MB take 130 ms, and lines of the longest kind would have had a gigabyte. */
export const logBytesKept = 32 * 1024 * 1024;
/** What is cut for its bytes is cut to this, so that it is not gone over again at the next line. */
const logBytesLeft = (logBytesKept / 8) * 7;

type Text = Pick<LogLineRow, 'logger' | 'message' | 'detail'>;

const bytesOf = (lines: readonly Text[]): number => {
  let bytes = 0;
  for (const { logger, message, detail } of lines)
    for (const text of [logger, message, detail]) bytes += text === null ? 0 : Buffer.byteLength(text);
  return bytes;
};

/** After these were added. */
export const keepNewestLines = async (context: Context, workspaceId: number, added: readonly Text[]): Promise<void> => {
  const memory = memoryOf(context, workspaceId);
  // Counted by ourselves: to ask the store takes some 10 ms, and a log is read several times a second.
  const guess = memory.logBytes === null ? Number.POSITIVE_INFINITY : memory.logBytes + bytesOf(added);
  const bytes = guess > logBytesKept ? await context.store.logs.countBytes(workspaceId) : guess;
  const isTooMuch = bytes > logBytesKept;
  memory.logBytes = isTooMuch ? logBytesLeft : bytes;
  const keep = { lines: logLinesKept, ...(isTooMuch && { bytes: logBytesLeft }) };
  await context.store.transaction(async (store) => {
    const latest = await store.logs.removeOlder(workspaceId, keep);
    if (latest === undefined) return;
    // Errors of the last hour may be among them.
    const before = Number((await store.readings.find(workspaceId, 'log_removed'))?.data ?? 0);
    const data = String(Math.max(before, Math.min(latest, context.clock.now())));
    await store.readings.save({ workspace_id: workspaceId, kind: 'log_removed', data, read_at: context.clock.now() });
  }, 'soon');
};
