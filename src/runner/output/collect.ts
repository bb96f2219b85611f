/**
 * What a command writes, from bytes to stored lines: decoded as a stream, made inert, cut into lines, masked, handed on in batches and
 * kept in a file. Memory stays bounded whatever comes: beyond the limit bytes are only counted, and the last of them kept.
 */

import { withThousands } from '../../kit/numbers.ts';
import type { Masker } from '../../masking/mask.ts';
import type { KeptOutput } from './keep.ts';
import { createLineAssembler } from './lines.ts';
import { createTail } from './tail.ts';
import { createTerminalText } from './terminal.ts';

export type OutputTotals = { lines: number; bytes: number; truncated: boolean };
export type Collector = {
  /** The bytes are used before it returns: the buffer may be filled again. */
  push(bytes: Uint8Array): void;
  end(): OutputTotals;
};

/** A line costs at least this much of the limit: an object for every two bytes of `yes` would cost more than storing them. */
const minLineCost = 16;
const newline = 0x0a;

/** A plain loop: for short lines some thirty times as fast as `indexOf` from one to the next. */
const countNewlines = (bytes: Uint8Array): number => {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === newline) count += 1;
  return count;
};

type Target = { masker: Masker; emit(line: string): void };

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

export const createCollector = (
  limitBytes: number,
  createMaskerAgain: () => Masker,
  onLine: (line: string) => void,
  kept: KeptOutput,
): Collector => {
  const tail = createTail();
  let totalLines = 0;
  let endsInside = false;
  let cost = 0;
  let keptBytes = 0;
  let truncated = false;
  let skippedLines = 0;

  const store = (line: string): void => {
    const size = Buffer.byteLength(line) + 1;
    cost += Math.max(size, minLineCost);
    keptBytes += size;
    onLine(line);
    kept.write(line);
  };
  const pipeline = createPipeline({ masker: createMaskerAgain(), emit: store });

  const endTail = (): void => {
    const { bytes, whole } = tail.read();
    skippedLines -= countNewlines(bytes);
    const notice = `… ${withThousands(Math.max(0, skippedLines))} lines beyond the output limit are not kept …`;
    store(notice);
    const from = whole ? 0 : bytes.indexOf(newline) + 1;
    const last = createPipeline({ masker: createMaskerAgain(), emit: store });
    last.push(bytes.subarray(from));
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
        pipeline.end();
      }
    },
    end: () => {
      if (truncated) endTail();
      else pipeline.end();
      return { lines: totalLines + (endsInside ? 1 : 0), bytes: keptBytes, truncated };
    },
  };
};
