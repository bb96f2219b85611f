import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noBrowser } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { copySample } from './rig/projects.ts';

describe('the logs', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample() });

  /** The project goes on to log, at the time of its last line: the newest of all stand where they are looked for. */
  const log = async (...lines: string[]): Promise<void> => {
    const file = join(house.projectPath, 'logs/atlas.log');
    const last = (await readFile(file, 'utf8')).trimEnd().split('\n').at(-1) ?? '';
    const time = /^\S+ \S+/.exec(last)?.[0];
    await appendFile(file, lines.map((line) => `${time} ${line}\n`).join(''));
  };

  test('logs are filtered by level, text and regular expression, all of it in the address; an address that asks for no level there is says so at the level', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    await page.locator('.stream__row').first().waitFor();
    await page.getByRole('combobox', { name: 'Level' }).selectOption('error');
    await page.waitForURL(/level=error/);
    await page.waitForFunction(() => {
      const levels = [...document.querySelectorAll('.stream .level')].map((each) => each.textContent);
      return levels.length > 0 && levels.every((level) => level === 'Error');
    });
    await page.getByRole('searchbox').fill('/[A-Za-z]+/');
    await page.waitForURL(/q=/);
    await page.reload();
    await page.locator('.stream__row').first().waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), '/[A-Za-z]+/');
    await page.getByRole('searchbox').fill('/(/');
    await page.getByText('This is not a regular expression').waitFor();
    await page.getByRole('searchbox').fill('no line says this');
    await page.getByText('No line matches these filters').waitFor();
    await page.goto(`${house.service.url}/w/atlas/logs/?level=bogus`);
    await page.getByText('"bogus" is not one of').waitFor();
    const invalid = page.locator('.filters [aria-invalid="true"]');
    assert.deepEqual(await invalid.evaluateAll((all) => all.map((each) => each.ariaLabel)), ['Level']);
    await page.locator('.state').getByRole('button', { name: 'Clear filters' }).click();
    await page.locator('.stream__row').first().waitFor();
    await close();
  });

  test('the field of the logs says what is searched for, also where the palette asked for it', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    await page.locator('.stream__row').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('no line says this');
    await page.getByRole('option', { name: /no line says this/ }).click();
    await page.getByText('No line matches these filters').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'no line says this');
    await close();
  });

  test('what was searched for is marked where it stands, also below an entry that is folded', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/?q=OVERDUE' });
    await page
      .locator('.stream__row mark', { hasText: /^overdue$/ })
      .first()
      .waitFor();
    await page.goto(`${house.service.url}/w/atlas/logs/?q=${encodeURIComponent('/Traceback \\(/')}`);
    const more = page.getByRole('button', { name: /more lines match inside$/ }).last();
    await more.click();
    await page
      .locator('.stream__detail mark', { hasText: /^Traceback \($/ })
      .first()
      .waitFor();
    await close();
  });

  test('an expression that does not come to an end is given up, and the next one is tried', async () => {
    await log(`INFO atlas.runaway ${'a'.repeat(60)}!`);
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    await page.locator('.stream__row', { hasText: 'aaaa' }).first().waitFor();
    await page.getByRole('searchbox').fill('/(a+)+$/');
    await page.getByText('This pattern takes too long').waitFor({ timeout: 15_000 });
    await page.getByRole('searchbox').fill('/a{60}!$/');
    await page.locator('.stream__row', { hasText: 'aaaa' }).first().waitFor();
    assert.equal(await page.getByText('This pattern takes too long').count(), 0);
    await close();
  });

  test('a regular expression says how far it was tried, and goes on to older lines when asked', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    const row = (number: number) => page.locator('.stream__row', { hasText: `line number ${number}` });
    // As a file grows: of one that is read for the first time, or has grown by more, only the newest lines are taken.
    for (const from of [0, 4_000, 8_000]) {
      await log(...Array.from({ length: 4_000 }, (_, index) => `INFO atlas.many line number ${from + index + 1}`));
      await row(from + 4_000).waitFor();
    }
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/logs/?') && asked.push(request.url()));
    await page.getByRole('searchbox').fill('/line number 3000$/');
    await row(3_000).waitFor();
    await page.getByText(/^1 match\. Searched the newest 10,0\d\d lines, not yet the older ones/).waitFor();
    await page.getByRole('searchbox').fill('/line number 300$/');
    await page.getByText('No match so far').waitFor();
    await page.getByRole('button', { name: 'Search older lines' }).click();
    await row(300).waitFor();
    await page.getByText(/^1 match\. Searched all 1\d,\d\d\d lines that are kept\.$/).waitFor();
    const before = asked.length;
    await log('INFO atlas.many another line number 300');
    await page.locator('.stream__row', { hasText: 'another' }).waitFor();
    assert.ok(asked.length - before < 5, `new lines are asked for, not all again: ${asked.length - before}`);
    await page.getByRole('searchbox').fill('/no line says this/');
    await page.getByText('No line matches these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    await close();
  });

  test('who comes back to the logs is at the line that was read, or at the newest', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    const row = (number: number) => page.locator('.stream__row', { hasText: new RegExp(`entry ${number}$`) });
    await log(...Array.from({ length: 150 }, (_, index) => `INFO atlas.long entry ${index + 1}`));
    const comeBack = async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Fixtures' }).click();
      await page.waitForURL(/\/fixtures/);
      await page.goBack();
      await page.locator('.stream__row').first().waitFor();
    };
    await row(150).waitFor();
    await comeBack();
    await row(150).waitFor();
    await page.locator('.stream').evaluate((box) => box.scrollTo(0, box.scrollHeight - 2_400));
    await row(70).waitFor();
    const topOf = async () => (await row(70).boundingBox())?.y ?? Number.NaN;
    const before = await topOf();
    await comeBack();
    await row(70).waitFor();
    assert.ok(Math.abs((await topOf()) - before) < 24, 'it is where it was, by a line at most');
    await close();
  });

  test('a traceback is folded until asked for, and opens below its message, whose source is told on a phone, too', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/?level=error' });
    const more = page.getByRole('button', { name: /^\d+ more lines?$/ }).last();
    await more.waitFor();
    assert.equal(await page.locator('.stream__detail').count(), 0);
    const pressed = await more.boundingBox();
    await more.click();
    await page.locator('.stream__detail', { hasText: 'Traceback' }).first().waitFor();
    const opened = await page.getByRole('button', { name: 'Hide', exact: true }).boundingBox();
    assert.equal(opened?.y, pressed?.y);
    const leftOf = async (part: string) => (await page.locator(`.stream__row:has(pre) ${part}`).boundingBox())?.x;
    assert.equal(await leftOf('.stream__detail'), await leftOf('.stream__message'));
    await page.setViewportSize({ width: 360, height: 700 });
    await page.locator('.stream__source', { hasText: 'atlas.log' }).first().waitFor();
    await close();
  });

  test('a message of kilobytes begins with some lines, and the keyboard opens the whole of it', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/?q=refused' });
    await page.getByText('No line matches these filters').waitFor();
    await log(`ERROR atlas.api refused: ${'part of a payload '.repeat(300)}the end`);
    const message = page.locator('.stream__message', { hasText: 'refused' });
    const more = message.getByRole('button', { name: /^\d,\d{3} more characters$/ });
    await more.waitFor();
    assert.ok(((await message.boundingBox())?.height ?? Infinity) < 250, 'it is some lines high');
    await more.press('Enter');
    await message.getByText('the end').waitFor();
    await message.getByRole('button', { name: 'Hide', exact: true }).and(page.locator(':focus')).press('Enter');
    await more.waitFor();
    await close();
  });
});
