/** A few rounds of `npm run fuzz`, the same each time. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createTrials, tryOut } from '../../../bench/fuzz/trials.ts';

describe('whatever bytes a file has, it is read without throwing, hanging or showing a secret', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'damaged-files-')));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const trial of createTrials(folder).filter(({ given }) => given))
    test(trial.name, async () => {
      for (let seed = 1; seed <= 12; seed += 1) assert.equal(await tryOut(trial, seed), null, `seed ${seed}`);
    });

  test('a reader that throws is told', async () => {
    const play = (): never => {
      throw new Error('no bytes of mine');
    };
    assert.match((await tryOut({ name: 'throws', play }, 1)) ?? '', /no bytes of mine/);
  });
});
