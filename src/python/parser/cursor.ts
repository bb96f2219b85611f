/**
 * The tokens of a Python text, found one at a time as the parser asks. Written for speed: a token is a number
 * (operators are their character codes packed together), a word is cut out of the text only when it is needed.
 */

import type { SyntaxProblem } from '../syntax.ts';
import { skipString } from './strings.ts';

export const END = 0;
export const NEWLINE = 1;
export const NAME = 2;
export const NUMBER = 3;
export const STRING = 4;
export const UNKNOWN = 5;

/** The token of an operator: its characters' codes, first one lowest. */
export const operatorToken = (text: string): number => {
  let token = 0;
  for (let index = text.length - 1; index >= 0; index--) token = token * 256 + text.charCodeAt(index);
  return token;
};

export type Cursor = {
  readonly text: string;
  readonly end: number;
  readonly problems: SyntaxProblem[];
  /** Where the next token is looked for, and its line. */
  at: number;
  line: number;
  /** Open brackets: inside them a line break is a space. */
  depth: number;
  /** Of the logical line the cursor is in. */
  indent: number;
  lineStart: number;
  /** The current token. */
  token: number;
  start: number;
  startLine: number;
  /** Of a NAME. */
  word: string;
  /** Of a STRING: offset of its first quote; what stands before is its prefix. */
  quoteAt: number;
  /** Where the token before the current one ended. */
  lastEnd: number;
  /** Nested expressions and blocks, so that hostile text cannot exhaust the stack. */
  nesting: number;
  /** In the pattern of a `case`, where a part may be named: `[int() as size, *_]`. */
  isPattern: boolean;
};

/** Thrown inside the parser and caught at the statement it happened in; never leaves this room. */
export class Unreadable extends Error {}

const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (code >= 48 && code <= 57) || code >= 128;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const createCursor = (
  text: string,
  from: { at: number; end: number; line: number; depth: number; nesting: number },
  problems: SyntaxProblem[],
): Cursor => ({
  text,
  end: from.end,
  problems,
  at: from.at,
  line: from.line,
  depth: from.depth,
  indent: 0,
  lineStart: from.at,
  token: NEWLINE,
  start: from.at,
  startLine: from.line,
  word: '',
  quoteAt: 0,
  lastEnd: from.at,
  nesting: from.nesting,
  isPattern: false,
});

/** Words that only ever begin a statement: seen at the start of a line inside brackets, a bracket was left open. */
const statementWords = new Set(['def', 'class', 'import', 'return', 'try', 'while', 'raise', 'del', 'assert', 'pass']);
const startsStatement = (text: string, at: number, end: number): boolean => {
  const code = text.charCodeAt(at);
  // First letters of the words above; keeps the check off the common path.
  if (
    code !== 100 &&
    code !== 99 &&
    code !== 105 &&
    code !== 114 &&
    code !== 116 &&
    code !== 119 &&
    code !== 97 &&
    code !== 112
  )
    return false;
  let stop = at;
  while (stop < end && stop - at < 8 && isWordCode(text.charCodeAt(stop))) stop++;
  if (stop - at < 3 || !statementWords.has(text.slice(at, stop))) return false;
  const next = text.charCodeAt(stop);
  return next === 32 || next === 58 || next === 9 || next === 10;
};

const skipComment = (cursor: Cursor): void => {
  const newline = cursor.text.indexOf('\n', cursor.at);
  cursor.at = newline === -1 || newline > cursor.end ? cursor.end : newline;
};

/** Moves over spaces, comments and, inside brackets, line breaks. */
const skipSpace = (cursor: Cursor): void => {
  const { text, end } = cursor;
  while (cursor.at < end) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32 || code === 9 || code === 12) cursor.at++;
    else if (code === 35) skipComment(cursor);
    else if (code === 92 && text.charCodeAt(cursor.at + 1) === 10) {
      cursor.at += 2;
      cursor.line++;
    } else if (code === 10 && cursor.depth > 0) {
      let next = cursor.at + 1;
      while (next < end && (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9)) next++;
      if (startsStatement(text, next, end)) return;
      cursor.at = next;
      cursor.line++;
    } else return;
  }
};

