/** axe in the page itself: no violation of WCAG 2.2 AA that a machine can find, in both themes and three widths, without loading the page again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

// Run directly: axe's own builder for Playwright brings the source into every page and a blank one for each question, three times the time.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules among them that compare colours. */
const onColours = ['color-contrast', 'link-in-text-block'];

type Found = { id: string; nodes: { target: unknown[] }[] };
type Axe = {
  configure(spec: { rules: { id: string; selector: string }[] }): void;
  run(place: Document | { include: string[][] }, options: object): Promise<{ violations: Found[] }>;
};
type WithAxe = { axe?: Axe };

/** Ordered so that each differs from the one before in one thing, and both themes of a width follow each other. */
const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 900 },
  { colorScheme: 'light', width: 900 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const;

/**
 * The page without its colours: each element with all that is written in it, where it stands, and whether it is seen.
 * Where two looks have the same, only the rules on colours can find something else.
 */
const form = (): string => {
  const boxes = [...document.querySelectorAll('body *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height, element.checkVisibility({ opacityProperty: true, visibilityProperty: true })].join();
  });
  const { outerHTML } = document.documentElement;
  return `${outerHTML.replace(/ data-mantine-color-scheme="\w+"/, '')} ${boxes.join(' ')}`;
};

/**
 * What is asked of a look: all rules of the whole page in the first one, only the colours where the others were asked of the
 * same form. Where something lies over the page, the page behind it is a scene of its own: its contrast is not asked again,
 * nor, after the first look, anything else of it.
 */
type Question = { isFirst: boolean; onlyColours: boolean };

async function violations(page: Page, { isFirst, onlyColours }: Question): Promise<string[]> {
  const runOnly = onlyColours ? { type: 'rule', values: onColours } : { type: 'tag', values: wcag };
  const found = await page.evaluate(
    async ({ isFirst, runOnly }) => {
      const { axe } = window as unknown as WithAxe;
      if (!axe) throw new Error('axe is not in the page');
      const over = ['[role=dialog]', '[role=menu]'].filter((place) =>
        [...document.querySelectorAll(place)].some((each) => each.checkVisibility()),
      );
      const selector = over.map((place) => `${place}, ${place} *`).join(', ') || '*';
      axe.configure({ rules: [{ id: 'color-contrast', selector }] });
      const place = isFirst || over.length === 0 ? document : { include: over.map((each) => [each]) };
      const { violations } = await axe.run(place, { runOnly, resultTypes: ['violations'], preload: false });
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target.join(' ')) }));
    },
    { isFirst, runOnly },
  );
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
  let asked = '';
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`, { state: 'attached' });
    await settle(width);
    await page.evaluate(transitionsEnded);
    const shown = await page.evaluate(form);
    const list = await violations(page, { isFirst: asked === '', onlyColours: shown === asked });
    asked = shown;
    if (list.length > 0) found[`${colorScheme} ${width}`] = list;
  }
  return found;
}
