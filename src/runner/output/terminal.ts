/** Makes what a program wrote for a terminal into inert text: no escape sequence, no control character but tab, CR and LF. */

import { turningMarks } from '../../kit/turning-marks.ts';

/** An unfinished sequence longer than this is no sequence; else one stray ESC ] would swallow the whole output. */
const maxSequence = 4096;

const sequences =
  // CSI … final | OSC … BEL or ST | DCS, SOS, PM, APC … ST | ESC and one more (character sets, cursor save …). No sequence holds a sign that
  // begins another, so that each stretch of the text is looked at once.
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x80-\x9f\n]*(?:\x07|\x1b\\|\x9c)|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x80-\x9f\n]*(?:\x1b\\|\x9c)|\x1b[ -/]*[0-OQ-WYZ\\`-~]/g;
const unfinished =
  /(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b\]|\x9d)[^\x07\x1b\x80-\x9f\n]*\x1b?|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x80-\x9f\n]*\x1b?|\x1b[ -/]*)$/;
const mayHoldSequence = /[\x1b\x80-\x9f]/;

/** Also marks that turn the direction of writing: with them a log line can read as something else than it says. */
const controls = new RegExp(`[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${turningMarks}]`, 'g');

/** NUL becomes ␀ and so on: one sees that it was there. */
const showControl = (sign: string): string => {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
};

export type TerminalText = { push(text: string): string; end(): string };

export const createTerminalText = (): TerminalText => {
  let held = '';
  const clean = (text: string): string => text.replace(controls, showControl);
  return {
    push: (text) => {
      let all = held + text;
      held = '';
      if (mayHoldSequence.test(all)) {
        all = all.replace(sequences, '');
        const tail = unfinished.exec(all.slice(-maxSequence));
        if (tail && tail[0].length < maxSequence) {
          held = tail[0];
          all = all.slice(0, all.length - held.length);
        }
      }
      return clean(all);
    },
    end: () => clean(held),
  };
};
