/**
 * Lines of `key=value`, in any order: `ts=2025-11-15T03:07:10Z level=error logger=shop msg="could not pay" order=7`. structlog writes the values as
 * Python does: `level='error' event='could not pay' user=<User: bob>`.
 */
import { hasHead, messageKeys, parseFields } from './json.ts';
import type { ParsedLine } from './parsed-line.ts';
import { timestampSource } from './timestamps.ts';

const start = /^[A-Za-z_@][\w.@-]{0,60}=/;
/** An object or a collection, one within another at most. */
const inBrackets = ['<>', '[]', '{}', '()']
  .map(([open, close]) => {
    const [other, inner] = [`[^\\${open}\\${close}]{0,500}`, `\\${open}[^\\${open}\\${close}]{0,500}\\${close}`];
    return `\\${open}${other}(?:${inner}${other}){0,20}\\${close}`;
  })
  .join('|');
/** One pair and the blanks behind it. A time may have a blank in it, as `%(asctime)s` has. */
const pair = new RegExp(
  String.raw`([A-Za-z_@][\w.@/-]{0,100})=(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'(?=\s|$)|(${timestampSource}|${inBrackets})(?=\s|$)|([^\s"]*))(?:\s+|$)`,
  'y',
);

const unquoted = (text: string): string => {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text.replaceAll('\t', '\\t')}"`));
  } catch {
    return text;
  }
};

/** As Python quotes a text; rarer escapes stay as they are. */
const unquotedPython = (text: string): string =>
  text.replaceAll(/\\(['"\\nrt])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign);

/** All of the line are pairs, or it is none of these: a sentence may hold `level=error`, too. */
const fieldsOf = (line: string): Readonly<Record<string, string>> | undefined => {
  const fields = new Map<string, string>();
  let message: { key: string; from: number } | undefined;
  for (let index = 0; index < line.length; index = pair.lastIndex) {
    pair.lastIndex = index;
    const match = pair.exec(line);
    if (!match) {
      // `msg=%(message)s` without quotes: the rest is the message.
      if (message) return Object.fromEntries(fields.set(message.key, line.slice(message.from)));
      return undefined;
    }
    const [, key = '', quoted, single, whole, plain = ''] = match;
    if (single === undefined) fields.set(key, quoted === undefined ? (whole ?? plain) : unquoted(quoted));
    else fields.set(key, unquotedPython(single));
    const isOpen = quoted === undefined && messageKeys.includes(key);
    message = isOpen ? { key, from: index + key.length + 1 } : undefined;
  }
  return Object.fromEntries(fields);
};

export const parseLogfmt = (line: string, timeZone: string | null): ParsedLine | undefined => {
  if (!start.test(line)) return undefined;
  const fields = fieldsOf(line);
  return fields && hasHead(fields) ? parseFields(fields, timeZone) : undefined;
};
