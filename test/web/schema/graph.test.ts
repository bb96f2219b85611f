import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnmadeChange } from '../../../src/contract/index.ts';
import { modelBox, rowDetail } from '../../../src/diagram/boxes.ts';
import { buildGraph } from '../../../src/diagram/graph.ts';
import { texts } from '../../../src/web/pages/schema/texts.ts';
import { detailOf, field, model, relationField } from '../generated-schema.ts';

const change = (app: string, name: string, fieldName: string | null): UnmadeChange => ({
  app,
  kind: fieldName === null ? 'options_altered' : 'field_added',
  model: name,
  field: fieldName,
  description: 'a change',
  source: null,
});

test('a foreign key that may be null ends in "none or one" at its target', () => {
  const schema = detailOf([
    model('shop.Order', [relationField('customer', 'shop.Customer', 'foreign_key', true)]),
    model('shop.Customer'),
  ]);
  const [edge] = buildGraph(schema).edges;
  assert.deepEqual([edge?.sourceMark, edge?.targetMark], ['many', 'zero_or_one']);
});

test('a many-to-many relation forks at both ends and remembers the model in between', () => {
  const schema = detailOf([
    model('shop.Order', [relationField('tags', 'shop.Tag', 'many_to_many', false, { through: 'shop.Tagging' })]),
    model('shop.Tag'),
  ]);
  const [edge] = buildGraph(schema).edges;
  assert.deepEqual([edge?.sourceMark, edge?.targetMark, edge?.through], ['many', 'many', 'shop.Tagging']);
});

test('a generic relation to anything has no line, a generic relation to a model has one', () => {
  const schema = detailOf([
    model('tags.Item', [relationField('content_object', null, 'generic')]),
    model('shop.Order', [relationField('items', 'tags.Item', 'generic')]),
  ]);
  const edges = buildGraph(schema).edges;
  assert.deepEqual(
    edges.map((edge) => [edge.source, edge.target, edge.kind, edge.sourceMark, edge.targetMark]),
    [['shop.Order', 'tags.Item', 'generic', 'one', 'many']],
  );
});

test('a multi-table child points at its parent once, by its parent link', () => {
  const schema = detailOf([
    model('shop.Place'),
    model('shop.Bar', [relationField('place_ptr', 'shop.Place', 'one_to_one', false, { parent_link: true })], {
      bases: ['shop.Place'],
    }),
  ]);
  const edges = buildGraph(schema).edges;
  assert.deepEqual(
    edges.map((edge) => [edge.kind, edge.targetMark]),
    [['parent_link', 'parent']],
  );
  assert.deepEqual(
    edges.map((edge) => texts.relation(edge.sourceMark, edge.targetMark)),
    ['child to parent'],
  );
});

test('proxies and children of abstract models point at their base, however the base is written', () => {
  const schema = detailOf([
    model('core.Stamped', [], { kind: 'abstract' }),
    model('shop.Order', [], { bases: ['core.models.Stamped'] }),
    model('shop.OldOrder', [], { kind: 'proxy', bases: ['Order'] }),
  ]);
  assert.deepEqual(
    buildGraph(schema).edges.map((edge) => [edge.source, edge.target, edge.kind]),
    [
      ['shop.Order', 'core.Stamped', 'abstract'],
      ['shop.OldOrder', 'shop.Order', 'proxy'],
    ],
  );
});

test('a base whose name two apps share is not guessed', () => {
  const schema = detailOf([
    model('a.Base', [], { kind: 'abstract' }),
    model('b.Base', [], { kind: 'abstract' }),
    model('c.Thing', [], { bases: ['lib.Base'] }),
  ]);
  assert.equal(buildGraph(schema).edges.length, 0);
});

test('a relation to a model that was not read is told at its field, not drawn', () => {
  const graph = buildGraph(detailOf([model('shop.Order', [relationField('owner', 'lost.User', 'foreign_key')])]));
  assert.equal(graph.edges.length, 0);
  const order = graph.models.get('shop.Order');
  assert.deepEqual(order && modelBox(order, 'keys').rows.map(({ field }) => rowDetail(field)), ['→ User']);
});

test('unmade changes find their model and field whatever the case of the name', () => {
  const schema = detailOf([model('shop.OrderLine', [field('note', 'TextField')])]);
  const graph = buildGraph(schema, [change('shop', 'orderline', 'note'), change('shop', 'OrderLine', null)]);
  const unmade = graph.models.get('shop.OrderLine')?.unmade;
  assert.equal(unmade?.count, 2);
  assert.equal(unmade?.fields.get('note')?.length, 1);
  assert.equal(unmade?.model.length, 1);
});

test('a dotted base is looked for in its app before any of the same name', () => {
  const schema = detailOf([
    model('core.Base', [], { kind: 'abstract' }),
    model('shop.Base', [], { kind: 'abstract' }),
    model('shop.Thing', [], { bases: ['atlas.core.models.Base'] }),
  ]);
  for (const app of schema.apps) app.name = `atlas.${app.label}`;
  assert.deepEqual(
    buildGraph(schema).edges.map((edge) => edge.target),
    ['core.Base'],
  );
});

test("what a child has from a parent with a table is the parent's line, what it has from an abstract one its own", () => {
  const tags = (from: string | null) => ({
    ...relationField('tags', 'shop.Tag', 'many_to_many'),
    inherited_from: from,
  });
  const schema = detailOf([
    model('shop.Tag'),
    model('shop.Base', [], { kind: 'abstract' }),
    model('shop.Item', [tags('shop.Base')]),
    model('shop.Book', [tags('shop.Item')]),
  ]);
  assert.deepEqual(
    buildGraph(schema).edges.map((edge) => edge.source),
    ['shop.Item'],
  );
});

test('a model that someone wrote to stand in between is known as such', () => {
  const schema = detailOf([
    model('shop.Team', [
      relationField('members', 'shop.Person', 'many_to_many', false, { through: 'shop.Membership' }),
    ]),
    model('shop.Person'),
    model('shop.Membership'),
  ]);
  const { models } = buildGraph(schema);
  assert.equal(models.get('shop.Membership')?.between, true);
  assert.equal(models.get('shop.Person')?.between, false);
});

test("the project's own apps come before installed ones", () => {
  const schema = detailOf([model('auth.User', [], { own: false }), model('shop.Order')]);
  assert.deepEqual(
    buildGraph(schema).apps.map((app) => app.label),
    ['shop', 'auth'],
  );
});
