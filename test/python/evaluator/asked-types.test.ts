/** `type(value)` and `isinstance`: settings turn what they are given into what they need by asking for its type. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';

const sure = [
  'type([]) is list, type({}) is dict, type([]) == dict, type(()) in (list, tuple), type({1}) is set, type(frozenset()) is set',
  'type([x for x in "ab"]) is list, type("a b".split()) is not list, type(None) is type(None), isinstance(None, type(None))',
  'type([]).__name__, type({}).__name__, type(dict(collections.OrderedDict())) is dict',
  'None is list, "a" is list, None == list, [] == list, {} is dict, 5 in (int, str), list in [1, 2, list], None is not int',
  'isinstance({}.keys(), list), isinstance(map(str, [1]), list), isinstance((x for x in [1]), list), isinstance(range(3), list)',
  'isinstance(list(range(3)), list), isinstance(sorted({}.keys()), list), isinstance(reversed([1]), list), isinstance(given(), list)',
  'isinstance(zip([1], [2]), (list, tuple)), isinstance(collections.OrderedDict(), dict), types.MappingProxyType({"a": 1})["a"]',
  'cast("a, b", list), cast(["x"], list), cast(5, None), cast("5", int), cast("five", int)',
];

const functions = `
import collections, types
def given():
    yield 1
def cast(value, type_of):
    if type_of is list and type(value) not in [list, tuple]:
        value = [part.strip() for part in str(value).split(",")]
    if type_of is not None:
        try:
            return type_of(value)
        except ValueError:
            pass
    return value
`;

for (const text of sure)
  test(`as Python has it: ${text}`, () => {
    assert.deepEqual(hold(`${functions}R = [${text}]`), KNOWN);
  });

const open = [
  'type(collections.OrderedDict())',
  'type(collections.defaultdict(list))',
  'type(collections.ChainMap({}))',
  'type(types.MappingProxyType({}))',
  'type({}.keys())',
  'type(x for x in "a")',
  'type(given())',
];

for (const text of open)
  test(`of what is a list or a dict here alone no other type is told: ${text}`, () => {
    assert.deepEqual(holdTold(`${functions}R = [${text} in (list, dict)]`), NOTHING_FALSE);
  });

test('a function is no object of a class of the text, and a property nothing to be called: classes list their parts that way', () => {
  const text = `
class Part:
    def __init__(self, size):
        self.size = size
class Whole:
    def __init_subclass__(cls):
        cls.parts = {}
        cls.given = {}
        for name, value in cls.__dict__.items():
            if name.startswith("__") or name in ("parts", "given"):
                continue
            elif isinstance(value, Part):
                cls.parts[name] = value.size
            elif not callable(value) and not isinstance(value, property):
                cls.given[name] = value
class Car(Whole):
    wheel = Part(4)
    door = Part(2)
    colour = "red"
    def drive(self):
        pass
    @property
    def speed(self):
        return 5
R = [Car.parts, Car.given, isinstance(Car.drive, (str, Part)), isinstance(Car.speed, property), callable(Car.speed), isinstance(lambda: 1, Part)]
`;
  assert.deepEqual(hold(text), KNOWN);
});
