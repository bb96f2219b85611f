/**
 * YAML as settings are kept in: maps, lists, plain and quoted texts, blocks of text. What goes beyond (anchors, tags, texts over several lines)
 * is not guessed at: the whole document is then not known.
 */
import {
  dictOf,
  floatOf,
  isA,
  isKey,
  type Key,
  listOf,
  openedText,
  Raised,
  type Value,
} from '../../../python/index.ts';

type Line = { indent: number; text: string; raw: string };
type Reader = { lines: readonly Line[]; at: number; depth: number };

/** Something that is not read here. */
class Beyond extends Error {}

const MAX_LINES = 20_000;
// Looking for the end of a key takes longer by the square of the line.
const MAX_LENGTH = 2000;
// Deeper than any settings; a hostile file nests deeper than the stack.
const MAX_NESTING = 60;

const constants: Readonly<Record<string, Value>> = { '': null, '~': null, null: null, true: true, false: false };
const switches: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false };

/** Numbers in other forms, dates, what stands for something else or begins something. */
const SPECIAL =
  /^[-+]?(?:0[xob\d_]|\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$|\d*_[\d_]*\.?|\d[\d_]*\.[\d_]*(?:e|$)|\.\d|\.(?:inf|nan)$)|^\d{4}-\d\d?-\d\d?|^[&*!|>%@`"'#{}[\],]|^[-?:](?:\s|$)|^(?:=|<<)$/i;

const plainValue = (text: string): Value => {
  const lower = text.toLowerCase();
  if (Object.hasOwn(constants, lower)) return constants[lower] ?? null;
  if (Object.hasOwn(switches, lower)) return switches[lower] ?? null;
  if (/^[-+]?(?:0|[1-9]\d*)$/.test(text)) return Number(text);
  if (/^[-+]?\d+\.\d*(?:e[-+]\d+)?$/i.test(text)) return floatOf(Number(text));
  if (SPECIAL.test(text) || /: |:$/.test(text)) throw new Beyond();
  return text;
};

/** Without a comment; inside of quotes `#` is a sign like any other. */
const uncommented = (text: string): string => {
  const quoted = /^(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')/.exec(text)?.[0] ?? '';
  const rest = text.slice(quoted.length);
  const comment = rest.search(/(?:^|\s)#/);
  return `${quoted}${comment < 0 ? rest : rest.slice(0, comment)}`.trimEnd();
};

const quotedValue = (text: string): Value => {
  if (text.startsWith("'") && text.length > 1 && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new Beyond();
  }
};

/** Of a text with `''` in it both halves, one after the other: so there is one way only to take it. */
const PART = /(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*'|[^,"'[\]{}])+/y;

/** `[a, "b"]` and `{a: 1}`, not one inside another. */
const flowValue = (text: string): Value => {
  const isList = text.startsWith('[');
  if (!text.endsWith(isList ? ']' : '}')) throw new Beyond();
  const inner = text.slice(1, -1);
  const parts: string[] = [];
  for (let at = 0; at < inner.length && inner.slice(at).trim() !== ''; ) {
    PART.lastIndex = at;
    const part = PART.exec(inner)?.[0];
    if (part === undefined) throw new Beyond();
    parts.push(part.trim());
    at += part.length;
    if (at < inner.length && inner[at] !== ',') throw new Beyond();
    at++;
  }
  if (isList) return listOf(parts.map(scalar));
  return dictOf(
    parts.map((part) => {
      const [key, rest] = splitKey(part) ?? [];
      if (key === undefined || rest === undefined) throw new Beyond();
      return [key, scalar(rest)] as const;
    }),
  );
};

const scalar = (text: string): Value => {
  if (/^["']/.test(text)) return quotedValue(text);
  return /^[[{]/.test(text) ? flowValue(text) : plainValue(text);
};

/** `key: value`, `key:`; undefined for a line that is none. */
const splitKey = (text: string): [Key, string] | undefined => {
  const [, written = '', rest = ''] =
    /^((?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')\s*|[^\s"'[{#&*!|>%@`?-][^:#]*|-[^\s:#][^:#]*):(?:\s(.*))?$/s.exec(
      text,
    ) ?? [];
  if (written === '') return undefined;
  const key = scalar(written.trim());
  if (!isKey(key)) throw new Beyond();
  return [key, uncommented(rest.trimStart())];
};

/** `|` keeps line ends, `>` folds them. */
const blockText = (reader: Reader, indent: number, sign: string): string => {
  const taken: string[] = [];
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at];
    if (line === undefined || (line.raw.trim() !== '' && line.indent <= indent)) break;
    taken.push(line.raw);
  }
  const margin = Math.min(...taken.filter((raw) => raw.trim() !== '').map((raw) => /^ */.exec(raw)?.[0].length ?? 0));
  const lines = taken.map((raw) => raw.slice(margin));
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (sign.startsWith('>') && lines.some((line) => line === '' || line.startsWith(' '))) throw new Beyond();
  const text = lines.join(sign.startsWith('|') ? '\n' : ' ');
  return sign.endsWith('-') || text === '' ? text : `${text}\n`;
};

/** What follows a key or a dash: on its line, or on the lines below that stand further in. */
const valueAfter = (reader: Reader, rest: string, indent: number, isInMap: boolean): Value => {
  if (/^[|>][-+]?$/.test(rest)) {
    if (rest.endsWith('+')) throw new Beyond();
    return blockText(reader, indent, rest);
  }
  skipEmpty(reader);
  const next = reader.lines[reader.at];
  const isBelow = next !== undefined && (next.indent > indent || (isInMap && next.indent === indent && isItem(next)));
  if (rest !== '') {
    if (isBelow && next.indent > indent) throw new Beyond();
    return scalar(rest);
  }
  return isBelow ? block(reader, next.indent) : null;
};

const isItem = ({ text }: Line): boolean => text === '-' || text.startsWith('- ');

const skipEmpty = (reader: Reader): void => {
  while (reader.lines[reader.at]?.text === '') reader.at++;
};

const block = (reader: Reader, indent: number): Value => {
  if (++reader.depth > MAX_NESTING) throw new Beyond();
  const first = reader.lines[reader.at];
  const value = first !== undefined && isItem(first) ? list(reader, indent) : map(reader, indent);
  reader.depth--;
  return value;
};

const list = (reader: Reader, indent: number): Value => {
  const items: Value[] = [];
  for (skipEmpty(reader); ; skipEmpty(reader)) {
    const line = reader.lines[reader.at];
    if (line === undefined || line.indent < indent || !isItem(line)) return listOf(items);
    if (line.indent > indent) throw new Beyond();
    const rest = line.text.slice(1).trimStart();
    // A map that begins on the line of its dash: as if it stood below, as far in as it is.
    const inner = indent + line.text.length - rest.length;
    if (rest !== '' && (splitKey(rest) !== undefined || /^- /.test(rest))) {
      (reader.lines as Line[])[reader.at] = { indent: inner, text: rest, raw: line.raw };
      items.push(block(reader, inner));
    } else {
      reader.at++;
      items.push(valueAfter(reader, uncommented(rest), indent, false));
    }
  }
};

const map = (reader: Reader, indent: number): Value => {
  const dict = dictOf();
  for (skipEmpty(reader); ; skipEmpty(reader)) {
    const line = reader.lines[reader.at];
    if (line === undefined || line.indent < indent) return dict;
    const entry = line.indent === indent ? splitKey(line.text) : undefined;
    // `<<` takes over another map.
    if (entry === undefined || entry[0] === '<<') throw new Beyond();
    reader.at++;
    dict.entries.set(entry[0], valueAfter(reader, entry[1], indent, true));
  }
};

const linesOf = (text: string): Line[] => {
  const written = text.split('\n');
  if (written.length > MAX_LINES || written.some((line) => line.length > MAX_LENGTH)) throw new Beyond();
  return written.map((raw) => {
    const shown = raw.replace(/\r$/, '').trimEnd();
    const indent = /^ */.exec(shown)?.[0].length ?? 0;
    const content = shown.slice(indent);
    if (content.startsWith('\t')) throw new Beyond();
    return { indent, text: content.startsWith('#') ? '' : content, raw: shown };
  });
};

const parse = (text: string): Value => {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  const reader: Reader = { lines, at: 0, depth: 0 };
  skipEmpty(reader);
  if (lines[reader.at]?.raw === '---') reader.at++;
  if (lines.slice(reader.at).some((line) => /^(?:---|\.\.\.|%)/.test(line.raw))) throw new Beyond();
  skipEmpty(reader);
  const first = lines[reader.at];
  if (first === undefined) return null;
  const value = splitKey(first.text) !== undefined || isItem(first) ? block(reader, first.indent) : undefined;
  if (value === undefined || reader.at < lines.length) throw new Beyond();
  return value;
};

/** `yaml.safe_load(file)`; undefined when it goes beyond what is read here. */
export const readYaml = (source: Value | undefined): Value | undefined => {
  const text = isA(source, 'bytes') ? source.text : openedText(source);
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Beyond) return undefined;
    throw error instanceof RangeError ? new Raised('YAMLError', 'A YAML text is nested too deeply.') : error;
  }
};
