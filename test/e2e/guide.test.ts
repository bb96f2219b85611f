import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBrowser } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { copySample } from './rig/projects.ts';

describe('the guide in the window', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample(), args: ['--base-path', '/inspector'] });

  test('the guide opens beside the work, and its links are followed in place', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.getByRole('button', { name: 'Guide' }).click();
    const drawer = page.getByRole('dialog', { name: 'Guide' });
    await drawer.getByRole('heading', { level: 1 }).waitFor();
    const before = await drawer.getByRole('heading', { level: 1 }).textContent();
    const link = drawer.locator('.guide a[href$="/"]').first();
    await link.click();
    await page.waitForFunction((old) => document.querySelector('.guide h1')?.textContent !== old, before);
    assert.match(page.url(), /\/w\/atlas\/?$/);
    await close();
  });

  test('by keyboard a link of the guide leads on within it, and back to where it was', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.getByRole('button', { name: 'Guide' }).click();
    const drawer = page.getByRole('dialog', { name: 'Guide' });
    const heading = (name: string) => drawer.getByRole('heading', { level: 1, name, exact: true });
    const contents = (await drawer.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await drawer.getByRole('link', { name: 'Troubleshooting' }).first().focus();
    await page.keyboard.press('Enter');
    await heading('Troubleshooting').waitFor();
    const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
    await page.waitForFunction(() => document.activeElement?.classList.contains('guide'));
    await drawer.getByRole('button', { name: 'Back' }).focus();
    await page.keyboard.press('Enter');
    await heading(contents).waitFor();
    await page.waitForFunction(() => document.activeElement?.classList.contains('guide'));
    assert.equal(await drawer.getByRole('button', { name: 'Back' }).count(), 0);
    assert.ok(await isInside());
    await close();
  });

  test('a link of the guide to a section of another page brings that into sight', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.getByRole('button', { name: 'Guide' }).click();
    const drawer = page.getByRole('dialog', { name: 'Guide' });
    await drawer.getByRole('link', { name: 'Overview' }).click();
    await drawer.getByRole('link', { name: 'The picture is not right' }).click();
    await page.waitForFunction(() => {
      const section = document.querySelector('.guide #the-picture-is-not-right');
      return section !== null && section.getBoundingClientRect().top < 300;
    });
    await close();
  });

  test('the usage of every command is read without scrolling sideways, in the drawer and on a page of its own', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    const isWide = () =>
      page
        .locator('pre')
        .first()
        .evaluate((block) => block.scrollWidth > block.clientWidth);
    await page.getByRole('button', { name: 'Guide' }).click();
    const drawer = page.getByRole('dialog', { name: 'Guide' });
    await drawer.getByRole('link', { name: 'Command line' }).first().click();
    await drawer.getByRole('heading', { level: 1, name: 'Command line' }).waitFor();
    assert.equal(await isWide(), false);
    await page.goto(`${house.service.url}/docs/command-line/`);
    assert.equal(await isWide(), false);
    await close();
  });

  test('a page of the guide has the colours of the theme, and leads to the others and to the window', async () => {
    const { page, close } = await house.open({ path: '/docs/runs/', colorScheme: 'dark' });
    const colour = (selector: string, name: 'color' | 'backgroundColor') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, wanted) => getComputedStyle(element)[wanted], name);
    assert.equal(await colour('body', 'backgroundColor'), 'rgb(16, 17, 21)');
    assert.equal(await colour('h1', 'color'), 'rgb(232, 233, 237)');
    // Chosen in the window, whatever the system is.
    await page.evaluate(() => localStorage.setItem('inspector-colour-scheme', 'light'));
    await page.reload();
    assert.equal(await colour('body', 'backgroundColor'), 'rgb(246, 246, 248)');
    assert.equal(await colour('h1', 'color'), 'rgb(26, 27, 32)');
    await page.getByRole('link', { name: 'Guide', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor();
    await page.getByRole('link', { name: 'Workspace Inspector' }).click();
    await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    await close();
  });

  test('a command wraps between its words, never inside an option', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', viewport: { width: 390, height: 844 } });
    await page.locator('.insights').waitFor();
    await page.keyboard.press('r');
    const commands = page.getByRole('dialog').locator('.preset code');
    await commands.first().waitFor();
    const lines = await commands.evaluateAll((all) => all.map((each) => each.getClientRects().length));
    assert.ok(Math.max(...lines) > 1, 'one of them takes more than a line here');
    const broken = await commands
      .locator('.nowrap')
      .evaluateAll((words) => words.filter((word) => word.getClientRects().length > 1).map((word) => word.textContent));
    assert.deepEqual(broken, []);
    await close();
  });
});
