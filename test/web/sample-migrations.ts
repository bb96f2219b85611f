/** Migrations of the sample shop in every state, and of as many generated apps as wanted. */
import type { Migration, MigrationApp, MigrationOperation, MigrationsDetail } from '../../src/contract/index.ts';

/** Class, description, model and, where it is about one, the field. */
type GivenOperation = [string, string, string | null, string?];
type Given = Partial<Omit<Migration, 'operations'>> & { operations?: GivenOperation[] };

export const migration = (app: string, name: string, { operations = [], ...given }: Given = {}): Migration => {
  const state = given.state ?? 'applied';
  return {
    app,
    name,
    state,
    applied_at: state === 'applied' || state === 'file_missing' ? '2026-10-02T09:30:00.000Z' : null,
    leaf: false,
    dependencies: [],
    run_before: [],
    replaces: [],
    source: state === 'file_missing' ? null : { file: `${app}/migrations/${name}.py`, line: 1 },
    ...given,
    operations: operations.map(
      ([kind, description, model, field = null]): MigrationOperation => ({ kind, description, model, field }),
    ),
  };
};

export const migrationApp = (
  label: string,
  migrations: Migration[],
  more: Partial<MigrationApp> = {},
): MigrationApp => ({
  label,
  name: label,
  own: true,
  pending: migrations.filter((one) => one.state === 'pending').length,
  conflict: migrations.filter((one) => one.leaf).length > 1,
  migrations,
  unmade: [],
  ...more,
});

export const sampleMigrations = (): MigrationsDetail => ({
  applied: { source: 'database', read_at: '2026-11-15T02:00:00.000Z', note: null },
  database: 'db.sqlite3',
  tables: null,
  apps: [
    migrationApp('catalog', [
      migration('catalog', '0001_initial', {
        operations: [
          ['CreateModel', 'Create model Category', 'category'],
          ['CreateModel', 'Create model Product', 'product'],
        ],
      }),
      migration('catalog', '0002_supplier', {
        dependencies: ['catalog.0001_initial', 'core.0001_initial'],
        operations: [['CreateModel', 'Create model Supplier', 'supplier']],
      }),
      migration('catalog', '0003_old_colours', { state: 'file_missing', dependencies: [] }),
      migration('catalog', '0004_supply', {
        state: 'pending',
        dependencies: ['catalog.0002_supplier'],
        operations: [
          ['CreateModel', 'Create model Supply', 'supply'],
          ['AddField', 'Add field suppliers to product', 'product', 'suppliers'],
          ['RemoveField', 'Remove field maker from product', 'product', 'maker'],
        ],
      }),
      migration('catalog', '0005_review', {
        state: 'pending',
        leaf: true,
        dependencies: ['catalog.0004_supply', 'auth.0012_alter_user_first_name_max_length'],
        operations: [
          ['CreateModel', 'Create model Review', 'review'],
          ['RunPython', 'Raw Python operation', null],
        ],
      }),
      migration('catalog', '0005_digital', {
        state: 'pending',
        leaf: true,
        dependencies: ['catalog.0004_supply'],
        operations: [['CreateModel', 'Create model DigitalProduct', 'digitalproduct']],
      }),
    ]),
    migrationApp(
      'orders',
      [
        migration('orders', '0001_squashed_0003_customer', {
          dependencies: ['core.0001_initial', 'catalog.0001_initial', 'auth.0012_alter_user_first_name_max_length'],
          replaces: ['orders.0001_initial', 'orders.0002_lines', 'orders.0003_customer'],
          operations: [
            ['CreateModel', 'Create model Customer', 'customer'],
            ['CreateModel', 'Create model Order', 'order'],
            ['CreateModel', 'Create model OrderLine', 'orderline'],
          ],
        }),
        migration('orders', '0001_initial', { state: 'squashed' }),
        migration('orders', '0002_lines', { state: 'squashed', dependencies: ['orders.0001_initial'] }),
        migration('orders', '0003_customer', { state: 'squashed', dependencies: ['orders.0002_lines'] }),
        migration('orders', '0004_payment', {
          leaf: true,
          dependencies: ['orders.0001_squashed_0003_customer'],
          operations: [
            ['CreateModel', 'Create model Payment', 'payment'],
            ['CreateModel', 'Create model Refund', 'refund'],
          ],
        }),
      ],
      {
        unmade: [
          {
            app: 'orders',
            kind: 'field_added',
            model: 'Order',
            field: 'gift_note',
            description: 'Add field gift_note to order',
            source: { file: 'orders/models.py', line: 42 },
          },
          {
            app: 'orders',
            kind: 'field_altered',
            model: 'Order',
            field: 'number',
            description: 'Alter field number on order',
            source: { file: 'orders/models.py', line: 39 },
          },
        ],
      },
    ),
    migrationApp('core', [
      migration('core', '0001_initial', {
        leaf: true,
        operations: [
          ['CreateModel', 'Create model Tag', 'tag'],
          ['CreateModel', 'Create model Address', 'address'],
        ],
      }),
    ]),
    migrationApp('reports', []),
    migrationApp(
      'auth',
      ['0001_initial', '0011_update_proxy_permissions', '0012_alter_user_first_name_max_length'].map(
        (name, index, list) =>
          migration('auth', name, {
            leaf: index === list.length - 1,
            dependencies: index === 0 ? ['contenttypes.0001_initial'] : [`auth.${list[index - 1]}`],
            source: { file: `site-packages/django/contrib/auth/migrations/${name}.py`, line: 1 },
          }),
      ),
      { own: false, name: 'django.contrib.auth' },
    ),
    migrationApp(
      'contenttypes',
      [
        migration('contenttypes', '0001_initial', {
          leaf: true,
          source: { file: 'site-packages/django/contrib/contenttypes/migrations/0001_initial.py', line: 1 },
        }),
      ],
      { own: false, name: 'django.contrib.contenttypes' },
    ),
  ],
  problems: [],
});

