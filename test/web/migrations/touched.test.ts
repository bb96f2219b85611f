import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MigrationOperation } from '../../../src/contract/index.ts';
import { modelsToday } from '../../../src/diagram/touched.ts';
import { migration } from '../sample-migrations.ts';

const operation = (kind: string, model: string, description = ''): MigrationOperation => ({
  kind,
  model,
  description,
  field: null,
});
const create = (model: string) => operation('CreateModel', model);
const remove = (model: string) => operation('DeleteModel', model);
const rename = (from: string, to: string) => operation('RenameModel', from, `Rename model ${from} to ${to}`);

/** A history of one migration for each list, each after the one before. */
const history = (...lists: MigrationOperation[][]) =>
  lists.map((operations, index) => ({
    ...migration('shop', `000${index + 1}`, { dependencies: index > 0 ? [`shop.000${index}`] : [] }),
    operations,
  }));

test('a renamed model is known by the name that it has today, in its rename and in all that came before', () => {
  const [made, first, second, altered] = [
    create('Item'),
    rename('Item', 'Article'),
    rename('article', 'Product'),
    operation('AddField', 'product'),
  ];
  const today = modelsToday(history([made], [first], [second], [altered]));
  assert.deepEqual(
    [made, first, second, altered].map((each) => today.get(each)),
    ['product', 'product', 'product', 'product'],
  );
});

test('what was done to a model that is gone does not lead to a later one of the same name', () => {
  const [old, gone, later] = [create('Item'), remove('Item'), create('Item')];
  const today = modelsToday(history([old], [gone], [later]));
  assert.deepEqual(
    [old, gone, later].map((each) => today.get(each)),
    [undefined, undefined, 'item'],
  );
});

test('a name that another model takes over belongs to each in its time', () => {
  const [made, away, other] = [create('Item'), rename('Item', 'Product'), create('Item')];
  const today = modelsToday(history([made], [away], [other]));
  assert.deepEqual(
    [made, away, other].map((each) => today.get(each)),
    ['product', 'product', 'item'],
  );
});

test('a squashing migration and those that it replaces tell of the same model', () => {
  const squash = [create('Item'), rename('Item', 'Product')];
  const replaced = [create('Item'), rename('Item', 'Product')];
  const [first, second] = history(replaced.slice(0, 1), replaced.slice(1));
  assert.ok(first && second);
  const today = modelsToday([
    { ...first, state: 'squashed' },
    { ...migration('shop', '0001_squashed_0002', { replaces: ['shop.0001', 'shop.0002'] }), operations: squash },
    { ...second, state: 'squashed' },
  ]);
  assert.deepEqual(
    [...squash, ...replaced].map((each) => today.get(each)),
    ['product', 'product', 'product', 'product'],
  );
});
