/** What stands in brackets: tuples, lists, sets, dicts, comprehensions and indexes. */

import type { ComprehensionClause, DictEntry, Expression, ExpressionOf } from '../syntax.ts';
import { advance, type Cursor } from './cursor.ts';
import {
  BRACE_CLOSE,
  CLOSE,
  COLON,
  COMMA,
  deeper,
  expectToken,
  expectWord,
  fail,
  isWord,
  POWER,
  SQUARE_CLOSE,
  WALRUS,
} from './tokens.ts';

/** The readers of what is inside, handed in by `expressions.ts`, because each of the two holds the other. */
export type Inner = {
  element(cursor: Cursor): Expression;
  expression(cursor: Cursor): Expression;
  binary(cursor: Cursor, floor: number): Expression;
  targets(cursor: Cursor): Expression;
};

export const readParenthesised = (cursor: Cursor, inner: Inner): Expression => {
  const line = cursor.startLine;
  advance(cursor);
  if (cursor.token === CLOSE) {
    advance(cursor);
    return { kind: 'tuple', items: [], line };
  }
  const { items, comma, comprehension } = readItems(cursor, inner, CLOSE, ')', 'generator', line);
  const [first] = items;
  if (comprehension !== null) return comprehension;
  return items.length === 1 && !comma && first !== undefined ? first : { kind: 'tuple', items, line };
};

export const readList = (cursor: Cursor, inner: Inner): Expression => {
  const line = cursor.startLine;
  advance(cursor);
  const { items, comprehension } = readItems(cursor, inner, SQUARE_CLOSE, ']', 'list', line);
  return comprehension ?? { kind: 'list', items, line };
};

/** Elements up to the closing bracket, or the comprehension that the first one turns out to begin. */
const readItems = (
  cursor: Cursor,
  inner: Inner,
  close: number,
  closeText: string,
  form: 'list' | 'set' | 'generator',
  line: number,
): { items: Expression[]; comma: boolean; comprehension: Expression | null } =>
  deeper(cursor, () => {
    const items: Expression[] = [];
    let comma = false;
    while (cursor.token !== close) {
      const element = inner.element(cursor);
      if (items.length === 0 && isComprehension(cursor)) {
        const clauses = readClauses(cursor, inner);
        expectToken(cursor, close, `"${closeText}"`);
        return { items, comma, comprehension: { kind: 'comprehension', form, element, value: null, clauses, line } };
      }
      items.push(element);
      // `with (open(a) as b, …):` — the name is of no use here.
      if (isWord(cursor, 'as')) {
        advance(cursor);
        inner.binary(cursor, 5);
      }
      comma = cursor.token === COMMA;
      if (!comma) break;
      advance(cursor);
    }
    expectToken(cursor, close, `"," or "${closeText}"`);
    return { items, comma, comprehension: null };
  });

export const isComprehension = (cursor: Cursor): boolean => isWord(cursor, 'for') || isWord(cursor, 'async');

export const readClauses = (cursor: Cursor, inner: Inner): ComprehensionClause[] => {
  const clauses: ComprehensionClause[] = [];
  while (isComprehension(cursor)) {
    if (isWord(cursor, 'async')) advance(cursor);
    expectWord(cursor, 'for');
    const target = inner.targets(cursor);
    expectWord(cursor, 'in');
    const iterable = inner.binary(cursor, 1);
    const conditions: Expression[] = [];
    while (isWord(cursor, 'if')) {
      advance(cursor);
      conditions.push(isWord(cursor, 'lambda') ? inner.expression(cursor) : readCondition(cursor, inner));
    }
    clauses.push({ target, iterable, conditions });
  }
  return clauses;
};

const readCondition = (cursor: Cursor, inner: Inner): Expression => {
  const test = inner.binary(cursor, 1);
  if (cursor.token !== WALRUS || test.kind !== 'name') return test;
  advance(cursor);
  return { kind: 'walrus', name: test.name, value: inner.expression(cursor), line: test.line };
};

