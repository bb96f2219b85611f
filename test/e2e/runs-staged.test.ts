import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunLogPage, RunStatus, TaskRun } from '../../src/contract/index.ts';
import { noBrowser } from './rig/browser.ts';
import { openTheatre } from './rig/theatre.ts';

const runOf = (id: number, status: RunStatus): TaskRun => ({
  id,
  preset: 'check',
  label: 'Check project',
  status,
  progress: 40,
  log: '',
  metadata: {
    command: {
      raw: 'python manage.py check',
      safe_prefix: 'manage.py check',
      workspace_path: '/srv/shop',
      duration_seconds: 12,
      output_lines: 345,
      timed_out: false,
    },
    workspace: 'shop',
    note: null,
    user: 'owner',
    queued_at: '2026-11-01T10:00:00.000Z',
    started_at: '2026-11-01T10:00:00.000Z',
    ended_at: status === 'running' ? null : '2026-11-01T10:00:12.000Z',
    sandbox: null,
    result: null,
    output: { bytes: 0, truncated: false, log_cut_lines: 0 },
  },
});

const logOf = (run: TaskRun, lines: RunLogPage['lines'], last: number): RunLogPage => {
  const { status, progress, metadata } = run;
  return { status, progress, command: metadata.command, sandbox: metadata.sandbox, lines, last };
};

/** Answers what is asked of run 7. */
async function stageRun(page: Page, run: TaskRun, lines: RunLogPage['lines'] = []): Promise<void> {
  await page.route('**/api/task-runs/7/', (route) => route.fulfill({ json: run }));
  await page.route('**/api/task-runs/7/log/?*', (route) => {
    const isFirst = route.request().url().endsWith('after=0');
    return route.fulfill({ json: logOf(run, isFirst ? lines : [], lines.length) });
  });
}

