import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomProgram } from '../../bench/programs/program.ts';
import { holdAll } from './held.ts';

type Kind = { read: string; from: number; hasDoubts?: boolean; hasSets?: boolean; asSettings?: boolean };

const kinds: readonly Kind[] = [
  { read: '', from: 1 },
  { read: ', read as settings', from: 501, asSettings: true },
  { read: ', also with conditions that cannot be told', from: 1001, hasDoubts: true },
  { read: ', also where they rest on the order of a set', from: 1501, hasSets: true },
];

for (const { read, from, hasDoubts = false, hasSets = false, asSettings = false } of kinds)
  test(`of random programs nothing is said to be known that Python does not come to${read}`, () => {
    const programs = Array.from({ length: 60 }, (_, at) => randomProgram(from + at, { hasDoubts, hasSets }));
    const held = holdAll(programs, asSettings);
    assert.deepEqual(
      held.flatMap(({ difference, refusal, text }) =>
        (difference ?? refusal) ? [`${difference ?? refusal}\n${text}`] : [],
      ),
      [],
    );
    // Otherwise the test could not fail.
    assert.ok(held.filter(({ isWhole }) => isWhole).length > 8);
  });
