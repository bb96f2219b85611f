/**
 * Time to truth: how long after a save the status payload shows it, for 100 and 1,000 models, alone and beside runs.
 * `npm run bench:edit [-- SAVES]`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../src/contract/index.ts';
import { makeProject } from '../test/service.ts';
import { writeProject } from './generated-project.ts';
import { median } from './service/goals.ts';
import { type Measured, now, startMeasured, waitFor, waitForRun, waitForScans } from './service/measured.ts';

const [saves = 15] = process.argv.slice(2).map(Number);

/** From the save to the payload with the model. */
const measureSave = async (service: Measured, slug: string, file: string, number: number): Promise<number> => {
  const text = readFileSync(file, 'utf8').replace(/\n\nclass Saved\d+[\s\S]*$/, '\n');
  const saved = now();
  writeFileSync(file, `${text}\n\nclass Saved${number}(models.Model):\n    one = models.IntegerField()\n`);
  await waitFor(
    service,
    `/api/workspaces/${slug}/status/`,
    ({ schema }: Status) => schema.nodes.some(({ name }) => name === `Saved${number}`),
    5,
  );
  return now() - saved;
};

const measure = async (service: Measured, slug: string): Promise<number[]> => {
  const file = path.join(service.folder, slug, 'app1/models.py');
  const times: number[] = [];
  for (let number = 0; number < saves; number += 1) {
    times.push(await measureSave(service, slug, file, number));
    // The next save comes while the project itself is still being asked, as it does to people.
    await sleep(700);
  }
  return times;
};

/** Commands one after another on another workspace until told to end. */
const keepRunning = (service: Measured): (() => Promise<void>) => {
  let isWanted = true;
  const work = (async () => {
    while (isWanted) await waitForRun(service, (await service.queue('beside', 'check')).id, 50);
  })();
  return () => {
    isWanted = false;
    return work;
  };
};

const tell = (what: string, times: readonly number[]): void =>
  console.log(
    `${what}: median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms, best ${Math.min(...times).toFixed(0)} ms`,
  );

const service = await startMeasured();
try {
  await service.add(makeProject(service.folder, 'beside'));
  for (const models of [100, 1000]) {
    const slug = `m${models}`;
    writeProject(path.join(service.folder, slug), { models, migrations: 3 * models });
    await service.add(path.join(service.folder, slug));
    await waitForScans(service, slug);
    tell(`${models} models, alone`, await measure(service, slug));
    const end = keepRunning(service);
    tell(`${models} models, beside runs`, await measure(service, slug));
    await end();
  }
} finally {
  await service.end();
}
