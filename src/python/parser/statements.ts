/** Statements with their blocks. A statement that cannot be read costs its own lines; function bodies are passed over, not read. */

import type { ExceptHandler, Expression, Keyword, MatchCase, Statement } from '../syntax.ts';
import {
  advance,
  type Cursor,
  END,
  NAME,
  NEWLINE,
  nextLine,
  skipBlock,
  skipLogicalLine,
  UNKNOWN,
  Unreadable,
} from './cursor.ts';
import { readArguments, readExpression, readExpressions, readPattern, readTargets } from './expressions.ts';
import { resume } from './recovery.ts';
import { readSimpleLine } from './simple.ts';
import {
  AT,
  COLON,
  COMMA,
  expectToken,
  expectWord,
  fail,
  isWord,
  OPEN,
  readName,
  SQUARE,
  SQUARE_CLOSE,
  STAR,
} from './tokens.ts';

/** Reads every statement that is indented deeper than `parentIndent`; the cursor stands on the first one's first token. */
export const readStatements = (cursor: Cursor, parentIndent: number): Statement[] => {
  const statements: Statement[] = [];
  while (cursor.token !== END && cursor.indent > parentIndent) readStatement(cursor, statements);
  return statements;
};

/** Reads one logical line, and the block that belongs to it; always moves on. */
const readStatement = (cursor: Cursor, into: Statement[]): void => {
  const { indent, lineStart, startLine, nesting } = cursor;
  try {
    if (!readDecorated(cursor, into) && !readCompound(cursor, into)) readSimpleLine(cursor, into);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    cursor.problems.push({
      line: cursor.token === NEWLINE ? cursor.startLine : Math.max(startLine, cursor.startLine),
      message: error.message,
    });
    cursor.nesting = nesting;
    resume(cursor, { indent, lineStart });
  }
};

// CPython allows 100 levels of indentation.
const MAX_BLOCKS = 100;

/** The block after a header: lines indented deeper than `indent`, or statements on the same line. */
export const readBlock = (cursor: Cursor, indent: number): Statement[] => {
  expectToken(cursor, COLON, '":"');
  const statements: Statement[] = [];
  if (cursor.token !== NEWLINE && cursor.token !== END) {
    readSimpleLine(cursor, statements);
    return statements;
  }
  nextLine(cursor);
  if (cursor.indent <= indent) {
    cursor.problems.push({ line: cursor.startLine, message: 'Expected an indented block.' });
    return statements;
  }
  if (indent > MAX_BLOCKS * 8) throw new Unreadable('Nested too deeply.');
  return readStatements(cursor, indent);
};

/** `@decorator` lines and the class or function below them. False when the cursor stands on something else. */
const readDecorated = (cursor: Cursor, into: Statement[]): boolean => {
  if (cursor.token !== AT) return false;
  const decorators: Expression[] = [];
  const { indent } = cursor;
  while (cursor.token === AT && cursor.indent === indent) {
    advance(cursor);
    decorators.push(readExpressions(cursor));
    if (cursor.token !== NEWLINE) fail(cursor, 'the end of the line');
    nextLine(cursor);
  }
  if (isWord(cursor, 'class')) readClass(cursor, decorators, into);
  else if (isWord(cursor, 'def') || isAsync(cursor)) readFunctionHead(cursor, decorators, into);
  else fail(cursor, 'a class or a function');
  return true;
};

const isAsync = (cursor: Cursor): boolean =>
  isWord(cursor, 'async') && /^async[ \t]+(def|for|with)\b/.test(cursor.text.slice(cursor.start, cursor.start + 40));

/** Any statement with a block. False when the cursor stands on a simple statement. */
const readCompound = (cursor: Cursor, into: Statement[]): boolean => {
  if (cursor.token !== NAME) return false;
  switch (cursor.word) {
    case 'class':
      readClass(cursor, [], into);
      return true;
    case 'def':
      readFunctionHead(cursor, [], into);
      return true;
    case 'if':
      into.push(readIf(cursor));
      return true;
    case 'for':
      into.push(readFor(cursor));
      return true;
    case 'while':
      into.push(readWhile(cursor));
      return true;
    case 'try':
      into.push(readTry(cursor));
      return true;
    case 'with':
      into.push(readWith(cursor));
      return true;
    case 'async':
      return readAsync(cursor, into);
    case 'match':
      return readMatch(cursor, into);
    default:
      return false;
  }
};

