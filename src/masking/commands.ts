/** Passwords in the commands of a shell: behind an option, or in the one letter that a program has for it. And those that curl finds in `.netrc`. */
import { isSecretKey } from '../kit/secret-keys.ts';
import type { Span } from './span.ts';

/** A value: in quotes up to these, else one word. */
const value = String.raw`(?:"([^"]+)"|'([^']+)'|([^\s"']+))`;

/** `--password hunter2`; with `=` it is found by its name. */
const longOption = new RegExp(String.raw`(?<![\w-])--([A-Za-z][\w-]{0,60})\s{1,4}(?![-=:|<{[(])${value}`, 'g');
/** Those that say what to do with a secret take none. */
const deed = /^(?:no|skip|remove|verify|check|without|disable|enable|reset|change|ask|prompt)-/;
/** Of a text that speaks about an option: the words that go on with a sentence, and what stands for a value in a usage. */
const spoken =
  /^(?:to|is|are|was|or|and|options?|for|in|with|if|as|must|not|the|a|an|argument|flag|switch|parameter|requires?|has|have|on|from|of|by|when|needs?|should|can|may|will|cannot|does|instead|given|set|value|expects?|at|this|that|it|but|then)$/;
const standIn = /^(?:VALUE|STRING|TEXT|KEY|PASS|PWD?)$/;
const isSpoken = (word: string): boolean => {
  const bare = word.replace(/[\]),.;:]{1,4}$/, '');
  return spoken.test(bare) || standIn.test(bare) || (/^[A-Z_]+$/.test(bare) && isSecretKey(bare));
};

const ofOne = (program: string, option: string): RegExp =>
  new RegExp(String.raw`\b${program}\b[^;|&\n]{0,200}?\s${option}${value}`, 'g');

const spanOf = (match: RegExpExecArray, from: number): Span => {
  const [whole] = match;
  const secret = match.slice(-3).find((group) => group !== undefined) ?? '';
  const start = match.index + whole.lastIndexOf(secret);
  return { from, start, end: start + secret.length };
};

/** `machine host login user password …`, each word in a place of its own. */
const netrc = new RegExp(
  String.raw`\b(?:machine\s{1,8}\S{1,255}|default)\s{1,8}(?:(?:login|account)\s{1,8}\S{1,255}\s{1,8}){1,2}password\s{1,8}${value}`,
  'g',
);

/** A machine whose words stand on lines of their own, and these lines. */
const netrcStart = /^\s*machine\s+[^\s:]+(?:\s+login\s+\S+)?\s*$/;
const netrcLine = new RegExp(String.raw`^\s*(?:login\s+\S+\s+)?password\s+${value}\s*$`);
const netrcWords = /^\s*(?:(?:login|account)\s+\S+|#.*)?\s*$/;

export const findNetrcSpans = (line: string): Span[] => {
  const match = netrcLine.exec(line);
  return match ? [spanOf(match, 0)] : [];
};

/** How many lines more a machine may go on, after this one. */
export const linesOfNetrc = (line: string, left: number): number => {
  if (netrcStart.test(line)) return 4;
  return left > 0 && netrcWords.test(line) ? left - 1 : 0;
};

/** The program, and what of its arguments is a password. */
const programs: readonly (readonly [RegExp, RegExp])[] = [
  // Behind it stands a command that may have a -p of its own.
  [/\bsshpass\b/, new RegExp(String.raw`\bsshpass(?:\s{1,4}-[vV])?\s{1,4}-p\s{0,4}${value}`, 'g')],
  // A blank behind -p, and what follows is the name of a database.
  [/\b(?:mysql|mariadb)(?:-?(?:dump|admin|import|check|show))?\b/, new RegExp(String.raw`\s-p(?!\d+:\d)${value}`, 'g')],
  // Up to the end of the command: the next one may have an -a or a -p that means something else.
  [/\b(?:redis|valkey)-cli\b/, ofOne('(?:redis|valkey)-cli', String.raw`-a\s{1,4}`)],
  [/\bmongo\w{0,10}\b/, ofOne('mongo(?:sh|dump|restore|import|export|files|stat|top)?', String.raw`-p\s{0,4}`)],
  [/\b(?:docker|podman)\b/, ofOne(String.raw`(?:docker|podman)\s{1,4}login`, String.raw`-p\s{0,4}`)],
  [
    /\bcurl\b/,
    /\s(?:-[uU]\s{0,4}|-[A-Za-z]{1,8}[uU]\s{1,4}|--(?:proxy-)?user(?:\s{1,4}|=))(?:"[^\s:"']{0,100}:([^"]+)"|'[^\s:"']{0,100}:([^']+)'|[^\s:"']{1,100}:([^\s"']+))/g,
  ],
  [/\bcurl\b/, ofOne('curl', String.raw`-b\s{0,4}(?=["']?[\w.-]{1,100}=)`)],
  [/\b(?:machine|default)\s/, netrc],
];

export const findCommandSpans = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const match of text.includes('--') ? text.matchAll(longOption) : []) {
    const [, name = '', , , word] = match;
    if (deed.test(name) || !isSecretKey(name.replaceAll('-', '_')) || (word !== undefined && isSpoken(word))) continue;
    spans.push(spanOf(match, match.index));
  }
  for (const [program, argument] of programs) {
    const from = text.search(program);
    if (from < 0) continue;
    argument.lastIndex = from;
    for (let match = argument.exec(text); match; match = argument.exec(text)) spans.push(spanOf(match, from));
  }
  return spans;
};
