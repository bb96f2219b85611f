import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf } from '../../../src/diagram/migration-order.ts';
import {
  attentionOf,
  buildTimeline,
  doneBefore,
  doTablesDiffer,
  filterApps,
  findMigration,
  hasOrder,
  linkApps,
  needsAttention,
  nextPending,
  refusalOf,
  resolveNames,
  withoutFirst,
} from '../../../src/web/pages/migrations/timeline.ts';
import { formatFilter, parseFilter } from '../../../src/web/pages/migrations/use-filter.ts';
import { appMigrationsPath } from '../../../src/web/parts/links.ts';
import { generateMigrations, migration, migrationApp, sampleMigrations } from '../sample-migrations.ts';

const names = (timeline: ReturnType<typeof buildTimeline>) => timeline.rows.map((row) => row.migration.name);

test('migrations stand in the order they run in, whatever their names say', () => {
  const app = migrationApp('shop', [
    migration('shop', '0002_early', { dependencies: ['shop.0009_first'] }),
    migration('shop', '0009_first'),
  ]);
  assert.deepEqual(names(buildTimeline(app)), ['0009_first', '0002_early']);
});

test('a straight history is one lane, a fork opens a second one', () => {
  const straight = migrationApp('shop', [
    migration('shop', '0001_a'),
    migration('shop', '0002_b', { dependencies: ['shop.0001_a'] }),
  ]);
  assert.equal(buildTimeline(straight).lanes, 1);
  const fork = buildTimeline(
    migrationApp('shop', [
      migration('shop', '0001_a'),
      migration('shop', '0002_b', { dependencies: ['shop.0001_a'], leaf: true }),
      migration('shop', '0002_c', { dependencies: ['shop.0001_a'], leaf: true }),
    ]),
  );
  assert.deepEqual(
    fork.rows.map((row) => row.lane),
    [0, 0, 1],
  );
  assert.deepEqual(fork.ends, ['shop.0002_b', 'shop.0002_c']);
});

test('a merge brings the lanes together again', () => {
  const timeline = buildTimeline(
    migrationApp('shop', [
      migration('shop', '0001_a'),
      migration('shop', '0002_b', { dependencies: ['shop.0001_a'] }),
      migration('shop', '0002_c', { dependencies: ['shop.0001_a'] }),
      migration('shop', '0003_merge', { dependencies: ['shop.0002_b', 'shop.0002_c'] }),
      migration('shop', '0004_d', { dependencies: ['shop.0003_merge'] }),
    ]),
  );
  assert.deepEqual(
    timeline.rows.map((row) => row.lane),
    [0, 0, 1, 0, 0],
  );
  assert.equal(timeline.rows[3]?.parents.length, 2);
});

test('a squashing migration follows those it replaces, in their lane', () => {
  const orders = sampleMigrations().apps.find((app) => app.label === 'orders');
  assert.ok(orders);
  const timeline = buildTimeline(orders);
  assert.deepEqual(names(timeline), [
    '0001_initial',
    '0002_lines',
    '0003_customer',
    '0001_squashed_0003_customer',
    '0004_payment',
  ]);
  assert.equal(timeline.lanes, 1);
});

test('who needs a squashed migration follows the one that took its place', () => {
  const timeline = buildTimeline(
    migrationApp('shop', [
      migration('shop', '0001_a', { state: 'squashed' }),
      migration('shop', '0002_b', { state: 'squashed', dependencies: ['shop.0001_a'] }),
      migration('shop', '0001_squashed', { replaces: ['shop.0001_a', 'shop.0002_b'] }),
      migration('shop', '0003_c', { dependencies: ['shop.0002_b'] }),
    ]),
  );
  assert.deepEqual(names(timeline), ['0001_a', '0002_b', '0001_squashed', '0003_c']);
  assert.deepEqual(timeline.rows[3]?.parents, [{ row: 2, lane: 0 }]);
  assert.equal(timeline.lanes, 1);
});

