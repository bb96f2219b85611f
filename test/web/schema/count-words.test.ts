import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/diagram/graph.ts';
import { countWords } from '../../../src/web/pages/schema/count-words.ts';
import { detailOf, model } from '../generated-schema.ts';

const all = [
  model('lending.Loan'),
  model('lending.Paid', [], { kind: 'proxy' }),
  model('lending.Base', [], { kind: 'abstract' }),
  model('lending.Loan_tags', [], { kind: 'through' }),
  model('auth.Group', [], { own: false }),
];

test('the schema counts models as the overview does, and names abstract ones and tables of Django as what they are', () => {
  assert.deepEqual(countWords(all, all), ['2 own models', '1 third-party', '1 abstract', '1 table made by Django']);
  assert.deepEqual(countWords(all.slice(0, 1), all), ['1 of 2 own models']);
  assert.deepEqual(countWords(all.slice(0, 1), all, true), ['1 of 2+ own models']);
});

test('so does each app', () => {
  const apps = buildGraph(detailOf(all)).apps.map(({ label, models }) => [label, models]);
  assert.deepEqual(Object.fromEntries(apps), { lending: 2, auth: 1 });
});