const readWord = (cursor: Cursor): void => {
  const { text, end, start } = cursor;
  let at = start;
  let code = text.charCodeAt(at);
  let codes = 0;
  do {
    codes |= code;
    code = text.charCodeAt(++at);
  } while (at < end && isWordCode(code));
  const next = at < end ? code : 0;
  if ((next === 34 || next === 39) && at - start <= 2 && isStringPrefix(text, start, at)) {
    cursor.at = at;
    readString(cursor);
    return;
  }
  cursor.at = at;
  const word = text.slice(start, at);
  // Python knows names by this form: `µ` written as the sign for a millionth is the Greek letter.
  cursor.word = codes < 128 ? word : word.normalize('NFKC');
  cursor.token = NAME;
};

const isStringPrefix = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at) | 32;
    // r, b, u, f, t
    if (code !== 114 && code !== 98 && code !== 117 && code !== 102 && code !== 116) return false;
  }
  return true;
};

const readString = (cursor: Cursor): void => {
  const { text, start } = cursor;
  cursor.quoteAt = cursor.at;
  const stop = skipString(text, start, cursor.at, cursor.end);
  cursor.token = stop < 0 ? UNKNOWN : STRING;
  const to = Math.abs(stop);
  for (let at = text.indexOf('\n', start); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) cursor.line++;
  cursor.at = to;
};

const number =
  /(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)[jJlL]?/y;

const readNumber = (cursor: Cursor): void => {
  const { text, end } = cursor;
  let at = cursor.start;
  while (at < end && isDigit(text.charCodeAt(at))) at++;
  // Most are digits and nothing else.
  if (at < end && (isWordCode(text.charCodeAt(at)) || text.charCodeAt(at) === 46)) {
    number.lastIndex = cursor.start;
    at = number.test(text) ? Math.min(number.lastIndex, end) : at;
  }
  cursor.at = at;
  cursor.token = NUMBER;
};

const ASSIGN = 61;
/** `** // << >>` and the like: the second character repeats the first. */
const doubles = new Set([42, 47, 60, 62]);
/** Characters that `=` may follow to make one operator: `! % & * + - / : < = > @ ^ |`. */
const beforeAssign = new Set([33, 37, 38, 42, 43, 45, 47, 58, 60, 61, 62, 64, 94, 124]);
const loneOperators = new Set([...beforeAssign, 44, 46, 59, 126, 40, 41, 91, 93, 123, 125]);

/** Length of the operator at the cursor: the longest that Python knows. */
const operatorLength = (cursor: Cursor, code: number): number => {
  const { text, at } = cursor;
  const second = at + 1 < cursor.end ? text.charCodeAt(at + 1) : 0;
  if (code === 46) return second === 46 && text.charCodeAt(at + 2) === 46 ? 3 : 1;
  if (second === code && doubles.has(code)) return text.charCodeAt(at + 2) === ASSIGN ? 3 : 2;
  if (second === ASSIGN && beforeAssign.has(code)) return 2;
  // `->`, and `<>` of old Python.
  return (code === 45 || code === 60) && second === 62 ? 2 : 1;
};

const readOperator = (cursor: Cursor, code: number): void => {
  if (code === 40 || code === 91 || code === 123) cursor.depth++;
  else if ((code === 41 || code === 93 || code === 125) && cursor.depth > 0) cursor.depth--;
  const length = operatorLength(cursor, code);
  cursor.token = loneOperators.has(code) ? code : UNKNOWN;
  for (let index = 1; index < length; index++) cursor.token |= cursor.text.charCodeAt(cursor.at + index) << (8 * index);
  cursor.at += length;
};

