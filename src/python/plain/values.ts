/** Values as they are written: literals, names of what is not opened, and calls of these. */
import { setOf } from '../evaluator/data/equality.ts';
import { isBuiltin } from '../evaluator/known/builtins.ts';
import { type CallValue, floatOf, isA, type Key, type ReferenceValue, type Value } from '../evaluator/values.ts';
import type { World } from '../evaluator/world.ts';
import { intern, longestName, sharedReference } from '../intern.ts';
import { advance, type Cursor, NAME, NUMBER, STRING, Unreadable } from '../parser/cursor.ts';
import { reserved } from '../parser/expressions.ts';
import { describeString, isTriple, unescapeText } from '../parser/strings.ts';
import { BRACE, BRACE_CLOSE, CLOSE, COLON, COMMA, DOT, MINUS, OPEN, SQUARE, SQUARE_CLOSE } from '../parser/tokens.ts';
import { callsOf, endOfCall, keepCall } from './written-calls.ts';

/** What may be asked of the world while nothing is opened. */
export type PlainWorld = Pick<World, 'resolve' | 'closedName'> & {
  /** Whether calling it gives nothing but an object that was made with these arguments. */
  isMaker(name: string): boolean;
  /** Whether calls of what it holds stand in many places alike. */
  isRepeated(name: string): boolean;
};

/** One for all: it is no error, and nobody looks where it came from. */
const NOT_PLAIN = new Unreadable('It says more than plain values.');
export const stop = (): never => {
  throw NOT_PLAIN;
};

export type Reading = {
  cursor: Cursor;
  world: PlainWorld;
  /** Dotted name of the module. */
  module: string;
  names: Map<string, Value>;
  /** What stands for functions of the module: what they hold and what they give is the evaluator's to say. */
  functions: Set<Value>;
  /** Names that were looked up, but for the first of each call that is being read: a call that has none says the same anywhere. */
  lookups: number;
};

/** A name of something that is not opened. What is more than a text or another name is left to the evaluator. */
export const closedPart = ({ world, module }: Reading, of: string, name: string): string | ReferenceValue => {
  if (of.length > longestName) return stop();
  const closed = world.closedName(of, name, module);
  const value = closed === undefined ? world.resolve(`${of}.${name}`) : closed;
  if (value === undefined) return sharedReference(`${of}.${name}`);
  return isA(value, 'reference') ? sharedReference(value.name) : typeof value === 'string' ? value : stop();
};

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
]);

const nameValue = (reading: Reading, word: string): Value => {
  const known = reading.names.get(word);
  if (known !== undefined) return known;
  return isBuiltin(word) ? sharedReference(`builtins.${word}`) : stop();
};

export const readText = (cursor: Cursor): string => {
  let whole: string | undefined;
  while (cursor.token === STRING) {
    const { text, start, quoteAt, at } = cursor;
    const isBare = start === quoteAt && !isTriple(text, quoteAt);
    let said: string | undefined = isBare ? text.slice(quoteAt + 1, at - 1) : undefined;
    if (said === undefined || said.includes('\\')) {
      const literal = describeString(text, start, quoteAt, at);
      if (literal.bytes || literal.formatted) stop();
      said = unescapeText(text, literal.from, literal.to, literal.raw) ?? stop();
    }
    whole = whole === undefined ? said : whole + said;
    advance(cursor);
  }
  return whole ?? stop();
};

const WHOLE = /^(?:0|[1-9]\d*)$/;
const FRACTION = /^\d+\.\d+$/;

const readNumber = (cursor: Cursor): Value => {
  const text = cursor.text.slice(cursor.start, cursor.at);
  advance(cursor);
  if (WHOLE.test(text)) return Number(text);
  return FRACTION.test(text) ? floatOf(Number(text)) : stop();
};

const readNegative = (cursor: Cursor): Value => {
  advance(cursor);
  const value = cursor.token === NUMBER ? readNumber(cursor) : 0;
  return typeof value === 'number' && value > 0 ? -value : stop();
};

/** Values up to the closing bracket, the opening one is passed; whether a comma stands behind the last. */
const readItems = (reading: Reading, close: number): { items: Value[]; isOpen: boolean } => {
  const { cursor } = reading;
  const items: Value[] = [];
  let isOpen = false;
  while (cursor.token !== close) {
    items.push(readValue(reading));
    isOpen = cursor.token === COMMA;
    if (!isOpen) break;
    advance(cursor);
  }
  if (cursor.token !== close) stop();
  advance(cursor);
  // Cut to its length: a list that grew by itself keeps room for 17.
  return { items: items.slice(), isOpen };
};

const readParenthesised = (reading: Reading): Value => {
  advance(reading.cursor);
  const { items, isOpen } = readItems(reading, CLOSE);
  const [first] = items;
  return items.length === 1 && !isOpen && first !== undefined ? first : { type: 'tuple', items };
};

const readBraces = (reading: Reading): Value => {
  const { cursor } = reading;
  advance(cursor);
  const entries = new Map<Key, Value>();
  if (cursor.token !== BRACE_CLOSE) {
    const first = readValue(reading);
    if (cursor.token !== COLON) return readSet(reading, first);
    for (let key = first; ; key = readValue(reading)) {
      if (typeof key !== 'string' || cursor.token !== COLON) stop();
      advance(cursor);
      entries.set(key as string, readValue(reading));
      if (cursor.token !== COMMA) break;
      advance(cursor);
      if ((cursor.token as number) === BRACE_CLOSE) break;
    }
    if (cursor.token !== BRACE_CLOSE) stop();
  }
  advance(cursor);
  return { type: 'dict', entries, partial: false };
};

