/**
 * Pictures of every page and dialog in both themes, of the real service: on the sample, on a project of 1,000 models, on a broken
 * one, on one with nothing in it, and without any. `npm run screenshots -- [folder] [width …]`; all three widths by default.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { writeProject } from '../bench/generated-project.ts';
import { openBrowser, openWindow } from '../test/e2e/rig/browser.ts';
import { addWorkspace, launch, type Service } from '../test/e2e/rig/launch.ts';
import { copySample, inTempFolder, makeBare, makeBroken, type Project } from '../test/e2e/rig/projects.ts';
import { furnish, keepOpen, runPreset, type Scene, scenes, show } from '../test/e2e/rig/scenes.ts';

const defaultWidths = [1440, 900, 390];
const shownPresets = ['version', 'diffsettings', 'showmigrations', 'migrate-plan', 'check-deploy'];
const workspacePages = ['', 'schema', 'migrations', 'runs', 'logs', 'fixtures'];

/** The same pages of a workspace that is not as one would like. */
const pagesOf = (slug: string): Scene[] =>
  workspacePages.map((page) => ({
    name: `${slug}-${page || 'overview'}`,
    path: `/w/${slug}/${page}`,
    ready: 'main h1',
  }));

async function shoot(browser: Browser, service: Service, folder: string, list: Scene[], width: number): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await openWindow(browser, service, { colorScheme, viewport: { width, height: 900 } });
    for (const scene of list) {
      await page.goto(service.url + scene.path);
      await show(page, scene);
      await keepOpen(page, scene);
      // The graph fits itself to the window, and pictures fade in: both are over well before this.
      await page.waitForTimeout(800);
      const file = join(folder, `${scene.name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file });
      console.log(file);
    }
    await close();
  }
}

/** A history of runs, and what the dialogs are about. */
async function furnishSample(page: Page, service: Service): Promise<void> {
  for (const preset of shownPresets) {
    await page.goto(`${service.url}/w/atlas/`);
    await page.locator('.insights').waitFor();
    await runPreset(page, preset);
  }
  await page.goto(`${service.url}/w/atlas/`);
}

async function scanned(page: Page, service: Service, slug: string): Promise<void> {
  await page.goto(`${service.url}/w/${slug}/`);
  const scans = page.getByRole('region', { name: 'Scans' });
  await scans.locator('li, tr').first().waitFor({ timeout: 60_000 });
  await scans
    .getByText(/Running|Pending/)
    .first()
    .waitFor({ state: 'detached', timeout: 120_000 });
}

async function shootAll(
  folder: string,
  widths: readonly number[],
  browser: Browser,
  service: Service,
  others: readonly Project[],
) {
  const window = await openWindow(browser, service, { path: '/w/atlas/' });
  for (const { path } of others) await addWorkspace(service, path);
  await furnishSample(window.page, service);
  const props = await furnish(window, service);
  const slugs = others.map(({ path }) => path.split('/').at(-1) ?? '');
  for (const slug of slugs) await scanned(window.page, service, slug);
  await window.close();
  for (const width of widths) {
    await shoot(browser, service, folder, [...scenes(props), ...slugs.flatMap(pagesOf)], width);
  }
}

const [folder = 'dist/screenshots', ...widths] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const sample = await copySample();
const others = await Promise.all([
  inTempFolder('large', async (path) => writeProject(path, { models: 1_000, migrations: 1_200 })),
  makeBroken('broken'),
  makeBare('bare'),
]);
const service = await launch({ project: sample.path });
const empty = await launch();
const browser = await openBrowser();
try {
  const chosen = widths.length > 0 ? widths.map(Number) : defaultWidths;
  const home = { name: 'no-project', path: '/', ready: 'main h1, main h2' };
  for (const width of chosen) await shoot(browser, empty, folder, [home], width);
  await shootAll(folder, chosen, browser, service, others);
} finally {
  await browser.close();
  await service.close();
  await empty.close();
  for (const project of [sample, ...others]) await project.remove();
}
