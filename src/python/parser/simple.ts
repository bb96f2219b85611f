/** Simple statements: imports, assignments, expressions, and those that are one word and a value. */

import type { Expression, ImportedName, Statement, StatementOf } from '../syntax.ts';
import {
  advance,
  type Cursor,
  END,
  NAME,
  NEWLINE,
  nextLine,
  operatorToken,
  skipLogicalLine,
  UNKNOWN,
} from './cursor.ts';
import { readExpression, readExpressions } from './expressions.ts';
import {
  ASSIGN,
  CLOSE,
  COLON,
  COMMA,
  DOT,
  expectToken,
  fail,
  isWord,
  OPEN,
  readName,
  SEMICOLON,
  STAR,
} from './tokens.ts';

/** Simple statements with `;` between them, up to the end of the line. */
export const readSimpleLine = (cursor: Cursor, into: Statement[]): void => {
  for (;;) {
    into.push(readSimple(cursor));
    if (cursor.token !== SEMICOLON) break;
    advance(cursor);
    if (isLineEnd(cursor)) break;
  }
  if (!isLineEnd(cursor)) fail(cursor, 'the end of the line');
  nextLine(cursor);
};

const isLineEnd = (cursor: Cursor): boolean => cursor.token === NEWLINE || cursor.token === END;

const readSimple = (cursor: Cursor): Statement => {
  const line = cursor.startLine;
  if (cursor.token === NAME)
    switch (cursor.word) {
      case 'import':
        return readImport(cursor);
      case 'from':
        return readFrom(cursor);
      case 'pass':
      case 'break':
      case 'continue':
        return readBare(cursor);
      case 'global':
      case 'nonlocal':
        return readScope(cursor, cursor.word);
      case 'assert':
        return readAssert(cursor);
      case 'return':
      case 'raise':
        return readReturn(cursor);
      case 'del':
        advance(cursor);
        return { kind: 'delete', targets: listOf(readExpressions(cursor)), line };
      case 'type':
        if (isTypeAlias(cursor)) return skipRest(cursor);
        break;
      case 'lazy':
        if (isLazyImport(cursor)) return readLazyImport(cursor);
    }
  return readAssignment(cursor);
};

const listOf = (value: Expression): readonly Expression[] => (value.kind === 'tuple' ? value.items : [value]);

const readBare = (cursor: Cursor): Statement => {
  const { word: keyword, startLine: line } = cursor;
  advance(cursor);
  return { kind: 'other', keyword, line };
};

const readScope = (cursor: Cursor, keyword: 'global' | 'nonlocal'): Statement => {
  const line = cursor.startLine;
  const names: string[] = [];
  do {
    advance(cursor);
    names.push(readName(cursor));
  } while (cursor.token === COMMA);
  return { kind: 'scope', keyword, names, line };
};

const skipRest = (cursor: Cursor): Statement => {
  const { word: keyword, startLine: line } = cursor;
  cursor.token = UNKNOWN;
  skipLogicalLine(cursor);
  return { kind: 'other', keyword, line };
};

const readAssert = (cursor: Cursor): Statement => {
  const line = cursor.startLine;
  advance(cursor);
  const test = readExpression(cursor);
  if (cursor.token === COMMA) {
    advance(cursor);
    readExpression(cursor);
  }
  return { kind: 'assert', test, line };
};

const readReturn = (cursor: Cursor): Statement => {
  const { word, startLine: line } = cursor;
  advance(cursor);
  const value = isLineEnd(cursor) || cursor.token === SEMICOLON ? null : readExpressions(cursor);
  if (word === 'return') return { kind: 'return', value, line };
  if (isWord(cursor, 'from')) {
    advance(cursor);
    readExpression(cursor);
  }
  return { kind: 'raise', value, line };
};

