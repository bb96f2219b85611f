import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, Model, SchemaDetail } from '../../../src/contract/index.ts';
import { modelBox } from '../../../src/diagram/boxes.ts';
import type { Grouping } from '../../../src/diagram/elk-graph.ts';
import { toDbml } from '../../../src/diagram/formats/dbml.ts';
import { toMermaid } from '../../../src/diagram/formats/mermaid.ts';
import { toSvg } from '../../../src/diagram/formats/svg.ts';
import { buildGraph, type SchemaModel } from '../../../src/diagram/graph.ts';
import { buildScene } from '../../../src/diagram/scene.ts';
import { lightPalette } from '../../../src/diagram/style.ts';
import { defaultView } from '../../../src/diagram/view-state.ts';
import { showVisible } from '../../../src/diagram/visible.ts';
import { pngScale } from '../../../src/web/pages/schema/export/png.ts';
import { detailOf, field, model, relationField } from '../generated-schema.ts';

const key = field('id', 'BigAutoField', { primary_key: true, unique: true, implicit: true });
const schema = detailOf([
  model(
    'shop.Order',
    [
      key,
      relationField('customer', 'shop.Buyer', 'foreign_key', true),
      relationField('tags', 'shop.Tag', 'many_to_many'),
    ],
    {
      table: 'orders',
      unique_together: [['id', 'customer']],
    },
  ),
  model('shop.Customer', [key, field('name "short"', 'CharField')]),
  model('shop.Buyer', [], { kind: 'proxy', bases: ['shop.Customer'], table: 'shop_customer' }),
  model('shop.Tag', [key]),
  model('shop.Base', [key], { kind: 'abstract', table: null }),
]);
const graph = buildGraph(schema);
const nodes = [...graph.models.values()];

test('Mermaid gets every model, key and relation, in its own notation', () => {
  const text = toMermaid(nodes, graph.edges);
  assert.match(text, /^erDiagram\n/);
  assert.match(text, /shop_Order\["Order"\] \{/);
  assert.match(text, /BigAutoField id PK\n/);
  assert.match(text, /ForeignKey customer FK "null"/);
  assert.match(text, /shop_Order \}o--o\| shop_Buyer : "customer"/);
  assert.match(text, /shop_Order \}o--o\{ shop_Tag : "tags"/);
  assert.match(text, /shop_Buyer \|\|\.\.\|\| shop_Customer : "proxy of"/);
});

test('Mermaid leaves out relations to models that are not in the picture', () => {
  const only = nodes.filter(({ model }) => model.id === 'shop.Order');
  assert.doesNotMatch(toMermaid(only, graph.edges), /shop_Buyer/);
});

test('Mermaid tells two models apart whose names differ in the place of their dot alone', () => {
  const { models, edges } = buildGraph(
    detailOf([
      model('a_b.C', [key]),
      model('a.b_C', [key, relationField('other', 'a_b.C', 'foreign_key')]),
      model('a.b_C_2', [key]),
    ]),
  );
  const text = toMermaid([...models.values()], edges);
  assert.deepEqual(text.match(/^ {2}\w+\["\w+"\]/gm), ['  a_b_C["C"]', '  a_b_C_3["b_C"]', '  a_b_C_2["b_C_2"]']);
  assert.match(text, /a_b_C_3 \}o--\|\| a_b_C : "other"/);
});

test('Mermaid takes no name of a field for the mark of a key, and leaves no letter out', () => {
  const { models } = buildGraph(
    detailOf([model('shop.A', [field('uk', 'BooleanField', { null: true }), field('FK', 'F'), field('हिन्दी', 'F')])]),
  );
  const rows = toMermaid([...models.values()], [])
    .split('\n')
    .slice(2, 5);
  assert.deepEqual(rows, ['    BooleanField _uk "uk, null"', '    F _FK "FK"', '    F हिन्दी']);
});

test('Mermaid takes neither the class of a field for the mark of a key nor an app for a word of its own', () => {
  const owner = { ...relationField('owner', 'classés.B', 'foreign_key'), type: 'FK' };
  const { models, edges } = buildGraph(detailOf([model('to.A', [owner]), model('classés.B', [key])]));
  const text = toMermaid([...models.values()], edges);
  assert.match(text, /^ {4}_FK owner FK$/m);
  assert.match(text, /^ {2}_classés_B\["B"\] \{$/m);
  assert.match(text, /^ {2}to_A \}o--\|\| _classés_B : "owner"$/m);
});

