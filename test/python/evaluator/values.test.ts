/** What is told of an expression is what Python itself makes of it, or is said not to be known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEngine,
  createModule,
  isA,
  isSequence,
  plainOf,
  readModule,
  runModule,
  type Value,
} from '../../../src/python/index.ts';
import { askPython } from '../../warm-python.ts';
import { closedWorld } from '../closed-world.ts';

const head = `
from enum import Enum, Flag, IntFlag, auto
from functools import partial
import json


class Letter(Enum):
    A = "a"
    B = "bb"


class Color(str, Enum):
    RED = "red"
    NAVY = "dark_blue"

    @property
    def label(self):
        return self.value.replace("_", " ").title()

    @property
    def is_dark(self):
        return self == Color.NAVY

    def shown(self, mark="!"):
        return self.name + mark

    @classmethod
    def choices(cls):
        return [(color.value, color.label) for color in cls]

    @classmethod
    def dark(cls):
        return [color.value for color in cls if color.is_dark]


class Size(Enum):
    SMALL = ("s", "Small one")
    LARGE = ("l", "Large one")

    def __init__(self, code, title):
        self.code = code
        self.title = title


class Right(IntFlag):
    READ = auto()
    WRITE = auto()
    RUN = auto()


class Both(Flag):
    LEFT = auto()
    RIGHT = auto()
    ALL = LEFT | RIGHT


class Named(str, Enum):
    def _generate_next_value_(name, start, count, last_values):
        return f"{name.lower()}-{count}"

    ONE = auto()
    _2D = auto()
    UNO = ONE
    shown = property(lambda self: self.value)


def shout(word, times=1, mark="!"):
    return word.upper() + mark * times


class Shop:
    kind = "shop"

    def __init__(self, name):
        self.name = name
        self.given = shout

    def label(self, word):
        return self.name + word

    @staticmethod
    def plain(word):
        return word * 2

    @classmethod
    def named(cls, word):
        return cls.kind + word


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
    '[(c.value, c.label) for c in Color]',
    'Color.choices()',
    'Color.dark()',
    'Color.NAVY.label.upper()',
    '[c.shown() for c in Color] + [Color.RED.shown("?")]',
    '[(s.code, s.title) for s in Size]',
    'Size.SMALL.title',
    '[(m.name, m.value) for m in Right], Both.ALL.value, Both.RIGHT.value',
    '[(m.name, m.value) for m in Named], Named.UNO.name, sorted(Named.__members__)',
    'Color.RED.upper()',
    '[c.upper() for c in Color]',
  ],
  'members that are texts, as texts': [
    'sorted(Color), sorted(Color, reverse=True), sorted(list(Color)), max(Color), min(list(Color))',
    'sorted(Color, key=lambda c: c.value), sorted(Color, key=lambda c: c.name), sorted(Color, key=str.lower)',
    'list(Color) == [*Color], [c == c.value for c in Color], tuple(Color) == tuple(c.value for c in Color)',
    '[c.value in list(Color) for c in Color], "none" in list(Color), list(Color).count(Color.RED)',
    '[c + "!" for c in Color], "|".join(sorted(Color)), len(Color.RED)',
    '[c for c in Color if c in (Color.RED,)], [c for c in Color if c != Color.RED], [c < Color.RED for c in Color]',
    '{c: c.name for c in Color}[Color.RED], list(zip(Color, [1, 2]))',
    'list(reversed(list(Color))), list(enumerate(Color))',
    'sorted(set(Color)), sorted(set(Color) - {Color.RED}), sorted(frozenset(Color) | {"x"}), list(Color)[0]',
  ],
  'widths and digits of formats': [
    '"%03d|%5s|%-5s|%.2f" % (7, "a", "b", 1.5)',
    '"%05d" % -42',
    '"%r and %s" % ("a", "b")',
    '"{:>4}|{:<4}|{:^5}|{:04d}|{!r}".format("a", "b", "c", 7, "d")',
    'f"{7:03d} {first!r} {1.5:.3f} {first:*^9} {first=} {first=!s} {first =:>7}"',
  ],
  'enumerations made by a call': [
    '[(m.name, m.value) for m in Enum("Made", "ONE, TWO")]',
    '[m.value for m in Enum("Made", [("ONE", "a"), ("TWO", "b")])]',
    'Enum("Made", {"ONE": 7}).ONE.value',
  ],
  'items one by one': [
    'next(iter({"a": 1, "b": 2}))',
    '[(next(it), next(it), next(it, "none")) for it in [iter([1, 2])]]',
    'next((pair for pair in pairs if pair[0] == "none"), "otherwise")',
    'next(word for word in ["a", "bb"] if len(word) > 1)',
    'next(iter({"one"}))',
  ],
  'names in formats': [
    '"%(a b)s %(слово)s 100%%" % {"a b": "x", "слово": "y"}',
    '"{слово} {{}}".format(слово="y")',
    '"слово".isidentifier(), "a-b".isidentifier(), "x1".isidentifier(), "1x".isidentifier()',
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
    '[callable(shout), callable(Color), callable(lambda: 1), callable("a"), callable(None), callable([shout])]',
  ],
  'methods handed on as functions': [
    'list(map(Shop("a").label, ["x", "y"])), [f("z") for f in [Shop("b").label, Shop.plain, Shop.named]]',
    'sorted(["b", "a"], key=Shop("c").label), (lambda f: f("q"))(Shop("d").label), {"f": Shop("e").label}["f"]("w")',
    'partial(Shop("g").label, "x")(), Shop("h").given("i"), list(map(Shop.named, ["x"])), list(map(Shop.plain, ["x"]))',
  ],
  'functions given some of their arguments before': [
    'louder("a")',
    'louder("a", mark="?")',
    'partial(shout, "b")()',
    'list(map(lambda word: (word, word.title()), ["a", "b"]))',
  ],
  'numbers with a point': [
    'str(1.0)',
    'str(10 / 5)',
    'str(7 // 2), str(7.0 // 2), str(7 % 2.5), str(-7 // 2), str(-7.5 % 2)',
    'f"{1.0} {2 * 1.5} {1 + 1.0} {2 ** -1} {2 ** 2} {2.0 ** 2} {-1.0} {+2.0} {abs(-3.0)} {5 - 5.0}"',
    '"%s %r %s" % (1.0, 2.0, 1.5)',
    '"{} {!r} {:5}|".format(3.0, 4.0, 5.0)',
    '"v" + str(1.0) + str(float(3)) + str(float("2")) + str(float("1_0.5")) + str(float())',
    'str(1e16), str(1e15), str(1e22), str(1.5e-7), str(0.0001), str(0.00001), str(123456789012345680.0)',
    'str(0.1 + 0.2), str(-0.0), str(1e16 + 1), str(100.0), str(1_000.0), str(.5), str(5.)',
    'str(round(2.5)), str(round(3.5)), str(round(-2.5)), str(round(2.675, 2)), str(round(0.125, 2)), str(round(2.0, 1))',
    'str(round(7)), str(round(1.0)), str(round(-0.5)), str(round(7, 2))',
    'str(int(2.0)), str(int(2.9)), str(int(-2.9)), str(int("12")), str(int("1_0"))',
    'str(sum([1, 2.0])), str(sum([0.5, 0.5])), str(max(1, 2.0)), str(min(1.0, 2)), str(max([1.0, 1]))',
    '"%d %i %.1f %5.2f|%-8.3f|%e" % (2.0, 3.9, 0.25, 2, 1.5, 12345.678)',
    'f"{0.125:.2f} {2.5:.0f} {1:.2f} {1e3:f} {0.5:%} {0.256:.1%} {1.0:g} {1e-7:g} {123456789.0:g} {1.5:08.2f}"',
    '"%s %d %s" % (True, True, False)',
    'str(True + 1), str(True + 1.0), str(3 / 2), str(1 if 1.0 == 1 else 0), str(1.0 in [1, 2])',
    '[isinstance(1.0, int), isinstance(1.0, float), isinstance(1, float), isinstance(1.0, (int, float)), isinstance(True, int)]',
    '[bool(0.0), bool(2.0), not 0.0, 1.0 and "yes", 0.0 or "no", 1 < 2.0, 2.0 >= 2, 1.0 == True, 1.0 != 1]',
    'sorted([3, 1.0, 2])[0] == 1, str(sorted([3, 1.0, 2])[0])',
    '[str(n) for n in json.loads("[1.0, 1, 2.50, -0.0, 1e2, 9]")]',
    'divmod(7, 2), str(pow(2, 3)), str(pow(2.0, 3))',
  ],
  'parts of texts': ['"a-b-c".partition("-")', '"7".zfill(3)'],
};

/** Whatever is made of these, it must not be wrong. */
const doubtful = [
  '", ".join(Color)',
  'list(dict.fromkeys(Color, 1))',
  'list(map(str.upper, Color))',
  'list(filter(None, Color))',
  'sorted(pairs, key=len)',
  'sorted([("a", 1), ("a", None)], key=lambda pair: pair[0])',
  'first[::2]',
  '"%+d" % 3',
  '"%x" % 255',
  '"{:,}".format(1234567)',
  'next(iter({"a", "b", "c", "d"})) in ("b", "c")',
  '"{0.real}".format(3)',
  '"{a[0]}".format(a=["x"])',
  '"{:{}}|".format("a", 4)',
  '"%c %o %*d" % (65, 8, 4, 2)',
  '"{:.1%}".format(0.5)',
  'f"{first!a:>8}"',
  '[getattr(c, "label", "none") for c in Letter]',
  '[s.value for s in Size]',
  'str(2 ** 64)',
  '(2 ** 64 + 1) % 10',
  'str(round(1234, -2))',
  'str(round(1234.5, -2))',
  '7.0.is_integer()',
  'str(9007199254740993)',
  '"%x" % 17',
  'str(1e400)',
  '"%.3g" % 1234.5',
  'f"{1234.0:.3}"',
  'f"{1234567.0:,.1f}"',
  '"%s" % (1 / 3)',
  '{1.0: "a"}.get(1)',
  '{1: "a"}.get(1.0)',
  '[10, 20][True]',
  '"a" * True',
  '7.5 // 0.1',
  '-7 % 3',
  'int("0x10", 16)',
  'str(float("inf"))',
  'round(1e300, 2)',
  'str(0.1 * 3)',
  'str(1e23 + 0)',
  '"%r" % "it\'s"',
];

const textOf = (expressions: readonly string[]): string =>
  `${head}${expressions.map((expression, index) => `v${index} = ${expression}\n`).join('')}`;

const byPython = (expressions: readonly string[]): unknown[] =>
  JSON.parse(
    askPython([
      '-c',
      `${textOf(expressions)}\nimport json\nprint(json.dumps([globals()["v%d" % i] for i in range(${expressions.length})]))`,
    ]),
  ) as unknown[];

const plain = (value: Value | undefined): unknown => {
  if (isSequence(value)) return value.items.map(plain);
  if (isA(value, 'float')) return value.value;
  if (isA(value, 'unknown') || isA(value, 'call') || value === undefined) return 'not known';
  return plainOf(value);
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
