/**
 * The program of a reader process. It loads the framework list that it is handed, does one job at a time, and keeps what frameworks
 * remember of files between jobs. It may be ended at any moment: nothing it does leaves a trace.
 */
import { existsSync, rmSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolder } from '../folder/folder.ts';
import type { Framework } from '../frameworks/framework.ts';
import { InspectorError, messageOf } from '../kit/errors.ts';
import type { FromReader, Job, Part, ToReader } from './messages.ts';
import { takeApart } from './parts.ts';

const progressEveryMs = 50;

const [frameworkModule] = process.argv.slice(2) as [string];
const module = (await import(frameworkModule)) as { frameworks: readonly Framework[] };

const say = (message: FromReader): void => {
  process.send?.(message);
};

/** The framework whose marker lies in the folder, else the first: it then says what is missing. */
const frameworkOf = (root: string): Framework => {
  const found = module.frameworks.find((framework) => existsSync(join(root, framework.marker))) ?? module.frameworks[0];
  if (!found) throw new InspectorError('internal', 'No framework is installed.');
  return found;
};

const reportProgress = (id: number): ((done: number, total: number) => void) => {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (now - last < progressEveryMs && done < total) return;
    last = now;
    say({ type: 'progress', id, done, total });
  };
};

const listFolders = (root: string, under: string, limit: number): string[] =>
  openFolder(root)
    .list({ accept: () => false, under })
    .folders.slice(0, limit);

const perform = (id: number, job: Job): unknown => {
  if (job.kind === 'folders') return listFolders(job.root, job.under, job.limit);
  const input = { ...job.input, onProgress: reportProgress(id) };
  const framework = frameworkOf(input.root);
  switch (job.kind) {
    case 'look':
      return framework.look(input);
    case 'read':
      return framework.read(input);
    case 'fixtures':
      return framework.readFixtures(input, job.models);
    case 'logs':
      return framework.readLogs(input, job.logFiles, job.position);
  }
};

/** Parts under way at a time: one alone waits for two turns of the service's loop, many would keep it busy. */
const window = 4;
let underWay = 0;
let onMore: (() => void) | undefined;

const sendPart = async (id: number, part: Part): Promise<void> => {
  while (underWay >= window) {
    await new Promise<void>((resolve) => {
      onMore = resolve;
    });
  }
  underWay += 1;
  say({ type: 'part', id, part });
};

const answer = async (id: number, job: Job): Promise<void> => {
  try {
    const { frame, parts } = takeApart(await perform(id, job));
    say({ type: 'frame', id, value: frame });
    underWay = 0;
    for (const part of parts) await sendPart(id, part);
    say({ type: 'end', id });
  } catch (error) {
    const code = error instanceof InspectorError ? error.code : 'internal';
    say({ type: 'failed', id, code, message: messageOf(error) });
  }
  // Now rather than on exit: most readers are killed.
  flushCompileCache();
};

process.on('message', (message: ToReader) => {
  if (message.type === 'job') void answer(message.id, message.job);
  else {
    underWay -= 1;
    onMore?.();
  }
});

// The service is gone, perhaps killed: nobody else removes the scratch folder then.
process.on('disconnect', () => {
  rmSync(tmpdir(), { recursive: true, force: true });
  process.exit();
});
