import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrangementKey,
  collapseAll,
  defaultView,
  expandAll,
  formatView,
  parseView,
  type ViewState,
} from '../../../src/diagram/view-state.ts';

test('the usual view needs no query, and no query is the usual view', () => {
  assert.equal(formatView(defaultView), '');
  assert.deepEqual(parseView(''), defaultView);
});

test('every part of a view survives the address', () => {
  const view: ViewState = {
    look: 'table',
    level: 'all',
    focus: 'shop.Order',
    hops: 3,
    collapsed: ['auth', 'admin'],
    gathered: true,
    thirdParty: 'hidden',
    abstract: false,
    through: true,
    search: 'käse & brot',
    model: 'shop.Line',
    field: 'total',
    view: 'My view, 2',
    at: { x: -120, y: 40, zoom: 0.35 },
  };
  assert.deepEqual(parseView(formatView(view)), view);
});

test('a mangled address falls back to what is usual, part by part', () => {
  const view = parseView('level=everything&hops=99&third=maybe&at=1,zwei,3&look=3d&focus=');
  assert.deepEqual(view, defaultView);
  assert.equal(parseView('at=0,0,9000').at, null);
});

test('positions are kept apart by level, by focus and by named view', () => {
  const keys = [
    arrangementKey(defaultView),
    arrangementKey({ ...defaultView, level: 'all' }),
    arrangementKey({ ...defaultView, focus: 'shop.Order' }),
    arrangementKey({ ...defaultView, focus: 'shop.Order', hops: 2 }),
    arrangementKey({ ...defaultView, view: 'mine' }),
  ];
  assert.equal(new Set(keys).size, keys.length);
});

test('apps that are collapsed all at once are arranged for that, and the places of their models are there again at the end', () => {
  const all = { ...defaultView, ...collapseAll([{ label: 'shop' }, { label: 'crm' }]) };
  assert.deepEqual(all.collapsed, ['shop', 'crm']);
  const usual = arrangementKey(defaultView);
  assert.notEqual(arrangementKey(all), usual);
  assert.equal(arrangementKey({ ...all, collapsed: ['crm'] }), arrangementKey(all), 'one of them expanded');
  assert.equal(arrangementKey({ ...all, collapsed: [] }), usual, 'expanded one after another');
  assert.equal(arrangementKey({ ...all, ...expandAll }), usual);
  assert.equal(formatView({ ...all, collapsed: [] }), '');
  assert.equal(arrangementKey({ ...defaultView, collapsed: ['crm'] }), usual, 'a single one stays where it was');
});
