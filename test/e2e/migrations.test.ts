import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { detailOf } from '../web/generated-schema.ts';
import { generateMigrations, migration, migrationApp, unknownMigrations } from '../web/sample-migrations.ts';
import { sampleSchema } from '../web/sample-schema.ts';
import { noBrowser } from './rig/browser.ts';
import { openTheatre } from './rig/theatre.ts';

const appOf = (page: Page, label: string) => page.getByRole('region', { name: `Migrations of ${label}` });

describe('the migrations page', { skip: noBrowser }, () => {
  const theatre = openTheatre('/w/shop/migrations');

  test('pending, missing, conflicting, squashed and unmade are each told where they are', async () => {
    const page = await theatre.open();
    const catalog = appOf(page, 'catalog');
    await catalog.getByText('Conflict').waitFor();
    assert.equal(await catalog.getByText('End of a branch').count(), 2);
    await catalog.getByRole('listitem').filter({ hasText: '0003_old_colours' }).getByText('File missing').waitFor();
    const orders = appOf(page, 'orders');
    assert.equal(await orders.getByText('Squashed', { exact: true }).count(), 3);
    await orders.getByText('Add field gift_note to order').waitFor();
    await page.getByText('3 pending migrations in 1 app').waitFor();
    await page.getByText('Run makemigrations --merge in the project to join them.').waitFor();
    // Django refuses both before the conflict is joined.
    for (const command of ['migrate', 'makemigrations']) {
      assert.equal(
        await page.getByRole('button', { name: `Copy python manage.py ${command}`, exact: true }).count(),
        0,
      );
    }
  });

  test('a name that is written from right to left does not change places with the file beside it', async () => {
    const { migrations } = theatre.stage.play;
    const change = {
      kind: 'model_added',
      app: 'متجر',
      model: 'كتاب',
      field: null,
      description: 'Create model كتاب',
    } as const;
    const unmade = [{ ...change, source: { file: 'متجر/models.py', line: 2 } }];
    const app = { ...migrationApp('متجر', []), unmade };
    const problem = {
      code: 'odd',
      severity: 'error' as const,
      message: 'Nobody knows كتاب',
      file: 'متجر/models.py',
      line: 3,
    };
    theatre.stage.play = { ...theatre.stage.play, migrations: { ...migrations, apps: [app], problems: [problem] } };
    const page = await theatre.open('#problems');
    /** Where the words of an element itself begin and end, without what stands inside of it. */
    const spanOf = (text: string) =>
      page.getByText(text).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents([...element.childNodes].find((node) => node instanceof Text) ?? element);
        const rects = [...range.getClientRects()];
        return {
          left: Math.min(...rects.map(({ left }) => left)),
          right: Math.max(...rects.map(({ right }) => right)),
        };
      });
    for (const [name, file] of [
      ['Create model كتاب', 'متجر/models.py:2'],
      ['Nobody knows كتاب', 'متجر/models.py:3'],
    ] as const)
      assert.ok((await spanOf(file)).left >= (await spanOf(name)).right - 1, `${file} stands behind ${name}`);
  });

  test('a database that is not there is not said to have been read', async () => {
    const { migrations } = theatre.stage.play;
    const note = 'The database file does not exist yet: migrate has not run.';
    theatre.stage.play = {
      ...theatre.stage.play,
      migrations: { ...migrations, applied: { ...migrations.applied, note } },
    };
    const page = await theatre.open();
    await page.getByText(note).waitFor();
    await page.getByText('Database db.sqlite3', { exact: true }).waitFor();
    assert.equal(await page.getByText('Applied state read').count(), 0);
  });

  test('of more problems than are listed at first the others are told, and listed when asked for', async () => {
    const { migrations } = theatre.stage.play;
    const problems = Array.from({ length: 203 }, (_, index) => ({
      code: 'syntax_error',
      severity: 'error' as const,
      message: `Nothing can be made of file ${index + 1}.`,
      file: null,
      line: null,
    }));
    theatre.stage.play = { ...theatre.stage.play, migrations: { ...migrations, problems } };
    const page = await theatre.open('#problems');
    await page.getByText('203 problems').waitFor();
    assert.equal(await page.getByText('of file 203.').count(), 0);
    await page.getByRole('button', { name: 'Show 3 more' }).click();
    await page.getByText('of file 203.').waitFor();
  });

  test('the details of a migration lead to what it needs, in other apps too, and back', async () => {
    const page = await theatre.open();
    await page.getByRole('button', { name: '0005_review' }).click();
    const panel = page.getByRole('complementary', { name: /0005_review/ });
    await panel.getByText('Create model Review').waitFor();
    await panel.getByRole('link', { name: 'auth.0012_alter_user_first_name_max_length' }).click();
    await page
      .getByRole('complementary', { name: /auth\.0012/ })
      .getByText('catalog.0005_review')
      .waitFor();
    await page.goBack();
    await panel.waitFor();
    assert.match(page.url(), /migration=catalog\.0005_review/);
    await page.getByRole('button', { name: '0005_review', pressed: true }).click();
    await panel.waitFor({ state: 'detached' });
  });

  test('a migration that the details of another lead to is in sight in its timeline', async () => {
    const page = await theatre.open('?migration=orders.0001_squashed_0003_customer');
    await page.setViewportSize({ width: 1280, height: 300 });
    const inSight = (name: string) =>
      page.waitForFunction((wanted) => {
        const row = document.querySelector('.timeline__row[data-chosen]');
        const place = row?.getBoundingClientRect();
        return row?.textContent?.includes(wanted) && place && place.top > -1 && place.bottom < window.innerHeight + 1;
      }, name);
    await inSight('0001_squashed');
    await page.getByRole('complementary').getByRole('link', { name: 'catalog.0001_initial' }).click();
    await inSight('0001_initial');
  });

  test('what one presses stays under the pointer when its details open beside it, and when they close', async () => {
    const page = await theatre.open('', { width: 1100 });
    const name = page.getByRole('button', { name: '0005_review' });
    const placeOf = async () => Math.round((await name.boundingBox())?.y ?? 0);
    await name.waitFor();
    const before = await placeOf();
    await name.click();
    const panel = page.getByRole('complementary', { name: /0005_review/ });
    await panel.getByText('Create model Review').waitFor();
    assert.ok(Math.abs((await placeOf()) - before) <= 1, `${before} became ${await placeOf()}`);
    await panel.getByRole('button', { name: 'Close details' }).click();
    await panel.waitFor({ state: 'detached' });
    assert.ok(Math.abs((await placeOf()) - before) <= 1, `${before} became ${await placeOf()}`);
  });

  test('the SQL of the next pending migration is one press away, and confirmed before it runs', async () => {
    const page = await theatre.open('?migration=catalog.0004_supply');
    const panel = page.getByRole('complementary', { name: /0004_supply/ });
    await panel.getByRole('button', { name: 'Show its SQL' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('sqlmigrate catalog 0004_supply').first().waitFor();
    await drawer.getByText('nothing it writes reaches the project').waitFor();
    // Where the operator switched the sandbox off, nothing is promised that only a sandbox keeps.
    await page.route('**/api/session/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), sandbox: 'none' } });
    });
    await page.reload();
    await panel.getByRole('button', { name: 'Show its SQL' }).click();
    await drawer.getByText('nothing holds this command to reading').waitFor();
    assert.doesNotMatch((await drawer.textContent()) ?? '', /reaches the project|thrown away|No network/);
    await page.unrouteAll();
  });

  test('an operation leads to its field, else its model, as they are today, where there still is one', async () => {
    const page = await theatre.open('?migration=catalog.0005_review');
    const panel = page.getByRole('complementary', { name: 'Details of catalog.0005_review' });
    await panel.getByText('Raw Python operation').waitFor();
    await page.goto(page.url().replace('0005_review', '0004_supply'));
    await page.getByRole('link', { name: 'Remove field maker from product' }).click();
    const product = page.getByRole('complementary', { name: 'Details of Product' });
    await product.waitFor();
    assert.equal(await product.locator('tr[aria-current]').count(), 0);
    await page.goBack();
    await page.getByRole('link', { name: 'Add field suppliers to product' }).click();
    await product.locator('tr[aria-current]', { hasText: 'suppliers' }).waitFor();
    const { models } = sampleSchema();
    theatre.stage.play = {
      ...theatre.stage.play,
      schema: detailOf(models.filter(({ id }) => id !== 'catalog.Supply')),
    };
    theatre.stage.rescan();
    await page.goto(page.url().replace(/schema.*/, 'migrations?migration=catalog.0004_supply'));
    await page.getByRole('link', { name: 'Add field suppliers to product' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Create model Supply' }).count(), 0);
  });

  test('what was opened and folded by hand is so when one comes back from another page', async () => {
    const page = await theatre.open();
    const isOpen = (label: string, open: boolean) =>
      appOf(page, label).getByRole('button', { name: label, expanded: open }).first();
    await isOpen('catalog', true).click();
    await isOpen('auth', false).click();
    await page.getByRole('link', { name: 'Schema' }).click();
    await page.getByRole('heading', { name: 'Schema' }).waitFor();
    await page.goBack();
    await isOpen('catalog', false).waitFor();
    await isOpen('auth', true).waitFor();
    await isOpen('orders', true).waitFor();
  });

  test('an app leads to the apps its migrations need', async () => {
    const page = await theatre.open();
    await appOf(page, 'catalog').getByRole('button', { name: 'auth', exact: true }).click();
    await appOf(page, 'auth').getByRole('button', { name: '0011_update_proxy_permissions' }).waitFor();
  });

  test('an unknown applied state is said with its reason, and once', async () => {
    theatre.stage.play = { ...theatre.stage.play, migrations: unknownMigrations() };
    const page = await theatre.open();
    await page.getByText('The database is on another host.', { exact: false }).waitFor();
    assert.equal(await page.getByText('counts as pending', { exact: false }).count(), 1);
  });

  test('where the record of the database cannot be read, no migration is said to be pending, only that it may be', async () => {
    theatre.stage.play = { ...theatre.stage.play, migrations: unknownMigrations() };
    const page = await theatre.open();
    const tags = page.locator('.migrations__body .tag');
    await tags.getByText('May be pending', { exact: true }).first().waitFor();
    await tags
      .getByText(/^\d+ may be pending$/)
      .first()
      .waitFor();
    assert.equal(await tags.getByText(/^(\d+ p|P)ending$/).count(), 0);
    await page.locator('.timeline__name').first().click();
    const details = page.getByRole('complementary');
    await details.getByText('May be pending', { exact: true }).waitFor();
  });

  test('three hundred apps are searched and filtered', async () => {
    theatre.stage.play = { ...theatre.stage.play, migrations: generateMigrations(300, 12) };
    const page = await theatre.open();
    await page.getByText('36 pending migrations in 18 apps').waitFor();
    await page.getByText('Needs attention', { exact: true }).click();
    await appOf(page, 'app_001').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('region', { name: /^Migrations of/ }).count(), 18);
    await page.getByLabel('Find an app or migration').fill('app_021');
    await appOf(page, 'app_004').waitFor({ state: 'detached' });
    await page.waitForURL(/q=app_021/);
  });

  test('what is typed into the search is found at once, and changes the address when it is whole', async () => {
    const page = await theatre.open();
    await appOf(page, 'catalog').waitFor();
    await page.evaluate(() => {
      const { replaceState } = history;
      history.replaceState = (...given) => {
        document.title = `${document.title}+`;
        replaceState.apply(history, given);
      };
    });
    const field = page.getByLabel('Find an app or migration');
    await field.pressSequentially('orders');
    await appOf(page, 'catalog').waitFor({ state: 'detached' });
    // What else is chosen does not lose what was typed a moment ago.
    await page.getByText('Own apps', { exact: true }).click();
    await page.waitForURL(/show=own&q=orders$/);
    assert.ok(((await page.title()).match(/\+/g) ?? []).length < 'orders'.length, 'not once for each letter');
    await field.fill('nothing of that name');
    await page.getByRole('button', { name: 'Show all apps' }).click();
    await appOf(page, 'catalog').waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.equal(await field.inputValue(), '');
  });

  test('where nothing needs attention that is said, and no shorter word is asked for that nobody typed', async () => {
    const { migrations } = theatre.stage.play;
    const apps = [migrationApp('catalog', [migration('catalog', '0001_initial')])];
    theatre.stage.play = { ...theatre.stage.play, migrations: { ...migrations, apps, problems: [] } };
    const page = await theatre.open('?show=attention');
    await page.getByRole('heading', { name: 'No app needs attention' }).waitFor();
    assert.equal(await page.getByText('Try a shorter word').count(), 0);
    await page.getByRole('button', { name: 'Show all apps' }).click();
    await appOf(page, 'catalog').waitFor();
  });
});
