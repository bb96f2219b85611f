/** How a value is written as text: `str`, `repr`, format specifications. What is not known to be right is undefined. */
import { textOf, type Value } from '../values.ts';

/** `str(value)` where that is plain. */
export const stringOf = (value: Value | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  return textOf(value);
};

/** `repr(value)` of texts without anything to escape, and of plain values. */
const reprOf = (value: Value): string | undefined => {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? undefined : stringOf(value);
  return /^[\x20-\x7e]*$/.test(value) && !/['\\]/.test(value) ? `'${value}'` : undefined;
};

type Padding = { fill: string; align: string; width: number };

const pad = (text: string, { fill, align, width }: Padding): string => {
  const missing = Math.max(0, width - text.length);
  if (align === '=' && /^[-+]/.test(text)) return text.slice(0, 1) + fill.repeat(missing) + text.slice(1);
  if (align === '^') return fill.repeat(Math.floor(missing / 2)) + text + fill.repeat(Math.ceil(missing / 2));
  return align === '<' ? text + fill.repeat(missing) : fill.repeat(missing) + text;
};

// A width that a hostile file asks for must not fill the memory.
const MAX_WIDTH = 1000;

/** A number or a text as the letter at the end of a specification wants it. */
const shape = (value: Value, kind: string, precision: string | undefined): string | undefined => {
  const digits = precision === undefined || precision === '' ? undefined : Number(precision);
  if (typeof value === 'string') {
    if (kind !== '' && kind !== 's') return undefined;
    return digits === undefined ? value : value.slice(0, digits);
  }
  if (typeof value !== 'number') return kind === '' || kind === 's' ? stringOf(value) : undefined;
  if (/^[fF]$/.test(kind)) return (digits ?? 6) > 20 ? undefined : value.toFixed(digits ?? 6);
  if (digits !== undefined || !Number.isInteger(value))
    return kind === '' && digits === undefined ? String(value) : undefined;
  if (kind === 'x') return value.toString(16);
  return /^[ds]?$/.test(kind) ? String(value) : undefined;
};

const specification = /^(?:(.)?([<>=^]))?(0)?(\d+)?(?:\.(\d+))?([a-zA-Z])?$/;

/** `f"{value!conversion:spec}"` */
export const formatValue = (value: Value | undefined, spec: string, conversion = ''): string | undefined => {
  if (value === undefined) return undefined;
  const converted =
    conversion === 'r' || conversion === 'a' ? reprOf(value) : conversion === 's' ? stringOf(value) : value;
  if (spec === '') return stringOf(converted);
  const parts = specification.exec(spec);
  if (parts === null || converted === undefined) return undefined;
  const [, fill, align, zero, width = '0', precision, kind = ''] = parts;
  const text = shape(converted, kind, precision);
  if (text === undefined || Number(width) > MAX_WIDTH) return undefined;
  const isNumber = typeof converted === 'number';
  const otherwise = zero !== undefined && isNumber ? '=' : isNumber ? '>' : '<';
  return pad(text, { fill: fill ?? zero ?? ' ', align: align ?? otherwise, width: Number(width) });
};

type PercentPart = Record<'flags' | 'width' | 'precision' | 'kind', string | undefined>;

/** One `%05d` of a text; only the flags that line up numbers are known. */
export const formatPercentPart = (
  value: Value,
  { flags = '', width = '', precision, kind = 's' }: PercentPart,
): string | undefined => {
  if (/[+ #]/.test(flags) || Number(width) > MAX_WIDTH) return undefined;
  const written = kind === 'r' ? reprOf(value) : kind === 's' ? stringOf(value) : value;
  if (written === undefined) return undefined;
  const letter = kind === 'i' ? 'd' : kind === 'r' ? 's' : kind;
  const text = shape(
    letter === 'd' && typeof written === 'number' ? Math.trunc(written) : written,
    letter,
    precision?.slice(1),
  );
  const isZero = flags.includes('0') && typeof written === 'number' && !flags.includes('-');
  const align = flags.includes('-') ? '<' : isZero ? '=' : '>';
  return text === undefined ? undefined : pad(text, { fill: isZero ? '0' : ' ', align, width: Number(width) });
};
