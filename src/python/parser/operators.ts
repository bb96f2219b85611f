/** Binary operators and how tightly they bind. */
import { advance, type Cursor, NAME, operatorToken } from './cursor.ts';
import { expectWord, isWord } from './tokens.ts';

/** Precedence of the binary operator at the cursor, 0 for none; `not in` and `is not` are recognised by their first word. */
const precedences = new Map<number, number>(
  Object.entries({
    '<': 4,
    '>': 4,
    '==': 4,
    '!=': 4,
    '<=': 4,
    '>=': 4,
    '<>': 4,
    '|': 5,
    '^': 6,
    '&': 7,
    '<<': 8,
    '>>': 8,
    '+': 9,
    '-': 9,
    '*': 10,
    '/': 10,
    '//': 10,
    '%': 10,
    '@': 10,
    '**': 12,
  }).map(([text, precedence]) => [operatorToken(text), precedence]),
);
export const COMPARISON = 4;
export const UNARY = 11;

export const precedenceAt = (cursor: Cursor): number => {
  if (cursor.token !== NAME) return precedences.get(cursor.token) ?? 0;
  switch (cursor.word) {
    case 'or':
      return 1;
    case 'and':
      return 2;
    case 'in':
    case 'is':
    case 'not':
      return COMPARISON;
    default:
      return 0;
  }
};

export const readOperator = (cursor: Cursor): string => {
  if (cursor.token !== NAME) {
    const operator = cursor.text.slice(cursor.start, cursor.at);
    advance(cursor);
    return operator;
  }
  const first = cursor.word;
  advance(cursor);
  if (first === 'not') {
    expectWord(cursor, 'in');
    return 'not in';
  }
  if (first === 'is' && isWord(cursor, 'not')) {
    advance(cursor);
    return 'is not';
  }
  return first;
};
