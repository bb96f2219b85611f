/** What Python refuses, and what it gives where a guess would be another: what is told is what Python comes to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from './held.ts';

const head = `
import itertools, json, operator, os
from urllib.parse import parse_qs, parse_qsl, unquote, unquote_plus, urljoin
from enum import Enum, IntFlag
from pathlib import Path
class Kind(Enum):
    A = "a"
    B = "b"
class Any(str, Enum):
    A = "a"
    B = "b"
    @classmethod
    def _missing_(cls, value):
        for member in cls:
            if member.value == value.lower():
                return member
        return None
class Flags(IntFlag):
    ONE = 1
    TWO = 2
class Plain:
    word = 1
    def ask(self): pass
class Held:
    path = os.path.commonpath
class Slotted:
    __slots__ = ("x",)
def refused(work):
    try:
        return work()
    except (TypeError, ValueError, AttributeError, LookupError):
        return "refused"
try:
    TEXTS = (str, unicode)
except NameError:
    TEXTS = (str,)
def is_number(text):
    try:
        int(text)
        return True
    except ValueError:
        return False
def below():
    yield 1
    return 2
def passing():
    given = yield from below()
    yield given is None
`;

const sure: Record<string, string> = {
  'a value that no member of an enumeration has': 'refused(lambda: Kind("z")), Kind("b").name, Kind(Kind.A).name',
  'a value that an enumeration finds a member for': 'Any("B"), refused(lambda: Any("z")), Flags(3).value',
  'what an enumeration is asked for by': '[refused(lambda: Kind(v)) == "refused" for v in ("a", "c")]',
  'names that Python gives every class':
    'dir(Plain)[0], "__init__" in dir(Plain()), "__dict__" in dir(Slotted), len(dir(Plain)) > 9',
  'names of a class by their look': '[n for n in dir(Plain) if not n.startswith("_")]',
  'items of what has none':
    '[refused(lambda: f(v)) for f in (list, set, tuple, dict, sorted, len, sum) for v in (None, 5)], refused(lambda: [].extend(None)), refused(lambda: {}.update(None))',
  'a list and a tuple put together': 'refused(lambda: [] + ()), refused(lambda: [1] + [2])',
  'attributes of a class that are known by their name alone':
    'hasattr(Held, "path"), hasattr(Held(), "path"), getattr(Held, "path", None) is None, hasattr(Held, "other"), getattr(Held, "other", 2)',
  'a name that Python does not know, and attributes that it does not give':
    'TEXTS == (str,), refused(lambda: "a".joined), refused(lambda: [].joined()), refused(lambda: (1).joined)',
  'values of kinds that an operator does not take':
    '[refused(lambda: f(a, b)) for f in (lambda a, b: a + b, lambda a, b: a < b, lambda a, b: a - b) for a, b in ((1, "a"), ([], None), ([1], (1,)), ("a", 1))], refused(lambda: {} < {}), refused(lambda: "a" * "b"), refused(lambda: "%s" % 1), refused(lambda: {1} | [2])',
  'what is looked for where nothing can be':
    'refused(lambda: 1 in 5), refused(lambda: 1 in "1"), refused(lambda: "1" not in None), refused(lambda: 1 in [1]), refused(lambda: "a" in {})',
  'numbers in another base':
    'int("ff", 16), int("0x1F", 16), int("1_0", 10), int("-0b11", 0), int("z", 36), [refused(lambda: int(t, b)) for t, b in (("12z", 16), ("5.5", 10), ("", 2), ("08", 0), ("_1", 10))]',
  'extensions of names':
    'os.path.splitext("..a"), os.path.splitext(".a.b"), os.path.splitext("a.b/c"), os.path.splitext("a.")',
  'paths that are written at length':
    'str(Path("a/./b//c/")), str(Path("")), str(Path("./x")), str(Path("/")), str(Path("//a")), str(Path("a") / ""), os.path.normpath("//a"), os.path.normpath("///a")',
  'names of JSON in their order': 'json.loads(\'{"b": 1, "1": "\\\\"2\\\\": 3", "a": {"10": 1, "9": 2}}\')',
  'JSON as Python writes it':
    'json.dumps([1e-7, 0.00001, 1e22, 1.0, None]), json.dumps({"b": 1, "a": {}}, indent=2, sort_keys=True), json.dumps({1: "é", None: []}, ensure_ascii=False), json.dumps([1, {"a": 2}], separators=(",", ":"))',
  'addresses that are put together':
    '[urljoin(b, u) for b in ("https://a.b/c/d", "https://a.b", "/static/", "HTTP://A.b/c/../e", "static", "//cdn.x/y?z=1", "") for u in ("e", "/e", "../e", "./e/", "?q=1", "#f", "//h/p", "http://z/y", "", "e/f/../g", "..", "../../../x", "a//b", "/a//b")]',
  'the query of an address':
    'parse_qs("a=1&b=2&a=3&c=&d"), parse_qs("c=&d", keep_blank_values=True), parse_qsl("a=%20x+y&b=%C3%A9&&=x"), unquote("a%20b%2F+%zz"), unquote_plus("a+b%2B")',
  'what is gone over in groups': '[(k, list(g)) for k, g in itertools.groupby([1, 3, 2, 2], key=lambda x: x % 2)]',
  'what is gone over in part':
    'list(itertools.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(itertools.dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(itertools.filterfalse(None, [0, 1])), list(itertools.compress("abc", [1, 0, 1]))',
  'what is gone over together':
    'list(itertools.permutations("abc", 2)), list(itertools.zip_longest([1, 2], [3], fillvalue=0)), list(itertools.accumulate([1, 2, 3], operator.mul)), list(itertools.starmap(lambda a, b: a - b, [(3, 1)])), list(itertools.repeat("x", 2))',
  'lists, tuples and dicts as texts':
    'str([1, "a", None, 1.5, 2.0, [], ()]), repr({"a": (1,), 2: {}, None: {1}}), "%s|%r" % ([1], {"a": True}), f"{[1, \'x\']}|{(1, 2)!r}|{set()}", "{}".format(["a"]), str([Kind.A])',
  'texts with attributes and items of what they are given':
    '"{0.word} {d[k]} {d[l][1]:03}".format(Plain(), d={"k": "v", "l": [1, 2]}), "{:{w}}|{:>{w}.{p}f}".format("a", 2.5, w=4, p=1), "{:{}}|{{{}}}".format("a", 3, 4)',
  'what is the same and what is only equal':
    '1 is True, True is True, 0 is False, None is False, len({1, True, 1.0, 2}), sorted({0, False, (1,), (True,)}, key=str)',
  'texts in quotes': 'repr("it\'s"), repr(\'a"b\'), repr("a\'b\\"c"), repr("a\\n\\t\\\\ \\x1b é"), [str([\'it\'])]',
  'members of an enumeration as keys':
    '{Kind.A: 1}[Kind.A], {Kind.A: 1}.get("a", 5), refused(lambda: {Kind.A: 1}["a"]), Kind.A in {"a": 1}, "a" in {Kind.A: 1}, len({Kind.A: 1, "a": 2}), len({Kind.A, Kind("a"), "a"}), [k.name for k in {Kind.A: 1}], str({Kind.A: 1}), {(Kind.A, 1): 2}[Kind.A, 1], {k: k.value for k in Kind}[Kind.B], {Any.A: 1}["a"]',
  'true and one as the same key': '{1: "a", True: "b"}, {0: 1}[False], {True: 1}.get(1), 1 in {True: 2}',
  'numbers with signs, groups and bases':
    'f"{42:#06x}|{-42:#b}|{42:X}|{42:+}|{1234567:,}|{1234567.891:,.2f}|{42:*^+9,}|{0.5:,.1%}", "%+d|% d|%X|%o|%+05d" % (3, 4, 255, 8, 3), hex(255), bin(-5), oct(8)',
};

for (const [what, text] of Object.entries(sure))
  test(`as Python has it: ${what}`, () => {
    assert.deepEqual(hold(`${head}R = [${text}]`), KNOWN);
  });

const unsure = [
  'refused(lambda: "%s" % ("a", "b"))',
  'refused(lambda: (1, 2).append(3))',
  'refused(lambda: ord("xy"))',
  'list(passing())',
  'is_number("x" + str(id(json)))',
  'is_number("é")',
  'refused(lambda: f"{None:>6}")',
  'refused(lambda: f"{[1]:>6}")',
  '[] is [], {} is {}',
  'refused(lambda: "{} {0}".format(1))',
  'str([Any.A, "a"])',
  'str({"a": 1}.keys()), str({1, 2}), str(frozenset([1]))',
  'f"{[\'é\']!a}"',
  'refused(lambda: f"{\'a\':=5}")',
  'refused(lambda: f"{1234567:010,}")',
  'unquote("%ff")',
];

for (const text of unsure)
  test(`nothing false is said of ${text}`, () => {
    assert.deepEqual(hold(`${head}R = [${text}]`).slice(0, 2), [null, null]);
  });

test('what := binds in a comprehension is there behind it, but for a lambda within', () => {
  const text = `
def last(rows):
    [[(end := cell) for cell in row] for row in rows]
    return end
end = 0
made = [(lambda: (end := 5))() for _ in [1]]
R = [last([[1, 2], [3]]), end, made]
`;
  assert.deepEqual(hold(text), KNOWN);
});

test('nothing false is said of what := binds in a generator that is not gone over to its end', () => {
  const text = 'A = any((hit := word) == "b" for word in ["a", "b", "c"])\nR = [A, hit]';
  assert.deepEqual(hold(text).slice(0, 2), [null, null]);
});
