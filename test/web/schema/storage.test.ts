import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  forgetPositions,
  listViews,
  readPositions,
  removeView,
  saveView,
  writePositions,
} from '../../../src/web/pages/schema/layout/storage.ts';

const memory = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};
const at = (x: number, y: number) => new Map([['shop.Order', { x, y }]]);

test('positions come back, and those of another workspace or level stay apart', () => {
  const store = memory();
  writePositions(store, 'one', 'all/keys', at(10.4, 20));
  writePositions(store, 'two', 'all/keys', at(1, 2));
  assert.deepEqual(readPositions(store, 'one', 'all/keys').get('shop.Order'), { x: 10, y: 20 });
  assert.equal(readPositions(store, 'one', 'all/names').size, 0);
  forgetPositions(store, 'one', 'all/keys');
  assert.equal(readPositions(store, 'one', 'all/keys').size, 0);
  assert.equal(readPositions(store, 'two', 'all/keys').size, 1);
});

test('what another version or a hand has written is taken for nothing, not for a crash', () => {
  const store = memory();
  for (const text of [
    '',
    '{',
    '[]',
    '7',
    '{"version":9}',
    '{"version":1,"arrangements":{"a":{"x":["q",1],"y":7}},"views":[3]}',
  ]) {
    store.setItem('inspector-schema:one', text);
    assert.equal(readPositions(store, 'one', 'a').size, 0);
    assert.deepEqual(listViews(store, 'one'), []);
  }
});

test('a browser that refuses to store costs only the memory', () => {
  const refuses = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota');
    },
  };
  assert.equal(writePositions(refuses, 'one', 'all/keys', at(1, 2)), false);
  assert.equal(saveView(refuses, 'one', { name: 'mine', query: '' }), null, 'and no view is said to be kept');
});

test('arrangements of old focuses are dropped, the whole graph and named views are not', () => {
  const store = memory();
  writePositions(store, 'one', 'all/keys', at(1, 2));
  saveView(store, 'one', { name: 'mine', query: '' });
  writePositions(store, 'one', 'view:mine/keys', at(3, 4));
  for (let index = 0; index < 40; index += 1) writePositions(store, 'one', `focus:a.M${index}~1/keys`, at(index, 0));
  assert.equal(readPositions(store, 'one', 'all/keys').size, 1);
  assert.equal(readPositions(store, 'one', 'view:mine/keys').size, 1);
  assert.equal(readPositions(store, 'one', 'focus:a.M0~1/keys').size, 0);
  assert.equal(readPositions(store, 'one', 'focus:a.M39~1/keys').size, 1);
});

test('a view of the same name is replaced, a removed one takes its positions along', () => {
  const store = memory();
  saveView(store, 'one', { name: 'b', query: 'level=all' });
  saveView(store, 'one', { name: 'a', query: '' });
  saveView(store, 'one', { name: 'b', query: 'level=names' });
  writePositions(store, 'one', 'view:b/names', at(1, 2));
  saveView(store, 'one', { name: 'b/c', query: '' });
  writePositions(store, 'one', 'view:b/c/names', at(5, 6));
  assert.deepEqual(listViews(store, 'one'), [
    { name: 'a', query: '' },
    { name: 'b', query: 'level=names' },
    { name: 'b/c', query: '' },
  ]);
  assert.deepEqual(
    removeView(store, 'one', 'b').map((view) => view.name),
    ['a', 'b/c'],
  );
  assert.equal(readPositions(store, 'one', 'view:b/names').size, 0);
  assert.equal(readPositions(store, 'one', 'view:b/c/names').size, 1);
});
