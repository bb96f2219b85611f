import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RunSummary } from '../../src/contract/index.ts';
import { noBrowser } from './rig/browser.ts';
import { openTheatre } from './rig/theatre.ts';

const runOf = (id: number, status: RunSummary['status']): RunSummary => ({
  id,
  preset: 'check',
  label: 'Check project',
  status,
  progress: 40,
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

describe('the history of runs', { skip: noBrowser }, () => {
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
    await page.unrouteAll();
  });
});
