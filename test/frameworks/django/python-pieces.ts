/** Pieces of Python, as models and settings use it: each leaves its result in R. */

export const knownToPython: Record<string, string> = {
  'an import that may fail, by with': `
import contextlib
from contextlib import suppress
R = ["a"]
with contextlib.suppress(ImportError):
    import nowhere_to_be_found
    R.append("b")
for name in ("nowhere", "json", "django"):
    with suppress(ModuleNotFoundError):
        __import__(name)
        R.append(name)
`,
  'what the system and the library are asked for before something is decided': `
import logging, math, os, platform, string, sys
from logging import ERROR
R = [sys.platform, platform.system(), sys.byteorder, sys.float_info.mant_dig, sys.maxunicode, os.name]
R += [os.sep, os.altsep, os.extsep, os.pathsep, os.path.pathsep, os.linesep, os.devnull, "HOME" in os.environ]
R += [string.hexdigits, string.octdigits, string.punctuation, string.whitespace, string.printable]
R += [math.pi, math.e, math.tau, logging.DEBUG, logging.INFO + 5, logging.WARN, ERROR, logging.FATAL]
R += [os.path.join(os.environ["HOME"], "x") == os.path.expanduser("~/x")]
`,
  'what is not there raises where someone catches it, and what a class derives from it is': `
def tried(action):
    try:
        return action()
    except (ValueError, LookupError) as error:
        return type(error).__name__ if False else "none"
def parts(text):
    try:
        host, port = text.split(":")
    except ValueError:
        host, port = text, "80"
    return [host, port]
R = [tried(lambda: [].pop()), tried(lambda: {}.pop("a")), tried(lambda: ["a"].index("b")), tried(lambda: "abc".index("z")), tried(lambda: ["a"].index("a"))]
R += [parts("a:1"), parts("a"), tried(lambda: [1].remove(2))]
class Own(dict):
    pass
class Text(str):
    pass
R += [isinstance(Own(), dict), isinstance(Text("a"), str), isinstance([], property), isinstance("", object), isinstance(b"", bytes)]
`,
  'settings that a class holds, property by property (readthedocs)': `
import inspect
import sys
class Settings:
    @classmethod
    def load(cls, name):
        self = cls()
        module = sys.modules[name]
        for member, value in inspect.getmembers(self):
            if member.isupper():
                if isinstance(value, property):
                    value = value.fget(self)
                setattr(module, member, value)
class Base(Settings):
    WIDE = False
    @property
    def APPS(self):
        apps = ["a"]
        if self.WIDE:
            apps += ["b"]
        return apps
class Local(Base):
    WIDE = True
    @property
    def APPS(self):
        apps = super().APPS
        apps.insert(0, "first")
        return apps
Local.load(__name__)
R = [APPS, WIDE]
`,
  'choices by a class that answers for its attributes, and dicts that have types': `
import string
from typing import TypedDict
class Meta(type):
    def __getattribute__(cls, name):
        if not name.startswith("_"):
            try:
                value = cls.__dict__[name]
                if isinstance(value, tuple):
                    return value[0]
            except KeyError:
                pass
        return super().__getattribute__(name)
class Choices(metaclass=Meta):
    ONE = ("one", "One!")
    TWO = "two"
    @classmethod
    def pairs(cls):
        named = [(key, value) for key, value in cls.__dict__.items() if not key.startswith("_") and key != "pairs"]
        return [value if isinstance(value, tuple) else (value, key) for key, value in named]
class Size(TypedDict, total=False):
    width: int
R = [Choices.ONE, Choices.TWO, Choices.pairs(), Size(width=3)["width"], Size(width=1), [letter for letter in string.ascii_uppercase[:2]], string.digits]
`,
  'objects that are counted and listed when they are made': `
class Kind:
    count = 0
    all = []
    def __init__(self, name):
        self.name = name
        Kind.count += 1
        type(self).all.append(self)
        self.place = Kind.count
Kind("first")
kinds = [Kind("second"), Kind("third")]
R = [Kind.count, [kind.name for kind in Kind.all], kinds[1].place, kinds[0].place]
`,
  'copies of objects are objects of their own': `
import copy
class Box:
    def __init__(self, n):
        self.n = n
        self.items = []
box = Box(1)
flat, deep = copy.copy(box), copy.deepcopy(box)
flat.n = 2
flat.items.append("both")
deep.n = 3
deep.items.append("own")
R = [box.n, box.items, flat.n, flat.items, deep.n, deep.items]
`,
  'methods of texts with all their arguments': `
R = ["a-b-c".replace("-", "", 1), "a b  c".split(None, 1), "a-b-c".split("-", maxsplit=1), "a,b".split(sep=","), "x-a-b".rsplit("-", maxsplit=1)]
R += ["été ça".title(), "o'neil x_y 2nd".title(), "hello".find("l", 3), "hello".rfind("l"), "-5".zfill(4), "abc".startswith("b", 1), "abc".endswith("b", 0, 2)]
R += ["ab\\ncd\\n".splitlines(True), "abab".count("ab", 1), len("😀a"), "😀a"[1], "x".join({"a": 1, "b": 2}), "abc".center(7, "*"), "abc".ljust(5), "hello".index("l")]
`,
  'lists, sets and dicts are equal, ordered and changed as in Python': `
from collections import OrderedDict
from functools import partial
ordered = OrderedDict([("b", 1), ("a", 2)])
ordered.move_to_end("b")
emptied = {"a": 1}
emptied.clear()
paired = {}
paired.update([("w", 2)])
letters = {"a", "b", "c"}
letters.difference_update({"a"})
R = [[] == (), (1, 2) == [1, 2], {1, 2} == {2, 1}, len({(1, 2), (1, 2)}), list(ordered), emptied, paired, sorted(letters), {"a": 1, "b": 2} == {"b": 2, "a": 1}]
R += [sorted({"a"}.union(["q"], ["r"])), sorted({"a", "b", "c"}.difference({"a"}, {"b"})), {"b"} < {"a", "b"}, max([3, 1], key=lambda x: -x), max([], default=5), partial(int, base=2)("11")]
def number(text):
    try:
        return int(text)
    except ValueError:
        return "none"
R += [number("3"), number("x"), number("")]
`,
  'what a function is given where it is defined, and what objects answer by themselves': `
import os
kinds = [lambda kind=kind: kind for kind in "ab"]
made = []
for name in ["x", "y"]:
    def label(end="!", name=name):
        return name + end
    made.append(label)
class Box:
    def __init__(self, n):
        self.n = n
    def __getattr__(self, name):
        return "got " + name
    def __getitem__(self, key):
        return key * 2
    def __len__(self):
        return 7
    def __iter__(self):
        return iter([1, 2])
    def __enter__(self):
        return "entered"
    def __exit__(self, *error):
        return False
    def __str__(self):
        return f"box {self.n}"
class Meta(type):
    def __getitem__(cls, key):
        return getattr(cls, key)
class Made(metaclass=Meta):
    one = 1
with Box(1) as entered:
    pass
box = Box(2)
R = [[kind() for kind in kinds], [label() for label in made], box.nope, getattr(box, "other", None), box["k"], len(box), list(box), entered, str(box), f"{box}", Made["one"]]
R += [os.path.basename("/a/b/"), os.path.dirname("/a/b/"), os.path.split("/a//b")]
`,
  'named tuples': `
from collections import namedtuple
from operator import attrgetter, methodcaller
from typing import NamedTuple
class Money(NamedTuple):
    code: str
    label: str = "none"
    places: int = 2
    @property
    def shown(self):
        return f"{self.code} ({self.label})"
    @classmethod
    def read(cls, text):
        return cls(*text.split("-"))
    def count(self, of):
        return "its own"
Size = namedtuple("Size", "width, height", defaults=[9])
class Named(namedtuple("Named", ["name", "title"])):
    __slots__ = ()
    def __new__(cls, name, title=None):
        return super().__new__(cls, name, title or name.title())
all = [Money("EUR", "Euro"), Money("JPY", places=0), Money.read("USD-Dollar")]
R = [[(one.code, one.label) for one in all], [one[:2] for one in all], [code for code, *_ in all], all[1]._asdict(), all[0].shown]
R += [all[0]._replace(code="X").shown, all[0].count(1), len(all[0]), Money._fields, Money._make(["a", "b", 1]).label, all[2], Named("a").title]
R += [[one.code for one in sorted(all, key=attrgetter("label"))], isinstance(all[0], Money), Size(1).height, Size(height=2, width=3), Named("b", "B")]
R += [list(map(methodcaller("count", 0), all)), type(all[0]).__name__, all[0] == ("EUR", "Euro", 2)]
`,
  dataclasses: `
import dataclasses
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import ClassVar
@dataclass
class Kind:
    key: str
    title: str = "none"
    ALL: ClassVar[int] = 3
    order: int = field(default=7)
    tags: list = field(default_factory=list)
    def __post_init__(self):
        self.path = f"{self.key}/{self.title}"
@dataclasses.dataclass()
class Deep(Kind):
    more: "dict" = field(default_factory=lambda: {"a": 1})
    key: str = "deep"
class Below(Deep):
    @property
    def both(self):
        return (self.key, self.title)
@dataclass
class Own:
    a: int
    def __init__(self, given):
        self.a = given + 1
class Kinds(Enum):
    ONE = Kind("one", "One")
    TWO = Kind("two", order=2)
R = [Kind("a").path, Kind("a", "A", 1).order, Kind(title="t", key="k").path, Kind.ALL, Kind.order, Kind("a").tags, Own(1).a]
R += [asdict(Kind("q")), replace(Kind("q"), title="new").path, [one.name for one in dataclasses.fields(Kind)]]
R += [[(kind.value.key, kind.value.title, kind.value.order) for kind in Kinds]]
R += [Deep().path, Below("x", "y").both, Deep(more={}).more, Deep().more, isinstance(Below(), Kind)]
`,
};

