import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../../src/contract/index.ts';
import { modelBox } from '../../../src/diagram/boxes.ts';
import { toDbml } from '../../../src/diagram/formats/dbml.ts';
import { toMermaid } from '../../../src/diagram/formats/mermaid.ts';
import { toSvg } from '../../../src/diagram/formats/svg.ts';
import { buildGraph } from '../../../src/diagram/graph.ts';
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

test('a picture of a huge graph is scaled down to what a browser can hold', () => {
  assert.equal(pngScale(800, 600), 2);
  const scale = pngScale(20_000, 8_000);
  assert.ok(20_000 * scale <= 8_192 && 20_000 * 8_000 * scale * scale <= 40_000_001);
  assert.ok(Number.isFinite(pngScale(0, 0)));
});
