/** Finds the stretches of a line that must not be shown. Each rule gives spans; replacing them is someone else's work. */
import { isSecretInText, mayHoldSecretKey } from '../kit/secret-keys.ts';
import type { Span } from './span.ts';

/** Inside the brackets of a secret key: how deep, and how many lines it may still go on before we stop believing it. */
export type OpenBrackets = { depth: number; linesLeft: number };
/** `cutFrom`: where a secret begins that the text ends in the middle of; null for none. */
type SpanFinding = { spans: Span[]; open: OpenBrackets | null; cutFrom: number | null };

/** So many lines a secret may go on before we stop believing that it does. */
export const maxOpenLines = 200;

/** The frame of a private key that is printed over several lines. */
export const keyBlockStart = /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
export const keyBlockEnd = /-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/;
const keyBlockFrame = new RegExp(`${keyBlockStart.source}|${keyBlockEnd.source}`, 'g');

/**
 * A whole name, quoted or not, and what sets it apart from its value: a sign, or a type and a sign. Only where a word begins: at each letter it
 * took seconds on a long one. The quotes may be those of a text within a text, or of a page; the sign that of an address within an address.
 */
const keyAndSeparator =
  /(\\{0,3}["'`]|&(?:quot|#39|#x27);|)(?<![\w-])([\w-]+)\1\]?(\s{0,8}(?:=>|==?|:=?(?!:)|%3[Dd])(?!\/\/)\s{0,8})(?:(?:(?:Optional|Final|ClassVar)\[)?(?:str|bytes|SecretStr)\]?(?: \| None)?\s{0,8}=\s{0,8})?/g;
/** Of a name that is longer its end tells. */
const longestName = 100;
const stringPrefix = /^(?:[rbufn]|rb|br)?(?=["'])/i;
/** The quotes of a text that stands in another. */
const innerQuote = /^(?:\\{1,3}["'`]|&(?:quot|#39|#x27);)/;
/** A default behind a value, and what is put together with it. */
const goesOn = /^["']{0,3}\s{0,4}(?:or|\+)\s{0,4}[rbuf]{0,2}(?=["'])/;
const nothing = /^(?:none|null|true|false|""(?!")|''(?!')|\*+)(?![\w-]|\.\w)/i;
/** inspectdb and sources print fields and types under such names; these hold no value. */
const declaration =
  /^(?:(?:models|forms|serializers|fields|graphene)\.\w|(?:str|int|bool|bytes|Optional)(?=$|[\s=,()[\]|:])|<class)/;

/** What a quoted string holds whose quotes begin at `from`, up to the end of the text when nothing closes it. */
const findString = (text: string, from: number): { start: number; end: number } => {
  const quote = text[from] as string;
  const quotes = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote;
  const start = from + quotes.length;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote && text.startsWith(quotes, index)) return { start, end: index };
  }
  return { start, end: text.length };
};

const findInnerEnd = (text: string, quote: string, from: number): number => {
  let end = text.indexOf(quote, from);
  // What stands behind one more backslash is a quote of the value.
  while (end > from && quote.startsWith('\\') && text[end - 1] === '\\') end = text.indexOf(quote, end + 1);
  return end < 0 ? text.length : end;
};

/** The name as it was before a text was put into another: `\\nCookie`, `%26sig`. */
const namesOf = (name: string, before: string): string[] => {
  // An option's dashes and a leading underscore are no part of the name.
  const bare = name.slice(-longestName).replace(/^[^A-Za-z]+/, '');
  if (before === '\\' && /^[nrt]/.test(name)) return [bare, name.slice(1)];
  return before === '%' ? [bare, name.slice(2)] : [bare];
};

/** Every string value from `first` up to the bracket that closes; keys of a dictionary stay readable. */
const scanBrackets = (text: string, state: OpenBrackets, spans: Span[], from: number, first: number): number => {
  for (let index = first; index < text.length; index += 1) {
    const sign = text[index] as string;
    if (sign === '"' || sign === "'") {
      const { start, end } = findString(text, index);
      if (!/^\s*:/.test(text.slice(end + 1, end + 9))) spans.push({ from, start, end });
      index = end + (start - index) - 1;
    } else if ('[({'.includes(sign)) state.depth += 1;
    else if ('])}'.includes(sign)) {
      state.depth -= 1;
      if (state.depth <= 0) return index + 1;
    }
  }
  return text.length;
};

/** Where a value without quotes ends. A comma and the like may be part of it, unless another name or nothing more follows. */
const plainEnd = /[\s"'<>)}\]]|\\r\\n|[,;&](?=[\s"')}\]]|$|[\w.-]{1,100}\s{0,8}[=:])/;
/** Of a header with many values. */
const headerEnd = /["']|\\r\\n/;
const manyValued = /(?:cookie|signature)$/i;
const encodedEnd = /[\s"'<>)}\]&]|%26/i;
/** What may be several words goes on to the end of the line, or to the next name. */
const phraseEnd = /[,;]?\s{1,8}(?=[\w.-]{1,100}\s{0,8}[=:])/;
const phraseName = /(?:passw(?:or)?d|passphrase|secret)$/i;
const scheme = /^(?:bearer|basic|token|api-?key|key|jwt|negotiate|ntlm)\s+/i;
/** Those that are followed by names and values, quoted ones among them. */
const namedScheme = /^(?:digest|oauth|hawk|signature|aws4-hmac-sha256)\s/i;

const findPlainEnd = (text: string, from: number, end: RegExp): number => {
  const rest = text.slice(from);
  const lead = scheme.exec(rest)?.[0].length ?? 0;
  const stop = end.exec(rest.slice(lead));
  return stop ? from + lead + stop.index : text.length;
};

/** Where a value without quotes ends, going by what stands before it. */
const findValueEnd = (text: string, from: number, name: string, separator: string, start: number): number => {
  const isHeader = separator.startsWith(':');
  const beginsLine = from < 80 && /^\s*(?:- )?$/.test(text.slice(0, from));
  if (beginsLine && separator === ' = ') return text.trimEnd().length;
  if (beginsLine && separator === ': ' && phraseName.test(name)) {
    const end = phraseEnd.exec(text.slice(start))?.index;
    return end === undefined ? text.trimEnd().replace(/[,;]$/, '').length : start + end;
  }
  if (isHeader && /authorization$/i.test(name) && namedScheme.test(text.slice(start, start + 20))) {
    // What quotes the whole header ends it.
    const around = text[from - 1] ?? '';
    const end = around === '"' || around === "'" ? text.indexOf(around, start) : -1;
    return end < 0 ? text.length : end;
  }
  if (separator.startsWith('%')) return findPlainEnd(text, start, encodedEnd);
  return findPlainEnd(text, start, isHeader && manyValued.test(name) ? headerEnd : plainEnd);
};

/** Values after secret-looking keys, in the forms of Python, JSON, ini, environment files and logs. */
export const findKeyedSpans = (text: string, carried: OpenBrackets | null): SpanFinding => {
  const spans: Span[] = [];
  let first = 0;
  if (carried && carried.linesLeft > 0) {
    const state = { depth: carried.depth, linesLeft: carried.linesLeft - 1 };
    first = scanBrackets(text, state, spans, 0, 0);
    if (state.depth > 0) return { spans, open: state, cutFrom: 0 };
  }
  if (!mayHoldSecretKey.test(text)) return { spans, open: null, cutFrom: null };
  keyAndSeparator.lastIndex = first;
  for (let match = keyAndSeparator.exec(text); match; match = keyAndSeparator.exec(text)) {
    const [whole, quote = '', name = '', separator = ''] = match;
    const from = match.index;
    let start = from + whole.length;
    const behind = separator.trimStart().replace(/^%3d/i, '=') + text.slice(start, start + 40);
    if (!namesOf(name, text[from - 1] ?? '').some((bare) => isSecretInText(bare, behind))) continue;
    start += stringPrefix.exec(text.slice(start, start + 3))?.[0].length ?? 0;
    const rest = text.slice(start, start + 200);
    if (!rest || nothing.test(rest) || declaration.test(rest)) continue;
    const call = /^[A-Za-z_][\w.]*(?=[[({])/.exec(rest)?.[0].length ?? 0;
    const sign = text[start + call] as string;
    const inner = innerQuote.exec(rest)?.[0];
    let end: number;
    if (inner) {
      end = findInnerEnd(text, inner, start + inner.length);
      spans.push({ from, start: start + inner.length, end });
    } else if (call === 0 && (sign === '"' || sign === "'")) {
      const string = findString(text, start);
      end = string.end;
      spans.push({ from, ...string });
    } else if ('[({'.includes(sign)) {
      const state = { depth: 0, linesLeft: maxOpenLines };
      end = scanBrackets(text, state, spans, from, start + call);
      if (state.depth > 0) return { spans, open: quote && call === 0 ? state : null, cutFrom: from };
    } else {
      end = findValueEnd(text, from, name, separator, start);
      spans.push({ from, start, end });
    }
    for (let more = goesOn.exec(text.slice(end, end + 20)); more; more = goesOn.exec(text.slice(end, end + 20))) {
      const string = findString(text, end + more[0].length);
      spans.push({ from, ...string });
      end = string.end;
    }
    keyAndSeparator.lastIndex = Math.max(end, from + 1);
  }
  return { spans, open: null, cutFrom: null };
};

/** Private keys; only their frames stay readable. `linesLeft`: how many lines one may still go on that began before, and that goes on after. */
export const findKeyBlocks = (
  text: string,
  linesLeft: number,
): { spans: Span[]; linesLeft: number; cutFrom: number | null } => {
  const spans: Span[] = [];
  let open = linesLeft > 0 ? { from: 0, start: 0 } : null;
  let left = linesLeft - 1;
  for (const { 0: frame, index } of text.matchAll(keyBlockFrame)) {
    if (keyBlockStart.test(frame)) {
      open ??= { from: index, start: index + frame.length };
      left = maxOpenLines;
    } else if (open) {
      spans.push({ ...open, end: index });
      open = null;
    }
  }
  if (!open) return { spans, linesLeft: 0, cutFrom: null };
  return { spans: [...spans, { ...open, end: text.length }], linesLeft: left, cutFrom: open.from };
};

/** A user may be a mail address: `smtp://bob@shop.example:password@host`. */
const urlUser = /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@'"]{0,200}(?:@[^\s/:@'"]{1,200})?:/i;
const mailUser = /:\/\/[^\s/:@'"]{1,200}$/;
/** What stands behind a host is no password: `http://localhost:5173/@vite/client`. */
const portAndPath = /^\d{1,5}\//;
const longestUrl = 740;

/** The password in `scheme://user:password@host`. From its end, which is rare: from each of its beginnings a hostile line took long. */
const findUrlPasswords = (text: string): Span[] => {
  const spans: Span[] = [];
  let from = 0;
  let lower = 0;
  for (let end = text.indexOf('@'); end >= 0; end = text.indexOf('@', from)) {
    let start = end;
    const first = Math.max(lower, end - longestUrl);
    while (start > first && !/[\s'"]/.test(text[start - 1] as string)) start -= 1;
    const before = text.slice(start, end);
    const user = urlUser.exec(before);
    const isPassword = user !== null && !portAndPath.test(before.slice(user.index + user[0].length));
    // A password may hold an @ itself: the last one before a path counts.
    if (isPassword) end += /^@[^\s/'"?#]{0,200}@/.exec(text.slice(end, end + longestUrl))?.[0].slice(1).length ?? 0;
    if (isPassword) spans.push({ from: start + user.index, start: start + user.index + user[0].length, end });
    from = end + 1;
    if (user !== null || !mailUser.test(before)) lower = from;
  }
  return spans;
};

/** As far as one of these looks back. */
const longestLead = 30;

/** Three parts joined by points, each read once: from every `eyJ` of a hostile line to its end took minutes. */
const threeParts = /(?<![\w-])[\w-]{11,}(?=(\.[\w-]{6,}\.[\w-]{4,}))/g;

/** JSON web tokens: the first part begins with `{"` in Base64. */
const findWebTokens = (text: string): Span[] =>
  [...text.matchAll(threeParts)].flatMap(({ 0: head, 1: rest = '', index }) => {
    const at = head.search(/\beyJ[\w-]{8}/);
    return at < 0 ? [] : [{ from: index + at, start: index + at, end: index + head.length + rest.length }];
  });

/**
 * What a login hands back in an address, and what pays for the use of a service: `?code=`, `?ticket=`, `?key=`. A name under these is none: the
 * value is long, or has letters and digits in one. Not `?state=`: it says that an answer belongs to a question, and lets nobody in.
 */
const handedBack =
  /(?<=[?&;](?:code|ticket|key|auth|sid|sesame|h?mac|magic|invite|invitation|saml(?:response|request)|assertion)=)(?=ST-\d|[\w.~%+/:=-]{60}|[\w.~%+/:=-]{0,200}?(?<![A-Za-z0-9])(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z0-9]{16})[\w.~%+/:=-]+/gi;

/** What is a secret by its own form, whatever stands before it. */
const formed = [
  // Not the words of a sentence: `Basic authentication failed`.
  /(?<=\b(?:[Bb]earer|[Bb]asic|BEARER|BASIC)\s{1,4})(?![A-Z]?[a-z]+(?:[/._~-][A-Z]?[a-z]+)*(?![\w+/=~-]))[A-Za-z0-9+/._~-]{12,}={0,2}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|ft|cbt|soat|oas|agent)-|xox(?:[abpors]|e\.xox[bp])-|xapp-|whsec_|[sr]k_(?:live|test)_|sk-|pypi-AgE|ya29\.|hv[sbr]\.|GOCSPX-|dckr_[po]at_|sntry[su]_|lin_api_|ntn_|gsk_|pscale_(?:pw|tkn|oauth)_|phx_|xkeysib-|xai-|sq0[a-z]{3}-|ATATT3|PMAK-|NRAK-|AGE-SECRET-KEY-1)[\w-]{16,}/g,
  // Of npm, Google and SendGrid, and what lets anybody write to a channel of Slack.
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bAIza[\w-]{35}(?![\w-])/g,
  /\bSG\.[\w-]{16,32}\.[\w-]{16,64}/g,
  /\bservices\/T\w{6,16}\/B\w{6,16}\/\w{16,64}/g,
  // The same of Discord, bots of Telegram, and what Mailgun gives.
  /(?<=\bwebhooks\/\d{15,20}\/)[\w-]{40,}/g,
  /(?<=(?<!\d)\d{8,10}:)AA[\w-]{33,}/g,
  /\bkey-[0-9a-f]{32}\b/g,
  /\b[0-9a-f]{32}-us\d{1,2}\b/g,
  /\baccess_token\$(?:production|sandbox)\$\w{10,}\$[0-9a-f]{32}/g,
  /\b(?:hf_[A-Za-z0-9]{30,}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}|do[opr]_v1_[0-9a-f]{64})\b/g,
  // What Django sends to whoever forgot a password, as an address of a log or of a printed mail has it; allauth puts the user before it.
  /(?<=\/)(?:[0-9a-z]{1,32}-)?[0-9a-z]{1,13}-[0-9a-f]{32}(?![\w-]|\.\w)/g,
  // What Django signs (a mail address to be confirmed, a session that is a cookie) is worth nothing without its signature.
  /(?<=:[0-9A-Za-z]{6}:)(?:[\w-]{43}|[\w-]{27})(?![\w-])/g,
  handedBack,
  // A token in the place of a user: `https://token@host`.
  /(?<=:\/\/)[\w~.%+-]{20,200}(?=@)/g,
  // SQL that makes users.
  /(?<=\b(?:password|identified by) {1,4}')[^']{1,200}(?=')/gi,
  // Primary keys that are credentials: Django's sessions and the tokens of REST frameworks.
  /(?<="pk": ")(?:[a-z0-9]{32}|[0-9a-f]{40})(?=")/g,
  /\b(?:pbkdf2_sha\w+|argon2\w*|bcrypt\w*|scrypt|md5|sha1)\$[\w$./+=,-]{20,}/g,
  /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g,
];

/** The log of queries: the key of a session (a UUID has no letter beyond f), and the token of a REST framework. */
const mayHoldRowKey = /\bargs=\(|\bauthtoken_token\b/;
const rowKey = /(?<=')(?:(?=[0-9a-f]*[g-z])[a-z0-9]{32}|[0-9a-f]{40})(?=')/g;
const listPatterns = (text: string): readonly RegExp[] => (mayHoldRowKey.test(text) ? [...formed, rowKey] : formed);

/** A cheap look whether a line can hold any of these. Beginnings that several have stand once: it is asked of every line, and a fifth faster so. */
export const mayBeFormed =
  /:(?:\/\/|AA|\w{6}:[\w-]{27})|[?&;](?:code|ticket|key|auth|sid|sesame|h?mac|magic|invit|saml|assertion)|b(?:earer|asic)|e(?:yJ| (?:code|pin)\b)|A(?:KIA|SIA|Iza|29\.|rgs=\(|TATT3|uth(?:token_| (?:plain|login|xoauth2|cram-md5|ntlm) )| (?:code|pin)\b)|g(?:h[pousr]_|ithub_pat_|ocspx-|l[a-z]{2,5}-)|x(?:ox|app-|ai-|keysib-)|s(?:k[_-]|ntry|hp|G\.|q0|ervices\/T|end: |essions\.cache| (?:code|pin)\b)|r(?:k_|_[po]at_|ak-)|h(?:(?:f|sec)_|v[sbr]\.|ine\s|x_)|n(?:pm_|tn_| (?:code|pin)\b)|p(?:ypi-A|mak-|scale_|assword {1,4}')|_(?:v1_|api_)|-(?:[0-9a-f]{32}|us\d|key-1)|identified by|"pk": "|\$/i;

export const findFormedSpans = (text: string): Span[] => {
  if (!mayBeFormed.test(text)) return [];
  const spans = listPatterns(text).flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: secret, index }) => ({
      from: index - longestLead,
      start: index,
      end: index + secret.length,
    })),
  );
  return [...spans, ...findWebTokens(text), ...findUrlPasswords(text)];
};