test('migrations that need each other in a circle are shown all the same', () => {
  const app = migrationApp('shop', [
    migration('shop', '0001_a', { dependencies: ['shop.0002_b'] }),
    migration('shop', '0002_b', { dependencies: ['shop.0001_a'] }),
  ]);
  assert.deepEqual(names(buildTimeline(app)).sort(), ['0001_a', '0002_b']);
});

test('a chain of three thousand migrations does not overflow', () => {
  const [app] = generateMigrations(1, 3000).apps;
  assert.ok(app);
  const reversed = { ...app, migrations: [...app.migrations].reverse() };
  assert.equal(buildTimeline(reversed).rows.length, 3000);
});

test('what is done before the first thing to do is left out but for its last, and the line stays whole', () => {
  const chain = (states: ('applied' | 'pending')[]) =>
    buildTimeline(
      migrationApp(
        'shop',
        states.map((state, index) =>
          migration('shop', `000${index}_a`, { state, dependencies: index === 0 ? [] : [`shop.000${index - 1}_a`] }),
        ),
      ),
    );
  const long = chain(['applied', 'applied', 'applied', 'applied', 'pending', 'applied']);
  assert.equal(doneBefore(long), 3);
  const rest = withoutFirst(long, 3);
  assert.deepEqual(names(rest), ['0003_a', '0004_a', '0005_a']);
  assert.deepEqual(
    rest.rows.map(({ parents }) => parents.map(({ row }) => row)),
    [[], [0], [1]],
  );
  assert.equal(doneBefore(chain(['applied', 'applied', 'pending'])), 0, 'a button would take as much room');
  assert.equal(doneBefore(chain(['pending', 'pending'])), 0);
  assert.equal(doneBefore(chain(['applied', 'applied', 'applied', 'applied'])), 3);
});

test('what needs attention is counted, a clean app does not', () => {
  const [catalog, orders, core] = sampleMigrations().apps;
  assert.ok(catalog && orders && core);
  assert.deepEqual(attentionOf(catalog), { pending: 3, missing: 1, unmade: 0, conflict: true });
  assert.deepEqual(attentionOf(orders), { pending: 0, missing: 0, unmade: 2, conflict: false });
  assert.equal(needsAttention(attentionOf(core)), false);
});

test('apps know which apps they need and which need them', () => {
  const links = linkApps(sampleMigrations());
  assert.deepEqual(links.get('catalog'), { after: ['auth', 'core'], before: ['orders'] });
  assert.deepEqual(links.get('core')?.before, ['catalog', 'orders']);
});

test('a migration is found with those that wait for it and the one that squashed it', () => {
  const detail = sampleMigrations();
  assert.deepEqual(findMigration(detail, 'catalog.0004_supply')?.dependents, [
    'catalog.0005_review',
    'catalog.0005_digital',
  ]);
  assert.equal(findMigration(detail, 'orders.0002_lines')?.replacedBy, 'orders.0001_squashed_0003_customer');
  assert.equal(findMigration(detail, 'orders.0099_gone'), null);
});

test('apps are found by label, dotted name and migration, and by what is wrong with them', () => {
  const { apps } = sampleMigrations();
  const labels = (show: 'all' | 'attention' | 'own', text: string) =>
    filterApps(apps, show, text).map((app) => app.label);
  assert.deepEqual(labels('all', 'contrib auth'), ['auth']);
  assert.deepEqual(labels('all', '0004_PAYMENT'), ['orders']);
  assert.deepEqual(labels('attention', ''), ['catalog', 'orders']);
  assert.ok(!labels('own', '').includes('auth'));
});

test("an app's link leads to that app alone, though others' labels begin alike", () => {
  const [first] = sampleMigrations().apps;
  assert.ok(first);
  const apps = ['app1', 'app10', 'my_app1'].map((label) => ({ ...first, label, name: `house.${label}` }));
  const labels = (text: string) => filterApps(apps, 'all', text).map((app) => app.label);
  assert.deepEqual(labels('app1'), ['app1', 'app10', 'my_app1']);
  for (const name of ['app1', 'house.app1']) {
    const { search } = parseFilter(new URL(appMigrationsPath('shop', name), 'http://inspector').search);
    assert.deepEqual(labels(search), ['app1']);
    assert.deepEqual(labels(`${search} no-such-migration`), []);
  }
});

