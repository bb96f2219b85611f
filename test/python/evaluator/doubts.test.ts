/** Errors, loops and containers of which only a part can be told: what rests on the other part is not known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../text.ts';

const asModels = { readsSettings: () => false };

test('where both sides of a condition end in an error, what either left is not known', () => {
  const at = run(
    `
import os
A = B = 1
C = []
try:
    if os.getpid() > 3:
        A = 2
        C.append(1)
        raise ValueError
    else:
        raise TypeError
except Exception:
    D = 1
def ended(is_first):
    found = 1
    try:
        if os.getpid() > 3:
            if is_first:
                found = 2
            raise ValueError
        else:
            if not is_first:
                found = 2
            raise TypeError
    except Exception:
        pass
    return found
E = ended(True) == 1
F = ended(False) == 1
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'D', 'E', 'F'].map(at), ['unknown', 1, ['unknown'], 1, 'unknown', 'unknown']);
});

test('a loop over items of which some are not known may end at one of these, before those that are known', () => {
  const at = run(
    `
import os
ITEMS = [*str(os.getpid()), "a"]
for A in ITEMS:
    break
B = 0
for item in ITEMS:
    if item == "1":
        B = 1
        break
else:
    B = 2
C = 0
for item in ITEMS:
    C = item == "a"
    if C:
        continue
    D = 1
try:
    for E in ITEMS:
        if E != "a":
            raise ValueError
except ValueError:
    pass
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'E'].map(at), ['unknown', 'unknown', true, 'unknown']);
});

test('what stands behind a handler runs where an error may have been caught, even if all else ends in another', () => {
  const at = run(
    `
import os
A = B = 1
try:
    try:
        if os.getpid() > 3:
            raise KeyError
    except KeyError:
        pass
    else:
        B = int("Q")
    A = 2
except ValueError:
    pass
`,
    asModels,
  );
  assert.deepEqual(['A', 'B'].map(at), ['unknown', 1]);
});

test('entries that are put into a dict of which others are not known do not come first', () => {
  const at = run(
    `
import os
MORE = {str(os.getpid()): 1}
A = list({**MORE, "a": 1})[0]
B = list({"a": 1, **MORE})[0]
C = next(iter({**MORE, "a": 1}.values()))
VIEW = MORE.items()
MORE["b"] = 2
for D in VIEW:
    break
E = MORE["b"]
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'D', 'E'].map(at), ['unknown', 'a', 'unknown', 'unknown', 2]);
});

test('a dict that one side gives in another order is not known, though both are equal', () => {
  const at = run(
    `
import os
A = {"a": 1, "b": 2}
if os.getpid() > 3:
    A = {"b": 2, "a": 0} | A
B = {"a": 1, "b": 2}
if os.getpid() > 3:
    B = {"a": 1, "b": 2}
`,
    asModels,
  );
  assert.equal(at('A'), 'unknown');
  assert.notEqual(at('B'), 'unknown');
});

test('what a slice takes out of a list of which not all is known is not known, but for all of it', () => {
  const at = run(
    `
import os
A = [4, 1, 3]
if os.getpid() > 3:
    A.sort()
B = list(A)
del A[::2]
del B[:]
`,
    asModels,
  );
  assert.deepEqual(['A', 'B'].map(at), [['unknown'], []]);
});

test('a class that is given an attribute of an unknown value is not said to lack it', () => {
  const at = run(
    `
import os
from elsewhere import thing
KIND = 1 if os.getpid() > 3 else 2
class Box:
    kind = KIND
    thing = thing
    if os.getpid() > 3:
        maybe = 1
A = hasattr(Box, "kind") == False
B = hasattr(Box, "thing")
C = getattr(Box, "kind", "lacks") == "lacks"
D = getattr(Box(), "thing", "lacks") == "lacks"
E = hasattr(Box, "maybe") == False
F = hasattr(Box(), "maybe")
G = hasattr(Box, "nothing")
`,
    asModels,
  );
  assert.deepEqual([true, false].includes(at('A') as boolean), false);
  assert.equal(at('B'), true);
  assert.notEqual(at('C'), true);
  assert.notEqual(at('D'), true);
  assert.notEqual(at('E'), true);
  assert.notEqual(at('F'), true);
  assert.equal(at('G'), false);
});

test('what the else of a try may raise, or one of its handlers, is left to the try around it', () => {
  const at = run(
    `
import os
A = B = C = D = 1
try:
    try:
        pass
    except Exception:
        C = 2
    else:
        if os.getpid() > 3:
            raise ValueError
except Exception:
    A = 2
try:
    try:
        raise KeyError
    except Exception:
        if os.getpid() > 3:
            raise ValueError
        D = 2
except Exception:
    B = 2
`,
    asModels,
  );
  assert.deepEqual(['A', 'B', 'C', 'D'].map(at), ['unknown', 'unknown', 1, 'unknown']);
});
