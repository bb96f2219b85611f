/** Code of which nobody can tell whether it runs: what it changes is not known, and all else is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../text.ts';

const asModels = { readsSettings: () => false };

test('what code that may not run puts into lists and dicts is not known, and what stood before it is', () => {
  const at = run(
    `
import os
def add(to, word):
    to.append("first")
    if os.getpid() > 3:
        to.append(word)
    return to
def leave(to):
    if os.getpid() > 3:
        return 1
    to.append("rest")
A = add([], "x")
B = {"a": 1, "b": 2}
def change():
    if os.getpid() > 3:
        B["b"] = 3
    else:
        B["b"] = 4
change()
C = B["a"]
D = B["b"]
E = []
leave(E)
F = []
os.getpid() > 3 and F.append(1)
G = []
def give_up():
    if os.getpid() > 3:
        G.append(1)
        raise ValueError
give_up()
H = [1]
try:
    if os.getpid() > 3:
        raise ValueError
except ValueError:
    H.append(2)
`,
    asModels,
  );
  assert.deepEqual(['A', 'C', 'D', 'E', 'F', 'G', 'H'].map(at), [
    ['first', 'unknown'],
    1,
    'unknown',
    ['unknown'],
    ['unknown'],
    [],
    [1, 'unknown'],
  ]);
});

test('what code that may not run sets on an object, or binds elsewhere, is not known', () => {
  const at = run(
    `
import os
class Box:
    size = 1
    label = "l"
    def grow(self):
        self.size += 1
        return self.size
def count_from(total):
    def add():
        nonlocal total
        total += 1
        return total
    return add
box, other, hits = Box(), Box(), 0
other.size = 5
def hit():
    global hits
    hits += 1
def change():
    if os.getpid() > 3:
        box.size = 2
        made = Box()
        made.size = 7
        other.made = made
change()
A, B, C = box.size, box.label, other.size
D = other.made.size
os.getpid() > 3 and hit()
E = hits
add = count_from(1)
os.getpid() > 3 or add()
F = add()
def bind():
    (word := "a")
    os.getpid() > 3 and (word := "b")
    return word
G = bind()
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C'].map(at), ['unknown', 'l', 5]);
  for (const name of ['D', 'E', 'F', 'G']) assert.match(String(at(name)), /^unknown$|\(\)$/, name);
});

test('both sides of a conditional expression that cannot be told are read for what they change', () => {
  const at = run(
    `
import os
A, B, C = [], [1], [1]
X = A.append(1) if os.getpid() > 3 else B.append(2)
Y = "same" if os.getpid() > 3 else "same"
Z = 5 if ("a" if os.getpid() > 3 else "b") else 6
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'Y', 'Z'].map(at), [['unknown'], [1, 'unknown'], [1], 'same', 5]);
});

test('an error that may be raised is caught with what was done by then, and not with what comes after', () => {
  const at = run(
    `
import os
A, B = [1, 2, 3], {}
try:
    A.reverse()
    C = "set before"
    if os.getpid() > 3:
        raise ValueError
    A.reverse()
except ValueError:
    B["caught"] = C
D = dict(B).get("caught", "other")
E = []
def leave(into):
    for word in ["a", "b"]:
        into.append(word)
        if os.getpid() > 3:
            raise KeyError
try:
    leave(E)
except KeyError:
    pass
F = {"a": 1}
F.update(os.environ)
G = "unset"
try:
    F["b"]
    G = "set"
except KeyError:
    pass
`,
    asModels,
  );
  assert.deepEqual(['A', 'C', 'D', 'E', 'G'].map(at), [
    ['unknown'],
    'set before',
    'unknown',
    ['a', 'unknown'],
    'unknown',
  ]);
});

test('what stands behind a return that may have happened is read, and what it changes is not known', () => {
  const at = run(
    `
import os
A, B = [], []
def leave(into, *words):
    if os.getpid() > 3:
        return None
    for word in [text.upper() for text in words]:
        into.append(word)
    B.append("end")
    return into
leave(A, "a", "b")
def give():
    yield 1
    if os.getpid() > 3:
        return
    yield 2
C = list(give())
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C'].map(at), [['unknown'], ['unknown'], [1, 'unknown']]);
});

test('what is put into one of two lists may be in either', () => {
  const at = run(
    `
import os
A, B, C, D = ["a"], ["b"], {"c": 1}, {}
def either():
    if os.getpid() > 3:
        chosen = A
    else:
        chosen = B
    chosen.append("x")
    (C if os.getpid() > 3 else D)["y"] = 2
either()
E = C.get("y")
F = D.get("y")
G = D.setdefault("y", 5)
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'E', 'F', 'G'].map(at), [['unknown'], ['unknown'], 'unknown', 'unknown', 'unknown']);
});

test('what a comprehension does for items that may be there is not known to be done', () => {
  const at = run(
    `
import os
A, B, C, D, E, F = [], [], [], [], [], []
X = [A.append(name) for name in range(os.getpid())]
Y = [B.append(name) for name in ["a", "b"] if os.getpid() > 3]
Z = [name for name in ["a", "b"] if name == "b" and not C.append(name)]
V = {name: D.append(name) for name in range(os.getpid())}
W = [{os.getpid(): E.append(name) for name in ["a"]}, {os.getpid(): F.append("a")}]
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'Z'].map(at), [['unknown'], ['unknown'], ['b'], ['b']]);
  assert.deepEqual(['D', 'E', 'F'].map(at), [['unknown'], ['a'], ['a']], 'also for a key that is not known');
});

test('functions that call themselves for each of what is not known come to an end, and what follows is read', () => {
  const at = run(
    `
def walk(node):
    return [walk(part) for part in node.left] + [walk(part) for part in node.right]
walk(whatever())
def choose(node):
    return choose(node.left) if node.left else choose(node.right)
choose(whatever())
A = "read"
`,
    asModels,
  );
  assert.equal(at('A'), 'read');
});

test('a loop that cannot be followed may make a name another name for a list, which is changed by it then', () => {
  const at = run(
    `
import os
A, B, C, D = [1], [2], [3], [4]
name = C
for _ in range(os.getpid()):
    name = A if _ > 3 else B
name.append(5)
class Kept:
    items = [6]
def add():
    if os.getpid() > 3:
        Kept.items = [7]
add()
E = Kept.items
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'D', 'E'].map(at), [['unknown'], ['unknown'], ['unknown'], [4], 'unknown']);
});

test('a loop that cannot be followed may end with an error, and so may what is taken out of one of several lists', () => {
  const at = run(
    `
import os
ROWS, KEYS = [1], {"a": 1}
try:
    for row in os.get_terminal_size():
        ROWS.append(1 / row)
    READ = "whole"
except Exception:
    READ = "broken"
try:
    for row in os.get_terminal_size():
        ROWS.append(row)
    FOUND = True
except ImportError:
    FOUND = False
LISTS = ROWS if os.getpid() > 3 else []
try:
    LISTS.remove(7)
    TAKEN = True
except ValueError:
    TAKEN = False
try:
    LISTS.extend(None)
    MORE = True
except TypeError:
    MORE = False
`,
    asModels,
  );
  assert.deepEqual(['READ', 'FOUND', 'TAKEN', 'MORE'].map(at), ['unknown', true, 'unknown', 'unknown']);
});

test('a function that remembers what it gave may do nothing where it is given something that is not known', () => {
  const at = run(
    `
import functools, os
ASKED, FIRST = [], []
@functools.lru_cache(maxsize=None)
def twice(number):
    ASKED.append(number)
    return number * 2
@functools.lru_cache(maxsize=None)
def told(number):
    FIRST.append("told")
    return "same"
A, B = twice(2), twice(2)
BEFORE = len(ASKED)
C = twice(os.getpid())
AFTER = len(ASKED)
D = told(os.getpid())
ONCE = len(FIRST)
E = told(os.getpid())
TWICE = len(FIRST)
`,
    asModels,
  );
  assert.deepEqual([at('BEFORE'), at('D'), at('ONCE'), at('E')], [1, 'same', 1, 'same']);
  assert.deepEqual(['AFTER', 'TWICE'].map(at), ['builtins.len()', 'builtins.len()']);
});
