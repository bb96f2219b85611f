/** Objects that are compared, held against Python. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';
import { run } from '../text.ts';

const head = `
import dataclasses
R = []
class Plain: pass
class Money:
    def __init__(self, amount):
        self.amount = amount
    def __eq__(self, other):
        return type(self) is type(other) and self.amount == other.amount
class Careful:
    def __init__(self, amount):
        self.amount = amount
    def __eq__(self, other):
        if not isinstance(other, Careful):
            return NotImplemented
        return self.amount == other.amount
class Child(Careful):
    def __eq__(self, other):
        return "the child first"
class Odd:
    def __ne__(self, other):
        return False
@dataclasses.dataclass
class Data:
    a: int
P, Q = Plain(), Plain()
X = Plain()
`;

const sure: Record<string, string> = {
  'an object whose class says nothing is equal to itself alone':
    'P == P, P == None, P != 1, P in (None, 1, "a", Money), P in [None, P], P not in (Plain, len)',
  'what another line of the text made is another object':
    'X is P, X is not P, P is P, [each is X for each in (P, X, 1)]',
  'a class says what its objects are equal to':
    'Money(1) == Money(1), Money(1) != Money(2), Money(1) == None, None == Money(1), 5 == Money(5), Money(2) in [None, Money(2)]',
  'what a class leaves to the other side is not equal where that says nothing either':
    'Careful(1) == 1, 1 == Careful(1), Careful(1) == Careful(2), Careful(1) in (1, Careful(1)), NotImplemented is NotImplemented',
  'a record is equal to nothing of another kind': 'Data(1) == None, Data(1) in (None, 3)',
};

for (const [what, text] of Object.entries(sure))
  test(`objects are compared as in Python: ${what}`, () => {
    assert.deepEqual(hold(`${head}R.append([${text}])`), KNOWN);
  });

for (const text of [
  'P == Q',
  'Careful(1) == Child(1)',
  'Data(1) == Data(1)',
  'P != Odd(), Odd() != P',
  '[1, P] == [1, Q]',
])
  test(`nothing false is said of ${text}`, () => {
    assert.deepEqual(hold(`${head}R.append([${text}])`).slice(0, 2), [null, null]);
  });

test('an item of something that is not at hand is not the thing itself', () => {
  const at = run(`
import string
import away
SAME = string.digits[0] == string.digits[-1]
ALIKE = away.limits["most"] == away.limits["least"]
WHOLE = string.digits == string.digits[0]
TYPE = away.Field["Author"]
TYPES = list["Author"]
`);
  assert.deepEqual(['SAME', 'ALIKE', 'WHOLE'].map(at), ['unknown', 'unknown', 'unknown']);
  assert.deepEqual([at('TYPE'), at('TYPES')], ['reference away.Field', 'reference builtins.list']);
});

test('what is not known may be another item of its set: how many there are is not known', () => {
  const at = run(`
import os
A = len({str(os.getpid()), str(os.getpid())})
B = len({str(os.getpid()), "b"})
C = 0
for each in {str(os.getpid()), "c"}:
    C += 1
D = "d" in {str(os.getpid()), "d"}
E = len({str(os.getpid())})
F = sorted({"f", "e", "f"})
`);
  assert.deepEqual(['C', 'D', 'E', 'F'].map(at), ['unknown', true, 1, ['e', 'f']]);
  assert.deepEqual(['A', 'B'].map(at), ['builtins.len()', 'builtins.len()']);
});
