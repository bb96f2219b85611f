import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecent } from '../../src/python/recent.ts';

const counting = (limit: { weight: number; patience: number }) => {
  const recent = createRecent<string>(limit);
  const made: string[] = [];
  const take = (key: string, weight = 1): string =>
    recent.take(key, weight, () => {
      made.push(key);
      return key.toUpperCase();
    });
  return { made, take };
};

test('what fits is made once', () => {
  const { made, take } = counting({ weight: 3, patience: 10 });
  for (const key of 'abcabccba') assert.equal(take(key), key.toUpperCase());
  assert.deepEqual(made, ['a', 'b', 'c']);
});

test('of more than fits the first are remembered, however often all are gone through', () => {
  const { made, take } = counting({ weight: 2, patience: 10 });
  for (const key of 'abcdabcdabcd') take(key);
  assert.deepEqual(made.join(''), 'abcdcdcd');
});

test('what nobody asks for any more makes room, and no more than that', () => {
  const { made, take } = counting({ weight: 2, patience: 3 });
  for (const key of 'abxxxxbxx') take(key);
  // `x` finds room when `a` has been left alone for more than three takes; `b` was asked for since and stays.
  assert.deepEqual(made.join(''), 'abxxx');
  take('large', 3);
  take('b');
  assert.deepEqual(made.slice(-1), ['large']);
});
