/**
 * Gzip of JSON that changes little from one reading to the next. It is put together from pieces that are compressed one by one and end
 * on a byte, so that a piece whose items are the very same as before is used again: neither written as JSON nor compressed.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { maskedJson } from '../masking/json.ts';
import { appended } from './checksum.ts';
import { createListMemory } from './same-list.ts';
import type { Packed } from './scanner.ts';

type Piece = { deflated: Buffer; length: number; checksum: number };

// Level 1, fast rather than small: it shrinks such JSON more than tenfold in a millisecond per megabyte.
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

const pieceOf = (json: string): Piece => {
  const bytes = Buffer.from(json);
  return { deflated: deflateRawSync(bytes, options), length: bytes.length, checksum: crc32(bytes) };
};

// Method: deflate, no flags, no time; made by the fastest compression on a system that does not matter.
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** An empty block that is the last one. */
const end = Buffer.from([3, 0]);

const join = (pieces: readonly Piece[]): Packed => {
  let [checksum, length] = [0, 0];
  for (const piece of pieces) {
    checksum = appended(checksum, piece.checksum, piece.length);
    length += piece.length;
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(checksum, 0);
  tail.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([head, ...pieces.map(({ deflated }) => deflated), end, tail]);
};

export const pack = (json: string): Packed => join([pieceOf(json)]);

// A piece this large is compressed in a millisecond, and hardly larger for being compressed alone.
const itemsInPiece = 50;

const rememberPiece = createListMemory<Piece>();

/** `lead`: what stands before the items. */
const pieceOfItems = (lead: string, items: readonly object[], secrets: readonly string[]): Piece =>
  rememberPiece(items, [lead, ...secrets].join('\0'), () => pieceOf(lead + maskedJson(items, secrets).slice(1, -1)));

/** Items beside each other that belong to one owner, in bounded groups: one more item moves those of its owner alone. */
const groupsOf = <T>(items: readonly T[], ownerOf: (item: T) => string): T[][] => {
  const groups: T[][] = [];
  let [group, owner]: [T[], string | undefined] = [[], undefined];
  for (const item of items) {
    const own = ownerOf(item);
    if (own !== owner || group.length === itemsInPiece) {
      group = [];
      groups.push(group);
      owner = own;
    }
    group.push(item);
  }
  return groups;
};

/** An object one of whose lists holds most of it: that list, then the rest, which is never empty. */
type Listed<T> = { frame: object; list: string; items: readonly T[]; ownerOf(item: T): string };

/** Items that did not change are known by being the same objects. */
export const packWithList = <T extends object>(listed: Listed<T>, secrets: readonly string[]): Packed => {
  const opening = `{${JSON.stringify(listed.list)}:[`;
  const pieces = groupsOf(listed.items, listed.ownerOf).map((group, index) =>
    pieceOfItems(index === 0 ? opening : ',', group, secrets),
  );
  const rest = `],${maskedJson(listed.frame, secrets).slice(1)}`;
  return join([...pieces, pieceOf(pieces.length === 0 ? opening + rest : rest)]);
};
