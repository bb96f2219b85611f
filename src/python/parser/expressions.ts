/** Expressions, by precedence climbing. Every function leaves the cursor on the first token it did not use. */

import { intern } from '../intern.ts';
import type { Expression, Keyword, Parameter } from '../syntax.ts';
import {
  type Inner,
  isComprehension,
  readBraces,
  readClauses,
  readIndex,
  readList,
  readParenthesised,
} from './brackets.ts';
import { advance, type Cursor, END, NAME, NUMBER, STRING, Unreadable } from './cursor.ts';
import { readStrings } from './literals.ts';
import { COMPARISON, precedenceAt, readOperator, UNARY } from './operators.ts';
import {
  ASSIGN,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  DOT,
  deeper,
  ELLIPSIS,
  expectToken,
  expectWord,
  fail,
  isWord,
  MINUS,
  OPEN,
  PLUS,
  POWER,
  readName,
  SQUARE,
  STAR,
  TILDE,
  WALRUS,
} from './tokens.ts';

// A chain is as deep a tree as it is long.
const MAX_CHAIN = 1000;

/** Words that are no names, besides `True`, `False` and `None`. */
export const reserved: ReadonlySet<string> = new Set(
  (
    'and as assert break class continue def del elif else except finally for from global if import in is lambda ' +
    'nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const readBinary = (cursor: Cursor, floor: number): Expression => {
  let left = readUnary(cursor);
  let compared: Expression | null = null;
  for (let links = 0; ; links++) {
    const precedence = precedenceAt(cursor);
    if (precedence === 0 || precedence < floor) return left;
    if (links > MAX_CHAIN) throw new Unreadable('An expression with too many parts.');
    const line = cursor.startLine;
    const operator = readOperator(cursor);
    // `**` binds to the right, everything else to the left.
    const right = deeper(cursor, () => readBinary(cursor, precedence === 12 ? UNARY : precedence + 1));
    if (precedence !== COMPARISON) {
      left = { kind: 'binary', operator, left, right, line };
      compared = null;
    } else {
      const comparison: Expression = { kind: 'binary', operator, left: compared ?? left, right, line };
      left = compared === null ? comparison : { kind: 'binary', operator: 'and', left, right: comparison, line };
      compared = right;
    }
  }
};

const readUnary = (cursor: Cursor): Expression => {
  const { token, startLine: line } = cursor;
  if (token === MINUS || token === PLUS || token === TILDE) {
    const operator = cursor.text.charAt(cursor.start);
    advance(cursor);
    return { kind: 'unary', operator, operand: deeper(cursor, () => readBinary(cursor, UNARY)), line };
  }
  if (isWord(cursor, 'not')) {
    advance(cursor);
    return { kind: 'unary', operator: 'not', operand: deeper(cursor, () => readBinary(cursor, 3)), line };
  }
  return readPrimary(cursor);
};

/** One expression: no comma, no `:=`. */
export const readExpression = (cursor: Cursor): Expression => deeper(cursor, readConditional);

const readConditional = (cursor: Cursor): Expression => {
  if (isWord(cursor, 'lambda')) return readLambda(cursor);
  const line = cursor.startLine;
  const then = readBinary(cursor, 1);
  if (cursor.isPattern && cursor.depth > 0 && isWord(cursor, 'as')) {
    advance(cursor);
    return { kind: 'walrus', name: readName(cursor), value: then, line };
  }
  if (!isWord(cursor, 'if')) return then;
  advance(cursor);
  const test = readBinary(cursor, 1);
  // The `if` of a comprehension has no `else`; `readComprehension` never asks for a whole expression there.
  expectWord(cursor, 'else');
  return { kind: 'conditional', test, then, otherwise: readExpression(cursor), line };
};

const readLambda = (cursor: Cursor): Expression => {
  const { start, startLine: line } = cursor;
  advance(cursor);
  const parameters = readParameters(cursor, COLON, null);
  expectToken(cursor, COLON, '":"');
  const body = readExpression(cursor);
  return { kind: 'lambda', parameters, body, text: cursor.text.slice(start, cursor.lastEnd), line };
};

/** Parameters up to the closing token; an annotation is passed over. A lone `*` or `/` only divides. */
export const readParameters = (cursor: Cursor, close: number, annotation: number | null): Parameter[] => {
  let parameters: Parameter[] = [];
  while (cursor.token !== close && cursor.token !== END) {
    const star = cursor.token === STAR ? '*' : cursor.token === POWER ? '**' : '';
    const isDivided = star === '' && cursor.text.charAt(cursor.start) === '/';
    if (isDivided) parameters = parameters.map((parameter) => ({ ...parameter, isByPlace: true }));
    if (star !== '' || isDivided) advance(cursor);
    if (cursor.token === NAME) parameters.push(readParameter(cursor, star, annotation));
    if (cursor.token !== COMMA) break;
    advance(cursor);
  }
  return parameters;
};

const readParameter = (cursor: Cursor, star: Parameter['star'], annotation: number | null): Parameter => {
  const name = readName(cursor);
  if (cursor.token === annotation) {
    advance(cursor);
    if (cursor.token === STAR) advance(cursor);
    readExpression(cursor);
  }
  if (cursor.token !== ASSIGN) return { name, star, default: null };
  advance(cursor);
  return { name, star, default: readExpression(cursor) };
};

/** An expression that `:=`, `*` or `**` may begin or name: an element of a list, an argument. */
const readElement = (cursor: Cursor): Expression => {
  const line = cursor.startLine;
  if (cursor.token === STAR) {
    advance(cursor);
    return { kind: 'starred', value: readBinary(cursor, 5), line };
  }
  const value = isWord(cursor, 'yield') ? readYield(cursor) : readExpression(cursor);
  if (cursor.token !== WALRUS || value.kind !== 'name') return value;
  advance(cursor);
  return { kind: 'walrus', name: value.name, value: readExpression(cursor), line };
};

const readYield = (cursor: Cursor): Expression => {
  const line = cursor.startLine;
  advance(cursor);
  const isFrom = isWord(cursor, 'from');
  if (isFrom) advance(cursor);
  const value = canStart(cursor) ? readExpressions(cursor) : null;
  return { kind: 'yield', value, isFrom, line };
};

const canStart = (cursor: Cursor): boolean => {
  const { token } = cursor;
  if (token === NAME) return !reserved.has(cursor.word) || ['not', 'lambda', 'yield'].includes(cursor.word);
  return (
    token === NUMBER ||
    token === STRING ||
    token === OPEN ||
    token === SQUARE ||
    token === BRACE ||
    token === MINUS ||
    token === PLUS ||
    token === TILDE ||
    token === STAR ||
    token === ELLIPSIS
  );
};

/** One expression, or a tuple when commas follow: the right side of `=`, a `return`, an index. */
export const readExpressions = (cursor: Cursor): Expression => {
  const line = cursor.startLine;
  const first = readElement(cursor);
  if (cursor.token !== COMMA) return first;
  const items = [first];
  while (cursor.token === COMMA) {
    advance(cursor);
    if (!canStart(cursor)) break;
    items.push(readElement(cursor));
  }
  return { kind: 'tuple', items, line };
};

/** A pattern of `case`: what stands behind its `if` is no part of it. */
export const readPattern = (cursor: Cursor): Expression => {
  const line = cursor.startLine;
  const readPart = (): Expression => (cursor.token === STAR ? readElement(cursor) : readBinary(cursor, 1));
  const first = readPart();
  if (cursor.token !== COMMA) return first;
  const items = [first];
  while (cursor.token === COMMA) {
    advance(cursor);
    if (!canStart(cursor)) break;
    items.push(readPart());
  }
  return { kind: 'tuple', items, line };
};

/** What `for` assigns to: no `in` operator at its top. */
export const readTargets = (cursor: Cursor): Expression => {
  const line = cursor.startLine;
  const items: Expression[] = [];
  let comma = false;
  while (!isWord(cursor, 'in')) {
    const starred = cursor.token === STAR;
    if (starred) advance(cursor);
    const item = readBinary(cursor, COMPARISON + 1);
    items.push(starred ? { kind: 'starred', value: item, line: item.line } : item);
    comma = cursor.token === COMMA;
    if (!comma) break;
    advance(cursor);
  }
  const [first] = items;
  if (first === undefined) return fail(cursor, 'a name');
  return items.length === 1 && !comma ? first : { kind: 'tuple', items, line };
};

const readPrimary = (cursor: Cursor): Expression => {
  let value = readAtom(cursor);
  for (let links = 0; ; links++) {
    const { token, startLine: line } = cursor;
    if (token === DOT) {
      advance(cursor);
      value = { kind: 'attribute', object: value, name: readName(cursor), line };
    } else if (token === OPEN) value = readCall(cursor, value);
    else if (token === SQUARE) {
      const object = value;
      advance(cursor);
      value = { kind: 'subscript', object, index: deeper(cursor, () => readIndex(cursor, inner)), line };
    } else return value;
    if (links > MAX_CHAIN) throw new Unreadable('An expression with too many parts.');
  }
};

const readAtom = (cursor: Cursor): Expression => {
  const { token, startLine: line } = cursor;
  switch (token) {
    case NAME:
      return readWordAtom(cursor);
    case STRING:
      return readStrings(cursor, readExpressions);
    case NUMBER: {
      const text = cursor.text.slice(cursor.start, cursor.at);
      advance(cursor);
      return numberFrom(text, line);
    }
    case OPEN:
      return readParenthesised(cursor, inner);
    case SQUARE:
      return readList(cursor, inner);
    case BRACE:
      return readBraces(cursor, inner);
    case ELLIPSIS:
      advance(cursor);
      return { kind: 'ellipsis', line };
    default:
      return fail(cursor, 'an expression');
  }
};

const readWordAtom = (cursor: Cursor): Expression => {
  const { word, startLine: line, start } = cursor;
  if (word === 'True' || word === 'False' || word === 'None') {
    advance(cursor);
    return { kind: 'constant', value: word === 'None' ? null : word === 'True', line };
  }
  if (reserved.has(word)) return fail(cursor, 'an expression');
  advance(cursor);
  if (word === 'await' && canStart(cursor)) {
    deeper(cursor, readPrimary);
    return { kind: 'opaque', text: cursor.text.slice(start, cursor.lastEnd), line };
  }
  return { kind: 'name', name: word, line };
};

const numberFrom = (text: string, line: number): Expression => {
  // As most are written: `255`, `0`.
  if (/^[1-9]?\d$|^[1-9]\d*$/.test(text)) return { kind: 'number', value: Number(text), text, line };
  if (/[jJ]$/.test(text)) return { kind: 'opaque', text, line };
  const plain = text.replaceAll('_', '').replace(/[lL]$/, '');
  const isWhole = /^0[xX]|^[^.eE]*$/.test(plain);
  // 0777 of old Python.
  const value = /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain);
  return { kind: isWhole ? 'number' : 'float', value, text, line };
};

