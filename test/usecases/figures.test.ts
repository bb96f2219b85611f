import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../src/scanner/scanner.ts';
import { migrationFigures, startFigures } from '../../src/usecases/scans/insights.ts';

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

test('a project that does not start is said to be, with the cause and where to see more, and only then', () => {
  const told = (provenance: Reading['provenance']) => startFigures({ provenance } as Reading);
  for (const words of ['could not be started', 'does not start'])
    assert.deepEqual(told({ source: 'static', note: `The project ${words}: SyntaxError: invalid syntax` }), [
      {
        title: 'Project',
        value: 'does not start',
        note: 'SyntaxError: invalid syntax. What is shown comes from its text. Run the system check for the whole of it.',
      },
    ]);
  assert.deepEqual(told({ source: 'static', note: 'There is no interpreter.' }), [
    { title: 'Project', value: 'not asked', note: 'There is no interpreter. What is shown comes from its text.' },
  ]);
  const late = 'The command did not end within 60 seconds and was ended.';
  assert.deepEqual(told({ source: 'static', note: `The project did not answer: ${late}` }), [
    { title: 'Project', value: 'did not answer', note: `${late} What is shown comes from its text.` },
  ]);
  assert.deepEqual(told({ source: 'static', note: null }), []);
  assert.deepEqual(told({ source: 'live', note: null }), []);
});
