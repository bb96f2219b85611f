import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Migration, Model } from '../../src/contract/index.ts';
import type { StaticReading } from '../../src/frameworks/framework.ts';
import { digestFixtures, digestReading } from '../../src/scanner/digest.ts';

const model = (name: string, points: string[] = [], more: Partial<Model> = {}): Model =>
  ({
    id: `shop.${name}`,
    app: 'shop',
    name,
    kind: 'model',
    own: true,
    fields: [
      { name: 'id', relation: null },
      ...points.map((target) => ({ name: target.toLowerCase(), relation: { target: `shop.${target}` } })),
    ],
    ...more,
  }) as unknown as Model;

const migration = (name: string, state: Migration['state']): Migration => ({ name, state }) as Migration;

const reading = (models: Model[], secrets: string[] = []): StaticReading =>
  ({
    cutApps: [],
    project: { django_version: '3.2', databases: [{ alias: 'default', file: 'db.sqlite3' }, { alias: 'far' }] },
    schema: {
      provenance: { source: 'static', read_at: '2026-01-01T00:00:00.000Z', note: null },
      project: { django_version: '3.2' },
      apps: [
        { label: 'auth', name: 'auth', own: false, models: 2, has_migrations: true },
        { label: 'shop', name: 'shop', own: true, models: models.length, has_migrations: true },
        { label: 'empty', name: 'empty', own: true, models: 0, has_migrations: false },
      ],
      models,
      differences: [],
      problems: [
        { code: 'y', severity: 'info', message: 'A note.' },
        { code: 'x', message: 'The key is "hunter2-$&-ü".' },
      ],
    },
    migrations: {
      applied: { source: 'database', read_at: '2026-01-01T00:00:00.000Z', note: null },
      database: 'db.sqlite3',
      apps: [
        {
          label: 'auth',
          own: false,
          pending: 1,
          conflict: false,
          unmade: [],
          migrations: [migration('0001', 'pending')],
        },
        {
          label: 'shop',
          own: true,
          pending: 1,
          conflict: true,
          unmade: [{}],
          migrations: [migration('0001', 'applied'), migration('0002', 'pending')],
        },
        { label: 'empty', own: true, pending: 0, conflict: false, unmade: [], migrations: [] },
      ],
      problems: [
        { code: 'syntax_error', severity: 'error' },
        { code: 'missing_parent', severity: 'error' },
        { code: 'migration_conflict', severity: 'error' },
        { code: 'change_unclear', severity: 'info' },
        { code: 'migrations_unreadable', severity: 'warning' },
      ],
    },
    fixtureNeeds: 'what fixtures are held against',
    secrets,
    logFiles: ['a.log'],
    checkedFolders: [],
  }) as unknown as StaticReading;

const unpack = (packed: Uint8Array): unknown => JSON.parse(gunzipSync(packed).toString());

test('the rich resources arrive as they were read, also when some of them were read before', () => {
  const kept = model('Kept');
  for (const models of [[], [kept], [model('New', ['Kept']), kept, model('"Odd"')]]) {
    const read = reading(models);
    const digest = digestReading(read);
    assert.deepEqual(unpack(digest.schema), read.schema);
    assert.deepEqual(unpack(digest.migrations), read.migrations);
    assert.equal(digest.fixtureNeeds, read.fixtureNeeds);
  }
});

test('the payload shows own models and those they point at, and apps that have something to show, own ones first', () => {
  const models = [
    model('Order', ['Customer', 'Gone']),
    model('Customer', [], { own: false }),
    model('Unrelated', [], { own: false }),
    model('Base', [], { kind: 'abstract' }),
    model('Order_tags', [], { kind: 'through' }),
  ];
  const digest = digestReading(reading(models));
  assert.deepEqual(JSON.parse(digest.nodes), {
    nodes: [
      { name: 'Order', fields: ['id', 'customer', 'gone'], relations: ['Customer', 'shop.Gone'] },
      { name: 'Customer', fields: ['id'], relations: [] },
    ],
  });
  assert.deepEqual(JSON.parse(digest.apps), [
    { label: 'shop', pending_migrations: 1, models: 5 },
    { label: 'auth', pending_migrations: 1, models: 2 },
  ]);
});

test('apps are in the order a person gives them', () => {
  const read = reading([]);
  const names = ['shop10', 'shop2', 'Shop3', 'shop1'];
  read.schema.apps = names.map((name) => ({
    label: name,
    name,
    own: true,
    path: null,
    models: 1,
    has_migrations: true,
  }));
  assert.deepEqual(
    (JSON.parse(digestReading(read).apps) as { label: string }[]).map(({ label }) => label),
    ['shop1', 'shop2', 'Shop3', 'shop10'],
  );
});

test('figures are counted', () => {
  const { counts, sqliteFiles } = digestReading(reading([model('A'), model('B')]));
  assert.deepEqual(counts, {
    installedApps: 3,
    shownApps: 2,
    ownApps: 1,
    ownModels: 2,
    schemaProblems: 1,
    migrations: 3,
    migratedApps: 2,
    pending: 2,
    unmade: 1,
    closedApps: 1,
    unclear: 1,
    conflicts: 1,
    migrationProblems: 3,
  });
  assert.deepEqual(sqliteFiles, ['db.sqlite3']);
});

test('a secret of the settings stands in nothing that is kept', () => {
  const secret = 'hunter2-$&-ü';
  const digest = digestReading(reading([model(secret)], [secret]));
  const kept = [
    gunzipSync(digest.schema).toString(),
    gunzipSync(digest.migrations).toString(),
    digest.nodes,
    digest.apps,
    digest.project,
  ];
  assert.ok(kept.every((text) => !text.includes(secret)));
  assert.match(kept[0] ?? '', /The key is \\"\*\*\*\\"/);
  const fixtures = { files: [], problems: [{ code: 'x', severity: 'warning', message: secret, source: null }] };
  assert.doesNotMatch(gunzipSync(digestFixtures(fixtures as never, [secret]).fixtures).toString(), /hunter2/);
});

test('objects are counted of the fixtures that were read, and one that does not parse is a problem, not one that was not read', () => {
  const file = (name: string, objects: number | null) => ({ file: name, app: '', format: 'json', objects, models: [] });
  const problem = (code: string, severity: 'error' | 'info', of: string) => ({
    code,
    severity,
    message: '',
    file: of,
    line: null,
  });
  const { files, objects, unread, problems } = digestFixtures(
    {
      files: [file('a.json', 3), file('cut.json', null), file('packed.json.xz', null), file('b.json', 0)],
      problems: [problem('fixture_syntax', 'error', 'cut.json'), problem('fixture_not_read', 'info', 'packed.json.xz')],
    },
    [],
  );
  assert.deepEqual([files, objects, unread, problems], [4, 3, 1, 1]);
});
