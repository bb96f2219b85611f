/** Random sums of whole numbers and floats come to what Python makes of them, and are written as Python writes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, createModule, readModule, runModule } from '../../../src/python/index.ts';
import { randomFrom } from '../../random.ts';
import { askPython } from '../../warm-python.ts';
import { closedWorld } from '../closed-world.ts';

const atoms = [
  '0',
  '1',
  '2',
  '3',
  '7',
  '10',
  '255',
  '1.0',
  '2.5',
  '0.1',
  '0.2',
  '1e3',
  '1e16',
  '1.5e-7',
  '0.125',
  'True',
];
const operators = ['+', '-', '*', '/', '//', '%', '**', '<<', '&', '|', '^', '==', '<', '>='];
const around = [
  'abs(¤)',
  'round(¤)',
  'round(¤, 2)',
  'int(¤)',
  'float(¤)',
  '-¤',
  'max(¤, 1)',
  'min(1.0, ¤)',
  'sum([¤, 0.5])',
];
const shown = [
  'str(¤)',
  'repr(¤)',
  'f"{¤}"',
  '"%s" % (¤,)',
  '"%d" % (¤,)',
  '"%.2f" % (¤,)',
  'f"{¤:.3f}"',
  'f"{¤:8}"',
  'f"{¤:g}"',
  'f"{¤:.1e}"',
];

const makeExpressions = (seed: number, count: number): string[] => {
  const random = randomFrom(seed);
  const sum = (depth: number): string => {
    if (depth === 0 || random.next(4) === 0) return random.pick(atoms);
    if (random.next(4) === 0) return random.pick(around).replace('¤', () => `(${sum(depth - 1)})`);
    return `(${sum(depth - 1)}) ${random.pick(operators)} (${sum(depth - 1)})`;
  };
  return Array.from({ length: count }, () => random.pick(shown).replace('¤', () => `(${sum(3)})`));
};

/** What Python writes; null where it raises. */
const byPython = (expressions: readonly string[]): (string | null)[] => {
  const program = `import json, sys
def written(text):
    try:
        return eval(text)
    except Exception:
        return None
print(json.dumps([written(text) for text in json.load(sys.stdin)]))`;
  const input = JSON.stringify(expressions);
  return JSON.parse(askPython(['-c', program], { input })) as (string | null)[];
};

test('random sums are written as Python writes them, or said not to be known', () => {
  const expressions = makeExpressions(7, 4000);
  const theirs = byPython(expressions);
  const module = createModule('numbers', '/srv/numbers.py');
  const text = expressions.map((expression, index) => `v${index} = ${expression}\n`).join('');
  runModule(createEngine(closedWorld, 10_000_000), module, readModule(text));
  let known = 0;
  for (const [index, expression] of expressions.entries()) {
    const ours = module.names.get(`v${index}`);
    if (typeof ours !== 'string' || theirs[index] === null) continue;
    known += 1;
    assert.equal(ours, theirs[index], expression);
  }
  // Python itself refuses some; of the others nearly all must be told.
  const told = theirs.filter((written) => written !== null).length;
  assert.ok(known > told * 0.9, `${known} of ${told} are known`);
});
