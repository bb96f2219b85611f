/** What one page speaks of leads to where it is: in the window, or in the reader's own editor. */
import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './rig/browser.ts';
import { heldProject, openHouse } from './rig/house.ts';
import { addWorkspace } from './rig/launch.ts';
import { copySample, makeBroken } from './rig/projects.ts';
import { runPreset } from './rig/scenes.ts';

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name: `Details of ${name}` });

const traceback = (project: string) =>
  [
    `${new Date().toISOString().slice(0, 19).replace('T', ' ')},000 ERROR django.request Internal Server Error: /renew/`,
    'Traceback (most recent call last):',
    '  File "/usr/lib/python3/site-packages/django/db/models/base.py", line 30, in save',
    `  File "${project}/atlas/lending/views.py", line 14, in renew`,
    `  File "${project}/atlas/lending/models.py", line 52, in save`,
    '  File "/srv/www/atlas/people/models.py", line 36, in save',
    'django.db.utils.OperationalError: the shelf is locked',
    '',
  ].join('\n');

describe('links', { skip: noBrowser }, () => {
  const broken = heldProject(() => makeBroken('broken'));
  const house = openHouse({
    project: () => copySample(),
    furnish: async ({ projectPath, service }) => {
      await appendFile(join(projectPath, 'logs/atlas.log'), traceback(projectPath));
      await writeFile(join(projectPath, 'atlas/lending/fixtures/cut.json'), '[{"model": "lending.loanpolicy", "pk": 1');
      await writeFile(join(projectPath, 'atlas/lending/fixtures/packed.json.xz'), 'packed');
      await addWorkspace(service, broken().path);
    },
  });

  const openTraceback = async (page: Page) => {
    const entry = page.locator('.stream__row', { hasText: '/renew/' });
    await entry.getByRole('button', { name: /^\d+ more lines$/ }).click();
    return entry.locator('.stream__detail');
  };

  test('a line of a traceback leads to the model above it, also when the log is from another machine', async () => {
    const { page, context, close } = await house.open({ path: '/w/atlas/logs?level=error' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const detail = await openTraceback(page);
    await detail.getByRole('link', { name: 'Loan' }).waitFor();
    assert.deepEqual(await detail.getByRole('link').allInnerTexts(), ['Loan', 'Reader']);
    await page.getByRole('button', { name: 'Copy this entry' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /ERROR logs\/atlas\.log .*\/renew\/\nTraceback[\s\S]*the shelf is locked$/);
    await detail.getByRole('link', { name: 'Loan' }).click();
    await panelOf(page, 'Loan').waitFor();
    await close();
  });

  test('files open in the editor that was chosen, those of the project alone, and in none before', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/schema?model=lending.Loan' });
    const panel = panelOf(page, 'Loan');
    await panel.getByText('models.py:29').waitFor();
    assert.equal(await page.locator('a[href*="://file/"]').count(), 0);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Account: owner' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };
    await choose('VS Code');
    const source = panel.getByRole('link', { name: /models\.py:29$/ });
    assert.equal(await source.getAttribute('href'), `vscode://file${house.projectPath}/atlas/lending/models.py:29`);
    await page.goto(`${house.service.url}/w/atlas/logs?level=error`);
    const detail = await openTraceback(page);
    await detail.getByRole('link', { name: 'Reader' }).waitFor();
    const opened = await detail
      .locator('a.file-link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.deepEqual(
      opened,
      ['lending/views.py:14', 'lending/models.py:52', 'people/models.py:36'].map(
        (place) => `vscode://file${house.projectPath}/atlas/${place}`,
      ),
    );
    await choose('PyCharm');
    const other = await detail.locator('a.file-link').first().getAttribute('href');
    assert.equal(other, `pycharm://open?file=${house.projectPath}/atlas/lending/views.py&line=14`);
    await page.goto(`${house.service.url}/w/atlas/schema?model=auth.Group`);
    await panelOf(page, 'Group').getByText('site-packages/', { exact: false }).first().waitFor();
    assert.equal(await page.locator('a.file-link').count(), 0, 'where packages lie is not known');
    await choose('No editor');
    await page.goto(`${house.service.url}/w/atlas/fixtures`);
    await page.getByText('holdings.json').waitFor();
    assert.equal(await page.locator('a.file-link').count(), 0);
    await close();
  });

  test('a fixture, a finding and an unmade change lead to the model they are about, the last two to its field', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/fixtures' });
    await page.getByRole('link', { name: 'lending.loanpolicy' }).click();
    await panelOf(page, 'LoanPolicy').waitFor();
    assert.equal(await page.getByRole('link', { name: 'surveys.fieldnote' }).count(), 0, 'it does not exist');
    await page.goto(`${house.service.url}/w/atlas/migrations?show=attention`);
    await page.getByRole('link', { name: 'Alter field phone on reader' }).click();
    await panelOf(page, 'Reader').locator('tr[aria-current]').getByText('phone').waitFor();
    await runPreset(page, 'check');
    await page.locator('.log-view__row').getByRole('link', { name: 'publishing.Edition.manuscript' }).waitFor();
    await page.getByRole('tab', { name: 'Result' }).click();
    await page.getByRole('link', { name: 'publishing.Edition.manuscript' }).click();
    await panelOf(page, 'Edition').locator('tr[aria-current]').getByText('manuscript').first().waitFor();
    await close();
  });

  test('fixtures are found by file, app or model, also by what the address asks for, and their paths are copied', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${house.service.url}/w/atlas/fixtures`);
    const rows = page.locator('.fixtures__file');
    await rows.nth(8).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('surveys Expedition');
    await page.getByText('1 of 9 files').waitFor();
    await page.waitForURL((url) => url.searchParams.get('q') === 'surveys Expedition');
    await page.reload();
    await page.getByText('1 of 9 files').waitFor();
    await page.getByRole('button', { name: 'Copy path' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, 'atlas/surveys/fixtures/pilot_2019.json');
    await page.getByRole('searchbox', { name: 'Find a fixture' }).fill('no such');
    await page.getByText('No fixture matches').waitFor();
    // What is wrong with others is told all the same.
    await page.getByText('A fixture packed as xz is not read.').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await rows.nth(8).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await close();
  });

  test('a fixture that does not parse, or is not read, has no number of objects', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/fixtures' });
    const cellOf = (file: string) => page.locator('tr', { hasText: file }).locator('td[data-column="Objects"]');
    await cellOf('cut.json').getByText('does not parse', { exact: true }).waitFor();
    await cellOf('packed.json.xz').getByText('not read', { exact: true }).waitFor();
    await page.getByText('A fixture packed as xz is not read.').waitFor();
    await close();
  });

  test('migrations that a command lists lead to their details, in sight in their timeline', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    await runPreset(page, 'showmigrations');
    const details = page.getByRole('complementary', { name: 'Details of lending.0006_lapse_old_reservations' });
    // In the log its app stands lines above it, and the search has marked it.
    await page.getByRole('searchbox', { name: 'Search' }).fill('0006_lapse');
    await page.keyboard.press('Enter');
    const listed = page.locator('.log-view__row').getByRole('link', { name: '0006_lapse_old_reservations' });
    assert.equal(await listed.locator('mark').textContent(), '0006_lapse');
    await listed.click();
    await details.waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Result' }).click();
    await page.getByRole('link', { name: '0006_lapse_old_reservations' }).click();
    await details.waitFor();
    await page.waitForFunction(() => {
      const row = document.querySelector('.timeline__row[data-chosen]')?.getBoundingClientRect();
      return row !== undefined && row.top >= 0 && row.bottom <= window.innerHeight;
    });
    await close();
  });

  test('problems that a scan counts lead to what they are', async () => {
    const { page, close } = await house.open({ path: '/w/broken/' });
    const scans = page.getByRole('region', { name: 'Scans' }).getByRole('listitem');
    await scans
      .filter({ hasText: 'Schema' })
      .getByRole('link', { name: /^\d+ problems?$/ })
      .click();
    const syntaxError = page.getByText('atlas/lending/models.py:', { exact: false }).first();
    await syntaxError.waitFor();
    assert.ok(await syntaxError.isVisible());
    // On a page that is longer than the window they are brought into sight.
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.goto(`${house.service.url}/w/atlas/`);
    await page.getByRole('list', { name: 'Insights' }).getByRole('link', { name: 'Fixture problems' }).click();
    const isInSight = () => {
      const top = document.querySelector('.problems')?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < window.innerHeight - 40;
    };
    await page.waitForFunction(isInSight, null, { timeout: 10_000 });
    await close();
  });

  test('a figure that is not known leads to the reason', async () => {
    const { page, close } = await house.open({ path: '/w/broken/' });
    const card = page.locator('.insight', { hasText: 'Unmade changes' });
    await card.getByText('unknown').waitFor();
    await card.getByRole('link').click();
    const reason = page.getByText('could not be decided from text', { exact: false });
    await reason.waitFor();
    assert.ok(await reason.isVisible());
    await close();
  });

  test('a run that fails leads to the line of the project where it did, and the stream leads to the run', async () => {
    const { page, close } = await house.open({ path: '/w/broken/' });
    await page.evaluate(() => localStorage.setItem('inspector-editor', 'zed'));
    await page.reload();
    await page.locator('.insights').waitFor();
    await runPreset(page, 'check');
    const own = page.locator('.log-view__row a.file-link').first();
    assert.match((await own.getAttribute('href')) ?? '', /^zed:\/\/file\/.*\/broken\/manage\.py:\d+$/);
    assert.equal(await page.locator('.log-view__row a[href*="site-packages"]').count(), 0);
    const { pathname } = new URL(page.url());
    await page.goto(`${house.service.url}/w/broken/logs?source=inspector&q=Run`);
    await page
      .getByRole('link', { name: /^Run \d+$/ })
      .last()
      .click();
    await page.waitForURL((url) => url.pathname === pathname);
    await close();
  });

  test('who comes for pending migrations is not led past those that are done, and takes the command along', async () => {
    const { page, context, close } = await house.open({ path: '/w/atlas/migrations?show=attention' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const lending = page.getByRole('region', { name: 'Migrations of lending' });
    await lending.getByText('0006_lapse_old_reservations').waitFor();
    assert.equal(await lending.getByText('0001_initial').count(), 0);
    await lending.getByRole('button', { name: 'Show 3 earlier migrations' }).click();
    await lending.getByRole('button', { name: '0001_initial' }).waitFor();
    await page.getByRole('button', { name: 'Copy python manage.py migrate' }).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'python manage.py migrate');
    await close();
  });

  test('another page begins at its top, and the way back leads to where one was on it, as a reload does', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/migrations', viewport: { width: 1000, height: 400 } });
    const isAt = (top: number) => page.waitForFunction((wanted) => window.scrollY === wanted, top);
    const toPage = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    await page.getByRole('button', { name: '0001_initial' }).first().waitFor();
    const scroll = async (by: number) => {
      await page.mouse.move(600, 300);
      await page.mouse.wheel(0, by);
      await isAt(by);
    };
    await scroll(700);
    await toPage('Overview');
    await page.locator('.insights').waitFor();
    await isAt(0);
    await scroll(300);
    await page.goBack();
    await isAt(700);
    await page.goForward();
    await isAt(300);
    await page.goBack();
    await isAt(700);
    await page.reload();
    await page.getByRole('button', { name: '0001_initial' }).first().waitFor();
    await isAt(700);
    await close();
  });

  test('where details lie over the graph, the model they are of stands beside them, large enough to read', async () => {
    const viewport = { width: 768, height: 800 };
    const { page, close } = await house.open({ path: '/w/atlas/schema/?model=lending.Loan', viewport });
    const panel = panelOf(page, 'Loan');
    const seenBeside = (id: string) =>
      page.waitForFunction((model) => {
        const box = document.querySelector(`.react-flow__node[data-id="${model}"]`)?.getBoundingClientRect();
        const side = document.querySelector('.model-panel')?.getBoundingClientRect();
        return box && side && box.left > 56 && box.right <= side.left && box.width > 80;
      }, id);
    await seenBeside('lending.Loan');
    await panel.locator('tr', { hasText: 'reader' }).getByText('Reader', { exact: true }).click();
    await panelOf(page, 'Reader').waitFor();
    await seenBeside('people.Reader');
    await close();
  });
});
