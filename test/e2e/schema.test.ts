import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { detailOf, generateSchema, model, relationField } from '../web/generated-schema.ts';
import { brokenSchema, sampleSchema } from '../web/sample-schema.ts';
import { violationsInEveryLook } from './rig/axe.ts';
import { noBrowser } from './rig/browser.ts';
import { openTheatre } from './rig/theatre.ts';

const boxOf = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const placeOf = async (page: Page, id: string) => {
  const stored = await page.evaluate(() => localStorage.getItem('inspector-schema:shop') ?? '{}');
  return JSON.parse(stored).arrangements?.['all/keys']?.[id];
};
const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name: `Details of ${name}` });
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();

describe('the schema page', { skip: noBrowser }, () => {
  const theatre = openTheatre('/w/shop/schema');

  test('a search leads to the model of that name, and its panel tells fields, source, migrations and unmade changes', async () => {
    const page = await theatre.open();
    await boxOf(page, 'orders.Order').waitFor();
    await page.getByLabel('Find a model or field').fill('order');
    await page.getByText(/^[2-9] matches$/).waitFor();
    await page.getByLabel('Find a model or field').press('Enter');
    await panelOf(page, 'Order').waitFor();
    await page.getByLabel('Find a model or field').fill('orders gift');
    await page.getByText('1 match', { exact: true }).waitFor();
    await page.getByLabel('Find a model or field').press('Enter');
    const panel = panelOf(page, 'Order');
    await panel.getByText('orders/models.py:10').waitFor();
    await panel.getByText('Add field gift_note to order').waitFor();
    await panel.getByText('Create model Order', { exact: true }).waitFor();
    const customer = panel.getByRole('row', { name: /customer/ }).getByRole('link', { name: 'Customer' });
    // Opened beside it, too.
    assert.equal(await customer.getAttribute('href'), '/w/shop/schema?model=orders.Customer');
    await customer.click();
    await panelOf(page, 'Customer').waitFor();
    await page.goBack();
    await panelOf(page, 'Order').waitFor();
  });

  test('Enter that comes sooner than the search leads to what was typed, not to what was found before', async () => {
    const page = await theatre.open();
    await boxOf(page, 'orders.Order').waitFor();
    const field = page.getByRole('searchbox');
    await field.fill('order');
    await field.press('Enter');
    await panelOf(page, 'Order').waitFor();
    await field.fill('refund');
    await field.press('Enter');
    await panelOf(page, 'Refund').waitFor();
  });

  test('a project without models of its own says so, and shows those of its installed apps when asked', async () => {
    const { models, ...rest } = sampleSchema();
    const foreign = { ...rest, models: models.map((each) => ({ ...each, own: false })) };
    const counted = models.filter(({ kind }) => !['abstract', 'swapped', 'through'].includes(kind));
    assert.ok(counted.length < models.length);
    theatre.stage.play = { ...theatre.stage.play, schema: foreign };
    const page = await theatre.open();
    await page.getByRole('heading', { name: 'No models of its own' }).waitFor();
    await page.getByText(`bring ${counted.length} models along`, { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Show third-party models' }).click();
    await boxOf(page, 'orders.Order').waitFor();
    assert.match(page.url(), /third=all/);
  });

  test('a name that is wider than the details of a model is broken there, also in what a migration did', async () => {
    const long = 'VeryLongName'.repeat(8);
    const { migrations } = theatre.stage.play;
    const told = JSON.stringify(migrations).replaceAll('Create model Order"', `Create model ${long}"`);
    theatre.stage.play = { ...theatre.stage.play, migrations: JSON.parse(told) };
    const page = await theatre.open('?model=orders.Order');
    const panel = panelOf(page, 'Order');
    const words = panel.getByText(`Create model ${long}`);
    await words.waitFor();
    const rightOf = (box: Element): number => box.getBoundingClientRect().right;
    assert.ok((await words.evaluate(rightOf)) <= (await panel.evaluate(rightOf)));
  });

  test('the table has the own models first, by app and name', async () => {
    const page = await theatre.open('?look=table&third=all');
    const rows = page.locator('.schema-table tbody tr');
    await rows.first().waitFor();
    const told = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [name, app] = [row.querySelector('th'), row.querySelector('td')];
        const isForeign = app?.textContent?.includes('Third-party') ?? false;
        return [isForeign ? 'third-party' : 'own', app?.firstChild?.textContent, name?.textContent].join(' ');
      }),
    );
    assert.ok(told.some((row) => row.startsWith('third-party')) && told[0]?.startsWith('own'));
    assert.deepEqual(told, told.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  });

  test('a dragged model stands where it was left after a reload', async () => {
    const page = await theatre.open();
    const box = boxOf(page, 'reports.Export');
    const from = await box.boundingBox();
    assert.ok(from);
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 60, { steps: 4 });
    await page.mouse.move(from.x + 90, from.y + 90, { steps: 4 });
    await page.mouse.up();
    const place = await placeOf(page, 'reports.Export');
    const moved = await box.boundingBox();
    assert.ok(moved && moved.x > from.x + 30 && moved.y > from.y + 30);
    await page.reload();
    await box.waitFor();
    assert.deepEqual(await placeOf(page, 'reports.Export'), place);
  });

  test('a model that is new in the project is placed, and nothing else moves', async () => {
    const page = await theatre.open();
    await boxOf(page, 'orders.Order').waitFor();
    const before = await page.evaluate(() => localStorage.getItem('inspector-schema:shop') ?? '{}');
    const known = JSON.parse(before).arrangements['all/keys'];
    const voucher = model('orders.Voucher', [relationField('order', 'orders.Order', 'foreign_key')]);
    theatre.stage.play = { ...theatre.stage.play, schema: detailOf([...sampleSchema().models, voucher]) };
    theatre.stage.rescan();
    await boxOf(page, 'orders.Voucher').waitFor({ timeout: 15_000 });
    for (const [id, at] of Object.entries(known)) assert.deepEqual(await placeOf(page, id), at, id);
  });

  test('focus, detail and the open model are in the address, and an address brings them back', async () => {
    const page = await theatre.open();
    await boxOf(page, 'catalog.Category').click();
    await page.getByRole('button', { name: 'Focus on this model' }).click();
    await boxOf(page, 'orders.Order').waitFor({ state: 'detached' });
    await choose(page, 'Hops', '2 hops');
    await choose(page, 'Detail', 'All fields');
    await boxOf(page, 'orders.OrderLine').waitFor();
    const address = page.url();
    assert.match(address, /focus=catalog\.Category/);
    await page.goto(address);
    await page.getByText('Focus: Category').waitFor();
    await boxOf(page, 'orders.OrderLine').getByText('quantity').waitFor();
    await panelOf(page, 'Category').waitFor();
    await page.getByRole('button', { name: 'End focus' }).click();
    await boxOf(page, 'reports.DailySales').waitFor();
  });

  test('the name of an app with one small model is read whole, also from afar; the pointer shows what does not fit', async () => {
    const small = ['contenttypes', 'authentication', 'sessions'];
    const endless = [1, 2, 3].map((part) => `reconciliation_of_returned_goods_with_the_inventory_${part}`);
    const large = generateSchema({ apps: 6, models: 60, relations: 90 }).models;
    const schema = detailOf([...[...small, ...endless].map((app) => model(`${app}.Key`, [])), ...large]);
    theatre.stage.play = { ...theatre.stage.play, schema };
    const page = await theatre.open('', { width: 1280 });
    const label = (app: string) => page.locator('.app-label__name', { hasText: app });
    const isWhole = (app: string) => label(app).evaluate((name) => name.scrollWidth <= name.clientWidth);
    await label('contenttypes').waitFor();
    for (const app of small) assert.ok(await isWhole(app), app);
    const whole = await Promise.all(endless.map(isWhole));
    const cut = endless[whole.indexOf(false)];
    assert.ok(cut, 'one has another app beside it');
    await label(cut).hover();
    assert.ok(await isWhole(cut));
  });

  test('an app collapses to one box and opens again; third-party models can all be shown', async () => {
    const page = await theatre.open();
    await page.getByRole('button', { name: 'Collapse catalog' }).click();
    await boxOf(page, 'app:catalog').waitFor();
    await boxOf(page, 'catalog.Product').waitFor({ state: 'detached' });
    await boxOf(page, 'app:catalog').click();
    await boxOf(page, 'catalog.Product').waitFor();
    assert.equal(await boxOf(page, 'auth.Group').count(), 0);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByLabel('All', { exact: true }).check();
    await boxOf(page, 'auth.Group').waitFor();
    const beside = await page.getByRole('button', { name: 'Collapse all' }).evaluate((button) => {
      const edges = (element: Element | null) => element?.getBoundingClientRect() ?? { left: 0, right: 0 };
      return edges(button).right <= edges(button.closest('.schema-filter')).right;
    });
    assert.ok(beside, 'apps can be collapsed all at once: the button is in the menu, not beyond its edge');
  });

  test('models that are shown for the first time are in sight, too, beside those whose places are kept', async () => {
    const { schema } = theatre.stage.play;
    const installed = generateSchema({ apps: 1, models: 40, relations: 0 }).models;
    const foreign = installed.map((each) => ({ ...each, own: false, app: 'far', id: `far.${each.name}` }));
    theatre.stage.play = { ...theatre.stage.play, schema: { ...schema, models: [...schema.models, ...foreign] } };
    const page = await theatre.open();
    await boxOf(page, 'catalog.Product').waitFor();
    await theatre.open('?third=all');
    await page.waitForFunction((count) => {
      const stage = document.querySelector('.react-flow')?.getBoundingClientRect();
      const boxes = [...document.querySelectorAll('.react-flow__node[data-id^="far."]')];
      return (
        boxes.length >= count &&
        boxes.every((each) => {
          const box = each.getBoundingClientRect();
          return (
            stage &&
            box.left >= stage.left &&
            box.right <= stage.right &&
            box.top >= stage.top &&
            box.bottom <= stage.bottom
          );
        })
      );
    }, foreign.length);
  });

  test('a view with a name keeps what was shown, and can be removed; one that is not kept here has no name', async () => {
    const page = await theatre.open('?focus=core.Tag&view=Kept+elsewhere');
    await boxOf(page, 'core.TaggedItem').waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('Tags only');
    await page.getByLabel('Name of the view').press('Enter');
    await page.getByRole('button', { name: 'Tags only' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'End focus' }).click();
    await boxOf(page, 'orders.Order').waitFor();
    await page.getByRole('button', { name: 'Tags only' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tags only', exact: true }).click();
    await boxOf(page, 'orders.Order').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Tags only' }).first().click();
    await page.getByRole('button', { name: 'Remove view Tags only' }).press('Enter');
    await page.getByRole('button', { name: 'Whole schema' }).and(page.locator(':focus')).waitFor();
    assert.doesNotMatch(page.url(), /view=/);
  });

  test('a browser that refuses its storage shows the schema all the same, and one that keeps no view says so', async () => {
    const page = await theatre.open();
    const alone = await (await page.context().browser()?.newContext())?.newPage();
    assert.ok(alone);
    await alone.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      }),
    );
    await alone.goto(page.url());
    await boxOf(alone, 'orders.Order').waitFor();
    await alone.getByRole('button', { name: 'Views' }).click();
    await alone.getByLabel('Name of the view').fill('Mine');
    await alone.getByRole('button', { name: 'Save this view' }).click();
    await alone.getByText('This browser does not keep it').waitFor();
    assert.doesNotMatch(alone.url(), /view=/);
    await alone.context().close();
  });

  test('what is shown is exported as SVG, PNG, Mermaid and DBML, and copied as text', async () => {
    const page = await theatre.open();
    await boxOf(page, 'orders.Order').waitFor();
    const take = async (name: string) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name, exact: true }).click(),
      ]);
      return readFile(await file.path());
    };
    assert.match((await take('Drawing (SVG)')).toString(), /<svg[\s\S]*OrderLine[\s\S]*<\/svg>/);
    assert.deepEqual([...(await take('Picture (PNG)')).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.match((await take('Mermaid')).toString(), /orders_OrderLine \}o--\|\| orders_Order : "order"/);
    assert.match((await take('DBML')).toString(), /Ref: "orders_orderline"\."order_id" > "orders_order"\."id"/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Mermaid' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /orders_OrderLine \}o--/);
  });

  test('the table says the same for keyboard and screen reader', async () => {
    const page = await theatre.open();
    await choose(page, 'Show as', 'Table');
    const table = page.getByRole('table', { name: 'Models of the schema' });
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'OrderLine' }) });
    await row.getByText('many to one').first().waitFor();
    await row.getByRole('link', { name: 'OrderLine' }).focus();
    await page.keyboard.press('Enter');
    await panelOf(page, 'OrderLine').waitFor();
    await page.getByRole('button', { name: 'Close details' }).focus();
    await page.keyboard.press('Enter');
    await panelOf(page, 'OrderLine').waitFor({ state: 'detached' });
  });

  test('a box in the graph opens by keyboard alone', async () => {
    const page = await theatre.open();
    await boxOf(page, 'orders.Refund').focus();
    await page.keyboard.press('Enter');
    await panelOf(page, 'Refund').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await boxOf(page, 'orders.Refund').and(page.locator(':focus')).waitFor();
  });

  test('a project that could not be read says why instead of showing an empty sheet', async () => {
    theatre.stage.play = { ...theatre.stage.play, schema: brokenSchema() };
    const page = await theatre.open();
    await page.getByRole('heading', { name: 'No models were found' }).waitFor();
    await page.getByText('1 problem').click();
    await page.getByText('manage.py names config.settings').waitFor();
  });

  test('of a thousand models the one that an address names is in sight and large enough to read, and so is the next; a search leads to another', async () => {
    const schema = generateSchema({ apps: 40, models: 1000, relations: 3000 });
    theatre.stage.play = { ...theatre.stage.play, schema };
    const [first, other] = [schema.models.at(500)?.id ?? '', schema.models.at(-1)?.id ?? ''];
    const page = await theatre.open(`?model=${first}`);
    const isReadable = async (id: string) => {
      await boxOf(page, id).waitFor({ timeout: 60_000 });
      const box = await boxOf(page, id).boundingBox();
      const stage = await page.locator('.schema-stage').boundingBox();
      assert.ok(box && stage && box.width > 90, `${box?.width} px wide`);
      assert.ok(box.x >= stage.x && box.x + box.width <= stage.x + stage.width, 'beside the panel');
    };
    await isReadable(first);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(other);
    await page
      .getByRole('option', { name: other.split('.')[1] ?? '' })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await isReadable(other);
    await page.getByLabel('Find a model or field').fill('journal_3 shipment');
    await page.getByText(/^\d+ match(es)?$/).waitFor();
    await page.getByLabel('Find a model or field').press('Enter');
    await page.locator('.react-flow__node-box').first().waitFor();
    await page.getByRole('complementary').getByText('Shipment').first().waitFor();
  });

  // The page as it is, its table and its panel are scenes of the accessibility tests.
  test('axe finds nothing to complain about in both themes and three widths around a model', async () => {
    const page = await theatre.open('?focus=orders.Order&hops=2&model=orders.Order');
    await panelOf(page, 'Order').waitFor();
    await boxOf(page, 'orders.Order').waitFor();
    assert.deepEqual(await violationsInEveryLook(page), {});
  });
});
