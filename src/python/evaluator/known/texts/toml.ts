/** TOML, as projects keep settings in it. */
import { parse, TomlDate, TomlError, type TomlValue } from 'smol-toml';
import { dictOf, floatOf, listOf, unknown, type Value } from '../../values.ts';

// Deeper than any settings; a hostile file nests deeper than the stack.
const MAX_NESTING = 60;

const toValue = (value: TomlValue): Value => {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : unknown('a number is too large');
  }
  if (typeof value === 'number') return floatOf(value);
  if (value instanceof TomlDate) return unknown('a date');
  if (Array.isArray(value)) return listOf(value.map(toValue));
  if (typeof value === 'object') return dictOf(Object.entries(value).map(([key, part]) => [key, toValue(part)]));
  return value;
};

/** undefined: it could not be read. */
export const readToml = (text: string): Value | undefined => {
  try {
    return toValue(parse(text, { integersAsBigInt: true, maxDepth: MAX_NESTING }));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return undefined;
  }
};
