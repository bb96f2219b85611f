/** `configparser`: settings kept in `.ini` and `.cfg` files. */
import {
  type CallValue,
  type DictValue,
  dictOf,
  isA,
  isSequence,
  listOf,
  numberOf,
  textOf,
  tupleOf,
  type Value,
} from '../../values.ts';
import { type Arguments, Raised, type World } from '../../world.ts';
import { FILE_TEXT, isOpenFile, isThere } from '../files.ts';
import { toFloat, toInteger } from '../numbers.ts';

const PARSER = /^configparser\.(?:Raw|Safe)?ConfigParser$/;
const SECTIONS = '<sections>';

export const isIniParser = (value: Value | undefined): value is CallValue =>
  isA(value, 'call') && PARSER.test(value.name);

/** Its sections; `partial` once a file was read that cannot be told. */
const sectionsOf = (parser: CallValue): DictValue => {
  parser.state ??= new Map();
  const known = parser.state.get(SECTIONS);
  if (isA(known, 'dict')) return known;
  const made = dictOf();
  parser.state.set(SECTIONS, made);
  return made;
};

const section = (sections: DictValue, name: string): DictValue => {
  const known = sections.entries.get(name);
  if (isA(known, 'dict')) return known;
  const made = dictOf();
  sections.entries.set(name, made);
  return made;
};

