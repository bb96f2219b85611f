import assert from 'node:assert/strict';
import { test } from 'node:test';
import Elk from 'elkjs';
import { type Box, modelBox, overlaps, type Point } from '../../../src/diagram/boxes.ts';
import { fromElk, toElk } from '../../../src/diagram/elk-graph.ts';
import { buildGraph } from '../../../src/diagram/graph.ts';
import { appGroups } from '../../../src/diagram/groups.ts';
import { placeNew } from '../../../src/diagram/place.ts';
import { defaultView } from '../../../src/diagram/view-state.ts';
import { showVisible, type VisibleEdge } from '../../../src/diagram/visible.ts';
import { detailOf, generateSchema, model, relationField } from '../generated-schema.ts';

const boxesOf = (schema: ReturnType<typeof generateSchema>): { boxes: Box[]; edges: readonly VisibleEdge[] } => {
  const shown = showVisible(buildGraph(schema), defaultView);
  return { boxes: shown.models.map((node) => modelBox(node, 'keys')), edges: shown.edges };
};

const layout = async (boxes: Box[], edges: readonly VisibleEdge[], grouping: 'apps' | 'flat' = 'apps') =>
  fromElk(await new Elk.default().layout(toElk(boxes, edges, grouping)));

const overlapping = (boxes: readonly Box[], positions: ReadonlyMap<string, Point>, gap = 0): string[] => {
  const rects = boxes.map((box) => ({
    id: box.id,
    ...(positions.get(box.id) ?? { x: 0, y: 0 }),
    width: box.width,
    height: box.height,
  }));
  return rects.flatMap((a, index) =>
    rects
      .slice(index + 1)
      .filter((b) => overlaps(a, b, gap))
      .map((b) => `${a.id}/${b.id}`),
  );
};

test('every model gets a place, no two boxes and no two apps overlap', async () => {
  const { boxes, edges } = boxesOf(generateSchema({ apps: 6, models: 60, relations: 120 }));
  const positions = await layout(boxes, edges);
  assert.equal(positions.size, boxes.length);
  assert.deepEqual(overlapping(boxes, positions), []);
  const groups = appGroups(boxes, positions);
  const crossing = groups.flatMap((a, index) => groups.slice(index + 1).filter((b) => overlaps(a, b)));
  assert.deepEqual(crossing, []);
});

test('two boxes stand apart also where a line passes between them', async () => {
  for (const seed of [1, 2, 5]) {
    const { boxes, edges } = boxesOf(generateSchema({ apps: 1, models: 12, relations: 14, seed }));
    assert.deepEqual(overlapping(boxes, await layout(boxes, edges), 20), []);
  }
});

test('a focus is laid out as one graph, without apps', async () => {
  const { boxes, edges } = boxesOf(generateSchema({ apps: 4, models: 16, relations: 24 }));
  const positions = await layout(boxes, edges, 'flat');
  assert.equal(positions.size, boxes.length);
  assert.deepEqual(overlapping(boxes, positions), []);
});

test('models that follow one another in a long chain fill a screen, not a strip', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `chain.M${index}`);
  const models = names.map((id, index) =>
    model(id, index === 0 ? [] : [relationField('before', names[index - 1] ?? '', 'foreign_key')]),
  );
  const { boxes, edges } = boxesOf(detailOf(models));
  const positions = await layout(boxes, edges);
  const [area] = appGroups(boxes, positions);
  assert.ok(area && area.width / area.height < 4, `${area?.width} by ${area?.height}`);
  assert.deepEqual(overlapping(boxes, positions), []);
});

test('models that all point at the same few fill a screen, not a tower', async () => {
  const few = ['hub.Site', 'hub.Owner'];
  const toFew = few.map((id) => relationField(id.slice(4).toLowerCase(), id, 'foreign_key'));
  const many = Array.from({ length: 24 }, (_, index) => model(`hub.M${index}`, toFew));
  const { boxes, edges } = boxesOf(detailOf([...few.map((id) => model(id, [])), ...many]));
  const positions = await layout(boxes, edges);
  const [area] = appGroups(boxes, positions);
  assert.ok(area && area.width > area.height, `${area?.width} by ${area?.height}`);
  assert.deepEqual(overlapping(boxes, positions), []);
});

test('one app of a thousand models is laid out too', async () => {
  const { boxes, edges } = boxesOf(generateSchema({ apps: 1, models: 1000, relations: 3000 }));
  const positions = await layout(boxes, edges);
  assert.equal(positions.size, 1000);
  assert.deepEqual(overlapping(boxes, positions), []);
});

test('a new model is placed near its neighbours and nothing else moves', async () => {
  const schema = generateSchema({ apps: 4, models: 40, relations: 60 });
  const before = boxesOf(schema);
  const known = await layout(before.boxes, before.edges);
  const [neighbour] = schema.models;
  assert.ok(neighbour);
  const added = model(`${neighbour.app}.Brand_new`, [relationField('parent', neighbour.id, 'foreign_key')]);
  const after = boxesOf(detailOf([...schema.models, added]));
  const positions = placeNew(after.boxes, after.edges, known, new Map());
  for (const [id, at] of known) assert.deepEqual(positions.get(id), at);
  assert.deepEqual(overlapping(after.boxes, positions), []);
  const [a, b] = [positions.get(added.id), positions.get(neighbour.id)];
  assert.ok(a && b);
  assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1500, 'stands near the model it points at');
});

test('a new app moves in as a whole, beside the others', async () => {
  const schema = generateSchema({ apps: 4, models: 40, relations: 60 });
  const before = boxesOf(schema);
  const known = await layout(before.boxes, before.edges);
  const target = schema.models[0]?.id ?? '';
  const fresh = [
    model('added.One', [relationField('target', target, 'foreign_key')]),
    model('added.Two', [relationField('one', 'added.One', 'foreign_key')]),
  ];
  const after = boxesOf(detailOf([...schema.models, ...fresh]));
  const own = after.boxes.filter((box) => box.app === 'added');
  const positions = placeNew(
    after.boxes,
    after.edges,
    known,
    await layout(
      own,
      after.edges.filter((edge) => own.some((box) => box.id === edge.from) && own.some((box) => box.id === edge.to)),
    ),
  );
  for (const [id, at] of known) assert.deepEqual(positions.get(id), at);
  const groups = appGroups(after.boxes, positions);
  const mine = groups.find((group) => group.app === 'added');
  assert.ok(mine);
  assert.deepEqual(
    groups.filter((group) => group.app !== 'added' && overlaps(group, mine)),
    [],
  );
});

test('two hundred new models find free places without a wait', async () => {
  const schema = generateSchema({ apps: 10, models: 800, relations: 1600 });
  const before = boxesOf(detailOf(schema.models.slice(0, 600)));
  const known = await layout(before.boxes, before.edges);
  const after = boxesOf(schema);
  const started = performance.now();
  const positions = placeNew(after.boxes, after.edges, known, new Map());
  const took = performance.now() - started;
  assert.deepEqual(overlapping(after.boxes, positions), []);
  assert.ok(took < 5_000, `took ${took} ms`);
});
