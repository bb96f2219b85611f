/**
 * `re`, of patterns and texts that Python and JavaScript surely understand alike: plain texts of one line, no flags, no references back, nothing
 * that is repeated within what is repeated. Everything else is not known here.
 */
import { type CallValue, dictOf, isA, listOf, referenceTo, tupleOf, type Value } from '../../values.ts';
import type { Arguments } from '../../world.ts';
import type { Apply } from '../higher.ts';

/** One sign of a pattern, or what stands for one: a class of signs, an escape. Letters that are escaped mean other things elsewhere. */
const CLASS = String.raw`\[\^?(?:[^\]\\\[]|\\[dwsDWS.\-_/+*?()\[\]{}^$|\\])+\]`;
const ATOM = new RegExp(String.raw`^(?:${CLASS}|\\[dwsDWSb.\-_/+*?()\[\]{}^$|\\]|[^\\()\[\]{}*+?|^$]|[\^$|])`);
const QUANTIFIER = /^(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??/;
const OPEN = /^\((?:\?:|\?=|\?!|\?<=|\?<!|\?P<[A-Za-z_]\w*>)?/;
const LOOKS_BACK = /^\(\?<[=!](?:\^|\\[dwsDWS]|\[\^?[\w-]+\]|[\w -])\)/;

const PLAIN = /^[\x20-\x7e]*$/;
const [MAX_PATTERN, MAX_LENGTH] = [200, 1000];
/** How often a pattern may go over a text: each repetition multiplies that by the length of the text, each choice by two. */
const [MAX_STEPS, STEPS_AT_ONCE] = [1_000_000, 256];

/**
 * What stands in a group. `isRich`: something that is kept, repeated or one of several, which may be repeated in ways of each one's own.
 * `takes`: at least one sign in any case. `hasBar`: one of several is.
 */
type Group = { isLook: boolean; isRich: boolean; takes: boolean; hasBar: boolean };

/** Whether both repeat it alike: neither what looks around, nor what may be nothing at all. */
const mayRepeat = ({ isLook, isRich, takes, hasBar }: Group, quantifier: string): boolean =>
  !isLook && takes && !hasBar && (!isRich || quantifier.startsWith('?'));

type Translated = { source: string; repeated: number; choices: number };

/** The same in JavaScript; undefined where it is not read here. */
const translated = (pattern: string): Translated | undefined => {
  if (pattern.length > MAX_PATTERN || !PLAIN.test(pattern)) return undefined;
  let [source, rest] = ['', pattern];
  let [repeated, choices] = [0, 0];
  const around: Group[] = [];
  while (rest !== '') {
    const back = LOOKS_BACK.exec(rest)?.[0];
    const open = back === undefined ? OPEN.exec(rest)?.[0] : undefined;
    if (open !== undefined) {
      if (/^\(\?<[=!]/.test(open)) return undefined;
      const isKept = !/^\(\?[:=!]/.test(open);
      if (isKept) for (const group of around) group.isRich = true;
      around.push({ isLook: /[=!]$/.test(open), isRich: false, takes: false, hasBar: false });
      source += open.replace('?P<', '?<');
      rest = rest.slice(open.length);
      continue;
    }
    const atom = back ?? (rest.startsWith(')') ? ')' : ATOM.exec(rest)?.[0]);
    const closed = atom === ')' ? around.pop() : undefined;
    if (atom === undefined || (atom === ')' && closed === undefined)) return undefined;
    const quantifier = QUANTIFIER.exec(rest.slice(atom.length))?.[0] ?? '';
    rest = rest.slice(atom.length + quantifier.length);
    source += atom + quantifier;
    const group = around.at(-1);
    const isBare = back !== undefined || /^(?:[\^$|]|\\b)$/.test(atom);
    if (quantifier !== '') {
      // `a*+` is another thing in each of them.
      if (isBare || /^[*+?{]/.test(rest) || (closed !== undefined && !mayRepeat(closed, quantifier))) return undefined;
      if (/^[*+]|,/.test(quantifier)) repeated++;
      else if (quantifier.startsWith('?')) choices++;
    }
    if (atom === '|') choices++;
    if (group === undefined) continue;
    if (atom === '|') group.hasBar = true;
    group.isRich ||= atom === '|' || quantifier !== '' || (closed?.isRich ?? false);
    group.takes ||= !isBare && /^(?:\+|\{[1-9]|$)/.test(quantifier) && (closed === undefined || takesSign(closed));
  }
  return around.length > 0 ? undefined : { source, repeated, choices };
};

const takesSign = ({ isLook, takes, hasBar }: Group): boolean => !isLook && takes && !hasBar;

const isPlainText = (text: Value | undefined): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && PLAIN.test(text);

const MATCH = 're.Match';

const matchOf = (found: RegExpMatchArray): CallValue => ({
  type: 'call',
  name: MATCH,
  callee: referenceTo(MATCH),
  args: [...found].map((group) => group ?? null),
  keywords: new Map(Object.entries(found.groups ?? {}).map(([name, group]) => [name, group ?? null])),
  serial: -1,
  file: null,
  line: 1,
  state: new Map([['<at>', found.index ?? 0]]),
});

export const isMatch = (value: Value): value is CallValue => isA(value, 'call') && value.name === MATCH;

export const groupOf = ({ args, keywords }: CallValue, at: Value | undefined): Value | undefined =>
  typeof at === 'number' ? args[at] : typeof at === 'string' ? keywords.get(at) : undefined;

/** `match.group(1, "name")`, `match.groups()`; undefined for what is not known, or not there. */
const matchMethod = (match: CallValue, method: string, { args }: Arguments): Value | undefined => {
  const [whole = null, ...groups] = match.args;
  const start = match.state?.get('<at>');
  if (method === 'groups') return tupleOf(groups.map((group) => (group === null ? (args[0] ?? null) : group)));
  if (method === 'groupdict') return dictOf(match.keywords);
  if (method === 'start' || method === 'end' || method === 'span') {
    if (args.length > 0 || typeof start !== 'number' || typeof whole !== 'string') return undefined;
    const end = start + whole.length;
    return method === 'span' ? tupleOf([start, end]) : method === 'start' ? start : end;
  }
  if (method !== 'group') return undefined;
  if (args.length === 0) return whole;
  const found = args.map((at) => groupOf(match, at));
  if (found.includes(undefined)) return undefined;
  return found.length === 1 ? found[0] : tupleOf(found as Value[]);
};

/** `\1`, `\g<name>`; undefined where the template has anything else of the kind. */
const filledIn = (template: string, match: RegExpMatchArray): string | undefined => {
  let isKnown = true;
  const filled = template.replaceAll(/\\(?:([1-9])(?!\d)|g<(\w+)>|.|$)/g, (_, number, named) => {
    const name: string | undefined = number ?? named;
    const group = name === undefined ? undefined : /^\d+$/.test(name) ? match[Number(name)] : match.groups?.[name];
    isKnown &&= name !== undefined && (/^\d+$/.test(name) ? Number(name) < match.length : name in (match.groups ?? {}));
    return group ?? '';
  });
  return isKnown ? filled : undefined;
};

/** Behind a match of nothing Python looks for another one at the same place; what is greedy would have been found at first. */
const matchesIn = (regex: RegExp, text: string): RegExpExecArray[] | undefined => {
  const matches = [...text.matchAll(regex)];
  const isGreedy = !/[*+?}]\?|\|/.test(regex.source);
  return isGreedy || matches.every(([whole]) => whole !== '') ? matches : undefined;
};

/** `template`: what stands in the place of a match, or a function that says it. */
const substituted = (
  matches: readonly RegExpExecArray[],
  template: Value | undefined,
  text: string,
  apply: Apply,
): Value | undefined => {
  if (template === undefined || !(typeof template === 'string' || isA(template, 'function'))) return undefined;
  let [result, from] = ['', 0];
  for (const match of matches) {
    const filled = typeof template === 'string' ? filledIn(template, match) : apply(template, [matchOf(match)]);
    if (typeof filled !== 'string') return undefined;
    result += text.slice(from, match.index) + filled;
    from = match.index + match[0].length;
  }
  return result + text.slice(from);
};

const splitBy = (matches: readonly RegExpExecArray[], text: string): Value => {
  const parts: Value[] = [];
  let from = 0;
  for (const match of matches) {
    parts.push(text.slice(from, match.index), ...match.slice(1).map((group) => group ?? null));
    from = match.index + match[0].length;
  }
  return listOf([...parts, text.slice(from)]);
};

const allOf = (matches: readonly RegExpExecArray[]): Value =>
  listOf(
    matches.map((match) => {
      const [whole, ...groups] = [...match].map((group) => group ?? '');
      return groups.length === 0 ? (whole ?? '') : groups.length === 1 ? (groups[0] ?? '') : tupleOf(groups);
    }),
  );

/** Takes off what the search may cost, in steps of the evaluator. */
type Pay = (steps: number) => void;
/** What a search needs of the one who asks for it. */
export type Search = { pay: Pay; apply: Apply };

/** Where each of them has the text, and how often at most. */
const places: Readonly<Record<string, readonly [text: number, most: number]>> = {
  match: [0, -1],
  fullmatch: [0, -1],
  search: [0, -1],
  findall: [0, -1],
  split: [0, 1],
  sub: [1, 2],
};

const applied = (
  written: string,
  method: string,
  { args, keywords }: Arguments,
  { pay, apply }: Search,
): Value | undefined => {
  const place = Object.hasOwn(places, method) ? places[method] : undefined;
  const count = method === 'sub' ? keywords.get('count') : undefined;
  if (place === undefined || keywords.size > (count === undefined ? 0 : 1)) return undefined;
  const [at, mostAt] = place;
  const [text, most = count ?? 0] = [args[at], args[mostAt]];
  if (args.length > Math.max(at, mostAt) + 1 || !isPlainText(text) || typeof most !== 'number') return undefined;
  const pattern = translated(written);
  if (pattern === undefined) return undefined;
  const { source, repeated, choices } = pattern;
  const steps = text.length ** (repeated + 1) * 2 ** choices;
  if (steps > MAX_STEPS) return undefined;
  pay(Math.ceil(steps / STEPS_AT_ONCE));
  const limit = most > 0 ? most : Number.POSITIVE_INFINITY;
  try {
    const regex = new RegExp(method === 'fullmatch' ? `^(?:${source})$` : source, method === 'match' ? 'y' : 'g');
    if (/^(?:sub|split|findall)$/.test(method)) {
      const matches = matchesIn(regex, text)?.slice(0, limit);
      if (matches === undefined || method === 'findall') return matches && allOf(matches);
      return method === 'sub' ? substituted(matches, args[0], text, apply) : splitBy(matches, text);
    }
    const found = regex.exec(text);
    return found === null ? null : matchOf(found);
  } catch (error) {
    // What JavaScript does not take for a pattern.
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};

/** `re.sub(pattern, by, text)`. undefined: it is not known. */
export const callRegex = (name: string, call: Arguments, search: Search): Value | undefined => {
  const [pattern, ...args] = call.args;
  const written = writtenIn(pattern);
  return written === undefined ? undefined : applied(written, name.slice('re.'.length), { ...call, args }, search);
};

/** The pattern itself, or one that was compiled without flags. */
const writtenIn = (pattern: Value | undefined): string | undefined => {
  if (typeof pattern === 'string') return pattern;
  if (!isA(pattern, 'call') || pattern.name !== 're.compile') return undefined;
  const [written, flags] = pattern.args;
  return flags === undefined && pattern.keywords.size === 0 && typeof written === 'string' ? written : undefined;
};

/** Of a compiled pattern, or of what it found. */
export const regexMethod = (object: CallValue, method: string, call: Arguments, search: Search): Value | undefined => {
  if (isMatch(object)) return matchMethod(object, method, call);
  const written = writtenIn(object);
  return written === undefined ? undefined : applied(written, method, call, search);
};
