/** What is told of an expression is what Python itself makes of it, or is said not to be known. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  createEngine,
  createModule,
  isA,
  isSequence,
  readModule,
  runModule,
  type Value,
} from '../../src/python/index.ts';
import { closedWorld } from './closed-world.ts';

const head = `
from enum import Enum
from functools import partial


class Letter(Enum):
    A = "a"
    B = "bb"


def shout(word, times=1, mark="!"):
    return word.upper() + mark * times


louder = partial(shout, times=2)
pairs = [("b", "Bee"), ("a", "Ah")]
first = "first"
`;

/** By what they show; each must be told. */
const known: Record<string, string[]> = {
  'names and values of an enumeration': [
    '[(m.value, m.name) for m in Letter]',
    '[(m.name.title(), m.value) for m in Letter]',
    'Letter.A.value',
    'Letter.B.name',
    '[(n, m.value) for n, m in Letter.__members__.items()]',
  ],
  'widths and digits of formats': [
    '"%03d|%5s|%-5s|%.2f" % (7, "a", "b", 1.5)',
    '"%05d" % -42',
    '"%r and %s" % ("a", "b")',
    '"{:>4}|{:<4}|{:^5}|{:04d}|{!r}".format("a", "b", "c", 7, "d")',
    'f"{7:03d} {first!r} {1.5:.3f} {first:*^9}"',
  ],
  'order and slices': [
    'sorted(pairs)',
    'sorted(pairs, key=lambda pair: pair[1], reverse=True)',
    'sorted([3, 1, 2])',
    'pairs[::-1]',
    'first[::-1]',
    'first[1:3]',
    'max(1, 3, 2)',
    'min([4, 2])',
    'sum([1, 2], 3)',
    'abs(-2)',
  ],
  'functions given some of their arguments before': [
    'louder("a")',
    'louder("a", mark="?")',
    'partial(shout, "b")()',
    'list(map(lambda word: (word, word.title()), ["a", "b"]))',
  ],
  'parts of texts': ['"a-b-c".partition("-")', '"7".zfill(3)'],
};

/** Whatever is made of these, it must not be wrong. */
const doubtful = [
  'sorted(pairs, key=len)',
  'sorted([("a", 1), ("a", None)], key=lambda pair: pair[0])',
  'first[::2]',
  '"%+d" % 3',
  '"%x" % 255',
  '"{:,}".format(1234567)',
  '"{:.1%}".format(0.5)',
  'f"{first!a:>8}"',
  '"%r" % "it\'s"',
];

const textOf = (expressions: readonly string[]): string =>
  `${head}${expressions.map((expression, index) => `v${index} = ${expression}\n`).join('')}`;

const byPython = (expressions: readonly string[]): unknown[] =>
  JSON.parse(
    execFileSync('/usr/bin/python3', [
      '-c',
      `${textOf(expressions)}\nimport json\nprint(json.dumps([globals()["v%d" % i] for i in range(${expressions.length})]))`,
    ]).toString(),
  ) as unknown[];

const plain = (value: Value | undefined): unknown => {
  if (isSequence(value)) return value.items.map(plain);
  return isA(value, 'unknown') || isA(value, 'call') || value === undefined ? 'not known' : value;
};

const byUs = (expressions: readonly string[]): unknown[] => {
  const module = createModule('values', '/srv/values.py');
  runModule(createEngine(closedWorld, 1_000_000), module, readModule(textOf(expressions)));
  return expressions.map((_, index) => plain(module.names.get(`v${index}`)));
};

for (const [what, expressions] of Object.entries(known)) {
  test(`${what} are what Python makes of them`, () => {
    assert.deepEqual(byUs(expressions), byPython(expressions));
  });
}

test('a way of sorting or formatting that is not known is not guessed at', () => {
  const [ours, theirs] = [byUs(doubtful), byPython(doubtful)];
  for (const [index, value] of ours.entries())
    if (value !== 'not known') assert.deepEqual(value, theirs[index], doubtful[index]);
});

test('a decorator of the project’s own may change a class or put another in its place', () => {
  const module = createModule('decorated', '/srv/decorated.py');
  const text = `
def mark(cls):
    cls.marked = True
    return cls

def other(**names):
    return lambda cls: type("Other", (cls,), names)

@mark
class A:
    pass

@other(size=3)
class B:
    pass

@unknown_decorator
class C:
    size = 4

a, b, c = A.marked, B.size, C.size
bases = [each.__name__ for each in B.__bases__]
`;
  runModule(createEngine(closedWorld, 1_000_000), module, readModule(text));
  assert.deepEqual(
    ['a', 'b', 'c', 'bases'].map((name) => plain(module.names.get(name))),
    [true, 3, 4, ['B']],
  );
});