const readSet = (reading: Reading, first: Value): Value => {
  const { cursor } = reading;
  if (cursor.token === COMMA) advance(cursor);
  else if (cursor.token !== BRACE_CLOSE) stop();
  const { items } = readItems(reading, BRACE_CLOSE);
  return { type: 'set', items: setOf([first, ...items]).items };
};

const noArgs: readonly Value[] = [];
const noKeywords: ReadonlyMap<string, Value> = new Map();

type Given = Pick<CallValue, 'args' | 'keywords'>;

export const readArguments = (reading: Reading): Given => {
  const { cursor } = reading;
  let args: Value[] | undefined;
  let keywords: Map<string, Value> | undefined;
  advance(cursor);
  while (cursor.token !== CLOSE) {
    const word = cursor.token === NAME ? cursor.word : undefined;
    // `=` behind the word, and not `==`: a word that is followed by a blank is looked at as well.
    if (word !== undefined && isNamedAt(cursor)) {
      advance(cursor);
      advance(cursor);
      const value = readValue(reading);
      keywords ??= new Map();
      if (keywords.has(word)) stop();
      keywords.set(intern(word), value);
    } else {
      if (keywords !== undefined) stop();
      args ??= [];
      args.push(readValue(reading));
    }
    if (cursor.token !== COMMA) break;
    advance(cursor);
  }
  if (cursor.token !== CLOSE) stop();
  advance(cursor);
  return { args: args?.slice() ?? noArgs, keywords: keywords ?? noKeywords };
};

/** Whether the word at the cursor is a name, and followed by a lone `=`. */
export const isNamedAt = ({ text, at, word }: Cursor): boolean => {
  let next = at;
  while (text.charCodeAt(next) === 32) next++;
  const isAssigned = text.charCodeAt(next) === 61 && text.charCodeAt(next + 1) !== 61;
  return isAssigned && !reserved.has(word) && !constants.has(word);
};

const callOf = (callee: ReferenceValue, { args, keywords }: Given, line: number): CallValue => ({
  type: 'call',
  name: callee.name,
  callee,
  args,
  keywords,
  serial: 0,
  file: null,
  line,
});

// Less than the parser allows, which counts more for each.
const deepest = 50;

/** The call at the cursor, where one of the same text was read before. */
const takeWritten = ({ cursor }: Reading, calls: ReturnType<typeof callsOf>): CallValue | undefined => {
  const { text, start, at, startLine } = cursor;
  const end = endOfCall(text, at);
  const known = end === -1 ? undefined : calls.get(text.slice(start, end));
  if (known === undefined) return undefined;
  cursor.at = end;
  cursor.line += known.lines;
  advance(cursor);
  return callOf(known.callee, known, startLine + known.lineOfArguments);
};

/** What a name holds by dots, and what that is called with. `calls`: where it is kept if its text may stand elsewhere. */
const readDotted = (reading: Reading, first: Value, calls: ReturnType<typeof callsOf> | undefined): Value => {
  const { cursor, world } = reading;
  const { start, startLine } = cursor;
  let value = first;
  advance(cursor);
  if (reading.functions.has(first) && (cursor.token === DOT || cursor.token === OPEN)) stop();
  reading.lookups++;
  const { lookups } = reading;
  for (let dots = 0; cursor.token === DOT; dots++) {
    advance(cursor);
    if (cursor.token !== NAME || !isA(value, 'reference') || dots > deepest) stop();
    value = closedPart(reading, (value as ReferenceValue).name, cursor.word);
    advance(cursor);
  }
  if (cursor.token !== OPEN) return value;
  if (!isA(value, 'reference') || !world.isMaker(value.name)) return stop();
  const line = cursor.startLine;
  const found = callOf(value, readArguments(reading), line);
  // Another call behind it, or a part of what it gives.
  if (cursor.token === OPEN || cursor.token === DOT || cursor.token === SQUARE) stop();
  if (calls !== undefined && reading.lookups === lookups)
    keepCall(calls, cursor.text.slice(start, cursor.lastEnd), found, startLine);
  return found;
};

const DOT_SIGN = 46;

const readName = (reading: Reading): Value => {
  const { cursor, world } = reading;
  const constant = constants.get(cursor.word);
  if (constant !== undefined) {
    advance(cursor);
    return constant;
  }
  const value = nameValue(reading, cursor.word);
  const isModule = isA(value, 'reference') && cursor.text.charCodeAt(cursor.at) === DOT_SIGN;
  const calls = isModule && world.isRepeated(value.name) ? callsOf(value) : undefined;
  const known = calls && takeWritten(reading, calls);
  return known ?? readDotted(reading, value, calls);
};

const readPart = (reading: Reading): Value => {
  const { cursor } = reading;
  switch (cursor.token) {
    case NAME:
      return readName(reading);
    case STRING:
      return intern(readText(cursor));
    case NUMBER:
      return readNumber(cursor);
    case MINUS:
      return readNegative(cursor);
    case OPEN:
      return readParenthesised(reading);
    case SQUARE:
      advance(cursor);
      return { type: 'list', items: readItems(reading, SQUARE_CLOSE).items };
    case BRACE:
      return readBraces(reading);
    default:
      return stop();
  }
};

export const readValue = (reading: Reading): Value => {
  const { cursor } = reading;
  if (++cursor.nesting > deepest) stop();
  const value = readPart(reading);
  cursor.nesting--;
  return value;
};
