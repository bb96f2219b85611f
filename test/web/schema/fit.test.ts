import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaView, fitView } from '../../../src/web/pages/schema/flow/fit.ts';
import { tipPlace } from '../../../src/web/pages/schema/flow/tip-place.ts';

const window = { width: 1200, height: 700 };
const map = { width: 180, height: 120 };
const box = (x: number, y: number) => ({ x, y, width: 200, height: 100 });
const bounds = { x: 0, y: 0, width: 2000, height: 1400 };
const corner = box(1800, 1300);

test('a model in the corner of the map is not below it when the whole graph is shown', () => {
  const { x, y, zoom } = fitView({ bounds, boxes: [box(0, 0), corner] }, window, map);
  const right = (corner.x + corner.width) * zoom + x;
  const bottom = (corner.y + corner.height) * zoom + y;
  assert.ok(right <= window.width - map.width || bottom <= window.height - map.height, `${right}, ${bottom}`);
});

test('a graph that leaves the corner of the map free, or a window without one, is shown as large as it may', () => {
  const free = fitView({ bounds, boxes: [box(0, 0), box(1800, 0)] }, window, map);
  assert.deepEqual(free, fitView({ bounds, boxes: [box(0, 0), corner] }, window, null));
});

test('one is led to an app that was expanded out of sight, and stays where its middle is seen', () => {
  const far = { x: 100, y: -3000, width: 2000, height: 1000 };
  const view = areaView(far, { x: 0, y: 0, zoom: 1 }, window);
  assert.ok(view);
  assert.ok(far.x * view.zoom + view.x >= 0 && (far.x + far.width) * view.zoom + view.x <= window.width);
  assert.ok(far.y * view.zoom + view.y >= 0 && (far.y + far.height) * view.zoom + view.y <= window.height);
  assert.equal(areaView(far, view, window), null);
  assert.equal(areaView({ ...far, y: 100 }, { x: -500, y: -200, zoom: 1 }, window), null, 'larger than the window');
});

test('what a line says is told where there is room for it: beside the pointer, or on its other side near an edge', () => {
  const size = { width: 1440, height: 900 };
  assert.deepEqual(tipPlace({ x: 100, y: 200 }, size), { left: 114, top: 214 });
  assert.deepEqual(tipPlace({ x: 1420, y: 200 }, size), { right: 34, top: 214 });
  assert.deepEqual(tipPlace({ x: 100, y: 890 }, size), { left: 114, bottom: 24 });
  assert.deepEqual(tipPlace({ x: 10, y: 10 }, { width: 320, height: 100 }), { left: 24, top: 24 });
});
