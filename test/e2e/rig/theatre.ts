/** The built window with answers of the test's choosing behind it, for pages whose states a real project shows too rarely. */
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { sampleMigrations } from '../../web/sample-migrations.ts';
import { sampleSchema } from '../../web/sample-schema.ts';
import { builtWindow, openStage, type Play, type Stage } from '../../web/stage.ts';
import { putAway } from './browser.ts';
import { held, heldBrowser } from './house.ts';

const samplePlay = (): Play => ({ schema: sampleSchema(), migrations: sampleMigrations() });

type Look = { width?: number } & Pick<NonNullable<Parameters<Page['emulateMedia']>[0]>, 'colorScheme' | 'forcedColors'>;

type Theatre = {
  readonly stage: Stage;
  /** Opens a page below the theatre's path; what it complains of is told after the test. */
  open(path?: string, look?: Look): Promise<Page>;
};

/** `faults`: what the console showed as errors. */
async function takeSeat(browser: Browser): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults };
}

/** Call it inside `describe`. Each test begins with the sample, in a window that remembers nothing. */
export function openTheatre(at: string): Theatre {
  const browser = heldBrowser();
  const stage = held(
    () => openStage(builtWindow, samplePlay()),
    (open) => open.close(),
  );
  // One for all tests: a new one takes twice the time.
  const seat = held(
    () => takeSeat(browser()),
    ({ page }) => page.close(),
  );
  afterEach(async () => {
    const { page, faults } = seat();
    await putAway(page, stage().address);
    stage().play = samplePlay();
    assert.deepEqual(faults.splice(0), []);
  });
  return {
    get stage() {
      return stage();
    },
    open: async (path = '', { width = 1440, colorScheme = null, forcedColors = null } = {}) => {
      const { page } = seat();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, forcedColors });
      await page.goto(stage().address + at + path);
      return page;
    },
  };
}
