import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunSummary } from '../../src/contract/index.ts';
import { noBrowser } from './rig/browser.ts';
import { heldProject, openHouse } from './rig/house.ts';
import { copySample, makeTalker } from './rig/projects.ts';

/** As a person does it: open the drawer, choose, acknowledge, run. */
async function run(page: Page, preset: string, note = ''): Promise<void> {
  await page.getByRole('button', { name: 'Run a command' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Run a command' });
  await drawer.locator(`input[value="${preset}"]`).check();
  const start = drawer.getByRole('button', { name: 'Run', exact: true });
  assert.ok(await start.isDisabled(), 'nothing runs before the read-only contract is acknowledged');
  if (note) await drawer.getByLabel('Note').fill(note);
  await drawer.getByRole('checkbox').check();
  await start.click();
  await page.waitForURL(/\/runs\/\d+$/);
}

const status = (page: Page) => page.locator('.run__status');

describe('runs', { skip: noBrowser }, () => {
  const slow = heldProject(() => makeTalker('slow', 400, 0.1));
  const house = openHouse({
    project: () => copySample(),
    furnish: async ({ open }) => {
      const { page, close } = await open({ path: '/add/' });
      await page.getByRole('combobox', { name: 'Folder' }).fill(slow().path);
      await page.getByRole('button', { name: 'Look into it' }).click();
      await page.getByRole('button', { name: 'Add project' }).click();
      await page.waitForURL(/\/w\/slow/);
      await close();
    },
  });

  test('check is run from the drawer, and its findings are a table beside the text, to which their count on the overview leads', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await run(page, 'check', 'before the release');
    await status(page).getByText('Succeeded').waitFor();
    await page.getByRole('region', { name: 'Log of the run' }).getByText('System check identified').first().waitFor();
    await page.setViewportSize({ width: 700, height: 800 });
    const hidden = await page.locator('.log-view__scroll').evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.ok(hidden > 0, 'a line that is longer than the window can be scrolled to its end');
    await page.getByRole('tab', { name: 'Result' }).click();
    await page.getByRole('cell', { name: 'fields.W342' }).waitFor();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByText('before the release').waitFor();
    await details.getByText('Copy-on-write').first().waitFor();
    await page.goto(`${house.service.url}/w/atlas/`);
    const figure = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'System check' }) });
    await figure.getByRole('time').waitFor();
    await page.getByRole('link', { name: 'System check' }).click();
    await page.getByRole('cell', { name: 'fields.W342' }).waitFor();
    await close();
  });

  test('the drawer names the workspace that it will run in, also where the page has none', async () => {
    const { page, close } = await house.open({ path: '/w/slow/' });
    await page.getByRole('heading', { level: 1, name: 'slow' }).waitFor();
    await page.keyboard.press('r');
    const drawer = page.getByRole('dialog', { name: 'Run a command in slow', exact: true });
    await drawer.getByText(slow().path).waitFor();
    await page.goto(`${house.service.url}/admin/service/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('r');
    await drawer.getByText(slow().path).waitFor();
    await page.goto(`${house.service.url}/w/atlas/runs/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Run a command in atlas', exact: true }).waitFor();
    await close();
  });

  test('the log grows while one watches, and a cancelled run keeps what it wrote; a refusal is told, until it is asked again', async () => {
    const { page, close } = await house.open({ path: '/w/slow/' });
    await run(page, 'check');
    const log = page.getByRole('region', { name: 'Log of the run' });
    await log.getByText('line 1 of', { exact: false }).first().waitFor();
    await log.getByText('line 12 of', { exact: false }).first().waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel run' });
    const refusal = { code: 'rate_limited', errors: { __all__: ['Too many requests.'] } };
    await page.route('**/cancel/', (route) => route.fulfill({ status: 429, json: refusal }), { times: 1 });
    await cancel.click();
    const told = page.getByRole('alert').getByText('The run was not cancelled. Too many requests.');
    await told.waitFor();
    await cancel.click();
    await told.waitFor({ state: 'detached' });
    await status(page).getByText('Cancelled').waitFor({ timeout: 15_000 });
    assert.ok(await log.getByText(/line \d+ of/).count());
    // The button that was pressed is gone: the keyboard goes on at the one in its place.
    await page.getByRole('button', { name: 'Run again' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('complementary', { name: 'Details' }).getByText('130').waitFor();
    assert.equal(await page.locator('.run__error').count(), 0, 'its status says that it was cancelled');
    const number = /(\d+)\/?$/.exec(new URL(page.url()).pathname)?.[1];
    await page.goto(`${house.service.url}/w/slow/logs/?q=Run`);
    const note = page.getByRole('link', { name: `Run ${number}`, exact: true });
    assert.equal(await note.locator('mark').textContent(), 'Run', 'what is searched for is marked in a link, too');
    await close();
  });

  test('a run that ends while one looks at another page, also one without a workspace, is told there, and leads to its own, which needs no word of it', async () => {
    const { page, close } = await house.open({ path: '/w/slow/' });
    await run(page, 'check');
    const { pathname } = new URL(page.url());
    await page.waitForFunction(() => document.title.startsWith('Running: Check project #'));
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
    const other = await house.open({ path: pathname });
    await other.page.getByRole('button', { name: 'Cancel run' }).click();
    const told = page.getByRole('status', { name: 'Runs that ended' });
    await told.getByText('Cancelled').waitFor();
    assert.equal(await other.page.getByRole('status', { name: 'Runs that ended' }).textContent(), '');
    await told.getByRole('link', { name: /^Check project #\d+$/ }).click();
    await status(page).getByText('Cancelled').waitFor();
    assert.equal(new URL(page.url()).pathname, pathname);
    await told.getByText('Cancelled').waitFor({ state: 'detached' });
    await other.close();
    await close();
  });

  test('the count beside Runs goes with the end of a run, without the next poll', async () => {
    const { page, close } = await house.open({ alone: true });
    // Polls are asked for by intervals, the log of a run is not.
    await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));
    await page.goto(`${house.service.url}/w/atlas/`);
    await page.locator('.insights').waitFor();
    await run(page, 'check');
    const runs = page.getByRole('navigation', { name: 'Pages of the workspace' }).getByRole('link', { name: /^Runs/ });
    await runs.getByText('1 going on').waitFor({ state: 'attached' });
    await status(page).getByText('Succeeded').waitFor();
    await runs.getByText('going on').waitFor({ state: 'detached', timeout: 5_000 });
    await close();
  });

  test('the open view of a run is in the address, and an address opens it, in the project that it was run in', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    await run(page, 'check');
    await status(page).getByText('Succeeded').waitFor();
    await page.getByRole('tab', { name: 'Result' }).click();
    await page.waitForURL(/\?view=result$/);
    await page.reload();
    assert.equal(await page.getByRole('tab', { name: 'Result' }).getAttribute('aria-selected'), 'true');
    await page.getByRole('cell', { name: 'fields.W342' }).waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.waitForURL(/\/runs\/\d+\/?$/);
    await page.goto(`${page.url().split('?')[0]}?view=banana`);
    await page.getByRole('tab', { name: 'Log', selected: true }).waitFor();
    // The same number below the name of another project.
    await page.goto(page.url().replace('/w/atlas/', '/w/slow/').replace('banana', 'result#L2'));
    await page.waitForURL(/\/w\/atlas\/runs\/\d+\/?\?view=result#L2$/);
    await page.getByRole('cell', { name: 'fields.W342' }).waitFor();
    await close();
  });

  test('the details go along with a run while it goes, and the log to its last line', async () => {
    const { page, close } = await house.open({ path: '/w/slow/' });
    await run(page, 'check');
    const log = page.getByRole('region', { name: 'Log of the run' });
    await log.getByText('line 30 of').waitFor();
    const fact = (name: string) => page.locator('.fact', { has: page.getByText(name, { exact: true }) }).locator('dd');
    /** A number among the details; the run still goes when it is told, for it is cancelled below. */
    const growsBeyond = (name: string, least: number) =>
      page.waitForFunction(
        ([wanted, count]) => {
          const facts = [...document.querySelectorAll('.fact')];
          const found = facts.find((each) => each.querySelector('dt')?.textContent === wanted);
          return Number.parseFloat(found?.querySelector('dd')?.textContent ?? '') >= count;
        },
        [name, least] as const,
        { timeout: 10_000 },
      );
    await growsBeyond('Output lines', 30);
    assert.equal(await page.getByText('Not started yet').count(), 0);
    await fact('Started').waitFor();
    const before = Number.parseFloat((await fact('Duration').textContent()) ?? '');
    await growsBeyond('Duration', before + 1);
    await growsBeyond('Output lines', 45);
    // What was printed last comes after the word that the run has ended.
    const ended = Promise.withResolvers<void>();
    await page.route('**/log/*', (route) => ended.promise.then(() => route.continue()));
    const shown = Number.parseInt((await page.locator('.log-view__lines').textContent()) ?? '', 10);
    await growsBeyond('Output lines', shown + 1);
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await status(page).getByText('Cancelled').waitFor({ timeout: 15_000 });
    ended.resolve();
    const isAtNewEnd = (before: number) => {
      const box = document.querySelector('.log-view__scroll');
      const lines = Number.parseInt(document.querySelector('.log-view__lines')?.textContent ?? '', 10);
      return lines > before && box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < 20;
    };
    await page.waitForFunction(isAtNewEnd, shown, { timeout: 15_000 });
    await close();
  });

  test('a run is compared with the one before it, and run again after a new acknowledgement', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await run(page, 'check');
    await status(page).getByText('Succeeded').waitFor();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByText('The output is the same, line by line.').waitFor();
    const first = page.url();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'I understand, run again' }).click();
    await page.waitForURL((url) => url.href !== first);
    await status(page).getByText('Succeeded').waitFor();
    await close();
  });

  test('a search in the log marks its matches and gives the line an address that finds it again; that lines wrap is remembered', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await run(page, 'diffsettings');
    await status(page).getByText('Succeeded').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('^DEBUG');
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await page.locator('mark', { hasText: 'DEBUG' }).first().waitFor();
    await page.waitForURL(/#L\d+$/);
    // The end of LOGGING lies thousands of pixels to the right.
    await page.getByRole('searchbox', { name: 'Search' }).fill('propagate.: False\\}+$');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await page.waitForFunction(() => {
      const [own, around] = ['.mark--current', '.log-view__scroll'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return own && around && own.left > around.left && own.right < around.right;
    });
    await page.getByRole('searchbox', { name: 'Search' }).fill('^DEBUG');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await page.locator('.log-view__row--current', { hasText: 'DEBUG' }).waitFor();
    await page.getByRole('button', { name: 'Wrap' }).click();
    await page.reload();
    await page.locator('.log-view__row--current', { hasText: 'DEBUG' }).waitFor();
    await page.getByRole('button', { name: 'Wrap', pressed: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('searchbox', { name: 'Search' }).fill('DEBUG');
    await page.locator('mark', { hasText: 'DEBUG' }).first().waitFor();
    const next = await page.getByRole('button', { name: 'Next match' }).boundingBox();
    assert.ok(next && next.x + next.width < 390, 'on a phone one can go from match to match');
    await close();
  });

  test('an expression that does not come to an end is given up, and the window stays at hand', async () => {
    const { page, close } = await house.open({ path: '/w/slow/runs/' });
    await page.locator('tbody tr a').first().click();
    const log = page.getByRole('region', { name: 'Log of the run' });
    await log.getByText('line 2 of').waitFor();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('^(\\w+\\s?)*!$');
    await page.getByRole('button', { name: 'Regular expression' }).click();
    // A page that is held up answers nothing: this is asked while the expression is being tried.
    assert.equal(await search.inputValue(), '^(\\w+\\s?)*!$');
    await page.getByText('This pattern takes too long').waitFor({ timeout: 15_000 });
    await search.fill('^line 2 ');
    await page.locator('mark', { hasText: 'line 2 ' }).waitFor();
    assert.equal(await page.getByText('This pattern takes too long').count(), 0);
    await close();
  });

  test('the whole output is downloaded as it was written', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await run(page, 'version');
    await status(page).getByText('Succeeded').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download output' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    assert.match(Buffer.concat(chunks).toString(), /^\d+\.\d+/);
    await close();
  });

  test('the history filters by status, and the filter is in the address; its rows open their runs, and a command that was never run is offered there', async () => {
    const { page, close } = await house.open({ path: '/w/slow/runs/' });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
    await page.waitForURL(/status=cancelled/);
    await page.getByRole('row').filter({ hasText: 'Cancelled' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('queued');
    await page.getByText('No run matches these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('cell', { name: 'Cancelled' }).first().click();
    await page.getByRole('heading', { level: 1, name: /#\d+/ }).waitFor();
    await page.goBack();
    await page.getByRole('row').filter({ hasText: 'Cancelled' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Command' }).selectOption('version');
    await page.getByText('This command has not been run yet').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Run a command' }).last().click();
    await page.locator('input[value="version"]:checked').waitFor();
    await close();
  });

  test('there is a column for notes where a run has one, and none where none has', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/runs/' });
    const notes = page.getByRole('columnheader', { name: 'Note' });
    await notes.waitFor();
    await page.getByRole('cell', { name: 'before the release' }).waitFor();
    await page.goto(`${house.service.url}/w/slow/runs/`);
    await page.getByRole('columnheader', { name: 'Status' }).waitFor();
    assert.equal(await notes.count(), 0);
    await close();
  });

  test('an error of many lines takes a few of them in the history, on a phone, too', async () => {
    const { page, close } = await house.open({ path: '/w/slow/runs/' });
    const runs = await page.evaluate(
      async () => (await (await fetch('/api/task-runs/?workspace=slow')).json()) as RunSummary[],
    );
    const error = `${'The database could not be asked. '.repeat(40)}This is all.`;
    for (const each of runs) each.metadata.command.error = error;
    await page.route('**/api/task-runs/?*', (route) => route.fulfill({ json: runs }));
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await page.reload();
      const told = page.getByRole('row').getByText('This is all.', { exact: false }).first();
      await told.waitFor();
      assert.ok(((await told.boundingBox())?.height ?? Infinity) < 70, `a few lines at ${width} px`);
    }
    await close();
  });

  test('a run started in one window is seen in another without a click', async () => {
    const one = await house.open({ path: '/w/slow/' });
    const two = await house.open({ path: '/w/slow/' });
    await run(one.page, 'check');
    await two.page
      .getByRole('region', { name: 'Newest runs' })
      .getByText('Running')
      .first()
      .waitFor({ timeout: 20_000 });
    await one.page.getByRole('button', { name: 'Cancel run' }).click();
    await two.page
      .getByRole('region', { name: 'Newest runs' })
      .getByText('Running')
      .waitFor({ state: 'detached', timeout: 20_000 });
    await two.page.getByRole('region', { name: 'Newest runs' }).locator('time').first().waitFor();
    await one.close();
    await two.close();
  });

  test('whoever goes back to another workspace has acknowledged nothing for that one', async () => {
    const { page, close } = await house.open({ path: '/w/slow/' });
    await page.getByRole('heading', { level: 1, name: 'slow' }).waitFor();
    // Its presets are at hand when one comes back.
    await page.getByRole('button', { name: 'Run a command' }).first().click();
    await page.getByRole('dialog').locator('input[value="check"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Switch workspace/ }).click();
    await page.getByRole('menuitem', { name: /^atlas/ }).click();
    await page.getByRole('heading', { level: 1, name: 'atlas' }).waitFor();
    await page.getByRole('button', { name: 'Run a command' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Run a command' });
    await drawer.locator('input[value="check"]').check();
    await drawer.getByRole('checkbox').check();
    await page.goBack();
    const other = page.getByRole('dialog', { name: 'Run a command in slow' });
    await other.locator('input[value="check"]').waitFor({ state: 'attached' });
    assert.equal(await other.getByRole('checkbox', { checked: true }).count(), 0);
    await close();
  });

  test('a run that is not there, or no more, is not asked for over and over', async () => {
    const { page, context, close } = await house.open({ path: '/w/atlas/' });
    await run(page, 'check');
    await status(page).getByText('Succeeded').waitFor();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const missing = { code: 'not_found', errors: { __all__: ['There is no such run.'] } };
    await page.route(/\/task-runs\/\d+\/log\//, (route) => route.fulfill({ status: 404, json: missing }));
    await page.reload();
    const never = await context.newPage();
    await never.goto(`${house.service.url}/w/atlas/runs/999`);
    await never.getByText('There is no run with this number').waitFor();
    // Longer than a run that goes on is left unasked.
    await page.waitForTimeout(6_000);
    await never.close();
    const times = (path: RegExp) => asked.filter((each) => path.test(each)).length;
    assert.deepEqual([times(/\/999\/$/), times(/\/log\/$/)], [1, 1]);
    await close();
  });

  test('a run that was lost with the service keeps its log, and offers no output that is not there', async () => {
    const { page, close } = await house.open({ path: '/w/slow/' });
    await run(page, 'check');
    const log = page.getByRole('region', { name: 'Log of the run' });
    await log.getByText('line 5 of').waitFor();
    await house.service.kill('SIGKILL');
    await house.service.start();
    await page.reload();
    await status(page).getByText('Failed').waitFor();
    await log.getByText('line 5 of').waitFor();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Download output' }).count(), 0);
    const id = /\/runs\/(\d+)/.exec(page.url())?.[1];
    const answer = await page.evaluate(async (run) => (await fetch(`/api/task-runs/${run}/output/`)).status, id);
    assert.equal(answer, 404, 'nor is an empty file handed out as its output');
    await close();
  });
});
