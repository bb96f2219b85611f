import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';
import { run } from '../text.ts';

const programs: Record<string, string> = {
  'attributes that are deleted, names of classes, objects that mark themselves': `
class A:
    x = 1
    y = 2
del A.x
delattr(A, "y")
A.__name__ = "B"
class Once:
    def __init__(self):
        self.a = 1
    def ask(self):
        if not hasattr(self, "_asked"):
            self._asked = True
            return "first"
        return "again"
once = Once()
del once.a
R = [hasattr(A, "x"), hasattr(A, "y"), A.__name__, hasattr(once, "a"), once.ask(), once.ask()]
`,
  'what values of Python itself have, and have not': `
import enum
class E(enum.Enum):
    A = "a"
def f():
    pass
def has(value, name):
    return getattr(value, name, None) is not None
R = [hasattr("x", "upper"), hasattr([], "append"), hasattr({}, "keys"), hasattr(None, "x"), hasattr(3, "__iter__"),
     hasattr(E.A, "value"), getattr(E.A, "value"), getattr(E.A, "value", 1), getattr("s", "value", "s"),
     getattr("s", "nothing", 1), getattr({}, "nothing", 2), getattr((1,), "append", 3), f.__name__, getattr(f, "__name__", None)]
`,
  'the names of an object': `
class Options:
    left = "x"
    def __init__(self, other=None, **more):
        self.right = "y"
        self.__dict__.update(more)
        for name, value in other.__dict__.items() if other else []:
            setattr(self, name, value)
    def __iter__(self):
        return ((name, value) for name, value in self.__dict__.items())
one = Options(top=1)
other = Options(one, bottom=2)
one.__dict__["late"] = 3
R = [one.top, one.late, list(one), list(other), sorted(vars(other)), one is not None, other is None]
`,
  'members of enumerations as texts': `
import enum
class Said(str, enum.Enum):
    A = "a"
    def __str__(self):
        return self.value + "!"
class Quiet(str, enum.Enum):
    A = "a"
class Number(enum.IntEnum):
    ONE = 1
    def __str__(self):
        return "one"
class Plain(enum.Enum):
    A = "a"
R = [str(Said.A), f"{Said.A}", [(s.value, str(s)) for s in Said], str(Quiet.A), str(Number.ONE), f"{Number.ONE}",
     str(Plain.A), f"{Plain.A}", repr(Plain.A), f"{Quiet.A!s}"]
`,
  'values of members that are of a type, too': `
import enum
class Size(str, enum.Enum):
    SMALL = 1
    LARGE = enum.auto()
    HALF = 0.5
class Level(enum.IntEnum):
    LOW = "3"
    HIGH = 4.5
class Share(float, enum.Enum):
    ALL = 1
class Labelled(str, enum.Enum):
    A = "a", "First"
    def __new__(cls, value, label):
        made = str.__new__(cls, value)
        made._value_ = value
        return made
    def __init__(self, value, label):
        self.shown = label
class Text(str):
    def __new__(cls, value, label=None):
        return super().__new__(cls, value)
    def __init__(self, value, label=None):
        self.label = label or value.capitalize()
class Role(Text, enum.Enum):
    OWNER = "owner"
    GUEST = "guest", "A guest"
R = [[one.value for one in Size], [one.value for one in Level], str(Share.ALL.value), Labelled.A.shown,
     [(one.value, one.label, one.name) for one in Role], Size.SMALL == "1", {"1": 2}[Size.SMALL]]
`,
  'what can be called': `
class Plain:
    pass
class Called:
    def __call__(self):
        return 1
R = [callable(Plain), callable(Plain()), callable(Called()), callable(3), callable("x"), callable(lambda: 1)]
`,
  'each part of a chain of comparisons is evaluated once, and not behind one that does not hold': `
calls = []
def f(n):
    calls.append(n)
    return n
R = [1 < f(2) < 3, 3 > f(4) > f(5), f(1) < f(2) < f(3) < f(0), 1 < f(2) in [2, 3], calls]
`,
  'what is set on an enumeration is no member': `
import enum
class E(enum.Enum):
    A = 1
    B = 2
E.extra = 5
R = [len(E), [e.name for e in E], E.A.value, E.extra]
`,
  'dicts that are made of others': `
from collections import ChainMap, OrderedDict
from types import MappingProxyType
R = [ChainMap({"a": 1}, {"a": 2, "b": 3})["a"], dict(ChainMap({"a": 1}, {"a": 2, "b": 3})),
     list(OrderedDict.fromkeys(["a", "b", "a"])), MappingProxyType({"k": 4})["k"]]
`,
  'texts as bytes, and back': `
text = "Ünï cödé"
R = [text.encode("ascii", "ignore").decode(), text.encode("ascii", "replace").decode(), text.encode().decode(), "plain".encode("latin-1").decode("ascii")]
`,
  'a truth as an index': `
R = [["a", "b"][True], ("x", "y")[1 > 2], "pq"[not False], {True: 1}[True]]
`,
  'classes that derive from dict and list hold what Python has them hold': `
import copy
class Registry(dict):
    def register(self, key):
        def keep(function):
            self[key] = function
            return function
        return keep
registry = Registry()
@registry.register("a")
def one():
    return 1
class Row(list):
    def add(self, *items):
        self.extend(items)
        return self
    @property
    def last(self):
        return self[-1]
row = Row([1]).add(2, 3)
row[0] = 9
del row[1]
twin = copy.copy(registry)
twin["b"] = 2
R = [len(registry), list(registry), registry["a"](), "a" in registry, registry.get("q", 5), bool(Registry()),
     list(row), row.last, row == [9, 3], row[0:1], sum(row), len(twin), {**twin}["b"], isinstance(row, list)]
`,
  'what such a class says itself comes before what Python does': `
class Settings(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.asked = 0
        self["Made"] = True
    def __getitem__(self, key):
        self.asked += 1
        return super().get(key, "none")
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)
    def flag(self, key):
        return str(self[key]).lower() in ("1", "true")
class Doubling(dict):
    def __getattr__(self, name):
        return self[name]
    def __missing__(self, key):
        return key * 2
settings = Settings({"x": 1}, Y="true")
settings["UP"] = 3
R = [settings["x"], settings["nope"], settings.flag("Y"), settings.asked, list(settings), len(settings), Doubling(a=1).a,
     Doubling()["zz"], Doubling().b]
`,
};

