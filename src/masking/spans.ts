/** Finds the stretches of a line that must not be shown. Each rule gives spans; replacing them is someone else's work. */
import { isSecretKey, mayHoldSecretKey } from '../kit/secret-keys.ts';

export type Span = { start: number; end: number };

/** Inside the brackets of a secret key: how deep, and how many lines it may still go on before we stop believing it. */
export type OpenBrackets = { depth: number; linesLeft: number };
type SpanFinding = { spans: Span[]; open: OpenBrackets | null };

/** So many lines a secret may go on before we stop believing that it does. */
export const maxOpenLines = 200;

/** The frame of a private key that is printed over several lines. */
export const keyBlockStart = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
export const keyBlockEnd = /-----END [A-Z ]*PRIVATE KEY-----/;

/** A whole name, quoted or not, and what sets it apart from its value. Only where a word begins: at each letter it took seconds on a long one. */
const keyAndSeparator = /(["']?)(?<![\w-])([\w-]+)\1(\s{0,8}(?:=>|==?|:)(?!\/\/)\s{0,8})/g;
/** Of a name that is longer its end tells. */
const longestName = 100;
const stringPrefix = /^(?:[rbuf]|rb|br)?(?=["'])/i;
const nothing = /^(?:none|null|true|false|""|''|\*+)(?![\w-])/i;
/** inspectdb and sources print fields and types under such names; these hold no value. */
const declaration = /^(?:models|forms|serializers|fields|graphene|str\b|int\b|bool\b|bytes\b|Optional\b|<class)/;

/** End of the quoted string that starts at `from`; the end of the text when nothing closes it. */
const findStringEnd = (text: string, from: number): number => {
  const quote = text[from];
  for (let index = from + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index;
  }
  return text.length;
};

/** Every string value up to the bracket that closes; keys of a dictionary stay readable. */
const scanBrackets = (text: string, from: number, state: OpenBrackets, spans: Span[]): number => {
  for (let index = from; index < text.length; index += 1) {
    const sign = text[index] as string;
    if (sign === '"' || sign === "'") {
      const end = findStringEnd(text, index);
      if (!/^\s*:/.test(text.slice(end + 1, end + 9)) && end > index + 1) spans.push({ start: index + 1, end });
      index = end;
    } else if ('[({'.includes(sign)) state.depth += 1;
    else if ('])}'.includes(sign)) {
      state.depth -= 1;
      if (state.depth <= 0) return index + 1;
    }
  }
  return text.length;
};

const findPlainEnd = (text: string, from: number, wholeLine: boolean): number => {
  if (wholeLine) return text.trimEnd().length;
  const rest = text.slice(from);
  const scheme = /^(?:bearer|basic|token|digest)\s+/i.exec(rest)?.[0].length ?? 0;
  const stop = /[\s,;&"'<>)}\]]/.exec(rest.slice(scheme));
  return stop ? from + scheme + stop.index : text.length;
};

/** Values after secret-looking keys, in the forms of Python, JSON, ini, environment files and logs. */
export const findKeyedSpans = (text: string, carried: OpenBrackets | null): SpanFinding => {
  const spans: Span[] = [];
  let from = 0;
  if (carried && carried.linesLeft > 0) {
    const state = { depth: carried.depth, linesLeft: carried.linesLeft - 1 };
    from = scanBrackets(text, 0, state, spans);
    if (state.depth > 0) return { spans, open: state };
  }
  if (!mayHoldSecretKey.test(text)) return { spans, open: null };
  keyAndSeparator.lastIndex = from;
  for (let match = keyAndSeparator.exec(text); match; match = keyAndSeparator.exec(text)) {
    const [whole, quote = '', name = '', separator = ''] = match;
    // An option's dashes and a leading underscore are no part of the name.
    if (!isSecretKey(name.slice(-longestName).replace(/^[^A-Za-z]+/, ''))) continue;
    let start = match.index + whole.length;
    start += stringPrefix.exec(text.slice(start, start + 3))?.[0].length ?? 0;
    const rest = text.slice(start, start + 200);
    if (!rest || nothing.test(rest) || declaration.test(rest)) continue;
    const call = /^[A-Za-z_][\w.]*(?=[[({])/.exec(rest)?.[0].length ?? 0;
    const sign = text[start + call] as string;
    let end: number;
    if (call === 0 && (sign === '"' || sign === "'")) {
      end = findStringEnd(text, start);
      spans.push({ start: start + 1, end });
    } else if ('[({'.includes(sign)) {
      const state = { depth: 0, linesLeft: maxOpenLines };
      end = scanBrackets(text, start + call, state, spans);
      if (state.depth > 0) return { spans, open: quote && call === 0 ? state : null };
    } else {
      const wholeLine = quote === '' && separator === ' = ' && text.slice(0, match.index).trim() === '';
      end = findPlainEnd(text, start, wholeLine);
      spans.push({ start, end });
    }
    keyAndSeparator.lastIndex = Math.max(end, match.index + 1);
  }
  return { spans, open: null };
};

const urlUser = /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"]{0,200}:/i;
const longestUrl = 740;

/** The password in `scheme://user:password@host`. From its end, which is rare: from each of its beginnings a hostile line took long. */
const findUrlPasswords = (text: string): Span[] => {
  const spans: Span[] = [];
  let from = 0;
  for (let end = text.indexOf('@'); end >= 0; end = text.indexOf('@', from)) {
    let start = end;
    const first = Math.max(from, end - longestUrl);
    while (start > first && !/[\s'"]/.test(text[start - 1] as string)) start -= 1;
    const user = urlUser.exec(text.slice(start, end));
    const password = user ? start + user.index + user[0].length : end;
    if (password < end) spans.push({ start: password, end });
    from = end + 1;
  }
  return spans;
};

/** What is a secret by its own form, whatever stands before it. */
const formed = [
  /(?<=\b(?:bearer|basic)\s{1,4})[A-Za-z0-9+/._~-]{12,}={0,2}/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abpors]-|sk_live_|rk_live_|sk-)[\w-]{16,}/g,
  // Primary keys that are credentials: Django's sessions and the tokens of REST frameworks.
  /(?<="pk": ")(?:[a-z0-9]{32}|[0-9a-f]{40})(?=")/g,
  /\b(?:pbkdf2_sha\w+|argon2\w*|bcrypt\w*|scrypt)\$[\w$./+=,-]{20,}/g,
];
/** A cheap look whether a line can hold any of these. */
export const mayBeFormed = /:\/\/|bearer|basic|eyJ|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox|[sr]k[_-]|"pk": "|\$/i;

export const findFormedSpans = (text: string): Span[] => {
  if (!mayBeFormed.test(text)) return [];
  const spans = formed.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
  return [...spans, ...findUrlPasswords(text)];
};
