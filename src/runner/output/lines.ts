/** Text in pieces of any size → finished lines, masked; handed on in blocks, not one by one. For the log a line of more than 16 KiB is broken. */
import { maxLogLineBytes } from '../../contract/words.ts';
import type { Masker } from '../../masking/mask.ts';

/** A line of so many characters is short enough whatever they are. */
const surelyShort = Math.floor(maxLogLineBytes / 3);
/** A line is held whole up to here, so that it can be masked as one. */
const maxHeld = 64 * 1024;
/** Of a longer line this much is let go at a time; the rest overlaps with what follows, so that no secret falls in between. */
const letGo = 48 * 1024;

/** Cuts between characters, never inside one. */
export const breakLine = (line: string): string[] => {
  if (line.length <= surelyShort || Buffer.byteLength(line) <= maxLogLineBytes) return [line];
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let end = Math.min(from + maxLogLineBytes, bytes.length);
    while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
    parts.push(bytes.toString('utf8', from, end));
    from = end;
  }
  return parts;
};

/** Where to cut a text at about this place: never between the two halves of one character. */
const cutBefore = (text: string, at: number): number => (/[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at);

/** A progress bar writes over its line: what stood there last is the line. */
const keepLastState = (line: string): string => {
  if (!line.includes('\r')) return line;
  const states = line.split('\r').filter((state) => state !== '');
  return states.at(-1) ?? '';
};

/** Looks at a few places, not at every line. */
const hasOnlyShortLines = (text: string): boolean => {
  for (let from = 0; text.length - from > surelyShort; ) {
    const end = text.lastIndexOf('\n', from + surelyShort);
    if (end < from) return false;
    from = end + 1;
  }
  return true;
};

export const countLines = (text: string): number => {
  let count = 1;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) === 10) count += 1;
  return count;
};

/** Lines in one text, without the end of the last. `whole`: what to keep, where some of them are pieces of one; of no lines it is the end of one. */
export type EmitBlock = (text: string, lines: number, whole?: string) => void;
export type LineAssembler = { push(text: string): void; end(): void };

export const createLineAssembler = (masker: Masker, emit: EmitBlock): LineAssembler => {
  let held = '';
  let inSecret = false;
  /** The beginning of the line that is held was let go already. */
  let isBegun = false;
  let finished: string[] = [];
  let whole = '';

  const finish = (line: string): void => {
    const text = inSecret ? '' : masker.maskLine(keepLastState(line));
    if (text === '' && inSecret) inSecret = false;
    else finished.push(...breakLine(text));
    whole += `${text}\n`;
    isBegun = false;
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
      const part = masker.maskPart(held, cutBefore(held, letGo));
      finished.push(...breakLine(part.text));
      whole += part.text;
      isBegun = true;
      held = held.slice(part.done);
      inSecret = part.inSecret;
    }
  };

  const handOn = (): void => {
    if (whole !== '') emit(finished.join('\n'), finished.length, whole);
    finished = [];
    whole = '';
  };

  /** Lines that nothing has to be done to pass as one text: a flood of short ones would make a string of each for nothing. */
  const isPlain = (text: string): boolean =>
    !inSecret && !text.includes('\r') && hasOnlyShortLines(text) && masker.isHarmless(text);

  const finishEach = (text: string): void => {
    for (const line of text.split('\n')) {
      held = line;
      if (held.length > maxHeld) shorten();
      finish(held);
    }
    held = '';
    handOn();
  };

  return {
    push: (text) => {
      const last = text.lastIndexOf('\n');
      if (last >= 0) {
        const lines = held + text.slice(0, last);
        held = '';
        if (isPlain(lines)) {
          emit(lines, countLines(lines));
          isBegun = false;
        } else finishEach(lines);
      }
      held += text.slice(last + 1);
      if (held.length > 0) shorten();
      handOn();
    },
    end: () => {
      if (held !== '') finish(held);
      else if (isBegun) whole += '\n';
      held = '';
      handOn();
    },
  };
};
