/** Random sums of decimals, days and spans of time come to what Python makes of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, createModule, readModule, runModule } from '../../../src/python/index.ts';
import { type Random, randomFrom } from '../../random.ts';
import { askPython } from '../../warm-python.ts';
import { closedWorld } from '../closed-world.ts';

const imports = `from datetime import date, datetime, time, timedelta, timezone
from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal
`;

const numbers =
  '0 1 -3 10 1.5 0.1 1e3 True "0.10" "1.005" "2.675" "-3.25" "1E+2" "1e-7" "0.00" ".5" "5." "123456789.01"';
const roundings = ['', ', ROUND_DOWN', ', rounding=ROUND_HALF_UP', ', ROUND_UP', ', ROUND_HALF_DOWN'];
const units = ['days', 'hours', 'minutes', 'seconds', 'weeks', 'milliseconds', 'microseconds'];
const zones = ['', '', ', tzinfo=timezone.utc', ', tzinfo=timezone(timedelta(hours=2))'];

const decimal = (random: Random, depth: number): string => {
  const inner = (): string => decimal(random, depth - 1);
  switch (depth === 0 ? 0 : random.next(5)) {
    case 1:
    case 2:
      return `(${inner()} ${random.pick(['+', '-', '*', '/'])} ${random.pick([inner(), '2', '-4', '10'])})`;
    case 3:
      return `${inner()}.quantize(Decimal("${random.pick(['0.01', '1', '0.001'])}")${random.pick(roundings)})`;
    case 4:
      return `(-${inner()})`;
    default:
      return `Decimal(${random.pick(numbers.split(' '))})`;
  }
};

const span = (random: Random, depth: number): string => {
  const inner = (): string => span(random, depth - 1);
  switch (depth === 0 ? 0 : random.next(6)) {
    case 1:
      return `(${inner()} ${random.pick(['+', '-'])} ${inner()})`;
    case 2:
      return `(${inner()} ${random.pick(['*', '/', '//'])} ${random.pick(['2', '-3', '4'])})`;
    case 3:
      return `(3 * -${inner()})`;
    case 4:
      return `(${moment(random, depth - 1)} - ${moment(random, depth - 1)})`;
    default: {
      const named = [0, 1].map(() => `${random.pick(units)}=${random.pick(['1', '25', '-1', '90', '1.5', '-0.25'])}`);
      return `timedelta(${named[0]?.split('=')[0] === named[1]?.split('=')[0] ? named[0] : named.join(', ')})`;
    }
  }
};

const moment = (random: Random, depth: number): string => {
  const [year, month, day] = [random.pick([1, 1999, 2024, 9999]), random.pick([1, 2, 12]), random.pick([1, 28, 31])];
  switch (depth === 0 ? random.next(4) : random.next(6)) {
    case 0:
      return `date(${year}, ${month}, day=${day})`;
    case 1:
      return `datetime(${year}, ${month}, ${day}, 23, ${random.pick([0, 30])}${random.pick(zones)})`;
    case 2:
      return 'date.fromisoformat("2024-02-29")';
    case 3:
      return `datetime.fromisoformat("2024-02-29${random.pick(['', 'T10:00', ' 10:11:12'])}")`;
    default:
      return `(${moment(random, depth - 1)} ${random.pick(['+', '-'])} ${span(random, depth - 1)})`;
  }
};

const shown: readonly (readonly [of: (random: Random, depth: number) => string, ways: readonly string[]])[] = [
  [decimal, ['str(¤)', 'f"{¤}"', '¤ == ¤', '¤ < ¤', '¤ >= 0.1', 'bool(¤)', '1 if ¤ - ¤ else 2']],
  [
    span,
    [
      '¤.days',
      '¤.seconds',
      '¤.microseconds',
      '¤ == ¤',
      '¤ > ¤',
      'int(¤.total_seconds())',
      'str(¤)',
      'f"{¤}"',
      'bool(¤)',
      'not ¤',
    ],
  ],
  [
    moment,
    [
      'str(¤)',
      '¤.isoformat()',
      '¤ == ¤',
      '¤ < ¤',
      '¤.year',
      '¤.date().isoformat()',
      'bool(¤)',
      '¤.strftime("%d/%m/%y %H:%M:%S.%f %%Y%Y")',
    ],
  ],
];

const makeExpressions = (seed: number, count: number): string[] => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const [of, ways] = random.pick(shown);
    return random.pick(ways).replaceAll('¤', () => of(random, 3));
  });
};

/** What Python has; null where it raises. */
const byPython = (expressions: readonly string[]): unknown[] => {
  const program = `${imports}
import json, sys
def made(text):
    try:
        return eval(text)
    except Exception:
        return None
print(json.dumps([made(text) for text in json.load(sys.stdin)]))`;
  return JSON.parse(askPython(['-c', program], { input: JSON.stringify(expressions) }));
};

test('what settings and models calculate with decimals, days and spans of time is what Python makes of it', () => {
  const expressions = [
    'timedelta(days=1, hours=48).days',
    'timedelta(seconds=90000).seconds',
    'str(Decimal(0.1))',
    ...makeExpressions(11, 4000),
  ];
  const theirs = byPython(expressions);
  const module = createModule('amounts', '/srv/amounts.py');
  const text = expressions.map((expression, index) => `v${index} = ${expression}\n`).join('');
  runModule(createEngine(closedWorld, 10_000_000), module, readModule(imports + text));
  let known = 0;
  for (const [index, expression] of expressions.entries()) {
    const ours = module.names.get(`v${index}`);
    if (!/^(?:string|number|boolean)$/.test(typeof ours) || theirs[index] === null) continue;
    known += 1;
    assert.equal(ours, theirs[index], expression);
  }
  const told = theirs.filter((made) => made !== null).length;
  assert.ok(known > told * 0.75, `${known} of ${told} are known`);
});
