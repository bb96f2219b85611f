/** A project edited at random: after each edit, what is read with all that is remembered must be what a first reading says. */
import assert from 'node:assert/strict';
import { createReadingMemory, read } from '../../src/frameworks/django/read.ts';
import type { StaticReading } from '../../src/frameworks/framework.ts';
import { inputFor } from '../../test/frameworks/django/throwaway.ts';
import { randomFrom } from '../../test/random.ts';
import { edits, type Files, startingFiles, writeFiles } from './changing-project.ts';

/** When it was read differs between any two readings. */
export const timeless = (reading: StaticReading): unknown => ({
  ...reading,
  schema: { ...reading.schema, provenance: { ...reading.schema.provenance, read_at: '' } },
  migrations: { ...reading.migrations, applied: { ...reading.migrations.applied, read_at: '' } },
});

const countKept = (before: StaticReading, after: StaticReading): number => {
  const known = new Set(before.schema.models);
  return after.schema.models.filter((model) => known.has(model)).length;
};

type Walk = { root: string; seed: number; steps: number; packages: readonly string[] };

/** How many of the readings took models over. */
export const walk = async ({ root, seed, steps, packages }: Walk): Promise<number> => {
  const random = randomFrom(seed);
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: packages });
  let files: Files = startingFiles();
  writeFiles(root, files, new Map());
  let last = await read(input, memory);
  const done: string[] = [];
  let renewed = 0;
  for (let step = 0; step < steps; step += 1) {
    const before = new Map(files);
    for (let edit = 0; edit <= random.next(2); edit += 1) {
      const name = random.pick(Object.keys(edits));
      edits[name]?.(files, random, root);
      done.push(name);
    }
    writeFiles(root, files, before);
    const kept = await read(input, memory);
    const fresh = await read(input, createReadingMemory());
    assert.deepEqual(timeless(kept), timeless(fresh), `seed ${seed}, after: ${done.slice(-6).join(', ')}`);
    if (kept.schema.models.length > 0 && countKept(last, kept) > 0) renewed += 1;
    last = kept;
    // A project in which everything is broken shows little: start over now and then.
    if (step % 25 === 24) {
      const worn = files;
      files = startingFiles();
      writeFiles(root, files, worn);
    }
  }
  return renewed;
};
