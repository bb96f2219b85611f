/** What the classes of objects make of items, operators and attributes that are set or asked for, held against Python. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';
import { run } from '../text.ts';

const programs: Record<string, string> = {
  'items that are put into an object, or taken out, are what its class makes of them': `
names = []
class Registry:
    def __setitem__(self, key, value):
        names.append((key, value))
    def __delitem__(self, key):
        if key == "gone":
            raise KeyError(key)
        names.append(key)
class Naming(type):
    def __setitem__(cls, key, value):
        names.append((cls.__name__, key, value))
class Named(metaclass=Naming):
    pass
registry = Registry()
registry["a"] = 1
del registry["b"]
Named["c"] = 2
try:
    del registry["gone"]
    names.append("not gone")
except KeyError:
    names.append("gone")
R = names
`,
  'what an object makes of += counts, and of + where it makes nothing of that': `
apps = ["a"]
class Adding:
    def __init__(self, to):
        self.to = to
    def __iadd__(self, more):
        if more is None:
            return NotImplemented
        self.to.extend(more)
        return self
    def __add__(self, more):
        return ["added", more]
class Unlike(list):
    def __iadd__(self, more):
        for each in more:
            if each not in self:
                self.append(each)
        return self
adding = same = Adding(apps)
adding += ["b"]
is_same = adding is same
adding += None
unlike = Unlike(["a"])
unlike += ["a", "b"]
R = [apps, is_same, adding, same + 1, list(unlike)]
`,
  'every operator asks the class of an object': `
calls = []
class Node:
    def __init__(self, name):
        self.name = name
    def __rshift__(self, other):
        calls.append((self.name, other.name))
        return other
    def __lshift__(self, other):
        calls.append((other.name, self.name))
        return self
    def __or__(self, other):
        return Node(self.name + other.name)
    def __ror__(self, other):
        return Node(other["name"] + self.name)
    def __floordiv__(self, other):
        return self.name * other
a, b, c = Node("a"), Node("b"), Node("c")
a >> b >> c
a << c
R = [calls, (a | b).name, ({"name": "d"} | a).name, a // 2]
`,
  'a descriptor in a class answers for the attribute of its objects, and of the class itself': `
names = []
class Names:
    def __get__(self, of, kind=None):
        return names if of is None else [kind.__name__, of.own]
class Kept:
    def __get__(self, of, kind=None):
        return of.__dict__.get("kept", "nothing")
    def __set__(self, of, value):
        names.append(value)
        of.__dict__["kept"] = value * 2
class OfClass:
    def __init__(self, get):
        self.get = get
    def __get__(self, of, kind):
        return self.get(kind)
class Holder:
    own = 1
    names = Names()
    kept = Kept()
    label = OfClass(lambda cls: cls.__name__.lower())
class Child(Holder):
    own = 2
holder = Holder()
first = holder.kept
holder.kept = "k"
Holder.names.append("z")
child = Child()
own = child.names
child.names = "set"
R = [names, first, holder.kept, holder.names, own, child.names, Child.label, holder.label]
`,
  'objects in a class are told how they are called there, as it is made': `
told = {}
class Setting:
    def __init__(self, default):
        self.default = default
    def __set_name__(self, owner, name):
        self.name = name.lower()
        told[name] = owner.__name__
    def __get__(self, of, kind=None):
        return getattr(of, "_" + self.name, self.default)
    def __set__(self, of, value):
        setattr(of, "_" + self.name, value * 2)
class Settings:
    DEBUG = Setting(1)
    PORT = Setting(8000)
class More(Settings):
    HOST = Setting("here")
here = More()
here.PORT = 1
R = [told, here.PORT, here.DEBUG, here.HOST, here._port]
`,
  'a function that a class of the text makes a descriptor of is what that gives for the object, or for the class': `
import functools, types
class ofclass:
    def __init__(self, get):
        self.get = get
    def __get__(self, of, kind):
        return self.get(kind)
class once:
    def __init__(self, make):
        self.make = make
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, of, kind=None):
        if of is None:
            return "of the class"
        made = of.__dict__[self.name] = self.make(of)
        return made
class bound:
    def __init__(self, method):
        self.method = method
    def __get__(self, of, kind=None):
        return self.method.__get__(of, kind)
class more(bound):
    def __get__(self, of, kind=None):
        return functools.partial(self.method, of, "more")
class typed(bound):
    def __get__(self, of, kind=None):
        return types.MethodType(self.method, kind)
names = []
class Kinds:
    size = 5
    @ofclass
    def length(cls):
        return cls.size
    @once
    def twice(self):
        names.append("twice")
        return self.size * 2
    @bound
    def add(self, name):
        names.append(name)
        return self.size
    @more
    def two(self, first, second):
        return [first, second]
    @typed
    def whose(cls):
        return cls.__name__
class Large(Kinds):
    size = 6
large = Large()
R = [Kinds.length, Large.length, large.length, large.twice, large.twice, Kinds.twice, large.add("a"), large.two("b"), large.whose(), names]
`,
  'what the class of an object does to others where it is asked for its truth, or compared, counts': `
names = []
class Yes:
    def __bool__(self):
        names.append("bool")
        return True
    def __lt__(self, other):
        names.append("lt")
        return NotImplemented if other is None else True
    def __ne__(self, other):
        names.append("ne")
        return True
class Empty:
    def __len__(self):
        names.append("len")
        return 0
yes, empty = Yes(), Empty()
if yes and not empty:
    names.append("both")
while empty:
    names.append("never")
got = [1 if yes else 2, empty or 3, bool(yes), [each for each in [1] if yes], yes < 1, 1 > yes, yes != yes, empty != empty]
R = [names, got]
`,
  'the __init__ of an enumeration runs once for each name, as its class is made': `
from enum import Enum
names = []
class Kind(Enum):
    ONE = 1
    TWO = (2, "b")
    SAME = 1
    def __init__(self, number, letter="a"):
        names.append(self.name + letter)
        self.twice = number * 2
class Told(Enum):
    def __init__(self, number):
        names.append(self.value)
class Few(Told):
    NINE = 9
R = [names, Kind.TWO.twice, Kind.SAME.twice, Kind.ONE.twice]
`,
  'what an ExitStack is told is done where its with ends, the last first': `
from contextlib import ExitStack, suppress
names = []
class Room:
    def __enter__(self):
        names.append("in")
        return 5
    def __exit__(self, *error):
        names.append("out")
def add(name, *, to):
    to.append(name)
with ExitStack() as stack:
    stack.callback(names.append, "a")
    given = stack.enter_context(Room())
    stack.callback(add, "b", to=names)
    names.append("inside")
with suppress(KeyError), ExitStack() as stack:
    stack.callback(names.append, "c")
    raise KeyError("d")
R = [names, given]
`,
  'a class that says nothing of __new__ has objects made by its name': `
class Registry:
    def add(self, name):
        self.names.append(name)
names = []
made = Registry.__new__(Registry)
made.names = names
made.add("a")
R = [names, made is None, type(made).__name__]
`,
};

test('what an ExitStack may be told, or not, is said to be unknown where its with ends', () => {
  const settings = run(`
import os
from contextlib import ExitStack
apps = ["a"]
with ExitStack() as stack:
    if os.urandom(1)[0] > 9:
        stack.callback(apps.append, "b")
`);
  assert.deepEqual(settings('apps'), ['a', 'unknown']);
});

for (const [title, text] of Object.entries(programs)) test(title, () => assert.deepEqual(hold(text), KNOWN));
