import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/diagram/graph.ts';
import { lineStyles } from '../../../src/diagram/style.ts';
import { defaultView } from '../../../src/diagram/view-state.ts';
import { searchModels, searchVisible, showVisible } from '../../../src/diagram/visible.ts';
import { detailOf, model, relationField } from '../generated-schema.ts';

const chain = buildGraph(
  detailOf([
    model('shop.Line', [relationField('order', 'shop.Order', 'foreign_key')]),
    model('shop.Order', [relationField('customer', 'crm.Customer', 'foreign_key')]),
    model('crm.Customer', [relationField('user', 'auth.User', 'one_to_one')]),
    model('auth.User', [relationField('groups', 'auth.Group', 'many_to_many')], { own: false }),
    model('auth.Group', [], { own: false }),
    model('crm.Base', [], { kind: 'abstract' }),
    model('crm.Lonely'),
  ]),
);
const idsOf = (shown: ReturnType<typeof showVisible>) => shown.models.map((node) => node.model.id).sort();

test('third-party models are shown when the project points at them, and no others', () => {
  const ids = idsOf(showVisible(chain, defaultView));
  assert.ok(ids.includes('auth.User'));
  assert.ok(!ids.includes('auth.Group'));
});

test('third-party models can all be shown or all be hidden', () => {
  assert.ok(idsOf(showVisible(chain, { ...defaultView, thirdParty: 'all' })).includes('auth.Group'));
  assert.ok(!idsOf(showVisible(chain, { ...defaultView, thirdParty: 'hidden' })).includes('auth.User'));
});

test('focus shows what is within its hops, in both directions, and nothing else', () => {
  const at = (hops: 1 | 2 | 3) => idsOf(showVisible(chain, { ...defaultView, focus: 'shop.Order', hops }));
  assert.deepEqual(at(1), ['crm.Customer', 'shop.Line', 'shop.Order']);
  assert.deepEqual(at(2), ['auth.User', 'crm.Customer', 'shop.Line', 'shop.Order']);
  assert.deepEqual(at(3), ['auth.Group', 'auth.User', 'crm.Customer', 'shop.Line', 'shop.Order']);
});

test('a focus on a model that is gone shows everything rather than nothing', () => {
  assert.ok(idsOf(showVisible(chain, { ...defaultView, focus: 'shop.Gone' })).length > 3);
});

test('a collapsed app is one box, and lines to its models are bundled', () => {
  const shown = showVisible(chain, { ...defaultView, collapsed: ['crm'] });
  assert.deepEqual(
    shown.collapsed.map((app) => [app.id, app.models.length]),
    [['app:crm', 3]],
  );
  const toApp = shown.edges.filter((edge) => edge.to === 'app:crm');
  assert.deepEqual(
    toApp.map((edge) => [edge.from, edge.count]),
    [['shop.Order', 1]],
  );
  assert.ok(shown.edges.some((edge) => edge.from === 'app:crm' && edge.to === 'auth.User'));
});

test('a bundle is dashed as its relations are, and not at all where they are of several kinds', () => {
  const graph = buildGraph(
    detailOf([
      model('a.One', [relationField('base', 'b.Base', 'generic'), relationField('other', 'c.Other', 'generic')]),
      model('a.Two', [relationField('base', 'b.Base', 'foreign_key'), relationField('other', 'c.Other', 'generic')]),
      model('b.Base'),
      model('c.Other'),
    ]),
  );
  const { edges } = showVisible(graph, { ...defaultView, collapsed: ['a', 'b', 'c'] });
  assert.deepEqual(
    edges.map((edge) => [edge.to, edge.count, edge.kind, lineStyles[edge.kind].dash.length > 0]),
    [
      ['app:b', 2, 'mixed', false],
      ['app:c', 2, 'generic', true],
    ],
  );
});

test('abstract models can be left out', () => {
  assert.ok(!idsOf(showVisible(chain, { ...defaultView, abstract: false })).includes('crm.Base'));
});

test('search finds models by parts of names, apps and fields, all words needed', () => {
  const found = (text: string) => [...(searchModels(chain.models.values(), text) ?? [])].sort();
  assert.deepEqual(found('crm cust'), ['crm.Customer']);
  assert.deepEqual(found('CUSTOMER'), ['crm.Customer', 'shop.Order']);
  assert.equal(searchModels(chain.models.values(), '  '), null);
});

test('a search looks into collapsed apps, too, and finds their boxes', () => {
  const shown = showVisible(chain, {
    ...defaultView,
    thirdParty: 'all',
    collapsed: [...chain.apps.map(({ label }) => label)],
  });
  assert.equal(shown.models.length, 0);
  const [app] = shown.collapsed;
  const [first = ''] = app?.models ?? [];
  const found = searchVisible(chain, shown, first);
  assert.ok(app && found?.has(first) && found.has(app.id));
  assert.deepEqual([...(searchVisible(chain, shown, 'no such model') ?? [''])], []);
  assert.equal(searchVisible(chain, shown, ' '), null);
});
