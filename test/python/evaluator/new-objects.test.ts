/** Objects of classes that say themselves what is made where they are called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';

const programs: Record<string, string> = {
  'what __new__ sets on an object is there, beside what __init__ does': `
class Row:
    def __new__(cls, size):
        row = super().__new__(cls)
        row.made = size + 1
        return row
    def __init__(self, size):
        self.size = size
R = [Row(1).made, Row(1).size, type(Row(2)).__name__]
`,
  'a __new__ may give an object of another class, or the same one again': `
class Other:
    pass
class Either:
    def __new__(cls, other=False):
        if other:
            return Other()
        return object.__new__(cls)
class Parent:
    count = 0
    def __new__(cls, *args):
        Parent.count += 1
        return super().__new__(Child)
    def __init__(self, *args):
        self.given = args
class Child(Parent):
    def __init__(self, *args):
        self.taken = args
R = [type(Either(True)).__name__, type(Either()).__name__, type(Parent(1)).__name__, Parent(2).taken, Parent.count]
`,
  'a metaclass may have an object made, and change what it is given and what it gives': `
class Late(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **{**kwargs, "more": 3})
        made.late = 5
        return made
class Thing(metaclass=Late):
    def __init__(self, size, more=0):
        self.size, self.more = size, more
class Once(type):
    made = {}
    def __call__(cls, *args):
        if cls not in cls.made:
            cls.made[cls] = type.__call__(cls, *args)
        return cls.made[cls]
class One(metaclass=Once):
    def __init__(self):
        self.number = 1
One().number = 7
R = [Thing(4).size, Thing(4).late, Thing(4).more, One().number]
`,
  'a property of a metaclass goes before what the class itself has, and a method of it does not': `
class Told(type):
    @property
    def choices(cls):
        return [(name, name.upper()) for name in cls.names]
    def labels(cls):
        return "of the metaclass"
class Choices(metaclass=Told):
    choices = None
    names = ["a"]
    labels = "its own"
class More(Choices):
    names = ["a", "b"]
R = [Choices.choices, More.choices, More().choices, Choices.labels, More.names]
`,
  'what __init__ does to others is done as the object is made, whoever looks into it': `
names, sizes = ["a"], {"all": []}
class Base:
    def __init__(self, given):
        self.more(given)
class Adding(Base):
    def more(self, given):
        given += ["b"]
class Counted:
    def __init__(self, *, to):
        global count
        count = len(to["all"]) + 1
        to["all"].append(count)
Adding(names)
count = 0
Counted(to=sizes)
unused = Counted(to=sizes)
R = [names, sizes, count]
`,
  'what __init__ takes is what it was as the object was made': `
unit, names = 1, ["a"]
class Size:
    def __init__(self, names):
        self.unit, self.names, self.same = unit, list(names), names
size = Size(names)
unit = 2
names.append("b")
R = [size.unit, size.names, size.same]
`,
  'a dataclass does what it does behind its own __init__ as the object is made': `
from dataclasses import dataclass, field
names, made = [], []
def next_number():
    made.append(len(made))
    return len(made)
@dataclass
class Named:
    name: str
    number: int = field(default_factory=next_number)
    def __post_init__(self):
        names.append(self.name)
Named("a"), Named("b")
R = [names, made]
`,
  'an error in an __init__ is raised where the object is made': `
class Strict:
    def __init__(self):
        raise ValueError("never")
R = []
try:
    Strict()
    R.append("made")
except ValueError:
    R.append("refused")
`,
  'a __new__ that gives one object again has its __init__ done each time, and it is something': `
class One:
    only = None
    def __new__(cls, *given):
        if cls.only is None:
            cls.only = super().__new__(cls)
            cls.only.all = []
        return cls.only
    def __init__(self, *given):
        self.given = given
    def add(self, name):
        self.all.append(name)
first, second = One(1), One(2)
One(3).add("a")
R = [first.given, first.all, first is second, One.only is None]
`,
};

for (const [title, text] of Object.entries(programs))
  test(`${title}: as Python has it`, () => {
    assert.deepEqual(hold(text), KNOWN);
  });
