/** Texts made of other values (`%`, `.format`, `str()`), and paths as `os.path` and `pathlib` compute them on POSIX. */
import { posix } from 'node:path';
import { isA, isSequence, textOf, type Value } from '../values.ts';
import { formatPercentPart, formatValue } from './formats.ts';

/** `"%s/%d" % (a, b)` and `"%(name)s" % {...}`. */
export const formatPercent = (template: string, value: Value): Value | undefined => {
  const positional = isSequence(value) && value.type === 'tuple' ? value.items : [value];
  let next = 0;
  let known = true;
  const pattern = /%(?:\((\w+)\))?([-+ #0]*)(\d*)(\.\d+)?([sdrifx%])/g;
  const text = template.replace(pattern, (_, key, flags: string, width: string, precision = '', kind: string) => {
    if (kind === '%') return '%';
    const part =
      key === undefined ? positional[next++] : isA(value, 'dict') ? value.entries.get(key as string) : undefined;
    const shown = part === undefined ? undefined : formatPercentPart(part, { flags, width, precision, kind });
    known &&= shown !== undefined;
    return shown ?? '';
  });
  return known ? text : undefined;
};

/** `"{}/{name}".format(a, name=b)`. */
export const formatBraces = (
  template: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): string | undefined => {
  let next = 0;
  let known = true;
  const pattern = /\{\{|\}\}|\{(\w*)(?:!([rsa]))?(?::([^{}]*))?\}/g;
  const text = template.replace(pattern, (whole, key: string | undefined, conversion = '', spec = '') => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    const part =
      key === '' || key === undefined ? args[next++] : /^\d+$/.test(key) ? args[Number(key)] : keywords.get(key);
    const shown = formatValue(part, spec as string, conversion as string);
    known &&= shown !== undefined;
    return shown ?? '';
  });
  return known ? text : undefined;
};

/** Joins texts; undefined when one of them is not known. */
export const joinTexts = (separator: string, sequence: Value | undefined): string | undefined => {
  if (!isSequence(sequence)) return undefined;
  const texts = sequence.items.map((item) => textOf(item));
  return texts.some((text) => text === undefined) ? undefined : texts.join(separator);
};

/** `os.path.join`: an absolute part starts over. */
export const joinPath = (parts: readonly string[]): string => {
  let joined = '';
  for (const part of parts) {
    if (part.startsWith('/') || joined === '') joined = part;
    else joined = joined.endsWith('/') ? joined + part : `${joined}/${part}`;
  }
  return joined;
};

export const parentOf = (path: string): string => posix.dirname(path);
export const baseOf = (path: string): string => posix.basename(path);
export const absolutePath = (path: string, cwd: string): string => posix.resolve(cwd, path);
export const normalPath = (path: string): string => {
  const normal = posix.normalize(path);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
};
