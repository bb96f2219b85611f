/** Numbers of `decimal`, to the last digit. */
import { type CallValue, callOf, isA, isFloat, type Value } from '../../values.ts';
import type { Arguments } from '../../world.ts';

export const DECIMAL = 'decimal.Decimal';

/** `digits` times ten to the power of `exponent`. */
type Decimal = { digits: bigint; exponent: number };

const WRITTEN = /^\s*([+-]?)(?=\.?\d)(\d{0,100})(?:\.(\d{0,100}))?(?:e([+-]?\d{1,3}))?\s*$/i;

const fromText = (text: string): Decimal | undefined => {
  const [, sign, whole = '', part = '', power = '0'] = WRITTEN.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  // Python keeps the sign of a zero.
  return sign === '-' && digits === 0n ? undefined : { digits, exponent: Number(power) - part.length };
};

/** 0.1 is not a tenth: as it is held, which doubling it shows without a loss. */
const fromNumber = (value: number): Decimal | undefined => {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? { digits: BigInt(value), exponent: 0 } : undefined;
  if (!Number.isFinite(value)) return undefined;
  let [whole, doubled] = [value, 0];
  for (; !Number.isInteger(whole); doubled++) whole *= 2;
  return { digits: BigInt(whole) * 5n ** BigInt(doubled), exponent: -doubled };
};

const ofNumber = (value: Value): Decimal | undefined => {
  const number = isA(value, 'float') ? value.value : typeof value === 'boolean' ? Number(value) : value;
  return typeof number === 'number' ? fromNumber(number) : undefined;
};

const ofCall = ({ args, keywords }: CallValue): Decimal | undefined => {
  const [value = 0] = args;
  if (args.length > 1 || keywords.size > 0) return undefined;
  return typeof value === 'string' ? fromText(value) : ofNumber(value);
};

/** A number of either kind. */
const decimalOf = (value: Value): Decimal | undefined => (isA(value, 'call') ? ofCall(value) : ofNumber(value));

const textOfDecimal = ({ digits, exponent }: Decimal): string => {
  const [sign, text] = digits < 0n ? ['-', String(-digits)] : ['', String(digits)];
  const left = exponent + text.length;
  if (exponent > 0 || left <= -6) {
    const rest = text.length > 1 ? `.${text.slice(1)}` : '';
    return `${sign}${text.slice(0, 1)}${rest}E${left > 0 ? '+' : ''}${left - 1}`;
  }
  if (exponent === 0) return sign + text;
  return left > 0 ? `${sign}${text.slice(0, left)}.${text.slice(left)}` : `${sign}0.${'0'.repeat(-left)}${text}`;
};

// Python rounds what it calculates to as many digits; what would have more is not known here.
const PRECISION = 28;

const made = (result: Decimal | undefined): Value | undefined =>
  result === undefined || String(result.digits).replace('-', '').length > PRECISION
    ? undefined
    : callOf(DECIMAL, [textOfDecimal(result)]);

const scaled = ({ digits, exponent }: Decimal, to: number): bigint => digits * 10n ** BigInt(exponent - to);

const divided = (left: Decimal, right: Decimal): Decimal | undefined => {
  if (right.digits === 0n) return undefined;
  let { digits } = left;
  for (let more = 0; more <= PRECISION; more++, digits *= 10n)
    if (digits % right.digits === 0n)
      return { digits: digits / right.digits, exponent: left.exponent - right.exponent - more };
  return undefined;
};

/** `Decimal("1.20") * 3`. With a float Python refuses it. */
export const calculateDecimals = (operator: string, one: Value, two: Value): Value | undefined => {
  const [left, right] = [decimalOf(one), decimalOf(two)];
  if (left === undefined || right === undefined || isFloat(one) || isFloat(two)) return undefined;
  // Python keeps the sign of a zero, which is not held here.
  if (/[*/]/.test(operator) && left.digits * right.digits === 0n && (left.digits < 0n || right.digits < 0n))
    return undefined;
  const exponent = Math.min(left.exponent, right.exponent);
  const [a, b] = [scaled(left, exponent), scaled(right, exponent)];
  switch (operator) {
    case '+':
      return made({ digits: a + b, exponent });
    case '-':
      return made({ digits: a - b, exponent });
    case '*':
      return made({ digits: left.digits * right.digits, exponent: left.exponent + right.exponent });
    case '/':
      return made(divided(left, right));
    default:
      return undefined;
  }
};

/** Below zero, zero, above; undefined where one is no number. */
export const orderOfDecimals = (one: Value, two: Value): number | undefined => {
  const [left, right] = [decimalOf(one), decimalOf(two)];
  if (left === undefined || right === undefined) return undefined;
  const exponent = Math.min(left.exponent, right.exponent);
  const [a, b] = [scaled(left, exponent), scaled(right, exponent)];
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Whether a half, or more than that, is rounded away from zero. */
const roundings: Readonly<Record<string, (twice: bigint, whole: bigint, isOdd: boolean) => boolean>> = {
  ROUND_HALF_EVEN: (twice, whole, isOdd) => twice > whole || (twice === whole && isOdd),
  ROUND_HALF_UP: (twice, whole) => twice >= whole,
  ROUND_HALF_DOWN: (twice, whole) => twice > whole,
  ROUND_DOWN: () => false,
  ROUND_UP: (twice) => twice > 0n,
};

/** `price.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)`. */
const quantized = (value: Decimal, { args: [to, second], keywords }: Arguments): Decimal | undefined => {
  const like = isA(to, 'call') ? ofCall(to) : undefined;
  const given = second ?? keywords.get('rounding') ?? 'ROUND_HALF_EVEN';
  const name = isA(given, 'reference') ? given.name.replace('decimal.', '') : given;
  const isAway = typeof name === 'string' ? roundings[name] : undefined;
  if (like === undefined || isAway === undefined || keywords.size > (keywords.has('rounding') ? 1 : 0))
    return undefined;
  const { exponent } = like;
  if (exponent <= value.exponent) return { digits: scaled(value, exponent), exponent };
  const step = 10n ** BigInt(exponent - value.exponent);
  const [size, sign] = value.digits < 0n ? [-value.digits, -1n] : [value.digits, 1n];
  const whole = size / step;
  const digits = isAway((size % step) * 2n, step, whole % 2n === 1n) ? whole + 1n : whole;
  // Python keeps the sign of a zero.
  return digits === 0n && sign < 0n ? undefined : { digits: digits * sign, exponent };
};

export const decimalMethod = (object: CallValue, name: string, call: Arguments): Value | undefined => {
  const value = name === 'quantize' ? ofCall(object) : undefined;
  return value === undefined ? undefined : made(quantized(value, call));
};

/** `str()` of it; undefined where it is not known as a number. */
export const decimalText = (object: CallValue): string | undefined => {
  const value = ofCall(object);
  return value === undefined ? undefined : textOfDecimal(value);
};

export const fromFloat = ({ args: [value], keywords }: Arguments): Value | undefined =>
  value !== undefined && keywords.size === 0 && ofNumber(value) !== undefined ? callOf(DECIMAL, [value]) : undefined;
