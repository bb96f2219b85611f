import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../text.ts';

test('paths are told as settings write them', () => {
  const at = run(`
import os
from os.path import join, dirname, abspath
from pathlib import Path
BASE = Path(__file__).resolve().parent.parent
OLD = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DB = BASE / "db" / "x.sqlite3"
JOINED = join(OLD, "a", "b")
TEXT = f"{BASE}/media" + str(DB.name)
UP = Path(__file__).parents[1].joinpath("x", "y")
ROOT = os.path.join("/a", "/b")
`);
  assert.equal(at('BASE'), 'path /srv');
  assert.equal(at('OLD'), '/srv');
  assert.equal(at('DB'), 'path /srv/db/x.sqlite3');
  assert.equal(at('JOINED'), '/srv/a/b');
  assert.equal(at('TEXT'), '/srv/mediax.sqlite3');
  assert.equal(at('UP'), 'path /srv/x/y');
  assert.equal(at('ROOT'), '/b');
});

test('lists and dicts are added up, changed in place and spread', () => {
  const at = run(`
A = ["a"] + ["b"]
A += ("c",)
A.append("d"); A.insert(0, "z"); A.extend(["e"]); A.remove("b")
B = [*A[:2], *("x" for _ in range(2))]
C = {**{"k": 1}, "l": {"m": [1]}}
C["l"]["m"].append(2)
C.update(n=3); C.setdefault("o", 4)
D = A
D += ["shared"]
E = dict(a=1, **C).get("missing", "default")
F, (G, *H) = 1, (2, 3, 4)
I = {k: v for k, v in zip("ab", [1, 2])}
J = sorted({"b", "a"})
`);
  assert.deepEqual(at('A'), ['z', 'a', 'c', 'd', 'e', 'shared']);
  assert.deepEqual(at('B'), ['z', 'a', 'x', 'x']);
  assert.deepEqual(at('C'), { k: 1, l: { m: [1, 2] }, n: 3, o: 4 });
  assert.equal(at('E'), 'default');
  assert.deepEqual([at('F'), at('G'), at('H')], [1, 2, [3, 4]]);
  assert.deepEqual(at('I'), { a: 1, b: 2 });
  assert.deepEqual(at('J'), ['a', 'b']);
});

test('environment variables are as the project would find them', () => {
  const at = run(
    `
import os
from os import getenv
A = os.environ.get("UNSET", "default")
B = os.getenv("UNSET")
C = os.environ["SET"]
D = "SET" in os.environ and "UNSET" not in os.environ
E = os.environ["UNSET"]
F = getenv("SET") or "x"
`,
    { environment: (name) => (name === 'SET' ? 'yes' : undefined) },
  );
  assert.deepEqual(['A', 'B', 'C', 'D', 'E', 'F'].map(at), ['default', null, 'yes', true, 'unknown', 'yes']);
});

test('conditions that can be told are followed; data that others decide is not known, and what only one side does is said', () => {
  const notes: string[] = [];
  const at = run(
    `
import sys, something
DEBUG = False
if DEBUG:
    A = 1
elif len("ab") == 2 and not DEBUG:
    A = 2
else:
    A = 3
if something.check():
    B = 1
    C = 1
else:
    B = 2
try:
    D = 1
    raise KeyError("x")
except (ValueError, KeyError):
    D = 2
finally:
    E = 3
for name in ["x", "y"]:
    if name == "y":
        break
    F = name
match "b":
    case "a" | "b":
        G = 1
    case _:
        G = 2
if __name__ == "__main__":
    H = 1
`,
    { note: ({ message }) => notes.push(message) },
  );
  assert.deepEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(at), [2, 'unknown', 1, 2, 3, 'x', 1, undefined]);
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /Could not tell whether a condition holds/);
});

test('functions of the text itself are followed, with defaults, keywords and None', () => {
  const at = run(`
def pick(value, default="d", *rest, **named):
    if value is None:
        return default
    return [value, default, *rest, *named.values()]
A = pick(None)
B = pick(1, None, 3, x=4)
C = (lambda a, b=2: a + b)(1)
def factory(name):
    class Made:
        label = name
    return Made
D = factory("made").label
class Config:
    def __init__(self, prefix):
        self.prefix = prefix
    @property
    def NAME(self):
        return self.prefix + "name"
    def get(self, key):
        return self.prefix + key
config = Config("P_")
E = config.NAME
F = config.get("k")
`);
  assert.deepEqual(['A', 'B', 'C', 'D', 'E', 'F'].map(at), ['d', [1, null, 3, 4], 3, 'made', 'P_name', 'P_k']);
});

test('what is not known stays in its place and does not spoil what is', () => {
  const at = run(
    'from x import things\nA = ["a"] + things() + ["b"]\nB = {"k": things, "l": 1}\nC = undefined_name\nD = "x" + C\n',
  );
  assert.deepEqual(at('A'), ['a', 'unknown', 'b']);
  assert.deepEqual(at('B'), { k: 'reference x.things', l: 1 });
  assert.deepEqual([at('C'), at('D')], ['unknown', 'unknown']);
});

