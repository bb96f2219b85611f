/**
 * What a command writes, from bytes to stored lines: decoded as a stream, made inert, cut into lines, masked, handed on in batches and
 * kept in a file. Memory stays bounded whatever comes: beyond the limit bytes are only counted, and the last of them kept.
 */

import { plural } from '../../kit/numbers.ts';
import type { Masker } from '../../masking/mask.ts';
import { findSafeStart } from '../../masking/safe-start.ts';
import type { KeptOutput } from './keep.ts';
import { createLineAssembler, type EmitBlock } from './lines.ts';
import { countNewlines, newline } from './newlines.ts';
import { createTail } from './tail.ts';
import { createTerminalText } from './terminal.ts';

export type OutputTotals = { lines: number; bytes: number; truncated: boolean };
export type Collector = {
  /** The bytes are used before it returns: the buffer may be filled again. */
  push(bytes: Uint8Array): void;
  /** The limit is met: the rest is counted and its end kept. */
  isCounting(): boolean;
  end(): OutputTotals;
};

/** A line costs at least this much of the limit: stamped, two bytes of `yes` become thirteen. */
const minLineCost = 16;
const tailPiece = 16 * 1024;

type Target = { masker: Masker; emit: EmitBlock };

const createPipeline = ({ masker, emit }: Target) => {
  const decoder = new TextDecoder('utf-8');
  const terminal = createTerminalText();
  const assembler = createLineAssembler(masker, emit);
  return {
    push: (bytes: Uint8Array): void => assembler.push(terminal.push(decoder.decode(bytes, { stream: true }))),
    end: (): void => {
      assembler.push(terminal.push(decoder.decode()) + terminal.end());
      assembler.end();
    },
  };
};

/** Of a text that begins inside a line, and so perhaps inside a character or a secret, that much is left out. */
const withoutFirstLine = (emit: EmitBlock): EmitBlock => {
  let isFirst = true;
  return (text, lines, whole) => {
    if (!isFirst) return emit(text, lines, whole);
    isFirst = false;
    const end = text.indexOf('\n');
    if (lines > 1) emit(text.slice(end + 1), lines - 1, whole?.slice(end));
  };
};

const notKept = (lines: number): string => {
  const what = lines > 0 ? plural(lines, 'line') : 'A part of a line';
  return `… ${what} beyond the output limit ${lines > 1 ? 'are' : 'is'} not kept …`;
};

export const createCollector = (
  limitBytes: number,
  createMaskerAgain: () => Masker,
  onBlock: EmitBlock,
  kept: KeptOutput,
): Collector => {
  const tail = createTail();
  let totalLines = 0;
  let endsInside = false;
  let cost = 0;
  let keptBytes = 0;
  let truncated = false;
  let cutInside = false;
  let skippedLines = 0;
  let isKeptInside = false;

  const keep = (text: string): number => {
    const size = Buffer.byteLength(text);
    keptBytes += size;
    isKeptInside = !text.endsWith('\n');
    kept.write(text);
    return size;
  };
  const store: EmitBlock = (text, lines, whole = `${text}\n`) => {
    cost += Math.max(keep(whole), lines * minLineCost);
    if (lines > 0) onBlock(text, lines);
  };
  const pipeline = createPipeline({ masker: createMaskerAgain(), emit: store });

  const endTail = (): void => {
    const { bytes, whole } = tail.read();
    const beginsInside = cutInside || !whole;
    const from = beginsInside ? bytes.indexOf(newline) + 1 : 0;
    const lines = bytes.subarray(from);
    // What came between was not masked, so whether a secret was open there is told by what closes here.
    const shown = lines.subarray(findSafeStart(lines));
    if (isKeptInside) keep('\n');
    if (shown.length < bytes.length || beginsInside) store(notKept(skippedLines - countNewlines(shown)), 1);
    const emit = beginsInside && from === 0 ? withoutFirstLine(store) : store;
    const last = createPipeline({ masker: createMaskerAgain(), emit });
    // Piece by piece: what is looked at together is masked together.
    for (let from = 0; from < shown.length; from += tailPiece) last.push(shown.subarray(from, from + tailPiece));
    last.end();
  };

  return {
    push: (bytes) => {
      if (bytes.length === 0) return;
      const lines = countNewlines(bytes);
      totalLines += lines;
      endsInside = bytes[bytes.length - 1] !== newline;
      if (truncated) {
        skippedLines += lines;
        tail.push(bytes);
        return;
      }
      pipeline.push(bytes);
      if (cost >= limitBytes) {
        truncated = true;
        // What is held of an unfinished line is not let out: it may end inside a character or a secret.
        cutInside = endsInside;
      }
    },
    isCounting: () => truncated,
    end: () => {
      if (truncated) endTail();
      else pipeline.end();
      return { lines: totalLines + (endsInside ? 1 : 0), bytes: keptBytes, truncated };
    },
  };
};