export const readBraces = (cursor: Cursor, inner: Inner): Expression => {
  const line = cursor.startLine;
  advance(cursor);
  if (cursor.token === BRACE_CLOSE) {
    advance(cursor);
    return { kind: 'dict', entries: [], line };
  }
  return deeper(cursor, () => {
    if (cursor.token === POWER) return readDict(cursor, inner, [], line);
    const first = inner.element(cursor);
    if (cursor.token === COLON) return readDictFrom(cursor, inner, first, line);
    if (isComprehension(cursor))
      return readBraceClauses(cursor, inner, { form: 'set', element: first, value: null, line });
    const items = [first];
    if (cursor.token === COMMA) {
      advance(cursor);
      items.push(...readItems(cursor, inner, BRACE_CLOSE, '}', 'set', line).items);
    } else expectToken(cursor, BRACE_CLOSE, '"," or "}"');
    return { kind: 'set', items, line };
  });
};

type Comprehension = ExpressionOf<'comprehension'>;

const readBraceClauses = (
  cursor: Cursor,
  inner: Inner,
  started: Omit<Comprehension, 'kind' | 'clauses'>,
): Comprehension => {
  const clauses = readClauses(cursor, inner);
  expectToken(cursor, BRACE_CLOSE, '"}"');
  return { kind: 'comprehension', clauses, ...started };
};

const readDictFrom = (cursor: Cursor, inner: Inner, key: Expression, line: number): Expression => {
  advance(cursor);
  const value = inner.expression(cursor);
  if (isComprehension(cursor)) return readBraceClauses(cursor, inner, { form: 'dict', element: key, value, line });
  const entries: DictEntry[] = [{ key, value }];
  if (cursor.token === COMMA) {
    advance(cursor);
    return readDict(cursor, inner, entries, line);
  }
  expectToken(cursor, BRACE_CLOSE, '"," or "}"');
  return { kind: 'dict', entries, line };
};

const readDict = (cursor: Cursor, inner: Inner, entries: DictEntry[], line: number): Expression => {
  while (cursor.token !== BRACE_CLOSE) {
    if (cursor.token === POWER) {
      advance(cursor);
      const value = inner.binary(cursor, 5);
      if (entries.length === 0 && isComprehension(cursor))
        return readBraceClauses(cursor, inner, { form: 'dict', element: value, value: null, line });
      entries.push({ key: null, value });
    } else {
      const key = inner.expression(cursor);
      expectToken(cursor, COLON, '":"');
      entries.push({ key, value: inner.expression(cursor) });
    }
    if (cursor.token !== COMMA) break;
    advance(cursor);
  }
  expectToken(cursor, BRACE_CLOSE, '"," or "}"');
  return { kind: 'dict', entries, line };
};

export const readIndex = (cursor: Cursor, inner: Inner): Expression => {
  const line = cursor.startLine;
  const items: Expression[] = [];
  let comma = false;
  while (cursor.token !== SQUARE_CLOSE) {
    items.push(readSlice(cursor, inner));
    comma = cursor.token === COMMA;
    if (!comma) break;
    advance(cursor);
  }
  expectToken(cursor, SQUARE_CLOSE, '"]"');
  const [first] = items;
  const isOne = items.length === 1 && !comma && first?.kind !== 'starred';
  return isOne && first !== undefined ? first : { kind: 'tuple', items, line };
};

const readSlice = (cursor: Cursor, inner: Inner): Expression => {
  const line = cursor.startLine;
  const part = (): Expression | null =>
    cursor.token === COLON || cursor.token === COMMA || cursor.token === SQUARE_CLOSE ? null : inner.element(cursor);
  const lower = part();
  if (cursor.token !== COLON) return lower ?? fail(cursor, 'an index');
  advance(cursor);
  const upper = part();
  if (cursor.token !== COLON) return { kind: 'slice', lower, upper, step: null, line };
  advance(cursor);
  return { kind: 'slice', lower, upper, step: part(), line };
};
