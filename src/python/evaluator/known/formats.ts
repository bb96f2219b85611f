/** How a value is written as text: `str`, `repr`, format specifications. What is not known to be right is undefined. */
import { classAttribute } from '../classes.ts';
import { isA, numberOf, textOf, type Value } from '../values.ts';
import { numberText, shapeNumber, toInteger } from './numbers.ts';

/** `str(value)` where that is plain. */
export const stringOf = (value: Value | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (isA(value, 'member'))
    return ['__str__', '__format__'].some((name) => classAttribute(value.of, name) !== undefined)
      ? undefined
      : `${value.of.name}.${value.name}`;
  return textOf(value) ?? numberText(value);
};

/** `repr(value)` of texts without anything to escape, and of plain values. */
export const reprOf = (value: Value): string | undefined => {
  if (isA(value, 'member')) {
    const shown = classAttribute(value.of, '__repr__') === undefined ? reprOf(value.value) : undefined;
    return shown && `<${value.of.name}.${value.name}: ${shown}>`;
  }
  if (typeof value !== 'string') return textOf(value) === undefined ? stringOf(value) : undefined;
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
  if (isNumber(value)) return shapeNumber(value, kind, digits);
  return kind === '' || kind === 's' ? stringOf(value) : undefined;
};

/** What lines up on the right and may have zeros in front. */
const isNumber = (value: Value): boolean => numberOf(value) !== undefined;

const specification = /^(?:(.)?([<>=^]))?(0)?(\d+)?(?:\.(\d+))?([a-zA-Z%])?$/;

/** `f"{value!conversion:spec}"` */
export const formatValue = (value: Value | undefined, spec: string, conversion = ''): string | undefined => {
  if (value === undefined) return undefined;
  const written =
    conversion === 'r' || conversion === 'a' ? reprOf(value) : conversion === 's' ? stringOf(value) : value;
  if (spec === '') return stringOf(written);
  // With a specification `True` is a number as any other.
  const converted = typeof written === 'boolean' ? Number(written) : written;
  const parts = specification.exec(spec);
  if (parts === null || converted === undefined) return undefined;
  const [, fill, align, zero, width = '0', precision, kind = ''] = parts;
  const text = shape(converted, kind, precision);
  if (text === undefined || Number(width) > MAX_WIDTH) return undefined;
  const otherwise = isNumber(converted) ? (zero === undefined ? '>' : '=') : '<';
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
  const whole = letter === 'd' && typeof written !== 'string' ? toInteger(written) : written;
  const text = whole === undefined ? undefined : shape(whole, letter, precision?.slice(1));
  const isZero = flags.includes('0') && isNumber(written) && !flags.includes('-');
  const align = flags.includes('-') ? '<' : isZero ? '=' : '>';
  return text === undefined ? undefined : pad(text, { fill: isZero ? '0' : ' ', align, width: Number(width) });
};
