/** Generators, iterators and views: what somebody went over is gone, and what was not gone over was not run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';

const head = `
from itertools import chain, count, cycle, groupby, islice, takewhile
R = []
def told(log, size=3):
    for number in range(size):
        log.append(number)
        yield number
    log.append("end")
def rows():
    for number in range(2):
        row = {}
        row["n"] = number
        yield row
def around(log):
    def inside():
        yield 1
    log.append("around")
    return list(inside())
def none():
    return
    yield
def for_ever():
    number = 0
    while True:
        yield number
        number += 1
`;

const sure: Record<string, string> = {
  'a second time there is nothing':
    '[(list(it), list(it)) for it in (iter([1, 2]), map(str, [1]), (x for x in [1]), zip([1], [2]), enumerate("a"), filter(None, [1]), reversed([1]), chain([1], [2]), told([]))]',
  'a range and the keys of a dict can be gone over again':
    '[(list(it), list(it)) for it in (range(2), {"a": 1}.keys())]',
  'keys are those that a dict has by then': '(lambda d: (lambda k: (d.update(b=2), list(k)))(d.keys()))({"a": 1})',
  'what is taken by next() is gone': '(lambda it: (next(it), next(it), list(it), next(it, "none")))(iter("abc"))',
  'what was looked for is gone with all before it': '(lambda it: (2 in it, list(it)))(iter([1, 2, 3]))',
  'the same one twice is gone over in turns': 'list(zip(*[iter([1, 2, 3, 4, 5])] * 2))',
  'a loop takes what next() leaves': '(lambda it: [(x, next(it)) for x in it])(iter([1, 2, 3, 4]))',
  'parts of an assignment and of a list': '(lambda it: ([*it], [*it]))(map(str, [1]))',
  'a generator that was only made did nothing': '(lambda log: (told(log), list(log))[1])([])',
  'a generator that was gone over did all it does': '(lambda log: (list(told(log)), list(log)))([])',
  'a generator hands out what it made itself': '[row["n"] for row in rows()], list(rows())',
  'a function with a generator in it is none': '(lambda log: (around(log), log))([])',
  'a generator may have nothing': 'list(none())',
  'what goes on for ever is taken in part':
    'list(islice(for_ever(), 3)), list(islice(count(5, 2), 2)), list(islice(cycle("ab"), 3)), list(zip(count(), "ab")), list(takewhile(lambda x: x < 3, count()))',
  'groups end where the next one begins':
    '[(k, list(g)) for k, g in groupby("aab")], [list(g) for k, g in list(groupby("aab"))], [list(g) for g in dict(groupby("ab")).values()]',
  'what has nothing left counts as true all the same': 'bool(iter([])), bool(map(str, [])), bool(x for x in [])',
};

for (const [what, text] of Object.entries(sure))
  test(`gone over as in Python: ${what}`, () => {
    assert.deepEqual(hold(`${head}R.append([${text}])`), KNOWN);
  });

const unsure: Record<string, string> = {
  'a generator that next() was asked for': 'log = []\nR.append(next(told(log)))\nR.append(log)',
  'a generator that a loop leaves early': 'log = []\nfor x in told(log):\n    break\nR.append(log)',
  'a generator in whose midst a loop does something':
    'log = []\nfor x in told(log):\n    log.append("x")\nR.append(log)',
  'a generator that was asked for whether it has something': 'log = []\nR.append(0 in told(log))\nR.append(log)',
  'what a part of was gone over by another': 'it = iter([1, 2])\nR.append(any(it))\nR.append(list(it))',
  'what goes over a list that grows before it is gone over':
    'names = ["a"]\nits = [map(str, names), (x for x in names), filter(None, names), zip(names, "xyz"), enumerate(names), chain(names, [1]), iter(names), map(str, filter(None, names)), (x for y in [names] for x in y)]\nnames.append("b")\nR.append([list(it) for it in its])\nones = iter(names)\nnames.append("c")\nR.append(",".join(ones))',
  'what goes over a list that grows meanwhile':
    'names = ["a"]\nfor x in map(str, names):\n    if len(names) < 3:\n        names.append("b")\n        R.append(x)',
  'a loop of very many rounds':
    'i = 0\nwhile i < 3000:\n    i += 1\nR.append(i)\nfor x in [0] * 2500:\n    i += 1\nR.append(i)\nR.append(len([x for x in [0] * 6000]))',
};

for (const [what, text] of Object.entries(unsure))
  test(`nothing false is said of ${what}`, () => {
    assert.deepEqual(hold(head + text).slice(0, 2), [null, null]);
  });

test('a loop over a list that it changes goes on with what the list has then', () => {
  const shrinks = 'l = [1, 2, 3, 4]\nfor x in l:\n    if x < 3:\n        l.remove(x)\nR.append(l)\n';
  const grows = 'l = [1]\nfor x in l:\n    if len(l) < 4:\n        l.append(x + 1)\nR.append(l)\n';
  assert.deepEqual(hold(head + shrinks + grows), KNOWN);
});
