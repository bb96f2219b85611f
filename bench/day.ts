/**
 * A day's work: does what the service shows stay true? `npm run day [-- STEPS [SEED [text]]]` keeps a service open beside three projects while a seeded
 * developer saves, checks out, migrates, logs and kills. After each step, when all is quiet, it must show what a service that has just been started
 * shows of the same folders, have changed nothing in them, and have left nothing behind. With `text` no project is started: ten times as many steps.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../test/random.ts';
import { type Desk, slugs } from './day/desk.ts';
import * as edits from './day/edits.ts';
import * as logs from './day/logs.ts';
import { breakEnvironment, makeAtlas, makeLarge, makeShop } from './day/projects.ts';
import * as terminal from './day/terminal.ts';
import {
  fingerprintTree,
  listDifferences,
  listTouched,
  readLineNumbers,
  readShown,
  readStatus,
  type Shown,
} from './day/truth.ts';
import * as window from './day/window.ts';
import { type Measured, makeBenchFolder, now, startMeasured, waitForScans } from './service/measured.ts';

const [steps = 20, seed = 1] = process.argv.slice(2, 4).map(Number);
const isTextOnly = process.argv[4] === 'text';

/** What changes a database is seen last: it may be written all the time. */
const patienceMs = 90_000;
/** Longer than any wait for quiet. */
const quietMs = 4000;

const { logFileOf: _, closeConnections, ...writing } = logs;
const { makeNoise, makeEnvironment, ...typing } = terminal;
const acts: Record<string, (desk: Desk) => void | Promise<void>> = { ...edits, ...writing, ...typing, ...window };
if (!isTextOnly) acts.makeEnvironment = makeEnvironment;

const faults: string[] = [];
const tell = (step: number, words: string): void => {
  faults.push(`step ${step}: ${words}`);
  console.log(`  FAULT ${words}`);
};

const showAll = async (service: Measured, of: readonly string[]): Promise<Shown> => {
  const shown: Shown = {};
  for (const slug of of) shown[slug] = await readShown(service, slug);
  return shown;
};

/** By a service that has never seen the folders. */
const showFresh = async (desk: Desk, of: readonly string[]): Promise<Shown> => {
  const fresh = await startMeasured();
  try {
    for (const slug of of) await fresh.add(join(desk.folder, slug));
    for (const slug of of) await waitForScans(fresh, slug);
    return await showAll(fresh, of);
  } finally {
    await fresh.end();
  }
};

const lastScans = async (service: Measured): Promise<string[]> => {
  const found: string[] = [];
  for (const slug of slugs) {
    const { scans } = await readStatus(service, slug);
    found.push(...scans.slice(0, 4).map(({ id, kind }) => `${slug} ${kind} ${id}`));
  }
  return found;
};

/** Asks until what is shown is what a fresh one shows; how long that took. */
const waitForTruth = async (desk: Desk, truth: Shown): Promise<{ ms: number; differences: string[] }> => {
  const begun = now();
  for (;;) {
    const differences = listDifferences(await showAll(desk.service, Object.keys(truth)), truth);
    if (differences.length === 0 || now() - begun > patienceMs) return { ms: now() - begun, differences };
    await sleep(250);
  }
};

const checkLines = async (desk: Desk, step: number): Promise<void> => {
  const { written, firstSure } = desk.lines;
  const deadline = now() + 10_000;
  for (;;) {
    const numbers = await readLineNumbers(desk.service, 'shop');
    const seen = new Set(numbers);
    const oldest = Math.max(firstSure, numbers[0] ?? 0);
    const missing = Array.from({ length: Math.max(0, written - oldest + 1) }, (_, index) => oldest + index).filter(
      (number) => !seen.has(number),
    );
    if (missing.length === 0 && seen.size === numbers.length) return;
    if (now() > deadline) {
      const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
      tell(step, `log lines missing ${missing.slice(0, 10)}, twice ${twice.slice(0, 10)} (of ${written})`);
      desk.lines.firstSure = written + 1;
      return;
    }
    await sleep(300);
  }
};