export const generateMigrations = (apps: number, perApp: number): MigrationsDetail => ({
  applied: { source: 'database', read_at: '2026-11-15T02:00:00.000Z', note: null },
  database: 'db.sqlite3',
  tables: null,
  apps: Array.from({ length: apps }, (_, index) => {
    const label = `app_${String(index + 1).padStart(3, '0')}`;
    const pending = index % 17 === 3 ? 2 : 0;
    return migrationApp(
      label,
      Array.from({ length: perApp }, (_, step) =>
        migration(label, `${String(step + 1).padStart(4, '0')}_${step === 0 ? 'initial' : `change_${step}`}`, {
          state: step >= perApp - pending ? 'pending' : 'applied',
          leaf: step === perApp - 1,
          dependencies: [
            ...(step === 0
              ? []
              : [`${label}.${String(step).padStart(4, '0')}_${step === 1 ? 'initial' : `change_${step - 1}`}`]),
            ...(index > 0 && step % 5 === 0 ? [`app_${String(index).padStart(3, '0')}.0001_initial`] : []),
          ],
          operations: [['AddField', `Add field number_${step} to thing`, 'thing']],
        }),
      ),
    );
  }),
  problems: [],
});

/** No database was read: nothing is known to be applied. */
export const unknownMigrations = (): MigrationsDetail => {
  const detail = generateMigrations(3, 4);
  return {
    ...detail,
    applied: {
      source: 'unknown',
      read_at: '2026-11-15T02:00:00.000Z',
      note: 'The database is on another host. Every migration counts as pending until its record can be read.',
    },
    database: null,
    apps: detail.apps.map((app) => ({
      ...app,
      pending: app.migrations.length,
      migrations: app.migrations.map((one) => ({ ...one, state: 'pending' as const, applied_at: null })),
    })),
    problems: [
      {
        code: 'migration_unreadable',
        severity: 'warning',
        message: 'app_002/migrations/0009_broken.py has no Migration class.',
        file: 'app_002/migrations/0009_broken.py',
        line: 1,
      },
    ],
  };
};
