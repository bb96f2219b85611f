import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { noBrowser } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { copySample } from './rig/projects.ts';

const voucher = '\n\nclass Voucher(models.Model):\n    loan = models.ForeignKey("lending.Loan", models.CASCADE)\n';

describe('schema and migrations of a real project', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample() });

  test('every own model of the project is in the table, with its relations and where it is written', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/schema?look=table' });
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Loan', exact: true }) });
    await row.getByText('reader').first().waitFor();
    await row.getByRole('link', { name: 'Loan', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Details of Loan' });
    await panel.getByText(/^atlas\/lending\/models.*:\d+$/).waitFor();
    await panel.getByRole('link', { name: '0001_initial' }).click();
    await page
      .getByRole('complementary', { name: /lending\.0001_initial/ })
      .getByText(/^Create model Loan(?!P)/)
      .waitFor();
    await close();
  });

  test('beside the details of a model the table is not wider than its place', async () => {
    const path = '/w/atlas/schema?look=table&model=lending.Loan';
    const { page, close } = await house.open({ path, viewport: { width: 1280, height: 900 } });
    await page.getByRole('complementary', { name: 'Details of Loan' }).waitFor();
    const hidden = await page.locator('.schema-table').evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.equal(hidden, 0);
    await page.getByRole('columnheader', { name: 'State' }).waitFor();
    await close();
  });

  test('a model written while the graph is open comes in, and the others stay where they are', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/schema' });
    const places = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem('inspector-schema:atlas') ?? '{}').arrangements?.['all/keys'],
      );
    await page.locator('.react-flow__node[data-id="lending.Loan"]').waitFor();
    const known = await places();
    await appendFile(join(house.projectPath, 'atlas/lending/models.py'), voucher);
    await page.locator('.react-flow__node[data-id="lending.Voucher"]').waitFor();
    const now = await places();
    for (const [id, at] of Object.entries(known)) assert.deepEqual(now[id], at, id);
    await page.locator('.react-flow__node[data-id="lending.Voucher"]').click();
    await page
      .getByRole('complementary', { name: 'Details of Voucher' })
      .getByText('Changes without a migration')
      .waitFor();
    await close();
  });

  test('the SQL of the next pending migration is shown by a run', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/migrations' });
    await page
      .getByRole('button', { name: /^Show SQL of/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('checkbox').check();
    await drawer.getByRole('button', { name: /^Run/ }).click();
    await page
      .getByText(/CREATE|ALTER|BEGIN/)
      .first()
      .waitFor();
    await close();
  });
});
