/** Secrets whose name is told in another way than by a sign between the two: as the first of a pair, around them, in a sentence, in a table. */
import { isSecretKey } from '../kit/secret-keys.ts';
import type { Span } from './span.ts';

const value = String.raw`(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')`;

/** `('password', 'x')`, `setdefault('SECRET_KEY', 'x')`: two and no more texts, a list of names has others. */
const pair = new RegExp(
  String.raw`(?<=(?:[([]|[\w)\]],)\s{0,4}[rbu]?)["']([\w-]{1,100})["'],\s{0,4}[rbu]?${value}\s{0,4}[)\]]`,
  'gi',
);
/** `{'name': 'DB_PASSWORD', 'value': 'x'}`, `<input name="token" value="x">`. */
const named = new RegExp(
  String.raw`(?<![\w-])(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{1,100})["']?[,;\s]{1,4}["']?value["']?\s{0,4}[:=]\s{0,4}${value}`,
  'gi',
);
const element = /<(?:\w{1,40}:)?([\w.-]{1,100})(?:\s[^<>]{0,300})?>([^<>]+)(?=<\/)/g;
const cell =
  /[|│]\s{0,60}([A-Z][A-Z0-9_]{2,99})\s{0,60}[|│]\s{0,60}([^\s|│](?:[^|│]{0,400}[^\s|│])?)(?=\s{0,200}[|│])/g;

/** Cheap looks: of most lines each of these says no. */
const mayBePair = /[\w-]["'],\s{0,4}[rbu]?["'](?:[^"'\\]|\\.)*["']\s{0,4}[)\]]/i;
const mayBeNamed = /\bvalue["']?\s{0,4}[:=]/i;
const mayBeCell = /[|│]/;
const mayBeSentence =
  /\s(?:is|was|for)\b|\btoken\s|\b(?:code|pin|password)(?:\sis)?:?\s{1,4}\d|requirepass|\bauth [plxcn]|\bsend: |sessions\.cache|:x-oauth/i;

/** What people write under the name of a secret where they mean none: the words of a choice, a column, a description. */
const isWords = (text: string): boolean => /^[A-Za-z][A-Za-z_ .,'()/-]*$/.test(text);
/** Nor is it one beside a name of its own kind (`password1`, `password2`), or where the name is an app: `('authtoken', '0001_initial')`. */
const isNextName = (name: string, text: string): boolean =>
  name.replace(/\d+$/, '') === text.replace(/\d+$/, '') || /^(?:\d{4}_\w+|__(?:first|latest)__)$/.test(text);
const headerName = /^(?:[A-Z][a-z]+(?:-[A-Za-z]+)+|Accept|Authorization|Cookie|Host|Origin)$/;
const header = /^(?:authorization|proxy-authorization|cookie|set-cookie|x-[\w-]+|[\w-]+-(?:token|key))$/i;

const sentences: readonly (readonly [RegExp, RegExp])[] = [
  // A mail that is printed: `Your temporary password is: x`.
  [
    /\b(?:password|passphrase|passcode|token|secret|api[ _-]?key)\s(?:is|was|for\s(?:user\s)?[^\s:]{1,80}(?:\sis)?):\s{1,4}["']?([^\s"']+)/gi,
    /[^A-Za-z.,!]|[a-z][A-Z]/,
  ],
  [
    /\b(?:password|passphrase|passcode|token|secret|api[ _-]?key)\s(?:is|was)(?:\snow|\sset\sto)?\s{1,4}["']?([^\s"']{6,})/gi,
    /[A-Za-z].*\d|\d.*[A-Za-z]/,
  ],
  // As the command of a REST framework tells it that makes one.
  [/\btoken\s([0-9a-f]{40})\b/gi, /./],
  [
    /\b(?:verification|confirmation|security|login|sign-in|one-time|access|sms|2fa|mfa)\s(?:code|pin|password)(?:\sis)?:?\s{1,4}(\d{4,8})\b/gi,
    /./,
  ],
  // How smtplib tells what it says to a server. What a server offers (`AUTH LOGIN PLAIN`) has nothing but names.
  [/\bAUTH (?:PLAIN|LOGIN|XOAUTH2|CRAM-MD5|NTLM) (?![A-Z0-9-]+(?![\w+/=-]))([A-Za-z0-9+/]{4,}={0,2})/g, /./],
  [
    /\bsend: b?'(?!(?:quit|data|rset|noop|starttls)\\)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4}))(?=\\r\\n')/gi,
    /./,
  ],
  // A session in a cache.
  [/\bdjango\.contrib\.sessions\.cache(?:d_db)?([a-z0-9]{32})(?![a-z0-9])/g, /./],
  // A token in the place of a user.
  [/:\/\/([^\s:@/]{1,200})(?=:x-oauth-basic@)/g, /./],
  [/\brequirepass\s{1,4}["']?([^\s"']+)/gi, /./],
];

/** Which of a pattern's parts is the secret: the last that was found. It ends what was found, but for a quote and a bracket. */
const spanOf = (match: RegExpExecArray | RegExpMatchArray, secret: string): Span => {
  const from = match.index as number;
  const start = from + match[0].lastIndexOf(secret);
  return { from, start, end: start + secret.length };
};

export const findToldSpans = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const match of mayBePair.test(text) ? text.matchAll(pair) : []) {
    const [, name = '', double, single] = match;
    const secret = double ?? single ?? '';
    const isHarmless = header.test(name) ? headerName.test(secret) : isWords(secret) || isNextName(name, secret);
    if (isSecretKey(name) && !isHarmless) spans.push(spanOf(match, secret));
  }
  for (const match of mayBeNamed.test(text) ? text.matchAll(named) : []) {
    const [, name = '', double, single] = match;
    if (isSecretKey(name)) spans.push(spanOf(match, double ?? single ?? ''));
  }
  for (const match of text.includes('</') ? text.matchAll(element) : [])
    if (isSecretKey(match[1] as string)) spans.push(spanOf(match, match[2] as string));
  for (const match of mayBeCell.test(text) ? text.matchAll(cell) : []) {
    const [, name = '', secret = ''] = match;
    if (isSecretKey(name) && !isWords(secret)) spans.push(spanOf(match, secret));
  }
  for (const [sentence, looks] of mayBeSentence.test(text) ? sentences : [])
    for (const match of text.matchAll(sentence))
      if (looks.test(match[1] as string)) spans.push(spanOf(match, match[1] as string));
  return spans;
};
