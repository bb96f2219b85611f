/** What models make of a set, held against makemigrations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../untold.ts';

const models = `
KINDS = {"a", "b"}

class Kept(models.Model):
    kind = models.CharField(max_length=9, choices=[(kind, kind) for kind in KINDS])
    other = models.CharField(max_length=9, choices=[(kind, kind) for kind in sorted(KINDS)])
    word = models.CharField(max_length=9, help_text="One of " + ", ".join(KINDS))
`;

const [a, b, c] = ['("a", "a")', '("b", "b")', '("c", "c")'];
const field = (name: string, more: string): string => `, ("${name}", models.CharField(max_length=9, ${more}))`;
const before = (...choices: unknown[]): Record<string, string> => ({
  Kept: [
    field('kind', `choices=[${choices.join()}]`),
    field('other', `choices=[${a}, ${b}]`),
    field('word', 'help_text="One of b, a"'),
  ].join(''),
});

test('choices that are made of a set are no change for their order, which may be another one each time', (context) => {
  for (const choices of [
    [a, b],
    [b, a],
  ]) {
    const { told, open } = tell(context, models, before(...choices));
    assert.deepEqual([told, open], [[], 1]);
  }
  assert.deepEqual(tell(context, models, before(a, b, c)).told, ['core field_altered kept kind']);
});

test('nor are those that are added to, cut or counted', (context) => {
  const tellOf = (choices: string, ...written: unknown[]): [string[], number] => {
    const text = `
KINDS = {"a", "b"}
PAIRS = [(kind, kind) for kind in KINDS]

class Kept(models.Model):
    kind = models.CharField(max_length=9, choices=${choices})
`;
    const { told, open } = tell(context, text, { Kept: field('kind', `choices=[${written.join()}]`) });
    return [told, open];
  };
  assert.deepEqual(tellOf('[("c", "c")] + PAIRS', c, a, b), [[], 1]);
  assert.deepEqual(tellOf('PAIRS[::-1]', a, b), [[], 1]);
  assert.deepEqual(tellOf('PAIRS[:1]', a), [[], 1]);
  assert.deepEqual(tellOf('list(enumerate(KINDS))', '(0, "a"), (1, "b")'), [[], 1]);
  assert.deepEqual(tellOf('sorted(PAIRS) + [("c", "c")]', a, b), [['core field_altered kept kind'], 0]);
});
