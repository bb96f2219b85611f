import { test } from 'node:test';
import { takePython as take } from '../../bench/fuzz/readers.ts';
import { python as sample } from '../../bench/fuzz/samples.ts';
import { assertWithin } from '../processor-time.ts';

test('text cut off anywhere is read without throwing or hanging', () => {
  assertWithin(20_000, () => {
    for (let end = 0; end < sample.length; end++) take(sample.slice(0, end));
    for (let start = 0; start < sample.length; start += 3) take(sample.slice(start));
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
  for (const text of monsters) assertWithin(8000, () => take(text));
});
