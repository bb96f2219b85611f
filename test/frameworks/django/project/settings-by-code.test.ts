/** What settings compute, held against Python itself: each piece of code leaves its result in R. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isSequence, type Value } from '../../../../src/python/index.ts';
import { askPython } from '../../../warm-python.ts';
import { flowsOfPython } from '../flow-pieces.ts';
import { knownToPython, unclearToPython } from '../python-pieces.ts';
import { manage, plainSettings, readAll, writeProject } from '../throwaway.ts';

const known: Record<string, string> = {
  ...knownToPython,
  ...flowsOfPython,
  'the environment as a dict': `
import os
class Env(dict):
    def list(self, name):
        return [each.strip() for each in self.get(name, "a, b").split(",")]
env = Env(os.environ)
env.setdefault("INSPECTOR_NOT_SET", "c,d")
R = [env.list("INSPECTOR_NEITHER"), env.list("INSPECTOR_NOT_SET"), dict(os.environ).get("INSPECTOR_NEITHER", 1)]
R += [{**os.environ}.get("INSPECTOR_NEITHER", 2), {**os.environ, "A": 3}["A"]]
`,
  'a file of TOML': `
import tomllib
with open("proj/conf.toml", "rb") as file:
    R = [tomllib.load(file)]
R.append(tomllib.loads("[a.b]\\nc = 1\\n[a]\\nd = 2")["a"])
R += [each["name"] for each in R[0]["app"] if each.get("on", True)]
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
R += [(name, is_package) for _, name, is_package in pkgutil.walk_packages(path=proj.plugins.__path__, prefix="x.")]
R += [found.name for found in pkgutil.iter_modules(proj.plugins.__path__) if not found.ispkg]
R.append([hasattr(each, "name") for each in [(1, 2, 3), *pkgutil.iter_modules(proj.plugins.__path__)]])
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
about, other = {}, {}
exec("R = 3; APPS = ['about']", about)
exec("R = len(found)", {"found": "four"}, other)
def quiet():
    exec("R.append('quiet'); LOST = R = 1")
def loud():
    exec("FOUND = 2", globals())
quiet()
loud()
R += [about["R"], about["APPS"], other, "LOST" in globals(), FOUND]
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
  'generators that are methods and properties': `
from enum import Enum
class classproperty:
    def __init__(self, method):
        self.method = method
    def __get__(self, instance, owner=None):
        return self.method(owner)
class Kind(Enum):
    ONE = "one"
    TWO = "two"
    @classmethod
    def names(cls):
        for kind in cls:
            yield kind.name
    @classproperty
    def choices(cls):
        for kind in cls:
            yield kind.value, kind.name
    @property
    def letters(self):
        yield from self.value
R = [*Kind.names(), *Kind.choices, list(Kind.TWO.letters)]
`,
  'the order of classes that say what they hold': `
import abc
from typing import Generic, TypeVar
T = TypeVar("T")
class Box(Generic[T]):
    pass
class Thing(abc.ABC):
    pass
class Parcel(Box[int], Thing):
    pass
R = [[base.__name__ for base in kind.__mro__] for kind in (Box, Thing, Parcel)]
`,
  'what an object keeps once it was asked for': `
from functools import cached_property
class Box:
    @cached_property
    def items(self):
        return [1]
    @property
    def fresh(self):
        return [1]
one, other = Box(), Box()
one.items.append(2)
one.fresh.append(2)
R = [one.items, one.fresh, other.items]
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
  ...unclearToPython,
  'what a loop over the unknown would have changed': `
import sys
R = []
for path in sys.meta_path:
    R.append(type(path).__name__)
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

const toml = String.raw`# settings
title = "a \u00e9\n\"b\"" # here
raw = 'C:\new'
"quoted key".inner-key = 1_000
numbers = [+1, -2, 0x1f, 0b11, 15e-1, -0.5,
  # more
  3.25, ]
text = """
one \
   two
"""""
plain = '''
it's'''
point = { x = 1, y.z = [true, false], w = {} }
[database.default]
ENGINE = "sqlite3"
[database."other one"]
PORT = 5432
[[app]]
name = "shop"
[app.more]
deep = [[1], ["a"]]
[[app]]
name = "blog"
on = false
`;

const files = {
  'proj/settings.py': plainSettings([]),
  'proj/more.py': 'FIRST = ["f"]\nSECOND = 2\nlower = 3\n',
  'proj/plugins/__init__.py': '',
  'proj/plugins/bad.py': 'import nowhere_to_be_found\nAPPS = ["bad"]\n',
  'proj/plugins/good.py': 'APPS = ["good"]\n',
  'proj/plugins/other.py': 'from proj.plugins import bad\nAPPS = ["other"]\n',
  'proj/apps.txt': 'a\nb\n\nc\n',
  'proj/conf.json': '{"apps": ["a"], "debug": true, "none": null, "n": 1.5}',
  'proj/conf.toml': toml,
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
  const theirs = JSON.parse(askPython(['-c', program], { cwd: root, input })) as Record<string, unknown>;
  const { project } = readAll(root, { pythonVersion: '3.11.2' });
  for (const { name, title } of pieces)
    await context.test(title, () => {
      const ours = plain(project.modules.open(join('proj', name).replace('/', '.'))?.names.get('R'));
      if (Object.hasOwn(known, title)) assert.deepEqual(ours, theirs[name]);
      else assert.match(JSON.stringify(ours), /<(unknown|call)>/);
    });
});

test('settings that are objects of classes which derive from dict and list are what they hold', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': `${plainSettings(['core'])}
class Named(dict):
    def __getattr__(self, name):
        return self[name]
class Apps(list):
    def with_more(self, *names):
        self.extend(names)
        return self
names = Named(first="core", second="more")
INSTALLED_APPS = Apps(["django.contrib.contenttypes"]).with_more(names.first, names["second"])
DATABASES = Named(default=Named(ENGINE="django.db.backends.sqlite3", NAME="held.sqlite3"))
`,
    'core/__init__.py': '',
    'more/__init__.py': '',
  });
  const { project } = readAll(root, { sitePackages: [] });
  assert.deepEqual(
    project.apps.map(({ label }) => label),
    ['contenttypes', 'core', 'more'],
  );
  assert.deepEqual(
    project.databases.map(({ name }) => name),
    ['held.sqlite3'],
  );
});
