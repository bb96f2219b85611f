import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorY, modelBox } from '../../../src/diagram/boxes.ts';
import { buildGraph } from '../../../src/diagram/graph.ts';
import { boxAt, boxesIn, buildScene, lineAt } from '../../../src/diagram/scene.ts';
import { defaultView } from '../../../src/diagram/view-state.ts';
import { showVisible } from '../../../src/diagram/visible.ts';
import { detailOf, field, model, relationField } from '../generated-schema.ts';

const shown = showVisible(
  buildGraph(
    detailOf([
      model('shop.Line', [
        field('id', 'AutoField', { primary_key: true }),
        relationField('order', 'shop.Order', 'foreign_key'),
      ]),
      model('shop.Order'),
      model('shop.Other', [relationField('order', 'shop.Order', 'foreign_key')]),
    ]),
  ),
  defaultView,
);
const boxes = shown.models.map((node) => modelBox(node, 'keys'));
const positions = new Map([
  ['shop.Line', { x: 0, y: 0 }],
  ['shop.Order', { x: 600, y: 0 }],
  ['shop.Other', { x: 0, y: 400 }],
]);
const scene = buildScene(boxes, shown.edges, positions, 'apps');

test("a line starts at its field's row and ends at the side of the target that faces it", () => {
  const line = scene.lines.find((one) => one.edge.source === 'shop.Line');
  const from = scene.boxes.get('shop.Line');
  assert.ok(line && from);
  assert.deepEqual(line.start, { x: from.box.width, y: anchorY(from.box, 'order') });
  assert.equal(line.end.x, 600);
});

test('a line is found under the pointer, and not beside it', () => {
  const line = scene.lines.find((one) => one.edge.source === 'shop.Line');
  assert.ok(line);
  const near = { x: line.start.x + 10, y: line.start.y + 3 };
  assert.equal(lineAt(scene, near, 6)?.edge.id, 'shop.Line.order');
  assert.equal(lineAt(scene, { x: near.x, y: near.y + 40 }, 6), null);
});

test('boxes are found by point and by area', () => {
  assert.equal(boxAt(scene, { x: 610, y: 10 })?.box.id, 'shop.Order');
  assert.equal(boxAt(scene, { x: 400, y: 300 }), null);
  assert.deepEqual(
    boxesIn(scene, { x: -10, y: -10, width: 100, height: 100 }).map((placed) => placed.box.id),
    ['shop.Line'],
  );
});

test('moving one box makes new lines for that box only', () => {
  const moved = buildScene(boxes, shown.edges, new Map([...positions, ['shop.Line', { x: 30, y: 9 }]]), 'apps', scene);
  const lineOf = (one: typeof scene, source: string) => one.lines.find((line) => line.edge.source === source);
  assert.notEqual(lineOf(moved, 'shop.Line'), lineOf(scene, 'shop.Line'));
  assert.equal(lineOf(moved, 'shop.Other'), lineOf(scene, 'shop.Other'));
});
