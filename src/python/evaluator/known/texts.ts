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

/** `repr(value)` where that is plain. */
const reprOf = (value: Value | undefined): string | undefined => {
  if (typeof value === 'string') return /['\\\n]/.test(value) ? undefined : `'${value}'`;
  return isA(value, 'path') ? undefined : stringOf(value);
};

const padded = (text: string, width: number, fill: string, align: string): string => {
  if (align === '<') return text.padEnd(width, fill);
  if (align !== '^') return text.padStart(width, fill);
  return text.padStart(text.length + Math.floor((width - text.length) / 2), fill).padEnd(width, fill);
};

// A width that a hostile file asks for must not fill the memory.
const MAX_WIDTH = 1000;

/** A value as `format(value, spec)` gives it; undefined where that is not plain. */
export const formatValue = (value: Value | undefined, spec: string, conversion = ''): string | undefined => {
  const text = conversion === 'r' ? reprOf(value) : stringOf(value);
  if (text === undefined || spec === '') return text;
  const [whole, fill, align, zero, width = '', precision, kind = ''] =
    /^(?:(.)?([<>^]))?(0)?(\d{0,4})(?:\.(\d{1,2}))?([sdfx]?)$/.exec(spec) ?? [];
  if (whole === undefined || Number(width) > MAX_WIDTH) return undefined;
  const isNumber = typeof value === 'number';
  if ('dfx'.includes(kind) && kind !== '' && !isNumber) return undefined;
  const digits = precision === undefined ? 6 : Number(precision);
  const shown =
    isNumber && kind === 'f'
      ? value.toFixed(digits)
      : isNumber && kind === 'x'
        ? value.toString(16)
        : precision === undefined
          ? text
          : text.slice(0, digits);
  return padded(shown, Number(width), fill ?? (zero === undefined ? ' ' : '0'), align ?? (isNumber ? '>' : '<'));
};

/** `%-5s`, `%02d`, `%.2f` as `format` would write them. */
const percentSpec = (flags: string, width: string, precision: string, kind: string): string =>
  `${flags.includes('-') ? '<' : width === '' ? '' : '>'}${flags.includes('0') ? '0' : ''}${width}${precision}${'sri'.includes(kind) ? '' : kind}`;

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
    const shown = formatValue(part, percentSpec(flags, width, precision as string, kind), kind === 'r' ? 'r' : '');
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
