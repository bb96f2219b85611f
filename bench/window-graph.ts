/**
 * The graph of 1,000 models and 3,000 relations in a real Chromium: layout time, main-thread tasks after the first
 * picture, and frames while panning and zooming. Prints figures beside their limits; exits 1 when one is passed.
 * Usage: node bench/window-graph.ts [folder of the built window]
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { generateSchema } from '../test/web/generated-schema.ts';
import { generateMigrations } from '../test/web/sample-migrations.ts';
import { openStage } from '../test/web/stage.ts';

type Figure = { what: string; value: number; limit: number; unit: 'ms' };

const folder = process.argv[2] ?? 'dist/web';
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Installed before the page's own code: every task over 50 ms, with the time it began. */
const watchTasks = () => {
  const tasks: { at: number; ms: number }[] = [];
  Object.assign(window, { benchTasks: tasks });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push({ at: entry.startTime, ms: entry.duration });
  }).observe({ type: 'longtask', buffered: true });
};

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

type BenchWindow = { benchStop: () => number[]; benchTasks: { at: number; ms: number }[] };

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
    await page.addInitScript(watchTasks);
    await page.goto(`${stage.address}/w/shop/schema`);
    await page.waitForFunction(() => performance.getEntriesByName('schema-layout').length > 0, null, {
      timeout: 60_000,
    });
    const layoutMs = await page.evaluate(() => performance.getEntriesByName('schema-layout')[0]?.duration ?? 0);
    await page.waitForFunction(() => performance.getEntriesByName('schema-picture').length > 0, null, {
      timeout: 10_000,
    });
    const firstPicture = await page.evaluate(() => performance.getEntriesByName('schema-picture')[0]?.startTime ?? 0);
    const placeBefore = await page.evaluate(() => window.location.search);
    await page.waitForTimeout(500);
    const panFar = await during(page, () => pan(page));
    const zoomIn = await during(page, () =>
      zoom(
        page,
        Array.from({ length: 40 }, () => -120),
      ),
    );
    const panNear = await during(page, () => pan(page));
    const zoomOut = await during(page, () =>
      zoom(
        page,
        Array.from({ length: 60 }, () => 120),
      ),
    );
    await page.waitForFunction((before) => window.location.search !== before, placeBefore, { timeout: 5_000 });
    const tasks = await page.evaluate(() => (window as unknown as BenchWindow).benchTasks);
    const later = tasks.filter((task) => task.at > firstPicture).map((task) => task.ms);
    const frames = { 'pan, all in sight': panFar, 'zoom in': zoomIn, 'pan, near': panNear, 'zoom out': zoomOut };
    return [
      { what: 'layout in the worker', value: layoutMs, limit: 3_000, unit: 'ms' },
      { what: 'longest task after the first picture', value: Math.max(0, ...later), limit: 100, unit: 'ms' },
      ...Object.entries(frames).flatMap(([what, list]): Figure[] => [
        { what: `${what}: frame, median of ${list.length}`, value: percentile(list, 0.5), limit: 33.4, unit: 'ms' },
        { what: `${what}: frame, 95 %`, value: percentile(list, 0.95), limit: 33.4, unit: 'ms' },
      ]),
    ];
  } finally {
    await page.close();
    await stage.close();
  }
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
try {
  const figures = await measure(browser);
  for (const { what, value, limit, unit } of figures) {
    console.log(`${value <= limit ? 'ok  ' : 'OVER'} ${what}: ${value.toFixed(1)} ${unit} (limit ${limit})`);
  }
  process.exitCode = figures.every(({ value, limit }) => value <= limit) ? 0 : 1;
} finally {
  await browser.close();
}
