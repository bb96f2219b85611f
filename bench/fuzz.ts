/**
 * `npm run fuzz -- [--seconds 60] [--seed N] [--rounds N] [--keep FOLDER] [TRIAL …]`: every reader is handed its files damaged at random, and a
 * project is edited at random, until the time is over or each had its rounds. What throws, shows a secret, says something else than a first
 * reading or does not come back is told with its seed, by which the same is done again: `--seed N --rounds 1 TRIAL`. The files are
 * kept in the folder. Without a seed, another one is taken each time.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createTrials, longestMs, tryOut } from './fuzz/trials.ts';

type Order = { folder: string; names: string[]; seed: number; rounds: number; endsAt: number };
/** A trial begins, or has failed. */
type Said = { name: string; seed: number; problem: string | null };

/** In a thread of its own: what does not come back is ended from outside. */
const playAll = async ({ folder, names, seed, rounds, endsAt }: Order): Promise<void> => {
  const trials = createTrials(folder).filter(({ name }) => names.includes(name));
  const say = (said: Said): void => parentPort?.postMessage(said);
  for (let round = seed; round < seed + rounds && Date.now() < endsAt; round += 1)
    for (const trial of trials) {
      say({ name: trial.name, seed: round, problem: null });
      const problem = await tryOut(trial, round);
      if (problem !== null) say({ name: trial.name, seed: round, problem });
    }
};

const readOptions = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      rounds: { type: 'string', default: 'Infinity' },
      keep: { type: 'string' },
    },
  });

const supervise = async (): Promise<void> => {
  const { values: options, positionals } = readOptions();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inspector-fuzz-')));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const trials = createTrials(folder);
  const known = trials.map(({ name }) => name);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No trial ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  const order: Order = {
    folder,
    names: positionals.length > 0 ? positionals : known,
    seed: Number(options.seed),
    rounds: Number(options.rounds),
    endsAt: Date.now() + Number(options.seconds) * 1000,
  };

  let [played, failed] = [0, 0];
  const tell = ({ name, seed, problem }: Said): void => {
    failed += 1;
    console.log(`${name}, --seed ${seed}: ${problem}`);
    const given = trials.find((trial) => trial.name === name)?.given?.(seed);
    if (options.keep === undefined || !given) return;
    mkdirSync(options.keep, { recursive: true });
    writeFileSync(join(options.keep, `${name.replaceAll('/', '-')}-${seed}`), given);
  };

  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  let last: Said | undefined;
  let patience: NodeJS.Timeout | undefined;
  worker.on('message', (said: Said) => {
    if (said.problem !== null) return tell(said);
    last = said;
    played += 1;
    clearTimeout(patience);
    patience = setTimeout(() => {
      tell({ ...said, problem: 'It does not come back.' });
      void worker.terminate();
    }, 3 * longestMs);
  });
  worker.on('error', (error) => {
    if (!last) throw error;
    tell({ ...last, problem: `It ended its thread: ${error.stack}` });
  });
  await new Promise((resolve) => worker.on('exit', resolve));
  clearTimeout(patience);
  console.log(`${played} rounds of ${order.names.length} trials from seed ${order.seed}, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await (isMainThread ? supervise() : playAll(workerData as Order));
