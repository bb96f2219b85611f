/** Objects of classes that say themselves what is made where they are called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdPrograms } from '../../../bench/programs/hold.ts';
import { djangoPython } from '../../django-python.ts';

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
};

for (const [title, text] of Object.entries(programs))
  test(`${title}: as Python has it`, () => {
    const [held] = holdPrograms(djangoPython, [text], false);
    assert.deepEqual([held?.refusal, held?.difference, held?.isWhole], [null, null, true]);
  });
