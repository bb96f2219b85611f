/** Methods of texts, as Python has them. `undefined`: it is none of these, or its result is not known to be right. */
import { isIdentifier } from '../../../identifiers.ts';
import { type BytesValue, isSequence, listOf, MAX_TEXT, OPEN_KEYWORDS, tupleOf, type Value } from '../../values.ts';
import type { Arguments } from '../../world.ts';
import { joinTexts } from './texts.ts';

const WHITE = ' \t\n\r\f\v';

const strip = (text: string, characters: Value | undefined, sides: 'both' | 'left' | 'right'): string | undefined => {
  if (characters != null && typeof characters !== 'string') return undefined;
  const set = characters ?? WHITE;
  let [from, to] = [0, text.length];
  if (sides !== 'right') while (from < to && set.includes(text.charAt(from))) from++;
  if (sides !== 'left') while (to > from && set.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
};

/** Arguments by their names, given by position or by name; undefined where there are others. */
const take = ({ args, keywords }: Arguments, ...names: string[]): (Value | undefined)[] | undefined => {
  if (args.length > names.length || [...keywords.keys()].some((name) => !names.includes(name))) return undefined;
  return names.map((name, at) => (at < args.length ? args[at] : keywords.get(name)));
};

/** So many words from one end, and what is left as it stands. The text has no white space around it. */
const splitAtWhite = (text: string, limit: number, fromEnd: boolean): string[] => {
  const gaps = [...text.matchAll(/\s+/g)];
  const cuts = fromEnd ? gaps.slice(Math.max(0, gaps.length - limit)) : gaps.slice(0, limit);
  const words: string[] = [];
  let from = 0;
  for (const { 0: gap, index } of cuts) {
    words.push(text.slice(from, index));
    from = index + gap.length;
  }
  return text === '' ? [] : [...words, text.slice(from)];
};

const splitText = (text: string, call: Arguments, fromEnd: boolean): Value | undefined => {
  const [separator = null, limit = -1] = take(call, 'sep', 'maxsplit') ?? [undefined, null];
  if (typeof limit !== 'number') return undefined;
  const most = limit < 0 ? Number.POSITIVE_INFINITY : limit;
  if (separator === null) {
    // What is left over keeps the white space on its far side.
    if (most < text.length && /^\s|\s$/.test(text)) return undefined;
    return listOf(splitAtWhite(text.trim(), most, fromEnd));
  }
  if (typeof separator !== 'string' || separator === '') return undefined;
  const parts = text.split(separator);
  if (parts.length <= most + 1) return listOf(parts);
  const at = fromEnd ? parts.length - most : most;
  const joined = (fromEnd ? parts.slice(0, at) : parts.slice(at)).join(separator);
  return listOf(fromEnd ? [joined, ...parts.slice(at)] : [...parts.slice(0, at), joined]);
};

/** Places are counted in characters, of which some take two here: then nothing is told. */
const hasPairs = (text: string): boolean => /[\ud800-\udfff]/.test(text);

/** The part of a text between two places that a method is given, and where it begins. */
const between = (
  text: string,
  [from = null, to = null]: readonly (Value | undefined)[],
): { part: string; from: number } | undefined => {
  if ((from !== null && typeof from !== 'number') || (to !== null && typeof to !== 'number')) return undefined;
  const { length } = text;
  const place = (at: number): number => Math.max(0, Math.min(at < 0 ? at + length : at, length));
  const begin = place(from ?? 0);
  return { part: text.slice(begin, Math.max(begin, place(to ?? length))), from: begin };
};

const affix = (text: string, [what, ...places]: readonly Value[], isStart: boolean): Value | undefined => {
  const found = places.length > 0 && hasPairs(text) ? undefined : between(text, places);
  const affixes = isSequence(what) && what.type === 'tuple' ? what.items : [what];
  if (found === undefined || !affixes.every((item) => typeof item === 'string')) return undefined;
  return affixes.some((item) => (isStart ? found.part.startsWith(item) : found.part.endsWith(item)));
};

const search = (text: string, name: string, [what, ...places]: readonly Value[]): Value | undefined => {
  const found = typeof what !== 'string' || hasPairs(text) ? undefined : between(text, places);
  if (found === undefined || typeof what !== 'string') return undefined;
  const { part, from } = found;
  if (name === 'count') return what === '' ? undefined : part.split(what).length - 1;
  const at = name.startsWith('r') ? part.lastIndexOf(what) : part.indexOf(what);
  if (at === -1) return name.endsWith('find') ? -1 : undefined;
  return at + from;
};

/** A letter that becomes two, as ß, is not known to be written as Python writes it. */
const upperFirst = (word: string): string | undefined => {
  const [first = '', ...rest] = [...word];
  const upper = first.toUpperCase();
  return upper.length === first.length ? upper + rest.join('').toLowerCase() : undefined;
};

const titleCase = (text: string): string | undefined => {
  let isKnown = true;
  const titled = text.replace(/\p{Cased}+/gu, (word) => {
    const upper = upperFirst(word);
    isKnown &&= upper !== undefined;
    return upper ?? word;
  });
  return isKnown ? titled : undefined;
};

const replaceText = (text: string, call: Arguments): string | undefined => {
  const [old, by, count = -1] = take(call, 'old', 'new', 'count') ?? [];
  if (typeof old !== 'string' || typeof by !== 'string' || typeof count !== 'number') return undefined;
  if (count >= 0 && old === '') return undefined;
  const parts = text.split(old);
  if (text.length + parts.length * by.length > MAX_TEXT) return undefined;
  if (count < 0 || parts.length <= count + 1) return text.replaceAll(old, () => by);
  return [...parts.slice(0, count), ''].join(by) + parts.slice(count).join(old);
};

const partition = (text: string, separator: string, fromEnd: boolean): Value => {
  const at = fromEnd ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at === -1) return tupleOf(fromEnd ? ['', '', text] : [text, '', '']);
  return tupleOf([text.slice(0, at), separator, text.slice(at + separator.length)]);
};

