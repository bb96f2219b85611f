import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/contract/index.ts';
import type { Reading } from '../../src/scanner/scanner.ts';
import type { Context } from '../../src/usecases/context.ts';
import {
  checkFigures,
  errorFigures,
  fixtureFigures,
  migrationFigures,
  schemaFigures,
  startFigures,
} from '../../src/usecases/scans/figures.ts';

const counts = {
  pending: 2,
  unmade: 0,
  unclear: 0,
  closedApps: 0,
  conflicts: 0,
  migrationProblems: 0,
  installedApps: 0,
  shownApps: 0,
  ownModels: 0,
};
const provenance = { source: 'static', note: 'The project does not start: No module named x' } as const;

const reading = (applied: Reading['applied'], more: Partial<Reading> = {}): Reading =>
  ({ counts, applied, provenance, appsProblem: null, modelsProblem: null, ...more }) as Reading;

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

test('where migrations of an app cannot be read, none pending and none unmade is not known', () => {
  const values = (pending: number) =>
    migrationFigures(
      reading({ source: 'live', note: null }, { counts: { ...counts, pending, closedApps: 1 } as Reading['counts'] }),
    ).map(({ value }) => value);
  assert.deepEqual(values(0).slice(0, 2), ['unknown', 'unknown']);
  assert.deepEqual(values(2).slice(0, 2), ['2+', 'unknown']);
});

test('an older answer of the project that could not be renewed is said to be one', () => {
  const note = 'As of yesterday.';
  assert.deepEqual(migrationFigures(reading({ source: 'live', note })).at(-1), {
    title: 'Applied state',
    value: 'not renewed',
    note,
  });
  const titles = migrationFigures(reading({ source: 'live', note: null })).map(({ title }) => title);
  assert.ok(!titles.includes('Applied state'));
});

test('a system check counts its errors, and where there are none what else it found', () => {
  const check = (...levels: string[]) =>
    checkFigures({ kind: 'check', findings: levels.map((level) => ({ level })) } as RunResult)[0]?.value;
  assert.equal(check(), 'no findings');
  assert.equal(check('warning'), '1 finding');
  assert.equal(check('warning', 'error', 'critical', 'info'), '2 errors');
  assert.equal(checkFigures(null)[0]?.value, 'unknown');
});

test('a project that does not start is said to be, with the cause and where to see more, and only then', () => {
  const told = (provenance: Reading['provenance']) => startFigures({ provenance } as Reading);
  assert.deepEqual(told({ source: 'static', note: 'The project does not start: SyntaxError: invalid syntax' }), [
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

test('where the apps are not known a figure that found none says that it is unknown, and why', () => {
  const appsProblem = 'The settings module gone could not be found.';
  const applied = {
    source: 'unknown',
    note: `No database is named. ${provenance.note}. All count as pending.`,
  } as const;
  const note = 'Which apps are installed is not known.';
  assert.deepEqual(migrationFigures(reading(applied, { appsProblem })), [
    { title: 'Pending migrations', value: '2' },
    { title: 'Unmade changes', value: 'unknown', note },
    { title: 'Migration conflicts', value: 'unknown', note },
    { title: 'Migration problems', value: '0', isHidden: true },
    { title: 'Applied state', value: 'unknown', note: 'No database is named. All count as pending.' },
  ]);
  const context = { framework: { versionSupport: () => 'supported' }, clock: { now: () => 0 } } as unknown as Context;
  const modelsOf = (shownApps: number, ownModels: number, problem: string | null) =>
    schemaFigures(
      context,
      reading(applied, {
        counts: { ...counts, installedApps: shownApps && shownApps + 2, shownApps, ownModels } as Reading['counts'],
        appsProblem: problem,
      }),
    ).slice(0, 2);
  assert.deepEqual(modelsOf(0, 0, appsProblem), [
    { title: 'Installed apps', value: 'unknown', note: `${appsProblem} None was found.` },
    { title: 'Own models', value: 'unknown', note },
  ]);
  assert.deepEqual(modelsOf(7, 26, appsProblem), [
    { title: 'Installed apps', value: 'unknown', note: `${appsProblem} The 7 that were found are shown.` },
    { title: 'Own models', value: '26' },
  ]);
  assert.deepEqual(modelsOf(11, 26, null), [
    { title: 'Installed apps', value: '13', note: '11 with models or migrations' },
    { title: 'Own models', value: '26' },
  ]);
  assert.deepEqual(modelsOf(0, 0, null), [
    { title: 'Installed apps', value: '0' },
    { title: 'Own models', value: '0' },
  ]);
});

test('own models are no exact number where part of a file could not be read', () => {
  const modelsProblem = 'Part of shop/models.py could not be read.';
  const context = { framework: { versionSupport: () => 'supported' }, clock: { now: () => 0 } } as unknown as Context;
  const shown = (ownModels: number) =>
    schemaFigures(
      context,
      reading(
        { source: 'database', note: null },
        { counts: { ...counts, ownModels } as Reading['counts'], modelsProblem },
      ),
    )[1];
  assert.deepEqual(shown(4), { title: 'Own models', value: '4+', note: modelsProblem });
  assert.deepEqual(shown(0), { title: 'Own models', value: 'unknown', note: modelsProblem });
});

test('no log file is not the same as no error, and models that cannot be told are not free of problems', () => {
  assert.deepEqual(errorFigures('0', 0), [
    { title: 'Errors in the last hour', value: 'unknown', note: 'No log file was found.' },
  ]);
  assert.deepEqual(errorFigures('0', 1), [{ title: 'Errors in the last hour', value: '0' }]);
  assert.deepEqual(errorFigures('3', 0), [{ title: 'Errors in the last hour', value: '3' }]);
  const note = 'The hour had more lines than are read and kept.';
  assert.deepEqual(errorFigures('3+', 1), [{ title: 'Errors in the last hour', value: '3+', note }]);
  assert.deepEqual(errorFigures('0+', 1), [{ title: 'Errors in the last hour', value: 'unknown', note }]);
  const fixtures = (problems: number, unclear: number, foldersProblem: string | null = null) => {
    const counted = { files: 3, objects: 9, unread: 0, problems, unclear, foldersProblem };
    return fixtureFigures({ fixtures: new Uint8Array(), ...counted })[0]?.value;
  };
  assert.deepEqual([fixtures(0, 0), fixtures(0, 1), fixtures(2, 1)], ['0', 'unknown', '2']);
  assert.deepEqual([fixtures(0, 0, 'There are no settings.'), fixtures(1, 0, 'No settings.')], ['unknown', '1']);
});

test('unmade changes that could not be looked for everywhere are not said to be none', () => {
  const unmade = (found: number, unclear: number) =>
    migrationFigures(
      reading(
        { source: 'database', note: null },
        { counts: { ...counts, unmade: found, unclear } as Reading['counts'] },
      ),
    )[1];
  assert.deepEqual(unmade(0, 0), { title: 'Unmade changes', value: '0' });
  assert.deepEqual(unmade(3, 2), { title: 'Unmade changes', value: '3' });
  assert.deepEqual(unmade(0, 2), {
    title: 'Unmade changes',
    value: 'unknown',
    note: 'None was found, but not all could be compared in 2 apps.',
  });
});
