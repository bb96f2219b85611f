import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '../../src/scanner/scanner.ts';
import { publishFixtures, publishReading } from '../../src/usecases/scans/publish.ts';
import { makeProject, scanOnly, startTestService } from '../service.ts';

const counts = {
  migrations: 5,
  migratedApps: 2,
  pending: 1234,
  unmade: 0,
  unclear: 0,
  closedApps: 0,
  migrationProblems: 0,
};
const models = { ownModels: 1, ownApps: 1, schemaProblems: 0, installedApps: 3, shownApps: 1, conflicts: 0 };
const known = { source: 'database', note: null } as const;

const readingOf = (changed: Partial<Reading['counts']>, more: Partial<Reading> = {}): Reading =>
  ({
    schema: new Uint8Array(),
    migrations: new Uint8Array(),
    project: '{}',
    nodes: '{"nodes":[]}',
    apps: '[]',
    fixtureNeeds: '',
    nextPending: null,
    djangoVersion: null,
    provenance: { source: 'static', note: null },
    applied: known,
    appsProblem: null,
    modelsProblem: null,
    counts: { ...counts, ...models, ...changed },
    ...more,
  }) as Reading;

test('the summary of a scan counts what was found, and says what could not be told', async () => {
  const service = await startTestService();
  scanOnly(service);
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  const { context } = service.app;
  const id = (await context.store.workspaces.list())[0]?.id ?? 0;
  const told = (reading: Reading) => publishReading.migrations(context, id, reading, true);
  const found = '5 migrations in 2 apps, 1,234 pending';
  const appsProblem = 'There are no settings.';
  assert.equal(await told(readingOf({ unmade: 1 })), `${found}, 1 unmade change`);
  assert.equal(await told(readingOf({ unclear: 1 })), `${found}, unmade changes unknown`);
  assert.equal(await told(readingOf({}, { appsProblem })), `${found}, unmade changes unknown`);
  assert.equal(
    await told(readingOf({ unclear: 1, unmade: 2, migrationProblems: 1 })),
    `${found}, 2 unmade changes, 1 problem`,
  );
  const none = `${found}, 0 unmade changes`;
  for (const [applied, words] of [
    [{ source: 'database', note: 'Nothing was ever applied.' }, ''],
    [{ source: 'live', note: null }, ''],
    [{ source: 'live', note: 'It could not be asked again.' }, ' (applied state not renewed)'],
    [{ source: 'unknown', note: null }, ' (applied state unknown)'],
  ] as const)
    assert.equal(await told(readingOf({}, { applied })), none + words);
  assert.equal(await publishReading.schema(context, id, readingOf({}), true), '1 model in 1 app, 0 problems');
  assert.equal(
    await publishReading.schema(context, id, readingOf({}, { appsProblem }), true),
    '1 model in 1 app, 0 problems (installed apps unknown)',
  );
  assert.equal(await told(readingOf({ conflicts: 2 })), `${found}, 2 conflicts, 0 unmade changes`);
  assert.equal(
    await told(readingOf({ migrations: 0, migratedApps: 0, pending: 0 }, { appsProblem })),
    'migrations unknown, unmade changes unknown',
  );
  const schema = (ownModels: number, more: Partial<Reading>): Promise<string> =>
    publishReading.schema(context, id, readingOf({ ownModels }, more), true);
  assert.equal(await schema(0, { appsProblem }), 'models unknown, 0 problems (installed apps unknown)');
  assert.equal(await schema(1200, { modelsProblem: 'A file is broken.' }), '1,200+ models in 1 app, 0 problems');
  assert.equal(await schema(0, { modelsProblem: 'A file is broken.' }), 'models unknown, 0 problems');
  const fixtures = (problems: number, unclear: number, unread = 0, foldersProblem: string | null = null) => {
    const counted = { files: 1, objects: 3, unread, problems, unclear, foldersProblem };
    return publishFixtures(context, id, { fixtures: new Uint8Array(), ...counted });
  };
  assert.equal(await fixtures(0, 0), '3 objects in 1 fixture, 0 problems');
  assert.equal(await fixtures(1, 1), '3 objects in 1 fixture, 1 problem');
  assert.equal(await fixtures(0, 1), '3 objects in 1 fixture, problems unknown');
  assert.equal(await fixtures(0, 0, 0, 'There are no settings.'), '3 objects in 1 fixture, problems unknown');
  assert.equal(await fixtures(2, 0, 1), '3 objects in 1 fixture, 1 not read, 2 problems');
  await service.end();
});
