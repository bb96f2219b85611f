/** Members of enumerations where they are shown: their texts are those of Python, or said not to be known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedWorld } from '../closed-world.ts';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';
import { run } from '../text.ts';

const classes = `
import enum
class Quiet(str, enum.Enum):
    A = "a"
class Count(int, enum.Enum):
    ONE = 1
class Said(str, enum.Enum):
    A = "said"
    def __str__(self):
        return f"{self.value}!"
class Plain(str, enum.Enum):
    A = "plain"
    def __str__(self):
        return self.value
class Shaped(str, enum.Enum):
    A = "shaped"
    def __format__(self, spec):
        return "a shape"
class Medal(enum.IntEnum):
    GOLD = 7
`;

/** What holds in every version of Python. */
const sure = [
  '"%s" % Quiet.A, "%s-%s" % (Quiet.A, Said.A), "%5s|%d" % (Plain.A, Count.ONE)',
  '"%r %r" % (Quiet.A, Said.A), repr(Quiet.A), f"{Said.A!r}"',
  '"{!s} {!r}".format(Quiet.A, Quiet.A), "{}".format(Said.A), format(Plain.A, ">7"), str.format("{}", "b")',
  '["%s" % each for each in Quiet], [str(each) for each in Count]',
  '"%s" % Quiet.A.value, f"{Quiet.A.value}", "{}".format(Quiet.A.value), "%d" % Medal.GOLD.value, "%s" % Quiet.A.name',
  'Quiet.A + "b", "".join([Quiet.A, Plain.A]), Quiet.A.upper(), [Quiet.A == "a", "a" in (Quiet.A,)]',
];

for (const text of sure)
  test(`as Python has it: ${text}`, () => {
    assert.deepEqual(hold(`${classes}R = [${text}]`), KNOWN);
  });

test('a member that was held on to, as a name, an item, an argument, is not shown as its value', () => {
  const text = `${classes}
def show(value):
    return f"{value}"
kept, listed, named = Quiet.A, [Said.A], {"a": Quiet.A, "p": Plain.A}
R = ["%s" % kept, f"{kept}", str(kept), repr(kept), "{}".format(listed[0]), "%(a)s" % named, "{a}".format(**named),
     "{0}".format(*listed), show(Quiet.A), show("b"), str(Quiet("a")), f"{Quiet['A']}", "%s" % Shaped("shaped"),
     f"{Shaped.A}", "%s" % named["p"], list(map(str, Quiet)), "%s%%" % ("x" + "y")]
`;
  assert.deepEqual(holdTold(text), NOTHING_FALSE);
});

test('a text that is equal to a member is shown as it is where that member is only compared, or handed to Django', () => {
  const text = `${classes}
from django.db import models
field = models.CharField(default=Quiet.A)
A = [f"{name}_{Quiet.A == name}" for name in ("a", "b")]
`;
  const known = { isFramework: (name: string) => name.startsWith('django.') };
  const name = run(text, { known: { ...closedWorld.known, ...known } });
  assert.deepEqual(name('A'), ['a_True', 'b_False']);
});

test('what Python shows of a member changed with 3.11, and is open where nobody knows which it is', () => {
  const text = `${classes}\nA, B, C = f"{Quiet.A}", str(Medal.GOLD), "{}".format(Quiet.A)\n`;
  const shown = (isSince: boolean | undefined): unknown[] => {
    const name = run(text, { isSincePython: () => isSince });
    return ['A', 'B', 'C'].map(name);
  };
  assert.deepEqual(shown(true), ['Quiet.A', '7', 'Quiet.A']);
  assert.deepEqual(shown(false), ['a', 'Medal.GOLD', 'a']);
  assert.deepEqual(shown(undefined), ['unknown', 'unknown', 'unknown']);
});
