/**
 * `npm run programs -- [--count 500] [--seed 1] [--settings] [--doubts] [--sets] [--python FILE] [--keep FOLDER] [--reduce]`: random programs, as settings and models are
 * written, held against Python; those with a difference are kept in the folder. `--settings`: read as settings are, of which both sides of
 * a condition are shown. `--doubts`: with conditions of which only Python knows whether they hold. `--sets`: with lists and dicts
 * that are made of sets, which Python has in another order each time. `--reduce`: those that are kept are made as short as they still differ,
 * which takes a minute or two for each.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { holdPrograms, starting } from './programs/hold.ts';
import { randomProgram } from './programs/program.ts';
import { reduceProgram } from './programs/reduce.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    python: { type: 'string', default: 'python3' },
    settings: { type: 'boolean', default: false },
    doubts: { type: 'boolean', default: false },
    sets: { type: 'boolean', default: false },
    keep: { type: 'string' },
    reduce: { type: 'boolean', default: false },
  },
});

const seeds = Array.from({ length: Number(options.count) }, (_, at) => Number(options.seed) + at);
const python = starting(options.python);
const held = holdPrograms(
  python,
  seeds.map((seed) => randomProgram(seed, { hasDoubts: options.doubts, hasSets: options.sets })),
  options.settings,
);

if (options.keep !== undefined) mkdirSync(options.keep, { recursive: true });
for (const [at, { text, refusal, difference }] of held.entries()) {
  if (refusal === null && difference === null) continue;
  console.log(`program ${seeds[at]} ${difference ?? `is not run: ${refusal}`}`);
  if (options.keep === undefined) continue;
  const isShort = difference !== null && options.reduce;
  const kept = isShort ? reduceProgram(python, text, options.settings) : text;
  writeFileSync(join(options.keep, `p${seeds[at]}.py`), kept);
}

const sum = (of: (one: (typeof held)[number]) => number): number => held.reduce((total, one) => total + of(one), 0);
const wrong = held.filter(({ difference }) => difference !== null).length;
console.log(
  `${held.length} programs, ${sum(({ isWhole }) => Number(isWhole))} known as a whole, ${sum(({ known }) => known)} of ${sum(({ items }) => items)} items known, ${wrong} wrong`,
);
process.exitCode = wrong === 0 ? 0 : 1;
