/** String literals: where they end, and what they say. */
import { characterNamed } from './character-names.ts';

const BACKSLASH = 92;
const NEWLINE = 10;

/** f-strings and t-strings: braces inside hold expressions, which may hold the same quotes again (PEP 701). */
const isFormatted = (text: string, start: number, quoteAt: number): boolean => {
  for (let at = start; at < quoteAt; at++) {
    const code = text.charCodeAt(at) | 32;
    if (code === 102 || code === 116) return true;
  }
  return false;
};

export const isTriple = (text: string, quoteAt: number): boolean => {
  const quote = text.charCodeAt(quoteAt);
  return text.charCodeAt(quoteAt + 1) === quote && text.charCodeAt(quoteAt + 2) === quote;
};

/**
 * The offset after the literal that starts at `start` and whose first quote is at `quoteAt`. Negative when it has no end:
 * then reading goes on after the line it began in, so that an open quote costs one line.
 */
export const skipString = (text: string, start: number, quoteAt: number, end: number): number => {
  const stop = isFormatted(text, start, quoteAt) ? skipFormatted(text, quoteAt, end, 0) : skipPlain(text, quoteAt, end);
  if (stop > 0) return stop;
  const newline = text.indexOf('\n', quoteAt);
  return -(newline === -1 || newline > end ? end : newline);
};

const skipPlain = (text: string, quoteAt: number, end: number): number => {
  const quote = text.charCodeAt(quoteAt);
  if (isTriple(text, quoteAt)) return skipTriple(text, quoteAt, end);
  for (let at = quoteAt + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === BACKSLASH) at++;
    else if (code === NEWLINE) return -1;
  }
  return -1;
};

const skipTriple = (text: string, quoteAt: number, end: number): number => {
  const closing = text.slice(quoteAt, quoteAt + 3);
  for (let from = quoteAt + 3; ; ) {
    const found = text.indexOf(closing, from);
    if (found === -1 || found + 3 > end) return -1;
    let backslashes = 0;
    while (text.charCodeAt(found - 1 - backslashes) === BACKSLASH && found - 1 - backslashes >= quoteAt + 3)
      backslashes++;
    if (backslashes % 2 === 0) return found + 3;
    from = found + 1;
  }
};

const MAX_FORMAT_NESTING = 30;

/** A backslash takes the next character along, but not a brace: `f"\{x}"` has a field. */
const escapeLength = (text: string, at: number): number => {
  const next = text.charCodeAt(at + 1);
  return next === 123 || next === 125 ? 1 : 2;
};

/** Text of a formatted string up to its closing quotes, passing over the braces' content. */
const skipFormatted = (text: string, quoteAt: number, end: number, nesting: number): number => {
  if (nesting > MAX_FORMAT_NESTING) return -1;
  const quote = text.charCodeAt(quoteAt);
  const triple = isTriple(text, quoteAt);
  for (let at = quoteAt + (triple ? 3 : 1); at < end; ) {
    const code = text.charCodeAt(at);
    if (code === quote && (!triple || isTriple(text, at))) return at + (triple ? 3 : 1);
    if (code === NEWLINE && !triple) return -1;
    if (code === BACKSLASH) at += escapeLength(text, at);
    else if (code === 123 && text.charCodeAt(at + 1) === 123) at += 2;
    else if (code === 123) {
      const stop = skipReplacement(text, at, end, nesting);
      if (stop < 0) return -1;
      at = stop;
    } else at++;
  }
  return -1;
};

/** From `{` to after its `}`. */
const skipReplacement = (text: string, openAt: number, end: number, nesting: number): number => {
  if (nesting > MAX_FORMAT_NESTING) return -1;
  const field = findReplacement(text, openAt, end, nesting);
  if (field === null) return -1;
  if (field.specAt === -1) return field.end;
  for (let at = field.specAt; at < end; ) {
    const code = text.charCodeAt(at);
    if (code === 125) return at + 1;
    if (code === 123) {
      const stop = skipReplacement(text, at, end, nesting + 1);
      if (stop < 0) return -1;
      at = stop;
    } else at++;
  }
  return -1;
};

/** The expression between `{` and `}`, `!r` or `:`; `specAt` is -1 when there is no format. */
const findReplacement = (
  text: string,
  openAt: number,
  end: number,
  nesting: number,
): { expressionEnd: number; conversion: string; specAt: number; end: number } | null => {
  let depth = 0;
  for (let at = openAt + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 34 || code === 39) {
      const stop = skipNested(text, at, end, nesting);
      if (stop < 0) return null;
      at = stop - 1;
    } else if (code === 40 || code === 91 || code === 123) depth++;
    else if (code === 41 || code === 93 || (code === 125 && depth > 0)) depth--;
    else if (code === 35) at = lineEnd(text, at, end) - 1;
    else if (depth === 0 && code === 125) return { expressionEnd: at, conversion: '', specAt: -1, end: at + 1 };
    else if (depth === 0 && code === 58) return { expressionEnd: at, conversion: '', specAt: at + 1, end: -1 };
    else if (depth === 0 && code === 33 && text.charCodeAt(at + 1) !== 61) {
      const conversion = text.slice(at + 1, at + 2);
      const specAt = text.charCodeAt(at + 2) === 58 ? at + 3 : -1;
      return { expressionEnd: at, conversion, specAt, end: at + 3 };
    }
  }
  return null;
};

