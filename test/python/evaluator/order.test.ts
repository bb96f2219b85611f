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

test('what is made by going over a set has no order either: lists, tuples, dicts and what functions of Python give', () => {
  const at = run(`
import itertools
S = {"b", "a", "c"}
EXTENDED = ["z"]
EXTENDED.extend(S)
ADDED = []
ADDED += S
SPREAD, PAIR = [*S], (*S,)
KEYS = dict.fromkeys(S, 1)
BY_KEY = {**{key: 1 for key in S}}
PUT = ["z"]
PUT[1:] = S
COPIED = SPREAD.copy() * 2
SORTED = sorted(S, key=len)
PLACES = [
    EXTENDED[1], ADDED[0], SPREAD[-1], PAIR[0], list(KEYS)[0], ",".join(BY_KEY), PUT[1], COPIED[0], SORTED[0],
    SPREAD.index("a"), max(S, key=len), next(iter(S)), list(itertools.chain(S, ["z"]))[0], list(filter(None, S))[0],
    [key for key, value in KEYS.items()][0], repr(SPREAD), f"{KEYS}", SPREAD == ["a", "b", "c"], [*map(str.upper, S)][0],
]
LISTS = [list(itertools.islice(S, 2)), list(itertools.accumulate(S)), list(enumerate(S))]
LEFT = [*S]
LEFT.pop()
LAST = {len(item): item for item in S}
`);
  const places = at('PLACES') as unknown[];
  assert.deepEqual([...new Set(places.map((place) => /^(?:unknown|builtins\.\w+\(\))$/.test(String(place))))], [true]);
  assert.deepEqual([at('LEFT'), at('LAST')], [['b', 'a', 'c', 'unknown'], { 1: 'unknown' }]);
  assert.ok((at('LISTS') as unknown[]).every((list) => !Array.isArray(list)));
  // What they hold is known all the same.
  assert.deepEqual(at('KEYS'), { b: 1, a: 1, c: 1 });
});

test('of a loop over a set is known what it comes to in any order, and nothing else', () => {
  const at = run(`
S = {"b", "a", "c"}
N, TEXT, LIST, FOUND, FIRST, PLACED = 0, "", [], None, None, {}
UPPER, SEEN = set(), []
for item in S:
    N += 1
    TEXT += item
    LIST.append(item)
    PLACED[item] = len(PLACED)
    UPPER.add(item.upper())
    if item == "b":
        FOUND = item
    if FIRST is None:
        FIRST = item
    if not SEEN:
        SEEN.append(item)
def any_of():
    for item in S:
        return item
def one_of():
    for item in S:
        if item == "a":
            return item
ANY, ONE, AT = any_of(), one_of(), LIST[0]
`);
  assert.deepEqual([at('N'), at('FOUND'), at('ONE'), at('UPPER')], [3, 'b', 'a', ['B', 'A', 'C']]);
  assert.deepEqual((at('LIST') as string[]).toSorted(), ['a', 'b', 'c']);
  assert.deepEqual(['TEXT', 'FIRST', 'AT'].map(at), ['unknown', 'unknown', 'unknown']);
  assert.deepEqual([at('PLACED'), at('SEEN'), at('ANY')], [{}, ['unknown'], 'proj.settings.any_of()']);
});

test('a loop over a set that is left early, or a function that is called for each item, leaves no order behind', () => {
  const at = run(
    `
WORDS = {"x", "yy", "b", "m"}
LEFT, PUT, MAPPED, PLACES, COUNT, KEYED = ["b"], [], [], {}, 0, []
try:
    for word in WORDS:
        LEFT.remove(word)
    ENDED = "whole"
except ValueError:
    ENDED = "left"
for word in WORDS:
    if word == "b":
        FOUND = word
        break
    COUNT += 1
[PUT.append(word) for word in WORDS]
list(map(MAPPED.append, WORDS))
[PLACES.setdefault(word, len(PLACES)) for word in WORDS]
def key(word):
    KEYED.append(word)
    return word
SORTED = sorted(WORDS, key=key)
FIRST, SECOND, THIRD = PUT[0], MAPPED[0], KEYED[0]
TIMES = len(KEYED)
`,
    { readsSettings: () => false },
  );
  assert.deepEqual([at('FOUND'), at('SORTED'), at('TIMES')], ['b', ['b', 'm', 'x', 'yy'], 4]);
  assert.deepEqual([at('ENDED'), at('LEFT'), at('COUNT')], ['left', ['unknown'], 'unknown']);
  assert.deepEqual(['FIRST', 'SECOND', 'THIRD'].map(at), ['unknown', 'unknown', 'unknown']);
  assert.deepEqual(at('PLACES'), {});
});

test('the values of a dict have no order from when something without one is put into it, also where they were asked for before', () => {
  const at = run(`
D = {"b": 2}
VIEW = D.values()
D.update({key: len(key) for key in {"x", "yy"}})
FIRST = list(VIEW)[0]
SORTED = sorted(VIEW)
`);
  assert.deepEqual([at('FIRST'), at('SORTED')], ['unknown', [1, 2, 2]]);
});

test('what is left of an iterator without order is not known while it is gone over, and all it gives is not where some is taken', () => {
  const at = run(`
EACH = iter({"a", "b", "c", "d"})
NEXT = [next(EACH, None) for each in EACH]
PAIR = iter({1, 2})
OTHER = [one for one in PAIR if one != next(PAIR, 0)]
HELD = 3 in (lambda rest: [(one, next(rest, 0))[0] for one in rest])(iter({1, 2, 3}))
LEFT = iter({1, 2})
for one in LEFT:
    LATER = next(LEFT, 0)
ROUNDS, FOUR = 0, iter({1, 2, 3, 4})
for one in FOUR:
    ROUNDS += 1
    next(FOUR)
COPY = iter({"a", "b"})
ALL = sorted([each + "s" for each in COPY])
`);
  assert.deepEqual(['NEXT', 'OTHER', 'HELD', 'LATER'].map(at), [['unknown'], ['unknown'], 'unknown', 'unknown']);
  assert.equal(at('ROUNDS'), 2);
  assert.deepEqual(at('ALL'), ['as', 'bs']);
});
