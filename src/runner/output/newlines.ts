/** Counts line feeds in bytes, four at a time: a flood beyond its limit costs little else, and a loop over single bytes took most of it. */
export const newline = 0x0a;

const lows = 0x7f7f7f7f;
const ones = 0x01010101;
const newlines = ones * newline;

/** Sets the highest bit of each byte that is a line feed, exactly: no carry goes from one byte to the next. */
const countInWord = (word: number): number => {
  const differs = word ^ newlines;
  const found = ~(((differs & lows) + lows) | differs | lows);
  return found === 0 ? 0 : Math.imul((found >>> 7) & ones, ones) >>> 24;
};

export const countNewlines = (bytes: Uint8Array): number => {
  let count = 0;
  let index = 0;
  // Words begin at multiples of four.
  for (; index < bytes.length && (bytes.byteOffset + index) % 4 !== 0; index += 1)
    if (bytes[index] === newline) count += 1;
  if (index === bytes.length) return count;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + index, (bytes.length - index) >>> 2);
  for (let at = 0; at < words.length; at += 1) count += countInWord(words[at] as number);
  for (index += words.length * 4; index < bytes.length; index += 1) if (bytes[index] === newline) count += 1;
  return count;
};
