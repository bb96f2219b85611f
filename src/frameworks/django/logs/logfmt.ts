/** Lines of `key=value`, in any order: `ts=2025-11-15T03:07:10Z level=error logger=shop msg="could not pay" order=7`. */
import { hasHead, messageKeys, parseFields } from './json.ts';
import type { ParsedLine } from './parsed-line.ts';
import { timestampSource } from './timestamps.ts';

const start = /^[A-Za-z_@][\w.@-]{0,60}=/;
/** One pair and the blanks behind it. A time may have a blank in it, as `%(asctime)s` has. */
const pair = new RegExp(
  String.raw`([A-Za-z_@][\w.@/-]{0,100})=(?:"((?:[^"\\]|\\.)*)"|(${timestampSource})(?=\s|$)|([^\s"]*))(?:\s+|$)`,
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
    const [, key = '', quoted, time, plain = ''] = match;
    fields.set(key, quoted === undefined ? (time ?? plain) : unquoted(quoted));
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