const readCall = (cursor: Cursor, callee: Expression): Expression => {
  const line = cursor.startLine;
  advance(cursor);
  const { args, keywords } = deeper(cursor, readArguments);
  return { kind: 'call', callee, args, keywords, line };
};

/** Arguments up to and with the closing parenthesis; the opening one is already passed. Also the bases of a class. */
export const readArguments = (cursor: Cursor): { args: Expression[]; keywords: Keyword[] } => {
  const args: Expression[] = [];
  const keywords: Keyword[] = [];
  while (cursor.token !== CLOSE) {
    if (cursor.token === POWER) {
      advance(cursor);
      keywords.push({ name: null, value: readExpression(cursor) });
    } else if (cursor.token === STAR) {
      // Unlike in a list, `*` takes all that follows: `f(*given or [1])`.
      const line = cursor.startLine;
      advance(cursor);
      args.push({ kind: 'starred', value: readExpression(cursor), line });
    } else {
      const value = readElement(cursor);
      if (value.kind === 'name' && cursor.token === ASSIGN) {
        advance(cursor);
        keywords.push({ name: intern(value.name), value: readExpression(cursor) });
      } else if (isComprehension(cursor)) {
        const { line } = value;
        args.push({
          kind: 'comprehension',
          form: 'generator',
          element: value,
          value: null,
          clauses: readClauses(cursor, inner),
          line,
        });
      } else args.push(value);
    }
    if (cursor.token !== COMMA) break;
    advance(cursor);
  }
  expectToken(cursor, CLOSE, '"," or ")"');
  return { args, keywords };
};

const inner: Inner = { element: readElement, expression: readExpression, binary: readBinary, targets: readTargets };
