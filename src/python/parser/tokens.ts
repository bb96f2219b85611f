/** The tokens that the parser asks for by name, and how it asks. */
import { advance, type Cursor, END, NAME, NEWLINE, operatorToken, Unreadable } from './cursor.ts';

const op = operatorToken;
export const [OPEN, CLOSE, SQUARE, SQUARE_CLOSE, BRACE, BRACE_CLOSE] = [
  op('('),
  op(')'),
  op('['),
  op(']'),
  op('{'),
  op('}'),
] as const;
export const [COMMA, COLON, DOT, ASSIGN, STAR, POWER, SEMICOLON, AT] = [
  op(','),
  op(':'),
  op('.'),
  op('='),
  op('*'),
  op('**'),
  op(';'),
  op('@'),
] as const;
export const [WALRUS, ELLIPSIS, MINUS, PLUS, TILDE] = [op(':='), op('...'), op('-'), op('+'), op('~')] as const;

export const fail = (cursor: Cursor, expected: string): never => {
  const found =
    cursor.token === END
      ? 'the end of the file'
      : cursor.token === NEWLINE
        ? 'the end of the line'
        : `"${cursor.text.slice(cursor.start, Math.min(cursor.at, cursor.start + 20))}"`;
  throw new Unreadable(`Expected ${expected}, found ${found}.`);
};

export const isWord = (cursor: Cursor, word: string): boolean => cursor.token === NAME && cursor.word === word;

export const expectToken = (cursor: Cursor, token: number, expected: string): void => {
  if (cursor.token !== token) fail(cursor, expected);
  advance(cursor);
};

export const expectWord = (cursor: Cursor, word: string): void => {
  if (!isWord(cursor, word)) fail(cursor, `"${word}"`);
  advance(cursor);
};

export const readName = (cursor: Cursor): string => {
  if (cursor.token !== NAME) fail(cursor, 'a name');
  const name = cursor.word;
  advance(cursor);
  return name;
};

// CPython itself gives up at 200 open brackets.
const MAX_NESTING = 200;

/** Reads one level further in, so that hostile text cannot exhaust the stack. `read` is handed the cursor: half of all calls need no closure. */
export const deeper = <T>(cursor: Cursor, read: (cursor: Cursor) => T): T => {
  if (++cursor.nesting > MAX_NESTING) throw new Unreadable('Nested too deeply.');
  const value = read(cursor);
  cursor.nesting--;
  return value;
};
