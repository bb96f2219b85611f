/**
 * The window on the real service in a real Chromium: script of the first load, a log of 100,000 lines, an hour of polling.
 * Prints figures beside their limits; exits 1 when one is passed. The graph has a bench of its own: window-graph.ts.
 */
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openWindow } from '../test/e2e/rig/browser.ts';
import { launch, type Service } from '../test/e2e/rig/launch.ts';
import { makeTalker } from '../test/e2e/rig/projects.ts';
import { heapOf } from './window-heap.ts';
import { longestTask } from './window-trace.ts';

type Figure = {
  what: string;
  value: number;
  limit: number | null;
  unit: string;
  /** By the clock on the wall, where it differs. */
  wall?: number;
};

const logLines = 100_000;
const pollsPerHour = 1_200;

async function firstLoad(browser: Browser, service: Service): Promise<Figure[]> {
  const { page, close } = await openWindow(browser, service, { path: '/w/talker/' });
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  const total = async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0) / 1000;
  // What is fetched ahead while nobody waits is no part of it.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.reload();
  await page.locator('.insights').waitFor();
  await page.waitForLoadState('networkidle');
  const overview = await total();
  await page.goto(`${service.url}/w/talker/schema/`);
  await page.waitForLoadState('networkidle');
  const withGraph = await total();
  await close();
  return [
    { what: 'script of the first load, gzip', value: overview, limit: 250, unit: 'kB' },
    { what: 'script that the graph adds when shown, gzip', value: withGraph - overview, limit: null, unit: 'kB' },
  ];
}

/** The count beside the log; the words for paper name the number, too. */
const allLinesShown = (page: Page): Promise<void> =>
  page.getByText(`${logLines.toLocaleString('en')} lines`, { exact: true }).waitFor({ timeout: 60_000 });

async function runFlood(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run a command' }).first().click();
  await page.locator('input[value="check"]').check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run__status').getByText('Succeeded').waitFor({ timeout: 120_000 });
  await allLinesShown(page);
  await page.waitForLoadState('networkidle');
}

async function scrollThrough(page: Page): Promise<void> {
  const log = page.getByRole('region', { name: 'Log of the run' });
  await log.hover();
  for (let turns = 0; turns < 120; turns++) await page.mouse.wheel(0, turns % 40 < 30 ? 900 : -1_500);
  for (const key of ['End', 'Home', 'PageDown', 'PageDown', 'End']) {
    await log.press(key);
    await page.waitForTimeout(60);
  }
}

async function bigLog(browser: Browser, service: Service): Promise<Figure[]> {
  const { page, close } = await openWindow(browser, service, { path: '/w/talker/' });
  await page.locator('.insights').waitFor();
  await runFlood(page);
  const scrolling = await longestTask(browser, page, () => scrollThrough(page));
  const field = page.getByRole('searchbox', { name: 'Search' });
  const find = async (text: string) => {
    await field.fill(text);
    await page.getByText(/of 11$/).waitFor();
  };
  const searching = await longestTask(browser, page, () => find('line 9999'));
  await field.fill('');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  const matching = await longestTask(browser, page, () => find('^line 9999\\d?\\b'));
  await close();
  return [
    { what: `longest task while ${logLines} lines scroll`, ...scrolling, limit: 50, unit: 'ms' },
    { what: `longest task while ${logLines} lines are searched`, ...searching, limit: 50, unit: 'ms' },
    { what: `longest task while a regular expression is tried on them`, ...matching, limit: 50, unit: 'ms' },
  ];
}

/** The page's clock runs ahead: an hour of polls in a minute or less. Held to is the second half, when all code has run before. */
async function hourOfPolling(browser: Browser, service: Service): Promise<Figure[]> {
  const { page, context, close } = await openWindow(browser, service, { path: '/w/talker/' });
  const session = await context.newCDPSession(page);
  await page.clock.install();
  await page.reload();
  await page.locator('.insights').waitFor();
  const poll = () =>
    Promise.all([page.waitForResponse((response) => response.url().includes('/status/')), page.clock.runFor(3_000)]);
  for (let polls = 0; polls < pollsPerHour / 6; polls++) await poll();
  const early = await heapOf(session);
  for (let polls = 0; polls < pollsPerHour; polls++) await poll();
  const late = await heapOf(session);
  await close();
  return [
    { what: 'held by the page after ten minutes of polling', value: early.held, limit: null, unit: 'MB' },
    { what: 'held by the page after another hour', value: late.held, limit: early.held * 1.02, unit: 'MB' },
    { what: 'nodes and listeners after another hour', value: late.nodes, limit: early.nodes * 1.02, unit: '' },
    {
      what: 'whole heap, with code and our observer, grew by',
      value: late.whole - early.whole,
      limit: null,
      unit: 'MB',
    },
  ];
}

function print(figures: readonly Figure[]): boolean {
  for (const { what, value, limit, unit, wall } of figures) {
    const bound = limit === null ? '' : `  limit ${limit.toFixed(2)} ${unit}${value > limit ? '  OVER' : ''}`;
    const waited = wall === undefined ? '' : `  (${wall.toFixed(0)} ms with waiting for a processor)`;
    console.log(`${what.padEnd(60)} ${value.toFixed(2).padStart(8)} ${unit}${bound}${waited}`);
  }
  return figures.every(({ value, limit }) => limit === null || value <= limit);
}

const project = await makeTalker('talker', logLines, 0);
const service = await launch({ project: project.path, args: ['--log-limit', String(64 * 1024 * 1024)] });
const browser = await openBrowser();
try {
  const figures = [
    ...(await firstLoad(browser, service)),
    ...(await bigLog(browser, service)),
    ...(await hourOfPolling(browser, service)),
  ];
  process.exitCode = print(figures) ? 0 : 1;
} finally {
  await browser.close();
  await service.close();
  await project.remove();
}
