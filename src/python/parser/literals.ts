/** String literals as expressions: joined where they stand side by side, the fields of formatted ones read. */

import type { Expression, FormatPart } from '../syntax.ts';
import { advance, type Cursor, createCursor, END, STRING } from './cursor.ts';
import { cutFormatted, describeString, type FormatCut, isTriple, unescapeText } from './strings.ts';
import { fail } from './tokens.ts';

/** Handed in, because fields hold expressions and expressions hold strings. */
type ReadExpressions = (cursor: Cursor) => Expression;

/** What a literal says that is as almost all are: no prefix, no escape, one quote on each side. */
const plainValue = ({ text, start, quoteAt, at }: Cursor): string | undefined => {
  if (start !== quoteAt || isTriple(text, quoteAt)) return undefined;
  const value = text.slice(quoteAt + 1, at - 1);
  return value.includes('\\') ? undefined : value;
};

/** One literal, or several side by side, which Python joins. */
export const readStrings = (cursor: Cursor, read: ReadExpressions): Expression => {
  const line = cursor.startLine;
  const parts: FormatPart[] = [];
  const value = plainValue(cursor);
  if (value !== undefined) {
    advance(cursor);
    if (cursor.token !== STRING) return { kind: 'string', value, bytes: false, line };
    parts.push(value);
  }
  const from = cursor.start;
  let bytes = false;
  let isTemplate = false;
  while (cursor.token === STRING) {
    const literal = describeString(cursor.text, cursor.start, cursor.quoteAt, cursor.at);
    bytes ||= literal.bytes;
    isTemplate ||= literal.template;
    if (literal.formatted)
      parts.push(...readFormat(cursor, read, cutFormatted(cursor.text, literal.from, literal.to, literal.raw)));
    else parts.push(partOf(unescapeText(cursor.text, literal.from, literal.to, literal.raw), cursor));
    advance(cursor);
  }
  if (isTemplate) return { kind: 'opaque', text: cursor.text.slice(from, cursor.lastEnd), line };
  if (parts.every((part) => typeof part === 'string')) return { kind: 'string', value: parts.join(''), bytes, line };
  return { kind: 'format', parts, line };
};

/** What a text says; where that is not known, a value that nobody can tell. */
const partOf = (said: string | undefined, { text, start, at, startLine: line }: Cursor): FormatPart =>
  said ?? { value: { kind: 'opaque', text: text.slice(start, at), line }, conversion: '', spec: [] };

const readFormat = (cursor: Cursor, read: ReadExpressions, cuts: readonly FormatCut[]): FormatPart[] =>
  cuts.flatMap((cut): FormatPart[] => {
    if (cut.kind === 'text') return [partOf(cut.value, cursor)];
    // `{name=}` prints its own text before the value, and that as `!r` does where nothing else is said.
    const raw = cursor.text.slice(cut.from, cut.to);
    const named = /(?<![=!<>])=\s*$/.test(raw);
    const inner = createCursor(
      cursor.text,
      {
        at: cut.from,
        end: named ? cut.from + raw.lastIndexOf('=') : cut.to,
        line: cursor.startLine,
        depth: 1,
        nesting: cursor.nesting + 1,
      },
      cursor.problems,
    );
    advance(inner);
    const value = read(inner);
    if (inner.token !== END) fail(inner, '"}"');
    const conversion = named && cut.conversion === '' && cut.spec.length === 0 ? 'r' : cut.conversion;
    const field = { value, conversion, spec: readFormat(cursor, read, cut.spec) };
    return named ? [raw, field] : [field];
  });
