/** How a value is written as text: `str`, `repr`, format specifications. What is not known to be right is undefined. */

import { classAttribute } from '../../classes/classes.ts';
import { isA, numberOf, textOf, type Value } from '../../values.ts';
import { amountText, isAmount } from '../amounts/amounts.ts';
import { grouped, numberText, shapeNumber, toInteger } from '../numbers.ts';

/** `str(value)` where that is plain. */
export const stringOf = (value: Value | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (isA(value, 'member'))
    return ['__str__', '__format__'].some((name) => classAttribute(value.of, name) !== undefined)
      ? undefined
      : `${value.of.name}.${value.name}`;
  if (isAmount(value)) return amountText(value);
  return textOf(value) ?? numberText(value);
};

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
// Of signs beyond these, what can be printed depends on the version of Python.
const PRINTED = /^[\x20-\x7e]$|^[\u00a1-\u04ff]$/;

/** A text in quotes: double ones where only single ones are in it. */
const quoted = (text: string): string | undefined => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const signs = Array.from(text, (sign) => {
    if (sign === quote) return `\\${sign}`;
    if (ESCAPES[sign] !== undefined) return ESCAPES[sign];
    if (/[\0-\x1f\x7f]/.test(sign)) return `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
    return PRINTED.test(sign) && /[ \p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(sign) ? sign : undefined;
  });
  return signs.includes(undefined) ? undefined : quote + signs.join('') + quote;
};

/** `repr(value)` of texts and of plain values. */
export const reprOf = (value: Value): string | undefined => {
  if (isA(value, 'member')) {
    const shown = classAttribute(value.of, '__repr__') === undefined ? reprOf(value.value) : undefined;
    return shown && `<${value.of.name}.${value.name}: ${shown}>`;
  }
  if (typeof value !== 'string') return textOf(value) === undefined && !isAmount(value) ? stringOf(value) : undefined;
  return quoted(value);
};

type Padding = { fill: string; align: string; width: number };

const pad = (text: string, { fill, align, width }: Padding): string => {
  const missing = Math.max(0, width - text.length);
  if (align === '=') {
    const [head = ''] = /^[-+ ]?(?:0[xXob])?/.exec(text) ?? [];
    return head + fill.repeat(missing) + text.slice(head.length);
  }
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
  return isNumber(value) ? shapeNumber(value, kind, digits) : undefined;
};

/** What lines up on the right and may have zeros in front. */
const isNumber = (value: Value): boolean => numberOf(value) !== undefined;

const specification = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su;

type Look = Record<'sign' | 'alternate' | 'group' | 'kind', string | undefined>;

/** A number with the sign, the prefix and the groups that are asked for; undefined where Python refuses them, or versions disagree. */
const dressed = (text: string, { sign = '-', alternate, group, kind = '' }: Look): string | undefined => {
  if (alternate !== undefined && !/^[xXob]$/.test(kind)) return undefined;
  if (group !== undefined && !/^[dfF%]?$/.test(kind)) return undefined;
  const [, minus = '', digits = ''] = /^(-?)(.*)$/s.exec(text) ?? [];
  const head = (minus || (sign === '-' ? '' : sign)) + (alternate === undefined ? '' : `0${kind}`);
  return group === undefined ? head + digits : grouped(head + digits, group);
};

/** `f"{value!conversion:spec}"` */
export const formatValue = (value: Value | undefined, spec: string, conversion = ''): string | undefined => {
  if (value === undefined) return undefined;
  const written =
    conversion === 'r' || conversion === 'a' ? reprOf(value) : conversion === 's' ? stringOf(value) : value;
  if (conversion === 'a' && typeof written === 'string' && /[^\0-\x7f]/.test(written)) return undefined;
  if (spec === '') return stringOf(written);
  // With a specification `True` is a number as any other.
  const converted = typeof written === 'boolean' ? Number(written) : written;
  const parts = specification.exec(spec);
  if (parts === null || converted === undefined) return undefined;
  const [, fill, align, sign, alternate, zero, width = '0', group, precision, kind = ''] = parts;
  const plain = shape(converted, kind, precision);
  const isNumeric = isNumber(converted);
  // Zeros in front would stand in groups, too; a text has neither sign nor groups, and nothing to stand behind.
  if (
    isNumeric ? zero !== undefined && group !== undefined : (sign ?? alternate ?? group ?? (align === '=' || undefined))
  )
    return undefined;
  const text = plain !== undefined && isNumeric ? dressed(plain, { sign, alternate, group, kind }) : plain;
  if (text === undefined || Number(width) > MAX_WIDTH) return undefined;
  const otherwise = isNumeric ? (zero === undefined ? '>' : '=') : '<';
  return pad(text, { fill: fill ?? zero ?? ' ', align: align ?? otherwise, width: Number(width) });
};

type PercentPart = Record<'flags' | 'width' | 'precision' | 'kind', string | undefined>;

/** One `%05d` of a text; only the flags that line up numbers are known. */
export const formatPercentPart = (
  value: Value,
  { flags = '', width = '', precision, kind = 's' }: PercentPart,
): string | undefined => {
  if (flags.includes('#') || Number(width) > MAX_WIDTH) return undefined;
  const written = kind === 'r' ? reprOf(value) : kind === 's' ? stringOf(value) : value;
  if (written === undefined) return undefined;
  const letter = kind === 'i' ? 'd' : kind === 'r' ? 's' : kind;
  const whole = letter === 'd' && typeof written !== 'string' ? toInteger(written) : written;
  const plain = whole === undefined ? undefined : shape(whole, letter, precision?.slice(1));
  const sign = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : undefined;
  const isSigned = sign !== undefined && isNumber(written);
  const text =
    plain !== undefined && isSigned
      ? dressed(plain, { sign, alternate: undefined, group: undefined, kind: letter })
      : plain;
  const isZero = flags.includes('0') && isNumber(written) && !flags.includes('-');
  const align = flags.includes('-') ? '<' : isZero ? '=' : '>';
  return text === undefined ? undefined : pad(text, { fill: isZero ? '0' : ' ', align, width: Number(width) });
};