/** `type X = …` and `type X[T] = …`; a name `type` that is called or assigned is just a name. */
const isTypeAlias = (cursor: Cursor): boolean =>
  /^type[ \t]+[^\W\d]\w*[ \t]*[=[]/.test(cursor.text.slice(cursor.start, cursor.start + 200));

/** `lazy import a` and `lazy from a import b` of Python 3.15; else a name `lazy` is just a name. */
const isLazyImport = (cursor: Cursor): boolean =>
  /^lazy[ \t]+(?:import|from)[ \t.]/.test(cursor.text.slice(cursor.start, cursor.start + 40));

const readLazyImport = (cursor: Cursor): Statement => {
  advance(cursor);
  return { ...(isWord(cursor, 'import') ? readImport(cursor) : readFrom(cursor)), isLazy: true };
};

const readDotted = (cursor: Cursor): string => {
  let name = readName(cursor);
  while (cursor.token === DOT) {
    advance(cursor);
    name += `.${readName(cursor)}`;
  }
  return name;
};

const readAlias = (cursor: Cursor): string | null => {
  if (!isWord(cursor, 'as')) return null;
  advance(cursor);
  return readName(cursor);
};

const readImport = (cursor: Cursor): StatementOf<'import'> => {
  const line = cursor.startLine;
  const names: ImportedName[] = [];
  do {
    advance(cursor);
    names.push({ name: readDotted(cursor), alias: readAlias(cursor) });
  } while (cursor.token === COMMA);
  return { kind: 'import', names, line };
};

const ELLIPSIS = operatorToken('...');

const readFrom = (cursor: Cursor): StatementOf<'from'> => {
  const line = cursor.startLine;
  advance(cursor);
  let level = 0;
  while (cursor.token === DOT || cursor.token === ELLIPSIS) {
    level += cursor.token === DOT ? 1 : 3;
    advance(cursor);
  }
  const module = isWord(cursor, 'import') ? '' : readDotted(cursor);
  if (!isWord(cursor, 'import')) fail(cursor, '"import"');
  advance(cursor);
  if (cursor.token === STAR) {
    advance(cursor);
    return { kind: 'from', module, level, names: null, line };
  }
  return { kind: 'from', module, level, names: readImportedNames(cursor), line };
};

const readImportedNames = (cursor: Cursor): ImportedName[] => {
  const names: ImportedName[] = [];
  const enclosed = cursor.token === OPEN;
  if (enclosed) advance(cursor);
  while (cursor.token === NAME) {
    names.push({ name: readName(cursor), alias: readAlias(cursor) });
    if (cursor.token !== COMMA) break;
    advance(cursor);
  }
  if (enclosed) expectToken(cursor, CLOSE, '"," or ")"');
  return names;
};

const augmented = new Map<number, string>(
  ['+', '-', '*', '/', '//', '%', '@', '&', '|', '^', '>>', '<<', '**'].map((text) => [
    operatorToken(`${text}=`),
    text,
  ]),
);

const readAssignment = (cursor: Cursor): Statement => {
  const line = cursor.startLine;
  const first = readExpressions(cursor);
  if (cursor.token === COLON) return readAnnotated(cursor, first, line);
  const operator = augmented.get(cursor.token);
  if (operator !== undefined) {
    advance(cursor);
    return { kind: 'augmented', target: first, operator, value: readExpressions(cursor), line };
  }
  if (cursor.token !== ASSIGN) return { kind: 'expression', value: first, line };
  const targets = [first];
  advance(cursor);
  let value = readExpressions(cursor);
  while (cursor.token === ASSIGN) {
    advance(cursor);
    targets.push(value);
    value = readExpressions(cursor);
  }
  return { kind: 'assign', targets, value, line };
};

const readAnnotated = (cursor: Cursor, target: Expression, line: number): Statement => {
  if (target.kind !== 'name' && target.kind !== 'attribute' && target.kind !== 'subscript')
    fail(cursor, 'the end of the line');
  advance(cursor);
  const annotation = readExpression(cursor);
  if (cursor.token !== ASSIGN) return { kind: 'annotated', target, annotation, value: null, line };
  advance(cursor);
  return { kind: 'annotated', target, annotation, value: readExpressions(cursor), line };
};
