/** Every page and dialog: no violation of WCAG 2.2 AA that a machine can find, asked as `looks` says (not every rule in every theme and width). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { noBrowser, openBrowser, openWindow, type Window } from './browser.ts';
import { launch, type Service } from './launch.ts';
import { copySample, type Project } from './projects.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

type Scene = { name: string; path: string; ready: string; open?: (page: Page) => Promise<unknown>; shows?: string };

const pages = (run: number): Scene[] => [
  { name: 'overview', path: '/w/atlas/', ready: '.insights' },
  { name: 'schema graph', path: '/w/atlas/schema/', ready: '.react-flow__node' },
  { name: 'schema table', path: '/w/atlas/schema/?look=table', ready: 'table' },
  { name: 'migrations', path: '/w/atlas/migrations/', ready: 'h1' },
  { name: 'runs', path: '/w/atlas/runs/', ready: 'table' },
  { name: 'run', path: `/w/atlas/runs/${run}/`, ready: '.log-view__row' },
  { name: 'logs', path: '/w/atlas/logs/', ready: '.stream__row' },
  { name: 'fixtures', path: '/w/atlas/fixtures/', ready: 'table' },
  { name: 'wizard', path: '/add/', ready: 'form' },
  { name: 'documentation links', path: '/admin/links/', ready: 'h1' },
  { name: 'an address that does not exist', path: '/w/no-such/', ready: 'h1' },
  ...['workspaces', 'presets', 'users', 'sessions', 'service'].map((section) => ({
    name: section,
    path: `/admin/${section}/`,
    ready: 'table',
  })),
];

const dialogs = (run: number): Scene[] => [
  {
    name: 'result of a run',
    path: `/w/atlas/runs/${run}/`,
    ready: '[role=tab]',
    open: (page) => page.getByRole('tab', { name: 'Result' }).click(),
    shows: 'table',
  },
  {
    name: 'comparison of runs',
    path: `/w/atlas/runs/${run}/`,
    ready: '[role=tab]',
    open: (page) => page.getByRole('tab', { name: 'Compare' }).click(),
    shows: '.diff__note',
  },
  {
    name: 'run again',
    path: `/w/atlas/runs/${run}/`,
    ready: 'h1',
    open: press('Run again'),
    shows: '.mantine-Popover-dropdown',
  },
  {
    name: 'edit a workspace',
    path: '/admin/workspaces/',
    ready: 'table',
    open: press('Edit atlas'),
    shows: '[role=dialog] form',
  },
  {
    name: 'remove a workspace',
    path: '/admin/workspaces/',
    ready: 'table',
    open: press('Remove atlas?'),
    shows: '[role=dialog] form',
  },
  { name: 'add a user', path: '/admin/users/', ready: 'table', open: press('Add a user'), shows: '[role=dialog] form' },
  {
    name: 'run drawer',
    path: '/w/atlas/',
    ready: '.insights',
    open: (page) => page.keyboard.press('r'),
    shows: '.preset',
  },
  {
    name: 'palette',
    path: '/w/atlas/',
    ready: '.insights',
    open: (page) => page.keyboard.press('Control+k'),
    shows: '.palette__item',
  },
  {
    name: 'keyboard map',
    path: '/w/atlas/',
    ready: '.insights',
    open: (page) => page.keyboard.press('?'),
    shows: '.key-map',
  },
  { name: 'account menu', path: '/w/atlas/', ready: '.insights', open: press('Account: owner'), shows: '[role=menu]' },
];

const scenes = (run: number): Scene[] => [...pages(run), ...dialogs(run)];

type Look = { width: number; colorScheme: 'light' | 'dark'; rules: 'all' | 'colours' | 'layout' };

/** Themes differ in colours and widths in layout only, so each pair is asked what can differ: a third of the time of asking all of it. */
const looks: Look[] = [
  { width: 1440, colorScheme: 'light', rules: 'all' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
  { width: 900, colorScheme: 'light', rules: 'layout' },
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 390, colorScheme: 'dark', rules: 'colours' },
];

async function violations(page: Page, rules: Look['rules'] = 'all'): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (rules === 'colours') axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.withTags(wcag);
  if (rules === 'layout') axe.disableRules(['color-contrast']);
  const { violations: found } = await axe.analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  );
}

async function show(page: Page, scene: Scene): Promise<void> {
  await page.locator(scene.ready).first().waitFor();
  await scene.open?.(page);
  if (scene.shows) await page.locator(scene.shows).first().waitFor();
}

/** The elements that make the page scroll sideways, if it does. */
function stickingOut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 5)
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
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

  for (const { name } of scenes(0)) {
    test(`no violation, wide and narrow in full, colours in dark, layout at 900 px: ${name}`, async () => {
      const scene = scenes(run).find((each) => each.name === name);
      assert.ok(scene);
      const { page, close } = await openWindow(browser, service, {
        path: scene.path,
        viewport: { width: 1440, height: 900 },
      });
      await show(page, scene);
      const found: Record<string, string[]> = {};
      for (const { width, colorScheme, rules } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`, { state: 'attached' });
        const list = await violations(page, rules);
        if (list.length > 0) found[`${colorScheme} ${width}`] = list;
      }
      assert.deepEqual(found, {});
      await close();
    });
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
    const wide: Record<string, string[]> = {};
    for (const width of [900, 390]) {
      const { page, close } = await openWindow(browser, service, {
        path: '/w/atlas/',
        viewport: { width, height: 844 },
      });
      for (const scene of pages(run)) {
        await page.goto(service.url + scene.path);
        await show(page, scene);
        const culprits = await page.evaluate(stickingOut);
        if (culprits.length > 0) wide[`${scene.name} ${width}`] = culprits;
      }
      await close();
    }
    assert.deepEqual(wide, {});
  });
});
