import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdPrograms } from '../../bench/programs/hold.ts';
import { randomProgram } from '../../bench/programs/program.ts';
import { djangoPython } from '../django-python.ts';

for (const asSettings of [false, true])
  test(`of random programs nothing is said to be known that Python does not come to${asSettings ? ', read as settings' : ''}`, () => {
    const programs = Array.from({ length: 60 }, (_, at) => randomProgram(at + (asSettings ? 501 : 1)));
    const held = holdPrograms(djangoPython, programs, asSettings);
    assert.deepEqual(
      held.flatMap(({ difference, refusal, text }) =>
        (difference ?? refusal) ? [`${difference ?? refusal}\n${text}`] : [],
      ),
      [],
    );
    // Otherwise the test could not fail.
    assert.ok(held.filter(({ isWhole }) => isWhole).length > 8);
  });
