/** Blocks of lines, cut where a limit falls: only the one on the edge is looked at line by line. */
import type { LineBlock } from '../../runner/runner.ts';

/** `[HH:MM:SS] ` before each line and the line feed after it. */
const perLine = 12;

/** Bytes of a block in the log. */
export const sizeOf = ({ text, lines }: LineBlock): number => Buffer.byteLength(text) + lines * perLine - (lines - 1);

/** The first so many lines of a block, and the others. Either may be missing. */
const cutBlock = (block: LineBlock, count: number): [LineBlock | undefined, LineBlock | undefined] => {
  if (count <= 0) return [undefined, block];
  if (count >= block.lines) return [block, undefined];
  let at = -1;
  for (let lines = 0; lines < count; lines += 1) at = block.text.indexOf('\n', at + 1);
  return [
    { at: block.at, text: block.text.slice(0, at), lines: count },
    { at: block.at, text: block.text.slice(at + 1), lines: block.lines - count },
  ];
};

/** How many lines fit, counted from one end. */
const countFitting = (lines: Iterable<string>, room: number): number => {
  let count = 0;
  let left = room;
  for (const line of lines) {
    left -= Buffer.byteLength(line) + perLine;
    if (left < 0) break;
    count += 1;
  }
  return count;
};

const isBlock = (block: LineBlock | undefined): block is LineBlock => block !== undefined;

/** As many lines from the start as fit into `room` bytes, and the rest. */
export const splitFirst = (blocks: readonly LineBlock[], room: number): { first: LineBlock[]; rest: LineBlock[] } => {
  let left = room;
  for (const [index, block] of blocks.entries()) {
    const size = sizeOf(block);
    if (size <= left) {
      left -= size;
      continue;
    }
    const [fits, over] = cutBlock(block, countFitting(block.text.split('\n'), left));
    return {
      first: [...blocks.slice(0, index), fits].filter(isBlock),
      rest: [over, ...blocks.slice(index + 1)].filter(isBlock),
    };
  }
  return { first: [...blocks], rest: [] };
};

/** As many lines from the end as fit into `room` bytes, and the rest before them. */
export const splitLast = (blocks: readonly LineBlock[], room: number): { rest: LineBlock[]; last: LineBlock[] } => {
  let left = room;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index] as LineBlock;
    const size = sizeOf(block);
    if (size <= left) {
      left -= size;
      continue;
    }
    const fitting = countFitting(block.text.split('\n').reverse(), left);
    const [over, fits] = cutBlock(block, block.lines - fitting);
    return {
      rest: [...blocks.slice(0, index), over].filter(isBlock),
      last: [fits, ...blocks.slice(index + 1)].filter(isBlock),
    };
  }
  return { rest: [], last: [...blocks] };
};

/** Blocks in groups of about so many bytes; a longer line is a group of its own. */
export function* groupBlocks(blocks: readonly LineBlock[], bytesEach: number): Generator<LineBlock[]> {
  for (let waiting = [...blocks]; waiting.length > 0; ) {
    const { first, rest } = splitFirst(waiting, bytesEach);
    if (first.length > 0) {
      yield first;
      waiting = rest;
      continue;
    }
    const [line, others] = cutBlock(rest[0] as LineBlock, 1);
    yield [line as LineBlock];
    waiting = [others, ...rest.slice(1)].filter(isBlock);
  }
}
