/** Members of enumerations that something is asked of: what they have beside their value is theirs, also where they were handed on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';

const classes = `
import enum
class Kind(str, enum.Enum):
    ONE = "one"
    TWO = "two"
    @property
    def label(self):
        return self.name.lower()
    def shown(self):
        return "shown"
    def title(self):
        return "a title"
class Count(int, enum.Enum):
    FIRST = 1
class Pure(enum.Enum):
    A = "a"
`;

const questions = [
  'type(x) is Kind',
  'type(x) is str',
  'type(x).__name__',
  'hasattr(x, "shown")',
  'hasattr(x, "label")',
  'getattr(x, "label", "none")',
  'getattr(x, "name", 3)',
  'x.title()',
];

for (const question of questions)
  test(`of a member that was handed on nothing false is said: ${question}`, () => {
    const given = ['Kind.ONE', '"one"', '"three"', '{"k": Kind.TWO}["k"]', 'Kind("two")'].map((x) => `asked(${x})`);
    const text = `${classes}\ndef asked(x):\n    return ${question}\nR = [${given}, [asked(x) for x in Kind]]`;
    assert.deepEqual(holdTold(text), NOTHING_FALSE);
  });

/** Asked of the member itself. */
const sure = [
  'type(Kind.ONE) is Kind, type(Kind.ONE) is str, type(Kind.ONE).__name__, type(Kind.ONE.value) is Kind',
  'isinstance(Kind.ONE, Kind), isinstance(Kind.ONE, str), isinstance(Count.FIRST, int), isinstance(Pure.A, str)',
  'getattr(Kind.ONE, "label", 0), getattr(Kind.ONE, "none", 0), getattr(Count.FIRST, "name"), getattr(Pure.A, "upper", 0)',
  'hasattr(Kind.ONE, "shown"), hasattr(Kind.ONE, "none"), hasattr(Kind.ONE, "upper"), hasattr(Pure.A, "upper")',
  '[type(x).__name__ for x in Kind], [hasattr(x, "label") for x in Kind], type(Pure.A) is Pure',
];

for (const text of sure)
  test(`as Python has it: ${text}`, () => {
    assert.deepEqual(hold(`${classes}R = [${text}]`), KNOWN);
  });