/** What a page still asks for when its answers are taken back would be a fault. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll();
}

describe('runs whose answers are chosen', { skip: noBrowser }, () => {
  const theatre = openTheatre('/w/shop/runs');

  test('a command and a state that only the address names are told as what is filtered by, not as any', async () => {
    const page = await theatre.open('?preset=gone&status=odd');
    await page.getByText('No run matches these filters').waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Command' }).inputValue(), 'gone');
    assert.equal(await page.getByRole('combobox', { name: 'Status' }).inputValue(), 'odd');
  });

  test('of a run that goes on no figure is told that would stand still', async () => {
    const page = await theatre.open();
    await page.route('**/api/task-runs/?*', (route) =>
      route.fulfill({ json: [runOf(2, 'running'), runOf(1, 'succeeded')] }),
    );
    await page.reload();
    const row = (status: string) => page.getByRole('row').filter({ hasText: status });
    await row('Succeeded').getByText('12.0 s').waitFor();
    await row('Succeeded').getByText('345').waitFor();
    assert.equal(
      await row('Running')
        .getByText(/12|345/)
        .count(),
      0,
    );
    await leave(page);
  });

  test('an answer that was asked for before a run was cancelled does not bring it back', async () => {
    const page = await theatre.open();
    await stageRun(page, runOf(7, 'running'));
    await page.route('**/api/task-runs/7/cancel/', (route) => route.fulfill({ json: runOf(7, 'cancelled') }));
    await page.goto(`${theatre.stage.address}/w/shop/runs/7`);
    const cancel = page.getByRole('button', { name: 'Cancel run' });
    await cancel.waitFor();
    const late = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(
      '**/api/task-runs/7/',
      async (route) => {
        asked.resolve();
        await late.promise;
        await route.fulfill({ json: runOf(7, 'running') }).catch(() => undefined);
      },
      { times: 1 },
    );
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await asked.promise;
    await cancel.click();
    const again = page.getByRole('button', { name: 'Run again' });
    await again.waitFor();
    late.resolve();
    await page.waitForTimeout(300);
    assert.ok(await again.isVisible());
    await leave(page);
  });

  test('lines that no longer wrap fill the log as they did before', async () => {
    const page = await theatre.open();
    const lines = Array.from({ length: 300 }, (_, index) => ({ seq: index + 1, text: 'word '.repeat(200) }));
    await stageRun(page, runOf(7, 'succeeded'), lines);
    await page.goto(`${theatre.stage.address}/w/shop/runs/7`);
    const rows = page.locator('.log-view__row');
    const log = page.getByRole('region', { name: 'Log of the run' });
    const heightOf = () => log.evaluate((box) => box.scrollHeight);
    await rows.nth(20).waitFor();
    const before = await heightOf();
    const wrap = page.getByRole('button', { name: 'Wrap' });
    await wrap.click();
    await rows.nth(20).waitFor({ state: 'detached' });
    assert.ok((await heightOf()) > before);
    await wrap.click();
    await rows.nth(20).waitFor();
    assert.equal(await heightOf(), before);
    await leave(page);
  });

  test('who comes back to the log of a run, or loads it again, is at the line that was read, however it wraps', async () => {
    const page = await theatre.open();
    const lines = Array.from({ length: 900 }, (_, index) => ({
      seq: index + 1,
      text: `${index + 1} ${'word '.repeat(1 + (index % 7) * 30)}`,
    }));
    await stageRun(page, runOf(7, 'succeeded'), lines);
    await page.goto(`${theatre.stage.address}/w/shop/runs/7`);
    const log = page.getByRole('region', { name: 'Log of the run' });
    /** The number of the first line that is in sight. */
    const firstLine = () =>
      log.evaluate((box) => {
        const { top } = box.getBoundingClientRect();
        const rows = [...box.querySelectorAll('.log-view__row')];
        return Number(rows.find((row) => row.getBoundingClientRect().bottom > top + 1)?.getAttribute('data-index')) + 1;
      });
    const isAt = async (line: number) => {
      await page.waitForFunction((wanted) => document.querySelector(`[data-index="${wanted}"]`) !== null, line - 1);
      assert.equal(await firstLine(), line);
    };
    const comeBack = async () => {
      await page.getByRole('link', { name: 'All runs' }).click();
      await page.waitForURL(/runs$/);
      await page.goBack();
      await page.locator('.log-view__row').first().waitFor();
    };
    await page.locator('.log-view__row').first().waitFor();
    await log.evaluate((box) => box.scrollTo(0, 8_000));
    await page.locator('[data-index="405"]').waitFor();
    const read = await firstLine();
    assert.ok(read > 390, String(read));
    await comeBack();
    await isAt(read);
    await page.reload();
    await isAt(read);
    await page.getByRole('button', { name: 'Wrap' }).click();
    await log.evaluate((box) => box.scrollTo(0, 6_000));
    await page.locator('[data-index="3"]').waitFor({ state: 'detached' });
    await page.waitForFunction(() => window.history.state?.['log line'] !== undefined);
    const wrapped = await firstLine();
    await comeBack();
    await isAt(wrapped);
    await page.getByRole('button', { name: 'Wrap' }).click();
    await page.waitForFunction(() => document.querySelector('.log-view__scroll')?.scrollHeight === 900 * 20 + 12);
    await log.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.locator('[data-index="899"]').waitFor();
    await comeBack();
    await page.locator('[data-index="899"]').waitFor();
    await leave(page);
  });

  test('what was found is counted from the start when it is searched for in another way', async () => {
    const page = await theatre.open();
    const lines = Array.from({ length: 9 }, (_, index) => ({ seq: index + 1, text: `line ${index + 1}` }));
    await stageRun(page, runOf(7, 'succeeded'), lines);
    await page.goto(`${theatre.stage.address}/w/shop/runs/7`);
    await page.getByRole('searchbox').fill('line');
    await page.getByText('9 matches').waitFor();
    for (let press = 0; press < 3; press++) await page.getByRole('searchbox').press('Enter');
    await page.getByText('3 of 9').waitFor();
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await page.getByText('9 matches').waitFor();
    await leave(page);
  });

  test('a preset whose icon is called as a part of every object is offered like the others', async () => {
    const page = await theatre.open();
    const presets = await page.evaluate(async () => (await fetch('/api/presets/')).json());
    const odd = { ...presets[0], key: 'odd', label: 'Odd one', icon: 'constructor' };
    await page.route('**/api/presets/?*', (route) => route.fulfill({ json: [...presets, odd] }));
    await page.reload();
    await page.getByRole('button', { name: 'Run a command' }).first().click();
    await page.getByRole('dialog').getByText('Odd one').waitFor();
    await leave(page);
  });
});
