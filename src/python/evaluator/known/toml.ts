/** TOML as projects keep settings in it. Dates are not known here; what is not well formed is not read at all. */
import { addItems, type DictValue, dictOf, floatOf, isA, isSequence, listOf, unknown, type Value } from '../values.ts';

class Unread extends Error {}

// Deeper than any settings; a hostile file nests deeper than the stack.
const MAX_NESTING = 60;

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
};

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|[ \t]*\n\s*|([\s\S]))/g, (whole, short, long, sign) => {
    const code: string | undefined = short ?? long;
    if (code !== undefined) {
      const number = Number.parseInt(code, 16);
      if (number > 0x10ffff || (number >= 0xd800 && number < 0xe000)) throw new Unread();
      return String.fromCodePoint(number);
    }
    if (sign === undefined) return '';
    const known = escapes[sign];
    if (known === undefined) throw new Unread(whole);
    return known;
  });

const numbers: readonly (readonly [RegExp, (text: string) => Value])[] = [
  [/^[+-]?(?:0|[1-9]\d*)$/, (text) => Number(text)],
  [/^0x[\da-fA-F]+$|^0o[0-7]+$|^0b[01]+$/, (text) => Number(text)],
  [/^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/, (text) => floatOf(Number(text))],
];

const numberIn = (word: string): Value => {
  const isGrouped = /^[^_](?:_?[^_])*$/.test(word);
  const text = word.replaceAll('_', '');
  const [, read] = numbers.find(([pattern]) => isGrouped && pattern.test(text)) ?? [];
  if (read === undefined) throw new Unread();
  const value = read(text);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Unread();
  // Python knows no -0 among whole numbers.
  return value === 0 ? 0 : value;
};

/** `"""`, `'''`, `"` and `'`, in the order in which they are tried. */
const texts: readonly (readonly [RegExp, (inside: string) => string])[] = [
  [/"""\n?((?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{0,2})"""/y, unescaped],
  [/'''\n?((?:[^']|'{1,2}(?!'))*'{0,2})'''/y, (inside) => inside],
  [/"((?:[^"\\\n]|\\.)*)"/y, unescaped],
  [/'([^'\n]*)'/y, (inside) => inside],
];

const DATE = /\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d[\d:.]*(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d:[\d.]+/y;
const WORD = /[+\-\w.]+/y;
const BARE = /[\w-]+/y;
const BLANK = /[ \t]*/y;
const BREAK = /(?:[ \t\n]|#[^\n]*)*/y;

class Reader {
  private at = 0;
  private readonly text: string;
  readonly root = dictOf();
  /** What `[name]` made, which may be made once. */
  private readonly made = new Set<Value>();

  constructor(text: string) {
    this.text = text;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  private is(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  private need(sign: string): void {
    if (!this.is(sign)) throw new Unread();
  }

  private string(isKey: boolean): string | undefined {
    for (const [pattern, read] of isKey ? texts.slice(2) : texts) {
      const found = this.take(pattern);
      if (found !== null) return read(found[1] ?? '');
    }
    return undefined;
  }

  private key(): string[] {
    const parts: string[] = [];
    do {
      this.take(BLANK);
      const part = this.string(true) ?? this.take(BARE)?.[0];
      if (part === undefined || parts.length > MAX_NESTING) throw new Unread();
      parts.push(part);
      this.take(BLANK);
    } while (this.is('.'));
    return parts;
  }

  private value(depth: number): Value {
    if (depth > MAX_NESTING) throw new Unread();
    const text = this.string(false);
    if (text !== undefined) return text;
    if (this.is('[')) return this.array(depth);
    if (this.is('{')) return this.inline(depth);
    if (this.take(DATE) !== null) return unknown('a date is not known');
    const word = this.take(WORD)?.[0] ?? '';
    return word === 'true' || word === 'false' ? word === 'true' : numberIn(word);
  }

  private array(depth: number): Value {
    const list = listOf([]);
    this.take(BREAK);
    while (!this.is(']')) {
      addItems(list, [this.value(depth + 1)]);
      this.take(BREAK);
      if (!this.is(',')) {
        this.need(']');
        break;
      }
      this.take(BREAK);
    }
    return list;
  }

  private inline(depth: number): Value {
    const table = dictOf();
    this.take(BLANK);
    if (this.is('}')) return table;
    do this.pair(table, depth + 1);
    while (this.is(','));
    this.need('}');
    return table;
  }

  private pair(table: DictValue, depth: number): void {
    const path = this.key();
    this.need('=');
    this.take(BLANK);
    const name = path.pop() ?? '';
    const holder = this.reached(table, path);
    if (holder.entries.has(name)) throw new Unread();
    holder.entries.set(name, this.value(depth));
    this.take(BLANK);
  }

  /** The table at a path, made where it is not there yet; of an array of them the last. */
  private reached(from: DictValue, path: readonly string[]): DictValue {
    let table = from;
    for (const name of path) {
      const found = table.entries.get(name) ?? dictOf();
      table.entries.set(name, found);
      const last = isSequence(found) ? found.items.at(-1) : found;
      if (!isA(last, 'dict')) throw new Unread();
      table = last;
    }
    return table;
  }

  private header(): DictValue {
    const isArray = this.is('[');
    const path = this.key();
    this.need(isArray ? ']]' : ']');
    if (!isArray) {
      const table = this.reached(this.root, path);
      if (this.made.has(table)) throw new Unread();
      this.made.add(table);
      return table;
    }
    const name = path.pop() ?? '';
    const holder = this.reached(this.root, path);
    const list = holder.entries.get(name) ?? listOf([]);
    if (!isSequence(list)) throw new Unread();
    holder.entries.set(name, list);
    const table = dictOf();
    addItems(list, [table]);
    return table;
  }

  read(): Value {
    let table = this.root;
    for (this.take(BREAK); this.at < this.text.length; this.take(BREAK)) {
      if (this.is('[')) table = this.header();
      else this.pair(table, 0);
      this.take(BLANK);
      this.take(/#[^\n]*/y);
      if (this.at < this.text.length) this.need('\n');
    }
    return this.root;
  }
}

/** undefined: it could not be read. */
export const readToml = (text: string): Value | undefined => {
  try {
    return new Reader(text.replaceAll('\r\n', '\n')).read();
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return undefined;
  }
};
