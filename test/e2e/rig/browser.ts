/** The system's Chromium, and windows in it that notice what a user would not forgive: errors, broken policy, foreign hosts. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Service } from './launch.ts';

const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const program = process.env.INSPECTOR_TEST_BROWSER || known.find((file) => existsSync(file));

/** Give this as `skip`: a machine without a browser says so instead of failing. */
export const noBrowser: string | false = program ? false : 'no Chromium on this machine';

/**
 * Beside each window Chromium holds two pages of its own, for the list below the address bar: half of what a window costs.
 * Only the last list of features counts, so those that Playwright switches off stand here too.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];

const flags = [
  `--disable-features=${withoutFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...(program ? { executablePath: program } : {}), args: flags });
}

export type Window = {
  page: Page;
  context: BrowserContext;
  /** Console errors, uncaught errors and requests to other hosts so far. Requests that failed while the service was away are no fault. */
  faults: string[];
  close(): Promise<void>;
};

/** What Chromium itself prints about a request that failed or was refused; the window is built to live with those. */
const isNetworkNote = (text: string): boolean => text.startsWith('Failed to load resource');

/** The cookies of the first window that was let in: a launch link costs a process, and windows of one browser share a session anyway. */
const letIn = new WeakMap<Service, Promise<StorageState>>();
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

async function comeIn(browser: Browser, service: Service): Promise<StorageState> {
  const context = await browser.newContext();
  const page = await context.newPage();
  // The cookies come with the answer: the window itself need not start.
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(await service.newLink());
  const state = await context.storageState();
  await context.close();
  return state;
}

export type OpenOptions = BrowserContextOptions & {
  path?: string;
  /** `shared`: the session of all windows; `own`: one that the test will end. */
  session?: 'shared' | 'own' | 'none';
  /** For a test that changes its window for good, by its clock or by a script that runs before the page: no other gets it. */
  alone?: boolean;
};

const usualSize = { width: 1280, height: 860 };

/** A command of a project yields to every other program: on a busy machine its answer takes a while, and that is no fault. */
const patienceMs = 90_000;

/** A window on the service. */
export async function openWindow(browser: Browser, service: Service, options: OpenOptions = {}): Promise<Window> {
  const { path = '/', session = 'shared', alone: _, ...contextOptions } = options;
  if (session === 'shared' && !letIn.has(service)) letIn.set(service, comeIn(browser, service));
  const storageState =
    session === 'shared' ? await letIn.get(service) : session === 'own' ? await comeIn(browser, service) : undefined;
  const context = await browser.newContext({
    viewport: usualSize,
    reducedMotion: 'reduce',
    ...(storageState ? { storageState } : {}),
    ...contextOptions,
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const faults: string[] = [];
  const { host } = new URL(service.url);
  page.on('console', (message) => {
    if (message.type() === 'error' && !isNetworkNote(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== host) faults.push(`foreign host: ${url.host}`);
  });
  await page.goto(service.url + path);
  return {
    page,
    context,
    faults,
    close: async () => {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Where nothing of ours runs, and all that a window keeps is at hand; from a blank page the next one would be a new process. */
const empty = '/icon-192.png';

/** Leaves the page and forgets what it kept. */
export async function putAway(page: Page, address: string): Promise<void> {
  await page.goto(address + empty);
  await page.evaluate(() => localStorage.clear());
}

/** A window that another test has put away, as a new one would be, for half of what that costs. */
export async function openAgain({ page, context }: Window, service: Service, options: OpenOptions): Promise<void> {
  await context.clearCookies();
  await context.addCookies((await letIn.get(service))?.cookies ?? []);
  await page.unrouteAll();
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.setViewportSize(options.viewport ?? usualSize);
  await page.goto(service.url + (options.path ?? '/'));
}
