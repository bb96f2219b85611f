import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../src/scanner/scanner.ts';
import { migrationFigures } from '../../src/usecases/scans/insights.ts';

const reading = (applied: Reading['applied']): Reading =>
  ({ counts: { pending: 2, unmade: 0, conflicts: 0, migrationProblems: 0 }, applied }) as Reading;

test('why nothing is applied yet is said with the pending migrations', () => {
  const note = 'The database file does not exist yet: migrate has not run.';
  const [pending, ...others] = migrationFigures(reading({ source: 'database', note }));
  assert.deepEqual(pending, { title: 'Pending migrations', value: '2', note });
  assert.ok(others.every((figure) => !('note' in figure)));
  assert.deepEqual(migrationFigures(reading({ source: 'database', note: null }))[0], {
    title: 'Pending migrations',
    value: '2',
  });
});
