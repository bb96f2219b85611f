import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noBrowser } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { copySample } from './rig/projects.ts';
import { runPreset } from './rig/scenes.ts';

type Told = { told: { title: string; body: string }[] };

/** A window in the background, and a desktop that writes down what it is told. */
function inBackground(): void {
  const told: { title: string; body: string }[] = [];
  class Recorder {
    static permission = 'granted';
    onclick: (() => void) | null = null;
    constructor(title: string, options: { body: string }) {
      told.push({ title, body: options.body });
    }
    close(): void {}
  }
  Object.assign(window, { told, Notification: Recorder });
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
}

describe('the finish', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample(), args: ['--base-path', '/inspector'] });

  test('below a base path every page, file and request stays below it', async () => {
    const { page, close } = await house.open();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    assert.match(page.url(), /\/inspector\/w\/atlas\/logs/);
    assert.ok(paths.length > 0);
    assert.deepEqual(
      paths.filter((path) => !path.startsWith('/inspector/')),
      [],
    );
    await close();
  });

  test('whoever is logged in opens the base path without its slash and is inside', async () => {
    const { page, close } = await house.open();
    await page.goto(new URL('/inspector', page.url()).href);
    await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    assert.match(page.url(), /\/inspector\/(w\/atlas\/?)?$/);
    await close();
  });

  test('the page of the API has the colours of the theme and leads by keyboard to the window and to the guide', async () => {
    const { page, close } = await house.open();
    const address = new URL('/inspector/api/docs/', page.url()).href;
    const link = page.getByRole('navigation').getByRole('link', { name: 'Workspace Inspector' });
    const colours = async () => [
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
      await link.evaluate((element) => getComputedStyle(element).color),
    ];
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(address);
    await page.getByText('/api/task-runs/', { exact: true }).first().waitFor();
    assert.deepEqual(await colours(), ['rgb(28, 32, 34)', 'rgb(163, 176, 255)']);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction(() => !document.documentElement.classList.contains('dark-mode'));
    const [ground, accent] = await colours();
    assert.notEqual(ground, 'rgb(28, 32, 34)');
    assert.equal(accent, 'rgb(52, 72, 184)');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'atlas', exact: true }).waitFor();
    await page.goto(address);
    await link.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Guide', exact: true }).waitFor();
    await close();
  });

  test('the page of the API has the theme that was chosen in the window, and another one as soon as it is', async () => {
    const { page, context, close } = await house.open({ alone: true, colorScheme: 'light' });
    await page.evaluate(() => localStorage.setItem('inspector-colour-scheme', 'dark'));
    const beside = await context.newPage();
    await beside.goto(new URL('/inspector/api/docs/', page.url()).href);
    await beside.waitForSelector('html.dark-mode', { state: 'attached' });
    await page.evaluate(() => localStorage.setItem('inspector-colour-scheme', 'light'));
    await beside.waitForSelector('html:not(.dark-mode)', { state: 'attached' });
    await close();
  });

  test('the page of the API tries a path that changes something, with the token that the browser has', async () => {
    const { page, close } = await house.open();
    await page.goto(new URL('/inspector/api/docs/', page.url()).href);
    const path = page.locator('#operations-launch-links-createLaunchLink');
    await path.getByRole('button').first().click();
    await path.getByRole('button', { name: 'Try it out' }).click();
    await path.getByRole('button', { name: 'Execute' }).click();
    await path.locator('.live-responses-table').getByText('201', { exact: true }).waitFor();
    await close();
  });

  test('a browser can install it: the manifest and each of its icons are served', async () => {
    const { page, close } = await house.open();
    const missing = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href ?? '';
      const manifest = (await (await fetch(link)).json()) as { start_url: string; icons: { src: string }[] };
      const addresses = [manifest.start_url, ...manifest.icons.map((icon) => icon.src)].map(
        (src) => new URL(src, link).href,
      );
      const answers = await Promise.all(
        addresses.map(async (address) => [address, (await fetch(address)).ok] as const),
      );
      return answers.filter(([, ok]) => !ok).map(([address]) => address);
    });
    assert.deepEqual(missing, []);
    await close();
  });

  test('the tab carries the colour of the workspace and a dot for pending migrations', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.waitForFunction(() =>
      decodeURIComponent(document.querySelector<HTMLLinkElement>('#favicon')?.href ?? '').includes('<circle cx="50"'),
    );
    await page.waitForFunction(() => document.title.startsWith('atlas · '));
    await close();
  });

  test('a text that is typed into a search is there again on the way back, however soon the page is left', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    for (const name of ['Migrations', 'Logs', 'Schema']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      const field = page.getByRole('main').getByRole('searchbox');
      await field.waitFor();
      const fixtures = page.getByRole('navigation').getByRole('link', { name: 'Fixtures' });
      await field.fill('loan');
      await fixtures.evaluate((link: HTMLElement) => link.click());
      await page.waitForURL(/\/fixtures/);
      await page.goBack();
      await page.waitForURL((url) => url.searchParams.get('q') === 'loan');
      assert.equal(await field.inputValue(), 'loan', name);
    }
    await close();
  });

  test('the tab, the history and a bookmark name the page, then the workspace', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    const titled = (title: string) =>
      page.waitForFunction((wanted) => document.title === wanted, `${title} · Workspace Inspector`);
    await titled('atlas');
    for (const name of ['Schema', 'Migrations', 'Runs', 'Logs', 'Fixtures']) {
      await page.getByRole('navigation').getByRole('link', { name }).click();
      await titled(`${name} · atlas`);
    }
    await page.getByRole('link', { name: 'Administration' }).click();
    await titled('Workspaces · Administration');
    await page.goBack();
    await titled('Fixtures · atlas');
    await page.goto(`${house.service.url}/w/atlas/`);
    await page.locator('.insights').waitFor();
    const run = await runPreset(page, 'version');
    await titled(`Succeeded: Django version #${run} · atlas`);
    await page.goto(`${house.service.url}/add/`);
    await titled('Add a project');
    await page.goto(`${house.service.url}/w/no-such/`);
    await titled('There is nothing at this address');
    await close();
  });

  test('a run that ends while the window is in the background is announced', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', alone: true });
    await page.addInitScript(inBackground);
    await page.clock.install();
    await page.reload();
    await page.locator('.insights').waitFor();
    await page.keyboard.press('r');
    await page.locator('input[value="version"]').check();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    // A hidden window asks every 15 s: its clock is wound on until it was told.
    const toldSoFar = () => page.evaluate(() => (window as unknown as Told).told);
    let told = await toldSoFar();
    for (const until = Date.now() + 45_000; told.length === 0 && Date.now() < until; ) {
      const polled = page.waitForResponse((response) => response.url().includes('/status/'));
      await page.clock.runFor(15_000);
      await polled;
      told = await toldSoFar();
    }
    assert.match(told[0]?.title ?? '', /succeeded$/);
    await close();
  });

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
    const file = join(house.projectPath, 'logs/atlas.log');
    const last = (await readFile(file, 'utf8')).trimEnd().split('\n').at(-1) ?? '';
    await appendFile(file, `${/^\S+ \S+/.exec(last)?.[0]} INFO atlas.runaway ${'a'.repeat(60)}!\n`);
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
    const file = join(house.projectPath, 'logs/atlas.log');
    const last = (await readFile(file, 'utf8')).trimEnd().split('\n').at(-1) ?? '';
    const time = /^\S+ \S+/.exec(last)?.[0];
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    const row = (number: number) => page.locator('.stream__row', { hasText: `line number ${number}` });
    // As a file grows: of one that is read for the first time, or has grown by more, only the newest lines are taken.
    for (const from of [0, 4_000, 8_000]) {
      const lines = Array.from(
        { length: 4_000 },
        (_, index) => `${time} INFO atlas.many line number ${from + index + 1}`,
      );
      await appendFile(file, `${lines.join('\n')}\n`);
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
    await appendFile(file, `${time} INFO atlas.many another line number 300\n`);
    await page.locator('.stream__row', { hasText: 'another' }).waitFor();
    assert.ok(asked.length - before < 5, `new lines are asked for, not all again: ${asked.length - before}`);
    await page.getByRole('searchbox').fill('/no line says this/');
    await page.getByText('No line matches these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    await close();
  });

  test('who comes back to the logs is at the line that was read, or at the newest', async () => {
    const file = join(house.projectPath, 'logs/atlas.log');
    const time = /^\S+ \S+/.exec((await readFile(file, 'utf8')).trimEnd().split('\n').at(-1) ?? '')?.[0];
    const { page, close } = await house.open({ path: '/w/atlas/logs/' });
    const row = (number: number) => page.locator('.stream__row', { hasText: new RegExp(`entry ${number}$`) });
    const lines = Array.from({ length: 150 }, (_, index) => `${time} INFO atlas.long entry ${index + 1}`);
    await appendFile(file, `${lines.join('\n')}\n`);
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
    const file = join(house.projectPath, 'logs/atlas.log');
    const time = /^\S+ \S+/.exec((await readFile(file, 'utf8')).trimEnd().split('\n').at(-1) ?? '')?.[0];
    const { page, close } = await house.open({ path: '/w/atlas/logs/?q=refused' });
    await page.getByText('No line matches these filters').waitFor();
    await appendFile(file, `${time} ERROR atlas.api refused: ${'part of a payload '.repeat(300)}the end\n`);
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

  test('printing shows the page without the frame around it', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.sidebar').isVisible(), false);
    assert.ok(await page.locator('.insights').isVisible());
    await close();
  });

  test('a printed log holds all its lines, not only those in sight', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    await runPreset(page, 'showmigrations');
    const printed = (row: string) =>
      page.evaluate((selector) => {
        const indexes = () =>
          [...document.querySelectorAll<HTMLElement>(selector)].map((each) => Number(each.dataset.index));
        const inSight = indexes();
        window.dispatchEvent(new Event('beforeprint'));
        const onPaper = indexes();
        window.dispatchEvent(new Event('afterprint'));
        return { inSight: inSight.length, onPaper, afterwards: indexes().length };
      }, row);
    const whole = (count: number) => Array.from({ length: count }, (_, index) => index);
    await page.locator('.log-view__row').first().waitFor();
    const lines = Number.parseInt((await page.locator('.log-view__lines').textContent()) ?? '', 10);
    const run = await printed('.log-view__row');
    assert.deepEqual(run.onPaper, whole(lines));
    assert.ok(run.inSight < lines && run.afterwards < lines, `${run.inSight} and ${run.afterwards} of ${lines} drawn`);
    await page.goto(`${house.service.url}/w/atlas/logs/`);
    await page.locator('.stream__row').first().waitFor();
    const logs = await printed('.stream__row');
    assert.ok(logs.onPaper.length > logs.inSight);
    assert.deepEqual(logs.onPaper, whole(logs.onPaper.length));
    await close();
  });

  test('a dark window prints on white', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', colorScheme: 'dark' });
    await page.locator('.insight').first().waitFor();
    const paper = () =>
      page
        .locator('.insight')
        .first()
        .evaluate((card) => getComputedStyle(card).backgroundColor);
    assert.notEqual(await paper(), 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await paper(), 'rgb(255, 255, 255)');
    // And in black: where something leads is not seen there.
    await page.goto(`${house.service.url}/w/atlas/schema/?look=table`);
    const link = page.locator('.model-link').first();
    assert.equal(await link.evaluate((name) => getComputedStyle(name).color), 'rgb(0, 0, 0)');
    await close();
  });
});
