import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf } from '../../../src/diagram/differences.ts';

test('what text and running project say differently of a model is told with it, and nothing of one whose name begins alike', () => {
  const of = ['shop.Order', 'shop.Order.total', 'fields of shop.Order', 'table of shop.Order'];
  const others = [
    'shop.OrderLine',
    'shop.OrderLine.total',
    'fields of shop.OrderLine',
    'installed apps',
    'table of workshop.Order',
  ];
  const all = [...of, ...others].map((subject) => ({ subject, static: 'a', live: 'b' }));
  assert.deepEqual(
    differencesOf({ id: 'shop.Order' }, all).map(({ subject }) => subject),
    of,
  );
});
