import assert from 'node:assert/strict';
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

describe('around the pages', { skip: noBrowser }, () => {
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
