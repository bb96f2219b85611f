/** axe in the page itself: no violation of WCAG 2.2 AA that a machine can find, in both themes and three widths, without loading the page again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

// Run directly: axe's own builder for Playwright brings the source into every page and a blank one for each question, three times the time.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Found = { id: string; nodes: { target: unknown[] }[] };
type Asked = Document | { include: Element[] };
type WithAxe = { axe?: { run(asked: Asked, options: object): Promise<{ violations: Found[] }> } };

/** Ordered so that each differs from the one before in one thing. */
const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'light', width: 900 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'dark', width: 900 },
  { colorScheme: 'dark', width: 1440 },
] as const;

/**
 * All rules on the whole page. Where something lies over the page, colours are asked of that alone: behind it they are those of
 * the page without it, which is a scene of its own, and to find out what covers each word there takes as long as all else.
 */
async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as WithAxe;
    if (!axe) throw new Error('axe is not in the page');
    const all = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'], preload: false };
    const over = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter((each) => each.checkVisibility());
    const list: Found[] = [];
    if (over.length === 0) list.push(...(await axe.run(document, all)).violations);
    else {
      const colours = { ...all, runOnly: { type: 'rule', values: ['color-contrast'] } };
      const rest = { ...all, rules: { 'color-contrast': { enabled: false } } };
      list.push(...(await axe.run(document, rest)).violations);
      list.push(...(await axe.run({ include: over }, colours)).violations);
    }
    return list.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }));
  }, wcag);
  return found.map(({ id, targets }) => `${id}: ${targets.slice(0, 3).join(', ')}`);
}

/** Colours on their way from one theme to the other are those of neither. */
const transitionsEnded = async (): Promise<void> => {
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(moving.map((animation) => animation.finished));
};

const isInPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => (window as unknown as WithAxe).axe !== undefined);

/**
 * What axe finds wrong, by theme and width. `settle` is awaited in each: what the page must show there, so that a dialog
 * that a narrow window closed is not passed as one without fault.
 */
export async function violationsInEveryLook(
  page: Page,
  settle: (width: number) => Promise<unknown> = async () => {},
): Promise<Record<string, string[]>> {
  assert.equal(page.frames().length, 1, 'a frame in the page would need to be asked, too');
  if (!(await isInPage(page))) await page.evaluate(source);
  const found: Record<string, string[]> = {};
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`, { state: 'attached' });
    await settle(width);
    await page.evaluate(transitionsEnded);
    const list = await violations(page);
    if (list.length > 0) found[`${colorScheme} ${width}`] = list;
  }
  return found;
}
