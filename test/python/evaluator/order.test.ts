/** What rests on the order of a set, which Python has in another one each time it starts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../text.ts';

test('which item of a set comes first is not known, and what does not rest on that is', () => {
  const at = run(`
S = {"b", "a", "c"}
FIRST = list(S)[0]
TEXT = ", ".join(S)
EACH = ", ".join(f"<{each}>" for each in S)
SHOWN = ", ".join(map(str, S))
ONE, *REST = S
SORTED = sorted(S)
JOINED = ", ".join(sorted(S))
ALL = [each.upper() for each in S]
NAMES = list(S)
NAMES.sort()
LEAST = NAMES[0]
FACTS = [len(S), "a" in S, min(S), S == {"a", "b", "c"}, bool(S)]
ONLY = list({"x"})[0]
`);
  assert.deepEqual(
    ['FIRST', 'TEXT', 'EACH', 'SHOWN', 'ONE', 'REST'].map(at),
    Array.from({ length: 6 }, () => 'unknown'),
  );
  assert.deepEqual([at('SORTED'), at('JOINED'), at('LEAST')], [['a', 'b', 'c'], 'a, b, c', 'a']);
  assert.deepEqual(at('ALL'), ['B', 'A', 'C']);
  assert.deepEqual([at('FACTS'), at('ONLY')], [[3, true, 'a', true, true], 'x']);
});
