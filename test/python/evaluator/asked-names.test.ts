/** `hasattr`: what code asks to tell a text from a list, a list from a function and a class from its objects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';

const setting = `
import collections
Point = collections.namedtuple("Point", "x y")
class Many:
    def __iter__(self):
        return iter([1])
    def __len__(self):
        return 1
class One:
    field = 1
class Answers:
    def __getattr__(self, name):
        if name == "__len__":
            return 3
        raise AttributeError(name)
def act():
    pass
`;

const common =
  '__iter__ __next__ __len__ __getitem__ __setitem__ __contains__ __call__ __str__ __hash__ __eq__ __class__ __int__ __index__ __html__ append keys items get upper decode encode add pop update foo'.split(
    ' ',
  );

const known = {
  values: ['[1, 2]', '(1, 2)', '"ab"', '{"a": 1}', '{1}', 'frozenset([1])', 'b"x"', '5', 'True', '1.5', 'None'],
  probed: ['Point(1, 2)', 'Many()', 'One()', 'Answers()', 'act', 'lambda x: x', 'One', 'Many'],
  others: [
    'range(3)',
    'iter([1])',
    'map(str, [1])',
    '{"a": 1}.keys()',
    '(x for x in [1])',
    'collections.OrderedDict(a=1)',
  ],
};

const ask = (value: string, names: readonly string[]): string =>
  `[${names.map((name) => `hasattr(${value}, "${name}")`)}]`;
const within = (asked: string): string => `${setting}R = ${asked}`;

for (const value of Object.values(known).flat())
  test(`nothing false is said of what ${value} has`, () => {
    assert.deepEqual(holdTold(within(ask(value, common))), NOTHING_FALSE);
  });

for (const value of known.values)
  test(`what ${value} has is known`, () => {
    const names = common.filter((name) => name !== '__html__' || value !== '"ab"');
    assert.deepEqual(hold(within(ask(value, names))), KNOWN);
  });

test('a loop over it, its length, its items and a call of it are known of functions, classes and their objects', () => {
  const asked = ['Many()', 'One()', 'Answers()', 'act', 'lambda x: x'].map((value) =>
    ask(value, ['__iter__', '__len__', '__getitem__', '__call__', '__hash__']),
  );
  const others = known.others.map((value) => ask(value, ['__iter__', '__next__', 'upper']));
  const more = ['hasattr(One, "__call__")', 'hasattr(Point(1, 2), "__iter__")', 'hasattr(Point(1, 2), "x")'];
  assert.deepEqual(hold(within(`[${[...asked, ...others, ...more]}]`)), KNOWN);
});