test('the filter survives the address, and a mangled address is the usual filter', () => {
  const filter = { show: 'attention', search: 'a & b', migration: 'shop.0001_a' } as const;
  assert.deepEqual(parseFilter(formatFilter(filter)), filter);
  assert.deepEqual(parseFilter('show=nothing&migration='), { show: 'all', search: '', migration: null });
});

test('the first and the latest migration of an app are led to by name', () => {
  const detail = {
    ...sampleMigrations(),
    apps: [
      migrationApp('shop', [
        migration('shop', '0001_a', { dependencies: ['user.__first__', 'user.__latest__', 'lost.__first__'] }),
      ]),
      migrationApp('user', [
        migration('user', '0001_old', { state: 'squashed' }),
        migration('user', '0001_squashed', { replaces: ['user.0001_old'] }),
        migration('user', '0002_b', { dependencies: ['user.0001_squashed'], leaf: true }),
      ]),
    ],
  };
  assert.deepEqual(resolveNames(detail).apps[0]?.migrations[0]?.dependencies, [
    'user.0001_squashed',
    'user.0002_b',
    'lost.__first__',
  ]);
});

test('what has to run before another is needed by it, also where only its own file says so', () => {
  const detail = resolveNames({
    ...sampleMigrations(),
    apps: [
      migrationApp('shop', [migration('shop', '0001_a', { run_before: ['desk.__first__'] })]),
      migrationApp('desk', [migration('desk', '0001_b')]),
    ],
  });
  assert.deepEqual(linkApps(detail).get('desk'), { after: ['shop'], before: [] });
  assert.deepEqual(linkApps(detail).get('shop'), { after: [], before: ['desk'] });
  assert.deepEqual(findMigration(detail, 'desk.0001_b')?.migration.dependencies, ['shop.0001_a']);
  const place = findMigration(detail, 'shop.0001_a');
  assert.deepEqual([place?.migration.run_before, place?.dependents], [['desk.0001_b'], []]);
});

test('what Django would refuse is known: nobody is told to run it', () => {
  const detail = sampleMigrations();
  const problem = (code: string) => ({ code, severity: 'error' as const, message: '', file: null, line: null });
  const inConflict = (conflict: boolean) => detail.apps.map((app) => ({ ...app, conflict }));
  const of = (conflict: boolean, ...codes: string[]) =>
    refusalOf({ ...detail, apps: inConflict(conflict), problems: codes.map(problem) });
  assert.equal(of(false, 'change_unclear', 'migration_file_missing'), null);
  assert.equal(of(true), 'conflict');
  assert.equal(of(true, 'migration_dependency_missing'), 'problem');
  assert.equal(of(false, 'migration_cycle'), 'problem');
  assert.equal(of(false, 'migration_history'), 'problem');
  const ordered = (...codes: string[]) => hasOrder({ ...detail, problems: codes.map(problem) });
  assert.deepEqual([ordered(), ordered('migration_history')], [true, true]);
  assert.deepEqual([ordered('migration_dependency_missing'), ordered('migration_cycle')], [false, false]);
});

test('the next pending migration is the one that the service names, and none when it names none', () => {
  assert.deepEqual(nextPending('python manage.py sqlmigrate orders 0009_x'), { app: 'orders', name: '0009_x' });
  assert.equal(nextPending('python manage.py sqlmigrate <app> <migration>'), null);
  assert.equal(nextPending(null), null);
});

test('an id names the app and the migration', () => {
  assert.equal(idOf(migration('shop', '0001_a')), 'shop.0001_a');
});

test('tables that are not what the models need are told; a column that is merely left is not', () => {
  const told = (code: string, severity: 'error' | 'info') => ({ code, severity, message: '', file: null, line: null });
  const left = { ...sampleMigrations(), problems: [told('column_left', 'info'), told('migration_conflict', 'error')] };
  assert.equal(doTablesDiffer(left), false);
  assert.equal(doTablesDiffer({ ...left, problems: [...left.problems, told('table_missing', 'error')] }), true);
});
