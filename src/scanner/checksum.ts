/**
 * The CRC-32 of two texts one after the other, from those of each alone. A checksum is a polynomial over bits, and appending bytes
 * multiplies what stood before by a power of x: what zlib calls `crc32_combine`, which Node does not hand out.
 */
const modulus = 0xedb88320;
/** x⁰ and x⁸: the highest bit is the lowest power. */
const [one, aByte] = [0x80000000, 0x00800000];

const multiply = (left: number, right: number): number => {
  let [product, factor] = [0, right];
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (left & bit) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ modulus : factor >>> 1;
  }
  return product >>> 0;
};

/** What `length` more bytes multiply a checksum by. */
const shiftOf = (length: number): number => {
  let [shift, power] = [one, aByte];
  for (let left = length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return shift;
};

export const appended = (before: number, next: number, nextLength: number): number =>
  (multiply(shiftOf(nextLength), before) ^ next) >>> 0;
