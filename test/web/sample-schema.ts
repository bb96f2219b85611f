/** A small shop with one of every kind of model and relation, and with something wrong in it. */
import type { SchemaDetail } from '../../src/contract/index.ts';
import { detailOf, field, model, relationField } from './generated-schema.ts';

const key = () => field('id', 'BigAutoField', { primary_key: true, unique: true, implicit: true });
const stamps = () => [
  field('created_at', 'DateTimeField', { inherited_from: 'core.TimeStamped' }),
  field('updated_at', 'DateTimeField', { inherited_from: 'core.TimeStamped' }),
];
const stamped = { bases: ['core.TimeStamped'] };
const installed = { own: false, source: { file: 'site-packages/django/contrib/auth/models.py', line: 350 } };

export const sampleSchema = (): SchemaDetail =>
  detailOf(
    [
      model('core.TimeStamped', stamps(), { kind: 'abstract', table: null }),
      model('core.Tag', [key(), field('name', 'CharField', { unique: true })]),
      model('core.TaggedItem', [
        key(),
        relationField('tag', 'core.Tag', 'foreign_key'),
        relationField('content_type', 'contenttypes.ContentType', 'foreign_key'),
        field('object_id', 'PositiveIntegerField'),
        relationField('content_object', null, 'generic'),
      ]),
      model('core.Address', [
        key(),
        field('street', 'CharField'),
        field('city', 'CharField'),
        field('country', 'CharField'),
      ]),
      model('catalog.Category', [
        key(),
        field('name', 'CharField'),
        relationField('parent', 'catalog.Category', 'foreign_key', true),
      ]),
      model(
        'catalog.Product',
        [
          key(),
          field('sku', 'CharField', { unique: true }),
          field('title', 'CharField'),
          relationField('category', 'catalog.Category', 'foreign_key'),
          relationField('suppliers', 'catalog.Supplier', 'many_to_many', false, { through: 'catalog.Supply' }),
          relationField('tags', 'core.TaggedItem', 'generic'),
          field('price', 'DecimalField'),
          ...stamps(),
        ],
        stamped,
      ),
      model(
        'catalog.DigitalProduct',
        [
          relationField('product_ptr', 'catalog.Product', 'one_to_one', false, { parent_link: true }),
          field('download', 'FileField'),
        ],
        { bases: ['catalog.Product'] },
      ),
      model('catalog.DiscountedProduct', [], { kind: 'proxy', bases: ['catalog.Product'], table: 'catalog_product' }),
      model('catalog.Supplier', [
        key(),
        field('name', 'CharField'),
        relationField('address', 'core.Address', 'one_to_one', true),
      ]),
      model(
        'catalog.Supply',
        [
          key(),
          relationField('product', 'catalog.Product', 'foreign_key'),
          relationField('supplier', 'catalog.Supplier', 'foreign_key'),
          field('lead_days', 'PositiveSmallIntegerField'),
        ],
        { unique_together: [['product', 'supplier']] },
      ),
      model(
        'catalog.Review',
        [
          key(),
          relationField('product', 'catalog.Product', 'foreign_key'),
          relationField('author', 'auth.User', 'foreign_key', true, { on_delete: 'SET_NULL' }),
          field('stars', 'PositiveSmallIntegerField'),
          field('text', 'TextField'),
          ...stamps(),
        ],
        stamped,
      ),
      model('orders.Customer', [
        key(),
        relationField('user', 'auth.User', 'one_to_one'),
        relationField('addresses', 'core.Address', 'many_to_many'),
        field('phone', 'CharField', { null: true }),
      ]),
      model(
        'orders.Order',
        [
          key(),
          relationField('customer', 'orders.Customer', 'foreign_key', false, {
            on_delete: 'PROTECT',
            related_name: 'orders',
          }),
          relationField('ship_to', 'core.Address', 'foreign_key', true),
          field('number', 'CharField', { unique: true }),
          field('status', 'CharField'),
          field('gift_note', 'TextField', { null: true }),
          ...stamps(),
        ],
        { ...stamped, ordering: ['-created_at'], indexes: ['status'], constraints: ['orders_order_number_uniq'] },
      ),
      model('orders.OrderLine', [
        key(),
        relationField('order', 'orders.Order', 'foreign_key'),
        relationField('product', 'catalog.Product', 'foreign_key', false, { on_delete: 'PROTECT' }),
        field('quantity', 'PositiveIntegerField'),
      ]),
      model('orders.Payment', [
        key(),
        relationField('order', 'orders.Order', 'one_to_one'),
        relationField('gateway', 'payments.Gateway', 'foreign_key'),
        field('amount', 'DecimalField'),
      ]),
      model('orders.Refund', [
        key(),
        relationField('payment', 'orders.Payment', 'foreign_key'),
        field('reason', 'TextField'),
      ]),
      model('reports.DailySales', [field('day', 'DateField', { primary_key: true }), field('total', 'DecimalField')], {
        kind: 'unmanaged',
      }),
      model('reports.Export', [
        key(),
        relationField('made_by', 'auth.User', 'foreign_key'),
        field('file', 'FileField'),
      ]),
      model(
        'auth.User',
        [
          key(),
          field('username', 'CharField', { unique: true }),
          relationField('groups', 'auth.Group', 'many_to_many'),
          relationField('user_permissions', 'auth.Permission', 'many_to_many'),
        ],
        installed,
      ),
      model(
        'auth.Group',
        [
          key(),
          field('name', 'CharField', { unique: true }),
          relationField('permissions', 'auth.Permission', 'many_to_many'),
        ],
        installed,
      ),
      model(
        'auth.Permission',
        [
          key(),
          relationField('content_type', 'contenttypes.ContentType', 'foreign_key'),
          field('codename', 'CharField'),
        ],
        installed,
      ),
      model('contenttypes.ContentType', [key(), field('app_label', 'CharField'), field('model', 'CharField')], {
        own: false,
      }),
      model(
        'sessions.Session',
        [field('session_key', 'CharField', { primary_key: true }), field('session_data', 'TextField')],
        { own: false },
      ),
      model(
        'admin.LogEntry',
        [
          key(),
          relationField('user', 'auth.User', 'foreign_key'),
          relationField('content_type', 'contenttypes.ContentType', 'foreign_key', true),
        ],
        { own: false },
      ),
    ],
    undefined,
    {
      differences: [{ subject: 'orders.Order.status', static: 'CharField', live: 'TextField' }],
      problems: [
        {
          code: 'unresolved_target',
          severity: 'warning',
          message: 'orders.Payment.gateway points at payments.Gateway, which no installed app defines.',
          file: 'orders/models.py',
          line: 61,
        },
        {
          code: 'syntax_error',
          severity: 'error',
          message: 'The file could not be read past line 12: unexpected end of line.',
          file: 'legacy/models.py',
          line: 12,
        },
      ],
    },
  );

/** What a reader gives for a project it could make nothing of. */
export const brokenSchema = (): SchemaDetail =>
  detailOf([], [], {
    provenance: {
      source: 'static',
      read_at: '2026-11-15T02:00:00.000Z',
      note: 'The settings module could not be found.',
    },
    problems: [
      {
        code: 'settings_missing',
        severity: 'error',
        message: 'manage.py names config.settings, which does not exist.',
        file: 'manage.py',
        line: 9,
      },
    ],
  });