const linesIn = (text: string, call: Arguments): Value | undefined => {
  const [keeps = false] = take(call, 'keepends') ?? [null];
  if (typeof keeps !== 'boolean' || /[\v\f\x1c-\x1e\x85\u2028\u2029]/.test(text)) return undefined;
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  return listOf(keeps ? lines : lines.map((line) => line.replace(/\r?\n$|\r$/, '')));
};

// A width that a hostile file asks for must not fill the memory.
const MAX_WIDTH = 1000;

const pad = (text: string, name: string, [width, fill = ' ']: readonly Value[]): string | undefined => {
  if (typeof width !== 'number' || typeof fill !== 'string' || width > MAX_WIDTH || hasPairs(text)) return undefined;
  const missing = Math.max(0, width - text.length);
  if (name === 'zfill') {
    const sign = /^[+-]/.exec(text)?.[0] ?? '';
    return sign + '0'.repeat(missing) + text.slice(sign.length);
  }
  const left = name === 'center' ? (missing >> 1) + (missing & width & 1) : name === 'rjust' ? missing : 0;
  return fill.repeat(left) + text + fill.repeat(missing - left);
};

const isPlain = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const isNumber = (text: string): boolean | undefined => (isPlain(text) ? /^\d+$/.test(text) : undefined);

/** What is asked of the letters of a text. */
const tests: Readonly<Record<string, (text: string) => boolean | undefined>> = {
  isupper: (text) => /\p{L}/u.test(text) && text === text.toUpperCase(),
  islower: (text) => /\p{L}/u.test(text) && text === text.toLowerCase(),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isalnum: (text) => (isPlain(text) ? /^[A-Za-z0-9]+$/.test(text) : undefined),
  isspace: (text) => /^\s+$/.test(text),
  isidentifier: isIdentifier,
  isascii: isPlain,
  isdigit: isNumber,
  isnumeric: isNumber,
  isdecimal: isNumber,
};

/** Of a text alone. */
const changes: Readonly<Record<string, (text: string) => string | undefined>> = {
  lower: (text) => text.toLowerCase(),
  casefold: (text) => (isPlain(text) ? text.toLowerCase() : undefined),
  upper: (text) => text.toUpperCase(),
  title: titleCase,
  capitalize: (text) => (text === '' ? '' : upperFirst(text)),
  swapcase: (text) =>
    isPlain(text) ? text.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())) : undefined,
  __str__: (text) => text,
};

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const isUtf8 = (encoding: Value | undefined): boolean =>
  encoding === undefined || (typeof encoding === 'string' && /^utf[-_]?8$/i.test(encoding));

const encoded = (text: string, [encoding, errors]: readonly Value[]): Value | undefined => {
  if (isAscii(text) || isUtf8(encoding)) return { type: 'bytes', text, isText: true };
  if (typeof encoding !== 'string' || !/^(?:us-)?ascii$/i.test(encoding)) return undefined;
  const otherwise = errors === 'ignore' ? '' : errors === 'replace' ? '?' : undefined;
  return otherwise === undefined
    ? undefined
    : { type: 'bytes', text: text.replace(/[^\0-\x7f]/gu, otherwise), isText: true };
};

export const decoded = ({ text, isText }: BytesValue, encoding: Value | undefined): string | undefined =>
  isAscii(text) || (isText === true && isUtf8(encoding)) ? text : undefined;

export const textMethod = (text: string, name: string, call: Arguments): Value | undefined => {
  const { args, keywords } = call;
  const [first] = args;
  if (keywords.has(OPEN_KEYWORDS)) return undefined;
  if (Object.hasOwn(tests, name)) return tests[name]?.(text);
  if (Object.hasOwn(changes, name)) return changes[name]?.(text);
  switch (name) {
    case 'join':
      return joinTexts(text, first);
    case 'split':
    case 'rsplit':
      return splitText(text, call, name === 'rsplit');
    case 'splitlines':
      return linesIn(text, call);
    case 'strip':
      return strip(text, first, 'both');
    case 'lstrip':
      return strip(text, first, 'left');
    case 'rstrip':
      return strip(text, first, 'right');
    case 'replace':
      return replaceText(text, call);
    case 'startswith':
    case 'endswith':
      return affix(text, args, name === 'startswith');
    case 'find':
    case 'rfind':
    case 'index':
    case 'rindex':
    case 'count':
      return search(text, name, args);
    case 'zfill':
    case 'center':
    case 'ljust':
    case 'rjust':
      return pad(text, name, args);
    case 'removeprefix':
      return typeof first === 'string' ? (text.startsWith(first) ? text.slice(first.length) : text) : undefined;
    case 'removesuffix':
      if (typeof first !== 'string') return undefined;
      return first !== '' && text.endsWith(first) ? text.slice(0, -first.length) : text;
    case 'partition':
    case 'rpartition':
      return typeof first === 'string' && first !== '' ? partition(text, first, name === 'rpartition') : undefined;
    case 'encode':
      return encoded(text, args);
    default:
      return undefined;
  }
};
