/** JSON as Python's `json` reads and writes it. */
import {
  dictOf,
  floatOf,
  hasNoOrder,
  isA,
  isSequence,
  type Key,
  listOf,
  MAX_TEXT,
  unknown,
  type Value,
} from '../../values.ts';
import { type Arguments, Raised } from '../../world.ts';
import { openedText } from '../files.ts';
import { numberText } from '../numbers.ts';

// Deeper than any settings; a hostile file nests deeper than the stack.
const MAX_NESTING = 60;

/** Stands for a number with a point while JSON is read: `1.0` is a float, `1` is none. */
class Pointed {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** Told by the text, where this version of Node gives it. */
const withPoints = (_: string, value: unknown, written?: { source?: string }): unknown =>
  typeof value === 'number' && /[.eE]/.test(written?.source ?? '') ? new Pointed(value) : value;

/** Put before names that are numbers: JavaScript would move them to the front. */
const MARK = '\uE000';
const NUMBERED = /"\d+"\s*:/;
const TEXTS = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/gs;

const inOrder = (text: string): string =>
  NUMBERED.test(text)
    ? text.replaceAll(TEXTS, (whole, name: string, colon: string | undefined) =>
        colon !== undefined && /^\d+$/.test(name) ? `"${MARK}${name}"${colon}` : whole,
      )
    : text;

const nameOf = (key: string): string => (key.startsWith(MARK) ? key.slice(MARK.length) : key);

const fromJson = (value: unknown, depth: number): Value => {
  if (depth > MAX_NESTING) return unknown('a JSON text is nested too deep');
  if (value instanceof Pointed) return floatOf(value.value);
  if (Array.isArray(value)) return listOf(value.map((item) => fromJson(item, depth + 1)));
  if (typeof value === 'object' && value !== null)
    return dictOf(Object.entries(value).map(([key, part]) => [nameOf(key), fromJson(part, depth + 1)] as const));
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : unknown('a number is too large');
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/** `json.loads(text)` and `json.load(file)`. */
export const readJson = (source: Value | undefined): Value | undefined => {
  const text = openedText(source);
  // Python reads these as numbers.
  if (text === undefined || text.includes(MARK) || /\b(?:NaN|Infinity)\b/.test(text)) return undefined;
  try {
    return fromJson(JSON.parse(inOrder(text), withPoints), 0);
  } catch {
    throw new Raised('JSONDecodeError', 'A JSON text could not be read.');
  }
};

type Style = { indent: string | null; comma: string; colon: string; isAscii: boolean; isSorted: boolean };

const known = new Set(['indent', 'separators', 'ensure_ascii', 'sort_keys']);

/** How `json.dumps` is told to write; undefined where that is not known. */
const styleOf = (keywords: Arguments['keywords']): Style | undefined => {
  if (![...keywords.keys()].every((name) => known.has(name))) return undefined;
  const [indent, separators] = [keywords.get('indent') ?? null, keywords.get('separators') ?? null];
  const [isAscii, isSorted] = [keywords.get('ensure_ascii') ?? true, keywords.get('sort_keys') ?? false];
  if (typeof isAscii !== 'boolean' || typeof isSorted !== 'boolean') return undefined;
  const step = typeof indent === 'number' && indent >= 0 && indent <= 20 ? ' '.repeat(indent) : indent;
  if (step !== null && typeof step !== 'string') return undefined;
  const [comma, colon] = isSequence(separators) ? separators.items : [step === null ? ', ' : ',', ': '];
  if (typeof comma !== 'string' || typeof colon !== 'string') return undefined;
  return { indent: step, comma, colon, isAscii, isSorted };
};

const writeText = (text: string, { isAscii }: Style): string =>
  isAscii
    ? JSON.stringify(text).replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : JSON.stringify(text);

/** What stands for a key that is no text. */
const writeKey = (key: Key, style: Style): string | undefined => {
  if (typeof key === 'string') return writeText(key, style);
  if (key === null || typeof key === 'boolean') return `"${key}"`;
  const number = typeof key === 'number' ? numberText(key) : undefined;
  return number && `"${number}"`;
};

const write = (value: Value | undefined, style: Style, depth: number): string | undefined => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeText(value, style);
  if (typeof value === 'number' || isA(value, 'float')) {
    const text = numberText(value);
    return text !== undefined && /\d$/.test(text) ? text : undefined;
  }
  if (depth > MAX_NESTING) return undefined;
  const around = (open: string, parts: readonly (string | undefined)[], close: string): string | undefined => {
    if (parts.includes(undefined)) return undefined;
    if (style.indent === null || parts.length === 0) return open + parts.join(style.comma) + close;
    const [line, last] = [depth + 1, depth].map((times) => `\n${style.indent?.repeat(times)}`);
    return open + line + parts.join(style.comma + line) + last + close;
  };
  if (hasNoOrder(value) && !(style.isSorted && isA(value, 'dict'))) return undefined;
  if (isSequence(value) && value.type !== 'set' && !value.isOther)
    return around(
      '[',
      value.items.map((item) => write(item, style, depth + 1)),
      ']',
    );
  if (!isA(value, 'dict') || value.partial) return undefined;
  const entries = [...value.entries];
  if (style.isSorted && !entries.every(([key]) => typeof key === 'string')) return undefined;
  if (style.isSorted) entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const parts = entries.map(([key, part]) => {
    const [name, written] = [writeKey(key, style), write(part, style, depth + 1)];
    return name === undefined || written === undefined ? undefined : name + style.colon + written;
  });
  return around('{', parts, '}');
};

/** `json.dumps(value)`, as Python writes it; undefined where a part cannot be told. */
export const writeJson = ({ args: [value, ...more], keywords }: Arguments): string | undefined => {
  const style = more.length === 0 ? styleOf(keywords) : undefined;
  const text = style && write(value, style, 0);
  return text !== undefined && text.length <= MAX_TEXT ? text : undefined;
};
