/** What a class has a say in: what is set on its objects, what is remembered, what derives from what. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, KNOWN } from '../held.ts';

const head = `
import collections.abc, dataclasses, enum, functools
from typing import NamedTuple
R = []
def refused(work):
    try:
        return work()
    except (TypeError, AttributeError):
        return "refused"
class Price:
    amount = 1
    def __init__(self, amount=2):
        self.value = amount
    @property
    def value(self):
        return self.amount
    @value.setter
    def value(self, given):
        self.amount = given * 10
    @value.deleter
    def value(self):
        self.amount = 0
    @property
    def fixed(self):
        return 1
    @classmethod
    def make(cls):
        return cls()
class Tenfold:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, of, kind=None):
        return getattr(of, self.name)
    def __set__(self, of, given):
        setattr(of, self.name, given * 10)
class Described:
    amount = Tenfold()
class Guarded:
    def __setattr__(self, name, given):
        object.__setattr__(self, name, given + 1)
class Noted(dict):
    def __getattr__(self, name):
        return super().__getitem__(name)
    def __setattr__(self, name, given):
        self[name] = given
class Counted:
    count = 0
    def __init__(self, amount):
        self.amount = amount
    def __setattr__(self, name, given):
        if name != "count":
            self.count = self.count + 1
        super().__setattr__(name, given)
class Checked(Price):
    def __setattr__(self, name, given):
        if given is None:
            raise TypeError("nothing")
        super().__setattr__(name, given)
class Kept:
    def __setattr__(self, name, given):
        self.__dict__[name] = given * 2
class Ignoring:
    def __setattr__(self, name, given):
        pass
@dataclasses.dataclass(frozen=True)
class Settled:
    a: int
    def __post_init__(self):
        object.__setattr__(self, "b", self.a + 1)
class Slotted:
    __slots__ = ("a",)
@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int
class Pair(NamedTuple):
    a: int
class Kind(enum.Enum):
    A = 1
class Size(enum.IntEnum):
    S = 1
def put(of, name, given):
    setattr(of, name, given)
    return getattr(of, name)
@functools.lru_cache(maxsize=None)
def made(of):
    R.append("made")
    return [of]
@functools.singledispatch
def shown(of):
    return "other"
@shown.register(int)
def shown_number(of):
    return "number"
def takes(a, b=1, *, c=2):
    return a
`;

const sure: Record<string, string> = {
  'a property is set by its setter': 'Price().amount, put(Price(), "value", 3)',
  'a property without a setter cannot be set': 'refused(lambda: put(Price(), "fixed", 3))',
  'a frozen record cannot be changed': 'refused(lambda: put(Frozen(1), "a", 3)), Frozen(1).a',
  'a part of a named tuple and a member cannot be set':
    'refused(lambda: put(Pair(1), "a", 3)), refused(lambda: put(Kind, "A", 3)), refused(lambda: put(Kind.A, "value", 3))',
  'a class makes something else of what is set':
    'put(Guarded(), "a", 3), put(Kept(), "a", 3), Kept().__dict__, put(Checked(), "value", 4), Checked(5).amount',
  'a class that refuses some of it': 'refused(lambda: put(Checked(), "value", None))',
  'a class that keeps count of what is set': 'Counted(1).count, put(Counted(1), "amount", 5)',
  'a frozen record sets its own parts': 'Settled(1).b, Settled(2).a',
  'what is remembered is the same object, and runs once': 'made(1).append(2), made(1), made(2)',
  'what derives from what':
    'issubclass(bool, int), issubclass(Size, int), issubclass(Size, enum.Enum), issubclass(int, float), isinstance(Size.S, int)',
  'a name that is given twice':
    'refused(lambda: dict(a=1, **{"a": 2})), refused(lambda: takes(**{"a": 1}, **{"a": 2}))',
  'a dict takes one thing at a time': 'refused(lambda: {}.update({}, {}))',
  'several lists are added to a set at once': '(lambda s: (s.update([3], [4]), sorted(s)))({1})',
};

for (const [what, text] of Object.entries(sure))
  test(`objects as Python has them: ${what}`, () => {
    assert.deepEqual(hold(`${head}R.append([${text}])`), KNOWN);
  });

test('an object that is given another class has what that has from then on', () => {
  const text = `class Other:
    amount = 5
    def shown(self):
        return "other"
price = Price(3)
price.__class__ = Other
R.append([price.shown(), price.amount, isinstance(price, Price), type(price) is Other, price.__class__.__name__])`;
  assert.deepEqual(hold(head + text), KNOWN);
});

test('what an object sets in its module is there', () => {
  const text = `class Names:
    def __setattr__(self, name, given):
        globals()[name] = given
Names().SIZE = 200
R.append(SIZE)`;
  assert.deepEqual(hold(head + text), KNOWN);
});

test('an object that stands for nothing given is nothing else', () => {
  const text = `class Unset: pass
UNSET, NOTHING = Unset(), object()
def given(value=UNSET, other=NOTHING):
    return [value is UNSET, other is not NOTHING]
R.append([given(), given(1, "a"), given(None, False), given([], {}), given(given, Unset), given(UNSET, 1.5)])`;
  assert.deepEqual(hold(head + text), KNOWN);
});

test('a property is deleted by its deleter', () => {
  assert.deepEqual(hold(`${head}price = Price()\ndel price.value\nR.append(price.value)`), KNOWN);
});

const unsure = [
  'put(Described(), "amount", 3)',
  'refused(lambda: put(Ignoring(), "a", 3))',
  'put(Noted(), "a", 3)',
  'refused(lambda: put(Slotted(), "b", 3))',
  'shown(1)',
  'callable(Price.__dict__["make"])',
  'issubclass(KeyError, LookupError), issubclass(list, collections.abc.Sequence)',
  'refused(lambda: takes()), refused(lambda: takes(1, 2, 3)), refused(lambda: takes(1, d=4)), refused(lambda: takes(1, a=1))',
  'refused(lambda: isinstance(1, 1)), refused(lambda: list(range(1.5)))',
  '[1, 2, 1].index(1, 1)',
  'collections.OrderedDict([("a", 1), ("b", 2)]) == collections.OrderedDict([("b", 2), ("a", 1)])',
];

for (const text of unsure)
  test(`nothing false is said of ${text}`, () => {
    assert.deepEqual(hold(`${head}R.append([${text}])`).slice(0, 2), [null, null]);
  });
