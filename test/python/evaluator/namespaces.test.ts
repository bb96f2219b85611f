/** Objects that are nothing but what they are given, and the names of a module as a dict. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';

test('what a namespace is given, and is given later, is what it has, by itself and as a dict', () => {
  const text = `
import types
class Section(types.SimpleNamespace):
    def merge(self, **more):
        self.__dict__.update(more)
        return self
class Own(types.SimpleNamespace):
    def __init__(self, first):
        super().__init__(first=first)
one = Section(A=1, B=[2]).merge(C=3)
two = types.SimpleNamespace(A=1)
two.B = 2
R = [one.A, one.C, vars(one), vars(two), hasattr(two, "C"), hasattr(two, "B"), getattr(two, "C", 5), dict(two.__dict__, D=4)]
`;
  assert.deepEqual(hold(text), KNOWN);
});

test('a module that was given names which are not known may have any', () => {
  const text = `
import time
B = 2
globals().update({str(time.time()): 1, "A" if time.time() > 1 else "a": 5})
R = [globals().get("A", 1), "A" in globals(), globals()["B"], vars().get("B"), "C" in vars()]
`;
  assert.deepEqual(holdTold(text), NOTHING_FALSE);
});