const readAsync = (cursor: Cursor, into: Statement[]): boolean => {
  if (!isAsync(cursor)) return false;
  if (/^async[ \t]+def\b/.test(cursor.text.slice(cursor.start, cursor.start + 40))) readFunctionHead(cursor, [], into);
  else {
    advance(cursor);
    into.push(isWord(cursor, 'for') ? readFor(cursor) : readWith(cursor));
  }
  return true;
};

/** `[T, *Ts]` after a name (PEP 695); whether there are any. */
const skipTypeParameters = (cursor: Cursor): boolean => {
  if (cursor.token !== SQUARE) return false;
  for (let depth = 0; ; advance(cursor)) {
    if (cursor.token === END || cursor.token === NEWLINE) fail(cursor, '"]"');
    if (cursor.token === SQUARE) depth++;
    else if (cursor.token === SQUARE_CLOSE && --depth === 0) break;
  }
  advance(cursor);
  return true;
};

const readClass = (cursor: Cursor, decorators: readonly Expression[], into: Statement[]): void => {
  const { startLine: line, indent } = cursor;
  advance(cursor);
  const name = readName(cursor);
  const isGeneric = skipTypeParameters(cursor);
  let head: { args: Expression[]; keywords: Keyword[] } = { args: [], keywords: [] };
  if (cursor.token === OPEN) {
    advance(cursor);
    head = readArguments(cursor);
  }
  const body = readBlock(cursor, indent);
  const typed = isGeneric ? { isGeneric } : {};
  into.push({ kind: 'class', name, bases: head.args, keywords: head.keywords, decorators, body, line, ...typed });
};

export const readFunctionHead = (cursor: Cursor, decorators: readonly Expression[], into: Statement[]): void => {
  const { startLine: line, indent } = cursor;
  if (isWord(cursor, 'async')) advance(cursor);
  advance(cursor);
  const name = readName(cursor);
  skipTypeParameters(cursor);
  if (cursor.token !== OPEN) fail(cursor, '"("');
  const { start, startLine: sourceLine } = cursor;
  const oneLine = skipHead(cursor);
  skipLogicalLine(cursor);
  if (oneLine) nextLine(cursor);
  else skipBlock(cursor, indent);
  const source = cursor.text.slice(start, cursor.token === END ? cursor.end : cursor.lineStart);
  into.push({ kind: 'function', name, decorators, line, source, sourceLine, indent });
};

/** To the `:` that ends a function's head; true when the body stands on the same line. */
const skipHead = (cursor: Cursor): boolean => {
  while (cursor.token !== COLON || cursor.depth > 0) {
    if (cursor.token === END || cursor.token === NEWLINE) fail(cursor, '":"');
    advance(cursor);
  }
  advance(cursor);
  const oneLine = cursor.token !== NEWLINE && cursor.token !== END;
  if (oneLine) cursor.token = UNKNOWN;
  return oneLine;
};

const readElse = (cursor: Cursor, indent: number, word: string): Statement[] => {
  if (!isWord(cursor, word) || cursor.indent !== indent) return [];
  advance(cursor);
  return readBlock(cursor, indent);
};

/** `elif` becomes an `if` inside the `else`, without nesting calls: generated chains are long. */
const readIf = (cursor: Cursor): Statement => {
  const { indent } = cursor;
  const branches: { test: Expression; body: Statement[]; line: number }[] = [];
  do {
    const line = cursor.startLine;
    advance(cursor);
    const test = readExpressions(cursor);
    branches.push({ test, body: readBlock(cursor, indent), line });
  } while (isWord(cursor, 'elif') && cursor.indent === indent && branches.length < 500);
  let otherwise: Statement[] = readElse(cursor, indent, 'else');
  for (const branch of branches.reverse()) otherwise = [{ kind: 'if', ...branch, otherwise }];
  return otherwise[0] ?? fail(cursor, '"if"');
};

const readFor = (cursor: Cursor): Statement => {
  const { startLine: line, indent } = cursor;
  advance(cursor);
  const target = readTargets(cursor);
  expectWord(cursor, 'in');
  const iterable = readExpressions(cursor);
  const body = readBlock(cursor, indent);
  return { kind: 'for', target, iterable, body, otherwise: readElse(cursor, indent, 'else'), line };
};