const lineEnd = (text: string, at: number, end: number): number => {
  const newline = text.indexOf('\n', at);
  return newline === -1 || newline > end ? end : newline;
};

const skipNested = (text: string, quoteAt: number, end: number, nesting: number): number => {
  const before = text.charCodeAt(quoteAt - 1) | 32;
  const formatted = before === 102 || ((text.charCodeAt(quoteAt - 2) | 32) === 102 && before === 114);
  return formatted ? skipFormatted(text, quoteAt, end, nesting + 1) : skipPlain(text, quoteAt, end);
};

/** `template`: a t-string, which is formatted and gives no text. */
export type StringLiteral = {
  raw: boolean;
  bytes: boolean;
  formatted: boolean;
  template: boolean;
  from: number;
  to: number;
};

/** The pieces of a literal that is known to end at `end`. */
export const describeString = (text: string, start: number, quoteAt: number, end: number): StringLiteral => {
  const prefix = text.slice(start, quoteAt).toLowerCase();
  const width = isTriple(text, quoteAt) && end - quoteAt >= 6 ? 3 : 1;
  return {
    raw: prefix.includes('r'),
    bytes: prefix.includes('b'),
    formatted: prefix.includes('f') || prefix.includes('t'),
    template: prefix.includes('t'),
    from: quoteAt + width,
    to: end - width,
  };
};

const simpleEscapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};

const codePoint = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
};

const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}]*)\}|([0-7]{1,3})|([\s\S]))/g;

/** What a piece of a literal says once its escapes are resolved; undefined where it names a character that is not known. */
export const unescapeText = (text: string, from: number, to: number, raw: boolean): string | undefined => {
  const piece = text.slice(from, to);
  if (raw || !piece.includes('\\')) return piece;
  let isKnown = true;
  const said = piece.replace(escapes, (whole, x, u, big, named, octal, simple) => {
    if (x !== undefined || u !== undefined || big !== undefined) return codePoint(x ?? u ?? big);
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (named === undefined) return simpleEscapes[simple] ?? whole;
    const character = characterNamed(named);
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? said : undefined;
};

/** A formatted literal cut into text and replacement fields, as offsets; the parser reads the fields. `value`: undefined as of `unescapeText`. */
export type FormatCut =
  | { kind: 'text'; value: string | undefined }
  | { kind: 'field'; from: number; to: number; conversion: string; spec: FormatCut[] };

/** Cuts the inside of a formatted string. A format after `:` is cut the same way, ending at its `}`. */
export const cutFormatted = (text: string, from: number, to: number, raw: boolean): FormatCut[] =>
  cut(text, from, to, raw, false).cuts;

const cut = (
  text: string,
  from: number,
  to: number,
  raw: boolean,
  isSpec: boolean,
  nesting = 0,
): { cuts: FormatCut[]; end: number } => {
  const cuts: FormatCut[] = [];
  let literal: string | undefined = '';
  let at = from;
  let pieceFrom = from;
  const flush = (until: number): void => {
    const said = unescapeText(text, pieceFrom, until, raw);
    literal = literal === undefined || said === undefined ? undefined : literal + said;
  };
  const push = (): void => {
    if (literal !== '') cuts.push({ kind: 'text', value: literal });
    literal = '';
  };
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && !raw)
      at += text.charCodeAt(at + 1) === 78 ? namedLength(text, at, to) : escapeLength(text, at);
    else if (isSpec && code === 125) break;
    else if (!isSpec && (code === 123 || code === 125) && text.charCodeAt(at + 1) === code) {
      flush(at + 1);
      at += 2;
      pieceFrom = at;
    } else if (code === 123 && nesting <= MAX_FORMAT_NESTING) {
      const field = findReplacement(text, at, to, 0);
      if (field === null) break;
      flush(at);
      push();
      const spec = field.specAt === -1 ? null : cut(text, field.specAt, to, raw, true, nesting + 1);
      cuts.push({
        kind: 'field',
        from: at + 1,
        to: field.expressionEnd,
        conversion: field.conversion,
        spec: spec?.cuts ?? [],
      });
      at = spec === null ? field.end : spec.end + 1;
      pieceFrom = at;
    } else at++;
  }
  flush(Math.min(at, to));
  push();
  return { cuts, end: at };
};

const namedLength = (text: string, at: number, to: number): number => {
  const close = text.indexOf('}', at);
  return close === -1 || close >= to ? 2 : close + 1 - at;
};
