/**
 * What a write to a database means. A site in use writes sessions and rows all day, and shown is only which migrations are applied: the
 * project is read and started when its database records other ones.
 */
import type { RunResult } from '../../contract/index.ts';
import type { RecordedMark } from '../../frameworks/framework.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { Context } from '../context.ts';
import { memoryOf } from './memory.ts';
import { requestScans, requestScansSurely } from './request.ts';
import { keepTold, type Told } from './told.ts';

/** Databases that are looked at after a change; more of them come from a test that makes them, or from a copy. */
const filesLimit = 8;
const marksLimit = 100;

/** One that cannot be told counts as new. */
const findNewRecord = async (
  context: Context,
  { id, path }: StoredWorkspace,
  files: readonly string[],
): Promise<boolean> => {
  const { marks } = memoryOf(context, id).databases;
  if (files.length > filesLimit) return true;
  let isNew = false;
  for (const file of files) {
    const mark = await context.scanner.readMark(path, file).catch(() => null);
    if (mark === null || marks.get(file)?.mark !== mark) isNew = true;
    marks.delete(file);
    if (marks.size >= marksLimit) marks.clear();
    if (mark !== null) marks.set(file, { mark, seenAt: context.clock.ticks() });
  }
  return isNew;
};

export const readAfterWrite = async (
  context: Context,
  workspace: StoredWorkspace,
  files: readonly string[],
): Promise<void> => {
  // Before the look: the workspace may be removed meanwhile, and then nothing of it is to be remembered anew.
  const { databases } = memoryOf(context, workspace.id);
  if (await findNewRecord(context, workspace, files)) await requestScansSurely(context, workspace.id, ['migrations']);
  else databases.isWritten = true;
};

/** Of a reading that began then and is shown now. A database that was looked at meanwhile and recorded something else is read again. */
export const keepRecorded = async (
  context: Context,
  workspaceId: number,
  { file, mark }: RecordedMark,
  begunAt: number,
): Promise<void> => {
  const { marks } = memoryOf(context, workspaceId).databases;
  const known = marks.get(file);
  marks.set(file, { mark, seenAt: begunAt });
  if (known && known.seenAt > begunAt && known.mark !== mark) await requestScans(context, workspaceId, ['migrations']);
};

/** After the project was asked for all it has. */
export const keepAnswered = async (
  context: Context,
  { id, path }: StoredWorkspace,
  isAnswered: boolean,
  answer: Told,
): Promise<void> => {
  const { probe, databases } = memoryOf(context, id);
  probe.isAnswered = isAnswered;
  if (!isAnswered) return;
  // Once only: a project may name another file each time it starts. What it told a run meanwhile it did not see here.
  const isNew = databases.told.length === 0 || databases.toldAt > answer.begunAt;
  const told = keepTold(context, id, answer);
  if (isNew && told.some((file) => !file.startsWith(`${path}/`))) await requestScans(context, id, ['migrations']);
};

/** What a run says of migrations and what is shown of them are to agree: a database server tells only those who ask that something was applied. */
export const readAfterRun = async (context: Context, workspaceId: number, result: RunResult | null): Promise<void> => {
  if (result?.kind !== 'migrations' && result?.kind !== 'plan') return;
  if (await context.store.readings.find(workspaceId, 'record'))
    await requestScans(context, workspaceId, ['migrations']);
};
