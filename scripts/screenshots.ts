/**
 * Pictures of every page in both themes, of the real service on a copy of the sample project.
 * Usage: node scripts/screenshots.ts [folder] [width …]
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openWindow } from '../test/e2e/rig/browser.ts';
import { launch, type Service } from '../test/e2e/rig/launch.ts';
import { copySample } from '../test/e2e/rig/projects.ts';

type Scene = { name: string; path: string; ready: string; open?: (page: Page) => Promise<unknown>; shows?: string };

const scenes = (run: number): Scene[] => [
  { name: 'overview', path: '/w/atlas/', ready: '.excerpt li' },
  { name: 'schema', path: '/w/atlas/schema/', ready: '.react-flow__node' },
  { name: 'migrations', path: '/w/atlas/migrations/', ready: 'h1' },
  { name: 'runs', path: '/w/atlas/runs/', ready: 'tbody tr' },
  { name: 'run', path: `/w/atlas/runs/${run}/`, ready: '.log-view__row' },
  {
    name: 'result',
    path: `/w/atlas/runs/${run}/`,
    ready: '.log-view__row',
    open: (page) => page.getByRole('tab', { name: 'Result' }).click(),
    shows: 'table',
  },
  {
    name: 'drawer',
    path: '/w/atlas/',
    ready: '.excerpt li',
    open: async (page) => {
      await page.keyboard.press('r');
      await page.locator('input[value="check"]').check();
    },
    shows: '.facts',
  },
  { name: 'logs', path: '/w/atlas/logs/', ready: '.stream__row' },
  { name: 'fixtures', path: '/w/atlas/fixtures/', ready: 'tbody tr' },
  {
    name: 'palette',
    path: '/w/atlas/',
    ready: '.excerpt li',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('loan');
    },
    shows: '.palette__item',
  },
  { name: 'administration', path: '/admin/service/', ready: 'tbody tr' },
  { name: 'presets', path: '/admin/presets/', ready: 'tbody tr' },
  { name: 'add', path: '/add/', ready: 'form' },
];

const presets = ['version', 'diffsettings', 'showmigrations', 'check', 'migrate-plan', 'check'];

/** Runs a few presets, so that there is a history to show; the last one's number. */
async function seed(page: Page, service: Service): Promise<number> {
  for (const preset of presets) {
    await page.goto(`${service.url}/w/atlas/`);
    await page.locator('.insights').waitFor();
    await page.keyboard.press('r');
    await page.locator(`input[value="${preset}"]`).check();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .locator('.run__status')
      .getByText(/Succeeded|Failed/)
      .waitFor({ timeout: 60_000 });
  }
  return Number(/\/runs\/(\d+)/.exec(page.url())?.[1]);
}

async function shoot(browser: Browser, service: Service, folder: string, run: number, width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await openWindow(browser, service, { colorScheme, viewport: { width, height: 900 } });
    for (const scene of scenes(run)) {
      await page.goto(service.url + scene.path);
      await page.locator(scene.ready).first().waitFor();
      await scene.open?.(page);
      if (scene.shows) await page.locator(scene.shows).first().waitFor();
      // The graph fits itself to the window, and pictures fade in: both are over well before this.
      await page.waitForTimeout(1_000);
      const file = join(folder, `${scene.name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file });
      console.log(file);
    }
    await close();
  }
}

const [folder = 'dist/screenshots', ...widths] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const project = await copySample();
const service = await launch({ project: project.path });
const browser = await openBrowser();
try {
  const { page, close } = await openWindow(browser, service, { path: '/w/atlas/' });
  const run = await seed(page, service);
  await close();
  for (const width of widths.length > 0 ? widths.map(Number) : [1440])
    await shoot(browser, service, folder, run, width);
} finally {
  await browser.close();
  await service.close();
  await project.remove();
}