/** Runs end, and nothing of them stays. */
const checkLeftovers = async (desk: Desk, step: number): Promise<void> => {
  const scratch = join(desk.service.folder, 'data/scratch/runs');
  const deadline = now() + 60_000;
  for (;;) {
    const open: string[] = [];
    for (const slug of slugs)
      for (const { id, status } of (await readStatus(desk.service, slug)).tasks)
        if (status === 'running' || status === 'queued') open.push(`run ${id} ${status}`);
    const folders = existsSync(scratch) ? readdirSync(scratch) : [];
    if (open.length === 0 && folders.length === 0) return;
    if (now() > deadline) return tell(step, `left behind: ${[...open, ...folders].join(', ')}`);
    await sleep(200);
  }
};

const checkQuiet = async (desk: Desk, step: number, truth: Shown): Promise<void> => {
  // A database that was written last is read only now.
  await sleep(quietMs);
  for (const slug of slugs) await waitForScans(desk.service, slug);
  const before = await lastScans(desk.service);
  makeNoise(desk);
  await sleep(quietMs);
  const after = (await lastScans(desk.service)).filter((scan) => !before.includes(scan));
  if (after.length > 0) tell(step, `scans for nothing: ${after.join(', ')}`);
  const differences = listDifferences(await showAll(desk.service, Object.keys(truth)), truth);
  if (differences.length > 0) tell(step, `no longer true:\n    ${differences.slice(0, 8).join('\n    ')}`);
};

const check = async (desk: Desk, step: number): Promise<void> => {
  const trees = slugs.map((slug) => fingerprintTree(join(desk.folder, slug)));
  const truth = await showFresh(desk, [...desk.touched]);
  desk.touched.clear();
  const { ms, differences } = await waitForTruth(desk, truth);
  if (differences.length > 0)
    tell(step, `not true after ${ms.toFixed(0)} ms:\n    ${differences.slice(0, 12).join('\n    ')}`);
  else console.log(`  true ${ms.toFixed(0)} ms after the fresh one was`);
  await checkLines(desk, step);
  await checkLeftovers(desk, step);
  const touched = slugs.flatMap((slug, index) =>
    listTouched(trees[index] ?? new Map(), fingerprintTree(join(desk.folder, slug))),
  );
  if (touched.length > 0) tell(step, `changed by us: ${touched.slice(0, 10).join(', ')}`);
  if (differences.length === 0) await checkQuiet(desk, step, truth);
};

const openDesk = async (): Promise<Desk> => {
  const folder = makeBenchFolder();
  makeShop(join(folder, 'shop'));
  makeAtlas(join(folder, 'atlas'));
  makeLarge(join(folder, 'large'));
  if (isTextOnly) for (const slug of slugs) breakEnvironment(join(folder, slug));
  const service = await startMeasured();
  for (const slug of slugs) await service.add(join(folder, slug));
  const desk: Desk = {
    folder,
    random: randomFrom(seed),
    service,
    restart: async (signal) => {
      for (const slug of slugs) desk.touched.add(slug);
      await desk.service.stop(signal);
      desk.service = await startMeasured([], desk.service.folder);
    },
    connections: [],
    lines: { written: 0, firstSure: 1, open: '' },
    undo: [],
    touched: new Set(slugs),
  };
  return desk;
};

const takeStep = async (desk: Desk, step: number): Promise<void> => {
  const names = Array.from({ length: 1 + desk.random.next(5) }, () => desk.random.pick(Object.keys(acts)));
  console.log(`step ${step}: ${names.join(', ')}`);
  for (const name of names) {
    await acts[name]?.(desk);
    await sleep(desk.random.pick([0, 0, 50, 400, 1500]));
  }
  for (const undo of desk.undo.splice(0)) if (desk.random.next(2) === 0) undo();
  await check(desk, step);
  console.log(`  ${desk.service.residentMiB().toFixed(0)} MiB`);
};

const desk = await openDesk();
try {
  for (let step = 1; step <= steps; step += 1) await takeStep(desk, step);
} finally {
  closeConnections(desk);
  await desk.service.end();
  rmSync(desk.folder, { recursive: true, force: true });
}
console.log(faults.length === 0 ? `\n${steps} steps, all true` : `\n${faults.length} faults\n${faults.join('\n')}`);
if (faults.length > 0) process.exitCode = 1;
