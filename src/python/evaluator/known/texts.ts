/** Texts made of other values (`%`, `.format`, `str()`), and paths as `os.path` and `pathlib` compute them on POSIX. */
import { posix } from 'node:path';
import { isA, isSequence, textOf, type Value } from '../values.ts';

/** `str(value)` where that is plain. */
export const stringOf = (value: Value | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  return textOf(value);
};

/** `"%s/%d" % (a, b)` and `"%(name)s" % {...}`. */
export const formatPercent = (template: string, value: Value): Value | undefined => {
  const positional = isSequence(value) && value.type === 'tuple' ? value.items : [value];
  let next = 0;
  let known = true;
  const text = template.replace(/%(?:\((\w+)\))?[-+ #0]*\d*(?:\.\d+)?([sdrifx%])/g, (_, key, kind) => {
    if (kind === '%') return '%';
    const part =
      key === undefined ? positional[next++] : isA(value, 'dict') ? value.entries.get(key as string) : undefined;
    const shown = stringOf(part);
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
  const text = template.replace(/\{\{|\}\}|\{(\w*)(?:![rsa])?(?::[^{}]*)?\}/g, (whole, key: string | undefined) => {
    if (whole === '{{') return '{';
    if (whole === '}}') return '}';
    const part =
      key === '' || key === undefined ? args[next++] : /^\d+$/.test(key) ? args[Number(key)] : keywords.get(key);
    const shown = stringOf(part);
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
