/** Secrets in the statements of a database, and in what it says about them: their name, a column, stands elsewhere than they do. */
import { isSecretKey } from '../kit/secret-keys.ts';
import type { Span } from './span.ts';

const mayBeSql =
  /\b(?:insert|replace)\s|["`](?:::\w{1,20})?\)?\s{1,4}(?:not\s|in\b|i?like\b|<>|!=|=)|\bkey \(|\bfor key '/i;

const insert =
  /\b(?:insert|replace)\s[^()]{0,300}\(([^()]{1,20000})\)\s{0,8}(?:overriding \w{1,8} value )?(?:values\s{0,8}(?=\()|select\s)/gi;
const comparison =
  /["`]([\w-]{1,100})["`](?:::\w{1,20})?\)?\s{1,4}(?:not\s{1,4})?(?:in\s{0,4}(?=\()|(?:=|<>|!=|i?like)\s{1,4}(?:binary\s{1,4}|(?:upper|lower)\()?(?='))/gi;
/** `Key (api_token)=(…) already exists.` */
const rowOfKey = /\bKey \(([^()]{1,500})\)=\(/g;
const duplicate = /\bDuplicate entry '([^']{1,1000})' for key '([\w.$-]{1,200})'/gi;

type Item = { start: number; end: number };
type Row = { items: Item[]; end: number; isClosed: boolean };

/** Where a string of SQL ends whose quote begins at `from`: a quote in it is written twice, or behind a backslash. */
const endOfString = (text: string, from: number): number => {
  for (let index = from + 1; index < text.length; index += 1) {
    if (text[index] === '\\' && text[index + 1] !== '\n') index += 1;
    else if (text[index] === "'") {
      if (text[index + 1] !== "'") return index;
      index += 1;
    }
  }
  return text.length;
};

/** What stands between the commas of a list, up to the bracket that closes it or, without one, to a word that goes on with the statement. */
const readRow = (text: string, from: number, isBracketed: boolean): Row => {
  const items: Item[] = [];
  let depth = 0;
  let start = from;
  let index = from;
  const close = (end: number): void => {
    items.push({ start, end });
    start = end + 1;
  };
  for (; index < text.length; index += 1) {
    const sign = text[index] as string;
    if (sign === "'") index = endOfString(text, index);
    else if (sign === '(') depth += 1;
    else if (sign === ')') {
      depth -= 1;
      if (depth < 0) break;
    } else if (sign === ',' && depth === 0) close(index);
    else if (sign === ';' && depth === 0 && !isBracketed) break;
  }
  close(Math.min(index, text.length));
  return { items, end: index, isClosed: index < text.length || !isBracketed };
};

const valueless = /^(?:null|default|true|false)?$/i;
const behindValue = /\s(?:from|where|on|returning|union)\s/i;

/** The string of an item without its quotes; what is no string (a place for an argument, a number) as a whole. */
const secretOf = (text: string, { start, end }: Item): Item => {
  const item = text.slice(start, end);
  const quote = item.indexOf("'");
  if (quote >= 0) return { start: start + quote + 1, end: Math.min(endOfString(text, start + quote), end) };
  const plain = item.slice(0, behindValue.exec(item)?.index);
  const first = start + (plain.length - plain.trimStart().length);
  return valueless.test(plain.trim()) ? { start, end: start } : { start: first, end: first + plain.trim().length };
};

const isSecretColumn = (name: string): boolean => isSecretKey(name.trim().replace(/^["'`[]+|["'`\]]+$/g, ''));

const findInserted = (text: string): { spans: Span[]; cutFrom: number | null } => {
  const spans: Span[] = [];
  insert.lastIndex = 0;
  for (let match = insert.exec(text); match; match = insert.exec(text)) {
    const secret = (match[1] as string).split(',').map(isSecretColumn);
    if (!secret.includes(true)) continue;
    const from = match.index;
    let next = insert.lastIndex;
    while (next < text.length) {
      const isBracketed = text[next] === '(';
      const row = readRow(text, next + Number(isBracketed), isBracketed);
      for (const [place, item] of row.items.entries()) if (secret[place]) spans.push({ from, ...secretOf(text, item) });
      if (!row.isClosed) return { spans, cutFrom: from };
      insert.lastIndex = row.end;
      const another = isBracketed ? /^\)\s{0,8},\s{0,8}(?=\()/.exec(text.slice(row.end, row.end + 20)) : null;
      if (!another) break;
      next = row.end + another[0].length;
    }
  }
  return { spans, cutFrom: null };
};

const findCompared = (text: string): Span[] => {
  const spans: Span[] = [];
  comparison.lastIndex = 0;
  for (let match = comparison.exec(text); match; match = comparison.exec(text)) {
    if (!isSecretKey(match[1] as string)) continue;
    const from = match.index;
    const first = comparison.lastIndex;
    const row = text[first] === '(' ? readRow(text, first + 1, true) : null;
    const string = { start: first, end: row ? first : endOfString(text, first) };
    for (const item of row?.items ?? [string]) spans.push({ from, ...secretOf(text, item) });
    comparison.lastIndex = row?.end ?? string.end;
  }
  return spans;
};

const findRefused = (text: string): Span[] => {
  const spans: Span[] = [];
  rowOfKey.lastIndex = 0;
  for (let match = rowOfKey.exec(text); match; match = rowOfKey.exec(text)) {
    if (!(match[1] as string).split(',').some(isSecretColumn)) continue;
    const start = rowOfKey.lastIndex;
    const close = text.indexOf(') ', start);
    const end = close < 0 ? text.length : close;
    spans.push({ from: match.index, start, end });
    rowOfKey.lastIndex = end;
  }
  for (const { 0: whole, 1: value = '', 2: key = '', index } of text.matchAll(duplicate)) {
    const start = index + whole.indexOf("'") + 1;
    if (isSecretKey(key.split('.').at(-1) as string)) spans.push({ from: index, start, end: start + value.length });
  }
  return spans;
};

export const findSqlSpans = (text: string): { spans: Span[]; cutFrom: number | null } => {
  if (!mayBeSql.test(text)) return { spans: [], cutFrom: null };
  const { spans, cutFrom } = findInserted(text);
  return { spans: [...spans, ...findCompared(text), ...findRefused(text)], cutFrom };
};

const argumentsOfQuery = /; args=[([]/;
const string = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g;
const bare = (value: string): string => value.replaceAll("''", "'").replace(/\\(.)/g, '$1');

/** Django's log of queries has each value twice: in its place, and in a list behind the statement. With a place in its stead, any may be the one. */
export const findArgumentSpans = (text: string, found: readonly Span[]): Span[] => {
  const from = text.search(argumentsOfQuery);
  if (from < 0) return [];
  const hidden = new Set(found.filter(({ end }) => end <= from).map(({ start, end }) => bare(text.slice(start, end))));
  if (hidden.size === 0) return [];
  const isAny = hidden.has('%s') || hidden.has('?');
  return [...text.slice(from).matchAll(string)].flatMap(({ 0: whole, 1: double, 2: single, index }) => {
    const start = from + index + 1;
    const isHidden = isAny || hidden.has(bare(double ?? single ?? ''));
    return isHidden ? [{ from, start, end: start + whole.length - 2 }] : [];
  });
};