/** Not told, and nothing false said. */
export const unclearToPython: Record<string, string> = {
  'whether there is a virtual environment': `
import sys
R = sys.prefix == sys.base_prefix
`,
  'how many arguments there are, where nobody knows': `
import os
rest = os.popen("echo a").read().split()
def made(first="f", second="s", *more, third=3):
    return [first, second, list(more), third]
def told(*names):
    return len(names)
R = [made(*rest) if told(*rest) == 1 else [], told(*rest, "b"), [*rest, "z"][1], dict.fromkeys([*rest])]
`,
  'a text that stands in for another which may be empty': `
import os
R = os.popen("echo a").read() or "d"
`,
  'items that are taken out who knows where': `
import os
R = ["a", "b", "c"]
R.remove(os.popen("echo b").read().strip())
`,
  'an item that is put who knows where': `
import os
R = ["a", "b"]
R[int(os.popen("echo 0").read())] = "z"
`,
  'a loop that may be left before its end': `
import os
R = []
for number in range(3):
    if os.popen("echo 1").read().strip() == str(number):
        break
    R.append(number)
`,
  'which items a condition leaves out': `
import os
R = [item for item in ["a", "b"] if os.popen("echo " + item).read().strip() == "a"]
`,
  'an attribute of which only the value is not known': `
import os
class Box:
    def __init__(self):
        self.number = os.getpid()
R = [getattr(Box(), "number", None) is None, getattr(os.popen("echo a"), "name", 5)]
`,
  'texts in the order of who knows what': `
import locale
R = sorted([("b", 1), ("a", 2)], key=lambda pair: locale.strxfrm(pair[0]))
`,
};
