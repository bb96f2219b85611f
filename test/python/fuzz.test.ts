import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createEngine, createModule, readFunction, readModule, runModule } from '../../src/python/index.ts';
import type { Statement } from '../../src/python/syntax.ts';
import { processorMs } from '../processor-time.ts';
import { closedWorld } from './closed-world.ts';

const sample = `from django.db import models
from . import *
import os.path as p, sys

@decorated(x=[1, {"a": (2, 3)}], *args, **kwargs)
class Book(models.Model, metaclass=Meta):
    """Text with 'quotes' and \\\\ escapes"""
    title: str = models.CharField(f"{x!r:>{w}} {y['k']}", max_length=0x1F, choices=[(i, i) for i in range(3) if i])
    async def f(self, a, /, b=1, *c, **d) -> int:
        return lambda z: z if z else [*z]
    class Meta:
        ordering = ["-title"]

try:
    match value:
        case {"a": [1, 2]} | None if x: pass
except (A, B) as error:
    del a, b[1:2]
else:
    X += 1; y = z = not -1 ** 2 @ 3 or (yield) and 'a' not in "b" is not None
while True:
    for a, *b in c: break
`;

const readDeep = (statements: readonly Statement[], depth = 0): void => {
  if (depth > 20) return;
  for (const statement of statements) {
    if (statement.kind === 'function') readDeep(readFunction(statement).body, depth + 1);
    else if (statement.kind === 'class') readDeep(statement.body, depth + 1);
  }
};

/** Reads and evaluates; whatever it is, that ends and does not throw. */
const take = (text: string): void => {
  const syntax = readModule(text);
  readDeep(syntax.statements);
  runModule(createEngine(closedWorld, 200_000), createModule('fuzz', '/w/fuzz.py'), syntax);
};

const withinMs = (limit: number, work: () => void): void => {
  const took = processorMs(work);
  assert.ok(took < limit, `took ${took} ms of CPU`);
};

test('text cut off anywhere is read without throwing or hanging', () => {
  withinMs(20_000, () => {
    for (let end = 0; end < sample.length; end++) take(sample.slice(0, end));
    for (let start = 0; start < sample.length; start += 3) take(sample.slice(start));
  });
});

test('text with characters dropped, doubled or swapped is read without throwing or hanging', () => {
  const alphabet = '()[]{}"\'\\\n\t :=,.@#*fb';
  withinMs(20_000, () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return seed % below;
    };
    for (let round = 0; round < 1500; round++) {
      let text = sample;
      for (let edits = 0; edits < 1 + (round % 5); edits++) {
        const at = next(text.length);
        text = text.slice(0, at) + alphabet.charAt(next(alphabet.length)) + text.slice(at + next(3));
      }
      take(text);
    }
  });
});

test('random bytes are read without throwing or hanging', () => {
  withinMs(20_000, () => {
    for (let round = 0; round < 200; round++) {
      const bytes = randomBytes(2000);
      take(bytes.toString('utf8'));
      take(bytes.toString('latin1'));
    }
  });
});

test('text that is nested or long beyond all sense ends quickly', () => {
  const monsters = [
    `x = ${'('.repeat(100_000)}`,
    `x = ${'['.repeat(5000)}${']'.repeat(5000)}`,
    `x = ${'- '.repeat(50_000)}1`,
    `x = ${'not '.repeat(50_000)}1`,
    `x = ${'1 + '.repeat(100_000)}1`,
    `x = a${'.b'.repeat(100_000)}`,
    `x = a${'(1)'.repeat(50_000)}`,
    `x = ${'1 ** '.repeat(50_000)}1`,
    `x = ${'lambda: '.repeat(50_000)}1`,
    `x = ${'a if b else '.repeat(50_000)}c`,
    `x = f"${'{f"'.repeat(10_000)}`,
    Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join(''),
    `if a: pass\n${'elif b: pass\n'.repeat(20_000)}`,
    `x = "${'a'.repeat(1_000_000)}`,
    `x = "a" ${'"b" '.repeat(50_000)}`,
    '"""'.repeat(100_000),
    `${'\\\n'.repeat(100_000)}x = 1`,
    'while True:\n    x = 1\n',
    'def f(): return f() + f()\nf()\n',
    'x = [0] * 10 ** 12\ny = "a" * 10 ** 12\nz = [a for a in range(999) for b in range(999) for c in range(999)]\n',
    'x = [1]\nfor i in range(500):\n    x += x\n',
  ];
  for (const text of monsters) withinMs(8000, () => take(text));
});
