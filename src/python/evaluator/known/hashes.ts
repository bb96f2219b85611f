/** What can be told of a hash without making it. */
import type { CallValue, Value } from '../values.ts';

/** Bytes of what a hash gives, and of what it takes at once. */
const hashes: Readonly<Record<string, readonly [digest: number, block: number]>> = {
  md5: [16, 64],
  sha1: [20, 64],
  sha224: [28, 64],
  sha256: [32, 64],
  sha384: [48, 128],
  sha512: [64, 128],
  blake2b: [64, 128],
  blake2s: [32, 64],
};

/** `hashlib.sha256().digest_size`. */
export const hashAttribute = ({ name, args, keywords }: CallValue, asked: string): Value | undefined => {
  const made = /^hashlib\.(\w+)$/.exec(name)?.[1];
  const kind = made === 'new' ? args[0] : made;
  const sizes = typeof kind === 'string' && Object.hasOwn(hashes, kind) ? hashes[kind] : undefined;
  if (sizes === undefined || keywords.has('digest_size')) return undefined;
  return asked === 'digest_size' ? sizes[0] : asked === 'block_size' ? sizes[1] : asked === 'name' ? kind : undefined;
};
