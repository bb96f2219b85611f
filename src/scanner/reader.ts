/**
 * The program of a reader process. It loads the framework list that it is handed, does one job at a time, and keeps what frameworks
 * remember of files between jobs. It may be ended at any moment: nothing it does leaves a trace.
 */
import { existsSync, rmSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Loaded at once: the global of that name loads it at its first use, 6 ms into the first reading.
import { performance } from 'node:perf_hooks';
import type { Framework } from '../frameworks/framework.ts';
import { InspectorError, messageOf } from '../kit/errors.ts';
import { digestFixtures, digestModels, digestReading, maskLogs } from './digest.ts';
import type { FromReader, Job, ToReader } from './messages.ts';
import { listPlaces } from './watch/places.ts';

const progressEveryMs = 50;
const tidyAfterMs = 30_000;

/** The service is gone, perhaps killed: nobody else removes the scratch folder then. */
const leave = (): void => {
  rmSync(tmpdir(), { recursive: true, force: true });
  process.exit();
};
process.on('disconnect', leave);
if (!process.connected) leave();

const [frameworkModule] = process.argv.slice(2) as [string];
const module = (await import(frameworkModule)) as { frameworks: readonly Framework[] };

let tidying: NodeJS.Timeout | undefined;

const say = (message: FromReader): void => {
  process.send?.(message);
};

/** What does not fit into the channel at once leaves only while nothing else is done. */
const sayWhole = (message: FromReader): Promise<void> =>
  new Promise((resolve) => process.send?.(message, () => resolve()));

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

const perform = async (id: number, job: Job): Promise<unknown> => {
  if (job.kind === 'prepare') {
    for (const framework of module.frameworks) await framework.prepare();
    return null;
  }
  if (job.kind === 'folders') return listPlaces(job.root, job.limit);
  if (job.kind === 'mark') return frameworkOf(job.root).readMark(job.root, job.file);
  const input = { ...job.input, onProgress: reportProgress(id) };
  const framework = frameworkOf(input.root);
  switch (job.kind) {
    case 'look':
      return framework.look(input);
    case 'read':
      return digestReading(
        await framework.read({
          ...input,
          onModels: (models) => sayWhole({ type: 'models', id, models: digestModels(models) }),
        }),
      );
    case 'fixtures':
      return digestFixtures(await framework.readFixtures(input, job.fixtureNeeds), job.secrets);
    case 'logs':
      return maskLogs(await framework.readLogs(input, job.logFiles, job.position), job.secrets, job.position);
  }
};

/** What a reading left behind is given back once nothing more comes: the process may idle for minutes, on a machine that others work on. */
const tidyWhenIdle = (): void => {
  tidying = setTimeout(() => globalThis.gc?.({ flavor: 'last-resort' }), tidyAfterMs);
};

const answer = async (id: number, job: Job): Promise<void> => {
  clearTimeout(tidying);
  try {
    say({ type: 'done', id, value: await perform(id, job) });
  } catch (error) {
    const code = error instanceof InspectorError ? error.code : 'internal';
    say({ type: 'failed', id, code, message: messageOf(error) });
  }
  // Now rather than on exit: most readers are killed.
  flushCompileCache();
  tidyWhenIdle();
};

process.on('message', ({ id, job }: ToReader) => void answer(id, job));
