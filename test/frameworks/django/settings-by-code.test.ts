/** What settings compute, held against Python itself: each piece of code leaves its result in R. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSequence, type Value } from '../../../src/python/index.ts';
import { plainSettings, python, readAll, writeProject } from './throwaway.ts';

const known: Record<string, string> = {
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
  'a module that is looked for': `
import importlib
from importlib.util import find_spec
R = [name for name in ("nowhere", "django", "csv") if find_spec(name)]
R += ["x"] if importlib.util.find_spec("nowhere.at_all" if False else "nowhere") is not None else []
for name in ["nowhere", "django.contrib.auth"]:
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    R.append(name)
`,
  'modules that cannot be imported because of what they need': `
import collections, pkgutil
from importlib import import_module
import proj.plugins
R = []
for _, name, _ in pkgutil.iter_modules(proj.plugins.__path__, proj.plugins.__name__ + "."):
    try:
        R += import_module(name).APPS
    except ImportError:
        R.append("no " + name)
try:
    from proj.plugins.other import APPS
except ImportError:
    APPS = []
found = collections.defaultdict(list)
found["x"].append(hasattr(proj.plugins, "NOTHING"))
R += [APPS, dict(found), "APPS" in proj.plugins.good.__dict__]
`,
  'lists that are cut, sorted and freed of doubles': `
R = list(dict.fromkeys(["a", "b", "a", "c", "d"]))
R[0:0] = ["first"]
R[2:4] = ["x"]
del R[-1]
R.sort(reverse=True)
R = R[::-1] + sorted(["bbb", "a"], key=len) + sorted(["a", "b"], reverse=True) + list(range(5, 0, -2))
D = {"a": 1, "b": 2}
del D["a"]
R.append(sorted(D))
`,
  'files of the project': `
import glob, json, os
from pathlib import Path
HERE = Path(__file__).resolve().parent
R = [open(os.path.join(HERE, "apps.txt")).read().split(), (HERE / "apps.txt").read_text().splitlines()]
with open(HERE / "apps.txt") as file:
    R.append([line.strip() for line in file if line.strip()])
with (HERE / "conf.json").open() as file:
    R.append(json.load(file))
R.append([os.path.basename(path) for path in sorted(glob.glob(os.path.join(str(HERE), "parts", "*.py")))])
R.append([path.name for path in sorted((HERE / "parts").glob("1*"))])
R.append(sorted(name for name in os.listdir(HERE) if os.path.isdir(os.path.join(HERE, name)) and not name.startswith("__")))
R.append(sorted("apps." + each.name for each in (HERE / "apps").iterdir() if (each / "__init__.py").exists()))
`,
  'files that are not there': `
import os
from pathlib import Path
R = []
for path in ("nothing.txt", "apps.txt"):
    try:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), path)) as file:
            R.append(len(file.read()))
    except IOError:
        R.append("none")
try:
    R.append((Path(__file__).parent / "secret").read_text())
except FileNotFoundError:
    R.append("no secret")
`,
  'other files that are executed here': `
import glob, os
R = []
for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "parts", "*.py"))):
    exec(open(path).read())
exec(compile("R.append('own')", "x", "exec"))
`,
  'names that are copied from elsewhere': `
import sys
import proj.more as more
for name in dir(more):
    if name.isupper():
        globals()[name] = getattr(more, name)
R = [FIRST, {key: value for key, value in vars(more).items() if key.isupper()}]
setattr(sys.modules[__name__], "LATE", ["late"])
class Base:
    APPS = ["base"]
class Prod(Base):
    APPS = Base.APPS + ["prod"]
R += [LATE, [getattr(Prod, key) for key in dir(Prod) if key.isupper()]]
`,
  'names of a function that are bound outside': `
R = []
def add(value):
    global COUNT
    COUNT = value
    R.append(value)
add("a")
def outer():
    number = 1
    def inner():
        nonlocal number
        number += 1
    inner()
    return number
R += [COUNT, outer()]
`,
  'functions of functions': `
import functools, itertools, operator
def twice(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args) * 2
    return wrapper
@twice
def apps():
    return ["a"]
R = apps() + list(map(str.strip, [" b ", "c "])) + list(filter(lambda name: name != "x", ["x", "y"]))
R += functools.reduce(operator.add, [["d"], ["e"]]) + functools.reduce(lambda a, b: a + b, [["f"], ["g"]], [])
R += list(itertools.chain(["h"], ("i",))) + sum([["j"], ["k"]], []) + [min(2, 1), max([3, 4]), sum([1, 2])]
`,
  generators: `
def names(more):
    yield "a"
    for name in more:
        if name:
            yield name.upper()
    yield from ["y", "z"]
R = list(names(["b", "", "c"])) + [*names([])] + [name for name in names("")]
`,
  'texts that are put together': `
number, name = 3, "q"
R = [f"{number:03d}-{name!r}-{number:>4}-{name.upper()}", "%02d:%s:%.2f:%-3s|" % (7, "x", 1.5, "a"), "{:>4}{0!r}".replace("{0!r}", "").format("a")]
R += ["a.b.c".rpartition("."), "k=v".partition("="), "x".zfill(3), "pre_x".removeprefix("pre_"), "x.py".removesuffix(".py")]
R += ["AB".isupper(), "ab".isupper(), "a1".isalpha(), "abc".find("c"), int("10", 2), b"x".decode()]
`,
  'errors that decide': `
R = []
for key in ("a", "b"):
    try:
        R.append({"a": 1}[key])
    except KeyError:
        R.append("none")
try:
    R.append([][0])
except (IndexError, ValueError):
    R.append("empty")
try:
    from proj.more import NOT_THERE
except ImportError:
    R.append("not there")
`,
  'copies that are let alone': `
import copy
A = {"a": [1]}
B = copy.deepcopy(A)
B["a"].append(2)
C = copy.copy(A)
C["b"] = 1
R = [A, B, C]
`,
  'what runs here': `
import os, platform, sys
import django
os.environ.update(MADE_HERE="1")
R = [platform.system() == "Linux", sys.version_info.major, django.__version__.split(".")[0] == str(django.VERSION[0])]
R += [os.environ["MADE_HERE"], "test" in sys.argv, len(sys.argv) > 1 and sys.argv[1] == "test"]
`,
};

/** Not told, and nothing false said. */
const unclear: Record<string, string> = {
  'how many arguments there are, where nobody knows': `
import os
rest = os.popen("echo a").read().split()
def made(first="f", second="s", *more, third=3):
    return [first, second, list(more), third]
def told(*names):
    return len(names)
R = [made(*rest) if told(*rest) == 1 else [], told(*rest, "b"), [*rest, "z"][1], dict.fromkeys([*rest])]
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
  'what a loop over the unknown would have changed': `
import calendar
R = []
for day in calendar.day_name:
    R.append(day)
`,
  'a name that a condition decides': `
import os
def kind():
    if os.getpid() > 1:
        name = "a"
    else:
        name = "b"
    return name
R = [kind()]
`,
  'what another program says': `
import subprocess
R = subprocess.check_output(["echo", "a"]).decode().split()
`,
};

const files = {
  'proj/settings.py': plainSettings([]),
  'proj/more.py': 'FIRST = ["f"]\nSECOND = 2\nlower = 3\n',
  'proj/plugins/__init__.py': '',
  'proj/plugins/bad.py': 'import nowhere_to_be_found\nAPPS = ["bad"]\n',
  'proj/plugins/good.py': 'APPS = ["good"]\n',
  'proj/plugins/other.py': 'from proj.plugins import bad\nAPPS = ["other"]\n',
  'proj/apps.txt': 'a\nb\n\nc\n',
  'proj/conf.json': '{"apps": ["a"], "debug": true, "none": null, "n": 1.5}',
  'proj/parts/10-a.py': 'R.append("ten")\n',
  'proj/parts/20-b.py': 'R.append("twenty")\n',
  'proj/apps/one/__init__.py': '',
  'proj/apps/two/other.py': '',
};

const program = `
import importlib, json, sys
sys.argv = ["manage.py", "check"]
sys.path.insert(0, ".")
print(json.dumps({name: importlib.import_module("proj." + name).R for name in sys.stdin.read().split()}))
`;

const plain = (value: Value | undefined): unknown => {
  if (value === undefined || value === null || typeof value !== 'object') return value;
  if (isSequence(value)) return value.items.map(plain);
  if (value.type === 'dict')
    return Object.fromEntries([...value.entries].map(([key, part]) => [String(key), plain(part)]));
  return `<${value.type}>`;
};

test('settings that compute, look around and read files come to what Python comes to', async (context) => {
  const pieces = Object.entries({ ...known, ...unclear }).map(([title, text], at) => ({ title, text, name: `p${at}` }));
  const texts = Object.fromEntries(pieces.map(({ name, text }) => [`proj/${name}.py`, text]));
  const root = writeProject(context, { ...files, ...texts });
  const input = pieces.map(({ name }) => name).join(' ');
  const run = spawnSync(python, ['-B', '-c', program], { cwd: root, encoding: 'utf8', input, timeout: 60_000 });
  assert.equal(run.status, 0, run.stderr);
  const theirs = JSON.parse(run.stdout) as Record<string, unknown>;
  const { project } = readAll(root, { pythonVersion: '3.11.2' });
  for (const { name, title } of pieces)
    await context.test(title, () => {
      const ours = plain(project.modules.open(join('proj', name).replace('/', '.'))?.names.get('R'));
      if (Object.hasOwn(known, title)) assert.deepEqual(ours, theirs[name]);
      else assert.match(JSON.stringify(ours), /<(unknown|call)>/);
    });
});
