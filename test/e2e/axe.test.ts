/** Every page and dialog, in both themes and three widths: no violation of WCAG 2.2 AA that a machine can find. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { noBrowser, openBrowser, openWindow, type Window } from './browser.ts';
import { launch, type Service } from './launch.ts';
import { copySample, type Project } from './projects.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

type Scene = { path: string; ready: string; open?: (page: Page) => Promise<unknown>; shows?: string };

const scenes = (run: number): Scene[] => [
  { path: '/w/atlas/', ready: '.insights' },
  { path: '/w/atlas/schema/', ready: 'h1' },
  { path: '/w/atlas/schema/?look=table', ready: 'table' },
  { path: '/w/atlas/migrations/', ready: 'h1' },
  { path: '/w/atlas/runs/', ready: 'table' },
  { path: `/w/atlas/runs/${run}/`, ready: '.log-view__row' },
  {
    path: `/w/atlas/runs/${run}/`,
    ready: '[role=tab]',
    open: (page) => page.getByRole('tab', { name: 'Result' }).click(),
    shows: 'table',
  },
  {
    path: `/w/atlas/runs/${run}/`,
    ready: '[role=tab]',
    open: (page) => page.getByRole('tab', { name: 'Compare' }).click(),
    shows: '.diff__note',
  },
  { path: `/w/atlas/runs/${run}/`, ready: 'h1', open: press('Run again'), shows: '.mantine-Popover-dropdown' },
  { path: '/w/atlas/logs/', ready: '.stream__row' },
  { path: '/w/atlas/fixtures/', ready: 'table' },
  { path: '/add/', ready: 'form' },
  ...['workspaces', 'presets', 'users', 'sessions', 'service'].map((section) => ({
    path: `/admin/${section}/`,
    ready: 'table',
  })),
  { path: '/admin/links/', ready: 'h1' },
  { path: '/admin/workspaces/', ready: 'table', open: press('Edit atlas'), shows: '[role=dialog] form' },
  { path: '/admin/workspaces/', ready: 'table', open: press('Remove atlas?'), shows: '[role=dialog] form' },
  { path: '/admin/users/', ready: 'table', open: press('Add a user'), shows: '[role=dialog] form' },
  { path: '/w/atlas/', ready: '.insights', open: (page) => page.keyboard.press('r'), shows: '.preset' },
  { path: '/w/atlas/', ready: '.insights', open: (page) => page.keyboard.press('Control+k'), shows: '.palette__item' },
  { path: '/w/atlas/', ready: '.insights', open: (page) => page.keyboard.press('?'), shows: '.key-map' },
  { path: '/w/no-such/', ready: 'h1' },
];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}

async function visit(page: Page, service: Service, scene: Scene): Promise<void> {
  await page.goto(service.url + scene.path);
  await page.locator(scene.ready).first().waitFor();
  await scene.open?.(page);
  if (scene.shows) await page.locator(scene.shows).first().waitFor();
}

/** One run of `check`, so that there is one to look at. */
async function runCheck(window: Window): Promise<number> {
  const { page } = window;
  await page.keyboard.press('r');
  await page.locator('input[value="check"]').check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run__status').getByText('Succeeded').waitFor({ timeout: 30_000 });
  return Number(/\/runs\/(\d+)/.exec(page.url())?.[1]);
}

describe('accessibility', { skip: noBrowser }, () => {
  let browser: Browser;
  let service: Service;
  let project: Project;
  let run: number;
  before(async () => {
    project = await copySample();
    service = await launch({ project: project.path });
    browser = await openBrowser();
    const window = await openWindow(browser, service, { path: '/w/atlas/' });
    await window.page.locator('.insights').waitFor();
    run = await runCheck(window);
    await window.close();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
    await project?.remove();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 900, 390]) {
      test(`no violation on any page or dialog: ${colorScheme}, ${width} px`, async () => {
        const { page, close } = await openWindow(browser, service, {
          path: '/w/atlas/',
          colorScheme,
          viewport: { width, height: 900 },
        });
        const found: Record<string, string[]> = {};
        for (const scene of scenes(run)) {
          await visit(page, service, scene);
          const list = await violations(page);
          if (list.length > 0) found[`${scene.path} ${scene.shows ?? ''}`] = list;
        }
        assert.deepEqual(found, {});
        await close();
      });
    }
  }

  test('no violation on the log-in page', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await openWindow(browser, service, { session: 'none', path: '/login/', colorScheme });
      await page.getByLabel('User name').waitFor();
      assert.deepEqual(await violations(page), []);
      await close();
    }
  });

  test('on a phone and at 900 px no page is wider than the window', async () => {
    for (const width of [900, 390]) {
      const { page, close } = await openWindow(browser, service, {
        path: '/w/atlas/',
        viewport: { width, height: 844 },
      });
      for (const scene of scenes(run).filter((each) => !each.open)) {
        await visit(page, service, scene);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(wide <= 0, `${scene.path} is ${wide} px too wide at ${width} px`);
      }
      await close();
    }
  });
});
