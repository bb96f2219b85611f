import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printTable } from '../../src/cli/print.ts';

/** What a table of these rows prints. */
const printed = (rows: string[][]): string[] => {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = ((part: string) => {
    text += part;
    return true;
  }) as typeof write;
  try {
    printTable(rows);
  } finally {
    process.stdout.write = write;
  }
  return text.split('\n').slice(0, -1);
};

test('columns stand under each other in every script, and no line ends in blanks', () => {
  const lines = printed([
    ['shop', '/a', 'x'],
    ['店舗', '/b', ''],
    ['Gro\u0308\u00dfe', '/c', 'y'],
  ]);
  assert.deepEqual(lines, ['shop   /a  x', '店舗   /b', 'Gro\u0308\u00dfe  /c  y']);
});
