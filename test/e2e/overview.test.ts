import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Status } from '../../src/contract/index.ts';
import { noBrowser } from './rig/browser.ts';
import { heldProject, openHouse } from './rig/house.ts';
import { addWorkspace } from './rig/launch.ts';
import { copySample, makeBare, makeLost, makeNamed } from './rig/projects.ts';

const longName = 'northwind_logistics.platform.warehouse_inventory_reconciliation';

describe('the overview', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample() });
  const lost = heldProject(() => makeLost('lost'));
  const silent = heldProject(() => makeBare('silent'));
  const longNamed = heldProject(() => makeNamed('long', longName));

  test('the printed link opens the overview, and opens it once', async () => {
    const context = await house.browser.newContext();
    const page = await context.newPage();
    const link = await house.service.newLink();
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    const other = await house.browser.newContext();
    const second = await other.newPage();
    assert.equal((await second.goto(link))?.status(), 401);
    await second.getByText('This link was used already or has expired').waitFor();
    await second.getByText('inspector link').waitFor();
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    await context.close();
    await other.close();
  });

  test('it shows insights, apps with their counts, scans and documentation of the real project', async () => {
    const { page, close } = await house.open();
    await page.getByRole('list', { name: 'Insights' }).getByText('Pending migrations').waitFor();
    const apps = page.getByRole('region', { name: 'Apps' });
    const lending = apps.getByRole('row').filter({ hasText: 'atlas.lending' });
    await lending.waitFor();
    assert.match((await lending.getByRole('cell').nth(1).textContent()) ?? '', /^[1-9]\d*$/);
    await page.getByRole('region', { name: 'Scans' }).getByText('Schema').first().waitFor();
    await page.getByRole('region', { name: 'Documentation' }).getByRole('link').first().waitFor();
    await apps.getByRole('link', { name: 'atlas.lending' }).click();
    await page.getByRole('button', { name: /^lending/ }).waitFor();
    assert.equal(await page.locator('.migration-app').count(), 1, 'an app leads to its own migrations');
    await page.goBack();
    await page.getByRole('list', { name: 'Insights' }).getByRole('link', { name: 'Pending migrations' }).click();
    await page.waitForURL(/\/migrations\?show=attention$/);
    await page.getByText('Run migrate in the project to apply them.').waitFor();
    await close();
  });

  test('what became of the figures since one last looked is told, each with its page; of a first look there is nothing to tell', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    const since = page.getByRole('region', { name: 'Since you last looked' });
    assert.equal(await since.count(), 0);
    await page.waitForFunction(() => localStorage.getItem('inspector-looks:atlas') !== null);
    await page.evaluate(() => {
      const looks = JSON.parse(localStorage.getItem('inspector-looks:atlas') ?? '');
      looks.last.at -= 3 * 3_600_000;
      looks.last.figures['Own models'] = '24';
      localStorage.setItem('inspector-looks:atlas', JSON.stringify(looks));
    });
    await page.reload();
    await since.getByText('3 hours ago').waitFor();
    assert.match((await since.getByRole('listitem').allTextContents()).join(), /^Own models 24 →to 26$/);
    await page.reload();
    await since.getByRole('link', { name: 'Own models' }).click();
    await page.getByText('26 own models', { exact: true }).waitFor();
    await close();
  });

  test('errors lead to just the lines that are counted: critical ones too, and of the last hour; all of it can be lifted', async () => {
    const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const line = (hoursAgo: number, message: string) =>
      `${JSON.stringify({ timestamp: at(hoursAgo), level: 'CRITICAL', logger: 'atlas.core', message })}\n`;
    const lines = line(3, 'the gate was open') + line(0, 'the vault is open');
    await appendFile(join(house.projectPath, 'logs/events.log'), lines);
    const { page, close } = await house.open();
    const card = page.locator('.insight', { hasText: 'Errors in the last hour' });
    await card.getByRole('link').click();
    const vault = page.locator('.stream__row', { hasText: 'the vault is open' });
    const gate = page.locator('.stream__row', { hasText: 'the gate was open' });
    await vault.waitFor();
    const counted = await page
      .getByRole('status')
      .getByText(/^\d+ lines?$/)
      .textContent();
    assert.equal(await gate.count(), 0);
    const levels = () => page.locator('.stream .level').allInnerTexts();
    assert.ok((await levels()).every((level) => ['Critical', 'Error'].includes(level)));
    await page.reload();
    await vault.waitFor();
    const chosen = (name: string) => page.getByRole('combobox', { name }).locator('option:checked').textContent();
    assert.equal(await chosen('Level'), 'Errors and worse');
    assert.equal(await chosen('Source'), 'All log files');
    assert.equal(await chosen('Time'), 'Last hour');
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Any time');
    await gate.waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.locator('.stream .level', { hasText: 'Info' }).first().waitFor();
    await page.goto(`${house.service.url}/w/atlas/`);
    await card.getByText(String(Number.parseInt(counted ?? '', 10)), { exact: true }).waitFor();
    await close();
  });

  test('a line that is an hour old leaves the view of the last hour by itself; days later the overview tells it with its day', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/logs/?level=critical&since=1h', alone: true });
    await page.clock.install();
    // It is the service's own time that passes: its answers do not tell another.
    await page.addInitScript(() => {
      const { get } = Headers.prototype;
      Headers.prototype.get = function (name) {
        return name === 'date' ? null : get.call(this, name);
      };
    });
    await page.reload();
    await page.locator('.stream__row', { hasText: 'the vault is open' }).waitFor();
    await page.clock.fastForward('01:01:00');
    await page.getByRole('heading', { name: 'No line matches these filters' }).waitFor();
    await page.clock.fastForward('47:00:00');
    await page.goto(`${house.service.url}/w/atlas/`);
    const line = page.locator('.excerpt li', { hasText: 'the vault is open' });
    const at = new Date((await line.locator('time').getAttribute('datetime')) ?? '');
    const day = at.toLocaleDateString('en-US', { dateStyle: 'full' });
    // Lines stand as they came, so shortly after midnight a day may be told more than once.
    const days = page.getByRole('region', { name: 'Log', exact: true }).getByText(day, { exact: true });
    await days.first().waitFor();
    assert.match((await line.locator('time').getAttribute('title')) ?? '', new RegExp(String(at.getFullYear())));
    await close();
  });

  test('of a project whose settings are not there nothing is said to be 0 that is not known', async () => {
    await addWorkspace(house.service, lost().path);
    const { page, close } = await house.open({ path: '/w/lost/' });
    const insights = page.getByRole('list', { name: 'Insights' });
    await insights.getByText('does not start').waitFor();
    const told = await insights.getByRole('listitem').evaluateAll((cards) =>
      cards.map((card) => {
        const [title, value, note] = ['title', 'value', 'delta'].map(
          (part) => card.querySelector(`.insight__${part}`)?.textContent ?? '',
        );
        return { title, value, note };
      }),
    );
    const values = Object.fromEntries(told.map(({ title, value }) => [title, value]));
    const unknown = ['Pending migrations', 'Unmade changes', 'Migration conflicts', 'Installed apps', 'Own models'];
    for (const title of [...unknown, 'Fixture problems']) assert.equal(values[title], 'unknown', title);
    await page
      .getByRole('region', { name: 'Scans' })
      .getByText('1 object in 1 fixture, problems unknown', { exact: true })
      .waitFor({ timeout: 10_000 });
    assert.ok(
      told.every(({ value, note }) => value !== 'unknown' || note !== ''),
      'each says why',
    );
    const why = told.find(({ title }) => title === 'Installed apps')?.note ?? '';
    assert.match(why, /^The settings module gone\.settings could not be found\./);
    const apps = page.getByRole('region', { name: 'Apps', exact: true });
    await apps.getByText('Which apps are installed is not known').waitFor();
    await insights.getByRole('link', { name: 'Installed apps' }).click();
    await page.getByText('Which apps are installed is not known').getByRole('link', { name: 'See why' }).click();
    await page.getByRole('heading', { level: 1, name: 'Schema' }).waitFor();
    await page.getByText('gone.settings').filter({ visible: true }).first().waitFor();
    await close();
  });

  test('the log page of a project without a log file says so and what to do, until there is one', async () => {
    await addWorkspace(house.service, silent().path);
    const { page, close } = await house.open({ path: '/w/silent/logs/' });
    const why = page.getByText('There is no log file');
    await why.filter({ hasText: 'give LOGGING a handler' }).waitFor();
    await writeFile(join(silent().path, 'silent.log'), '2026-11-15 03:07:01 INFO the shop is open\n');
    await page.locator('.stream__row', { hasText: 'the shop is open' }).waitFor();
    await why.waitFor({ state: 'detached' });
    await close();
  });

  test('while a project is read for the first time nothing is said to be missing', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/schema' });
    const status = await page.evaluate(
      async () => (await (await fetch('/api/workspaces/atlas/status/')).json()) as Status,
    );
    const scans = status.scans.slice(0, 4).map((scan) => ({ ...scan, status: 'running', progress: 10 }));
    const unread = { ...status, insights: [], apps: [], schema: { nodes: [] }, log_excerpt: [], scans };
    await page.route('**/api/workspaces/atlas/status/', (route) => route.fulfill({ json: unread }));
    await page.goto(new URL('/w/atlas/', page.url()).href);
    for (const name of ['Apps', 'Log'])
      await page.getByRole('region', { name, exact: true }).getByRole('status', { name: 'Loading' }).waitFor();
    assert.equal(await page.getByText(/^No (app|log|insights)/).count(), 0);
    const notRead = { code: 'unavailable', errors: { __all__: ['Not scanned yet.'] } };
    await page.route('**/api/workspaces/atlas/schema/', (route) => route.fulfill({ status: 503, json: notRead }));
    await page.goto(new URL('/w/atlas/schema/', page.url()).href);
    await page.getByRole('heading', { level: 1, name: 'Schema' }).waitFor();
    await page.getByRole('heading', { name: 'Being read for the first time' }).waitFor();
    scans[0] = { ...unread.scans[0], kind: 'schema', status: 'failed', summary: 'The folder is gone.' } as never;
    await page.getByRole('heading', { name: 'Not read yet: the first scan failed' }).waitFor();
    await page.getByText('The folder is gone.').waitFor();
    for (const [index, kind] of ['schema', 'migrations', 'logs', 'fixtures'].entries())
      scans[index] = { id: index + 1, kind, status: 'failed', progress: 100, summary: 'The folder is gone.' } as never;
    await page.goto(new URL('/w/atlas/', page.url()).href);
    const told = page.getByRole('region', { name: 'Scans' });
    await told.getByText('The folder is gone.').waitFor();
    assert.equal(await told.getByRole('listitem').count(), 1, 'what all of them say is said once');
    const heights = await told.getByRole('link').evaluateAll((all) => all.map((each) => each.clientHeight));
    assert.equal(heights.length, 4);
    assert.ok(Math.min(...heights) >= 24, `each can be hit, and not the one beside it: ${heights}`);
    await page.getByRole('region', { name: 'Apps' }).getByText('Not read yet').waitFor();
    await close();
  });

  test('apps sort by their pending migrations, most first, and back', async () => {
    const { page, close } = await house.open();
    const apps = page.getByRole('region', { name: 'Apps' });
    await apps.getByRole('row').nth(2).waitFor();
    const labels = () => apps.locator('tbody tr td:first-child').allInnerTexts();
    const asItCame = await labels();
    const pending = apps.getByRole('button', { name: 'Pending' });
    await pending.click();
    assert.equal(await apps.getByRole('columnheader', { name: 'Pending' }).getAttribute('aria-sort'), 'descending');
    assert.deepEqual((await labels()).toSorted(), asItCame.toSorted());
    const counts = (await apps.locator('tbody tr td:last-child').allInnerTexts()).map(Number);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    );
    await pending.click();
    await pending.click();
    assert.deepEqual(await labels(), asItCame);
    await close();
  });

  test('a long name of an app leaves its figures in sight on a phone', async () => {
    await addWorkspace(house.service, longNamed().path);
    const { page, close } = await house.open({ path: '/w/long/', viewport: { width: 390, height: 844 } });
    const row = page.getByRole('region', { name: 'Apps' }).getByRole('row').filter({ hasText: longName });
    await row.waitFor();
    for (const place of [1, 2]) {
      const cell = await row.getByRole('cell').nth(place).boundingBox();
      assert.ok(cell && cell.x + cell.width <= 390, `column ${place} ends at ${cell && cell.x + cell.width}`);
    }
    await close();
  });

  test('what is to say of a figure stands beside it where there is room, else below it', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', viewport: { width: 1280, height: 900 } });
    const card = page.locator('.insight', { hasText: 'Installed apps' });
    const placeOf = async (part: string) => {
      const box = await card.locator(`.insight__${part}`).boundingBox();
      assert.ok(box);
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    await card.getByText('11 with models or migrations').waitFor();
    const [value, words] = [await placeOf('value'), await placeOf('delta')];
    assert.ok(words.x >= value.right && words.y < value.bottom, 'beside it');
    await page.setViewportSize({ width: 360, height: 900 });
    const [below, above] = [await placeOf('delta'), await placeOf('value')];
    assert.ok(below.y >= above.bottom && below.x === above.x, 'below it');
    await close();
  });

  test('no insight stands alone in a row, and the rail names what its marks count', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', viewport: { width: 900, height: 900 } });
    await page.locator('.insight').nth(7).waitFor();
    const rows = async () => {
      const tops = await page
        .locator('.insight')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    };
    for (const width of [1440, 900]) {
      await page.setViewportSize({ width, height: 900 });
      const counts = await rows();
      assert.ok(counts.length < 4 && Math.max(...counts) - Math.min(...counts) <= 1, `${width} px: ${counts}`);
    }
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Migrations \d+ pending$/ })
      .waitFor();
    await close();
  });

  test('polling asks with the known tag and moves nothing on the page', async () => {
    const { page, close } = await house.open({ alone: true });
    await page.clock.install();
    await page.reload();
    await page.getByRole('list', { name: 'Insights' }).waitFor();
    await page
      .getByRole('region', { name: 'Scans' })
      .getByText(/\d+ models? in/)
      .first()
      .waitFor();
    const poll = async () => {
      const polled = page.waitForResponse((response) => response.url().includes('/status/'), { timeout: 10_000 });
      await page.clock.runFor(3_000);
      return await polled;
    };
    // What the tests before have changed is shown by then.
    for (let polls = 0; (await poll()).status() !== 304; polls++) assert.ok(polls < 20, 'the status comes to rest');
    // Its frame, too: one that a busy machine draws later would count as a move.
    await page.screenshot();
    await page.evaluate(() => {
      type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
      const seen = window as unknown as { moved: string[] };
      seen.moved = [];
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          seen.moved.push(`${value}: ${sources.map(({ node }) => node?.textContent).join(' | ')}`);
      }).observe({ type: 'layout-shift', buffered: false });
    });
    for (let polls = 0; polls < 3; polls++) {
      const answer = await poll();
      assert.equal(answer.status(), 304);
      assert.ok(answer.request().headers()['if-none-match']);
    }
    assert.deepEqual(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), []);
    await close();
  });

  test('an address that does not exist says so and leads back', async () => {
    const { page, close } = await house.open({ path: '/w/no-such-workspace/' });
    for (const path of ['', '/w/atlas/banana', '/banana/']) {
      if (path) assert.equal((await page.goto(house.service.url + path))?.status(), 404);
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
      await page.getByRole('link', { name: 'To the overview' }).click();
      await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    }
    await close();
  });
});