test('what a parameter is by itself is made once, and is the same in each call', () => {
  const at = run(`
def add(name, taken=[], *, seen={}):
    taken.append(name)
    seen[name] = len(taken)
    return len(taken), sorted(seen)
A, B, C = add("a"), add("b", ["z"]), add("c")
`);
  assert.deepEqual(
    [at('A'), at('B'), at('C')],
    [
      [1, ['a']],
      [2, ['a', 'b']],
      [2, ['a', 'b', 'c']],
    ],
  );
});

test('an error that someone waits for decides: one that is sure, and one that nobody can tell', () => {
  const at = run(`
import time
def late():
    if time.time() > 5:
        raise LookupError("late")
    return 1
try:
    assert 1 > 2, "no"
    A = "held"
except AssertionError:
    A = "failed"
try:
    assert time.time(), "who knows"
    B = "held"
except AssertionError:
    B = "failed"
try:
    if time.time() > 5:
        raise LookupError("late")
    C = "early"
except KeyError:
    C = "never"
except LookupError:
    C = "late"
try:
    D = late()
except Exception:
    D = 2
try:
    try:
        late()
    except LookupError:
        pass
    E = 1
except Exception:
    E = 2
`);
  assert.deepEqual(['A', 'B', 'C', 'D', 'E'].map(at), ['failed', 'unknown', 'unknown', 'unknown', 1]);
});

test('what itertools goes over is known where its parts are', () => {
  const at = run(`
import itertools
from itertools import chain, combinations, islice, product
from somewhere import more
A = [a + b for a, b in product("ab", {"x": 1, "y": 2})]
B = list(chain({"k": 1}, ("l",), chain.from_iterable([["m"], "no"])))
C = ["".join(pair) for pair in combinations("abc", 2)]
D = list(islice("abcdef", 2)) + list(islice("abcdef", 1, None, 2))
E = len(list(product([0, 1], repeat=3)))
F = product(more, "ab")
G = list(product(*more))
H = list(product(range(300), repeat=3))
`);
  assert.deepEqual(at('A'), ['ax', 'ay', 'bx', 'by']);
  assert.deepEqual(at('B'), ['k', 'l', 'm', 'n', 'o']);
  assert.deepEqual([at('C'), at('D'), at('E')], [['ab', 'ac', 'bc'], ['a', 'b', 'b', 'd', 'f'], 8]);
  // Calls that nobody knows what they give.
  assert.deepEqual(['F', 'G', 'H'].map(at), ['itertools.product()', 'builtins.list()', 'builtins.list()']);
});

test('the else of a while runs where the loop ends by itself, as with for', () => {
  const value = run(`
left = [1, 2]
while left:
    left.pop()
else:
    ended = True
more = [1, 2]
while more:
    break
else:
    broken = True
`);
  assert.deepEqual([value('ended'), value('broken')], [true, undefined]);
});

test('records of a named tuple have their parts by name, by number and in order', () => {
  const value = run(`
from collections import namedtuple
Size = namedtuple("Size", "width height")
sizes = [Size(1, 2), Size(3, height=4)]
told = [sizes[0].height, sizes[1].height, sizes[1][0], [w + h for w, h in sizes]]
Pair = namedtuple("Pair", ["left", "right"])
left, right = Pair("a", "b")
`);
  assert.deepEqual([value('told'), value('left'), value('right')], [[2, 4, 3, [3, 7]], 'a', 'b']);
});

test('pairs are sorted by what is known of their order, and are not known where that is not', () => {
  const value = run(`
import operator
from somewhere import weight
pairs = [("a", 2), ("b", 1)]
by_second = sorted(pairs, key=operator.itemgetter(1))
by_both = sorted(pairs, key=operator.itemgetter(1, 0), reverse=True)
by_who_knows = sorted(pairs, key=weight)
pairs.sort(key=weight)
names = sorted(["a", "b"], key=weight)
`);
  assert.deepEqual(['by_second', 'by_both', 'by_who_knows', 'pairs', 'names'].map(value), [
    [
      ['b', 1],
      ['a', 2],
    ],
    [
      ['a', 2],
      ['b', 1],
    ],
    'unknown',
    ['unknown'],
    ['a', 'b'],
  ]);
});

test('a class with types of its own has one base more, as Python 3.12 gives it', () => {
  const at = run(`
class Box[T]:
    size = 1
class Parcel[T, *Rest](Box[T]):
    twice = Box.size * 2
NAMES = ".".join(base.__name__ for base in Parcel.__mro__)
BASES = ".".join(base.__name__ for base in Parcel.__bases__)
SIZES = Parcel.size + Parcel.twice
`);
  assert.equal(at('NAMES'), 'Parcel.Box.Generic.object');
  assert.equal(at('BASES'), 'Box.Generic');
  assert.equal(at('SIZES'), 3);
});

test('what settings put into a list where an error may or may not be raised is shown, and said to be', () => {
  const notes: string[] = [];
  const at = run(
    `
import something
APPS = ["first"]
KNOWN = [*something.names(), "last"]
try:
    NAME = KNOWN[1]
except IndexError:
    APPS.append("second")
`,
    { readsSettings: () => true, note: ({ line, message }) => notes.push(`${line}: ${message}`) },
  );
  assert.deepEqual(at('APPS'), ['first', 'second']);
  assert.deepEqual(notes, ['5: Whether an error is raised is not known; both ways were read.']);
});
