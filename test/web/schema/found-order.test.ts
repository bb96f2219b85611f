import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from '../../../src/diagram/graph.ts';
import { bestFirst } from '../../../src/web/pages/schema/found-order.ts';
import { detailOf, model } from '../generated-schema.ts';

const order = (search: string, ...ids: string[]): string[] => {
  const models = ids.map((id) => model(id, [], { own: !id.startsWith('auth.') }));
  return bestFirst([...buildGraph(detailOf(models)).models.values()], search).map((node) => node.model.id);
};

test('a search leads to the model of that name first, then to names that begin with it, then to the rest', () => {
  const models = ['lending.LoanPolicy', 'desk.Reader', 'lending.PaidLoan', 'lending.Loan'];
  assert.deepEqual(order('Loan', ...models), ['lending.Loan', 'lending.LoanPolicy', 'lending.PaidLoan', 'desk.Reader']);
  assert.equal(order('lending.loan', ...models)[0], 'lending.Loan');
});

test('of two models with the name that was typed, the one of the project itself comes first', () => {
  const models = ['auth.AbstractUser', 'auth.User', 'people.User'];
  assert.deepEqual(order('user', ...models), ['people.User', 'auth.User', 'auth.AbstractUser']);
});
