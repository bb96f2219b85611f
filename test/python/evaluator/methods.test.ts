/** Methods of bases, decorators and places that are assigned to together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, createModule, isSequence, readModule, runModule } from '../../../src/python/index.ts';
import { closedWorld } from '../closed-world.ts';
import { hold, KNOWN } from '../held.ts';

const run = (text: string): ((name: string) => unknown) => {
  const module = createModule('core.models', '/srv/core/models.py');
  runModule(createEngine(closedWorld, 100_000), module, readModule(text));
  return (name) => {
    const value = module.names.get(name);
    return isSequence(value) ? value.items : value;
  };
};

test('super() goes on to the next class that has the method', () => {
  const at = run(`
class Base:
    def __init__(self, size):
        self.size = size
    def words(self):
        return ["base"]
    @classmethod
    def kind(cls):
        return "plain"
    @staticmethod
    def twice(number):
        return number + number
class Middle(Base):
    def words(self):
        return super(Middle, self).words() + ["middle"]
class Last(Middle):
    def __init__(self, size, **more):
        super().__init__(size + 1)
        self.left, (self.right, *self.rest) = "l", ("r", 1, 2)
    def words(self):
        return super().words() + ["own"]
    @classmethod
    def kind(cls):
        return "not " + super().kind()
    def four(self):
        return super().twice(2)
thing = Last(4)
RESULT = (thing.size, ",".join(thing.words()), Last.kind(), thing.four(), thing.left, thing.right, len(thing.rest))
`);
  assert.deepEqual(at('RESULT'), [5, 'base,middle,own', 'not plain', 4, 'l', 'r', 2]);
});

test('a class knows by which metaclass it was made and which attributes it does not have', () => {
  const at = run(`
class Meta(type):
    pass
class Deeper(Meta):
    pass
class Made(metaclass=Deeper):
    there = 1
class Plain:
    pass
RESULT = (isinstance(Made, Meta), isinstance(Plain, Meta), hasattr(Made, "there"), hasattr(Made, "gone"), hasattr(object, "gone"))
`);
  assert.deepEqual(at('RESULT'), [true, false, true, false, false]);
});

test('what decorates a function or a class may be an object, a method or a partial call', () => {
  const at = run(`
import functools
class Mark:
    def __init__(self, word):
        self.word = word
    def __call__(self, cls):
        cls.mark = self.word
        return cls
class Book:
    def __init__(self):
        self.entered = []
    def enter(self, cls):
        self.entered.append(cls.__name__)
        return cls
def named(cls, name):
    cls.title = name
    return cls
book = Book()
@Mark("m")
@book.enter
@functools.partial(named, name="t")
class One:
    pass
RESULT = (One.mark, One.title, ",".join(book.entered))
`);
  assert.deepEqual(at('RESULT'), ['m', 't', 'One']);
});

test('a set has each item once, however it is made', () => {
  const at = run(`
KEYS = ["at"]
UNIQUE = sorted(set(KEYS + ["at", "id"]))
SIZES = [len({"a", "b", "a"}), len({x for x in "aab"}), len({"a"} | {"a"}), len({"a"}.union(["a", "b"]))]
WORDS = {"a"}
WORDS.update(["a", "b"])
WORDS.add("b")
COUNT = len(WORDS)
`);
  assert.deepEqual([at('UNIQUE'), at('SIZES'), at('COUNT')], [['at', 'id'], [2, 2, 1, 2], 2]);
});

test('an operator asks the class of either side, as Python does', () => {
  const at = run(`
class Words:
    def __init__(self, *words):
        self.words = list(words)
    def __add__(self, other):
        return Words(*(self.words + (other.words if isinstance(other, Words) else list(other))))
    def __radd__(self, other):
        return Words(*(list(other) + self.words))
    def __mul__(self, times):
        return self.words * times
class Once(Words):
    def __iadd__(self, other):
        return "in place"
class Child(Words):
    def __radd__(self, other):
        return "the child first"
class Shy(Words):
    def __add__(self, other):
        return NotImplemented
class Loud:
    def __radd__(self, other):
        return "".join(other.words) + "!"
one = Words("a")
RESULT = (Shy("b") + Loud(), "".join((one + ["b"]).words), "".join((one + one).words), "".join((["c"] + one).words), "".join(one * 2), "%s" % 1)
kept = Once("a")
kept += ["b"]
OPEN = one + Child("b")
`);
  assert.deepEqual([at('RESULT'), at('kept')], [['b!', 'ab', 'aa', 'ca', 'aa', '1'], 'in place']);
  assert.equal((at('OPEN') as { type?: string }).type, 'unknown');
});

test('what an ordered dict gives up first is its first entry where that is asked for', () => {
  const at = run(`
from collections import OrderedDict
D = OrderedDict([("b", 1), ("a", 2), ("c", 3)])
FIRST, LAST = D.popitem(last=False), D.popitem()
SECOND = OrderedDict([("b", 1), ("a", 2)]).popitem(False)
LEFT = list(D)
`);
  assert.deepEqual(['FIRST', 'LAST', 'SECOND', 'LEFT'].map(at), [['b', 1], ['c', 3], ['b', 1], ['a']]);
});

test('what has no items that can be changed, or none at that place, refuses one that is put in or taken out', () => {
  const lines = [
    'pair[0] = 2',
    'del pair[0]',
    'pair[1:] = []',
    'del pair[1:]',
    'word[0] = "b"',
    'del 0[1]',
    'items[2] = 1',
  ];
  const tried = lines.map((line) => `try:\n    ${line}\nexcept (TypeError, IndexError):\n    R.append("refused")`);
  const text = `R, pair, word, items = [], (1, 2, 3), "a", [1, 2]\n${tried.join('\n')}\nitems[1] = 3\ndel items[:1]\nR.append([items, pair, word])\n`;
  assert.deepEqual(hold(text), KNOWN);
});
