/** The whole output of a run, gzipped in a file of its own beside the store. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Context } from '../context.ts';

const folder = (context: Context): string => context.options.outputDir;

export const outputFileOf = async (context: Context, runId: number): Promise<string> => {
  await mkdir(folder(context), { recursive: true, mode: 0o700 });
  return join(folder(context), `${runId}.gz`);
};

/** The output as text, or undefined when none is kept. A file cut short by a crash gives what it has. */
export const openOutput = async (context: Context, runId: number): Promise<Readable | undefined> => {
  const file = join(folder(context), `${runId}.gz`);
  if (!(await stat(file).catch(() => undefined))) return undefined;
  const text = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  // Whoever has seen enough destroys the text, and the file is closed with it; its errors are told by the text itself.
  pipeline(createReadStream(file), text, () => undefined);
  return text;
};

export const removeOutputs = async (context: Context, ids: readonly number[]): Promise<void> => {
  for (const id of ids) await rm(join(folder(context), `${id}.gz`), { force: true });
};

/** A service that ended while it removed runs has forgotten them, and left what they printed. */
export const removeLostOutputs = async (context: Context): Promise<void> => {
  const files = await readdir(folder(context)).catch(() => []);
  if (files.length === 0) return;
  const known = new Set(await context.store.runs.listIds());
  const ids = files.filter((name) => /^\d+\.gz$/.test(name)).map((name) => Number.parseInt(name, 10));
  await removeOutputs(
    context,
    ids.filter((id) => !known.has(id)),
  );
};

/** Forgets the oldest runs beyond the count, and the oldest outputs beyond the bytes, that the settings keep. */
export const applyRetention = async (context: Context, workspaceId: number): Promise<void> => {
  const old = await context.store.runs.listBeyond(workspaceId, context.options.keepRuns, 100);
  await removeOutputs(context, old);
  await context.store.runs.remove(old);
  if (old.length > 0) context.board.touch(workspaceId, 'tasks');
  const dropped = await context.store.runs.listOutputsBeyond(context.options.keepOutputBytes);
  await removeOutputs(context, dropped);
  await context.store.runs.forgetOutput(dropped);
};
