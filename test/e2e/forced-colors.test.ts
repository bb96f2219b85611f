/** A person's own colours: the browser takes ours away, and with them backgrounds and shadows. What they said must be said otherwise. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from './rig/browser.ts';
import { openTheatre } from './rig/theatre.ts';

/** What a system colour is here, as the page computes it. */
const systemColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = wanted;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const styleOf = (
  place: Locator,
  name: 'backgroundColor' | 'outlineColor' | 'outlineStyle' | 'outlineWidth' | 'borderTopColor',
) => place.evaluate((element, wanted) => getComputedStyle(element)[wanted], name);

/** How many points of the canvas are drawn firmly (areas are only tinted), and how many of them in another colour than this. */
const firmPoints = (canvas: Locator, colour: string): Promise<{ all: number; others: number }> =>
  canvas.evaluate((element, wanted) => {
    const drawn = element as HTMLCanvasElement;
    const [red = 0, green = 0, blue = 0] = (wanted.match(/\d+/g) ?? []).map(Number);
    const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? { data: [] };
    const isFar = (at: number, part: number) => Math.abs((data[at] ?? 0) - part) > 32;
    const found = { all: 0, others: 0 };
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 160) continue;
      found.all++;
      if (isFar(at, red) || isFar(at + 1, green) || isFar(at + 2, blue)) found.others++;
    }
    return found;
  }, colour);

describe('with forced colours', { skip: noBrowser }, () => {
  const theatre = openTheatre('/w/shop/');

  for (const colorScheme of ['light', 'dark'] as const) {
    const open = (path: string) => theatre.open(path, { forcedColors: 'active', colorScheme });

    test(`the lines of the graph have the colour of text, and a chosen model stands out: ${colorScheme}`, async () => {
      const page = await open('schema');
      await page.locator('.react-flow__node').first().waitFor();
      const canvas = page.locator('.schema-canvas');
      const ink = await systemColour(page, 'CanvasText');
      assert.notEqual(ink, await systemColour(page, 'Canvas'));
      const deadline = Date.now() + 20_000;
      while ((await firmPoints(canvas, ink)).all < 500 && Date.now() < deadline) await page.waitForTimeout(100);
      const { all, others } = await firmPoints(canvas, ink);
      assert.ok(all >= 500, 'lines are drawn');
      // The marks at the ends of lines are filled with paper.
      assert.ok(others < all / 10, `${others} of ${all} points have another colour`);
      const boxes = page.locator('.model-box');
      await boxes.first().waitFor();
      await page.locator('.react-flow__node:has(.model-box)').first().press('Enter');
      const chosen = page.locator('.model-box[data-selected]');
      await chosen.waitFor();
      const highlight = await systemColour(page, 'Highlight');
      assert.equal(await styleOf(chosen, 'outlineStyle'), 'solid');
      assert.equal(await styleOf(chosen, 'outlineColor'), highlight);
      assert.equal(await styleOf(page.locator('.model-box:not([data-selected])').first(), 'outlineStyle'), 'none');
    });

    test(`what is chosen differs from what is not: ${colorScheme}`, async () => {
      const page = await open('schema');
      await page.locator('.react-flow__node').first().waitFor();
      const pairs: [Locator, Locator][] = [
        [page.locator('.nav-item[aria-current="page"]'), page.locator('.nav-item:not([aria-current])').first()],
        [
          page.locator('.mantine-SegmentedControl-label[data-active]').first(),
          page.locator('.mantine-SegmentedControl-label:not([data-active])').first(),
        ],
      ];
      await page.keyboard.press('Control+k');
      await page.locator('.palette__item').nth(1).waitFor();
      pairs.push([
        page.locator('.palette__item[aria-selected="true"]'),
        page.locator('.palette__item[aria-selected="false"]').first(),
      ]);
      const highlight = await systemColour(page, 'Highlight');
      for (const [chosen, other] of pairs) {
        assert.equal(await styleOf(chosen, 'backgroundColor'), highlight);
        assert.notEqual(await styleOf(other, 'backgroundColor'), highlight);
        const inner = await chosen
          .locator('span')
          .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
        assert.deepEqual([...new Set(inner)], ['rgba(0, 0, 0, 0)'], 'one surface, not one for each word');
      }
    });

    test(`the keyboard is seen wherever it is: ${colorScheme}`, async () => {
      const page = await open('migrations');
      await page.locator('.timeline').first().waitFor();
      const paper = await systemColour(page, 'Canvas');
      const seen = new Set<string>();
      for (let tabs = 0; tabs < 24; tabs++) {
        await page.keyboard.press('Tab');
        const [place] = await page.locator(':focus').evaluateAll((all) =>
          all.map((element) => {
            const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
            const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
            return { outlineStyle, outlineWidth, outlineColor, name: `${element.tagName} ${name.slice(0, 40)}` };
          }),
        );
        assert.ok(place, 'the focus is somewhere');
        seen.add(place.name);
        const { outlineStyle, outlineWidth, outlineColor, name } = place;
        assert.ok(outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2, `${name}: ${outlineStyle}`);
        assert.notEqual(outlineColor, paper, name);
      }
      assert.ok(seen.size > 12, `${seen.size} places`);
    });
  }
});
