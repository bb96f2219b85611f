/**
 * Q05: does anything grow? `npm run soak [-- MINUTES [RUNS]]` runs short commands one after another on four workspaces and saves files of a large
 * one, for so many minutes (5) or runs (10,000), whichever comes first. Every few hundred runs the queue is let empty and everything that could leak is
 * counted: descriptors, memory of the service and of those who read for it, processes, watches, mounts, folders of runs, the store.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../src/contract/index.ts';
import { makeProject } from '../test/service.ts';
import { breakEnvironment, makeLarge } from './day/projects.ts';
import { createGoals, median } from './service/goals.ts';
import { type Measured, memoryOf, now, startMeasured, waitFor, waitForRun, waitForScans } from './service/measured.ts';

const [minutes = 5, mostRuns = 10_000] = process.argv.slice(2).map(Number);
const names = ['one', 'two', 'three', 'four'];
const runsPerLook = 200;
const savesPerLook = 30;
const atOnce = 40;

const count = (folder: string): number => {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
};

/** A process and everything below it. */
const countTree = (pid: string): number => 1 + childrenOf(pid).reduce((sum, child) => sum + countTree(child), 0);

const childrenOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  } catch {
    return [];
  }
};

const readersOf = (pid: number): string[] =>
  childrenOf(String(pid)).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('--permission'));

const countWatches = (pid: number): number =>
  readdirSync(`/proc/${pid}/fdinfo`)
    .map((name) => readFileSync(`/proc/${pid}/fdinfo/${name}`, 'utf8').split('inotify wd:').length - 1)
    .reduce((sum, watches) => sum + watches, 0);

const sizeMiB = (file: string): number => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20;

const look = ({ pid, folder, residentMiB }: Measured) => ({
  descriptors: count(`/proc/${pid}/fd`),
  residentMiB: residentMiB(),
  readersMiB: readersOf(pid).reduce((sum, reader) => sum + memoryOf(Number(reader), 'VmRSS'), 0),
  watches: countWatches(pid),
  storeMiB: ['', '-wal'].reduce(
    (sum, ending) => sum + sizeMiB(path.join(folder, `data/inspector.sqlite3${ending}`)),
    0,
  ),
  processes: countTree(String(pid)),
  mounts: readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length,
  runFolders: count(path.join(folder, 'data/scratch/runs')),
  pipes: count(path.join(folder, 'data/scratch/pipes')),
  temporary: readdirSync(tmpdir()).filter((name) => name.startsWith('inspector-')).length,
});
type Look = ReturnType<typeof look>;

const runSome = async (service: Measured): Promise<void> => {
  for (let done = 0; done < runsPerLook; done += atOnce) {
    const indexes = Array.from({ length: atOnce }, (_, index) => index);
    const queued = await Promise.all(indexes.map((index) => service.queue(names[index % names.length] ?? '', 'check')));
    for (const { id } of queued) {
      const run = await waitForRun(service, id, 20);
      if (run.status !== 'succeeded') throw new Error(`run ${id}: ${run.metadata.command.error}`);
    }
  }
};

/** Models that come and go in a project of hundreds: what is remembered of each text must not add up. */
const saveSome = async (service: Measured, first: number): Promise<void> => {
  const file = path.join(service.folder, 'large/app1/models.py');
  const text = readFileSync(file, 'utf8').replace(/\n\nclass Saved\d+[\s\S]*$/, '\n');
  for (let number = first; number < first + savesPerLook; number += 1) {
    writeFileSync(file, `${text}\n\nclass Saved${number}(models.Model):\n    one = models.IntegerField()\n`);
    await waitFor(service, '/api/workspaces/large/status/', ({ schema }: Status) =>
      schema.nodes.some(({ name }) => name === `Saved${number}`),
    );
  }
};

/** The first looks are left out: caches fill and the compiler works. */
const warmUp = 2;

const judge = (looks: readonly Look[]): void => {
  const goals = createGoals();
  const settled = looks.slice(Math.min(warmUp, looks.length - 2));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const grown = (name: keyof Look): number =>
    median(settled.slice(-third).map((seen) => seen[name])) - median(settled.slice(0, third).map((seen) => seen[name]));
  goals.check('descriptors grown', grown('descriptors'), 2, '');
  goals.check('resident memory grown', grown('residentMiB'), 20, 'MiB');
  goals.check('memory of readers grown', grown('readersMiB'), 30, 'MiB');
  goals.check('watches grown', grown('watches'), 0.5, '');
  goals.check('store grown', grown('storeMiB'), 10, 'MiB');
  goals.check('processes grown', grown('processes'), 0.5, '');
  goals.check('mounts grown', grown('mounts'), 0.5, '');
  goals.check('folders of runs left', settled.at(-1)?.runFolders ?? 0, 0.5, '');
  goals.check('pipes grown', grown('pipes'), 0.5, '');
  goals.end();
};

const service = await startMeasured(['--queue-limit', '1000']);
try {
  for (const name of names) await service.add(makeProject(service.folder, name, { 'manage.py': 'print("done")\n' }));
  makeLarge(path.join(service.folder, 'large'));
  breakEnvironment(path.join(service.folder, 'large'));
  await service.add(path.join(service.folder, 'large'));
  for (const name of [...names, 'large']) await waitForScans(service, name);
  const until = now() + minutes * 60_000;
  const looks: Look[] = [];
  let runs = 0;
  while (now() < until && runs < mostRuns) {
    await runSome(service);
    await saveSome(service, runs);
    runs += runsPerLook;
    await sleep(500);
    const seen = look(service);
    looks.push(seen);
    const words = Object.entries(seen).map(([name, value]) => `${name} ${Math.round(value)}`);
    console.log(`${runs} runs, ${((now() - until) / 60_000 + minutes).toFixed(1)} min: ${words.join(', ')}`);
  }
  judge(looks);
} finally {
  await service.end();
}