for (const [title, text] of Object.entries(programs))
  test(`${title}: as Python has it`, () => {
    assert.deepEqual(hold(text), KNOWN);
  });

test('a member that is of a type, too, is never said to be none of its enumeration', () => {
  const text = `
import enum
class Kind(str, enum.Enum):
    A = "a"
class Other(enum.Enum):
    A = "a"
kinds = [Kind.A]
open = [isinstance(kinds[0], Kind), isinstance(kinds[0], enum.Enum), isinstance(kinds[0], (int, Kind))]
told = [isinstance(kinds[0], Other), isinstance("b", Kind), isinstance(kinds[0], str)]
match kinds[0]:
    case Kind():
        matched = "kind"
    case _:
        matched = "other"
`;
  const value = run(text);
  assert.deepEqual(value('open'), ['builtins.isinstance()', 'builtins.isinstance()', 'builtins.isinstance()']);
  assert.deepEqual([value('told'), value('matched')], [[false, false, true], 'unknown']);
});

test('an attribute that a base surely has, of a value that is not known, is not missing', () => {
  const text = `
import os
class Base:
    depth = f"{os.getpid()}"
class Child(Base):
    pass
R = [getattr(Child, "depth", "other") == "other", hasattr(Child, "depth"), getattr(Child, "height", "other")]
`;
  assert.deepEqual(holdTold(text), NOTHING_FALSE);
});

test('an object says of its module what its class says, and goes over an open dict any number of times', () => {
  const at = run(`
import os
class Block:
    def where(self):
        return self.__module__ + "." + self.__class__.__name__
class Inner(Block):
    pass
A = Inner().where()
PARTS = {}
PARTS.update(os.getpid())
B = [each for each in PARTS.__iter__()]
C = len(B) == 1
`);
  assert.deepEqual(['A', 'C'].map(at), ['proj.settings.Inner', 'unknown']);
});
