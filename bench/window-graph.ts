/**
 * The graph of 1,000 models and 3,000 relations in a real Chromium: layout time, main-thread tasks after the first
 * picture, and frames while panning and zooming. Prints the best of three runs beside the limits; exits 1 when one is passed.
 * Usage: node bench/window-graph.ts [folder of the built window]
 */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../test/e2e/rig/browser.ts';
import { generateSchema } from '../test/web/generated-schema.ts';
import { generateMigrations } from '../test/web/sample-migrations.ts';
import { openStage } from '../test/web/stage.ts';
import { longest, startTrace, stopTrace, type TraceEvent, tasksOf, threadsNamed } from './window-trace.ts';

type Figure = {
  what: string;
  value: number;
  limit: number /** By the clock on the wall, where it differs. */;
  wall?: number;
};

const folder = process.argv[2] ?? 'dist/web';
const runs = 3;

/** Intervals between frames while something is going on. */
const recordFrames = () => {
  const frames: number[] = [];
  let last = performance.now();
  let on = true;
  const step = (now: number) => {
    frames.push(now - last);
    last = now;
    if (on) requestAnimationFrame(step);
  };
  requestAnimationFrame((now) => {
    last = now;
    requestAnimationFrame(step);
  });
  Object.assign(window, {
    benchStop: () => {
      on = false;
      return frames;
    },
  });
};

type BenchWindow = { benchStop: () => number[] };

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const during = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  await page.evaluate(recordFrames);
  await act();
  return page.evaluate(() => (window as unknown as BenchWindow).benchStop());
};

const pan = async (page: Page): Promise<void> => {
  const { x, y } = { x: 700, y: 450 };
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(x + Math.sin(step / 10) * 320, y + Math.cos(step / 8) * 160);
  }
  await page.mouse.up();
};

const zoom = async (page: Page, deltas: readonly number[]): Promise<void> => {
  await page.mouse.move(800, 480);
  for (const delta of deltas) await page.mouse.wheel(0, delta);
};

const measure = async (browser: Browser): Promise<Figure[]> => {
  const stage = await openStage(folder, {
    schema: generateSchema({ apps: 40, models: 1000, relations: 3000 }),
    migrations: generateMigrations(40, 12),
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await startTrace(browser, page);
    await page.goto(`${stage.address}/w/shop/schema`);
    await page.waitForFunction(() => performance.getEntriesByName('schema-picture').length > 0, null, {
      timeout: 60_000,
    });
    const placeBefore = await page.evaluate(() => window.location.search);
    await page.waitForTimeout(500);
    const frames = {
      'pan, all in sight': await during(page, () => pan(page)),
      'zoom in': await during(page, () =>
        zoom(
          page,
          Array.from({ length: 40 }, () => -120),
        ),
      ),
      'pan, near': await during(page, () => pan(page)),
      'zoom out': await during(page, () =>
        zoom(
          page,
          Array.from({ length: 60 }, () => 120),
        ),
      ),
    };
    await page.waitForFunction((before) => window.location.search !== before, placeBefore, { timeout: 5_000 });
    return [...taskFigures(await stopTrace(browser)), ...frameFigures(frames)];
  } finally {
    await page.close();
    await stage.close();
  }
};

const frameFigures = (frames: Record<string, number[]>): Figure[] =>
  Object.entries(frames).flatMap(([what, list]) => [
    { what: `${what}: frame, median`, value: percentile(list, 0.5), limit: 33.4 },
    { what: `${what}: frame, 95 %`, value: percentile(list, 0.95), limit: 33.4 },
  ]);

const taskFigures = (events: readonly TraceEvent[]): Figure[] => {
  const mark = (name: string) => events.find((event) => event.name === name);
  const [start, picture] = [mark('schema-layout-start'), mark('schema-picture')];
  if (start === undefined || picture === undefined) throw new Error('The trace does not show the layout.');
  const workers = threadsNamed(events, 'DedicatedWorker thread', start.pid);
  const tasks = tasksOf(events).filter((task) => task.pid === start.pid);
  const layout = longest(tasks.filter((task) => workers.includes(task.tid) && task.ts > start.ts));
  const later = longest(tasks.filter((task) => task.tid === picture.tid && task.ts > picture.ts));
  return [
    { what: 'layout in the worker', ...layout, limit: 3_000 },
    { what: 'longest main-thread task after the first picture', ...later, limit: 100 },
  ];
};

/** What the machine itself allows: frames of an empty page. Figures of a busy machine say little about the window. */
const measureMachine = async (browser: Browser): Promise<number> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const frames = await during(page, () => page.waitForTimeout(1_500));
    return percentile(frames, 0.95);
  } finally {
    await page.close();
  }
};

const best = (runs: readonly Figure[][]): Figure[] =>
  (runs[0] ?? []).map((_, index) => {
    const all = runs.flatMap((run) => run[index] ?? []);
    return all.reduce((one, other) => (other.value < one.value ? other : one));
  });

const browser = await openBrowser();
try {
  const figures: Figure[][] = [];
  for (let run = 1; run <= runs; run += 1) {
    console.log(
      `run ${run} of ${runs}; an empty page has a frame every ${(await measureMachine(browser)).toFixed(1)} ms (95 %)`,
    );
    figures.push(await measure(browser));
  }
  // The best of the runs: what other programs take of the machine is not the window's doing.
  const kept = best(figures);
  for (const { what, value, limit, wall } of kept) {
    const waited = wall === undefined ? '' : `, ${wall.toFixed(1)} ms with waiting for a processor`;
    console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(1)} ms (limit ${limit})${waited}`);
  }
  process.exitCode = kept.every(({ value, limit }) => value <= limit) ? 0 : 1;
} finally {
  await browser.close();
}
