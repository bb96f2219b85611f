import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdPrograms } from '../../bench/programs/hold.ts';
import { djangoPython } from '../django-python.ts';

const programs: Record<string, string> = {
  'attributes that are deleted, names of classes, objects that mark themselves': `
class A:
    x = 1
    y = 2
del A.x
delattr(A, "y")
A.__name__ = "B"
class Once:
    def __init__(self):
        self.a = 1
    def ask(self):
        if not hasattr(self, "_asked"):
            self._asked = True
            return "first"
        return "again"
once = Once()
del once.a
R = [hasattr(A, "x"), hasattr(A, "y"), A.__name__, hasattr(once, "a"), once.ask(), once.ask()]
`,
  'what can be called': `
class Plain:
    pass
class Called:
    def __call__(self):
        return 1
R = [callable(Plain), callable(Plain()), callable(Called()), callable(3), callable("x"), callable(lambda: 1)]
`,
  'each part of a chain of comparisons is evaluated once, and not behind one that does not hold': `
calls = []
def f(n):
    calls.append(n)
    return n
R = [1 < f(2) < 3, 3 > f(4) > f(5), f(1) < f(2) < f(3) < f(0), 1 < f(2) in [2, 3], calls]
`,
  'what is set on an enumeration is no member': `
import enum
class E(enum.Enum):
    A = 1
    B = 2
E.extra = 5
R = [len(E), [e.name for e in E], E.A.value, E.extra]
`,
  'dicts that are made of others': `
from collections import ChainMap, OrderedDict
from types import MappingProxyType
R = [ChainMap({"a": 1}, {"a": 2, "b": 3})["a"], dict(ChainMap({"a": 1}, {"a": 2, "b": 3})),
     list(OrderedDict.fromkeys(["a", "b", "a"])), MappingProxyType({"k": 4})["k"]]
`,
};

for (const [title, text] of Object.entries(programs))
  test(`${title}: as Python has it`, () => {
    const [held] = holdPrograms(djangoPython, [text], false);
    assert.deepEqual([held?.refusal, held?.difference, held?.isWhole], [null, null, true]);
  });
