/** Numbers as Python writes, reads and rounds them. What is not known to be right is undefined. */
import { floatOf, isFloat, numberOf, unknown, type Value } from '../values.ts';

// Digits that the exact value of a number is written with; a tie is told long before.
const EXACT = 40;
const MAX_DIGITS = 20;
// From here on JavaScript writes an exponent.
const TOO_LARGE = 1e21;

const signOf = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '');

/** Digits behind the point, as Python rounds: what lies exactly in the middle goes to the even neighbour. */
const fixed = (value: number, digits: number): string | undefined => {
  if (digits > MAX_DIGITS || !Number.isFinite(value) || Math.abs(value) >= TOO_LARGE) return undefined;
  const exact = Math.abs(value).toFixed(EXACT);
  const at = exact.indexOf('.') + 1 + digits;
  const rounded = Math.abs(value).toFixed(digits);
  if (!/^50*$/.test(exact.slice(at))) return signOf(value) + rounded;
  const below = digits === 0 ? exact.slice(0, at - 1) : exact.slice(0, at);
  return signOf(value) + (/[02468]$/.test(below) ? below : rounded);
};

/** Python has two digits of an exponent at least. */
const withExponent = (digits: string, exponent: number): string =>
  `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;

const partsOf = (written: string): readonly [string, number] => {
  const [digits = '', exponent = '0'] = written.split('e');
  return [digits, Number(exponent)];
};

/** `repr(1e16)` is `1e+16`, `repr(1.0)` is `1.0`. */
const floatText = (value: number): string => {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [digits, exponent] = partsOf(value.toExponential());
  if (exponent < -4 || exponent >= 16) return withExponent(digits, exponent);
  if (Number.isInteger(value)) return `${value}.0`;
  // JavaScript writes an exponent for 0.000001 and below only, Python for 0.0000999… and below.
  return String(value);
};

/** `str(value)`. A whole number that is larger than JavaScript holds is not known to its last digit. */
export const numberText = (value: Value): string | undefined => {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  if (isFloat(value)) return floatText(number);
  return Number.isSafeInteger(number) ? String(number + 0) : undefined;
};

/** A digit in front of the point and so many behind it, with an exponent; undefined in the middle between two. */
const scientificParts = (value: number, digits: number): readonly [string, number] | undefined => {
  if (digits > MAX_DIGITS || !Number.isFinite(value)) return undefined;
  const [exact] = partsOf(Math.abs(value).toExponential(EXACT));
  return /^50*$/.test(exact.slice(2 + digits)) ? undefined : partsOf(Math.abs(value).toExponential(digits));
};

/** `%e`: six digits where nothing is said. */
const scientific = (value: number, digits: number): string | undefined => {
  const parts = scientificParts(value, digits);
  return parts && signOf(value) + withExponent(...parts);
};

/** `%g`: without an exponent where that is short, and without zeros at the end. */
const general = (value: number): string | undefined => {
  const parts = scientificParts(value, 5);
  if (parts === undefined) return undefined;
  const [digits, exponent] = parts;
  const trim = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (exponent < -4 || exponent >= 6) return signOf(value) + withExponent(trim(digits), exponent);
  return signOf(value) + trim(Number(`${digits}e${exponent}`).toFixed(5 - exponent));
};

/** A number as the letter of a format wants it. */
export const shapeNumber = (value: Value, kind: string, digits: number | undefined): string | undefined => {
  const number = numberOf(value);
  if (number === undefined) return undefined;
  switch (kind) {
    case 'f':
    case 'F':
      return fixed(number, digits ?? 6);
    case 'e':
      return scientific(number, digits ?? 6);
    case 'E':
      return scientific(number, digits ?? 6)?.toUpperCase();
    case '%': {
      const text = fixed(number * 100, digits ?? 6);
      return text === undefined ? undefined : `${text}%`;
    }
    case 'g':
      return digits === undefined ? general(number) : undefined;
    case '':
      return digits === undefined ? numberText(value) : undefined;
  }
  if (digits !== undefined || isFloat(value) || !Number.isSafeInteger(number)) return undefined;
  const base = BASES[kind];
  if (base === undefined) return undefined;
  const text = (number + 0).toString(base);
  return kind === 'X' ? text.toUpperCase() : text;
};

const BASES: Readonly<Record<string, number>> = { d: 10, x: 16, X: 16, o: 8, b: 2 };

/** `f"{1234567:,}"`: digits in front of the point by threes. */
export const grouped = (text: string, separator: string): string => {
  const [, head = '', whole = '', rest = ''] = /^([-+ ]?)(\d*)(.*)$/.exec(text) ?? [];
  return head + whole.replaceAll(/\B(?=(?:\d{3})+$)/g, separator) + rest;
};

/** `round(value)` is a whole number, `round(value, digits)` what it was before. */
export const roundNumber = (value: Value | undefined, digits: Value | undefined): Value | undefined => {
  const number = numberOf(value);
  if (number === undefined || (digits !== undefined && digits !== null && typeof digits !== 'number')) return undefined;
  if (!isFloat(value)) return digits === undefined || digits === null || digits >= 0 ? number : undefined;
  const text = fixed(number, digits ?? 0);
  if (text === undefined || (digits ?? 0) < 0) return undefined;
  return digits === undefined || digits === null ? Number(text) + 0 : floatOf(Number(text));
};

const WHOLE = /^[+-]?\d+(_\d+)*$/;
const POINTED = /^[+-]?(\d+(_\d+)*(\.(\d+(_\d+)*)?)?|\.\d+(_\d+)*)(e[+-]?\d+(_\d+)*)?$/i;

const fromText = (text: string, shape: RegExp): number | undefined =>
  shape.test(text.trim()) ? Number(text.trim().replaceAll('_', '')) : undefined;

export const toInteger = (value: Value | undefined): Value | undefined => {
  if (value === undefined) return 0;
  const number = typeof value === 'string' ? fromText(value, WHOLE) : numberOf(value);
  return number === undefined || !Number.isFinite(number) ? undefined : Math.trunc(number) + 0;
};

export const toFloat = (value: Value | undefined): Value | undefined => {
  if (value === undefined) return floatOf(0);
  const number = typeof value === 'string' ? fromText(value, POINTED) : numberOf(value);
  return number === undefined ? undefined : floatOf(number);
};

const PREFIXES: readonly (readonly [string, number])[] = [
  ['0x', 16],
  ['0o', 8],
  ['0b', 2],
];

/** `int(text, base)`: with base 0 as it would be written in a program. undefined where Python refuses it. */
export const inBase = (value: Value | undefined, base: Value): Value | undefined => {
  if (typeof value !== 'string' || typeof base !== 'number' || base < 0 || base === 1 || base > 36) return undefined;
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/s.exec(value.trim().toLowerCase()) ?? [];
  const [prefix, own] = PREFIXES.find(([start, of]) => body.startsWith(start) && (base === 0 || base === of)) ?? [
    '',
    10,
  ];
  const digits = body.slice(prefix.length).replace(prefix === '' ? '' : /^_/, '');
  const radix = base === 0 ? own : base;
  const isWhole =
    /^[\da-z]+(?:_[\da-z]+)*$/.test(digits) && (base > 0 || prefix !== '' || !/^0[\d_]*[1-9]/.test(digits));
  const isFit = [...digits.replaceAll('_', '')].every((digit) => Number.parseInt(digit, 36) < radix);
  if (!isWhole || !isFit) return undefined;
  const number = Number.parseInt(digits.replaceAll('_', ''), radix);
  return Number.isSafeInteger(number) ? (sign === '-' ? -number : number) + 0 : unknown('a number is too large');
};