test('DBML has a table once that two models share, with the columns of both', () => {
  const view = { kind: 'unmanaged', table: 'shop_order' } as const;
  const { models } = buildGraph(
    detailOf([
      model('report.Order', [key, field('seen', 'DateField'), relationField('by', 'shop.User', 'foreign_key')], view),
      model('shop.Order', [key, field('total', 'DecimalField'), relationField('by', 'shop.User', 'foreign_key')]),
      model('shop.User', [key]),
    ]),
  );
  const text = toDbml([...models.values()]);
  const order = /Table "shop_order" \{\n(.*?)\n\}/s.exec(text)?.[1]?.split('\n');
  assert.equal(text.match(/Table "shop_order"/g)?.length, 1);
  assert.deepEqual(
    order?.map((line) => line.trim().split(' ')[0]),
    ['"id"', '"total"', '"by_id"', '"seen"', 'Note:'],
  );
  assert.match(order?.at(-1) ?? '', /'shop\.Order, report\.Order'/);
  assert.equal(text.match(/Ref: "shop_order"\."by_id"/g)?.length, 1);
  assert.doesNotMatch(text, /TableGroup "report"/);
});

test('DBML shows tables: no abstract model, and a relation to a proxy lands in its table', () => {
  const text = toDbml(nodes);
  assert.match(text, /Table "orders" \{/);
  assert.doesNotMatch(text, /Table "shop_base"|tags" ManyToManyField/);
  assert.match(text, /Ref: "orders"\."customer_id" > "shop_customer"\."id"/);
  assert.match(text, /Ref: "orders"\."id" <> "shop_tag"\."id"/);
  assert.match(text, /\("id", "customer_id"\) \[unique\]/);
  assert.equal(text.match(/Table "shop_customer"/g)?.length, 1);
});

test('DBML has of a child the columns of its own table, and points at its key', () => {
  const pointer = relationField('place_ptr', 'shop.Place', 'one_to_one', false, { parent_link: true });
  const fromPlace = (one: Field): Field => ({ ...one, inherited_from: 'shop.Place' });
  const name = field('name', 'CharField');
  const { models } = buildGraph(
    detailOf([
      model('shop.Place', [key, name]),
      model('shop.Cafe', [fromPlace(key), fromPlace(name), { ...pointer, primary_key: true }, field('stars', 'Field')]),
      model('shop.Visit', [key, relationField('cafe', 'shop.Cafe', 'foreign_key')]),
    ]),
  );
  const text = toDbml([...models.values()]);
  const cafe = /Table "shop_cafe" \{\n(.*?)\n {2}Note/s.exec(text)?.[1];
  assert.equal(cafe, '  "place_ptr_id" OneToOneField [pk, not null]\n  "stars" Field [not null]');
  assert.match(text, /Ref: "shop_visit"\."cafe_id" > "shop_cafe"\."place_ptr_id"/);
});

test('DBML points at the column that a relation names, where that is not the key', () => {
  const code = field('code', 'CharField', { unique: true, column: 'iso_code' });
  const { models } = buildGraph(
    detailOf([
      model('shop.Country', [key, code]),
      model('shop.City', [key, relationField('country', 'shop.Country', 'foreign_key', false, { to_field: 'code' })]),
    ]),
  );
  assert.match(toDbml([...models.values()]), /Ref: "shop_city"\."country_id" > "shop_country"\."iso_code"/);
});

/** The lines of a text that begin so. */
const linesOf = (text: string, start: string): string[] => text.split('\n').filter((line) => line.startsWith(start));

const dbmlOf = (...models: Model[]): string => toDbml([...buildGraph(detailOf(models)).models.values()]);

test('DBML has names of tables and columns exactly, whatever stands in them', () => {
  const column = field('size', 'GrößeField', { column: 'size "in"\\' });
  const text = dbmlOf(model('shop.Box', [key, column], { table: 'stock"."box', unique_together: [['id', 'size']] }));
  assert.deepEqual(linesOf(text, 'Table '), ['Table "stock\\".\\"box" {']);
  assert.match(text, /^ {2}"size \\"in\\"\\\\" "GrößeField" \[not null\]$/m);
  assert.match(text, /\("id", "size \\"in\\"\\\\"\) \[unique\]/);
});

test('DBML relates two columns once and none to itself, which its tools refuse; what that leaves out is told', () => {
  const text = dbmlOf(
    model('shop.Person', [
      key,
      relationField('friends', 'shop.Person', 'many_to_many'),
      relationField('clubs', 'shop.Club', 'many_to_many'),
    ]),
    model('shop.Club', [key, relationField('founders', 'shop.Person', 'many_to_many')]),
  );
  assert.deepEqual(linesOf(text, 'Ref'), ['Ref: "shop_person"."id" <> "shop_club"."id"']);
  assert.deepEqual(linesOf(text, '//'), [
    '// shop.Person.friends relates the table to itself',
    '// shop.Club.founders relates the same two tables as shop.Person.clubs',
  ]);
});

test('DBML has the hidden tables of many-to-many fields that relate the same two models, or one to itself: each field is told', () => {
  const between = (id: string, ends: readonly (readonly [string, string])[]): Model =>
    model(id, [key, ...ends.map(([name, target]) => relationField(name, target, 'foreign_key'))], {
      kind: 'through',
      table: id.replace('.', '_').toLowerCase(),
    });
  const many = (name: string, target: string, through: string): Field =>
    relationField(name, target, 'many_to_many', false, { through });
  const { models } = buildGraph(
    detailOf([
      model('shop.Person', [
        key,
        many('friends', 'shop.Person', 'shop.Person_friends'),
        many('clubs', 'shop.Club', 'shop.Person_clubs'),
        many('tags', 'shop.Tag', 'shop.Person_tags'),
      ]),
      model('shop.Club', [key, many('founders', 'shop.Person', 'shop.Club_founders')]),
      model('shop.Tag', [key]),
      between('shop.Person_friends', [
        ['from_person', 'shop.Person'],
        ['to_person', 'shop.Person'],
      ]),
      between('shop.Person_clubs', [
        ['person', 'shop.Person'],
        ['club', 'shop.Club'],
      ]),
      between('shop.Club_founders', [
        ['club', 'shop.Club'],
        ['person', 'shop.Person'],
      ]),
      between('shop.Person_tags', [
        ['person', 'shop.Person'],
        ['tag', 'shop.Tag'],
      ]),
    ]),
  );
  const onScreen = [...models.values()].filter(({ model: { kind } }) => kind !== 'through');
  const text = toDbml(onScreen, models);
  assert.deepEqual(linesOf(text, 'Ref'), [
    'Ref: "shop_person"."id" <> "shop_tag"."id"',
    'Ref: "shop_person_friends"."from_person_id" > "shop_person"."id"',
    'Ref: "shop_person_friends"."to_person_id" > "shop_person"."id"',
    'Ref: "shop_person_clubs"."person_id" > "shop_person"."id"',
    'Ref: "shop_person_clubs"."club_id" > "shop_club"."id"',
    'Ref: "shop_club_founders"."club_id" > "shop_club"."id"',
    'Ref: "shop_club_founders"."person_id" > "shop_person"."id"',
  ]);
  assert.deepEqual(linesOf(text, '//'), []);
  assert.doesNotMatch(text, /shop_person_tags/);
});

test('DBML names no column that its table does not have, and tells a table of which none is known', () => {
  const text = dbmlOf(
    model('shop.Pair', [field('pk', 'CompositePrimaryKey', { primary_key: true, column: null }), field('a', 'F')], {
      unique_together: [['a', 'gone']],
    }),
    model('shop.Use', [key, relationField('pair', 'shop.Pair', 'foreign_key')]),
    model('shop.Open', [field('of', 'GenericForeignKey', { column: null })]),
    model('shop.Seen', [key, relationField('open', 'shop.Open', 'foreign_key')]),
  );
  assert.doesNotMatch(text, /Ref:|gone|Table "shop_open"|^ {2}"shop_open"$/m);
  assert.deepEqual(linesOf(text, '//'), ['// shop.Open has no column that is known']);
  assert.match(text, /Note: 'shop\.Pair; its primary key is made of several columns'/);
});

test('the columns of a composite key are told: by DBML as one key, by Mermaid each', () => {
  const place = relationField('place', 'shop.Place', 'foreign_key');
  const pair = model(
    'shop.Pair',
    [field('pk', 'CompositePrimaryKey', { primary_key: true, column: null }), field('number', 'F'), place],
    { composite_key: ['place', 'number'] },
  );
  const text = dbmlOf(pair, model('shop.Place', [key]));
  assert.deepEqual(linesOf(text, '    ('), ['    ("place_id", "number") [pk]']);
  assert.doesNotMatch(text, /several columns/);
  const { models, edges } = buildGraph(detailOf([pair]));
  const diagram = toMermaid([...models.values()], edges);
  assert.match(diagram, /F number PK\n/);
  assert.match(diagram, /ForeignKey place PK, FK\n/);
});

test('SVG is well-formed also with names that XML does not like', () => {
  const odd = detailOf([model('shop.A<b>&"c"\u0001', [field('x<y', 'CharField')])]);
  const shown = showVisible(buildGraph(odd), defaultView);
  const boxes = shown.models.map((node) => modelBox(node, 'all'));
  const scene = buildScene(boxes, shown.edges, new Map(boxes.map((box) => [box.id, { x: 0, y: 0 }])), 'apps');
  const { text, width, height } = toSvg(scene, lightPalette, ['shop'], 'a & b');
  assert.match(text, /A&lt;b&gt;&amp;/);
  assert.doesNotMatch(text, /<b>|\u0001/);
  assert.equal(
    text.match(/<(?!\/)[a-z]+/g)?.length,
    (text.match(/<\/[a-z]+>/g)?.length ?? 0) + (text.match(/\/>/g)?.length ?? 0),
  );
  assert.ok(width > 100 && height > 50);
});

/** Boxes in a row from the left, as far apart as asked. */
const drawn = (schema: SchemaDetail, grouping: Grouping, gap = 400) => {
  const shown = showVisible(buildGraph(schema), defaultView);
  const boxes = shown.models.map((node) => modelBox(node, 'all'));
  const places = new Map(boxes.map((box, index) => [box.id, { x: index * gap, y: 0 }]));
  const scene = buildScene(boxes, shown.edges, places, grouping);
  return { scene, svg: toSvg(scene, lightPalette, [], 'a') };
};

test('SVG is as wide as its lines, also where one comes back to its own box', () => {
  const parent = relationField('parent', 'shop.Tree', 'foreign_key', true);
  const { scene, svg } = drawn(detailOf([model('shop.Tree', [key, parent])]), 'flat');
  const [line] = scene.lines;
  const [x = 0, , width = 0] = /viewBox="([^"]+)"/.exec(svg.text)?.[1]?.split(' ').map(Number) ?? [];
  assert.ok(line !== undefined && line.bounds.x + line.bounds.width + 5 <= x + width);
});

test('SVG cuts the name of an app where the next one stands, and a name in wide letters where its box ends', () => {
  const label = 'l'.repeat(90);
  const { svg } = drawn(detailOf([model(`${label}.A`, [key]), model('b.顧'.padEnd(60, '客'), [key])]), 'apps', 300);
  const texts = [...svg.text.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
  const app = texts.find((text) => text.startsWith('ll')) ?? '';
  assert.ok(app.endsWith('…') && app.length * 8.9 < 300, app);
  const title = texts.find((text) => text.startsWith('顧')) ?? '';
  assert.ok(title.endsWith('…') && title.length * 13 < 300, title);
});

test('SVG gives a name that is cut no more room than its box has, however wide its letters are', () => {
  const { svg } = drawn(detailOf([model(`b.${'WM'.repeat(40)}`, [key, field('m'.repeat(60), 'CharField')])]), 'flat');
  const cut = [...svg.text.matchAll(/<text[^>]*x="10"[^>]*?( textLength="(\d+)"[^>]*)?>[^<]*…<\/text>/g)];
  assert.equal(cut.length, 2);
  for (const [whole, , length] of cut) assert.ok(Number(length) > 100 && Number(length) <= 290, whole);
});

test('a box is wide enough for a name in wide letters', () => {
  const widthOf = (id: string) => drawn(detailOf([model(id, [key])]), 'flat').scene.boxes.get(id)?.box.width ?? 0;
  assert.ok(widthOf('b.顧客注文明細情報管理台帳') >= 12 * 13 + 20);
  assert.equal(widthOf(`b.${'हिन्दी'.repeat(8)}`), widthOf(`b.${'abc'.repeat(8)}`));
});

const nodeOf = (more: Partial<Model>) =>
  [...buildGraph(detailOf([model('shop.Item_subjects', [key], more)])).models.values()][0] as SchemaModel;

test('the word for the kind of a model takes no room from its name, however long it is', () => {
  const plain = modelBox(nodeOf({}), 'names').width;
  // Measured in DejaVu Sans, the widest of the fonts that are asked for.
  for (const [kind, words] of Object.entries({ through: 89, swapped: 72, abstract: 46 }))
    assert.ok(modelBox(nodeOf({ kind: kind as Model['kind'] }), 'names').width >= plain + words + 6, kind);
});

test('a picture of a huge graph is scaled down to what a browser can hold', () => {
  assert.equal(pngScale(800, 600), 2);
  const scale = pngScale(20_000, 8_000);
  assert.ok(20_000 * scale <= 8_192 && 20_000 * 8_000 * scale * scale <= 40_000_001);
  assert.ok(Number.isFinite(pngScale(0, 0)));
});