/** `[section]`, `key = value` or `key: value`, further lines indented. */
const readText = (sections: DictValue, text: string, named = (key: string): string => key.toLowerCase()): void => {
  let at: DictValue | null = null;
  let last: string | null = null;
  for (const line of text.split('\n')) {
    if (/^\s*(?:[#;]|$)/.test(line)) continue;
    const name = /^\[([^\]]+)\]/.exec(line)?.[1];
    const sign = line.search(/[=:]/);
    const key = (sign < 0 ? line : line.slice(0, sign)).trimEnd();
    if (name !== undefined) {
      at = section(sections, name);
      last = null;
    } else if (/^\s/.test(line) && last !== null && at !== null)
      at.entries.set(last, `${String(at.entries.get(last))}\n${line.trim()}`);
    else if (/^\S/.test(key) && at !== null) {
      last = named(key);
      at.entries.set(last, sign < 0 ? '' : line.slice(sign + 1).trim());
    }
  }
};

/** What one section of a text says, with the names as they are written. */
export const iniEntries = (text: string, name: string): [string, string][] => {
  const sections = dictOf();
  readText(sections, text, (key) => key);
  const found = sections.entries.get(name);
  return isA(found, 'dict') ? [...found.entries].map(([key, value]) => [String(key), String(value)]) : [];
};

const readFiles = (parser: CallValue, files: Value | undefined, world: World): Value => {
  const sections = sectionsOf(parser);
  const read: Value[] = [];
  for (const file of isSequence(files) ? files.items : [files]) {
    const path = textOf(file);
    const text = path === undefined ? undefined : world.readText(path);
    if (text !== undefined && path !== undefined) {
      readText(sections, text);
      read.push(path);
    } else if (path === undefined || isThere(path, world)) sections.partial = true;
  }
  return listOf(read);
};

// Deeper than anybody refers from one value to the next.
const MAX_REFERENCES = 10;

/** `%(name)s` in the values of a parser that is not raw; undefined where one is not there. */
const filledIn = (text: string, options: DictValue, defaults: DictValue | undefined, depth = 0): string | undefined => {
  if (depth > MAX_REFERENCES) return undefined;
  let isWhole = true;
  const filled = text.replaceAll(/%(?:%|\(([^)]{1,200})\)s)/g, (whole, name: string | undefined) => {
    if (name === undefined) return whole === '%%' ? '%' : whole;
    const value = options.entries.get(name.toLowerCase()) ?? defaults?.entries.get(name.toLowerCase());
    const inner = typeof value === 'string' ? filledIn(value, options, defaults, depth + 1) : undefined;
    isWhole &&= inner !== undefined;
    return inner ?? '';
  });
  return isWhole ? filled : undefined;
};

const truths: Readonly<Record<string, boolean>> = {
  '1': true,
  yes: true,
  true: true,
  on: true,
  '0': false,
  no: false,
  false: false,
  off: false,
};

const cast = (text: string, method: string): Value | undefined => {
  switch (method) {
    case 'getint':
      return toInteger(text);
    case 'getfloat':
      return toFloat(text);
    case 'getboolean':
      return truths[text.toLowerCase()];
    default:
      return text;
  }
};

const defaultsOf = (sections: DictValue): DictValue | undefined => {
  const found = sections.entries.get('DEFAULT');
  return isA(found, 'dict') ? found : undefined;
};

const optionOf = (parser: CallValue, name: string, key: string): string | undefined => {
  const sections = sectionsOf(parser);
  const options = sections.entries.get(name);
  if (!isA(options, 'dict')) return undefined;
  const defaults = defaultsOf(sections);
  const value = options.entries.get(key.toLowerCase()) ?? defaults?.entries.get(key.toLowerCase());
  if (typeof value !== 'string') return undefined;
  return parser.name.endsWith('RawConfigParser') ? value : filledIn(value, options, defaults);
};

/** `get`, `getint` …: the value, else what is given for its absence, else an error as Python has it. */
const get = (parser: CallValue, method: string, { args: [name, key], keywords }: Arguments): Value | undefined => {
  if (typeof name !== 'string' || typeof key !== 'string') return undefined;
  const { partial } = sectionsOf(parser);
  const text = optionOf(parser, name, key);
  // A file that cannot be told may say otherwise.
  if (partial) return undefined;
  if (text !== undefined) return cast(text, method);
  if (keywords.has('fallback')) return keywords.get('fallback');
  throw new Raised(
    sectionsOf(parser).entries.has(name) ? 'NoOptionError' : 'NoSectionError',
    `There is no ${name}.${key}.`,
  );
};

/** A section as a dict of its values, those of DEFAULT included. */
const sectionValues = (parser: CallValue, name: string): DictValue | undefined => {
  const sections = sectionsOf(parser);
  const options = sections.entries.get(name);
  if (!isA(options, 'dict')) return undefined;
  const keys = new Set([...options.entries.keys(), ...(defaultsOf(sections)?.entries.keys() ?? [])]);
  const entries = [...keys].flatMap((key): [string, Value][] => {
    const value = optionOf(parser, name, String(key));
    return value === undefined ? [] : [[String(key), value]];
  });
  return dictOf(entries, sections.partial);
};

/** `parser["section"]`. */
export const iniItem = (parser: CallValue, name: Value): Value | undefined =>
  typeof name === 'string' ? sectionValues(parser, name) : undefined;

const namesOf = ({ entries }: DictValue): string[] =>
  [...entries.keys()].map(String).filter((name) => name !== 'DEFAULT');

const has = (parser: CallValue, { args: [name, key] }: Arguments): Value | undefined => {
  const sections = sectionsOf(parser);
  if (typeof name !== 'string') return undefined;
  const found = typeof key === 'string' ? optionOf(parser, name, key) !== undefined : namesOf(sections).includes(name);
  return found || !sections.partial ? found : undefined;
};

/** What a dict says: `{"database": {"NAME": "shop"}}`. What is no text of its own is left open. */
const readDict = (sections: DictValue, given: Value | undefined): void => {
  if (!isA(given, 'dict') || given.partial) sections.partial = true;
  if (!isA(given, 'dict')) return;
  for (const [name, options] of given.entries) {
    const at = typeof name === 'string' ? section(sections, name) : undefined;
    if (at === undefined || !isA(options, 'dict') || options.partial) sections.partial = true;
    for (const [key, value] of isA(options, 'dict') ? options.entries : []) {
      const text = typeof value === 'string' ? value : numberOf(value)?.toString();
      if (at !== undefined && typeof key === 'string' && text !== undefined) at.entries.set(key.toLowerCase(), text);
      else sections.partial = true;
    }
  }
};

/** `parser["section"] = {"name": "shop"}`, in the place of what that section had. */
export const putIniItem = (parser: CallValue, name: Value, options: Value): void => {
  const sections = sectionsOf(parser);
  if (typeof name === 'string') sections.entries.delete(name);
  readDict(sections, typeof name === 'string' ? dictOf([[name, options]]) : undefined);
};

/** Methods that tell something, and change nothing. */
const TELLS = /^(?:defaults|optionxform|write)$/;

/** A method of a parser; undefined when its answer cannot be told. */
export const iniMethod = (parser: CallValue, method: string, call: Arguments, world: World): Value | undefined => {
  const [first] = call.args;
  const sections = sectionsOf(parser);
  switch (method) {
    case 'read':
      return readFiles(parser, first ?? call.keywords.get('filenames'), world);
    case 'read_string':
    case 'read_file':
    case 'readfp': {
      const text = isOpenFile(first) ? first.state?.get(FILE_TEXT) : first;
      if (typeof text === 'string') readText(sections, text);
      else sections.partial = true;
      return null;
    }
    case 'read_dict':
      readDict(sections, first ?? call.keywords.get('dictionary'));
      return null;
    case 'add_section':
      readDict(sections, typeof first === 'string' ? dictOf([[first, dictOf()]]) : undefined);
      return null;
    case 'set': {
      const [, key, value] = call.args;
      const isTold = typeof first === 'string' && typeof key === 'string' && value !== undefined;
      readDict(sections, isTold ? dictOf([[first, dictOf([[key, value]])]]) : undefined);
      return null;
    }
    case 'get':
    case 'getint':
    case 'getfloat':
    case 'getboolean':
      return get(parser, method, call);
    case 'has_section':
    case 'has_option':
      return has(parser, call);
    case 'sections':
      return sections.partial ? undefined : listOf(namesOf(sections));
    case 'options':
    case 'items': {
      const values = typeof first === 'string' ? sectionValues(parser, first) : undefined;
      if (values === undefined || values.partial) return undefined;
      return listOf([...values.entries].map(([key, value]) => (method === 'options' ? key : tupleOf([key, value]))));
    }
    default:
      sections.partial ||= !TELLS.test(method);
      return undefined;
  }
};
