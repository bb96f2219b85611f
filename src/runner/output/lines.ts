/** Text in pieces of any size → finished lines, masked, none longer than 16 KiB. */
import type { Masker } from '../../masking/mask.ts';

export const maxLineBytes = 16 * 1024;
/** A line is held whole up to here, so that it can be masked as one. */
const maxHeld = 64 * 1024;
/** Of a longer line this much is let go at a time; the rest overlaps with what follows, so that no secret falls in between. */
const letGo = 48 * 1024;

/** Cuts between characters, never inside one. */
export const breakLine = (line: string): string[] => {
  if (line.length * 3 <= maxLineBytes || Buffer.byteLength(line) <= maxLineBytes) return [line];
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let end = Math.min(from + maxLineBytes, bytes.length);
    while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
    parts.push(bytes.toString('utf8', from, end));
    from = end;
  }
  return parts;
};

/** A progress bar writes over its line: what stood there last is the line. */
const keepLastState = (line: string): string => {
  if (!line.includes('\r')) return line;
  const states = line.split('\r').filter((state) => state !== '');
  return states.at(-1) ?? '';
};

export type LineAssembler = { push(text: string): void; end(): void };

export const createLineAssembler = (masker: Masker, emit: (line: string) => void): LineAssembler => {
  let held = '';
  let inSecret = false;

  const finish = (line: string): void => {
    const text = inSecret ? '' : masker.maskLine(keepLastState(line));
    if (text === '' && inSecret) inSecret = false;
    else for (const part of breakLine(text)) emit(part);
  };

  /** Holds at most `maxHeld` of an unfinished line. */
  const shorten = (): void => {
    const overwritten = held.lastIndexOf('\r', held.length - 2);
    if (overwritten >= 0) held = held.slice(overwritten + 1);
    while (held.length > maxHeld) {
      if (inSecret) {
        held = '';
        return;
      }
      const part = masker.maskPart(held, letGo);
      for (const piece of breakLine(part.text)) emit(piece);
      held = held.slice(part.done);
      inSecret = part.inSecret;
    }
  };

  return {
    push: (text) => {
      let from = 0;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
        const line = held === '' ? text.slice(from, at) : held + text.slice(from, at);
        held = '';
        from = at + 1;
        if (line.length > maxHeld) {
          held = line;
          shorten();
          finish(held);
          held = '';
        } else finish(line);
      }
      held += text.slice(from);
      if (held.length > 0) shorten();
    },
    end: () => {
      if (held !== '') finish(held);
      held = '';
    },
  };
};
