/** What came with Python 3.14 and 3.15. Not held against Python: the tests' own is older. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../text.ts';

test('a comprehension may put lists and dicts together', () => {
  const at = run(`
PARTS = [["a", "b"], ["c"]]
A = [*part for part in PARTS]
B = (*part for part in PARTS if len(part) > 1)
C = {**each for each in [{"a": 1, "b": 2}, {"b": 3}]}
D = {*part for part in PARTS}
E = tuple(B)
`);
  assert.deepEqual(['A', 'C', 'D', 'E'].map(at), [['a', 'b', 'c'], { a: 1, b: 3 }, ['a', 'b', 'c'], ['a', 'b']]);
});

test('what a comprehension puts together is not known where a part of it is not', () => {
  const at = run(`
import os
A = [*part for part in [["a"], os.getpid()]]
B = {**part for part in [{"a": 1}, os.getpid()]}
C = "b" in B
`);
  assert.deepEqual(['A', 'B', 'C'].map(at), [['a', 'unknown'], { a: 1 }, 'unknown']);
});

test('a t-string is no text', () => {
  const at = run('NAME = "x"\nA = t"{NAME} is"\nB = f"{NAME} is"\nC = [t"", "", rt"\\d" ]\n');
  assert.deepEqual(['A', 'B', 'C'].map(at), ['unknown', 'x is', ['unknown', '', 'unknown']]);
});

test('frozendict is a dict of another class, in a Python that has it', () => {
  const text = `
A = frozendict({"a": 1}, b=2)["b"]
try:
    frozendict
    B = "there"
except NameError:
    B = "not there"
C = isinstance(frozendict(), dict)
`;
  const inNew = run(text, { isSincePython: () => true });
  assert.deepEqual(['A', 'B'].map(inNew), [2, 'there']);
  const inOld = run(text, { isSincePython: () => false });
  assert.deepEqual(['A', 'B'].map(inOld), ['unknown', 'not there']);
});

test('a name that Python has is there for whoever tries it', () => {
  const at = run(
    'try:\n    bytes\n    A = 3\nexcept NameError:\n    A = 2\ntry:\n    unicode\n    B = 2\nexcept NameError:\n    B = 3\n',
  );
  assert.deepEqual(['A', 'B'].map(at), [3, 3]);
});
