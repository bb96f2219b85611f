import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBrowser } from './rig/browser.ts';
import { heldProject, openHouse } from './rig/house.ts';
import { addWorkspace } from './rig/launch.ts';
import { copySample, makeBare } from './rig/projects.ts';

describe('by keyboard alone', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample() });
  const zebra = heldProject(() => makeBare('zebra'));

  test('the palette finds a page, a model and a preset', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page
      .getByRole('region', { name: 'Scans' })
      .getByText(/models? in/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type('logs');
    await page.getByRole('option', { name: /^Logs/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('reservation');
    const model = page.getByRole('option', { name: /^Reservation lending/ });
    await model.waitFor();
    for (let tries = 0; tries < 20 && (await model.getAttribute('aria-selected')) !== 'true'; tries++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/schema\/?\?.*model=lending\.Reservation/);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('diffsettings');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Run a command' });
    const chosen = drawer.getByRole('radio', { name: /diffsettings/ });
    assert.ok(await chosen.isChecked());
    const inSight = await chosen.evaluate((radio) => {
      const [own, list] = [radio.getBoundingClientRect(), radio.closest('fieldset')?.getBoundingClientRect()];
      return list !== undefined && own.top >= list.top && own.bottom <= list.bottom;
    });
    assert.ok(inSight, 'the chosen command is scrolled into sight');
    await close();
  });

  test('the palette leads to a field in the details of its model, and to a migration', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('loan.returned');
    await page.getByRole('option', { name: /^returned_on Loan/ }).waitFor();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Details of Loan' });
    const row = panel.locator('tr[aria-current]');
    await row.getByText('returned_on').waitFor();
    const isInSight = () =>
      row.evaluate((field) => {
        const [own, around] = [field, field.closest('aside')].map((each) => each?.getBoundingClientRect());
        return own !== undefined && around !== undefined && own.top >= around.top && own.bottom <= around.bottom;
      });
    assert.ok(await isInSight(), 'the field is scrolled into sight');
    // The keyboard goes on there, from model to model, and back to the page.
    await panel.and(page.locator(':focus')).waitFor();
    await panel.getByRole('link', { name: 'Reader', exact: true }).press('Enter');
    const next = page.getByRole('complementary', { name: 'Details of Reader' });
    await next.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await next.waitFor({ state: 'detached' });
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lending open loan');
    await page.getByRole('option', { name: /^0005_one_open_loan_per_copy lending · Pending/ }).waitFor();
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details of lending.0005_one_open_loan_per_copy' });
    await details.and(page.locator(':focus')).waitFor();
    await close();
  });

  test('the palette shows what was typed for alone, also where two links of the documentation lead to the same address', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    const status = await page.evaluate(async () => (await fetch('/api/workspaces/atlas/status/')).json());
    const link = (title: string, at: string) => ({ title, url: `https://docs.example/${at}` });
    const doc_links = [link('Handbook', 'a'), link('Recipes', 'b'), link('The same handbook', 'a')];
    await page.route('**/atlas/status/', (route) => route.fulfill({ json: { ...status, doc_links } }));
    await page.reload();
    await page.getByRole('link', { name: 'Recipes' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /^Recipes/ }).waitFor();
    await page.keyboard.type('recipes');
    await page.getByRole('option', { name: /^Search the logs/ }).waitFor();
    assert.equal(await page.getByRole('option', { name: /handbook/i }).count(), 0);
    await page.unrouteAll();
    await close();
  });

  test('the palette opens what one has gone to, also where a run that begins meanwhile moves it down', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    const status = await page.evaluate(async () => (await fetch('/api/workspaces/atlas/status/')).json());
    const runs = [3, 2, 1].map((id) => ({ id, label: 'Check project', status: 'succeeded', progress: 100 }));
    let tasks = runs.slice(1);
    await page.route('**/atlas/status/', (route) => route.fulfill({ json: { ...status, tasks } }));
    await page.reload();
    await page.locator('.insights').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('check project');
    await page.getByRole('option', { name: /^Check project #2/ }).waitFor();
    const chosen = page.locator('[role=option][aria-selected=true]');
    for (let text = await chosen.textContent(); !text?.includes('#2'); text = await chosen.textContent()) {
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(
        (before) => document.querySelector('[role=option][aria-selected=true]')?.textContent !== before,
        text,
      );
    }
    tasks = runs;
    await page.getByRole('option', { name: /^Check project #3/ }).waitFor();
    assert.match((await chosen.textContent()) ?? '', /#2/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/2\b/);
    await page.unrouteAll();
    await close();
  });

  test('the palette neither says that nothing was found nor leads elsewhere before models and migrations are there', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/workspaces/atlas/migrations/', (route) => held.promise.then(() => route.continue()));
    // The overview may have asked for them already.
    await page.reload();
    await page.locator('.insights').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('one_open_loan');
    await page.getByText('Models and migrations are still on their way').waitFor();
    await page.keyboard.press('Enter');
    held.resolve();
    await page.getByRole('option', { name: /^0005_one_open_loan_per_copy/ }).waitFor();
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('no such thing anywhere');
    await page.getByText('Nothing has this name. Try a shorter word.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'no such thing anywhere', 'it may stand in a log');
    await close();
  });

  test('no letter typed right after Ctrl-K or R is lost, the first time neither', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    // What is fetched while nobody waits has come and is read.
    const file = await page.waitForFunction(
      () => performance.getEntriesByType('resource').find(({ name }) => /\/assets\/later-[^/]*\.js$/.test(name))?.name,
    );
    await page.evaluate((name) => import(String(name)), await file.jsonValue());
    await page.keyboard.press('Control+k');
    await page.keyboard.type('reservation');
    await page.getByRole('option').first().waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Search and commands' }).inputValue(), 'reservation');
    assert.match(page.url(), /\/w\/atlas\/?$/, 'none of them was taken for a key of the window');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.type('version');
    await page.getByRole('radio').first().waitFor();
    assert.equal(await page.getByRole('searchbox', { name: 'Find a command' }).inputValue(), 'version');
    await close();
  });

  test('a command is chosen, acknowledged and run without a mouse', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.getByRole('list', { name: 'Insights' }).waitFor();
    await page.keyboard.press('r');
    const drawer = page.getByRole('dialog', { name: 'Run a command' });
    await drawer.getByRole('radio').nth(1).waitFor();
    // What is called so comes first, before commands that only have the word in them; Enter takes it.
    await page.keyboard.type('check');
    await drawer.getByRole('radio').first().and(page.locator('[value=check]')).waitFor();
    await page.keyboard.press('Enter');
    assert.ok(await drawer.locator('[value=check]:focus').isChecked());
    const box = drawer.getByRole('checkbox');
    await box.waitFor();
    const focused = () => box.evaluate((element) => element === document.activeElement);
    for (let tries = 0; tries < 20 && !(await focused()); tries++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    // Tab passes over a button that is not enabled yet.
    await drawer.locator('button[type=submit]:enabled').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\/\d+$/);
    await page.locator('main:focus').getByRole('link', { name: 'All runs' }).waitFor();
    await close();
  });

  test('g and a letter go to a page, ? shows the map, Escape closes it and leads back to where one was', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.getByRole('list', { name: 'Insights' }).waitFor();
    const run = page.getByRole('button', { name: 'Run a command' }).first();
    await run.press('Enter');
    await page
      .getByRole('dialog', { name: 'Run a command' })
      .getByRole('searchbox')
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await run.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await page.keyboard.press('?');
    const map = page.getByRole('dialog', { name: 'Keyboard' });
    await map.waitFor();
    await page.keyboard.press('Escape');
    await map.waitFor({ state: 'detached' });
    await close();
  });

  test('a scan that is refused is told wherever it was asked for: by its key, in the palette, at its button', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/schema/' });
    await page.getByRole('heading', { level: 1, name: 'Schema' }).waitFor();
    const refusal = { code: 'rate_limited', errors: { __all__: ['Too many requests.'] } };
    await page.route('**/scans/', (route) => route.fulfill({ status: 429, json: refusal }));
    const told = page.getByRole('alert').getByText('The scan was not started. Too many requests.');
    await page.keyboard.press('s');
    await told.waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).press('Enter');
    await told.waitFor({ state: 'detached' });
    await page.locator('main').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('scan again');
    await page.getByRole('option', { name: /^Scan again/ }).click();
    await told.waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await told.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Scan again' }).click();
    await told.waitFor();
    await close();
  });

  test('a key that is held down asks once', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/schema/' });
    await page.getByRole('heading', { level: 1, name: 'Schema' }).waitFor();
    let scans = 0;
    await page.route('**/scans/', (route) => {
      scans += 1;
      return route.continue();
    });
    const started = page.waitForResponse('**/scans/');
    for (let times = 0; times < 10; times++) await page.keyboard.down('s');
    await page.keyboard.up('s');
    await started;
    assert.equal(scans, 1);
    await close();
  });

  test('in a menu letters lead to an item, and start nothing of the page', async () => {
    await addWorkspace(house.service, zebra().path);
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    const scans: string[] = [];
    page.on('request', (request) => request.url().endsWith('/scans/') && scans.push(request.url()));
    const menu = page.getByRole('button', { name: /^Switch workspace/ });
    await menu.click();
    const item = page.getByRole('menuitem', { name: /^zebra/ });
    await item.waitFor();
    for (const letter of 'sr') await page.keyboard.press(letter);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(scans, []);
    await menu.click();
    await item.waitFor();
    await page.keyboard.press('z');
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('zebra'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'zebra' }).waitFor();
    await close();
  });

  test('the first Tab offers to skip to the content', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.getByRole('list', { name: 'Insights' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    await close();
  });

  test('a chosen theme is there after a reload, before the first paint', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', colorScheme: 'light' });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('html[data-mantine-color-scheme="dark"]', { state: 'attached' });
    await close();
  });
});
