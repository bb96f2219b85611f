import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateSchema } from '../web/generated-schema.ts';
import { noBrowser } from './rig/browser.ts';
import { openTheatre } from './rig/theatre.ts';

describe('a schema of many models', { skip: noBrowser }, () => {
  const theatre = openTheatre('/w/shop/schema');

  test('a page of the table begins at its top, and a match on another page is led to', async () => {
    const schema = generateSchema({ apps: 4, models: 240, relations: 0 });
    theatre.stage.play = { ...theatre.stage.play, schema };
    const page = await theatre.open('?look=table');
    const frame = page.locator('.schema-table');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('101–200 of 240').waitFor();
    assert.equal(await frame.evaluate((element) => element.scrollTop), 0);
    const search = page.getByRole('searchbox', { name: 'Find a model or field' });
    await search.fill('created');
    await page.getByText(/^\d+ matches$/).waitFor();
    await search.press('Shift+Enter');
    const row = page.locator('.schema-table tr[aria-current]');
    await row.waitFor();
    const isInSight = await row.evaluate((element) => {
      const [own, around] = [element, element.closest('.schema-table')].map((each) => each?.getBoundingClientRect());
      return own && around && own.top >= around.top && own.bottom <= around.bottom + 1;
    });
    assert.ok(isInSight);
    await search.fill('');
    await page.getByText(/of 240/).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await page.locator('.schema-table tbody tr').count(), 240, 'on paper are all of them');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });

  test('who comes back to the table, or loads it again, is at the same page and place of it', async () => {
    const schema = generateSchema({ apps: 4, models: 240, relations: 0 });
    theatre.stage.play = { ...theatre.stage.play, schema };
    const page = await theatre.open('?look=table');
    const frame = page.locator('.schema-table');
    const isAt = (top: number) =>
      page.waitForFunction((wanted) => document.querySelector('.schema-table')?.scrollTop === wanted, top);
    const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Migrations' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('101–200 of 240').waitFor();
    await frame.evaluate((element) => element.scrollTo(0, 700));
    await leave();
    await page.waitForURL(/migrations/);
    await page.goBack();
    await page.getByText('101–200 of 240').waitFor();
    await isAt(700);
    // Whoever had details open goes on where they read, not where the model stands.
    await page.getByRole('rowheader').nth(20).getByRole('link').click();
    await page.waitForURL(/model=/);
    await frame.evaluate((element) => element.scrollTo(0, 2_000));
    await leave();
    await page.waitForURL(/migrations/);
    await page.goBack();
    await page.getByText('101–200 of 240').waitFor();
    await isAt(2_000);
    await page.reload();
    await page.getByText('101–200 of 240').waitFor();
    await isAt(2_000);
  });

  test('the table lists the models of collapsed apps; a search in the graph opens the app of what it finds', async () => {
    const labels = theatre.stage.play.schema.apps.map(({ label }) => label).join();
    const page = await theatre.open(`?look=table&collapsed=${labels}`);
    await page.getByRole('rowheader', { name: 'Product', exact: true }).waitFor();
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Graph').click();
    await page.locator('.react-flow__node[data-id="app:catalog"]').waitFor();
    const search = page.getByRole('searchbox', { name: 'Find a model or field' });
    await search.fill('product');
    await search.press('Enter');
    await page.locator('.react-flow__node[data-id="catalog.Product"]').waitFor();
    await page.locator('.react-flow__node[data-id="app:orders"]').waitFor();
  });

  test('what is no longer wanted is not told to be still arranged, and no picture is taken of half of it', async () => {
    const page = await theatre.open();
    await page.locator('.react-flow__node[data-id="orders.Order"]').waitFor();
    // A layout that takes for ever.
    await page.evaluate(() => {
      Worker.prototype.postMessage = () => undefined;
    });
    const levels = page.getByRole('radiogroup', { name: 'Detail' });
    await levels.getByText('All fields').click();
    const busy = page.getByText('Arranging…');
    await busy.waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click();
    await page.getByRole('alert').getByText('still being arranged').waitFor();
    await levels.getByText('Keys').click();
    await busy.waitFor({ state: 'detached' });
  });

  test('there is no small picture of the graph before there is a large one', async () => {
    const page = await theatre.open('?look=table');
    const drawn = Promise.withResolvers<void>();
    await page.route('**/elk-worker*', (route) => drawn.promise.then(() => route.continue()));
    await page.goto(`${theatre.stage.address}/w/shop/schema`);
    await page.getByText('Arranging').waitFor();
    const small = page.getByRole('img', { name: 'Overview of the whole graph' });
    assert.equal(await small.count(), 0);
    drawn.resolve();
    await small.waitFor();
    await page.unrouteAll();
  });

  test('apps that are collapsed all at once stand side by side, and their models where they were when expanded again', async () => {
    const schema = generateSchema({ apps: 12, models: 120, relations: 100 });
    theatre.stage.play = { ...theatre.stage.play, schema };
    const page = await theatre.open('?level=names');
    const places = () =>
      page.evaluate(() => {
        const [kept] = Object.values(localStorage).filter((text) => text.includes('arrangements'));
        const { arrangements } = JSON.parse(kept ?? '{}') as {
          arrangements?: Record<string, Record<string, number[]>>;
        };
        return arrangements?.['all/names'];
      });
    const nodes = page.locator('.react-flow__node');
    await nodes.first().waitFor();
    const before = await places();
    assert.ok(before);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    const boxes = page.locator('.react-flow__node[data-id^="app:"]');
    await boxes.nth(schema.apps.length - 1).waitFor();
    const heights = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().height));
    assert.ok(Math.min(...heights) > 30, `all of them are in sight, and large enough to read: ${heights.join()}`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await boxes.first().waitFor({ state: 'detached' });
    assert.deepEqual(await places(), before);
  });
});