const readWhile = (cursor: Cursor): Statement => {
  const { startLine: line, indent } = cursor;
  advance(cursor);
  const test = readExpressions(cursor);
  const body = readBlock(cursor, indent);
  return { kind: 'while', test, body, otherwise: readElse(cursor, indent, 'else'), line };
};

const readTry = (cursor: Cursor): Statement => {
  const { startLine: line, indent } = cursor;
  advance(cursor);
  const body = readBlock(cursor, indent);
  const handlers: ExceptHandler[] = [];
  while (isWord(cursor, 'except') && cursor.indent === indent) handlers.push(readHandler(cursor, indent));
  const otherwise = readElse(cursor, indent, 'else');
  return { kind: 'try', body, handlers, otherwise, finally: readElse(cursor, indent, 'finally'), line };
};

/** `except A:`, `except* A:`, `except (A, B) as e:`, and `except A, B:` of Python 3.14. */
const readHandler = (cursor: Cursor, indent: number): ExceptHandler => {
  const line = cursor.startLine;
  advance(cursor);
  if (cursor.token === STAR) advance(cursor);
  const type = cursor.token === COLON ? null : readExpressions(cursor);
  let name: string | null = null;
  if (isWord(cursor, 'as')) {
    advance(cursor);
    name = readName(cursor);
  }
  return { type, name, body: readBlock(cursor, indent), line };
};

const readWith = (cursor: Cursor): Statement => {
  const { startLine: line, indent } = cursor;
  const items: { context: Expression; target: Expression | null }[] = [];
  do {
    advance(cursor);
    const context = readExpression(cursor);
    let target: Expression | null = null;
    if (isWord(cursor, 'as')) {
      advance(cursor);
      target = readExpression(cursor);
    }
    items.push({ context, target });
  } while (cursor.token === COMMA);
  return { kind: 'with', items, body: readBlock(cursor, indent), line };
};

/** `match` is a statement only where its line ends with `:`; otherwise it is a name like any other. */
const readMatch = (cursor: Cursor, into: Statement[]): boolean => {
  const { startLine: line, indent, text } = cursor;
  const after = text.charCodeAt(cursor.at);
  if (after !== 32 && after !== 9 && after !== 40 && after !== 91) return false;
  const ahead: Cursor = { ...cursor, token: UNKNOWN };
  skipLogicalLine(ahead);
  if (!/:[ \t]*(#[^\n]*)?$/.test(text.slice(Math.max(cursor.at, text.lastIndexOf('\n', ahead.at - 1)), ahead.at)))
    return false;
  advance(cursor);
  const subject = readExpressions(cursor);
  expectToken(cursor, COLON, '":"');
  nextLine(cursor);
  const cases: MatchCase[] = [];
  while (cursor.token !== END && cursor.indent > indent && isWord(cursor, 'case')) cases.push(readCase(cursor));
  into.push({ kind: 'match', subject, cases, line });
  return true;
};

const readWholeCase = (cursor: Cursor): Omit<MatchCase, 'body'> => {
  cursor.isPattern = true;
  const pattern = readPattern(cursor);
  cursor.isPattern = false;
  let name: string | null = null;
  if (isWord(cursor, 'as')) {
    advance(cursor);
    name = readName(cursor);
  }
  const hasGuard = isWord(cursor, 'if');
  if (hasGuard) advance(cursor);
  const guard = hasGuard ? readExpression(cursor) : null;
  if (cursor.token !== COLON) fail(cursor, '":"');
  return { pattern, name, guard };
};

/** What looks like no expression is passed over. */
const readHead = (cursor: Cursor): Omit<MatchCase, 'body'> => {
  const before = { ...cursor };
  try {
    return readWholeCase(cursor);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  Object.assign(cursor, before);
  while (cursor.token !== COLON || cursor.depth > 0) {
    if (cursor.token === END || cursor.token === NEWLINE) fail(cursor, '":"');
    advance(cursor);
  }
  return { pattern: null, name: null, guard: null };
};

const readCase = (cursor: Cursor): MatchCase => {
  const { indent } = cursor;
  advance(cursor);
  return { ...readHead(cursor), body: readBlock(cursor, indent) };
};