/** Reads the next token into the cursor. */
export const advance = (cursor: Cursor): void => {
  cursor.lastEnd = cursor.at;
  skipSpace(cursor);
  cursor.start = cursor.at;
  cursor.startLine = cursor.line;
  if (cursor.at >= cursor.end) {
    cursor.token = END;
    return;
  }
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === 10) cursor.token = NEWLINE;
  else if (code === 34 || code === 39) readString(cursor);
  else if (isDigit(code) || (code === 46 && isDigit(cursor.text.charCodeAt(cursor.at + 1)))) readNumber(cursor);
  else if (isWordCode(code)) readWord(cursor);
  else readOperator(cursor, code);
};

/** From anywhere in a line to the first token of the next one that has any. */
export const nextLine = (cursor: Cursor): void => {
  const { text, end } = cursor;
  cursor.depth = 0;
  while (cursor.at < end) {
    if (text.charCodeAt(cursor.at) === 10) {
      cursor.at++;
      cursor.line++;
    }
    const from = cursor.at;
    const indent = readIndent(cursor);
    const code = cursor.at < end ? text.charCodeAt(cursor.at) : 10;
    if (code === 35) skipComment(cursor);
    else if (code !== 10) {
      cursor.indent = indent;
      cursor.lineStart = from;
      advance(cursor);
      return;
    }
  }
  cursor.lastEnd = cursor.at;
  cursor.start = cursor.at;
  cursor.token = END;
  cursor.indent = -1;
};

const readIndent = (cursor: Cursor): number => {
  const { text, end } = cursor;
  let indent = 0;
  for (; cursor.at < end; cursor.at++) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32) indent++;
    else if (code === 9) indent = (Math.floor(indent / 8) + 1) * 8;
    else if (code === 12) indent = 0;
    else break;
  }
  return indent;
};

/** To the line break that ends the logical line, over strings and brackets, reading nothing. */
export const skipLogicalLine = (cursor: Cursor): void => {
  while (cursor.token !== NEWLINE && cursor.token !== END) skipTokenFast(cursor);
};

/** Moves to the next character that matters and past it; leaves NEWLINE or END as the token when the line is over. */
const skipTokenFast = (cursor: Cursor): void => {
  const { text, end } = cursor;
  let at = cursor.at;
  let depth = cursor.depth;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code > 93 && code !== 123 && code !== 125) continue;
    if (code === 10) {
      if (depth === 0 || startsStatement(text, firstOfLine(text, at + 1, end), end)) break;
      cursor.line++;
    } else if (code === 35) {
      const newline = text.indexOf('\n', at);
      at = (newline === -1 || newline > end ? end : newline) - 1;
    } else if (code === 34 || code === 39) {
      const prefix = prefixStart(text, at, cursor.lineStart);
      const stop = Math.abs(skipString(text, prefix, at, end));
      for (let line = text.indexOf('\n', at); line !== -1 && line < stop; line = text.indexOf('\n', line + 1))
        cursor.line++;
      at = stop - 1;
    } else if (code === 40 || code === 91 || code === 123) depth++;
    else if (code === 41 || code === 93 || code === 125) depth = depth > 0 ? depth - 1 : 0;
    else if (code === 92 && text.charCodeAt(at + 1) === 10) {
      at++;
      cursor.line++;
    }
  }
  cursor.at = Math.min(at, end);
  cursor.depth = 0;
  cursor.lastEnd = cursor.at;
  cursor.start = cursor.at;
  cursor.startLine = cursor.line;
  cursor.token = cursor.at >= end ? END : NEWLINE;
};

const firstOfLine = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
};

const prefixStart = (text: string, quoteAt: number, floor: number): number => {
  let at = quoteAt;
  while (at > floor && quoteAt - at < 2 && isStringPrefix(text, at - 1, at)) at--;
  return at > floor && isWordCode(text.charCodeAt(at - 1)) ? quoteAt : at;
};

/** To the first line that is indented no deeper than `indent`, reading nothing; this is how function bodies are passed. */
export const skipBlock = (cursor: Cursor, indent: number): void => {
  nextLine(cursor);
  while (cursor.token !== END && cursor.indent > indent) {
    cursor.at = cursor.start;
    cursor.line = cursor.startLine;
    cursor.depth = 0;
    cursor.token = UNKNOWN;
    skipLogicalLine(cursor);
    nextLine(cursor);
  }
};
